"""From an outbox record to a sent mail: written once, its bytes kept, handed to the Maildir or the smarthost."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from judge.mail.addresses import numbered
from judge.mail.backoff import backoff
from judge.mail.delivery import Connection, Maildir, Outcome, Smarthost
from judge.maildirroom import MaildirRoom
from judge.store.outbox import LEASE, Outbox, OutboxRow, Turn
from judge.usecases.ports import Mail

log = logging.getLogger(__name__)
BATCH = 32
"""Mails that are made, and carried, at once."""
AHEAD = 2
"""Batches that are leased and being made while another is carried."""
GIVE_UP = timedelta(days=3)
FEWEST_TRIES = 12
"""Tries that a mail gets before it is given up, however old it is: its age tells little where the judge was down for
days, or its clock was wrong. In three days there are more than twenty."""
Write = Callable[[Sequence[OutboxRow]], Mapping[int, bytes]]
"""Makes mails' bytes, by the numbers of their rows; what it can't make it leaves out."""


class Carrier(Protocol):
    """Takes a mail's bytes to its recipient; `name` is the same whenever the same mail is tried again.

    After `settle` what was carried is safe where it is; `rest` lets go of connections until there is more, `close` for
    ever. `unmarked` is how many may be carried before they are marked as sent: so many a crash carries twice.
    """

    @property
    def unmarked(self) -> int: ...
    def __call__(self, raw: bytes, recipient: str, name: str, return_path: str = "") -> Outcome: ...
    def settle(self) -> None: ...
    def rest(self) -> None: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class ToMaildir:
    """Writes mails to a Maildir."""

    maildir: Maildir
    unmarked: int = 2 * BATCH
    """A file that is written again is the same file."""

    def __call__(self, raw: bytes, recipient: str, name: str, return_path: str = "") -> Outcome:  # noqa: ARG002
        self.maildir.put(raw, recipient, name)
        return Outcome("sent", "in the Maildir")

    def settle(self) -> None:
        """The files are synced, and shown under their names."""
        self.maildir.settle()

    def rest(self) -> None:
        """Nothing is held."""

    def close(self) -> None:
        """Nor is anything left."""


@dataclass(frozen=True, slots=True)
class ToSmarthost:
    """Hands mails to the smarthost, with a null return path (RFC 3834, 3.3) unless bounces are to be read."""

    connection: Connection
    unmarked: int = 1

    def __call__(self, raw: bytes, recipient: str, name: str, return_path: str = "") -> Outcome:  # noqa: ARG002
        return self.connection.send(raw, return_path, (recipient,))[recipient]

    def settle(self) -> None:
        """The smarthost has what it answered 250."""

    def rest(self) -> None:
        """Hang up."""
        self.connection.close()

    def close(self) -> None:
        """The same."""
        self.connection.close()


def carrier_for(target: str, domain: str, *, apart: bool = False) -> Carrier:
    """What `delivery` in the settings names: `maildir:PATH` or `smtp://host:port`. `apart`: files are written by a
    process of their own."""
    kind, _, rest = target.partition(":")
    if kind == "maildir":
        return MaildirRoom(Path(rest), 2 * BATCH) if apart else ToMaildir(Maildir(Path(rest)))
    return ToSmarthost(Connection(Smarthost.parse(target, hostname=domain)))


@dataclass(slots=True)
class _Batch:
    """Mails that are leased, and their bytes as soon as they are made."""

    rows: Sequence[OutboxRow]
    leased_at: datetime
    made: Future[Mapping[int, bytes]]

    def late(self, now: datetime) -> bool:
        """A slow smarthost may take longer than a lease lasts: what was leased too long ago is given back, so that two
        nodes never send the same mail."""
        return abs(now - self.leased_at) > LEASE / 2

    def ours(self, now: datetime) -> bool:
        """Whether the lease still runs. One that has run out is not ours to give back: somebody else may have it."""
        return self.leased_at <= now < self.leased_at + LEASE


class PostRoom:
    """Delivers the outbox. One thread at a time; a mail that fails never holds up the others.

    While a batch is carried the next ones are made, so that neither waits for the other. Call `close`.
    """

    def __init__(
        self,
        outbox: Outbox,
        write: Write,
        carrier: Carrier,
        *,
        domain: str,
        secret: bytes,
        now: Callable[[], datetime],
        given_up: Callable[[Mail, int, str], None] = lambda _mail, _id, _why: None,
        verp: bool = False,
    ) -> None:
        self._verp = verp
        self._outbox, self.carry = outbox, carrier
        self.write = write
        self._domain, self._secret, self._now, self._given_up = domain, secret, now, given_up
        self._making = ThreadPoolExecutor(1, "making")
        self._ahead: deque[_Batch] = deque()
        self._batch: _Batch | None = None
        self._hand: deque[OutboxRow] = deque()
        """What is left of the batch that is carried."""
        self._outcomes: dict[int, tuple[OutboxRow, Outcome]] = {}
        """What became of mails that are not marked yet: a few at a time, and they are not sent again."""
        self._stopping = False

    def stop(self) -> None:
        """Send nothing more after the mail in hand."""
        self._stopping = True

    def close(self) -> None:
        """Make and carry no further mail."""
        self._making.shutdown(wait=False, cancel_futures=True)
        self.carry.close()

    def deliver_due(self) -> int:
        """Send what is due; how many mails were tried."""
        tried = 0
        self._mark()
        try:
            while self._mail_in_hand():
                self._deliver(self._hand[0])
                self._hand.popleft()
                tried += 1
            self._mark()
        finally:
            self.carry.rest()
        return tried

    def _mail_in_hand(self) -> bool:
        """Take up the next batch when the hand is empty. When it is time to stop, everything is given back."""
        now = self._now()
        if self._batch is not None and (self._stopping or self._batch.late(now)):
            self._give_back(self._batch, self._hand, now)
            self._hand.clear()
        while not self._hand and not self._stopping and self._take_up(now):
            now = self._now()
        if self._stopping:
            for batch in self._ahead:
                self._give_back(batch, batch.rows, now)
            self._ahead.clear()
        return bool(self._hand)

    def _take_up(self, now: datetime) -> bool:
        """Begin with the next batch, mark the last one as sent, and have those made that come after; False: there is
        none. Until the store has its bytes a batch stays among those ahead, should the store be away."""
        if not self._ahead:
            self._lease_more(self._turn(now, {}, AHEAD), now)
        if not self._ahead:
            return False
        batch = self._ahead[0]
        if batch.late(now):
            self._give_back(batch, batch.rows, now)
            self._ahead.popleft()
            return True
        if (made := self._made(batch)) is None:
            return False
        now = self._now()  # waiting for them may have taken longer than the lease lasts
        turn = self._turn(now, made, AHEAD + 1 - len(self._ahead))
        self._ahead.popleft()
        self._lease_more(turn, now)
        if batch.late(now):
            self._give_back(batch, batch.rows, now)
            return True
        self._batch, self._hand = batch, deque(_with_bytes(batch.rows, turn.kept))
        return True

    def _turn(self, now: datetime, made: Mapping[int, bytes], batches: int) -> Turn:
        """Note all that has come about since the last turn, and lease so many batches more."""
        self._note_failures(now)
        sent = [row for row, _ in self._outcomes.values()]
        turn = self._outbox.turn(now, sent=[row.id for row in sent], made=made, most=BATCH * batches)
        self._say_sent(sent)
        return turn

    def _lease_more(self, turn: Turn, now: datetime) -> None:
        if self._stopping:  # perhaps nobody makes mails any more
            self._outbox.release([row.id for row in turn.leased])
            return
        for start in range(0, len(turn.leased), BATCH):
            rows = turn.leased[start : start + BATCH]
            self._ahead.append(_Batch(rows, now, self._being_made(rows)))

    def _being_made(self, rows: Sequence[OutboxRow]) -> Future[Mapping[int, bytes]]:
        return self._making.submit(self._written, [row for row in rows if row.rendered is None])

    def _written(self, rows: Sequence[OutboxRow]) -> Mapping[int, bytes]:
        return self.write(rows) if rows else {}

    def _made(self, batch: _Batch) -> Mapping[int, bytes] | None:
        """A batch's bytes: the first rendering. If the store was away it is tried again at the next call; None: no more
        is made."""
        try:
            return batch.made.result()
        except CancelledError:
            return None
        except Exception:
            batch.made = self._being_made(batch.rows)
            raise

    def _give_back(self, batch: _Batch, rows: Collection[OutboxRow], now: datetime) -> None:
        if rows and batch.ours(now):
            self._outbox.release([row.id for row in rows])

    def deliver_letter(self, letter_id: int) -> list[int]:
        """Send what one letter caused; the outbox ids."""
        rows = self._outbox.outbox_of(letter_id)
        if rows:
            leased = self._outbox.lease(self._now(), len(rows), only=[row.id for row in rows])
            made = self._written([row for row in leased if row.rendered is None])
            for row in _with_bytes(leased, self._outbox.keep_rendered(made)):
                self._deliver(row)
            self._mark()
            self.carry.rest()
        return [row.id for row in rows]

    def _return_path(self, row: OutboxRow) -> str:
        """Where a bounce of this mail goes: nowhere, or to an address that names the mail and nobody's address."""
        return f"bounce+{numbered(self._secret, 'bounce', row.id, row.message_id)}@{self._domain}" if self._verp else ""

    def _deliver(self, row: OutboxRow) -> None:
        if row.id not in self._outcomes:
            self._outcomes[row.id] = row, self._carried(row)
        if len(self._outcomes) >= self.carry.unmarked:
            self._mark()

    def _carried(self, row: OutboxRow) -> Outcome:
        if row.rendered is None:
            return Outcome("temporary", "it could not be made")
        try:
            return self.carry(row.rendered, row.to, _file_name(row), self._return_path(row))
        except Exception as error:
            log.exception("mail %d could not be handed on", row.id)
            return Outcome("temporary", type(error).__name__)

    def _mark(self) -> None:
        """Write down what became of the last mails. Those that were sent are marked with one commit; a crash before it
        sends them once more, under the same Message-ID."""
        now = self._now()
        self._note_failures(now)
        sent = [row for row, _ in self._outcomes.values()]
        if sent:
            self._outbox.sent([row.id for row in sent], now)
            self._say_sent(sent)

    def _say_sent(self, sent: Sequence[OutboxRow]) -> None:
        """These are marked as sent."""
        for row in sent:
            del self._outcomes[row.id]
            log.info("mail %d (%s, letter %s) sent", row.id, row.kind, row.letter)

    def _note_failures(self, now: datetime) -> None:
        """Make safe what was carried, and write down what failed; what was sent is left."""
        sent = [row for row, outcome in self._outcomes.values() if outcome.fate == "sent"]
        if sent and (failure := self._unsettled()):
            self._outcomes |= {row.id: (row, failure) for row in sent}
        for row, outcome in [each for each in self._outcomes.values() if each[1].fate != "sent"]:
            self._note_failure(row, outcome, now)
            del self._outcomes[row.id]

    def _unsettled(self) -> Outcome | None:
        """Make safe what was carried; the failure of all of it where that is not to be had."""
        try:
            self.carry.settle()
        except Exception as error:
            log.exception("mails could not be made safe where they are")
            return Outcome("temporary", type(error).__name__)
        return None

    def _note_failure(self, row: OutboxRow, outcome: Outcome, now: datetime) -> None:
        tried_enough = now - row.created_at > GIVE_UP and row.attempts + 1 >= FEWEST_TRIES
        over = outcome.fate == "permanent" or tried_enough
        if over:
            self._given_up(row.mail, row.id, outcome.reply)
        again = None if over else now + timedelta(seconds=backoff(row.attempts + 1))
        self._outbox.failed(row.id, now, outcome.reply, again)
        log.warning("mail %d not sent: %s", row.id, outcome.reply)


def _with_bytes(rows: Sequence[OutboxRow], kept: Mapping[int, bytes]) -> list[OutboxRow]:
    """Rows with the bytes that are sent. What can't be made is left without them, and fails when its turn comes."""
    return [replace(row, rendered=kept.get(row.id, row.rendered)) for row in rows]


def _file_name(row: OutboxRow) -> str:
    """A Maildir name that is the same at every try, sorts by age, and is never that of another judge's mail."""
    unique = sha256(row.message_id.encode()).hexdigest()[:12]
    return f"{int(row.created_at.timestamp())}.M{row.id:09d}_{unique}.judge"
