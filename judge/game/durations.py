"""Lengths of time as GMs write them: 3D, 12H, 90M, 1W, 30S."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

_UNITS = {"S": 1, "M": 60, "H": 3600, "D": 86400, "W": 604800}
_WORDS = {"S": "second", "M": "minute", "H": "hour", "D": "day", "W": "week"}
_FORM = re.compile(r"(\d{1,5})\s*(S|SEC|SECOND|M|MIN|MINUTE|H|HR|HOUR|D|DAY|W|WK|WEEK)S?", re.IGNORECASE)
LONGEST = 366 * 86400
"""No length of a game is longer than a year: a slip of the finger shall not park a game for ever."""


@dataclass(frozen=True, slots=True)
class Duration:
    """A count of a unit. Days and weeks are days of the calendar (the wall clock stays), the others elapsed time."""

    count: int
    unit: str

    @classmethod
    def parse(cls, text: str) -> Duration | None:
        """Read `3D`, `12h`, `90 min`; None for anything else, for a bare number and for more than a year."""
        found = _FORM.fullmatch(text.strip())
        if not found:
            return None
        duration = cls(int(found.group(1)), found.group(2)[0].upper())
        return duration if duration.seconds <= LONGEST else None

    @property
    def seconds(self) -> int:
        """The nominal length in seconds (a day counted as 24 hours)."""
        return self.count * _UNITS[self.unit]

    def __str__(self) -> str:
        return f"{self.count}{self.unit}"

    @property
    def words(self) -> str:
        """In English: `3 days`."""
        return f"{self.count} {_WORDS[self.unit]}{'' if self.count == 1 else 's'}"

    def after(self, instant: datetime, zone: str) -> datetime:
        """The instant this much later (UTC). Days keep the wall clock of `zone` over changes of summer time."""
        if self.unit not in "DW":
            return instant + timedelta(seconds=self.seconds)
        local = instant.astimezone(ZoneInfo(zone))
        days = self.count * (7 if self.unit == "W" else 1)
        return from_wall_clock(local.replace(tzinfo=None) + timedelta(days=days), zone)


def from_wall_clock(local: datetime, zone: str) -> datetime:
    """A wall-clock time of a zone as a UTC instant. A time skipped in spring counts as the later one, a time that comes
    twice in autumn as the first."""
    here = ZoneInfo(zone)
    aware = local.replace(tzinfo=here, fold=0)
    utc = aware.astimezone(ZoneInfo("UTC"))
    return utc.replace(tzinfo=utc.tzinfo)
