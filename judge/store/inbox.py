"""The inbox for the app: letters are kept with one sync a batch, claimed in order, and set aside when they fail.

Each method is a transaction of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, Text, select, type_coerce, update
from sqlalchemy.exc import IntegrityError

from judge.store.engine import DATABASE_AWAY
from judge.store.keeping import KeptLetter, NewLetter
from judge.store.letters import LetterRows
from judge.store.schema import inbox
from judge.store.types import storable
from judge.usecases.ports import StoredLetter

ATTEMPTS = 3
"""A letter that failed so often goes aside, so that others go on (Mailman's shunt queue)."""


@dataclass(frozen=True, slots=True)
class LetterState:
    """A letter without its bytes, for lists and for the answer of an injected letter."""

    id: int
    mail_from: str
    rcpts: tuple[str, ...]
    accepted_at: datetime
    message_id: str | None
    status: str
    attempts: int
    error: str | None
    report: Any


class Inbox:
    """Accepted letters, from the listener to the worker."""

    def __init__(
        self,
        begin: Callable[[], AbstractContextManager[LetterRows]],
        keep: Callable[[Sequence[NewLetter]], list[KeptLetter]],
    ) -> None:
        self._begin = begin
        self._keep = keep

    def keep(self, batch: Sequence[NewLetter]) -> list[KeptLetter | Exception]:
        """Keep a batch (a few hundred at most) in one transaction with one sync; durable when this returns.

        The answers are in the batch's order. If the database is away, all fail alike; if one letter cannot be kept, it
        fails alone.
        """
        try:
            return [*self._keep(batch)]
        except DATABASE_AWAY as error:
            return [error] * len(batch)
        except Exception:  # which letter it was shows when each is tried alone
            return [self._keep_alone(letter) for letter in batch]

    def next_letters(self, most: int, in_hand: Sequence[int] = ()) -> list[StoredLetter]:
        """Claim the oldest new letters, in order; none if all that is left waits for an older one of its sender."""
        with self._begin() as rows:
            return rows.claim_letters(most, in_hand)

    def give_back(self, letter_ids: Sequence[int]) -> None:
        """Let go of letters that were claimed and not begun."""
        with self._begin() as rows:
            mine = update(inbox).where(inbox.c.id.in_(letter_ids), inbox.c.status == "new")
            rows.connection.execute(mine.values(claimed_until=None))

    def letter_failed(self, letter_id: int, error: str) -> bool:
        """Count a failure; True if the letter has now been set aside."""
        with self._begin() as rows:
            where = (inbox.c.id == letter_id) & (inbox.c.status == "new")
            counted = (
                update(inbox)
                .where(where)
                .values(attempts=inbox.c.attempts + 1, error=storable(error), claimed_until=None)
            )
            attempts = rows.connection.execute(counted.returning(inbox.c.attempts)).scalar_one_or_none()
            aside = attempts is not None and attempts >= ATTEMPTS
            if aside:
                rows.connection.execute(update(inbox).where(where).values(status="aside"))
            return aside

    def aside(self) -> list[LetterState]:
        """The letters that wait for a person, oldest first."""
        return self._states(_STATE.where(inbox.c.status == "aside").order_by(inbox.c.id))

    def state(self, letter_id: int) -> LetterState | None:
        """How a letter stands, whatever its status."""
        return next(iter(self._states(_STATE.where(inbox.c.id == letter_id))), None)

    def with_message_id(self, message_id: str) -> LetterState | None:
        """The first letter that came with a Message-ID."""
        same = _STATE.where(inbox.c.message_id == message_id).order_by(inbox.c.id).limit(1)
        return next(iter(self._states(same)), None)

    def latest(self, count: int, *, status: str | None = None, kind: str | None = None) -> list[LetterState]:
        """The latest letters, oldest first."""
        query = _STATE if status is None else _STATE.where(inbox.c.status == status)
        if kind is not None:
            query = query.where(type_coerce(inbox.c.report, Text).contains(f'"kind":"{kind}"', autoescape=True))
        return self._states(query.order_by(inbox.c.id.desc()).limit(count))[::-1]

    def retry(self, letter_id: int) -> bool:
        """Put a set-aside letter back in the queue; False if it is not aside."""
        with self._begin() as rows:
            where = (inbox.c.id == letter_id) & (inbox.c.status == "aside")
            again = update(inbox).where(where).values(status="new", attempts=0, claimed_until=None)
            rows.call("letters")
            return rows.connection.execute(again).rowcount == 1

    def release_claims(self) -> None:
        """Give back what a killed server had in work. For the only server on a store, at its start."""
        with self._begin() as rows:
            claimed = update(inbox).where(inbox.c.claimed_until.is_not(None))
            rows.connection.execute(claimed.values(claimed_until=None))

    def _keep_alone(self, letter: NewLetter) -> KeptLetter | Exception:
        """Another node may have kept the same letter between our look and our insert: then the next look finds it."""
        try:
            return self._keep([letter])[0]
        except IntegrityError:
            pass
        except Exception as error:  # the listener answers 451 whatever it is
            return error
        try:
            return self._keep([letter])[0]
        except Exception as error:
            return error

    def _states(self, query: Select[Any]) -> list[LetterState]:
        with self._begin() as rows:
            return [_state(row) for row in rows.connection.execute(query)]


_STATE = select(*(column for column in inbox.c if column.name != "raw"))


def _state(row: Row[Any]) -> LetterState:
    return LetterState(
        id=row.id,
        mail_from=row.envelope["mail_from"],
        rcpts=tuple(row.envelope["rcpts"]),
        accepted_at=row.accepted_at,
        message_id=row.message_id,
        status=row.status,
        attempts=row.attempts,
        error=row.error,
        report=row.report,
    )
