"""The child that turns SVG into PNG, run as a file of its own so that it loads nothing else.

It reads a frame on standard input (length, then width and SVG) and answers with a frame: `+` and the PNG, or `-` and
why not. A huge or hostile drawing can abort the renderer; then this child dies, and the judge does not.
"""

from __future__ import annotations

import resource
import struct
import sys
from pathlib import Path

import resvg_py

MEMORY = 1 << 30
FONTS = Path(__file__).resolve().parent / "fonts"


def paint(svg: str, width: int) -> bytes:
    """One picture. Only the bundled fonts, so that every machine makes the same bytes.

    Edges are drawn crisp and only letters are smoothed: most of a map's PNG is the smoothing of its coasts.
    """
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(font) for font in sorted(FONTS.glob("*.ttf"))],
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
            shape_rendering="crisp_edges",
        )
    )


def main() -> int:
    """Serve frames until standard input ends."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while len(head := source.read(8)) == 8:
        size, width = struct.unpack(">II", head)
        try:
            answer = b"+" + paint(source.read(size).decode("utf-8"), width)
        except (ValueError, MemoryError) as error:
            answer = b"-" + str(error).encode("utf-8", "replace")
        sink.write(struct.pack(">I", len(answer)) + answer)
        sink.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
