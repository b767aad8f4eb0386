"""Blocks of a reply that need no board: people, diary notes, what is kept for later, topics, names."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from typing import Any

from judge.render.folding import fold

Block = Mapping[str, Any]
Say = Callable[..., str]
When = Callable[[str], str]
Titled = tuple[str, list[str]]
WIDTH = 76


def wrapped(text: str) -> list[str]:
    """Paragraphs folded for a mail."""
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        lines += [*fold(" ".join(paragraph.split()), WIDTH), ""]
    return lines[:-1]


def people(say: Say, when: When, block: Block) -> Titled:  # noqa: ARG001 - all layouts are called alike
    """WHO IS."""
    lines = []
    for row in block["people"]:
        lines.append(say("person_line", **{**row, "zone": row["zone"] or "-"}))
        lines.append(
            say("person_games", games=", ".join(row["games"]) or "-", played=row["played"], missed=row["missed"])
        )
    return say("people_title"), lines


def diary(say: Say, when: When, block: Block) -> Titled:
    """DIARY LIST and READ."""
    lines: list[str] = []
    for note in block["notes"]:
        lines.append(
            say("note_line", **{**note, "when": when(note["at"]), "text": "" if block["whole"] else note["text"]})
        )
        if block["whole"]:
            lines += ["", *(f"  {line}" for line in note["text"].splitlines()), ""]
    return say("diary_title"), lines or [say("diary_none")]


def kept(say: Say, when: When, block: Block) -> Titled:  # noqa: ARG001
    """Orders kept for later phases and for a missed deadline."""
    lines: list[str] = []
    for phase, orders in block["kept"].items():
        lines.append(say("kept_fallback") if phase == "FALLBACK" else say("kept_phase", phase=phase))
        lines += [f"  {order}" for order in orders]
    return say("kept_title"), lines


def topic(say: Say, when: When, block: Block) -> Titled:  # noqa: ARG001
    """A text of the catalogue."""
    return "", wrapped(say(f"topic_{block['topic']}"))


def names(say: Say, when: When, block: Block) -> Titled:  # noqa: ARG001
    """GET FLIST."""
    lines = textwrap.wrap(", ".join(block["topics"]), WIDTH)
    return say("names_title"), [*lines, "", say("names_variants", names=", ".join(block["variants"]))]


def preferences(say: Say, when: When, block: Block) -> Titled:  # noqa: ARG001
    """PREFERENCES: each with the command that changes it."""
    own = block["reminders"]
    leads = say("prefers_usual") if own is None else ", ".join(own) or say("prefers_none")
    rows = [
        ("name", block["name"] or "-"),
        ("address", block["address"]),
        ("language", block["language"]),
        ("zone", block["zone"] or say("prefers_games_zone")),
        ("reminders", leads),
        ("digest", block["digest"] or say("prefers_none")),
        ("press_delay", f"{block['press_delay']} s" if block["press_delay"] else say("prefers_none")),
        ("pictures", say("yes" if block["picture"] and not block["plain"] else "no")),
        ("html", say("no" if block["plain"] else "yes")),
        ("calendar", say("yes" if block["calendar"] else "no")),
    ]
    lines = [say("prefers_line", what=say(f"prefers_{what}"), value=value) for what, value in rows]
    lines += ["", say("prefers_mails")]
    for topic, mode in block["modes"].items():
        what = say(f"topic_of_{topic}")
        lines.append(say("prefers_topic", topic=topic.upper(), mode=say(f"mode_{mode}"), what=what))
    return say("prefers_title"), [*lines, "", *wrapped(say("prefers_how"))]


MEMOS: Mapping[str, Callable[[Say, When, Block], Titled]] = {
    "people": people,
    "diary": diary,
    "kept": kept,
    "topic": topic,
    "names": names,
    "preferences": preferences,
}
