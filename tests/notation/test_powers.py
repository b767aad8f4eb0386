"""Powers by word, name, alias or letter, at the head of a line and as addressees."""

from __future__ import annotations

import pytest

from judge.adjudicator.outcomes import Reason
from judge.notation.powers import Addressees, find_power, power_head, powers_in

from .boards import variant


def _words(name: str, text: str) -> list[str] | None:
    board = variant(name)
    found = powers_in(board, text)
    return [board.powers[index].word for index in found.powers] if isinstance(found, Addressees) else None


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("standard", "france", ["FRANCE"]),
        ("standard", "FRA", ["FRANCE"]),
        ("standard", "f", ["FRANCE"]),
        ("standard", "fr", ["FRANCE", "RUSSIA"]),
        ("standard", "france,italy", ["FRANCE", "ITALY"]),
        ("standard", "France and Italy", ["FRANCE", "ITALY"]),
        ("standard", "france italy", ["FRANCE", "ITALY"]),
        ("standard", "E, F & G", ["ENGLAND", "FRANCE", "GERMANY"]),
        ("standard", "italy, italy", ["ITALY"]),
        ("standard", "TURKEY", ["TURKEY"]),
        ("standard", "Ｆｒａｎｃｅ", ["FRANCE"]),
        ("standard", "narnia", None),
        ("standard", "france, narnia", None),
        ("standard", "m", None),
        ("philadelphia", "the mob", ["MOB"]),
        ("philadelphia", "k", ["MOB"]),
        ("philadelphia", "'brook and river wards", ["BROOK", "WARDS"]),
        ("petit", "イタリア", ["ITALY"]),
        ("petit", "フランス、ロシア", ["FRANCE", "RUSSIA"]),
        ("petit", "フランスとトルコ", ["FRANCE", "TURKEY"]),
    ],
)
def test_addressees_are_named_in_every_way_players_use(name: str, text: str, words: list[str] | None) -> None:
    assert _words(name, text) == words


def test_a_word_that_could_also_be_letters_is_the_power_and_the_reader_is_warned() -> None:
    found = powers_in(variant("standard"), "fra")
    assert isinstance(found, Addressees)
    assert found.warning == Reason("power_or_letters", {"text": "fra", "power": "FRANCE"})
    plain = powers_in(variant("standard"), "france")
    assert isinstance(plain, Addressees)
    assert plain.warning is None


def test_an_unknown_addressee_is_named_in_the_answer() -> None:
    assert powers_in(variant("standard"), "france, narnia") == Reason("unknown_power", {"power": "narnia"})


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ("FRANCE: A PAR H", ("FRANCE", "A PAR H")),
        ("[FRANCE] A PAR H", ("FRANCE", "A PAR H")),
        ("[fra]:A PAR H", ("FRANCE", "A PAR H")),
        ("f: A PAR H", ("FRANCE", "A PAR H")),
        ("France：A PAR H", ("FRANCE", "A PAR H")),
        ("France:", ("FRANCE", "")),
        ("Hello: A PAR H", None),
        ("10:30 is fine", None),
        ("A PAR H", None),
    ],
)
def test_a_power_at_the_head_of_a_line_is_parted_from_its_order(line: str, head: tuple[str, str] | None) -> None:
    board = variant("standard")
    found = power_head(board, line)
    assert (None if found is None else (board.powers[found[0]].word, found[1])) == head


def test_a_beginning_that_fits_two_powers_names_neither() -> None:
    assert find_power(variant("standard"), "e") is not None
    assert find_power(variant("standard"), "en") is None
    assert find_power(variant("standard"), "") is None
