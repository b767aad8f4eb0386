"""From an outbox record to a sent mail: render once, keep the bytes, hand them to the Maildir or the smarthost."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from judge.mail.addresses import numbered, reply_address, token
from judge.mail.backoff import backoff
from judge.mail.delivery import Connection, Outcome, Smarthost, deliver_maildir, sync_maildir
from judge.mail.headers import ADDRESS
from judge.mail.message import Attachment, Draft, Picture, compose
from judge.mail.threads import chain, list_id, root_of, unsubscribe
from judge.render.mails import Renderer
from judge.store.engine import DATABASE_AWAY
from judge.store.outbox import LEASE, Outbox, OutboxRow
from judge.usecases.ports import Mail

log = logging.getLogger(__name__)
BATCH = 16
"""Mails that are leased, and made, at once."""
GAMES_AT_ONCE = 2
GIVE_UP = timedelta(days=3)


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

    path: Path
    unmarked: int = 16
    """A file that is written again is the same file."""

    def __call__(self, raw: bytes, recipient: str, name: str, return_path: str = "") -> Outcome:  # noqa: ARG002
        deliver_maildir(self.path, raw, recipient, name, sync=False)
        return Outcome("sent", "in the Maildir")

    def settle(self) -> None:
        """The files' names, all with one sync."""
        sync_maildir(self.path)

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
        return ToMaildir(Path(rest))
    return ToSmarthost(Connection(Smarthost.parse(target, hostname=domain)))


class PostRoom:
    """Delivers the outbox. One thread at a time; a mail that fails never holds up the others."""

    def __init__(
        self,
        outbox: Outbox,
        renderer: Renderer,
        carrier: Carrier,
        *,
        domain: str,
        secret: bytes,
        now: Callable[[], datetime],
        given_up: Callable[[Mail, int, str], None] = lambda _mail, _id, _why: None,
        verp: bool = False,
    ) -> None:
        self._verp = verp
        self._outbox, self._renderer, self._carry = outbox, renderer, carrier
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
        made = {row_id: raw for row_id, raw in self._renderings(rows) if raw is not None}
        kept = self._outbox.keep_rendered(made) if made else {}
        return [replace(row, rendered=kept.get(row.id, row.rendered)) for row in rows]

    def _renderings(self, rows: Sequence[OutboxRow]) -> Iterator[tuple[int, bytes | None]]:
        """Render, the mails of one game in a row because they share its picture, and two games at a time: while one is
        painted, by another process, the other is written."""
        games: dict[str | None, list[OutboxRow]] = {}
        for row in rows:
            if row.rendered is None:
                games.setdefault(row.mail.game, []).append(row)
        if len(games) < 2:
            yield from ((row.id, self._rendered(row)) for row in rows if row.rendered is None)
            return
        with ThreadPoolExecutor(GAMES_AT_ONCE, "rendering") as pool:
            for done in pool.map(lambda each: [(row.id, self._rendered(row)) for row in each], games.values()):
                yield from done

    def _rendered(self, row: OutboxRow) -> bytes | None:
        try:
            return self.render(row)
        except DATABASE_AWAY:
            raise
        except Exception:
            log.exception("mail %d could not be made", row.id)
            return None

    def render(self, row: OutboxRow) -> bytes:
        """Make a mail's bytes from its record alone."""
        mail = row.mail
        rendered = self._renderer.render(mail)
        pictures = tuple(Picture(picture.cid, picture.png, picture.alt) for picture in rendered.pictures)
        address = f"{mail.game or 'judge'}@{self._domain}"
        root = root_of(self._secret, mail.thread, self._domain) if mail.thread else None
        in_reply_to, references = chain(root, mail.in_reply_to, mail.references)
        draft = Draft(
            message_id=row.message_id,
            date=row.created_at,
            from_name=f"Judge: {mail.game}" if mail.game else "Judge",
            from_addr=address,
            to=mail.to,
            reply_to=self._reply_to(mail) or address,
            subject=rendered.subject,
            text=rendered.text,
            html=None if mail.plain else rendered.html,
            pictures=pictures,
            attachments=tuple(Attachment(file.name, file.content_type, file.data) for file in rendered.files),
            in_reply_to=in_reply_to,
            references=references,
            headers=_judge_headers(mail) | self._list_headers(row),
            auto="replied" if mail.kind in ("receipt", "reply") else "generated",
        )
        return compose(draft)

    def _list_headers(self, row: OutboxRow) -> dict[str, str]:
        headers = {"List-Id": list_id(row.mail.game, self._domain)} if row.mail.game else {}
        if row.mail.topic:
            headers["List-Unsubscribe"] = unsubscribe(self._secret, row.id, row.mail.topic, self._domain)
        return headers

    def _return_path(self, row: OutboxRow) -> str:
        """Where a bounce of this mail goes: nowhere, or to an address that names the mail and nobody's address."""
        return f"bounce+{numbered(self._secret, 'bounce', row.id)}@{self._domain}" if self._verp else ""

    def _reply_to(self, mail: Mail) -> str | None:
        if ADDRESS.fullmatch(given := str(mail.data.get("reply_to", ""))) and given.isascii():
            return given
        if mail.kind == "confirm" and mail.letter is not None and "act" not in mail.data:
            return reply_address(None, numbered(self._secret, "confirm", mail.letter), self._domain)
        if mail.seat is None or mail.game is None:
            return None
        return reply_address(mail.game, token(self._secret, mail.seat, mail.token_version), self._domain)

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
        if sent:
            self._carry.settle()
            self._outbox.sent([row.id for row in sent], now)
        for row in sent:
            del self._outcomes[row.id]
            log.info("mail %d (%s, letter %s) sent", row.id, row.mail.kind, row.mail.letter)
        for row, outcome in list(self._outcomes.values()):
            self._note_failure(row, outcome, now)
            del self._outcomes[row.id]

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


def _judge_headers(mail: Mail) -> dict[str, str]:
    named = {"Kind": mail.kind, "Game": mail.game, "Phase": mail.phase, "Power": mail.power}
    return {f"X-Judge-{name}": value for name, value in named.items() if value}
