"""Misspelt orders: the right one is offered first, and a wrong one is never read."""

from __future__ import annotations

from judge.adjudicator.orders import Order
from judge.adjudicator.phases import Step
from judge.notation.near import distance
from judge.notation.reader import read
from judge.notation.writer import write

from .boards import hints, table, variant

ROWS = table("typos")


def _answer(row: dict[str, str]) -> tuple[str | None, tuple[str, ...]]:
    """What a line was read as, if anything, and what was suggested."""
    board = variant(row["variant"])
    found = read(board, row["given"], Step.MOVEMENT, hints(board, row["power"], row["board"]))
    return (write(board, found), ()) if isinstance(found, Order) else (None, found.suggestions)


def test_a_misspelt_order_is_never_read_as_another_order() -> None:
    wrong = [row["given"] for row in ROWS if _answer(row)[0] not in (None, row["expected"])]
    assert wrong == []


def test_nine_of_ten_misspelt_orders_have_the_right_one_as_first_suggestion() -> None:
    asked = [(row, _answer(row)) for row in ROWS]
    misread = [(row, hints) for row, (order, hints) in asked if order is None]
    first = [row for row, hints in misread if hints[:1] == (row["expected"],)]
    assert len(misread) >= 300
    assert len(first) >= 0.9 * len(misread)


def test_several_misspelt_words_of_a_line_are_mended_together() -> None:
    board = variant("standard")
    known = hints(board, "FRANCE", "FRANCE: A PAR, A LON, F NTH, F BRE")
    for given, wanted in {
        "A Pariis - Burgnudy": "A PAR - BUR",
        "a lnodon - nwoway via nroth sea": "A LON - NTH - NWY",
        "AMRY PAR - BRU": "A PAR - BUR",
        "F NTH SUPORTS A LNO - BLE": "F NTH S A LON - BEL",
        "A PAR HODL": "A PAR H",
        "A PAR": "A PAR H",
    }.items():
        found = read(board, given, Step.MOVEMENT, known)
        assert not isinstance(found, Order)
        assert found.suggestions[0] == wanted


def test_prose_has_no_suggestions() -> None:
    board = variant("standard")
    known = hints(board, "FRANCE", "FRANCE: A PAR")
    for line in (
        "I will move to Paris tomorrow",
        "Hello.",
        "hello",
        "Best regards, Ann",
        "what do you think of my plan",
    ):
        found = read(board, line, Step.MOVEMENT, known)
        assert not isinstance(found, Order)
        assert found.suggestions == ()


def test_two_letters_swapped_are_a_smaller_slip_than_a_wrong_one() -> None:
    assert distance("bru", "bur") < distance("bru", "bre") == 1
    assert distance("burgndy", "burgundy") == 1
    assert distance("paris", "paris") == 0
    assert distance("par", "constantinople", 3) == float("inf")
