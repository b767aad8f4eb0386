"""From a policy to instants: next deadline, end of grace, reminders. Wall clocks and zones, summer time included."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.durations import from_wall_clock
from judge.game.hours import has_hours, hours_deadline
from judge.game.settings import Settings, duration

_FUDGE = timedelta(hours=8)
"""With a fixed time of day, processing up to this much late does not cost a day (as in DPjudge)."""
_FARTHEST_FREE_DAY = 400
"""After so many days that are not allowed, the next one is taken all the same."""


def next_deadline(settings: Settings, step: str, now: datetime, *, first: bool = False) -> datetime:
    """When a phase of `step` (M, R, A) that begins at `now` is due: a whole minute (a second for short phases).

    `first`: it is the first phase of the game, which opening hours may make longer.
    """
    if has_hours(settings):
        return hours_deadline(settings, now, first=first)
    settings = settings.for_step(step)
    length = settings.length(step)
    due = length.after(now, settings.zone)
    if settings.at and length.seconds >= 12 * 3600:
        due = _at_time_of_day(due - _FUDGE, settings)
    elif length.seconds >= 3600:
        due = _round_up(due, 60)
    else:
        due = _round_up(due, 1)
    return _on_allowed_day(due, settings, step)


def grace_end(settings: Settings, deadline: datetime) -> datetime:
    """When the grace after a deadline ends; the deadline itself where there is none."""
    return duration(settings.grace).after(deadline, settings.zone)


def early_deadline(settings: Settings, now: datetime) -> datetime:
    """The deadline once all orders are in: now and the delay in which the last player may change his mind."""
    return duration(settings.delay).after(now, settings.zone)


def reminders(settings: Settings, began: datetime | None, deadline: datetime) -> tuple[datetime, ...]:
    """When those who owe orders are reminded. A lead of more than half the phase is shortened to a quarter of it."""
    length = settings.length("M").seconds if began is None else (deadline - began).total_seconds()
    leads = {duration(lead).seconds for lead in settings.warn}
    fitting = {lead if lead <= length / 2 else length / 4 for lead in leads}
    return tuple(sorted(deadline - timedelta(seconds=lead) for lead in fitting))


def _at_time_of_day(earliest: datetime, settings: Settings) -> datetime:
    hour, minute = (int(part) for part in settings.at.split(":"))
    local = earliest.astimezone(ZoneInfo(settings.zone)).replace(tzinfo=None)
    wanted = local.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if wanted < local:
        wanted += timedelta(days=1)
    return from_wall_clock(wanted, settings.zone)


def _on_allowed_day(due: datetime, settings: Settings, step: str) -> datetime:
    local = due.astimezone(ZoneInfo(settings.zone)).replace(tzinfo=None)
    for _ in range(_FARTHEST_FREE_DAY):
        if _allowed(local, settings, step):
            return due
        local += timedelta(days=1)
        due = from_wall_clock(local, settings.zone)
    return due


def _allowed(local: datetime, settings: Settings, step: str) -> bool:
    """Upper-case weekdays are for every phase, lower-case ones for all but movement (as in DPjudge)."""
    day = settings.days[(local.weekday() + 1) % 7]
    if day == "-" or (day.islower() and step == "M"):
        return False
    return not any(_within(local, span) for span in settings.not_on)


def _within(local: datetime, span: str) -> bool:
    first, _, last = span.partition("/")
    return first <= f"{local:%Y-%m-%d}" <= (last or first)


def _round_up(instant: datetime, seconds: int) -> datetime:
    over = instant.timestamp() % seconds
    return instant if over == 0 else (instant + timedelta(seconds=seconds - over)).replace(microsecond=0)
