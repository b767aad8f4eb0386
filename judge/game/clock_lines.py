"""Times of day, weekdays, dates without deadlines, and nJudge's clock lines (`SET MOVE CLOCK 1260 NEXT 71 GRACE 24 …`).

The older judge counts lengths in hours, with decimals, and the time of day in minutes after midnight (-1: none).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from judge.game.durations import Duration
from judge.game.settings import BadSetting, Change, Settings, changed

Result = tuple[Settings, tuple[Change, ...]] | BadSetting

_KINDS = {"MOVE": "M", "MOVEMENT": "M", "RETREAT": "R", "ADJUST": "A", "ADJUSTMENT": "A", "BUILD": "A"}
_LENGTH_OF = {"M": "move", "R": "retreat", "A": "adjust"}
_WEEK = "SMTWTFS"
MOST_DATES = 40


def read_clock(settings: Settings, line: str) -> Result | None:
    """`[MOVE|RETREAT|ADJUST] CLOCK n NEXT h GRACE h DELAY h DAYS …`; None if the line is no such line."""
    words = line.split()
    kind = _KINDS.get(words[0].upper(), "") if words else ""
    words = words[1:] if kind else words
    if len(words) < 2 or words[0].upper() not in ("CLOCK", "NEXT", "GRACE", "DELAY", "DAYS"):
        return None
    values: dict[str, Any] = {}
    own: dict[str, str] = dict(settings.by_kind.get(kind, {}))
    for word, text in zip(words[::2], [*words[1::2], ""], strict=False):
        read = _clock_word(word.upper(), text)
        if isinstance(read, BadSetting):
            return read
        name, value = read
        if name == "next":
            values |= {_LENGTH_OF[each]: value for each in ([kind] if kind else _LENGTH_OF)}
        elif kind:
            own[name] = value
        else:
            values[name] = value
    if own and kind:
        values["by_kind"] = {**settings.by_kind, kind: own}
    return changed(settings, **values)


def _clock_word(word: str, text: str) -> tuple[str, str] | BadSetting:
    if word == "CLOCK":
        at = clock_time(text)
        return BadSetting("bad_time", {"text": text}) if at is None else ("at", at)
    if word == "DAYS":
        days = read_days(text)
        return BadSetting("bad_days", {"text": text}) if days is None else ("days", days)
    if word in ("NEXT", "GRACE", "DELAY"):
        length = hours(text)
        if length is None or (word == "NEXT" and length.count == 0):
            return BadSetting("bad_length", {"word": word, "text": text})
        return word.lower(), str(length)
    return BadSetting("bad_clock_word", {"word": word})


def clock_time(text: str) -> str | None:
    """Minutes after midnight, or a time of day; -1 is none at all."""
    if text == "-1":
        return ""
    if text.isdigit() and int(text) < 24 * 60:
        return f"{int(text) // 60:02d}:{int(text) % 60:02d}"
    return time_of_day(text)


def hours(text: str) -> Duration | None:
    """A length, or a bare number of hours such as 71 or 0.5."""
    if re.fullmatch(r"\d{1,4}(\.\d{1,2})?", text):
        minutes = round(float(text) * 60)
        return Duration.parse(f"{minutes // 60}H" if minutes % 60 == 0 else f"{minutes}M")
    return Duration.parse(text)


def time_of_day(text: str) -> str | None:
    """`9:05` → `09:05`; None for what is no time of day."""
    found = re.fullmatch(r"(\d{1,2}):(\d{2})", text)
    if not found or int(found.group(1)) > 23 or int(found.group(2)) > 59:
        return None
    return f"{int(found.group(1)):02d}:{found.group(2)}"


def read_days(text: str) -> str | None:
    """Seven weekdays, Sunday first: upper case any phase, lower case not for movement, `-` a day off. All in lower case
    they mean the same as in upper case: a game without a day for movement is nobody's wish."""
    if len(text) != 7 or any(given != "-" and given.upper() != day for given, day in zip(text, _WEEK, strict=True)):
        return None
    if text == "-------":
        return None
    return text.upper() if text == text.lower() else text


def read_dates(text: str) -> tuple[str, ...] | None:
    """`20261225,20261231-20270102` (or with dashes in the dates) as `2026-12-25`, `2026-12-31/2027-01-02`."""
    spans: list[str] = []
    for part in re.split(r"[\s,]+", text.strip().strip(",")):
        found = re.fullmatch(r"(\d{4}-?\d{2}-?\d{2})(?:(?:-|/|\.\.)(\d{4}-?\d{2}-?\d{2}))?", part)
        days = [_date(day) for day in found.groups() if day] if found else [None]
        if None in days or (len(days) == 2 and str(days[0]) > str(days[1])):
            return None
        spans.append("/".join(str(day) for day in days))
    return tuple(spans) if len(spans) <= MOST_DATES else None


def _date(text: str) -> str | None:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None


def holidays(settings: Settings, text: str) -> Result:
    """`NOT dates`: no deadline falls on these; `NOT NONE` clears them."""
    if text.upper() in ("NONE", "NOTHING"):
        return changed(settings, not_on=())
    dates = read_dates(text)
    return BadSetting("bad_dates", {"text": text[:60]}) if dates is None else changed(settings, not_on=dates)


def timing_dates(after: list[str]) -> tuple[Mapping[str, Any] | BadSetting, int]:
    """The dates after NOT in a TIMING line, and how many words they are."""
    used = next((at for at, word in enumerate(after) if word != "," and not word[0].isdigit()), len(after))
    dates = read_dates(",".join(word for word in after[:used] if word != ","))
    if dates is None or not used:
        return BadSetting("bad_dates", {"text": " ".join(after[: used or 1])[:60]}), used
    return {"not_on": dates}, used
