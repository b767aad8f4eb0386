"""A hundred small positions of Philadelphia, Hundred and Petit, each with the answer that the rules' own words give."""

from __future__ import annotations

import pytest

from judge.adjudicator.outcomes import Adjudication
from judge.adjudicator.position import Position
from judge.maps.files import load
from judge.notation.adjudication import adjudicate
from tests.adjudicator.casefiles import CASES, Case, parse_cases
from tests.adjudicator.test_datc import tuples

VARIANTS = ("philadelphia", "hundred", "petit")
ALL = [(name, case) for name in VARIANTS for case in parse_cases((CASES / "rules" / f"{name}.txt").read_text("utf-8"))]


def play(name: str, case: Case) -> Adjudication:
    variant = load(name)
    phase = (case.fact("phase") or [variant.calendar.first_movement.code])[0]
    position = Position(phase, tuples(case.has), tuples(case.owns) if case.owns else None)
    return adjudicate(variant, position, case.orders)


def test_there_are_nearly_a_hundred() -> None:
    assert len(ALL) >= 95
    assert len({case.name for _, case in ALL}) == len(ALL)


@pytest.mark.parametrize(("name", "case"), ALL, ids=[f"{name}: {case.name}" for name, case in ALL])
def test_a_position_ends_as_the_rules_say(name: str, case: Case) -> None:
    result = play(name, case)
    if case.fact("after"):
        assert list(result.final) == case.fact("after")
    if case.fact("after") or case.fact("dislodged"):
        assert sorted(result.dislodged) == sorted(case.fact("dislodged"))
    for fact in case.fact("becomes"):
        order, _, words = fact.partition(" = ")
        assert [" ".join(one.result) for one in result.outcomes if one.order == order] == [words]
    for fact in case.fact("may retreat"):
        unit, _, places = fact.partition(" =")
        options = {text.split(" ", 1)[1]: list(there) for text, there in result.retreats.items()}
        assert options[unit] == places.split()
    for winner in case.fact("winner"):
        assert (result.winner or "nobody") == winner
        assert list(result.draw) == case.fact("draw")
