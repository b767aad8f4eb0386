"""Several units that are given one order in one breath: each gets it, and nothing else is made of such a line."""

from __future__ import annotations

import pytest

from judge.notation.lines import orders_of
from judge.notation.shared import are_told_together, shared

from .boards import variant


def told(line: str, board: str = "standard") -> list[str]:
    return shared(variant(board), orders_of(variant(board), line))


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A Par, A Mar H", ["A Par H", "A Mar H"]),
        ("A PAR, A MAR, F BRE: hold", ["A PAR hold", "A MAR hold", "F BRE hold"]),
        ("A PAR, A MAR and F BRE hold", ["A PAR hold", "A MAR hold", "F BRE hold"]),
        ("A PAR & A MAR both hold", ["A PAR hold", "A MAR hold"]),
        ("A PAR/A MAR/F BRE H", ["A PAR H", "A MAR H", "F BRE H"]),
        ("Par, Mar, Bre hold", ["Par hold", "Mar hold", "Bre hold"]),
        ("army Paris and fleet Brest hold", ["army Paris hold", "fleet Brest hold"]),
        ("Armies Paris and Marseilles hold", ["Armies Paris hold", "armies Marseilles hold"]),
        ("A Par, F Spa/nc, F Stp (sc) hold", ["A Par hold", "F Spa/nc hold", "F Stp (sc) hold"]),
        ("A BUD and A VIE support F TRI hold", ["A BUD support F TRI hold", "A VIE support F TRI hold"]),
        ("A BUD, A VIE S A TRI - SER", ["A BUD S A TRI - SER", "A VIE S A TRI - SER"]),
        ("A PAR - BUR, A MAR, F BRE H", ["A PAR - BUR", "A MAR H", "F BRE H"]),
        ("A PAR, A MAR H, F BRE - MAO", ["A PAR H", "A MAR H", "F BRE - MAO"]),
        ("A MUN und A BER halten", ["A MUN halten", "A BER halten"]),
        ("A PAR, A MAR disband", ["A PAR disband", "A MAR disband"]),
        ("Remove A PAR, F BRE and A MAR", ["Remove A PAR", "Remove F BRE", "Remove A MAR"]),
        ("Build armies Paris and Marseilles", ["Build armies Paris", "Build armies Marseilles"]),
    ],
)
def test_each_unit_of_a_list_gets_the_order_of_all(line: str, orders: list[str]) -> None:
    assert told(line) == orders


def test_a_misspelt_unit_of_a_list_keeps_the_others_from_nothing_and_has_the_order_to_be_told_of() -> None:
    assert told("A PAR, A QQQ, A MAR hold") == ["A PAR hold", "A QQQ hold", "A MAR hold"]


def test_more_pieces_than_there_are_units_are_not_looked_at_as_a_list() -> None:
    line = "A PAR, " * 41 + "A MAR H"
    assert told(line) == orders_of(variant("standard"), line)


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("パリ陸軍、ローマ陸軍 維持", ["パリ陸軍 維持", "ローマ陸軍 維持"]),
        ("陸軍 パリ、陸軍 ローマ 待機", ["陸軍 パリ 待機", "陸軍 ローマ 待機"]),
        ("パリとローマは待機", ["パリ 待機", "ローマ 待機"]),
    ],
)
def test_so_it_is_in_japanese(line: str, orders: list[str]) -> None:
    assert told(line, "petit") == orders


@pytest.mark.parametrize(
    "line",
    ["A PAR, A MAR - BUR", "F NTH, F ENG C A LON - BEL", "A PAR, A MAR, A BUR - GAS", "A PAR, F BRE", "A PAR, A QQQ H"],
)
def test_an_order_that_several_units_can_not_share_stays_with_the_one_that_it_follows(line: str) -> None:
    assert told(line) == orders_of(variant("standard"), line)


@pytest.mark.parametrize(
    "line",
    [
        "A LON - NTH - NWY", "F NTH C A LON - NWY", "A PAR S A MAR - BUR, F BRE H", "A PAR H; A MAR H", "D A PAR",
        "A LON - NWY via North Sea, Norwegian Sea", "Build A PAR, build F BRE", "Remove A PAR; waive", "F BRE H, A PAR",
    ],
)  # fmt: skip
def test_orders_that_say_all_by_themselves_stay_as_they_are(line: str) -> None:
    assert told(line) == orders_of(variant("standard"), line)


@pytest.mark.parametrize(
    "line",
    [
        "Paris, Rome and Vienna hold the balance", "Spain and Portugal hold elections", "Paris and Rome, what cities!",
        "A PAR, A MAR hold on a second", "A PAR, A MAR hold if Germany attacks", "Will A PAR and A MAR hold?",
        "A PAR, A MAR H?", "Norway and Sweden are nice", "England and France hold",
        "Remove Paris and Rome from the list", "Support Munich and Berlin, hold Kiel", "Paris and Marseilles",
    ],
)  # fmt: skip
def test_talk_of_several_places_is_no_order(line: str) -> None:
    assert not are_told_together(variant("standard"), line)
