"""Opening hours: the times of day at which talk opens and orders close, and what is closed in between.

A game with hours has no free lengths: each phase opens at a fixed time of day, lasts so many hours of the wall clock
and is due at a closing time (Petit's seed: 52 hours, then 28, from 20:00 to 24:00).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.durations import from_wall_clock
from judge.game.game import Game, Stage
from judge.game.settings import Settings, duration

_DAY = timedelta(days=1)


def has_hours(settings: Settings) -> bool:
    """Whether a game keeps opening hours."""
    return bool(settings.opens)


def hours_deadline(settings: Settings, now: datetime, *, first: bool) -> datetime:
    """The closing time of a phase that begins at `now`: from the opening it falls into, or the next one."""
    opening = _opening(settings, _local(settings, now))
    end = opening + _length(settings, first=first)
    closing = _at(end, settings.closes)
    while closing - _DAY >= end:
        closing -= _DAY
    while closing < end:
        closing += _DAY
    return from_wall_clock(closing, settings.zone)


def opens_at(settings: Settings, deadline: datetime, *, first: bool) -> datetime:
    """When talk and orders of the phase that is due at `deadline` open."""
    latest = _local(settings, deadline) - _length(settings, first=first)
    opening = _at(latest, settings.opens)
    return from_wall_clock(opening if opening <= latest else opening - _DAY, settings.zone)


def closed_until(game: Game, now: datetime) -> datetime | None:
    """When a running game opens, if it is closed at `now`."""
    due = game.base_deadline
    if game.stage is not Stage.RUNNING or due is None or not has_hours(game.settings):
        return None
    opening = opens_at(game.settings, due, first=game.phase_no == 1)
    return opening if now < opening else None


def _opening(settings: Settings, local: datetime) -> datetime:
    """Today's opening while the day's hours last, otherwise the next one."""
    opening = _at(local, settings.opens)
    if opening - _DAY <= local < _at(opening - _DAY, settings.closes, after=True):
        return opening - _DAY
    return opening if local < _at(opening, settings.closes, after=True) else opening + _DAY


def _length(settings: Settings, *, first: bool) -> timedelta:
    text = settings.first_move if first and settings.first_move else settings.move
    return timedelta(seconds=duration(text).seconds)


def _local(settings: Settings, instant: datetime) -> datetime:
    return instant.astimezone(ZoneInfo(settings.zone)).replace(tzinfo=None)


def _at(day: datetime, time: str, *, after: bool = False) -> datetime:
    """A time of day (24:00 is the end of the day) on the date of `day`; `after`: the first one later than `day`."""
    hour, minute = (int(part) for part in time.split(":"))
    moment = day.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(hours=hour, minutes=minute)
    return moment + _DAY if after and moment <= day else moment
