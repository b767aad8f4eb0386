"""The child that paints scenes, run as a file of its own so that it loads nothing else.

It reads a frame on standard input (length, then JSON) and answers with a frame: `+` and the PNG, or `-` and why not.
A huge or hostile drawing can abort the renderer; then this child dies, and the judge does not. Bases and pieces are
kept once painted: a result picture costs its new arrows and the packing of the PNG. Whole sheets, which take a second,
are kept in a folder too, if one is given: a judge that was stopped or killed paints at once.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import resource
import struct
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import resvg_py
from PIL import Image, ImageChops

MEMORY = 1 << 30
FONTS = [str(path) for path in sorted((Path(__file__).resolve().parent / "fonts").glob("*.ttf"))]
Edges = Literal["geometric_precision", "crisp_edges"]
PACKING = 6
"""zlib's level: higher ones take far more time for little."""
MOST_SHEETS = 60
"""Sheets in the folder: three a map, and one more for each further language. The oldest make way."""
_folder: list[Path] = []


def main() -> int:
    """Serve frames until standard input ends. The folder of kept sheets may be named."""
    _folder.extend(map(Path, sys.argv[1:]))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while len(head := source.read(4)) == 4:
        (size,) = struct.unpack(">I", head)
        try:
            answer = b"+" + paint(json.loads(source.read(size)))
        except (ValueError, MemoryError, OSError) as error:
            answer = b"-" + str(error).encode("utf-8", "replace")
        sink.write(struct.pack(">I", len(answer)) + answer)
        sink.flush()
    return 0


def paint(scene: dict[str, Any]) -> bytes:
    """One picture: the base, multiplied with the powers' colours, and the pieces over it, in the scene's inks."""
    sheet = base(scene["base"])
    if scene["tints"]:
        colours = bytearray(b"\xff" * 768)
        for index, colour in scene["tints"].items():
            colours[3 * int(index) : 3 * int(index) + 3] = bytes(colour)
        land = cells(scene["cells"]).copy()
        land.putpalette(bytes(colours))
        sheet = ImageChops.multiply(sheet, land.convert("RGB"))
    else:
        sheet = sheet.copy()
    lay(sheet, scene["lower"])
    named = names(scene["names"])
    sheet.paste(named, (0, 0), named)
    lay(sheet, scene["upper"])
    if scene["width"] != sheet.width:
        high = round(sheet.height * scene["width"] / sheet.width)
        sheet = sheet.resize((scene["width"], high), Image.Resampling.LANCZOS)
    few = sheet.quantize(palette=inks(tuple(map(tuple, scene["inks"]))), dither=Image.Dither.NONE)
    packed = io.BytesIO()
    few.save(packed, "png", compress_level=PACKING)
    return packed.getvalue()


def lay(sheet: Image.Image, pieces: list[tuple[int, int, str]]) -> None:
    """Pieces over a sheet, each in its place."""
    for x, y, svg in pieces:
        drawn = piece(svg)
        sheet.paste(drawn, (x, y), drawn)


@lru_cache(maxsize=24)
def names(svg: str) -> Image.Image:
    """The names of a map in one language."""
    return sheet(svg)


@lru_cache(maxsize=24)
def base(svg: str) -> Image.Image:
    """The part that all pictures of a map share."""
    return sheet(svg).convert("RGB")


@lru_cache(maxsize=24)
def cells(svg: str) -> Image.Image:
    """Whose each pixel is: the number of a province, 0 for land and sea without a centre. Edges are crisp."""
    numbers = sheet(svg, "crisp_edges").getchannel("R")
    return Image.frombytes("P", numbers.size, numbers.tobytes())


@lru_cache(maxsize=4096)
def piece(svg: str) -> Image.Image:
    """A unit, a name, an arrow."""
    return rendered(svg)


@lru_cache(maxsize=8)
def inks(colours: tuple[tuple[int, int, int], ...]) -> Image.Image:
    """The palette as Pillow wants it; unused places repeat the first colour."""
    filled = [*colours, *([colours[0]] * (256 - len(colours)))]
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in filled for channel in colour])
    return image


def sheet(svg: str, edges: Edges = "geometric_precision") -> Image.Image:
    """A drawing as large as its map: from the folder, or rendered and kept there."""
    if not _folder:
        return rendered(svg, edges)
    about = f"{resvg_py.__version__} {resvg_py.__resvg_version__} {FONTS} {edges} {svg}"
    path = _folder[0] / f"{hashlib.sha256(about.encode()).hexdigest()}.png"
    with suppress(OSError, ValueError, SyntaxError), Image.open(path) as kept:  # damaged ones are painted anew
        return kept.convert("RGBA")
    made = rendered(svg, edges)
    with suppress(OSError):
        _keep(path, made)
    return made


def _keep(path: Path, made: Image.Image) -> None:
    """Written beside, synced and renamed: nobody ever reads half a sheet."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    beside = path.with_suffix(f".{os.getpid()}")
    with beside.open("wb") as file:
        made.save(file, "png", compress_level=1)
        file.flush()
        os.fsync(file.fileno())
    beside.rename(path)
    oldest = sorted(path.parent.iterdir(), key=lambda each: each.stat().st_mtime)
    for each in oldest[:-MOST_SHEETS]:
        each.unlink(missing_ok=True)


def rendered(svg: str, edges: Edges = "geometric_precision") -> Image.Image:
    """SVG as pixels. Only the bundled fonts, so that every machine makes the same bytes."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=_fonts(svg),
        font_family="Noto Sans JP",
        sans_serif_family="Noto Sans JP",
        shape_rendering=edges,
    )
    return Image.open(io.BytesIO(bytes(png))).convert("RGBA")


def _fonts(svg: str) -> list[str]:
    """The fonts that a drawing names: reading one takes longer than most pieces."""
    if "<text" not in svg:
        return []
    return FONTS if "Medium" in svg else FONTS[:1]


if __name__ == "__main__":
    sys.exit(main())
