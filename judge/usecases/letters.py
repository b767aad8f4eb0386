"""A letter as the use cases take it, and what they answer. The mail adapter's parsing is done by then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

LONGEST_VALUE = 2000
"""Characters of one value that a sentence repeats."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One accepted letter: who wrote it, where to, and the writer's own lines with their numbers."""

    id: int | None
    """The inbox row; None for a command given at the shell."""
    sender: str
    sender_name: str
    subject: str
    message_id: str | None
    references: tuple[str, ...]
    lines: tuple[tuple[int, str], ...]
    accepted_at: datetime
    game: str | None = None
    """The game its address names (`first@…`), if any."""
    token_hash: str | None = None
    """The hash of the reply token in its address, if any."""
    quoted: tuple[str, ...] = ()
    """What the letter quotes: never orders, but for changed lines of the template in the mail that it answers."""
    notes: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """What the mail adapter set aside: attachments, a signature, HTML: answers codes and values."""
    unlike: tuple[str, ...] = ()
    """Lines that only one of its plain text and its HTML has."""
    authenticated: bool = False
    """The sender's own provider vouches for the From (DKIM or SPF, aligned)."""
    signature: str | None = None
    """What names the DKIM signature: in a second letter it is a replay and vouches for nothing."""
    settles: int | None = None
    """The held letter that this one answers for, by the address it came to."""
    stops: int | None = None
    """The mail whose kind its reader wants no more of, by the address this letter came to (List-Unsubscribe)."""
    confirmed_by: str | None = None
    """The address on record that has confirmed this letter."""
    phases: Mapping[str, int] = field(default_factory=dict)
    """Which phase its games were in when it was held."""

    @property
    def key(self) -> str:
        """What the keys of mails that it causes begin with: the same letter causes the same mails."""
        return str(self.id) if self.id is not None else f"shell-{self.accepted_at.timestamp():.6f}"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence to say: a code of the catalogue's `answers` and its values."""

    code: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain data for a mail's record."""
        return {"code": self.code, "args": dict(self.args)}


def cut(text: str, most: int) -> str:
    """A text, or its beginning where it is longer than any person would write."""
    return text if len(text) <= most else text[: most - 1] + "…"


def within_bounds(said: Said) -> Said:
    """A sentence whose values are no longer than a reader can use: they may be a letter's own words."""
    if all(not isinstance(value, str) or len(value) <= LONGEST_VALUE for value in said.args.values()):
        return said
    cuts = {name: cut(value, LONGEST_VALUE) if isinstance(value, str) else value for name, value in said.args.items()}
    return Said(said.code, cuts)


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one command: `status` is ok, refused, ignored or held."""

    number: int
    line: str
    verb: str
    status: str
    said: tuple[Said, ...]
    order: str | None = None
    to: tuple[str, ...] = ()
    text: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data for the receipt's record and for `judge mail inject`."""
        data: dict[str, Any] = {
            "line": self.line,
            "verb": self.verb,
            "status": self.status,
            "said": [each.to_json() for each in self.said],
            "order": self.order,
        }
        if self.text is not None:
            data |= {"to": list(self.to), "text": self.text}
        return data


@dataclass(frozen=True, slots=True)
class Taken:
    """What taking a letter gave: the seat it spoke for and an answer per command."""

    kind: str
    seat: str | None
    answers: tuple[Answer, ...]

    def to_json(self) -> dict[str, Any]:
        """The inbox row's report."""
        return {"kind": self.kind, "seat": self.seat, "commands": [each.to_json() for each in self.answers]}
