"""The Diplomacy Adjudicator Test Cases, version 3.0, and more that other judges' players reported as bugs."""

from __future__ import annotations

import pytest

from judge.adjudicator.outcomes import Adjudication, Outcome
from judge.adjudicator.position import Position
from judge.maps.files import load
from judge.notation.adjudication import adjudicate
from tests.adjudicator.casefiles import CASES, Case, read_cases

STANDARD = load("standard")
FILES = sorted(path.name for path in (CASES / "datc").glob("*.txt"))
ALL = [case for name in FILES for case in read_cases(name)]
MOVEMENT = [case for case in ALL if not case.owed]
ADJUSTMENT = [case for case in ALL if case.owed]


def tuples(lists: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {word: tuple(texts) for word, texts in lists.items()}


def played(case: Case) -> Adjudication:
    return adjudicate(STANDARD, Position("S1901M", tuples(case.has)), case.orders)


def in_the_words_of_the_case(outcome: Outcome) -> str:
    words = [
        {"moved": "moves", "bounced": "stays", "disrupted": "stays"}.get(word, word)
        for word in outcome.result
        if word in ("moved", "bounced", "disrupted", "illegal", "void", "dislodged")
    ]
    order = outcome.order or ""
    if " S " in order or " C " in order:
        words = [word for word in words if word != "stays"]
    if words == ["stays", "dislodged"] and " - " not in order:
        words = ["dislodged"]
    return ", ".join(words) or "stays"


def test_all_164_cases_and_the_second_position_of_6_j_9_are_here() -> None:
    names = [case.name for case in ALL if case.name.startswith("6.")]
    assert len(names) == 165
    assert len({name.split(" ")[0] for name in names}) == 164


@pytest.mark.parametrize("case", MOVEMENT, ids=lambda case: case.name)
def test_a_movement_case_ends_as_its_author_says(case: Case) -> None:
    result = played(case)
    assert list(result.final) == case.fact("after")
    assert list(result.dislodged) == case.fact("dislodged")


@pytest.mark.parametrize("case", [case for case in MOVEMENT if any(case.said["orders"])], ids=lambda case: case.name)
def test_every_order_of_a_movement_case_fares_as_its_author_says(case: Case) -> None:
    outcomes = played(case).outcomes[: sum(map(len, case.orders.values()))]
    told = [in_the_words_of_the_case(outcome) for outcome in outcomes]
    assert told == [plain(said, outcome) for said, outcome in zip(case.said["orders"], outcomes, strict=True)]


def plain(said: str, outcome: Outcome) -> str:
    """The data does not tell void supports and convoys from good ones; a void move it does."""
    order = outcome.order or ""
    if "void" in outcome.result and (" S " in order or " C " in order):
        return ", ".join(["void", *(word for word in said.split(", ") if word == "dislodged")])
    return said


@pytest.mark.parametrize(
    "case",
    [one for one in MOVEMENT if one.retreats or one.fact("may retreat") or one.fact("may not retreat")],
    ids=lambda case: case.name,
)
def test_a_dislodged_unit_may_go_where_its_author_says_and_nowhere_else(case: Case) -> None:
    result = played(case)
    options = {unit.split(" ", 1)[1]: places for unit, places in result.retreats.items()}
    for allowed in case.fact("may retreat"):
        unit, _, place = allowed.partition(" to ")
        assert place in options[unit]
    for barred in case.fact("may not retreat"):
        unit, _, place = barred.partition(" to ")
        assert place not in options[unit]
    if not case.retreats:
        return
    after = adjudicate(STANDARD, result.position, case.retreats)
    words = {"retreated": "retreats", "disbanded": "disbands"}
    given = [outcome for outcome in after.outcomes if outcome.given is not None]
    assert [words.get(one.result[0], one.result[0]) for one in given] == case.said["retreats"]
    assert list(after.dislodged) == case.fact("disbanded")


@pytest.mark.parametrize("case", ADJUSTMENT, ids=lambda case: case.name)
def test_builds_and_removals_end_as_the_author_says(case: Case) -> None:
    (power,) = case.owed
    centres = {power: case.owns.get(power) or list(STANDARD.start.centres[power])}
    for other, owned in case.owns.items():
        if other != power:
            centres[power] = [code for code in centres[power] if code not in owned]
            centres[other] = owned
    result = adjudicate(STANDARD, Position("F1901A", tuples(case.has), tuples(centres)), case.orders, adjust=case.owed)
    given = [outcome for outcome in result.outcomes if outcome.given is not None]
    words = {"built": "done", "removed": "done"}
    assert [words.get(one.result[0], one.result[0]) for one in given] == case.said["orders"]
    removed = [one.unit for one in result.outcomes if one.result[0] in ("removed", "default")]
    assert removed == case.fact("removed")
