"""Lines that are known as orders from the map alone are those that the board finds legal as they stand."""

from __future__ import annotations

from random import Random

import pytest

from judge.adjudicator.compiled import compiled
from judge.adjudicator.field import Field
from judge.adjudicator.legality import complete
from judge.adjudicator.outcomes import Reason
from judge.maps.files import load
from judge.notation.canonical import parse
from judge.notation.plain import plain
from tests.adjudicator.positions import Board, position

NAMES = ("standard", "hundred", "philadelphia", "petit")


def line(units: list[str], places: tuple[str, ...], chance: Random) -> str:
    """An order in canonical words, likely for a unit that is there; whether it is legal is left to chance."""
    unit, other = (
        chance.choice(units) if chance.random() < 0.8 else f"{chance.choice('AF')} {chance.choice(places)}"
        for _ in range(2)
    )
    goal = chance.choice(places)
    return chance.choice(
        [f"{unit} H", f"{unit} - {goal}", f"{unit} - {goal} VIA", f"{unit} S {other}", f"{unit} S {other} - {goal}",
         f"{unit} C {other} - {goal}"]
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_plain_line_is_a_line_that_the_board_finds_legal_as_it_stands(name: str) -> None:
    variant = load(name)
    c = compiled(variant)
    seen = [0, 0]
    for seed in range(150):
        chance = Random(seed)
        units, _ = position(Board(variant), chance)
        field = Field(c, units, variant.rulebook)
        every = [text for texts in units.values() for text in texts]
        for _ in range(150):
            text = line(every, c.board.locations, chance)
            order = parse(c, text)
            if order is None:
                continue
            there = field.here[c.province_of[order.at]]
            power = field.power[there[0]] if there else 0
            notes: list[Reason] = []
            as_it_stands = complete(field, power, order, (), notes.append) == order and not notes
            found = plain(c, order)
            counts = (
                found is not None
                and field.spot[found.code] >= 0
                and field.power[field.spot[found.code]] == power
                and (found.other < 0 or field.spot[found.other] >= 0)
                and (found.ferry is None or found.ferry.runs(field))
            )
            rivers = any(
                c.cap[c.province_of[place]] > 1 for place in (order.at, order.target, order.other) if place >= 0
            )
            assert counts == (as_it_stands and not rivers), (seed, text)
            seen[counts] += 1
    assert min(seen) > 500, "both kinds of lines were met"
