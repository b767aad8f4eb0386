"""Deadlines as calendar entries: what the calendar of somebody who holds a seat shows, kept up to date by his mails.

One entry a game and phase. Its number of changes (SEQUENCE) only ever grows, over all phases of a seat, so that a phase
that comes again after a rollback is newer than what the calendar has. An entry whose deadline will not come (processed
early, paused, over, taken back) is cancelled. RFC 5545, RFC 5546 section 3.2.
"""

from __future__ import annotations

from typing import Any

from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.settings import duration
from judge.usecases.ports import Person, UnitOfWork
from judge.usecases.wants import calendar

BRINGING = frozenset({"start", "results", "reminder"})
"""Mails that bring the entry always; the others of `CARRYING` only when it has changed."""
CARRYING = BRINGING | {"notice", "late", "end"}


def entries(
    uow: UnitOfWork, domain: str, game: Game, seat: Seat, person: Person, kind: str, *, together: bool = False
) -> list[dict[str, Any]]:
    """The entries that a mail brings to a seat; `together`: another phase follows at once, so nothing is due yet."""
    if kind not in CARRYING or together or seat.role is Role.OBSERVER or not calendar(person):
        return []
    kept = uow.recall(_key(seat)) or {"phase": None, "due": None, "count": -1}
    deadline = game.base_deadline or game.deadline
    open_now = game.stage is Stage.RUNNING and deadline is not None and deadline > uow.now
    due = deadline.isoformat() if open_now and deadline is not None else None
    phase = game.position.phase if due else None
    fresh = (kept["phase"], kept["due"]) != (phase, due)
    count = kept["count"] + fresh
    if fresh:
        uow.remember(_key(seat), {"phase": phase, "due": due, "count": count})
    about = {"at": uow.now.isoformat(), "organizer": f"{game.name}@{domain}", "count": count}
    found = []
    if kept["due"] and kept["phase"] != phase and kept["due"] > uow.now.isoformat():
        found.append({**about, **_event(game, kept["phase"], kept["due"], domain), "method": "CANCEL", "alarms": []})
    if due and phase and (fresh or kind in BRINGING):
        alarms = [] if seat.role is Role.MASTER else [duration(lead).seconds for lead in _leads(person, game)]
        found.append({**about, **_event(game, phase, due, domain), "method": "PUBLISH", "alarms": alarms})
    return found


def _event(game: Game, phase: str, due: str, domain: str) -> dict[str, Any]:
    return {"uid": f"{phase.lower()}.{game.id}@{domain}", "phase": phase, "due": due}


def _leads(person: Person, game: Game) -> tuple[str, ...]:
    own = person.preferences.get("reminders")
    return game.settings.warn if own is None else tuple(own)


def _key(seat: Seat) -> str:
    return f"calendar:{seat.id}"
