"""What the reader must not guess: doubtful words are asked about, half orders and prose are no orders."""

from __future__ import annotations

import pytest

from judge.adjudicator.orders import Order
from judge.adjudicator.phases import Step
from judge.notation.reader import Ambiguous, Unreadable, read
from judge.notation.writer import write

from .boards import hints, table, variant

STANDARD = "FRANCE: A PAR, F BRE, F MAO, A LON, F NTH, A LVN / ITALY: A VEN, F ION, F TYS / ENGLAND: A LVP"


@pytest.mark.parametrize("row", table("doubtful"), ids=lambda row: f"{row['variant']} {row['given']}")
def test_a_word_that_could_be_several_places_is_answered_with_the_choices(row: dict[str, str]) -> None:
    board = variant(row["variant"])
    found = read(board, row["given"], Step(row["step"]), hints(board, row["power"], row["board"], int(row["owes"])))
    assert isinstance(found, Ambiguous), found
    assert " ".join(sorted(found.choices)) == row["expected"]
    assert found.what.lower() in row["given"].lower()


@pytest.mark.parametrize("row", table("unreadable"), ids=lambda row: f"{row['step']} {row['given']!r}")
def test_a_line_that_is_no_whole_order_says_what_is_wrong_with_it(row: dict[str, str]) -> None:
    board = variant(row["variant"])
    found = read(board, row["given"], Step(row["step"]), hints(board, row["power"], row["board"], int(row["owes"])))
    assert isinstance(found, Unreadable), found
    assert found.reason.code == row["expected"]
    assert found.column == int(row["column"])


def test_an_impossible_code_offers_the_place_it_may_stand_for_and_keeps_its_literal_meaning() -> None:
    board = variant("standard")
    found = read(board, "F ION - TYR", Step.MOVEMENT, hints(board, "ITALY", STANDARD))
    assert isinstance(found, Ambiguous)
    assert found.suggestions == ("F ION - TYS",)
    assert found.literal is not None
    assert write(board, found.literal) == "F ION - TYR"


def test_a_code_that_is_possible_is_never_questioned() -> None:
    board = variant("standard")
    found = read(board, "a ven - tyr", Step.MOVEMENT, hints(board, "ITALY", STANDARD))
    assert isinstance(found, Order)
    assert write(board, found) == "A VEN - TYR"


def test_an_abbreviation_that_cannot_be_meant_but_may_be_a_slip_is_asked_about() -> None:
    board = variant("standard")
    found = read(board, "F Tir - ALB", Step.MOVEMENT, hints(board, "AUSTRIA", "AUSTRIA: F TRI, A VIE"))
    assert isinstance(found, Ambiguous)
    assert found.suggestions[0] == "F TRI - ALB"


def test_the_position_settles_a_short_name_only_with_certainty() -> None:
    board = variant("standard")
    north = "FRANCE: A SWE, F MAO"
    settled = read(board, "A SWE - NOR", Step.MOVEMENT, hints(board, "FRANCE", north))
    assert isinstance(settled, Order)
    assert write(board, settled) == "A SWE - NWY"
    fleets = hints(board, "FRANCE", "FRANCE: A BEL, F NTH, F MAO, F ENG")
    assert isinstance(read(board, "A BEL - NOR", Step.MOVEMENT, fleets), Ambiguous), "fleets could carry it to either"


def test_no_suggestion_is_ever_applied() -> None:
    board = variant("standard")
    found = read(board, "A PAR - BRU", Step.MOVEMENT, hints(board, "FRANCE", STANDARD))
    assert isinstance(found, Unreadable)
    assert found.suggestions[0] == "A PAR - BUR"
    assert (found.column, found.reason.args["text"]) == (9, "BRU")


def test_orders_under_another_powers_name_are_not_taken_for_ones_own() -> None:
    board = variant("standard")
    found = read(board, "Italy: Army Venice -> Tyrolia.", Step.MOVEMENT, hints(board, "FRANCE", STANDARD))
    assert isinstance(found, Unreadable)
    assert found.reason.code == "other_power"
    assert found.reason.args == {"power": "ITALY"}
