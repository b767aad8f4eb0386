"""Recorded games replayed phase by phase, under the two older rulebook choices that they were played with."""

from __future__ import annotations

import gzip
import json
from typing import Any

from judge.adjudicator.outcomes import Adjudication
from judge.adjudicator.position import Position
from judge.adjudicator.rulebook import Rulebook
from judge.maps.files import load
from judge.notation.adjudication import adjudicate
from tests.adjudicator.casefiles import CASES

STANDARD = load("standard")
OLDER = Rulebook(via_without_convoy="land", disorder_removal="home")


def board(units: Any, centres: Any) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    return tuple({word: sorted(texts) for word, texts in found.items() if texts} for found in (units, centres))


def leads_to(result: Adjudication, wanted: dict[str, Any]) -> bool:
    """Whether a result is the next recorded phase; phases between them owed nothing. Records go on behind a win."""
    same = board(result.position.units, result.position.centres) == board(wanted["units"], wanted["centres"])
    owed_nothing = wanted["name"].endswith("A") and result.next != wanted["name"]
    fled = {word: sorted(one.unit for one in ones) for word, ones in result.position.dislodged.items()}
    recorded = {
        word: sorted(one if isinstance(one, str) else one["unit"] for one in ones)
        for word, ones in (wanted.get("dislodged") or {}).items()
        if ones
    }
    return same and fled == recorded and (result.next == wanted["name"] or result.winner is not None or owed_nothing)


def replay(game: dict[str, Any]) -> list[str]:
    """The phases whose outcome is not the next recorded position."""
    wrong = []
    before: Adjudication | None = None
    for phase, following in zip(game["phases"], game["phases"][1:], strict=False):
        position = Position(phase["name"], phase["units"], phase["centres"])
        if phase["name"].endswith("R") and before is not None:
            position = before.position  # where the dislodged may go is not recorded
        before = adjudicate(STANDARD, position, phase["orders"], rulebook=OLDER)
        if not leads_to(before, following):
            wrong.append(f"{game['id']} {phase['name']}")
    return wrong


def test_every_next_position_is_the_recorded_one() -> None:
    with gzip.open(CASES / "recorded_games.jsonl.gz", "rt", encoding="utf-8") as file:
        games = [json.loads(line) for line in file if line.strip()]
    wrong = [phase for game in games for phase in replay(game)]
    assert len(games) == 312
    assert wrong == []
