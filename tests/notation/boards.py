"""Positions for reader tests, written on one line: `FRANCE: A PAR, F BRE / ITALY: A VEN`."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from judge.adjudicator.variant import Variant
from judge.maps.files import load
from judge.notation.reader import Hints

CASES = Path(__file__).parent.parent / "cases" / "orders"


@cache
def variant(name: str) -> Variant:
    return load(name)


def hints(board: Variant, power: str, position: str, owes: int = 0) -> Hints:
    powers = {each.word: each.index for each in board.powers}
    units: dict[int, tuple[int, int, int]] = {}
    for part in filter(None, position.split(" / ")):
        word, _, listed = part.partition(": ")
        for unit in listed.split(", "):
            letter, place = unit.split()
            location = board.board.index[place]
            units[board.board.province_of[location]] = (powers[word], "AF".index(letter), location)
    return Hints(powers[power], units.get, owes)


def table(name: str) -> list[dict[str, str]]:
    with (CASES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
