"""A judge in this process, without a server: each step of its loop is called by the test, its clock is set by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.message import EmailMessage
from itertools import count
from pathlib import Path

import pytest

from judge import app
from judge.app import Judge
from judge.config import Settings
from judge.game.game import Game
from judge.mail.listener import Incoming
from judge.store.keeping import KeptLetter
from tests.faults.ledger import Ledger, mails_in
from tests.stories.house import START, text_of

GM, ANN, BOB, CID = "gm@desk.example", "ann@players.example", "bob@players.example", "cid@players.example"
PLAYERS = {"france": ANN, "england": BOB, "burgundy": CID}
_serials = count(1)
DAYS = "TIMING MOVE 3D RETREAT 1D ADJUST 1D GRACE 0H DELAY 0H"


class HandClock:
    """Shows the time that the test sets. `trusted`: the steps are time that passed, no faults of the clock."""

    steps = True

    def __init__(self) -> None:
        self.time = START
        self.trusted = True

    def now(self) -> datetime:
        return self.time

    def reading(self) -> tuple[datetime, bool]:
        return self.time, self.trusted

    def advance(self, **length: float) -> None:
        self.time += timedelta(**length)


class Office:
    """The judge, its clock and its letters."""

    def __init__(self, judge: Judge, clock: HandClock) -> None:
        self.judge, self.clock = judge, clock
        self.ledger = Ledger()

    def keep(self, sender: str, text: str, *, serial: str | None = None, raw: bytes | None = None) -> KeptLetter:
        """A letter arrives and is acknowledged; nobody works on it yet."""
        serial = serial or f"<{next(_serials)}@office.example>"
        body = text.replace("\n", "\r\n")
        head = f"From: {sender}\r\nTo: judge@judge.localhost\r\nMessage-ID: {serial}\r\nSubject: orders\r\n"
        date = "Date: Mon, 02 Mar 2026 12:00:00 +0000\r\n"
        incoming = Incoming(raw or f"{head}{date}\r\n{body}\r\n".encode(), sender, ("judge@judge.localhost",), "here")
        (kept,) = self.judge.keep([incoming])
        assert isinstance(kept, KeptLetter), kept
        self.ledger.acknowledge(serial)
        return kept

    def mail(self, sender: str, text: str) -> KeptLetter:
        """A letter arrives and is worked off; nothing is closed unless it asks for it."""
        kept = self.keep(sender, text)
        self.judge.clerk.work_letters()
        return kept

    def begin_game(self, name: str, timing: str = DAYS) -> None:
        """A running game of Hundred."""
        self.mail(GM, f"CREATE {name} gmsecret\nMAP hundred\n{timing}\nFORM\nSIGNOFF")
        for power, player in PLAYERS.items():
            self.mail(player, f"JOIN {power}@{name} pw\nSIGNOFF")

    def order(self, power: str, name: str, lines: str) -> KeptLetter:
        return self.mail(PLAYERS[power], orders(power, name, lines))

    def game(self, name: str) -> Game:
        with self.judge.store.begin() as uow:
            found = uow.game(name)
        assert found is not None
        return found

    def on_file(self, name: str, phase: str) -> dict[str, tuple[str, ...]]:
        """The orders filed for a phase, whatever became of it."""
        with self.judge.store.begin() as uow:
            found = uow.game(name)
            assert found is not None
            return dict(uow.orders(found.id, phase))

    def mails(self, kind: str | None = None, to: str | None = None) -> Sequence[EmailMessage]:
        """The mails delivered so far."""
        self.judge.post_room.deliver_due()
        found = mails_in(self.judge.settings.data_dir / "outbox")
        return [m for m in found if kind in (None, m["X-Judge-Kind"]) and to in (None, m["To"])]

    def texts(self, kind: str, to: str) -> str:
        """What somebody was told, all of a kind together."""
        return " ".join(" ".join(text_of(mail).split()) for mail in self.mails(kind, to))

    def assert_clean(self) -> None:
        """The books agree."""
        mails = self.mails()
        self.ledger.verdict(self.judge.settings.database, mails).assert_clean()


@contextmanager
def open_office(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, delivery: str = "", operator: str = "", database: str = ""
) -> Iterator[Office]:
    """An office over a data folder; opened again on the same folder it is the judge after a restart."""
    clock = HandClock()
    monkeypatch.setattr(app, "clock_for", lambda _path: clock)
    judge = Judge(Settings(data_dir=folder, delivery=delivery, operator=operator, database_url=database))
    try:
        yield Office(judge, clock)
    finally:
        judge.close()


def orders(power: str, game: str, lines: str) -> str:
    """A letter with orders."""
    return f"SIGNON {power}@{game} pw\n{lines}\nSIGNOFF"
