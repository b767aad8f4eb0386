"""The pictures' font: `python maps/art/font.py FOLDER` subsets Noto Sans JP to what maps and catalogues can say.

FOLDER is the unpacked npm package @expo-google-fonts/noto-sans-jp (OFL 1.1). Needs fonttools. Run it again when a
catalogue or a map brings a character that `judge/render/fonts/glyphs.txt` lacks; a test says so.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "judge" / "render" / "fonts"
ALWAYS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x3000, 0x3003), *range(0x3041, 0x3097), *range(0x30A1, 0x30FD),
          *range(0xFF01, 0xFF5F), *map(ord, "–—‘’“”…•●▲○△■□→⇒×−·′「」『』・")]


def captions() -> str:
    """What catalogues say on pictures: captions and the names of turns."""
    tables = (tomllib.loads(path.read_text("utf-8")) for path in ROOT.glob("templates/*/words.toml"))
    return "".join(str(table.get(part, "")) for table in tables for part in ("picture", "turns", "dates"))


def glyphs(patterns: tuple[str, ...], more: str = "") -> str:
    """Every character of some files, and all of Latin and kana."""
    found = set(map(chr, ALWAYS)) | {c for c in more if c.isprintable()}
    for pattern in patterns:
        for path in ROOT.glob(pattern):
            found |= {c for c in path.read_text("utf-8") if c.isprintable()}
    return "".join(sorted(found))


def main(folder: str) -> int:
    """Write the fonts and the list of what is in them. The lighter one sets long names only."""
    names = ("maps/*/names.*.csv", "maps/*/provinces.csv")
    every = glyphs((*names, "maps/*/variant.toml"), captions())
    (FONTS / "glyphs.txt").write_text(every, "utf-8")
    for weight, name, text in (
        ("500Medium", "NotoSansJP-Medium.ttf", glyphs(names)),
        ("700Bold", "NotoSansJP-Bold.ttf", every),
    ):
        source = Path(folder) / weight / f"NotoSansJP_{weight}.ttf"
        subprocess.run(
            [sys.executable, "-m", "fontTools.subset", str(source), f"--text={text}",
             f"--output-file={FONTS / name}", "--layout-features=kern", "--no-hinting"],
            check=True,
        )
    (FONTS / "OFL.txt").write_bytes((Path(folder) / "LICENSE_FONT").read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
