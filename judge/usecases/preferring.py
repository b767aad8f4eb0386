"""Preferences by mail: which kinds of mail, the digest, how mails look; and all of them at a glance."""

from __future__ import annotations

import re
from typing import Any

from judge.usecases.desk import Desk
from judge.usecases.player import known_person
from judge.usecases.ports import Person
from judge.usecases.script import Command
from judge.usecases.wants import DIGESTED, TOPICS, Mode, calendar, mode, picture, plain, preferring, with_mode

_NAMES = {
    "reminder": "reminders",
    "join": "joins",
    "absence": "absences",
    "broadcast": "broadcasts",
    "call": "calls",
    "substitute": "calls",
    "substitutes": "calls",
}


def set_mail(desk: Desk, command: Command) -> None:
    """SET MAIL kind ON|OFF|DIGEST."""
    topic = command.args["topic"].lower()
    topic = _NAMES.get(topic, topic)
    if topic not in TOPICS:
        desk.refuse(command, "mail_unknown", text=command.args["topic"], known=", ".join(t.upper() for t in TOPICS))
        return
    wanted: Mode = "off" if command.args.get("off") else _MODES[command.args["mode"].upper()]
    if wanted == "digest" and topic not in DIGESTED:
        desk.refuse(command, "mail_not_digested", topic=topic.upper())
        return
    person = known_person(desk)
    _save(desk, with_mode(desk.uow, person, topic, wanted))
    if wanted == "digest" and not person.preferences.get("digest"):
        desk.ok(command, "mail_digest_without_hour", topic=topic.upper())
    else:
        desk.ok(command, f"mail_{wanted}", topic=topic.upper())


_MODES: dict[str, Mode] = {"ON": "on", "OFF": "off", "DIGEST": "digest"}


def set_digest(desk: Desk, command: Command) -> None:
    """SET DIGEST hour, SET NO DIGEST."""
    person = known_person(desk)
    if command.args.get("off"):
        _save(desk, preferring(person, digest=None))
        desk.ok(command, "digest_none")
        return
    at = time_of_day(command.args["at"])
    if at is None:
        desk.refuse(command, "bad_digest", text=command.args["at"])
        return
    _save(desk, preferring(person, digest=at))
    desk.ok(command, "digest_set", at=at, zone=person.zone or "UTC")


def time_of_day(text: str) -> str | None:
    """`7`, `07:00`, `7pm` as `07:00`; None for no time of day."""
    found = re.fullmatch(r"(\d{1,2})(?:[:.h](\d{2}))?\s?([ap]m)?", text.strip().lower())
    if found is None:
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), found[3]
    if half and not 1 <= hour <= 12:
        return None
    hour = hour % 12 + 12 * (half == "pm") if half else hour
    return f"{hour:02d}:{minute:02d}" if hour < 24 and minute < 60 else None


def set_pictures(desk: Desk, command: Command) -> None:
    """SET MAP, SET NO MAP."""
    off = bool(command.args.get("off"))
    _save(desk, preferring(known_person(desk), picture=False if off else None))
    desk.ok(command, "pictures_off" if off else "pictures_on")


def set_text(desk: Desk, command: Command) -> None:
    """SET TEXT ONLY, SET HTML."""
    only = bool(command.args.get("plain"))
    _save(desk, preferring(known_person(desk), plain=only or None))
    desk.ok(command, "text_only" if only else "text_and_html")


def set_calendar(desk: Desk, command: Command) -> None:
    """SET CALENDAR, SET NO CALENDAR."""
    off = bool(command.args.get("off"))
    _save(desk, preferring(known_person(desk), calendar=False if off else None))
    desk.ok(command, "calendar_off" if off else "calendar_on")


def show(desk: Desk, command: Command) -> None:
    """PREFERENCES: everything a person has set, with the command that changes it."""
    person = known_person(desk)
    desk.blocks.append(shown(person, {topic: _mode(desk, person, topic) for topic in TOPICS}))
    desk.ok(command, "preferences_ok")


def _mode(desk: Desk, person: Person, topic: str) -> str:
    if topic == "calls":
        return "on" if person.id in (desk.uow.recall("substitutes") or []) else "off"
    return mode(person, topic)


def shown(person: Person, modes: dict[str, str]) -> dict[str, Any]:
    """The block that shows a person's preferences."""
    return {
        "type": "preferences",
        "name": person.name,
        "address": person.address,
        "language": person.language,
        "zone": person.zone,
        "modes": modes,
        "digest": person.preferences.get("digest"),
        "reminders": person.preferences.get("reminders"),
        "press_delay": person.preferences.get("press_delay", 0),
        "picture": picture(person),
        "plain": plain(person),
        "calendar": calendar(person),
    }


def _save(desk: Desk, person: Person) -> None:
    desk.uow.save_person(person)
    desk.person = person
