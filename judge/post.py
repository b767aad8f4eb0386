"""From an outbox record to a sent mail: written once, its bytes kept, handed to the Maildir or the smarthost."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from judge.mail.addresses import numbered
from judge.mail.backoff import backoff
from judge.mail.delivery import Connection, Maildir, Outcome, Smarthost
from judge.store.outbox import LEASE, Outbox, OutboxRow
from judge.usecases.ports import Mail

log = logging.getLogger(__name__)
BATCH = 32
"""Mails that are leased, and made, at once."""
GIVE_UP = timedelta(days=3)
Write = Callable[[Sequence[OutboxRow]], Mapping[int, bytes]]
"""Makes mails' bytes, by the numbers of their rows; what it can't make it leaves out."""


class Carrier(Protocol):
    """Takes a mail's bytes to its recipient; `name` is the same whenever the same mail is tried again.

    After `settle` what was carried is safe where it is; `rest` lets go of connections until there is more. `unmarked`
    is how many may be carried before they are marked as sent: so many a crash carries twice.
    """

    @property
    def unmarked(self) -> int: ...
    def __call__(self, raw: bytes, recipient: str, name: str, return_path: str = "") -> Outcome: ...
    def settle(self) -> None: ...
    def rest(self) -> None: ...


@dataclass(frozen=True, slots=True)
class ToMaildir:
    """Writes mails to a Maildir."""

    maildir: Maildir
    unmarked: int = 32
    """A file that is written again is the same file."""

    def __call__(self, raw: bytes, recipient: str, name: str, return_path: str = "") -> Outcome:  # noqa: ARG002
        self.maildir.put(raw, recipient, name)
        return Outcome("sent", "in the Maildir")

    def settle(self) -> None:
        """The files are synced, and shown under their names."""
        self.maildir.settle()

    def rest(self) -> None:
        """Nothing is held."""


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


def carrier_for(target: str, domain: str) -> Carrier:
    """What `delivery` in the settings names: `maildir:PATH` or `smtp://host:port`."""
    kind, _, rest = target.partition(":")
    if kind == "maildir":
        return ToMaildir(Maildir(Path(rest)))
    return ToSmarthost(Connection(Smarthost.parse(target, hostname=domain)))


class PostRoom:
    """Delivers the outbox. One thread at a time; a mail that fails never holds up the others."""

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
        self._outbox, self._carry = outbox, carrier
        self.write = write
        self._domain, self._secret, self._now, self._given_up = domain, secret, now, given_up
        self._hand: deque[OutboxRow] = deque()
        self._hand_is_made = True
        self._leased_at = now()
        self._outcomes: dict[int, tuple[OutboxRow, Outcome]] = {}
        """What became of mails that are not marked yet: a few at a time, and they are not sent again."""
        self._stopping = False

    def stop(self) -> None:
        """Send nothing more after the mail in hand."""
        self._stopping = True

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
            self._carry.rest()
        return tried

    def _mail_in_hand(self) -> bool:
        """Lease more when the hand is empty. A slow smarthost may take longer than a lease lasts: what was leased too
        long ago is given back, so that two nodes never send the same mail."""
        if not self._hand:
            self._mark()
        now = self._now()
        late = abs(now - self._leased_at) > LEASE / 2
        if self._hand and (self._stopping or late):
            self._outbox.release([row.id for row in self._hand])
            self._hand.clear()
        if not self._hand and not self._stopping:
            self._hand.extend(self._outbox.lease(now, BATCH))
            self._leased_at, self._hand_is_made = now, False
        if self._hand and not self._hand_is_made:
            self._hand = deque(self._made(self._hand))
            self._hand_is_made = True
        return bool(self._hand)

    def deliver_letter(self, letter_id: int) -> list[int]:
        """Send what one letter caused; the outbox ids."""
        rows = self._outbox.outbox_of(letter_id)
        if rows:
            for row in self._made(self._outbox.lease(self._now(), len(rows), only=[row.id for row in rows])):
                self._deliver(row)
            self._mark()
            self._carry.rest()
        return [row.id for row in rows]

    def _made(self, rows: Iterable[OutboxRow]) -> list[OutboxRow]:
        """Rows with the bytes that are sent: the first rendering, kept in one commit for all. What can't be made is
        left without them, and fails when its turn comes."""
        rows = list(rows)
        unmade = [row for row in rows if row.rendered is None]
        made = self.write(unmade) if unmade else {}
        kept = self._outbox.keep_rendered(made) if made else {}
        return [replace(row, rendered=kept.get(row.id, row.rendered)) for row in rows]

    def _return_path(self, row: OutboxRow) -> str:
        """Where a bounce of this mail goes: nowhere, or to an address that names the mail and nobody's address."""
        return f"bounce+{numbered(self._secret, 'bounce', row.id)}@{self._domain}" if self._verp else ""

    def _deliver(self, row: OutboxRow) -> None:
        if row.id not in self._outcomes:
            self._outcomes[row.id] = row, self._carried(row)
        if len(self._outcomes) >= self._carry.unmarked:
            self._mark()

    def _carried(self, row: OutboxRow) -> Outcome:
        if row.rendered is None:
            return Outcome("temporary", "it could not be made")
        try:
            return self._carry(row.rendered, row.mail.to, _file_name(row), self._return_path(row))
        except Exception as error:
            log.exception("mail %d could not be handed on", row.id)
            return Outcome("temporary", type(error).__name__)

    def _mark(self) -> None:
        """Write down what became of the last mails. Those that were sent are marked with one commit; a crash before it
        sends them once more, under the same Message-ID."""
        now = self._now()
        sent = [row for row, outcome in self._outcomes.values() if outcome.fate == "sent"]
        if sent and (failure := self._unsettled()):
            self._outcomes |= {row.id: (row, failure) for row in sent}
            sent = []
        if sent:
            self._outbox.sent([row.id for row in sent], now)
        for row in sent:
            del self._outcomes[row.id]
            log.info("mail %d (%s, letter %s) sent", row.id, row.mail.kind, row.mail.letter)
        for row, outcome in list(self._outcomes.values()):
            self._note_failure(row, outcome, now)
            del self._outcomes[row.id]

    def _unsettled(self) -> Outcome | None:
        """Make safe what was carried; the failure of all of it where that is not to be had."""
        try:
            self._carry.settle()
        except Exception as error:
            log.exception("mails could not be made safe where they are")
            return Outcome("temporary", type(error).__name__)
        return None

    def _note_failure(self, row: OutboxRow, outcome: Outcome, now: datetime) -> None:
        over = outcome.fate == "permanent" or now - row.created_at > GIVE_UP
        if over:
            self._given_up(row.mail, row.id, outcome.reply)
        again = None if over else now + timedelta(seconds=backoff(row.attempts + 1))
        self._outbox.failed(row.id, now, outcome.reply, again)
        log.warning("mail %d not sent: %s", row.id, outcome.reply)


def _file_name(row: OutboxRow) -> str:
    """A Maildir name that is the same at every try, sorts by age, and is never that of another judge's mail."""
    unique = sha256(row.message_id.encode()).hexdigest()[:12]
    return f"{int(row.created_at.timestamp())}.M{row.id:09d}_{unique}.judge"
