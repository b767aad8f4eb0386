"""Powers that are off the board: nobody concedes to one, and none shares a draw."""

from __future__ import annotations

import pytest

from tests.usecases.desk import ANN, BOB, GM, Office

PLACES = ("DIJ", "LUX", "FLA", "HOL")


@pytest.fixture
def without_burgundy(office: Office) -> Office:
    """A game in which the GM's corrections have left Burgundy neither unit nor centre."""
    office.begin("first", "SET DRAWS NAMED")
    lines = [line for place in PLACES for line in (f"SET NO UNIT {place}", f"SET CENTRE {place} FRANCE")]
    office.write(GM, "\n".join(("SIGNON Mfirst gmsecret", *lines, "SIGNOFF")))
    assert set(office.statuses()) == {"ok"}
    return office


def test_nobody_concedes_to_a_power_that_is_off_the_board(without_burgundy: Office) -> None:
    without_burgundy.write(BOB, "SET CONCEDE BURGUNDY", without_burgundy.to())
    assert without_burgundy.said() == ["no_such_power"]
    without_burgundy.write(BOB, "SET CONCEDE FRANCE", without_burgundy.to())
    assert without_burgundy.statuses() == ["ok"]


def test_a_power_that_is_off_the_board_shares_no_draw(without_burgundy: Office) -> None:
    without_burgundy.write(ANN, "SET DRAW FRANCE, BURGUNDY", without_burgundy.to())
    assert without_burgundy.said() == ["draw_of_dead"]


def test_the_survivors_draw_without_it(without_burgundy: Office) -> None:
    for player in (ANN, BOB):
        without_burgundy.write(player, "SET DRAW", without_burgundy.to())
    ending = without_burgundy.game().ending
    assert ending is not None
    assert ending.draw == ("ENGLAND", "FRANCE")
