"""A small sound variant of three provinces and a sea, which tests spoil one fact at a time."""

from pathlib import Path

import pytest

HEADING = """name = "small"
title = "Small"
designer = "Nobody"
description = "A map for tests."

[calendar]
first = "S1901M"
first_movement = "S1901M"
turns = [
  { season = "S", name = "Spring of {year}", steps = "MR", years = 1 },
  { season = "F", name = "Fall of {year}", steps = "MRA", ownership = true, aliases = ["W"] },
]

[rules]
victory_centres = 2

[[powers]]
word = "NORTH"
letter = "N"
homes = ["AAA"]
units = ["A AAA"]

[[powers]]
word = "SOUTH"
letter = "S"
homes = ["BBB"]
units = ["F BBB/EC"]
"""
PROVINCES = """code,name,terrain,centre,coasts,capacity,x,y,certainty,note
AAA,Alpha,coastal,yes,,,100,100,source,
BBB,Beta,coastal,yes,EC WC,,200,100,source,
CCC,Gamma,inland,,,,300,100,source,
SEA,Sea,water,,,,400,100,source,
"""
BORDERS = """kind,from,to,certainty,note
army,AAA,BBB,source,
army,BBB,CCC,source,
fleet,AAA,BBB/EC,source,
fleet,AAA,SEA,source,
fleet,BBB/EC,SEA,source,
fleet,BBB/WC,SEA,source,
"""
NAMES = """code,name,adjective,aliases
AAA,,,alph|al?
BBB,,,bet
CCC,,,gam|al?
NORTH,,,northerners
"""


class SmallMap:
    """The folder of the small variant; `spoil` changes one text of one file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        files = {
            "variant.toml": HEADING,
            "provinces.csv": PROVINCES,
            "borders.csv": BORDERS,
            "names.en.csv": NAMES,
        }
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")

    def spoil(self, file: str, old: str, new: str) -> int:
        """Put `new` for `old` and return the line of the change."""
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) >= 1
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1


@pytest.fixture
def small(tmp_path: Path) -> SmallMap:
    return SmallMap(tmp_path / "small")
