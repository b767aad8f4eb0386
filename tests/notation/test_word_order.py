"""Orders whose parts stand elsewhere: the goal before the unit, on the next line, or in the other kana."""

from __future__ import annotations

import pytest

from judge.adjudicator.orders import Order
from judge.adjudicator.phases import Step
from judge.notation.answers import Hints
from judge.notation.lines import looks_like_order
from judge.notation.reader import read
from judge.notation.wrapped import lines_of_order, may_be_wrapped
from judge.notation.writer import write
from tests.notation.boards import variant


def canonical(board: str, line: str) -> str | None:
    found = read(variant(board), line, Step.MOVEMENT, Hints(1, lambda _: None))
    return write(variant(board), found) if isinstance(found, Order) and looks_like_order(variant(board), line) else None


@pytest.mark.parametrize(
    ("board", "line", "order"),
    [
        ("hundred", "attack Dijon from Paris", "PAR - DIJ"),
        ("hundred", "Attack DIJ from A PAR!", "A PAR - DIJ"),
        ("standard", "move to Burgundy from Paris", "PAR - BUR"),
        ("standard", "Move to Burgundy from Paris, please.", "PAR - BUR"),
        ("standard", "Attack Munich from the army in Burgundy", "A BUR - MUN"),
    ],
)
def test_the_goal_may_stand_before_the_unit(board: str, line: str, order: str) -> None:
    assert canonical(board, line) == order


@pytest.mark.parametrize(
    "line", ["attack Munich from the west", "attack from Paris", "attack Burgundy from Paris and Marseilles"]
)
def test_talk_of_an_attack_is_no_order(line: str) -> None:
    assert canonical("standard", line) is None


@pytest.mark.parametrize(
    ("board", "line", "order"),
    [
        ("petit", "ぱりからべるぎーへ", "PAR - BEL"),
        ("petit", "陸軍ろんどん - ぱり", "A LON - PAR"),
        ("petit", "ぱりはすぺいんを支援", "PAR S SPA"),
        ("standard", "みゅんへん待機", "MUN H"),
        ("hundred", "ぱり－でぃじょん", "PAR - DIJ"),
    ],
)
def test_names_may_be_left_in_hiragana(board: str, line: str, order: str) -> None:
    assert canonical(board, line) == order


@pytest.mark.parametrize("line", ["さっぱりわからない", "やっぱりスペインは強い", "きっとぱりへ", "ぱりっとしたシャツ"])
def test_no_name_is_found_inside_a_japanese_word(line: str) -> None:
    assert canonical("petit", line) is None


def taken(first: str, *following: str) -> int:
    if not following or not may_be_wrapped(first, following[0]):
        return 1
    return lines_of_order(variant("standard"), first, following)


@pytest.mark.parametrize(
    "lines",
    [
        ("F BRE -", "MAO"),
        ("Army Paris moves to", "Burgundy"),
        ("A MAR S A PAR -", "BUR"),
        ("A PAR", "-", "BUR"),
        ("A PAR", "- BUR"),
        ("A MAR S A PAR", "- BUR"),
        ("Army in Marseilles supports the army in Paris", "to Burgundy"),
        ("Fleet in the Mid-Atlantic Ocean convoys the army in Brest to", "North Africa"),
        ("The fleet in the Mid-Atlantic Ocean convoys the army in Brest", "to North Africa"),
    ],
)
def test_a_broken_order_is_put_together(lines: tuple[str, ...]) -> None:
    assert taken(*lines) == len(lines)
    assert taken(*lines, "A MUN H") == len(lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("A PAR - BUR", "F BRE - MAO"),
        ("A PAR S A MAR", "- A BUR H"),
        ("A PAR - BUR", "- Bob"),
        ("A MAR - BUR", "- MUN"),
        ("I shall write about the army in Paris to", "Burgundy"),
        ("As to the question of what I am going to do about Burgundy, I go to", "Paris"),
        ("A PAR H", "to be sure"),
    ],
)
def test_lines_that_say_all_by_themselves_stay_apart(lines: tuple[str, ...]) -> None:
    assert taken(*lines) == 1
