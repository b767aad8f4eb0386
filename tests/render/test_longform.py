"""Orders in the words of result mails: pasted back from such a mail they are read as the orders they report."""

from __future__ import annotations

import pytest

from judge.adjudicator.phases import Step
from judge.maps import files
from judge.notation.answers import Hints
from judge.notation.reader import read
from judge.notation.writer import write
from judge.render.longform import LongForm
from judge.render.texts import Texts
from tests.render.samples import TEMPLATES

TEXTS = Texts(TEMPLATES)
ORDERS = [
    ("standard", "A PAR H", "Army Paris HOLD"),
    ("standard", "A VIE - GAL", "Army Vienna -> Galicia"),
    ("standard", "F MAO - SPA/NC", "Fleet Mid-Atlantic Ocean -> Spain (north coast)"),
    ("standard", "A PAR S A MAR", "Army Paris SUPPORT Army Marseilles"),
    ("standard", "A PAR S A MAR - BUR", "Army Paris SUPPORT Army Marseilles -> Burgundy"),
    ("standard", "F NTH C A LON - NWY", "Fleet North Sea CONVOY Army London -> Norway"),
    ("philadelphia", "F FLR/1 - FAL x MOB", "Fleet Flat Rock (berth 1) -> Falls x The Mob"),
    ("philadelphia", "F FLR/1 - FAL x FAL/2", "Fleet Flat Rock (berth 1) -> Falls x Falls (berth 2)"),
    ("philadelphia", "F FLR/1 - FAL x MOB FAL/2", "Fleet Flat Rock (berth 1) -> Falls x The Mob Falls (berth 2)"),
    ("petit", "A LON - PAR", "Army London -> Paris"),
]


@pytest.mark.parametrize(("name", "order", "words"), ORDERS, ids=[order for _, order, _ in ORDERS])
def test_an_order_has_one_long_form_and_pasted_back_is_that_order(name: str, order: str, words: str) -> None:
    board = files.load(name, ())
    assert LongForm(board, TEXTS).order(order) == words
    found = read(
        board, f"{board.powers[0].name}: {words}.  (*bounce, dislodged*)", Step.MOVEMENT, Hints(0, lambda _: None)
    )
    assert write(board, found) == order


@pytest.mark.parametrize("name", ["standard", "hundred", "philadelphia", "petit"])
def test_every_place_is_read_back_from_its_long_form(name: str) -> None:
    board = files.load(name, ())
    long = LongForm(board, TEXTS)
    for place in board.board.locations:
        kind = "F" if "/" in place else "A"
        line = long.order(f"{kind} {place} H")
        assert write(board, read(board, line, Step.MOVEMENT, Hints(0, lambda _: None))) == f"{kind} {place} H", line


def test_a_foreign_unit_is_named_with_its_nationality_and_ones_own_without() -> None:
    long = LongForm(files.load("standard", ()), TEXTS)
    order, owners = "F TRI S A VEN - TYR", {"A VEN": "ITALY"}
    assert long.order(order, own="AUSTRIA", owners=owners) == "Fleet Trieste SUPPORT Italian Army Venice -> Tyrolia"
    assert long.order(order, own="ITALY", owners=owners) == "Fleet Trieste SUPPORT Army Venice -> Tyrolia"
