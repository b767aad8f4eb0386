"""Mails to send. A row's key, Message-ID and first rendering never change, so a repeat is recognised as one.

Statuses: ready, sent, failed (given up), dropped (no longer true when its turn came).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, Integer, Text, bindparam, func, or_, select, type_coerce, update

from judge.store.rows import Rows
from judge.store.schema import outbox
from judge.store.types import UtcDateTime, storable
from judge.usecases.ports import Mail

LONGEST_WAIT = timedelta(days=1)
"""Longer than any mail is put off: four hours between two tries, two for a question's turn."""
LEASE = timedelta(minutes=5)
"""How long a mail stays with the node that sends it; longer than any one sending may take."""

HIGHEST = 2**31 - 1
"""The highest number that PostgreSQL gives a mail; asked for a higher one, it fails."""


@dataclass(frozen=True)
class OutboxRow:
    """A mail to send: its record as it is stored, its fixed Message-ID and, after the first try, its bytes."""

    id: int
    to: str
    kind: str
    letter: int | None
    record: str
    message_id: str
    attempts: int
    rendered: bytes | None
    created_at: datetime
    status: str

    @cached_property
    def mail(self) -> Mail:
        """The record read; whoever only hands a mail on need not know what it says."""
        record = json.loads(self.record)
        return Mail(**record | {"references": tuple(record["references"])})


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn of the delivery worker brought: the bytes to send, by mail, and the mails to make next."""

    kept: Mapping[int, bytes]
    leased: Sequence[OutboxRow]


@dataclass(frozen=True, slots=True)
class MailState:
    """What became of a mail, for tracing."""

    id: int
    kind: str
    to: str
    letter: int | None
    message_id: str
    status: str
    attempts: int
    sent_at: datetime | None
    error: str | None


@dataclass(frozen=True, slots=True)
class SentMail:
    """What a token that names a mail is about."""

    id: int
    message_id: str
    letter: int | None


class MailRows(Rows):
    """The outbox in one unit of work."""

    def post(self, mail: Mail, *, not_before: datetime | None = None) -> None:
        """Add a mail. Its Message-ID is random: nothing about a game or a player can be read from it."""
        values = {
            "key": mail.key,
            "message_id": f"<{secrets.token_hex(16)}@{self.surroundings.domain}>",
            "record": {name: getattr(mail, name) for name in _FIELDS},
            "kind": mail.kind,
            "recipient": mail.to,
            "letter_id": mail.letter,
            "status": "ready",
            "next_attempt_at": not_before or self.now,
            "created_at": self.now,
        }
        self._unposted.append(values)

    def write_mails(self) -> None:
        """Write the mails that were posted, all at once. The store calls it before it commits."""
        if self._unposted:
            posted = self._unposted.copy()
            self._unposted.clear()
            self.insert_all_new(outbox, [outbox.c.key], posted)
            self.call("mails")

    @cached_property
    def _unposted(self) -> list[dict[str, Any]]:
        """Mails not written yet; whoever reads or changes the outbox has them written first."""
        return []

    def outbox_of(self, letter_id: int) -> list[OutboxRow]:
        """The mails that a letter caused, in the order of their making."""
        self.write_mails()
        query = MAILS.where(outbox.c.letter_id == letter_id).order_by(outbox.c.id)
        return [OutboxRow(*tuple(row)) for row in self.connection.execute(query)]

    def lease_mails(self, now: datetime, limit: int, only: Sequence[int] | None = None) -> list[OutboxRow]:
        """Take due mails, oldest first, for `LEASE`."""
        asked = _asked(now, limit)
        rows = self.run(_DUE, asked) if only is None else self.run(_DUE_OF_THESE, asked | {"these": only})
        leased = [OutboxRow(*row) for row in rows]
        if leased:
            self.run(_LEASE, {"these": [row.id for row in leased], "until": now + LEASE})
        return leased

    def keep_made(self, made: Mapping[int, bytes]) -> Mapping[int, bytes]:
        """Keep the first renderings, and give those to send: whoever was first, they are the same for ever."""
        if not made:
            return {}
        first = self.run_many(_FIRST, [{"this_mail": mail_id, "made": raw} for mail_id, raw in made.items()])
        return made if first == len(made) else dict(self.run(_KEPT, {"these": list(made)}))

    def mark_sent(self, mail_ids: Sequence[int], at: datetime) -> None:
        """Mails that have gone."""
        if mail_ids:
            self.run(_SENT, {"these": mail_ids, "at": at})


class Outbox:
    """Mails for the delivery worker. Each method is a transaction of its own."""

    def __init__(self, begin: Callable[[], AbstractContextManager[MailRows]]) -> None:
        self._begin = begin

    def lease(self, now: datetime, limit: int, *, only: Sequence[int] | None = None) -> list[OutboxRow]:
        """Take due mails, oldest first, for `LEASE`; no other node gets them meanwhile."""
        with self._begin() as rows:
            return rows.lease_mails(now, limit, only)

    def keep_rendered(self, made: Mapping[int, bytes]) -> Mapping[int, bytes]:
        """Keep the first renderings, and give those to send."""
        with self._begin() as rows:
            return rows.keep_made(made)

    def sent(self, mail_ids: Sequence[int], at: datetime) -> None:
        """Mark mails that have gone, with one commit."""
        with self._begin() as rows:
            rows.mark_sent(mail_ids, at)

    def turn(self, now: datetime, *, sent: Sequence[int], made: Mapping[int, bytes], most: int) -> Turn:
        """All that a delivery worker writes between two batches, with one commit: letters wait for the store too."""
        with self._begin() as rows:
            rows.mark_sent(sent, now)
            return Turn(rows.keep_made(made), rows.lease_mails(now, most) if most else ())

    def failed(self, mail_id: int, at: datetime, error: str, next_attempt_at: datetime | None) -> None:
        """Note a failure; without a next attempt the mail is given up."""
        later = {"status": "failed"} if next_attempt_at is None else {"next_attempt_at": next_attempt_at}
        self._close(mail_id, attempts=outbox.c.attempts + 1, error=f"{at.isoformat()} {error}", **later)

    def outbox_of(self, letter_id: int) -> list[OutboxRow]:
        with self._begin() as rows:
            return rows.outbox_of(letter_id)

    def traces(self, letter_id: int) -> list[MailState]:
        """What became of the mails that a letter caused."""
        return self._states(outbox.c.letter_id == letter_id)

    def traced(self, text: str) -> MailState | None:
        """What became of one mail: `m17`, or its Message-ID."""
        if text[:1] == "m" and text[1:].isdecimal():
            return next(iter(self._states(outbox.c.id == int(text[1:]))), None)
        return next(iter(self._states(outbox.c.message_id == text)), None)

    def _states(self, where: ColumnElement[bool]) -> list[MailState]:
        columns = (outbox.c[name] for name in ("id", "kind", "recipient", "letter_id", "message_id", "status"))
        query = select(*columns, outbox.c.attempts, outbox.c.sent_at, outbox.c.error).where(where)
        with self._begin() as rows:
            return [MailState(*tuple(row)) for row in rows.connection.execute(query.order_by(outbox.c.id))]

    def next_attempt(self) -> datetime | None:
        """When the next mail is due; None if nothing waits."""
        with self._begin() as rows:
            earliest = select(func.min(outbox.c.next_attempt_at)).where(outbox.c.status == "ready")
            first: datetime | None = rows.connection.execute(earliest).scalar_one()
            return first

    def release_leases(self) -> None:
        """Give back what a killed server was sending. For the only server on a store, at its start."""
        with self._begin() as rows:
            rows.connection.execute(update(outbox).where(outbox.c.leased_until.is_not(None)).values(leased_until=None))

    def release(self, mail_ids: Sequence[int]) -> None:
        """Give back mails that were leased and not tried."""
        mine = update(outbox).where(outbox.c.id.in_(mail_ids), outbox.c.status == "ready")
        with self._begin() as rows:
            rows.connection.execute(mine.values(leased_until=None))

    def _close(self, mail_id: int, **values: Any) -> None:
        if values.get("error"):
            values["error"] = storable(values["error"])
        ready = update(outbox).where(outbox.c.id == mail_id, outbox.c.status == "ready")
        with self._begin() as rows:
            rows.connection.execute(ready.values(leased_until=None, **values))


_FIELDS = tuple(each.name for each in fields(Mail))
MAILS = select(
    outbox.c.id, outbox.c.recipient, outbox.c.kind, outbox.c.letter_id, type_coerce(outbox.c.record, Text),
    outbox.c.message_id, outbox.c.attempts, outbox.c.rendered, outbox.c.created_at, outbox.c.status,
)  # fmt: skip
"""The columns of `OutboxRow`."""
_AT, _THESE = bindparam("at", type_=UtcDateTime), outbox.c.id.in_(bindparam("these", expanding=True))
_DUE = (
    MAILS.where(outbox.c.status == "ready")
    .where(or_(outbox.c.next_attempt_at <= _AT, outbox.c.next_attempt_at > bindparam("never", type_=UtcDateTime)))
    .where(
        or_(
            outbox.c.leased_until.is_(None),
            outbox.c.leased_until <= _AT,
            outbox.c.leased_until > bindparam("leased", type_=UtcDateTime),
        )
    )
    .order_by(outbox.c.id)
    .limit(bindparam("most", type_=Integer))
    .with_for_update(skip_locked=True)
)
_DUE_OF_THESE = _DUE.where(_THESE)


def _asked(now: datetime, most: int) -> dict[str, Any]:
    """What `_DUE` asks for. A mail that would wait longer than any does, or is leased for longer than leases last, was
    put off by a clock that has gone back since."""
    return {"at": now, "never": now + LONGEST_WAIT, "leased": now + LEASE, "most": most}


_LEASE = update(outbox).where(_THESE).values(leased_until=bindparam("until"))
_FIRST = (
    update(outbox)
    .where(outbox.c.id == bindparam("this_mail"), outbox.c.rendered.is_(None))
    .values(rendered=bindparam("made"))
)
_KEPT = select(outbox.c.id, outbox.c.rendered).where(_THESE)
_SENT = (
    update(outbox)
    .where(_THESE, outbox.c.status == "ready")
    .values(status="sent", leased_until=None, sent_at=_AT, error=None)
)
