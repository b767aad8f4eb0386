"""Players' absences: read, kept with the game, and the deadlines that make way for them. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from judge.game.game import Game
from judge.game.settings import Settings, duration
from judge.game.when import dated, latin, read_when

MOST = 3
"""Absences that one player may have announced at a time."""
_KEY, _FIRST = "absences", "first_deadline"
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Absence:
    """From when until when the holder of a seat is away."""

    seat: int
    start: datetime
    end: datetime

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"seat": self.seat, "start": self.start.isoformat(), "end": self.end.isoformat()}


def read_span(text: str, now: datetime, zone: str) -> tuple[datetime, datetime] | None:
    """`24 Dec TO 6 Jan`, `Jan 1 TO Jan 15`, `TO 13:00`, a day alone: first and last instant; None if unreadable."""
    plain = re.sub(r"^FROM\s+", "", text.strip(), flags=re.IGNORECASE)
    plain = dated(latin(re.sub(r"(?:まで|の間)$", "", plain.replace("から", " TO ")).strip()), now, zone)
    first, to, last = (part.strip() for part in _parted(plain))
    yesterday = now - _DAY  # a day that has begun is today, not the same day next year
    start = now if not first else read_when(first, yesterday, zone, "00:00")
    if start is None or (to and not last):
        return None
    if last:
        end = read_when(last, max(start, now), zone, "23:59")
    else:
        end = read_when(first, yesterday, zone, "23:59")
    return None if end is None or end <= max(start, now) else (start, end)


def _parted(text: str) -> tuple[str, str, str]:
    found = re.search(r"(?:^|\s)(TO|UNTIL|TILL)(?:\s|$)", text, flags=re.IGNORECASE)
    return (text, "", "") if found is None else (text[: found.start()], "TO", text[found.end() :])


def absences(game: Game) -> tuple[Absence, ...]:
    """All absences that are kept, also past ones."""
    found: Sequence[Mapping[str, Any]] = game.settings.extra.get(_KEY, ())
    return tuple(
        Absence(each["seat"], datetime.fromisoformat(each["start"]), datetime.fromisoformat(each["end"]))
        for each in found
    )


def with_absences(game: Game, wanted: Sequence[Absence]) -> Game:
    """The game with these absences."""
    return _remember(game, _KEY, [each.to_json() for each in wanted])


def limit(settings: Settings) -> timedelta:
    """How long an absence may be."""
    return timedelta(seconds=duration(settings.max_absence).seconds)


def around(game: Game, due: datetime, step: str, owing: Collection[str]) -> datetime:
    """A deadline, or the instant it has to move to because somebody who owes orders for it is away then.

    Whoever comes back gets a day (or a short phase's length) to write. It never moves by more than MAX ABSENCE in all
    from the deadline that was announced first, which is what keeps absences from parking a game.
    """
    held = {seat.id for seat in game.powers if seat.power in owing and not seat.vacant}
    first = first_deadline(game) or due
    margin = timedelta(seconds=min(game.settings.length(step).seconds, _DAY.total_seconds()))
    moved = due
    for each in sorted(absences(game), key=lambda one: one.start):
        if each.seat in held and each.start <= moved <= each.end:
            moved = _same_time_of_day(game.settings, each.end + margin, due)
    return min(moved, max(due, first + limit(game.settings)))


def _same_time_of_day(settings: Settings, earliest: datetime, due: datetime) -> datetime:
    """The first instant from `earliest` on at the time of day of the old deadline, in the game's zone."""
    if settings.length("M").seconds < _DAY.total_seconds():
        return earliest
    moved = due
    while moved < earliest:
        moved = duration("1D").after(moved, settings.zone)
    return moved


def first_deadline(game: Game) -> datetime | None:
    """The deadline of the current phase as it was before any absence moved it; None if none did."""
    kept = game.settings.extra.get(_FIRST)
    return datetime.fromisoformat(kept["at"]) if kept and kept["phase_no"] == game.phase_no else None


def moved_from(game: Game, first: datetime) -> Game:
    """The game that remembers which deadline its current phase had at first."""
    if first_deadline(game) is not None:
        return game
    return _remember(game, _FIRST, {"phase_no": game.phase_no, "at": first.isoformat()})


def _remember(game: Game, key: str, value: Any) -> Game:
    return replace(game, settings=replace(game.settings, extra={**game.settings.extra, key: value}))
