"""Canonical text and the long form of result mails are exactly those that players and their programs know."""

from __future__ import annotations

import pytest

from judge.adjudicator.orders import Order, OrderKind
from judge.notation.tokens import Kind, fold, tokenize
from judge.notation.writer import LongWriter, unit_text, write

from .boards import variant

ARMY, FLEET = 0, 1


def _at(text: str, name: str = "standard") -> int:
    return variant(name).board.index[text]


EXAMPLES = [
    (Order(OrderKind.HOLD, ARMY, _at("PAR")), "A PAR H", "Army Paris HOLD"),
    (Order(OrderKind.MOVE, ARMY, _at("VIE"), _at("GAL")), "A VIE - GAL", "Army Vienna -> Galicia"),
    (Order(OrderKind.MOVE, FLEET, _at("MAO"), _at("SPA/NC")), "F MAO - SPA/NC",
     "Fleet Mid-Atlantic Ocean -> Spain (north coast)"),
    (Order(OrderKind.MOVE, ARMY, _at("LON"), _at("BEL"), via=True), "A LON - BEL VIA", "Army London -> Belgium VIA"),
    (Order(OrderKind.MOVE, ARMY, _at("LON"), _at("NWY"), via=True, route=(_at("NTH"),)), "A LON - NTH - NWY",
     "Army London -> North Sea -> Norway"),
    (Order(OrderKind.SUPPORT_HOLD, ARMY, _at("PAR"), other_unit=ARMY, other=_at("MAR")), "A PAR S A MAR",
     "Army Paris SUPPORT Army Marseilles"),
    (Order(OrderKind.SUPPORT_MOVE, ARMY, _at("PAR"), _at("BUR"), ARMY, _at("MAR")), "A PAR S A MAR - BUR",
     "Army Paris SUPPORT Army Marseilles -> Burgundy"),
    (Order(OrderKind.CONVOY, FLEET, _at("NTH"), _at("NWY"), ARMY, _at("LON")), "F NTH C A LON - NWY",
     "Fleet North Sea CONVOY Army London -> Norway"),
    (Order(OrderKind.RETREAT, ARMY, _at("PAR"), _at("GAS")), "A PAR R GAS", "Army Paris -> Gascony"),
    (Order(OrderKind.DISBAND, ARMY, _at("PAR")), "A PAR D", "Army Paris DISBAND"),
    (Order(OrderKind.BUILD, FLEET, _at("STP/NC")), "BUILD F STP/NC", "Builds a fleet in St Petersburg (north coast)"),
    (Order(OrderKind.REMOVE, ARMY, _at("PAR")), "REMOVE A PAR", "Removes the army in Paris"),
    (Order(OrderKind.WAIVE), "WAIVE", "Build waived"),
    (Order(OrderKind.MOVE, -1, _at("PAR"), _at("BUR")), "PAR - BUR", "Paris -> Burgundy"),
]  # fmt: skip


@pytest.mark.parametrize(("order", "canonical", "full"), EXAMPLES, ids=[text for _, text, _ in EXAMPLES])
def test_each_kind_of_order_has_one_canonical_text_and_one_long_form(order: Order, canonical: str, full: str) -> None:
    board = variant("standard")
    assert write(board, order) == canonical
    assert LongWriter(board).order(order) == full


def test_a_foreign_unit_is_named_with_its_nationality_and_ones_own_without() -> None:
    board = variant("standard")
    austria, italy = board.power_index["AUSTRIA"], board.power_index["ITALY"]
    order = Order(OrderKind.SUPPORT_MOVE, FLEET, _at("TRI"), _at("TYR"), ARMY, _at("VEN"))
    assert LongWriter(board).order(order, austria, italy) == "Fleet Trieste SUPPORT Italian Army Venice -> Tyrolia"
    assert LongWriter(board).order(order, austria, austria) == "Fleet Trieste SUPPORT Army Venice -> Tyrolia"


def test_river_berths_and_the_fleet_to_strike_are_written() -> None:
    board = variant("philadelphia")
    move = Order(OrderKind.MOVE, FLEET, _at("FLR", "philadelphia"), _at("FAL", "philadelphia"), berth=1)
    assert write(board, move._replace(struck_power=board.power_index["MOB"])) == "F FLR/1 - FAL x MOB"
    assert write(board, move._replace(struck_berth=2)) == "F FLR/1 - FAL x FAL/2"
    assert unit_text(board, FLEET, move.target, 3) == "F FAL/3"


def test_the_long_form_speaks_the_names_of_another_language() -> None:
    board = variant("petit")
    order = Order(OrderKind.MOVE, ARMY, _at("LON", "petit"), _at("PAR", "petit"))
    assert LongWriter(board, "ja").order(order) == "Army ロンドン -> パリ"


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
