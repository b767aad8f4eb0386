"""Inbox rows inside a unit of work: keep, claim, done. `inbox.py` has the short transactions around them.

`sender` is whose letters stay in order. Statuses: new, done, aside (for a person), held (for a confirmation).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Integer, Row, bindparam, func, insert, or_, select, update

from judge.store.rows import Rows
from judge.store.schema import inbox
from judge.store.types import UtcDateTime, storable
from judge.usecases.ports import AsideLetter, LetterDone, StoredLetter

CLAIM = timedelta(minutes=1)
"""How long a letter stays with the node that took it; a node that died gives it back by this.

Where a slow one still has it then, two work on it and the first to be done counts: the other finds the letter closed
and undoes what it did.
"""
OTHER_CONTENT = "its Message-ID came before with another content"
_KEEPING = 0x6A756467
"""Advisory lock of PostgreSQL: shared by those who keep letters, exclusive for who collects them at a deadline."""
_SAME_MESSAGE_ID = 0x6A756468
_CLAIMING = 0x6A756469


@dataclass(frozen=True, slots=True)
class NewLetter:
    """A letter as the listener accepted it. `key` None: every arrival is new. `sender` empty: the envelope's."""

    raw: bytes
    mail_from: str
    rcpts: tuple[str, ...]
    peer: str
    message_id: str | None
    content: str
    key: str | None
    sender: str = ""


@dataclass(frozen=True, slots=True)
class KeptLetter:
    """What became of it; `duplicate` says that the row was there before."""

    id: int
    accepted_at: datetime
    status: str
    duplicate: bool = False


class LetterRows(Rows):
    """The inbox in one unit of work."""

    def letter(self, letter_id: int) -> StoredLetter | None:
        row = self.connection.execute(_BY_ID, {"this_letter": letter_id}).one_or_none()
        return None if row is None else stored_letter(row)

    def letters_open(self, letter_ids: Sequence[int]) -> set[int]:
        """Which of these letters are still to be worked off."""
        return set(self.connection.execute(_OPEN, {"these": list(letter_ids)}).scalars())

    def letter_done(self, letter_id: int, *, report: Mapping[str, Any], at: datetime) -> None:
        """Mark a letter done, once. Raises LetterDone if somebody was first, so that its effects are not doubled."""
        values = {"status": "done", "report": dict(report), "done_at": at, "claimed_until": None, "error": None}
        if self.connection.execute(_DONE, {"this_letter": letter_id, **values}).rowcount != 1:
            raise LetterDone(f"letter {letter_id}")

    def hold_letter(self, letter_id: int, *, report: Mapping[str, Any]) -> None:
        self._put(letter_id, "new", {"status": "held", "report": dict(report), "claimed_until": None, "error": None})

    def held_letter(self, letter_id: int) -> Mapping[str, Any] | None:
        where = (inbox.c.id == letter_id) & (inbox.c.status == "held")
        found: Mapping[str, Any] | None = self.connection.execute(
            select(inbox.c.report).where(where)
        ).scalar_one_or_none()
        return found

    def release_letter(self, letter_id: int, *, report: Mapping[str, Any]) -> None:
        self._put(letter_id, "held", {"status": "new", "report": dict(report), "claimed_until": None, "attempts": 0})

    def _put(self, letter_id: int, status: str, values: dict[str, Any]) -> None:
        where = (inbox.c.id == letter_id) & (inbox.c.status == status)
        if self.connection.execute(update(inbox).where(where).values(**values)).rowcount != 1:
            raise LetterDone(f"letter {letter_id}")

    def letters_waiting(self, until: datetime) -> Sequence[int]:
        """On PostgreSQL this waits for writers in flight and keeps new ones out: no earlier time is committed later."""
        if self.is_postgres:
            self.connection.execute(select(func.pg_advisory_xact_lock(_KEEPING)))
        query = select(inbox.c.id).where(inbox.c.status == "new", inbox.c.accepted_at <= until)
        return list(self.connection.execute(query.order_by(inbox.c.id)).scalars())

    def letters_aside(self) -> Sequence[AsideLetter]:
        query = select(inbox.c.id, inbox.c.sender, inbox.c.envelope, inbox.c.accepted_at)
        rows = self.connection.execute(query.where(inbox.c.status == "aside").order_by(inbox.c.id))
        return [AsideLetter(row.id, row.sender, tuple(row.envelope["rcpts"]), row.accepted_at) for row in rows]

    def keep_letters(self, batch: Sequence[NewLetter]) -> list[KeptLetter]:
        """Insert what is new, merge what is known by its key, set aside what re-uses a Message-ID."""
        if self.is_postgres:
            self._lock_for_keeping(batch)
        known, contents = self._seen(batch)
        fresh: list[dict[str, Any]] = []
        place: dict[str, int] = {}
        answers: list[KeptLetter | int] = []
        for letter in batch:
            key = storable(letter.key)
            if key is not None and key in known:
                answers.append(self._merge(known[key], letter))
            elif key is not None and key in place:
                envelope = fresh[place[key]]["envelope"]
                envelope["rcpts"] = _merged(envelope["rcpts"], letter.rcpts)
                answers.append(place[key])
            else:
                answers.append(len(fresh))
                if key is not None:
                    place[key] = len(fresh)
                fresh.append(self._values(letter, contents))
        return self._answered(answers, fresh)

    def claim_letters(self, most: int, in_hand: Sequence[int] = ()) -> list[StoredLetter]:
        """Take the oldest new letters, for `CLAIM`, but none whose sender has an older one with somebody else.

        `in_hand` are letters that the caller has claimed before and will have worked off before these. Nodes claim in
        turn, so that each sees what the others hold.
        """
        if self.is_postgres:
            self.connection.execute(select(func.pg_advisory_xact_lock(_CLAIMING)))
        asked = {"at": self.now, "in_hand": list(in_hand), "most": most}
        rows = self.connection.execute(_CLAIMABLE, asked).all()
        if rows:
            taken = {"these": [row.id for row in rows], "claimed_until": self.now + CLAIM}
            self.connection.execute(_CLAIM, taken)
        return [stored_letter(row) for row in rows]

    def _answered(self, answers: Sequence[KeptLetter | int], fresh: Sequence[dict[str, Any]]) -> list[KeptLetter]:
        ids: Sequence[int] = []
        if fresh:
            ids = list(self.connection.execute(_INSERT, list(fresh)).scalars())
        seen: set[int] = set()
        kept = []
        for answer in answers:
            if isinstance(answer, KeptLetter):
                kept.append(answer)
            else:
                row = fresh[answer]
                kept.append(KeptLetter(ids[answer], row["accepted_at"], row["status"], duplicate=answer in seen))
                seen.add(answer)
        return kept

    def _values(self, letter: NewLetter, contents: dict[str, set[str]]) -> dict[str, Any]:
        message_id = storable(letter.message_id)
        others = contents.setdefault(message_id, set()) if message_id is not None else set()
        aside = bool(others - {letter.content})
        others.add(letter.content)
        return {
            "raw": letter.raw,
            "envelope": {"mail_from": letter.mail_from, "rcpts": _merged([], letter.rcpts)},
            "sender": storable(letter.sender or letter.mail_from).lower(),
            "peer": storable(letter.peer),
            "accepted_at": self.now,
            "key": storable(letter.key),
            "content": letter.content,
            "message_id": message_id,
            "status": "aside" if aside else "new",
            "error": OTHER_CONTENT if aside else None,
        }

    def _seen(self, batch: Sequence[NewLetter]) -> tuple[dict[str, Any], dict[str, set[str]]]:
        """Rows by the keys of a batch, and the contents that came under its Message-IDs."""
        keys = {storable(letter.key) for letter in batch if letter.key is not None}
        message_ids = {storable(letter.message_id) for letter in batch if letter.message_id is not None}
        known: dict[str, Any] = {}
        contents: dict[str, set[str]] = {}
        for row in self.connection.execute(_SEEN, {"keys": list(keys), "message_ids": list(message_ids)}):
            known[row.key] = row
            contents.setdefault(row.message_id, set()).add(row.content)
        return known, contents

    def _merge(self, row: Any, letter: NewLetter) -> KeptLetter:
        envelope = self.connection.execute(select(inbox.c.envelope).where(inbox.c.id == row.id)).scalar_one()
        rcpts = _merged(envelope["rcpts"], letter.rcpts)
        if rcpts != envelope["rcpts"]:
            merged = update(inbox).where(inbox.c.id == row.id).values(envelope=envelope | {"rcpts": rcpts})
            self.connection.execute(merged)
        return KeptLetter(row.id, row.accepted_at, row.status, duplicate=True)

    def _lock_for_keeping(self, batch: Sequence[NewLetter]) -> None:
        """Two nodes that keep different letters of one Message-ID take turns, so that the second sees the first."""
        self.connection.execute(select(func.pg_advisory_xact_lock_shared(_KEEPING)))
        for number in sorted({_number(letter.message_id) for letter in batch if letter.message_id is not None}):
            self.connection.execute(select(func.pg_advisory_xact_lock(_SAME_MESSAGE_ID, number)))


_SEEN = (
    select(*(inbox.c[name] for name in ("id", "key", "message_id", "content", "envelope", "accepted_at", "status")))
    .where(
        or_(
            inbox.c.key.in_(bindparam("keys", expanding=True)),
            inbox.c.message_id.in_(bindparam("message_ids", expanding=True)),
        )
    )
    .with_for_update()
)
_BY_ID = select(inbox).where(inbox.c.id == bindparam("this_letter"))
_OPEN = select(inbox.c.id).where(inbox.c.id.in_(bindparam("these", expanding=True)), inbox.c.status == "new")
_DONE = update(inbox).where(inbox.c.id == bindparam("this_letter"), inbox.c.status != "done")
_EARLIER = inbox.alias("earlier")
_BLOCKED = select(_EARLIER.c.id).where(
    _EARLIER.c.status == "new",
    _EARLIER.c.sender == inbox.c.sender,
    _EARLIER.c.id < inbox.c.id,
    _EARLIER.c.claimed_until > bindparam("at", type_=UtcDateTime),
    _EARLIER.c.id.not_in(bindparam("in_hand", expanding=True)),
)
_CLAIMABLE = (
    select(inbox)
    .where(
        inbox.c.status == "new",
        or_(inbox.c.claimed_until.is_(None), inbox.c.claimed_until <= bindparam("at", type_=UtcDateTime)),
        ~_BLOCKED.exists(),
    )
    .order_by(inbox.c.id)
    .limit(bindparam("most", type_=Integer))
    .with_for_update(skip_locked=True)
)
_CLAIM = update(inbox).where(inbox.c.id.in_(bindparam("these", expanding=True)))
_INSERT = insert(inbox).returning(inbox.c.id, sort_by_parameter_order=True)


def stored_letter(row: Row[Any]) -> StoredLetter:
    """An inbox row as the use cases see it."""
    return StoredLetter(
        id=row.id,
        raw=row.raw,
        mail_from=row.envelope["mail_from"],
        rcpts=tuple(row.envelope["rcpts"]),
        peer=row.peer,
        accepted_at=row.accepted_at,
        status=row.status,
        attempts=row.attempts,
        message_id=row.message_id,
        report=row.report,
    )


def _merged(old: Sequence[str], new: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([*old, *new]))


def _number(message_id: str) -> int:
    digest = hashlib.sha256(message_id.encode("utf-8", "backslashreplace")).digest()
    return int.from_bytes(digest[:4], "big", signed=True)
