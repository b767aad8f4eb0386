"""A judge lives through simulated weeks in a process of its own, which kills itself before its n-th statement (F18).

    python -m tests.faults.soak FOLDER WEEKS SEED STATEMENT

Under the folder: `time` (where the clock stands), `acknowledged` (Message-IDs answered), `unsent.eml` (the letter in
hand when the process died, which its client sends again), `secrets`, and `vitals` (memory and open files, each week).
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import event

from judge.mail.listener import Incoming
from judge.maps import files
from judge.store.keeping import KeptLetter
from tests.adjudicator.positions import Board
from tests.faults.office import GM, Office, open_office, orders
from tests.usecases.desk import QuickPasswords

GAMES = [f"soak{number}" for number in range(40)]
POWERS = ("france", "england", "burgundy")
PEOPLE = [f"player{number}@players.example" for number in range(7)]
EVE = "eve@elsewhere.example"
STEP = timedelta(hours=12)
STEPS_A_WEEK = 14
TIMING = "TIMING MOVE 7D RETREAT 2D ADJUST 2D GRACE 1D DELAY 6H WARN 1D"


def holder(game: str, power: str) -> str:
    """Who plays a power: seven people share all seats."""
    return PEOPLE[(GAMES.index(game) + POWERS.index(power)) % len(PEOPLE)]


class Life:
    """One process's time with the judge."""

    def __init__(self, folder: Path, office: Office, seed: int) -> None:
        self.folder, self.office, self.chance = folder, office, random.Random(seed)
        self.seed, self.serial = seed, 0
        self.near = Board(files.load("hundred")).near
        self.sent: list[bytes] = []

    def send(self, raw: bytes, sender: str) -> None:
        """A client's part: it has the letter until it is acknowledged."""
        unsent = self.folder / "unsent.eml"
        unsent.write_bytes(raw)
        (kept,) = self.office.judge.keep([Incoming(raw, sender, ("judge@judge.localhost",), "here")])
        assert isinstance(kept, KeptLetter), kept
        serial = next(line[12:] for line in raw.decode("latin-1").split("\r\n") if line.startswith("Message-ID: "))
        with (self.folder / "acknowledged").open("a") as book:
            book.write(f"{serial}\n")
        unsent.unlink()

    def write(self, sender: str, text: str, serial: str = "") -> None:
        self.serial += 1
        serial = serial or f"<{self.seed}.{self.serial}@soak.example>"
        head = f"From: {sender}\r\nTo: judge@judge.localhost\r\nMessage-ID: {serial}\r\nSubject: soak\r\n"
        raw = f"{head}Date: Mon, 02 Mar 2026 12:00:00 +0000\r\n\r\n{text}\r\n".replace("\n", "\r\n")
        self.sent.append(raw.replace("\r\r", "\r").encode())
        self.send(self.sent[-1], sender)

    def begin(self) -> None:
        for game in GAMES:
            self.write(GM, f"CREATE {game} gmsecret\nMAP hundred\n{TIMING}\nNMR HOLD\nFORM\nSIGNOFF")
            for power in POWERS:
                self.write(holder(game, power), f"JOIN {power}@{game} pw\nSIGNOFF")
        self.work()

    def step(self) -> None:
        """Half a day: about one letter a power and phase, some trouble, and the judge's own work."""
        with self.office.judge.store.begin() as uow:
            boards = {game.name: game.position for game in uow.games(listed_only=False)}
        for game in GAMES:
            for power in POWERS:
                if self.chance.random() < 0.08:
                    self.order(game, power, boards[game].units.get(power.upper(), ()))
            if self.chance.random() < 0.003:
                self.write(GM, f"SIGNON M{game} gmsecret\nEXTEND {self.chance.choice(('6H', '1D', '3D'))}\nSIGNOFF")
        self.office.clock.time += STEP
        (self.folder / "time").write_text(self.office.clock.time.isoformat())
        self.work()

    def order(self, game: str, power: str, units: tuple[str, ...]) -> None:
        if self.chance.random() < 0.02 * 3:
            self.trouble(game, power)
        lines = []
        for unit in units:
            kind, _, place = unit.partition(" ")
            there = self.near.get((kind, place if kind == "F" else place[:3]), ())
            lines.append(f"{unit} - {self.chance.choice(there)}" if there else f"{unit} H")
        if self.chance.random() < 0.1:
            other = self.chance.choice([each for each in POWERS if each != power])
            word = f"zq{self.seed}x{self.serial}zq"
            with (self.folder / "secrets").open("a") as book:
                book.write(json.dumps([word, holder(game, power), holder(game, other), GM]) + "\n")
            lines += [f"PRESS TO {other}", word, "ENDPRESS"]
        self.write(holder(game, power), orders(power, game, "\n".join(lines[: self.chance.randint(1, 9)])))

    def trouble(self, game: str, power: str) -> None:
        """A letter of somebody who means no good, or of a program that is broken."""
        kind = self.chance.randrange(7)
        if kind == 0:
            self.write(EVE, f"SIGNON {power}@{game} guess{self.serial}\nA PAR H\nSIGNOFF")
        elif kind == 1:
            self.write(EVE, "CREATE {{7*7}} ${x}\n" + "A PAR - " * 2000)
        elif kind == 2 and self.sent:
            raw = self.chance.choice(self.sent)
            self.send(raw, "relay@elsewhere.example")
        elif kind == 3:
            self.write(holder(game, power), "other words", serial=f"<{self.seed}.{max(1, self.serial)}@soak.example>")
        elif kind == 4:
            self.write(EVE, f"SIGNON M{game} guess\nPROCESS!\nTERMINATE\nSIGNOFF")
        elif kind == 5:
            nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(30))
            self.serial += 1
            head = f"From: {EVE}\r\nMessage-ID: <{self.seed}.{self.serial}@soak.example>\r\nMIME-Version: 1.0\r\n"
            self.send(f"{head}{nested}\r\nHELP\r\n".encode(), EVE)
        else:
            self.write(holder(game, power), f"SIGNON {power}@{game} pw\nEXTEND 9D\nRESIGN NOW PLEASE\nSIGNOFF")

    def work(self) -> None:
        self.office.judge.clerk.work_letters()
        self.office.judge.tick()
        self.office.judge.post_room.deliver_due()


def main(folder: Path, weeks: int, seed: int, fatal: int) -> None:
    with pytest.MonkeyPatch.context() as patch, open_office(folder / "var", patch) as office:
        office.judge.renderer.illustrator.paint = None
        office.judge.clerk._services = replace(office.judge.services, passwords=QuickPasswords())
        office.judge.store.inbox.release_claims()
        office.judge.store.outbox.release_leases()
        left = {"statements": fatal}

        def before(*_: object) -> None:
            left["statements"] -= 1
            if left["statements"] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(office.judge.store.engine, "before_cursor_execute", before)
        life = Life(folder, office, seed)
        if (folder / "time").exists():
            office.clock.time = datetime.fromisoformat((folder / "time").read_text())
            if (folder / "unsent.eml").exists():
                life.send((folder / "unsent.eml").read_bytes(), EVE)
            life.work()  # as a server does when it starts, before any time passes
        else:
            life.begin()
        for _ in range(weeks):
            for _ in range(STEPS_A_WEEK):
                life.step()
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            handles = len(list(Path("/proc/self/fd").iterdir()))
            with (folder / "vitals").open("a") as book:
                book.write(f"{os.getpid()} {pages * 4096} {handles}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:5]))
