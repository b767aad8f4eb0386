"""The text part alone rebuilds any board: random positions of every variant, written by us and read by a script."""

from __future__ import annotations

import random

import pytest

from judge.adjudicator.board import Terrain
from judge.adjudicator.position import Dislodged, Position
from judge.adjudicator.variant import Variant
from judge.maps import files
from judge.render.speaker import Speaker
from judge.render.texts import Texts
from tests.render.reading import board_of
from tests.render.samples import TEMPLATES


def anywhere(variant: Variant, seed: int) -> Position:
    """A position with units, owners and dislodged units strewn over the map, in the order that `to_json` keeps."""
    chance = random.Random(seed)
    board = variant.board
    units: dict[str, list[str]] = {}
    losers: dict[str, list[Dislodged]] = {}
    centres: dict[str, list[str]] = {}
    for place in board.provinces:
        power = chance.choice(variant.powers).word
        if place.centre and chance.random() < 0.8:
            centres.setdefault(power, []).append(place.code)
        if chance.random() < 0.4:
            units.setdefault(power, []).append(unit(place.terrain, place.code, place.coasts, chance))
        elif chance.random() < 0.1:
            ways = tuple(sorted(chance.sample([p.code for p in board.provinces], chance.randrange(4))))
            losers.setdefault(power, []).append(Dislodged(unit(place.terrain, place.code, place.coasts, chance), ways))
    return Position(
        "1425M",
        {power: tuple(sorted(of)) for power, of in units.items()},
        {power: tuple(sorted(of)) for power, of in centres.items()},
        {power: tuple(sorted(of, key=lambda one: one.unit)) for power, of in losers.items()},
    )


def unit(terrain: Terrain, code: str, coasts: tuple[str, ...], chance: random.Random) -> str:
    if terrain is Terrain.INLAND or (terrain is Terrain.COASTAL and chance.random() < 0.5):
        return f"A {code}"
    return f"F {code}/{chance.choice(coasts)}" if coasts else f"F {code}"


@pytest.mark.parametrize("name", ["hundred", "standard", "philadelphia", "petit"])
def test_a_script_reads_back_exactly_the_board_that_was_written(name: str) -> None:
    variant = files.load(name)
    speaker = Speaker(variant, Texts(TEMPLATES), "en")
    for seed in range(100):
        position = anywhere(variant, seed)
        lines = speaker.board_lines(position)
        text = "\n".join([":: Deadline: 1425M Tue Mar 03 2026 12:00:00 +0000", "", *lines, "", "-- end --"])
        assert board_of(text, variant) == position
        assert all(len(line) <= 76 for line in lines)
