"""Every way in which players of both older judges write an order is read, and read as what they meant."""

from __future__ import annotations

import pytest

from judge.adjudicator.orders import Order
from judge.adjudicator.phases import Step
from judge.notation.reader import read
from judge.notation.writer import write

from .boards import hints, table, variant

ROWS = table("accepted")


def test_the_table_of_accepted_forms_covers_four_variants_and_three_hundred_forms() -> None:
    assert len(ROWS) >= 300
    assert {row["variant"] for row in ROWS} == {"standard", "hundred", "petit", "philadelphia"}


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['variant']} {row['given']}" for row in ROWS])
def test_a_form_in_use_is_read_as_the_order_it_means(row: dict[str, str]) -> None:
    board = variant(row["variant"])
    found = read(board, row["given"], Step(row["step"]), hints(board, row["power"], row["board"], int(row["owes"])))
    assert isinstance(found, Order), found
    assert write(board, found) == row["expected"]
