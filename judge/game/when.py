"""Instants as GMs type them: `Jun 15 23:30`, `15 June`, `Saturday 20:00`, `2026-12-03 21:00`, `+2D`."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.durations import Duration, from_wall_clock

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def read_when(text: str, now: datetime, zone: str, default_time: str = "23:59") -> datetime | None:
    """The next moment that fits what was typed, as UTC; None if it can't be read.

    Missing parts are the next fitting moment after `now` in `zone`; a missing time is `default_time`. A complete date
    in the past is returned as it is: refusing it is the caller's business. `+2D` counts from now.
    """
    text = dated(latin(text.strip()), now, zone)
    if len(text) > 60:
        return None
    if text.startswith("+"):
        length = Duration.parse(text[1:])
        return None if length is None else length.after(now, zone)
    iso = _iso(text, zone)
    if iso is not None:
        return iso
    return _words(text, now, zone, default_time)


_JAPANESE = (
    (r"(\d{4})年\s*(\d{1,2})月\s*(\d{1,2})日", r"\1-\2-\3 "),
    (r"今日", "today "), (r"(?:明日|あした)", "tomorrow "),
    (r"(\d{1,2})時(\d{1,2})分", r"\1:\2 "), (r"(\d{1,2})時", r"\1:00 "),
    *((f"{kanji}曜日?", f"{day} ") for kanji, day in zip("月火水木金土日", _DAYS, strict=True)),
)  # fmt: skip


def latin(text: str) -> str:
    """A date in Japanese (`3月10日 21時`, `明日`, `金曜日`) as it would be typed in English."""
    if text.isascii():
        return text
    folded = unicodedata.normalize("NFKC", text)
    for written, english in _JAPANESE:
        folded = re.sub(written, english, folded)
    folded = re.sub(
        r"(\d{1,2})月\s*(\d{1,2})日", lambda found: f"{found[2]} {_MONTHS[(int(found[1]) - 1) % 12]} ", folded
    )
    return re.sub(r"\s+", " ", re.sub(r"\b(\d{4})-(\d)-", r"\1-0\2-", re.sub(r"-(\d)\b", r"-0\1", folded))).strip()


def dated(text: str, now: datetime, zone: str) -> str:
    """`today` and `tomorrow` as dates."""
    for word, days in (("today", 0), ("tonight", 0), ("tomorrow", 1)):
        day = now.astimezone(ZoneInfo(zone)) + timedelta(days=days)
        text = re.sub(rf"\b{word}\b", f"{day:%Y-%m-%d}", text, flags=re.IGNORECASE)
    return text


def _iso(text: str, zone: str) -> datetime | None:
    if not re.match(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}", text):
        return None
    try:
        moment = datetime.fromisoformat(text.replace(" UTC", "+00:00"))
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else from_wall_clock(moment, zone)


def _words(text: str, now: datetime, zone: str, default_time: str) -> datetime | None:
    day = month = year = weekday = None
    time = default_time
    for word in re.split(r"[\s,]+", text):
        low = word.lower().rstrip(".")
        if re.fullmatch(r"\d{1,2}:\d{2}(:\d{2})?", low):
            time = low[:5] if len(low) > 5 else low
        elif low[:3] in _MONTHS and low.isalpha():
            month = _MONTHS.index(low[:3]) + 1
        elif low[:3] in _DAYS and low.isalpha():
            weekday = _DAYS.index(low[:3])
        elif re.fullmatch(r"\d{4}", low):
            year = int(low)
        elif re.fullmatch(r"\d{1,2}(st|nd|rd|th)?", low):
            day = int(re.sub(r"\D", "", low))
        elif iso := re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", low):
            year, month, day = (int(part) for part in iso.groups())
        else:
            return None
    hour, minute = (int(part) for part in time.split(":"))
    if hour > 23 or minute > 59 or (month is not None and day is None):
        return None
    return _next_fit(now, zone, (hour, minute), (day, month, year, weekday))


def _next_fit(
    now: datetime, zone: str, time: tuple[int, int], parts: tuple[int | None, int | None, int | None, int | None]
) -> datetime | None:
    day, month, year, weekday = parts
    local = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None, hour=time[0], minute=time[1], second=0, microsecond=0)
    if day and month and year:
        try:
            return from_wall_clock(local.replace(year=year, month=month, day=day), zone)
        except ValueError:
            return None
    for _ in range(1500):  # four years: the next 29 February is never farther
        fits = (day in (None, local.day)) and (month in (None, local.month)) and (year in (None, local.year))
        if fits and weekday in (None, local.weekday()):
            moment = from_wall_clock(local, zone)
            if moment > now:
                return moment
        local += timedelta(days=1)
    return None
