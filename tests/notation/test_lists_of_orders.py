"""Several orders on one line, and lines that are orders though a word of theirs is on no map."""

from __future__ import annotations

import pytest

from judge.notation.lines import looks_like_order, orders_of, split

from .boards import variant


@pytest.mark.parametrize(
    "line",
    ["A PAR - DIJ and A DAU S A PAR - DIJ", "A PAR - DIJ / A DAU S A PAR - DIJ", "A PAR - DIJ; A DAU S A PAR - DIJ",
     "A PAR - DIJ. A DAU S A PAR - DIJ.", "A PAR - DIJ      A DAU S A PAR - DIJ",
     "A PAR - DIJ & A DAU S A PAR - DIJ", "A PAR - DIJ und A DAU S A PAR - DIJ", "A PAR - DIJ, A DAU S A PAR - DIJ"],
)  # fmt: skip
def test_orders_in_a_row_are_parted(line: str) -> None:
    assert [piece.rstrip(".") for piece in split(line)] == ["A PAR - DIJ", "A DAU S A PAR - DIJ"]


@pytest.mark.parametrize(
    "line",
    [
        "A LON - CAL via Dover and the Channel",
        "F NUM / WC H",
        "Paris and a friend",
        "A DAU   S   A PAR - DIJ",
        "F. A PAR - DIJ",
        "A MOS S F St. Petersburg - NWY",
    ],
)
def test_what_is_one_thing_is_not_parted(line: str) -> None:
    assert split(line) == [line]


@pytest.mark.parametrize("line", ["Par - bur", "par-spa", "Ejército París a Dijon", "A PAR a DIJ"])
def test_an_order_with_a_word_that_is_on_no_map_is_not_passed_over(line: str) -> None:
    assert looks_like_order(variant("hundred"), line)


@pytest.mark.parametrize("line", ["Paris - what a city!", "see you - Ann", "Paris a city", "P.S. a word on Paris"])
def test_prose_with_a_dash_is_none(line: str) -> None:
    assert not looks_like_order(variant("hundred"), line)


@pytest.mark.parametrize(
    "line", ["If Burgundy attacks, A PAR - DIJ, else A PAR H", "unless he moves; A PAR H", "もし、A PAR H"]
)
def test_a_condition_is_not_parted_from_its_order(line: str) -> None:
    assert split(line) == [line]
    assert looks_like_order(variant("hundred"), line)


@pytest.mark.parametrize("line", ["パリーモスクワ", "パリ→モスクワ"])
def test_a_japanese_place_that_is_on_no_map_is_not_passed_over(line: str) -> None:
    assert looks_like_order(variant("petit"), line)


@pytest.mark.parametrize(
    "head",
    ["Hi judge, ", "Hello! ", "Please: ", "OK, ", "Orders for France: ", "Spring 1901: ", "S1901 orders: ",
     "Here are my orders: ", "My orders are ", "So, "],
)  # fmt: skip
def test_a_greeting_or_a_heading_may_stand_on_the_line_of_the_orders(head: str) -> None:
    line = f"{head}A PAR - BUR, F BRE - MAO"
    assert orders_of(variant("standard"), line) == ["A PAR - BUR", "F BRE - MAO"]
    assert looks_like_order(variant("standard"), line)


@pytest.mark.parametrize(
    "line",
    [
        "My plan: A Par-Bur, A Mar S A Par-Bur, F Bre-Mao. What do you think?",
        "For example, A PAR - BUR",
        "I suggest you order A Mun - Ruh and A Kie - Den.",
        "Ann, A PAR - BUR",
        "Думаю, A PAR - BUR",
        "A PAR - BUR, F BRE - MAO?",
        "A PAR - BUR and A MAR - SPA, what do you think?",
    ],
)
def test_orders_that_a_sentence_talks_of_are_not_half_obeyed(line: str) -> None:
    assert orders_of(variant("standard"), line) == [line]
