"""The judge and an independent reference agree on random crowded positions of every variant, and on known cases."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from random import Random

import pytest

from judge.adjudicator.outcomes import Adjudication
from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.maps.files import load
from judge.notation.adjudication import adjudicate
from tests.adjudicator.casefiles import CASES
from tests.adjudicator.oracle import Guess, Oracle, Unit, second_opinion
from tests.adjudicator.positions import Board, Lists, position
from tests.adjudicator.tangles import tangle
from tests.adjudicator.test_datc import MOVEMENT, STANDARD, tuples

NAMES = ("standard", "hundred", "philadelphia", "petit")
WIDEST = 9
"""Groups of decisions larger than this take the reference too long."""


def play(variant: Variant, units: Lists, orders: Lists) -> Adjudication:
    return adjudicate(variant, Position(variant.calendar.first_movement.code, tuples(units)), orders)


def differences(variant: Variant, units: Lists, orders: Lists) -> list[str]:
    """What the judge says otherwise than the reference: units, dislodged, retreats, and who caused what."""
    oracle = Oracle(variant, units, orders)
    if oracle.widest() > WIDEST:
        return []
    said, result = oracle.solve(), play(variant, units, orders)
    retreats = {unit: sorted(places) for unit, places in result.retreats.items()}
    expected = said.retreats if variant.rules.retreats else {unit: [] for unit in said.retreats}
    found = [said.odd] if said.odd else []
    for what, judged, wanted in (
        ("final", list(result.final), said.final),
        ("dislodged", list(result.dislodged), said.dislodged),
        ("retreats", retreats, expected),
    ):
        if judged != wanted:
            found.append(f"{what}: {judged}, the reference says {wanted}")
    return found + wrong_words(oracle, result)


def wrong_words(oracle: Oracle, result: Adjudication) -> list[str]:
    """Outcomes whose word or whose `by` is not what the equations say."""
    at = Guess(oracle, oracle.settled)
    names = {f"{oracle.words[unit.power]} {unit.text}": unit for unit in oracle.units}
    beaters = {unit.number: foes for unit, foes in at.dislodged()}
    found = []
    for one in result.outcomes:
        unit = names[f"{one.power} {one.unit}"]
        by = [names[name] for name in one.by]
        if one.result[-1] == "dislodged" and (not by or by.pop() not in beaters[unit.number]):
            found.append(f"{one.unit} is dislodged by {one.by}")
        wanted = causes(at, unit, one.result[0])
        if one.result[0] in ("bounced", "cut") and not {u.number for u in wanted} - {
            u.number for u in beaters.get(unit.number, [])
        } <= {u.number for u in by} <= {u.number for u in wanted}:
            found.append(f"{one.unit} {one.result} by {one.by}")
        if not fits(at, unit, one.result[0]):
            found.append(f"{one.unit} {one.result}")
    return found


def causes(at: Guess, unit: Unit, word: str) -> list[Unit]:
    """Those that bounced a move, or cut a support."""
    if word == "cut":
        return at.cutters(unit)
    return at.unbeaten(unit) if word == "bounced" else []


def fits(at: Guess, unit: Unit, word: str) -> bool:
    return {
        "moved": at.leaves(unit),
        "bounced": unit.deed == "move" and not at.leaves(unit),
        "supports": unit.deed == "support" and not at.cut(unit),
        "cut": unit.deed == "support" and at.cut(unit),
        "convoys": unit.deed == "convoy",
        "void": unit.deed in ("hold", "lost"),
        "illegal": unit.deed == "hold",
    }.get(word, True)


@pytest.mark.parametrize("case", MOVEMENT, ids=lambda case: case.name)
def test_the_reference_itself_passes_the_movement_cases(case: object) -> None:
    units, orders = case.has, as_judged(case.has, case.orders)  # type: ignore[attr-defined]
    said = second_opinion(STANDARD, units, orders)
    assert (said.final, said.dislodged) == (case.fact("after"), case.fact("dislodged"))  # type: ignore[attr-defined]


def as_judged(units: Lists, orders: Lists) -> Lists:
    """Raw lines as the reference reads them: canonical, one a unit, without illegal ones."""
    found: Lists = {}
    for one in play(STANDARD, units, orders).outcomes:
        if one.order is not None and one.result[0] not in ("illegal", "unreadable", "replaced"):
            found.setdefault(one.power, []).append(one.order)
    return found


def test_the_reference_itself_agrees_with_the_engines() -> None:
    with gzip.open(CASES / "agreed.jsonl.gz", "rt", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file if line.strip()][::40]
    compared = 0
    for case in cases:
        oracle = Oracle(STANDARD, case["units"], case["orders"])
        if oracle.widest() > WIDEST - 2:
            continue
        said = oracle.solve()
        assert (case["id"], said.final, said.dislodged) == (case["id"], case["final"], case["dislodged"])
        compared += 1
    assert compared > 150


@pytest.mark.parametrize("name", NAMES)
def test_the_judge_agrees_with_the_reference_on_random_positions(name: str) -> None:
    compare(name, position, range(100))


@pytest.mark.parametrize("name", ["standard", "hundred", "philadelphia"])
def test_the_judge_agrees_with_the_reference_where_convoys_and_fights_hang_on_each_other(name: str) -> None:
    compare(name, tangle, range(60))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_judge_agrees_with_the_reference_on_many_random_positions(name: str) -> None:
    compare(name, position, range(1000, 6000))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["standard", "hundred", "philadelphia"])
def test_the_judge_agrees_with_the_reference_on_many_tangles(name: str) -> None:
    compare(name, tangle, range(1000, 3000))


def compare(name: str, make: Callable[[Board, Random], tuple[Lists, Lists]], seeds: range) -> None:
    variant = load(name)
    board = Board(variant)
    for seed in seeds:
        units, orders = make(board, Random(seed))
        assert (seed, differences(variant, units, orders)) == (seed, [])
