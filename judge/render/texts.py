"""What the judge says: catalogues of sentences per language, dates in a reader's zone, lists in words.

A catalogue is `templates/<language>/words.toml`, so that a translator needs no code. A sentence names its values in
braces; `{n:unit|units}` picks the singular or the plural by the value. A language that lacks a sentence borrows the
English one, and a reason of the adjudicator that no catalogue says is said in the adjudicator's own words.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from judge.adjudicator.reasons import TABLE

FALLBACK = "en"
BARE = ("reasons", "answers")
"""Sections whose codes need no prefix; the later wins."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@cache
def _parts(sentence: str) -> str | tuple[tuple[str, str | None, str], ...]:
    """A catalogue's sentence taken apart once: text, and the name and format of the value after it; a sentence without
    values is what it says. Values have plain names: a catalogue can't reach into them."""
    parts = tuple((text, name, form or "") for text, name, form, _ in string.Formatter().parse(sentence))
    if wrong := [name for _, name, _ in parts if name is not None and not name.isidentifier()]:
        raise ValueError(f"not the name of a value: {wrong[0]!r}")
    return parts if any(name is not None for _, name, _ in parts) else "".join(text for text, _, _ in parts)


def _field(value: Any, form: str) -> str:
    """As `str.format`, with one addition: a format `one|many` chooses a word by number."""
    if not form:
        return value if type(value) is str else format(value)
    one, bar, many = form.partition("|")
    if bar:
        return one if int(value) == 1 else many
    return format(value, form)


class Texts:
    """All catalogues under one folder. `reasons` is the adjudicator's table, said where no catalogue knows better."""

    def __init__(self, templates_dir: Path, reasons: Mapping[str, str] | None = None) -> None:
        self._reasons = dict(TABLE if reasons is None else reasons)
        self._catalogues = {
            path.parent.name: _flatten(tomllib.loads(path.read_text("utf-8")))
            for path in sorted(templates_dir.glob("*/words.toml"))
        }
        borrowed = _sentences(self._catalogues.get(FALLBACK, {}))
        self._sentences = {lang: borrowed | _sentences(each) for lang, each in self._catalogues.items()}

    def say(self, code: str, args: Mapping[str, Any] | None = None, lang: str = FALLBACK) -> str:
        """The sentence of a code, with or without its section (`answers.joined`, `joined`), filled with `args`.

        KeyError for a code that nobody knows and for a value that a sentence needs and did not get: a hole in a mail is
        a fault to be seen, not to be sent.
        """
        parts = _parts(self.sentence(code, lang))
        if isinstance(parts, str):
            return parts
        values, said = args or {}, ""
        for text, name, form in parts:
            said += text if name is None else text + _field(values[name], form)
        return said

    def sentence(self, code: str, lang: str = FALLBACK) -> str:
        """The unfilled sentence of a code."""
        found = (self._sentences.get(lang) or self._sentences.get(FALLBACK, {})).get(code)
        return self._reasons[code.removeprefix("reasons.")] if found is None else found

    def knows(self, code: str, lang: str = FALLBACK) -> bool:
        """Whether `say` has a sentence for a code."""
        try:
            self.sentence(code, lang)
        except KeyError:
            return False
        return True

    def words(self, code: str, lang: str = FALLBACK) -> Sequence[str]:
        """A list of words of a catalogue, such as the names of months."""
        found = self._catalogues.get(lang, {}).get(code) or self._catalogues[FALLBACK][code]
        return found if isinstance(found, list) else [found]

    def listed(self, items: Iterable[str], lang: str = FALLBACK, *, last: str = "and") -> str:
        """`A, B and C`; with `last="or"`, `A, B or C`."""
        every = list(items)
        if len(every) < 2:
            return "".join(every)
        comma = self.sentence("lists.comma", lang)
        return comma.join(every[:-1]) + self.sentence(f"lists.{last}", lang) + every[-1]

    def when(self, instant: datetime | str, zone: str = "UTC", lang: str = FALLBACK) -> str:
        """An instant in a reader's zone and in UTC: `Tue 3 Mar 2026 21:00 JST (12:00 UTC)`.

        Always absolute and always with its zone: a relative time goes stale and a bare one is read in the wrong zone.
        """
        moment = _instant(instant)
        there = moment.astimezone(_zone(zone))
        values = self._local(there, zone, lang)
        if there.utcoffset() == moment.utcoffset() and values["zone"] == "UTC":
            return self.say("dates.when_utc", values, lang)
        other_day = values["day"] != moment.day
        utc = self._day(moment, lang) | {"time": f"{moment:%H:%M}"}
        values["utc"] = self.say("dates.other_day", utc, lang) if other_day else utc["time"]
        return self.say("dates.when", values, lang)

    def when_short(self, instant: datetime | str, zone: str = "UTC", lang: str = FALLBACK) -> str:
        """An instant for a subject, short enough for a telephone: `Tue 3 Mar 21:00 JST`."""
        there = _instant(instant).astimezone(_zone(zone))
        return self.say("dates.when_short", self._local(there, zone, lang), lang)

    def phase_name(self, text: str, lang: str = FALLBACK) -> str:
        """`Spring of 1901`, `January 2007`, `1425` (several with commas) as a calendar has it, in another language."""
        if lang == FALLBACK:
            return text
        return self.sentence("lists.comma", lang).join(self._turn(part, lang) for part in text.split(", "))

    def _turn(self, text: str, lang: str) -> str:
        found = re.fullmatch(r"(?:(?P<season>\w+) (?:of )?)?(?P<year>\d{1,4})", text)
        if found is None or not found["season"]:
            return self.say("turns.turn", {"year": text}, lang) if found else text
        code = f"turns.{found['season']}"
        season = self.sentence(code, lang) if self.knows(code, lang) else found["season"]
        return self.say("turns.season", {"season": season, "year": found["year"]}, lang)

    def _local(self, there: datetime, zone: str, lang: str) -> dict[str, Any]:
        """A moment's words in a zone. In some languages midnight is the end of a day."""
        midnight = self.sentence("dates.midnight", lang) if there.hour == there.minute == 0 else ""
        day = there - timedelta(days=1) if midnight else there
        return self._day(day, lang) | {"time": midnight or f"{there:%H:%M}", "zone": there.tzname() or zone}

    def _day(self, moment: datetime, lang: str) -> dict[str, Any]:
        weekday = self.words("dates.weekdays", lang)[moment.weekday()]
        month = self.words("dates.months", lang)[moment.month - 1]
        return {"weekday": weekday, "day": moment.day, "month": month, "year": moment.year}


def header_date(instant: datetime | str | None) -> str:
    """A date as the `::` header and the results skeleton write it, in UTC: `Tue Jan 06 2004 23:30:00 +0000`.

    Names are English in every language, because client tools read this line. No deadline is the year 1970, as in the
    older judges.
    """
    moment = datetime(1970, 1, 1, tzinfo=UTC) if instant is None else _instant(instant)
    return (
        f"{WEEKDAYS[moment.weekday()]} {MONTHS[moment.month - 1]} {moment:%d} {moment.year:04d} {moment:%H:%M:%S} +0000"
    )


def _instant(instant: datetime | str) -> datetime:
    moment = datetime.fromisoformat(instant) if isinstance(instant, str) else instant
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


@cache
def _zone(name: str) -> ZoneInfo:
    """A zone that this machine does not know is shown as UTC rather than holding up a mail."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def _sentences(catalogue: Mapping[str, Any]) -> dict[str, str]:
    return {code: text for code, text in catalogue.items() if isinstance(text, str)}


def _flatten(catalogue: Mapping[str, Any]) -> dict[str, Any]:
    """Sections become prefixes; what a use case or the adjudicator says also answers to its bare code."""
    flat = {f"{section}.{name}": text for section, entries in catalogue.items() for name, text in entries.items()}
    return {name: text for section in BARE for name, text in catalogue.get(section, {}).items()} | flat
