"""Lines about all orders at once: "rest hold", "all hold", "ignore the above"."""

from __future__ import annotations

import pytest

from tests.usecases.desk import ANN, GM, Office

ALL = {"A DAU H", "A ORL H", "A PAR H", "A PRO H", "A TOU H"}


@pytest.mark.parametrize(
    "line",
    ["Rest hold", "the rest holds.", "All others hold", "all other units hold", "everything else holds",
     "remaining units to hold", "France: rest hold", "* rest hold", "Rest hält", "残りは待機", "他は全て維持です"],
)  # fmt: skip
def test_the_rest_holds_and_orders_given_stay(running: Office, line: str) -> None:
    answer = running.write(ANN, f"A PAR - DIJ\n{line}", running.to())
    assert set(running.orders("FRANCE")) == {*ALL, "A PAR - DIJ"} - {"A PAR H"}
    assert running.statuses() == ["ok"] * 5
    assert "Your orders are complete and you are in." in answer.text


@pytest.mark.parametrize(
    "line", ["All hold", "all units hold", "Everyone holds!", "hold all", "全軍待機", "すべて維持"]
)
def test_all_hold_whatever_was_ordered_before(running: Office, line: str) -> None:
    running.write(ANN, f"A PAR - DIJ\n{line}", running.to())
    assert set(running.orders("FRANCE")) == ALL


def test_orders_below_a_hold_for_the_rest_count(running: Office) -> None:
    running.write(ANN, "rest hold\nA PAR - DIJ", running.to())
    assert set(running.orders("FRANCE")) == {*ALL, "A PAR - DIJ"} - {"A PAR H"}


def test_where_no_rest_is_left_nothing_is_changed(running: Office) -> None:
    running.write(ANN, "all hold\nrest hold", running.to())
    assert running.said()[-1] == "all_have_orders"
    assert set(running.orders("FRANCE")) == ALL


def test_a_game_master_names_the_power(running: Office) -> None:
    running.write(GM, "SIGNON Mfirst gmsecret\nrest hold\nSIGNOFF")
    assert running.said()[-1] == "name_the_power"
    running.write(GM, "SIGNON Mfirst gmsecret\nFRANCE: rest hold\nSIGNOFF")
    assert set(running.orders("FRANCE")) == ALL


@pytest.mark.parametrize(
    "line", ["hold on, the rest of my mail follows", "I hope all is well", "All in all a good year"]
)
def test_prose_orders_nothing(running: Office, line: str) -> None:
    running.write(ANN, line, running.to())
    assert running.said() == ["not_understood"]
    assert running.orders("FRANCE") == []


@pytest.mark.parametrize(
    "line", ["Sorry, ignore the above.", "scratch that", "disregard my previous orders", "上の行軍は無視"]
)
def test_orders_that_are_to_be_ignored_still_count_and_the_answer_says_how_to_take_them_back(
    running: Office, line: str
) -> None:
    answer = running.write(ANN, f"A PAR - DIJ\n{line}\nA ORL H", running.to())
    assert running.said() == ["order_ok", "above_stands", "order_ok"]
    assert "CLEAR takes all of them back" in " ".join(answer.text.split())
    assert set(running.orders("FRANCE")) == {"A PAR - DIJ", "A ORL H"}
