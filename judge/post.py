"""From an outbox record to a sent mail: render once, keep the bytes, hand them to the Maildir or the smarthost."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from judge.mail.addresses import numbered, reply_address, token
from judge.mail.backoff import backoff
from judge.mail.delivery import Outcome, Smarthost, deliver_maildir
from judge.mail.headers import ADDRESS
from judge.mail.message import Attachment, Draft, Picture, compose
from judge.mail.threads import chain, list_id, root_of, unsubscribe
from judge.render.mails import Renderer
from judge.store.engine import DATABASE_AWAY
from judge.store.outbox import LEASE, Outbox, OutboxRow
from judge.usecases.ports import Mail

log = logging.getLogger(__name__)
BATCH = 50
GIVE_UP = timedelta(days=3)


class Carrier(Protocol):
    """Takes a mail's bytes to its recipient; `name` is the same whenever the same mail is tried again."""

    def __call__(self, raw: bytes, recipient: str, name: str, return_path: str = "") -> Outcome: ...


@dataclass(frozen=True, slots=True)
class ToMaildir:
    """Writes mails to a Maildir."""

    path: Path

    def __call__(self, raw: bytes, recipient: str, name: str, return_path: str = "") -> Outcome:  # noqa: ARG002
        deliver_maildir(self.path, raw, recipient, name)
        return Outcome("sent", "in the Maildir")


@dataclass(frozen=True, slots=True)
class ToSmarthost:
    """Hands mails to the smarthost, with a null return path (RFC 3834, 3.3) unless bounces are to be read."""

    host: Smarthost

    def __call__(self, raw: bytes, recipient: str, name: str, return_path: str = "") -> Outcome:  # noqa: ARG002
        return self.host.send(raw, return_path, (recipient,))[recipient]


def carrier_for(target: str, domain: str) -> Carrier:
    """What `delivery` in the settings names: `maildir:PATH` or `smtp://host:port`."""
    kind, _, rest = target.partition(":")
    return ToMaildir(Path(rest)) if kind == "maildir" else ToSmarthost(Smarthost.parse(target, hostname=domain))


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
        self._leased_at = now()
        self._outcomes: dict[int, Outcome] = {}
        """What became of mails that could not be marked yet, because the database was away: they are not sent again."""
        self._stopping = False

    def stop(self) -> None:
        """Send nothing more after the mail in hand."""
        self._stopping = True

    def deliver_due(self) -> int:
        """Send what is due; how many mails were tried."""
        tried = 0
        while self._mail_in_hand():
            self._deliver(self._hand[0])
            self._hand.popleft()
            tried += 1
        return tried

    def _mail_in_hand(self) -> bool:
        """Lease more when the hand is empty. A slow smarthost may take longer than a lease lasts: what was leased too
        long ago is given back, so that two nodes never send the same mail."""
        now = self._now()
        late = abs(now - self._leased_at) > LEASE / 2
        if self._hand and (self._stopping or late):
            self._outbox.release([row.id for row in self._hand])
            self._hand.clear()
        if not self._hand and not self._stopping:
            self._hand.extend(self._outbox.lease(now, BATCH))
            self._leased_at = now
        return bool(self._hand)

    def deliver_letter(self, letter_id: int) -> list[int]:
        """Send what one letter caused; the outbox ids."""
        rows = self._outbox.outbox_of(letter_id)
        for row in self._outbox.lease(self._now(), len(rows), only=[row.id for row in rows]) if rows else ():
            self._deliver(row)
        return [row.id for row in rows]

    def bytes_of(self, row: OutboxRow) -> bytes:
        """The mail as it is sent: the first rendering, kept."""
        return row.rendered if row.rendered is not None else self._outbox.rendered(row.id, self.render(row))

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
            self._outcomes[row.id] = self._carried(row)
        self._note(row, self._outcomes[row.id])
        del self._outcomes[row.id]

    def _carried(self, row: OutboxRow) -> Outcome:
        try:
            return self._carry(self.bytes_of(row), row.mail.to, _file_name(row), self._return_path(row))
        except DATABASE_AWAY:
            raise
        except Exception as error:
            log.exception("mail %d could not be made or handed on", row.id)
            return Outcome("temporary", type(error).__name__)

    def _note(self, row: OutboxRow, outcome: Outcome) -> None:
        now = self._now()
        if outcome.fate == "sent":
            self._outbox.sent(row.id, now)
            log.info("mail %d (%s, letter %s) sent", row.id, row.mail.kind, row.mail.letter)
            return
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
