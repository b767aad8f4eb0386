"""What happened before: HISTORY in both dialects, results again, broadcasts. Nothing here changes anything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from judge.adjudicator.variant import Variant
from judge.game.game import Game
from judge.game.press import ALL
from judge.game.when import read_when
from judge.usecases.desk import Desk
from judge.usecases.ports import StoredPress, StoredResult
from judge.usecases.script import Command

MOST_PHASES = 30
"""HISTORY shows at most this many of the latest phases in one mail."""
_PART = re.compile(
    r"(FROM|TO|LINES|EXCLSTART|EXCLEND)\s+(.+?)(?=\s+(?:FROM|TO|LINES|EXCLSTART|EXCLEND)\s|$)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which part of the history: between two instants, between two phases (themselves left out), or one phase."""

    since: datetime | None = None
    until: datetime | None = None
    after: int | None = None
    before: int | None = None
    phase: str | None = None

    def has(self, at: datetime, phase_no: int, phase: str) -> bool:
        """Whether something of this time and phase is asked for."""
        return (
            (self.since is None or at >= self.since)
            and (self.until is None or at <= self.until)
            and (self.after is None or phase_no > self.after)
            and (self.before is None or phase_no < self.before)
            and self.phase in (None, phase)
        )


def history(desk: Desk, command: Command) -> None:
    """HISTORY [game] [phase | FROM … TO … | EXCLSTART … EXCLEND …] [BROAD]: results, the latest last."""
    game = desk.find_game(command, command.args.get("target"))
    if game is None:
        return
    results = desk.uow.results(game.id)
    wanted = _wanted(desk, game, command, results)
    if isinstance(wanted, str):
        desk.refuse(command, "bad_history", text=wanted[:60])
        return
    found = [each for each in results if wanted.has(each.processed_at, each.phase_no, each.phase)]
    if wanted.phase is not None and not found:
        desk.refuse(command, "no_such_result", phase=wanted.phase, game=game.name)
        return
    shown = found[-MOST_PHASES:]
    desk.blocks += [_block(game, each) for each in shown]
    if command.args.get("broad"):
        numbers = {each.phase: each.phase_no for each in results} | {game.position.phase: game.phase_no}
        said = [each for each in desk.uow.press(game.id) if wanted.has(each.at, numbers.get(each.phase, 0), each.phase)]
        desk.blocks.append(_broadcasts(game, said))
    desk.ok(command, "history_ok", game=game.name, count=len(shown), total=len(results))


def results_again(desk: Desk, command: Command) -> None:
    """GET RESULTS, LAST: the last results once more, or those of a phase."""
    game = desk.find_game(command, command.args.get("target"))
    if game is None:
        return
    results = desk.uow.results(game.id)
    wanted = _phase(desk.variant(game), command.args.get("phase"))
    found = [each for each in results if wanted in (None, each.phase)]
    if not found or (command.args.get("phase") and wanted is None):
        asked = command.args.get("phase")
        more = {"phase": asked} if asked else {}
        desk.refuse(command, "no_such_result" if asked else "no_results_yet", game=game.name, **more)
        return
    desk.blocks.append(_block(game, found[-1]))
    desk.ok(command, "history_ok", game=game.name, count=1, total=len(results))


def _block(game: Game, result: StoredResult) -> dict[str, Any]:
    shown = {"game": game.name, "variant_hash": game.variant_hash, "result": dict(result.outcome)}
    return {"type": "results", **shown}


def _broadcasts(game: Game, press: Sequence[StoredPress]) -> dict[str, Any]:
    """Press to all, signed as its readers saw it."""
    rows = [
        {"from": None if each.grey else each.sender, "phase": each.phase, "at": each.at.isoformat(), "text": each.text}
        for each in press
        if ALL in each.recipients and each.status == "sent"
    ]
    return {"type": "broadcasts", "variant_hash": game.variant_hash, "press": rows}


def _wanted(desk: Desk, game: Game, command: Command, results: Sequence[StoredResult]) -> _Wanted | str:
    """What is asked for, or the part that can't be read. LINES is understood and ignored: nothing is cut by lines."""
    variant = desk.variant(game)
    parts: dict[str, str] = {
        word.upper(): text.strip() for word, text in _PART.findall(command.args.get("span", "") + " ")
    }
    instants: dict[str, Any] = {
        word: _instant(desk, game, word, parts[word]) for word in ("FROM", "TO") if word in parts
    }
    ends: dict[str, Any] = {word: _phase(variant, parts[word]) for word in ("EXCLSTART", "EXCLEND") if word in parts}
    for word, text in parts.items():
        if word != "LINES" and (instants | ends).get(word) is None:
            return text
    given = command.args.get("phase")
    phase = _phase(variant, given)
    if given and phase is None:
        return given
    numbers = {each.phase: each.phase_no for each in results}
    return _Wanted(
        since=instants.get("FROM"),
        until=instants.get("TO"),
        after=numbers.get(ends["EXCLSTART"] or "", 10**6) if "EXCLSTART" in ends else None,
        before=numbers.get(ends["EXCLEND"] or "", 10**6) if "EXCLEND" in ends else None,
        phase=phase,
    )


def _instant(desk: Desk, game: Game, word: str, text: str) -> datetime | None:
    """The latest such moment of the past year: history lies behind us."""
    zone = (desk.person.zone if desk.person else "") or game.settings.zone
    a_year_ago = desk.now - timedelta(days=366)
    return read_when(text, a_year_ago, zone, "00:00" if word == "FROM" else "23:59")


def _phase(variant: Variant, text: str | None) -> str | None:
    phase = variant.calendar.parse(text) if text else None
    return phase.code if phase else None
