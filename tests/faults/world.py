"""A house with a ledger: letters are sent through kills, and in the end the books are compared."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import create_engine, func, select

from judge.store.schema import inbox, outbox
from tests.faults.ledger import Ledger, Verdict, mails_in
from tests.faults.sizes import FULL
from tests.stories import house
from tests.stories.house import House

GM, ANN, BOB, CID = "gm@desk.example", "ann@players.example", "bob@players.example", "cid@players.example"
PLAYERS = {"france": ANN, "england": BOB, "burgundy": CID}
PATIENCE = house.PATIENCE = 600.0 if FULL else 60.0


class World(House):
    """A house whose client notes each 250 and tries again until it has one, as a mail server does."""

    def __init__(self, folder: Path, *, clock: bool = True, environ: dict[str, str] | None = None) -> None:
        super().__init__(folder, clock=clock, environ=environ)
        self.ledger = Ledger()
        self.kills = 0
        self.database = (environ or {}).get("JUDGE_DATABASE_URL") or f"sqlite:///{folder / 'var' / 'judge.sqlite3'}"

    def send(self, *letter: str, **more: object) -> str:
        """Mail a letter; its 250 goes into the ledger."""
        serial = super().send(*letter, **more)  # type: ignore[arg-type]
        self.ledger.acknowledge(serial)
        return serial

    def try_to_send(self, sender: str, text: str, message_id: str) -> bool:
        """Mail a letter to a judge that may be dead or dying; whether it was acknowledged."""
        try:
            self.send(sender, text, message_id=message_id)
        except (OSError, smtplib.SMTPException):
            return False
        return True

    def kill(self) -> None:
        self.kills += 1
        super().kill()

    def start_watched(self, *strace: str) -> None:
        """Start under strace, which may spoil the start itself."""
        serve = self.command
        watch = ["strace", "-f", "-D", "--seccomp-bpf", "-s", "4096", "-o", str(self.folder / "strace.log"), *strace]
        self.command = [*watch, *serve]
        try:
            self.start()
        except AssertionError:
            self.port = 1  # nobody is there
        finally:
            self.command = serve

    @property
    def calls(self) -> Sequence[str]:
        """What strace saw."""
        return (self.folder / "strace.log").read_text(errors="replace").splitlines()

    def settle(self) -> None:
        """Wait until the store has nothing left to do now."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.waiting() == (0, 0):
                return
            time.sleep(0.05)
        raise AssertionError(f"still waiting: {self.waiting()}; {(self.folder / 'server.log').read_text()[-3000:]}")

    def wait_for_more_mails(self) -> None:
        """Wait until a mail has gone since now."""
        before = len(self.mails())
        end = time.monotonic() + PATIENCE
        while len(self.mails()) == before:
            assert time.monotonic() < end, "no mail goes"
            time.sleep(0.01)

    def waiting(self) -> tuple[int, int]:
        """How many letters and mails are not worked off."""
        engine = create_engine(self.database)
        try:
            with engine.connect() as connection:
                letters = connection.execute(select(func.count()).where(inbox.c.status == "new")).scalar_one()
                mails = connection.execute(select(func.count()).where(outbox.c.status == "ready")).scalar_one()
                return letters, mails
        finally:
            engine.dispose()

    def verdict(self) -> Verdict:
        """Compare the books; the judge is idle or stopped."""
        return self.ledger.verdict(self.database, mails_in(self.outbox))

    def begin_game(self, name: str, timing: str = "TIMING MOVE 3D RETREAT 1D ADJUST 1D GRACE 0H DELAY 0H") -> None:
        """A running game of Hundred with its three players, each with a password `pw`."""
        self.ask(GM, f"CREATE {name} gmsecret\nMAP hundred\n{timing}\nFORM\nSIGNOFF")
        for power, player in PLAYERS.items():
            self.ask(player, f"JOIN {power}@{name} pw\nSIGNOFF")


def orders(power: str, game: str, lines: str) -> str:
    """A letter with orders."""
    return f"SIGNON {power}@{game} pw\n{lines}\nSIGNOFF"
