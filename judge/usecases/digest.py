"""The digest: one mail a day, at the reader's hour, with what may wait.

What waits is kept per person and sent by the tick after the hour has come; a switched-off digest, or one that is full,
is sent at the next tick. Nothing is dropped but press that its writer has taken back meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from judge.game.durations import from_wall_clock
from judge.usecases.ports import Mail, Person, Store, UnitOfWork
from judge.usecases.wants import plain

MOST_ITEMS = 100
_WAITING = "digests"


def add(uow: UnitOfWork, person: Person, item: Mapping[str, Any]) -> None:
    """Keep an item (`key`, `kind`, `game`, `phase`, `data`) for a person's next digest; the same key once."""
    items = uow.recall(_key(person.id)) or []
    if any(each["key"] == item["key"] for each in items):
        return
    uow.remember(_key(person.id), [*items, item])
    waiting = uow.recall(_WAITING) or {}
    if str(person.id) not in waiting:
        uow.remember(_WAITING, {**waiting, str(person.id): None})


def send_due(store: Store, now: datetime) -> int:
    """Send every digest whose hour has come; how many."""
    with store.begin() as uow:
        waiting: Mapping[str, str | None] = uow.recall(_WAITING) or {}
        people = {number: uow.person(int(number)) for number in waiting}
        plan = {number: _due(uow, person, waiting[number], now) for number, person in people.items() if person}
        due = [person for number, person in people.items() if person and plan[number] <= now]
        later = {number: at.isoformat() for number, at in plan.items() if at > now}
        for person in due:
            _send(uow, person, now)
        if later != waiting:
            uow.remember(_WAITING, later or None)
    return len(due)


def _due(uow: UnitOfWork, person: Person, planned: str | None, now: datetime) -> datetime:
    at = person.preferences.get("digest")
    if at is None or len(uow.recall(_key(person.id)) or ()) >= MOST_ITEMS:
        return now
    return datetime.fromisoformat(planned) if planned else next_hour(at, person.zone or "UTC", now)


def next_hour(at: str, zone: str, now: datetime) -> datetime:
    """The next instant after `now` at a time of day in a zone, summer time included."""
    hour, minute = (int(part) for part in at.split(":"))
    local = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    wanted = local.replace(hour=hour, minute=minute, second=0, microsecond=0)
    due = from_wall_clock(wanted if wanted > local else wanted + timedelta(days=1), zone)
    return due if due > now else from_wall_clock(wanted + timedelta(days=1), zone)


def _send(uow: UnitOfWork, person: Person, now: datetime) -> None:
    items = [item for item in uow.recall(_key(person.id)) or () if not _taken_back(uow, item)]
    uow.remember(_key(person.id), None)
    if items:
        uow.post(
            Mail(
                kind="digest",
                to=person.address,
                data={"head": None, "items": items},
                key=f"digest:{person.id}:{now.isoformat()}",
                language=person.language,
                zone=person.zone or "UTC",
                thread=f"digest {person.id}",
                plain=plain(person),
            )
        )


def _taken_back(uow: UnitOfWork, item: Mapping[str, Any]) -> bool:
    if item["kind"] != "press":
        return False
    return any(
        each.id == item["data"]["press"] and each.status == "cancelled" for each in uow.press(item["data"]["game_id"])
    )


def _key(person: int) -> str:
    return f"digest:{person}"
