"""A calendar entry as the file that mail programs know (RFC 5545).

Written here rather than by a library: it is one component with ten plain properties, made once for every reader of
every result; the tests read it back with a library (`icalendar`), which so judges it independently.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

LINE = 73
"""Octets of a line, before a fold adds its blank (RFC 5545 section 3.1 allows 75)."""
Say = Callable[..., str]


@dataclass(frozen=True, slots=True)
class File:
    """A file beside the letter."""

    name: str
    content_type: str
    data: bytes


def deadline_file(entry: Mapping[str, Any], game: str, say: Say) -> File:
    """The entry of one deadline, published or cancelled; alarms at the reader's own lead times."""
    cancelled = entry["method"] == "CANCEL"
    words = {"game": game, "phase": entry["phase"]}
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Diplomacy judge//Deadlines//EN",
        f"METHOD:{entry['method']}",
        "BEGIN:VEVENT",
        f"UID:{entry['uid']}",
        f"SEQUENCE:{entry['count']}",
        f"DTSTAMP:{_utc(entry['at'])}",
        f"DTSTART:{_utc(entry['due'])}",
        f"ORGANIZER:mailto:{entry['organizer']}",
        f"SUMMARY:{_text(say('calendar.cancelled' if cancelled else 'calendar.summary', **words))}",
        f"DESCRIPTION:{_text(say('calendar.description', **words))}",
        f"STATUS:{'CANCELLED' if cancelled else 'CONFIRMED'}",
        "TRANSP:TRANSPARENT",
        *(line for lead in entry["alarms"] for line in _alarm(lead, say("calendar.summary", **words))),
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    name = f"{game}-{entry['phase']}{'-cancelled' if cancelled else ''}.ics"
    data = b"".join(_folded(line) for line in lines)
    return File(name, f"text/calendar; charset=utf-8; method={entry['method']}", data)


def _alarm(lead: int, text: str) -> list[str]:
    trigger = f"TRIGGER:-PT{lead // 60}M" if lead % 60 == 0 else f"TRIGGER:-PT{lead}S"
    return ["BEGIN:VALARM", "ACTION:DISPLAY", trigger, f"DESCRIPTION:{_text(text)}", "END:VALARM"]


def _utc(instant: str) -> str:
    return f"{datetime.fromisoformat(instant).astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    """RFC 5545 section 3.3.11."""
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "")


def _folded(line: str) -> bytes:
    """A content line, folded between whole characters."""
    rows, row = [], b""
    for character in line:
        data = character.encode("utf-8", "replace")
        if len(row) + len(data) > LINE:
            rows.append(row)
            row = b""
        row += data
    return b"\r\n ".join([*rows, row]) + b"\r\n"
