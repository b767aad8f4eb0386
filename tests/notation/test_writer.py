"""Canonical text is exactly that which players and their programs know."""

from __future__ import annotations

import pytest

from judge.adjudicator.orders import Order, OrderKind
from judge.notation.tokens import Kind, fold, tokenize
from judge.notation.writer import unit_text, write

from .boards import variant

ARMY, FLEET = 0, 1


def _at(text: str, name: str = "standard") -> int:
    return variant(name).board.index[text]


EXAMPLES = [
    (Order(OrderKind.HOLD, ARMY, _at("PAR")), "A PAR H"),
    (Order(OrderKind.MOVE, ARMY, _at("VIE"), _at("GAL")), "A VIE - GAL"),
    (Order(OrderKind.MOVE, FLEET, _at("MAO"), _at("SPA/NC")), "F MAO - SPA/NC"),
    (Order(OrderKind.MOVE, ARMY, _at("LON"), _at("BEL"), via=True), "A LON - BEL VIA"),
    (Order(OrderKind.MOVE, ARMY, _at("LON"), _at("NWY"), via=True, route=(_at("NTH"),)), "A LON - NTH - NWY"),
    (Order(OrderKind.SUPPORT_HOLD, ARMY, _at("PAR"), other_unit=ARMY, other=_at("MAR")), "A PAR S A MAR"),
    (Order(OrderKind.SUPPORT_MOVE, ARMY, _at("PAR"), _at("BUR"), ARMY, _at("MAR")), "A PAR S A MAR - BUR"),
    (Order(OrderKind.CONVOY, FLEET, _at("NTH"), _at("NWY"), ARMY, _at("LON")), "F NTH C A LON - NWY"),
    (Order(OrderKind.RETREAT, ARMY, _at("PAR"), _at("GAS")), "A PAR R GAS"),
    (Order(OrderKind.DISBAND, ARMY, _at("PAR")), "A PAR D"),
    (Order(OrderKind.BUILD, FLEET, _at("STP/NC")), "BUILD F STP/NC"),
    (Order(OrderKind.REMOVE, ARMY, _at("PAR")), "REMOVE A PAR"),
    (Order(OrderKind.WAIVE), "WAIVE"),
    (Order(OrderKind.MOVE, -1, _at("PAR"), _at("BUR")), "PAR - BUR"),
]  # fmt: skip


@pytest.mark.parametrize(("order", "canonical"), EXAMPLES, ids=[text for _, text in EXAMPLES])
def test_each_kind_of_order_has_one_canonical_text(order: Order, canonical: str) -> None:
    board = variant("standard")
    assert write(board, order) == canonical


def test_river_berths_and_the_fleet_to_strike_are_written() -> None:
    board = variant("philadelphia")
    move = Order(OrderKind.MOVE, FLEET, _at("FLR", "philadelphia"), _at("FAL", "philadelphia"), berth=1)
    assert write(board, move._replace(struck_power=board.power_index["MOB"])) == "F FLR/1 - FAL x MOB"
    assert write(board, move._replace(struck_berth=2)) == "F FLR/1 - FAL x FAL/2"
    assert unit_text(board, FLEET, move.target, 3) == "F FAL/3"


def test_every_dash_and_arrow_is_one_sign() -> None:
    for sign in ["-", "->", "-->", "–", "—", "−", "‐", "‑", "―", "→", "⇒", "－", "=>", ">", "~", "- -", "─"]:
        kinds = [token.kind for token in tokenize(f"par {sign} bur")]
        assert kinds == [Kind.WORD, Kind.DASH, Kind.WORD], sign


def test_a_token_remembers_its_column_in_the_line_as_sent() -> None:
    assert [(t.text, t.column) for t in tokenize("Ａ　ﾊﾟﾘ − Orléans")] == [
        ("a", 1), ("パリ", 3), ("-", 7), ("orleans", 9),
    ]  # fmt: skip


def test_case_width_accents_and_apostrophes_make_no_difference() -> None:
    assert fold("Ｍünchen") == fold("MUNCHEN") == "munchen"
    assert fold("St. Joseph’s") == fold("st. josephs")
    assert fold("ﾁｭﾆｽ") == fold("チュニス")
