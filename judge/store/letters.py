"""Inbox rows inside a unit of work: claim, done, held. `inbox.py` has the short transactions around them.

`sender` is whose letters stay in order. Statuses: new, done, aside (for a person), held (for a confirmation).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from sqlalchemy import Integer, bindparam, func, or_, select, update

from judge.store.keeping import KEEPING, KeptLetter, NewLetter, keep_letters
from judge.store.rows import Rows
from judge.store.schema import inbox
from judge.store.types import UtcDateTime
from judge.usecases.ports import AsideLetter, LetterDone, StoredLetter

CLAIM = timedelta(minutes=1)
"""How long a letter stays with the node that took it; a node that died gives it back by this.

Where a slow one still has it then, two work on it and the first to be done counts: the other finds the letter closed
and undoes what it did.
"""
_CLAIMING = 0x6A756469


class LetterRows(Rows):
    """The inbox in one unit of work."""

    def letter(self, letter_id: int) -> StoredLetter | None:
        self.write_done()
        found = self.run(_BY_ID, {"this_letter": letter_id})
        return stored_letter(*found[0]) if found else None

    def letters_open(self, letter_ids: Sequence[int]) -> set[int]:
        """Which of these letters are still to be worked off."""
        self.write_done()
        return {number for (number,) in self.run(_OPEN, {"these": letter_ids})}

    def letter_done(self, letter_id: int, *, report: Mapping[str, Any], at: datetime) -> None:
        """Mark a letter done, once, when the unit of work ends. Raises LetterDone then if somebody was first, so that
        its effects are not doubled."""
        self._done.append({"this_letter": letter_id, "its_report": dict(report), "at": at})

    def write_done(self) -> None:
        """Write which letters are done. The store calls it before it commits."""
        if self._done:
            done = self._done.copy()
            self._done.clear()
            if self.run_many(_DONE, done) != len(done):
                raise LetterDone(", ".join(f"letter {each['this_letter']}" for each in done))

    @cached_property
    def _done(self) -> list[dict[str, Any]]:
        """Letters that are done and not marked yet; whoever reads or changes the inbox has them marked first."""
        return []

    def hold_letter(self, letter_id: int, *, report: Mapping[str, Any]) -> None:
        self._put(letter_id, "new", {"status": "held", "report": dict(report), "claimed_until": None, "error": None})

    def held_letter(self, letter_id: int) -> Mapping[str, Any] | None:
        self.write_done()
        where = (inbox.c.id == letter_id) & (inbox.c.status == "held")
        found: Mapping[str, Any] | None = self.connection.execute(
            select(inbox.c.report).where(where)
        ).scalar_one_or_none()
        return found

    def release_letter(self, letter_id: int, *, report: Mapping[str, Any]) -> None:
        self._put(letter_id, "held", {"status": "new", "report": dict(report), "claimed_until": None, "attempts": 0})
        self.call("letters")

    def _put(self, letter_id: int, status: str, values: dict[str, Any]) -> None:
        self.write_done()
        where = (inbox.c.id == letter_id) & (inbox.c.status == status)
        if self.connection.execute(update(inbox).where(where).values(**values)).rowcount != 1:
            raise LetterDone(f"letter {letter_id}")

    def letters_waiting(self, until: datetime) -> Sequence[int]:
        """On PostgreSQL this waits for writers in flight and keeps new ones out: no earlier time is committed later."""
        self.write_done()
        if self.is_postgres:
            self.connection.execute(select(func.pg_advisory_xact_lock(KEEPING)))
        query = select(inbox.c.id).where(inbox.c.status == "new", inbox.c.accepted_at <= until)
        return list(self.connection.execute(query.order_by(inbox.c.id)).scalars())

    def letters_aside(self) -> Sequence[AsideLetter]:
        self.write_done()
        query = select(inbox.c.id, inbox.c.sender, inbox.c.envelope, inbox.c.accepted_at)
        rows = self.connection.execute(query.where(inbox.c.status == "aside").order_by(inbox.c.id))
        return [AsideLetter(row.id, row.sender, tuple(row.envelope["rcpts"]), row.accepted_at) for row in rows]

    def keep_letters(self, batch: Sequence[NewLetter]) -> list[KeptLetter]:
        """Insert what is new, merge what is known by its key, set aside what re-uses a Message-ID."""
        kept = keep_letters(self.run, lambda: self.now, batch, nodes=self.is_postgres)
        self.call("letters")
        return kept

    def claim_letters(self, most: int, in_hand: Sequence[int] = ()) -> list[StoredLetter]:
        """Take the oldest new letters, for `CLAIM`, but none whose sender has an older one with somebody else.

        `in_hand` are letters that the caller has claimed before and will have worked off before these. Nodes claim in
        turn, so that each sees what the others hold.
        """
        if self.is_postgres:
            self.connection.execute(select(func.pg_advisory_xact_lock(_CLAIMING)))
        rows = self.run(_CLAIMABLE, {"at": self.now, "claim": self.now + CLAIM, "in_hand": in_hand, "most": most})
        letters = [stored_letter(*row) for row in rows]
        if letters:
            self.run(_CLAIM, {"these": [letter.id for letter in letters], "until": self.now + CLAIM})
        return letters


_LETTERS = select(
    *(inbox.c[name] for name in ("id", "raw", "envelope", "peer", "accepted_at", "status", "attempts", "message_id")),
    inbox.c.report,
)
_BY_ID = _LETTERS.where(inbox.c.id == bindparam("this_letter"))
_OPEN = select(inbox.c.id).where(inbox.c.id.in_(bindparam("these", expanding=True)), inbox.c.status == "new")
_DONE = (
    update(inbox)
    .where(inbox.c.id == bindparam("this_letter"), inbox.c.status != "done")
    .values(status="done", report=bindparam("its_report"), done_at=bindparam("at"), claimed_until=None, error=None)
)
_EARLIER = inbox.alias("earlier")
_BLOCKED = select(_EARLIER.c.id).where(
    _EARLIER.c.status == "new",
    _EARLIER.c.sender == inbox.c.sender,
    _EARLIER.c.id < inbox.c.id,
    _EARLIER.c.claimed_until > bindparam("at", type_=UtcDateTime),
    _EARLIER.c.claimed_until <= bindparam("claim", type_=UtcDateTime),
    _EARLIER.c.id.not_in(bindparam("in_hand", expanding=True)),
)
_CLAIMABLE = (
    _LETTERS.where(
        inbox.c.status == "new",
        or_(
            inbox.c.claimed_until.is_(None),
            inbox.c.claimed_until <= bindparam("at", type_=UtcDateTime),
            inbox.c.claimed_until > bindparam("claim", type_=UtcDateTime),  # by a clock that has gone back since
        ),
        ~_BLOCKED.exists(),
    )
    .order_by(inbox.c.id)
    .limit(bindparam("most", type_=Integer))
    .with_for_update(skip_locked=True)
)
_CLAIM = (
    update(inbox).where(inbox.c.id.in_(bindparam("these", expanding=True))).values(claimed_until=bindparam("until"))
)


def stored_letter(number: int, raw: bytes, envelope: Mapping[str, Any], *others: Any) -> StoredLetter:
    """An inbox row, of the columns of `_LETTERS`, as the use cases see it."""
    return StoredLetter(number, raw, envelope["mail_from"], tuple(envelope["rcpts"]), *others)
