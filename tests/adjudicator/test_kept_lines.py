"""What is kept from position to position for the sake of speed changes no answer."""

from __future__ import annotations

import gzip
import json
from random import Random
from typing import Any

import pytest

from judge.adjudicator.outcomes import Adjudication
from judge.adjudicator.position import Position
from judge.adjudicator.reasons import say
from judge.cli.adjudicate import Variants
from judge.maps.files import load
from judge.notation.adjudication import adjudicate
from judge.notation.kept import lines_of
from tests.adjudicator.casefiles import CASES
from tests.adjudicator.positions import Board, position
from tests.adjudicator.tangles import tangle

NAMES = ("standard", "hundred", "philadelphia", "petit")
ODD = ["F NTH C A LON - NWY", "A LON - NWY", "a london-wales", 'frobnicate \x07 “é” \\ "', "A XYZ H", "A PAR H"]


def as_data(result: Adjudication) -> dict[str, Any]:
    """The answer as the interface has it, by way of plain data."""
    data: dict[str, Any] = {name: getattr(result, name) for name in ("phase", "final", "dislodged", "retreats")}
    if result.centres is not None:
        data["centres"] = {word: sorted(codes) for word, codes in result.centres.items()}
    data["next"] = result.next
    data |= {"winner": result.winner} if result.winner is not None else {}
    data |= {"draw": result.draw} if result.draw else {}
    data["orders"] = [
        {
            "power": one.power, "given": one.given, "order": one.order, "result": one.result, "by": one.by,
            "why": None if one.reason is None else say(one.reason),
        }
        for one in result.outcomes
    ]  # fmt: skip
    return data


def lines(name: str) -> list[dict[str, Any]]:
    """Random positions of a variant, some with lines that are no good or come twice."""
    board = Board(load(name))
    found = []
    for seed in range(60):
        chance = Random(seed)
        make = tangle if seed % 2 and name != "petit" else position  # in Petit nobody is carried
        units, orders = make(board, chance)
        for given in orders.values():
            if chance.random() < 0.3:
                given.append(chance.choice([*ODD, *given]))
        found.append({"id": seed, "variant": name, "units": units, "orders": orders})
    return found


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_is_the_same_whether_its_lines_were_met_before_or_not(name: str) -> None:
    texts = [json.dumps(line).encode() for line in lines(name)]
    variants = Variants()
    for text in texts:
        variants.answer(text)
    met = [variants.answer(text) for text in texts]
    new = []
    for text in texts:
        lines_of.cache_clear()
        new.append(variants.answer(text))
    assert met == new


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_is_the_json_of_its_data(name: str) -> None:
    variants, variant = Variants(), load(name)
    phase = variant.calendar.first_movement.code
    for line in lines(name):
        units = {word: tuple(texts) for word, texts in line["units"].items()}
        data = as_data(adjudicate(variant, Position(phase, units), line["orders"]))
        written = json.dumps({"id": line["id"]} | data, ensure_ascii=False).encode()
        assert variants.answer(json.dumps(line).encode()) == written


def test_answers_in_recorded_games_are_the_json_of_their_data() -> None:
    variants, standard = Variants(), load("standard")
    with gzip.open(CASES / "recorded_games.jsonl.gz", "rt", encoding="utf-8") as file:
        phases = [phase for _, line in zip(range(15), file, strict=False) for phase in json.loads(line)["phases"]]
    for phase in phases:
        line = {key: phase[key] for key in ("units", "centres", "orders")} | {"phase": phase["name"]}
        data = as_data(adjudicate(standard, Position(phase["name"], phase["units"], phase["centres"]), phase["orders"]))
        written = json.dumps({"id": None} | data, ensure_ascii=False).encode()
        assert variants.answer(json.dumps(line).encode()) == written
