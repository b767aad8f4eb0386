"""A judge in this process that asks for proofs; only DNS is played. Letters come honest, forged, or from machines."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from judge.app import Judge
from judge.config import Settings
from judge.game.game import Game
from judge.mail.identity import Identity
from judge.mail.listener import Incoming
from judge.mail.reading import LetterReader
from judge.opening import Opener
from judge.store.inbox import LetterState
from judge.store.outbox import MAILS, OutboxRow
from judge.store.schema import outbox
from tests.mail.dnszone import Zone
from tests.usecases.desk import QuickPasswords, StillClock

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
DOMAIN = "judge.example"
JUDGE = f"judge@{DOMAIN}"
HONEST, FOREIGN = "203.0.113.1", "198.51.100.66"
GM, ANN, BOB, CID, EVE = (f"{name}@{name}.example" for name in ("gm", "ann", "bob", "cid", "eve"))
SEATS = {"france": ANN, "england": BOB, "burgundy": CID}
_serial = count(1)


@cache
def reader() -> LetterReader:
    """One reading child for all tests."""
    made = LetterReader()
    atexit.register(made.close)
    return made


class Gate:
    """The judge, its clock, and its mail both ways."""

    def __init__(self, folder: Path, identity: str, *, template: Path | None = None, **settings: Any) -> None:
        if template is not None:
            shutil.copytree(template, folder)
        self.judge = Judge(Settings(data_dir=folder, identity=identity, domain=DOMAIN, **settings))
        self.clock = StillClock()
        self.judge.clock = self.clock  # type: ignore[assignment]
        self.judge.now = self.clock.now
        self.judge.store._surroundings = replace(self.judge.store._surroundings, clock=self.clock.now)
        self.judge.services = replace(self.judge.services, passwords=QuickPasswords())
        self.judge.clerk._services = self.judge.services
        self.judge.renderer.illustrator.paint = None
        self.judge.painter.close()
        self.zone = Zone()
        for each in (GM, *SEATS.values(), EVE):
            domain = each.partition("@")[2]
            self.zone.text(domain, f"v=spf1 ip4:{HONEST} -all")
        who = (
            None
            if identity == "trust"
            else Identity(
                self.zone, trusted=settings.get("trusted_authserv", ()), relays=settings.get("trusted_relays", ())
            )
        )
        self.judge.clerk._open = Opener(DOMAIN, self.judge.named, reader(), who, settings.get("operator", ""))

    # letters
    def letter(
        self,
        sender: str,
        text: str,
        to: str = JUDGE,
        *,
        forged: bool = False,
        subject: str = "orders",
        headers: Sequence[tuple[str, str]] = (),
        mail_from: str | None = None,
        raw: bytes | None = None,
        peer: str = "",
    ) -> LetterState:
        """A letter comes and is worked off; how it stands then."""
        number = next(_serial)
        if raw is None:
            head = [("From", sender), ("To", to), ("Subject", subject), ("Message-ID", f"<{number}@x.example>"),
                    ("Date", "Mon, 02 Mar 2026 12:00:00 +0000"), *headers]  # fmt: skip
            lines = "".join(f"{name}: {value}\r\n" for name, value in head)
            raw = (lines + "\r\n" + text.replace("\n", "\r\n") + "\r\n").encode()
        envelope = mail_from if mail_from is not None else sender
        incoming = Incoming(raw, envelope, (to,), peer or (FOREIGN if forged else HONEST))
        (kept,) = self.judge.keep([incoming])
        assert not isinstance(kept, Exception)
        self.judge.clerk.work_letters()
        state = self.judge.store.inbox.state(kept.id)
        assert state is not None
        assert state.status in ("done", "held"), state.error
        return state

    def begin(self, name: str = "first") -> None:
        """A running game of Hundred: France is Ann, England Bob, Burgundy Cid."""
        self.letter(GM, f"CREATE {name} gmsecret\nMAP hundred\nTIMING MOVE 3D RETREAT 1D ADJUST 1D\nFORM\nSIGNOFF")
        for power, player in SEATS.items():
            self.letter(player, f"JOIN {power}@{name} {power}secret\nSIGNOFF")
        assert self.game(name).stage.value == "running"
        self.judge.post_room.deliver_due()

    # what is so
    def game(self, name: str = "first") -> Game:
        with self.judge.store.begin() as uow:
            found = uow.game(name)
        assert found is not None
        return found

    def orders(self, power: str = "FRANCE", name: str = "first") -> tuple[str, ...]:
        """The orders on file for the phase at hand."""
        game = self.game(name)
        with self.judge.store.begin() as uow:
            return tuple(uow.orders(game.id, game.position.phase).get(power, ()))

    def rows(self) -> list[OutboxRow]:
        """Everything that was ever to be sent and not taken back, due by now, oldest first."""
        with self.judge.store.begin() as uow:
            due = MAILS.where(outbox.c.status != "dropped", outbox.c.next_attempt_at <= self.clock.time)
            return [OutboxRow(*row) for row in uow.connection.execute(due.order_by(outbox.c.id))]

    def mails(self, to: str | None = None, kind: str | None = None) -> list[EmailMessage]:
        found = [r for r in self.rows() if to in (None, r.mail.to) and kind in (None, r.mail.kind)]
        return [as_message(self.judge.writer.write(row)) for row in found]

    def asked(self, to: str) -> EmailMessage:
        """The latest question put to an address."""
        return self.mails(to, "confirm")[-1]

    def answer(self, sender: str, mail: EmailMessage, text: str = "Yes.", **more: Any) -> LetterState:
        """A reply as a mail program sends it."""
        reference = [("In-Reply-To", str(mail["Message-ID"])), ("References", str(mail["Message-ID"]))]
        address = str(mail["Reply-To"]).rpartition("<")[2].rstrip(">")
        return self.letter(sender, text, address, subject=f"Re: {mail['Subject']}", headers=reference, **more)

    def reply_address(self, sender: str, kind: str = "start") -> str:
        """Where a player's replies go: his token is in it."""
        return str(self.mails(sender, kind)[-1]["Reply-To"]).rpartition("<")[2].rstrip(">")

    def pass_time(self, **length: float) -> None:
        self.clock.time += timedelta(**length)
        self.judge.clerk.tick(self.clock.time)

    def close(self) -> None:
        self.judge.close()


@contextmanager
def open_gate(folder: Path, identity: str, **settings: Any) -> Iterator[Gate]:
    gate = Gate(folder, identity, **settings)
    try:
        yield gate
    finally:
        gate.close()


def as_message(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())
