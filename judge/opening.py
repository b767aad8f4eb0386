"""From an accepted message to a letter at the clerk's desk: read, proven, and told where it leads."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol

from judge.mail import bounces
from judge.mail.addresses import Purpose, Route, parse_address, token_hash
from judge.mail.guard import fields, split, to_crlf
from judge.mail.headers import addresses
from judge.mail.identity import Identity, Proof
from judge.mail.letter import Letter as ReadLetter
from judge.mail.reading import TOGETHER, Unread
from judge.store.outbox import SentMail
from judge.usecases.claiming import Opened
from judge.usecases.letters import Letter
from judge.usecases.ports import StoredLetter

log = logging.getLogger(__name__)
TOLD = frozenset(
    {"attachment", "calendar", "charset", "forwarded", "long", "parts", "quote", "signature", "struck", "winmail"}
)
"""What a sender is told was left aside."""
OURS = frozenset({b"x-judge-kind", b"x-loop"})
"""Headers of mail that a judge sent."""
_ABOUT = 1000
"""Bytes that a letter's envelope adds to it, and more than it ever does."""
MOST_LINES = 3000
"""Lines of a letter that are read; the longest press fits many times."""


class Reader(Protocol):
    """Parses bytes, in a child; several small letters at once, or None where one of them is bad."""

    def read(self, raw: bytes, *, mail_from: str | None = None, domain: str | None = None) -> ReadLetter: ...
    def read_together(self, letters: Sequence[Unread]) -> list[ReadLetter] | None: ...


class Opener:
    """Opens letters. `named` finds the mail of ours that a token names; without `identity` nothing is proven, which
    trial mode is."""

    def __init__(
        self,
        domain: str,
        named: Callable[[Purpose, str], SentMail | None],
        reader: Reader,
        identity: Identity | None = None,
        operator: str = "",
    ) -> None:
        self._operator = operator.lower()
        self._domain, self._named, self._reader, self._identity = domain, named, reader, identity
        self._pool = ThreadPoolExecutor(1, "opening")

    def ahead(self, letters: Sequence[StoredLetter]) -> list[Callable[[], Opened]]:
        """Begin to open letters, one after the other, beside the clerk; each call waits for one."""
        opened: list[Callable[[], Opened]] = []
        for bundle in _bundles(letters):
            reading = self._pool.submit(self._read_together, bundle)
            opened += [self._pool.submit(self._after, reading, at, each).result for at, each in enumerate(bundle)]
        return opened

    def close(self) -> None:
        """Begin with no further letter."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def __call__(self, stored: StoredLetter) -> Opened:
        """What the clerk gets of an accepted message."""
        return self._opened(stored, self._reader.read(stored.raw, mail_from=stored.mail_from, domain=self._domain))

    def _read_together(self, bundle: Sequence[StoredLetter]) -> list[ReadLetter] | None:
        if len(bundle) < 2:
            return None
        return self._reader.read_together([Unread(each.raw, each.mail_from, self._domain) for each in bundle])

    def _after(self, reading: Future[list[ReadLetter] | None], at: int, stored: StoredLetter) -> Opened:
        """What the clerk gets of a letter that was read with others, or else has to be read alone."""
        read = reading.result()
        return self(stored) if read is None else self._opened(stored, read[at])

    def _opened(self, stored: StoredLetter, read: ReadLetter) -> Opened:
        routes = [route for route in (parse_address(each, self._domain) for each in stored.rcpts) if route is not None]
        returned = next((route.token for route in routes if route.kind == "bounce"), None)
        if read.bounce or returned is not None:
            return self._bounce(stored, read, returned)
        if routes and all(route.kind == "operator" for route in routes):
            return self._for_operator(stored, read)
        if read.automatic:
            return Opened("automatic", why=read.why_automatic)
        if read.sender is None:
            return Opened("unreadable", self._unread(stored, read), read.unreadable)
        kind = "unreadable" if read.unreadable else "letter"
        return Opened(kind, self._letter(stored, read, routes), read.unreadable)

    def _for_operator(self, stored: StoredLetter, read: ReadLetter) -> Opened:
        """Reports of abuse come from machines too; our own mail and the operator's must not go round in circles."""
        sender = (read.sender or "").lower()
        circle = sender == self._operator or any(name in OURS for name, _ in _fields(stored.raw))
        if circle or not sender:
            return Opened("operator", why="not passed on: our own or the operator's" if circle else "no sender")
        letter = self._letter(stored, replace(read, lines=read.lines + read.quoted), ())
        return Opened("operator", letter, "for the operator")

    def _letter(self, stored: StoredLetter, read: ReadLetter, routes: Sequence[Route]) -> Letter:
        tokens = [route for route in routes if route.token]
        question, unwanted = self._named_by("confirm", tokens), self._named_by("stop", tokens)
        route = next(iter(tokens), None) or next((each for each in routes if each.game), None)
        sender = (read.sender or "").lower()
        proof = self._proof(stored, sender)
        report = stored.report or {}
        return Letter(
            id=stored.id,
            sender=sender,
            sender_name=read.name,
            subject=read.subject,
            message_id=read.message_id,
            references=_answered(read),
            quoted=tuple(line.text for line in read.quoted[:MOST_LINES]),
            lines=tuple((line.number, line.text) for line in read.lines[:MOST_LINES]),
            accepted_at=stored.accepted_at,
            game=route.game if route else None,
            token_hash=token_hash(route.token) if route and route.token else None,
            notes=_notes(read),
            unlike=read.unlike,
            authenticated=proof.authenticated,
            signature=proof.once,
            settles=question.letter if question else None,
            stops=unwanted.id if unwanted else None,
            confirmed_by=report.get("confirmed"),
            phases=report.get("phases", {}),
        )

    def _proof(self, stored: StoredLetter, sender: str) -> Proof:
        if self._identity is None:
            return Proof()
        return self._identity.check(stored.raw, sender, stored.mail_from, stored.peer)

    def _named_by(self, purpose: Purpose, tokens: Sequence[Route]) -> SentMail | None:
        found = (self._named(purpose, each.token or "") for each in tokens if each.kind == "judge")
        return next((mail for mail in found if mail is not None), None)

    def _bounce(self, stored: StoredLetter, read: ReadLetter, returned: str | None) -> Opened:
        mail = self._named("bounce", returned) if returned is not None else None
        report = read.bounced or bounces.read(stored.raw)
        if not report.failed:
            return Opened("bounce", why=read.why_automatic or "not a failure for good")
        return Opened("bounce", why=report.why, bounced=mail.id if mail else None, returned=report.message_ids)

    def _unread(self, stored: StoredLetter, read: ReadLetter) -> Letter | None:
        """A letter that took more than its share: its sender is told, if exactly one can be made out."""
        found = [address for value in _from_fields(stored.raw) for _, address in addresses(value[:1000])]
        if read.unreadable != "broken" or len(found) != 1 or not found[0].isascii():
            return None
        return self._letter(stored, ReadLetter(sender=found[0]), ())


def _bundles(letters: Sequence[StoredLetter]) -> list[list[StoredLetter]]:
    """Letters in order, small ones in a row together."""
    bundles: list[list[StoredLetter]] = []
    room = 0
    for each in letters:
        room -= len(each.raw) + _ABOUT
        if room < 0:
            bundles.append([])
            room = TOGETHER - len(each.raw) - _ABOUT
        bundles[-1].append(each)
    return bundles


def _answered(read: ReadLetter) -> tuple[str, ...]:
    """The mails that a letter answers, the one answered itself last: some programs send In-Reply-To alone."""
    last = read.in_reply_to
    return read.references if last is None else (*(each for each in read.references if each != last), last)


def _notes(read: ReadLetter) -> tuple[tuple[str, dict[str, str]], ...]:
    notes = [(f"letter_{note.what}", {"detail": note.detail}) for note in read.ignored if note.what in TOLD]
    if len(read.lines) > MOST_LINES:
        notes.append(("letter_long", {"detail": ""}))
    return tuple(dict(notes).items())


def _from_fields(raw: bytes) -> list[bytes]:
    return [value for name, value in _fields(raw) if name == b"from"]


def _fields(raw: bytes) -> list[tuple[bytes, bytes]]:
    parted = (field.partition(b":") for field in fields(split(to_crlf(raw[:65_536]))[0]))
    return [(name.strip().lower(), value) for name, _, value in parted]
