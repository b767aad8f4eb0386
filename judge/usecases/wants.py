"""What a person wants to be mailed: optional kinds of mail on, off or in the digest, pictures, HTML, calendar entries.

Results, starts, ends, receipts, answers, press to oneself and everything about one's own seat are never optional: a
seat must not be lost because a mail was switched off long ago.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from judge.game.seats import Role, Seat
from judge.usecases.letters import Said
from judge.usecases.ports import Person, UnitOfWork

_LIST = "substitutes"
Mode = Literal["on", "off", "digest"]
TOPICS = ("reminders", "late", "joins", "absences", "broadcasts", "calls")
"""The kinds of mail that a person may switch off."""
DIGESTED = frozenset({"late", "joins", "absences", "broadcasts"})
"""Those that may wait for the digest: what has a deadline of its own never does."""
TOPIC_OF = {
    "has_joined": "joins",
    "has_joined_as": "joins",
    "somebody_joined": "joins",
    "has_left": "joins",
    "taken_over": "joins",
    "has_resigned": "joins",
    "absence_told": "absences",
    "absence_off_told": "absences",
    "substitute_wanted": "calls",
}
"""Of which kind a notice is, by what it says."""


def topic_of(said: Sequence[Said]) -> str:
    """The kind of a notice; empty where something in it is not optional."""
    found = {TOPIC_OF.get(each.code, "") for each in said}
    return found.pop() if len(found) == 1 else ""


def mode(person: Person, topic: str) -> Mode:
    """What a person wants of a kind of mail. Who has a digest finds there all that may wait, unless he says ON."""
    chosen: Mode | None = person.preferences.get("mail", {}).get(topic)
    if chosen is not None:
        return chosen
    if topic == "reminders" and person.preferences.get("reminders") == []:
        return "off"
    return "digest" if topic in DIGESTED and person.preferences.get("digest") else "on"


def mode_at(person: Person, topic: str, seat: Seat | None) -> Mode:
    """The mode of a kind at a seat: whoever plays cannot be without what is said to all."""
    if not topic:
        return "on"
    wanted = mode(person, topic)
    if topic == "broadcasts" and wanted == "off" and (seat is None or seat.role is not Role.OBSERVER):
        return "digest" if person.preferences.get("digest") else "on"
    return wanted


def with_mode(uow: UnitOfWork, person: Person, topic: str, wanted: Mode) -> Person:
    """The person after a change of one kind of mail; reminders and calls keep their own older commands in step."""
    if topic == "calls":
        others = [each for each in listed(uow) if each != person.id]
        keep_list(uow, others if wanted == "off" else [*others, person.id])
        return person
    if topic == "reminders":
        leads = [] if wanted == "off" else (person.preferences.get("reminders") or None)
        return preferring(person, reminders=leads)
    return preferring(person, mail={**person.preferences.get("mail", {}), topic: wanted})


def preferring(person: Person, **values: Any) -> Person:
    """The person with other preferences; None takes one back."""
    kept = {name: value for name, value in {**person.preferences, **values}.items() if value is not None}
    return replace(person, preferences=kept)


def plain(person: Person | None) -> bool:
    """Whether somebody's mails are text only."""
    return person is not None and bool(person.preferences.get("plain"))


def picture(person: Person | None) -> bool:
    """Whether somebody's mails show the map."""
    return person is None or bool(person.preferences.get("picture", True))


def listed(uow: UnitOfWork) -> list[int]:
    """The people who asked to be called as substitutes."""
    found: list[int] = uow.recall(_LIST) or []
    return found


def keep_list(uow: UnitOfWork, people: list[int]) -> None:
    """Write the list of substitutes back."""
    uow.remember(_LIST, people)


def calendar(person: Person | None) -> bool:
    """Whether somebody's mails bring deadlines as calendar entries."""
    return person is not None and bool(person.preferences.get("calendar", True))
