"""Signs and words that turn an order's sense round, or speak of another unit, are asked about: never read past."""

from __future__ import annotations

import pytest

from judge.adjudicator.orders import Order
from judge.adjudicator.phases import Step
from judge.notation.lines import looks_like_order, orders_of
from judge.notation.reader import Ambiguous, Unreadable, read
from judge.notation.writer import write

from .boards import hints, variant

POSITION = "FRANCE: A PAR, F BRE, A MAR, F MAO, A LON, F NTH, A GAS, F ENG / ENGLAND: A YOR"
STRUCK = "A PAR - BUR".replace("", "\u0336")[1:]


def answers(line: str) -> list[object]:
    board = variant("standard")
    return [read(board, piece, Step.MOVEMENT, hints(board, "FRANCE", POSITION)) for piece in orders_of(board, line)]


@pytest.mark.parametrize(
    "sign", ["⬅️", "👈", "⇄", "↔", "↛", "≠", "🔁", "❌", "🚫", "⛔", "💥", "✖", "⬆️", "🛡", "<-", "!="]
)
def test_a_sign_between_two_places_that_is_no_arrow_to_the_right_is_asked_about(sign: str) -> None:
    assert all(isinstance(found, Unreadable) for found in answers(f"A PAR {sign} BUR"))


@pytest.mark.parametrize("sign", ["⬅️", "⇄", "↛", "≠", "❌", "🛡"])
def test_such_a_line_is_told_of_rather_than_taken_for_prose(sign: str) -> None:
    assert looks_like_order(variant("standard"), f"A PAR {sign} BUR")


@pytest.mark.parametrize(
    "line", ["❌ A PAR - BUR", "A PAR - BUR ❌", "✗ A PAR - BUR", "🚫 A PAR - BUR", "A PAR - BUR ❓"]
)
def test_an_order_with_a_cross_or_a_question_at_it_is_asked_about(line: str) -> None:
    assert looks_like_order(variant("standard"), line)
    assert all(isinstance(found, Unreadable) for found in answers(line))


@pytest.mark.parametrize("line", [STRUCK, "A PAR - B\u0336U\u0336R\u0336 PIC"])
def test_letters_that_were_struck_out_are_not_read_as_if_they_stood(line: str) -> None:
    assert all(isinstance(found, Unreadable) for found in answers(line))


@pytest.mark.parametrize(
    "line",
    [
        "A GAS - LON S by F ENG", "A PAR - BUR S by MAR", "A PAR - BUR from GAS", "A PAR from GAS to BUR",
        "A MAR S A PAR from GAS", "A MAR S A PAR - BUR from GAS", "F NTH convoy to NWY", "F NTH c- NWY",
        "A PAR - BUR (A MAR - GAS)", "A PAR - BUR (PIC)", "A MAR S (not A PAR - BUR)", "(A PAR - BUR)",
        "パリ陸軍、ブルゴーニュへ移動しない", "パリ陸軍、ブルゴーニュかガスコーニュへ移動",
        "パリ陸軍、マルセイユ陸軍、ブルゴーニュへ移動", "ロンドン陸軍は北海を経由せずノルウェーへ移動",
        "ロンドン陸軍→ノルウェー（北海経由）→スウェーデン", "ブルゴーニュ←パリ",
    ],
)  # fmt: skip
def test_who_helps_whence_and_what_not_is_no_place_on_the_way(line: str) -> None:
    assert all(isinstance(found, (Unreadable, Ambiguous)) for found in answers(line))


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A MAR supports Burgundy from Paris", "A MAR S PAR - BUR"),
        ("The army at Marseilles support move to Burgundy from Paris.", "A MAR S PAR - BUR"),
        ("A Mar supports an attack on Burgundy from Paris", "A MAR S PAR - BUR"),
        ("F NTH convoys Norway from London", "F NTH C LON - NWY"),
    ],
)
def test_behind_from_stands_the_one_that_moves(line: str, order: str) -> None:
    (found,) = answers(line)
    assert isinstance(found, Order)
    assert write(variant("standard"), found) == order
