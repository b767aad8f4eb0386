"""The whole loop: letters worked off a second, mails delivered a second, and a storm of games due at once.

    python tests/bench/loop.py [--games 20] [--rounds 5] [--storm 200] [--profile]

Letters are order mails of Hundred games as players write them, kept with synced commits, parsed, their orders judged
and filed, each answered with a receipt that is rendered and synced into a Maildir. In the storm all games are due at
the same instant, each with all its orders in: adjudicated, results written and delivered to everybody, with pictures.
"""

import argparse
import cProfile
import logging
import pstats
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from judge.app import Judge
from judge.config import Settings
from judge.mail.listener import Incoming

POWERS = {
    "france": "A PAR - DIJ\nA DAU S A PAR - DIJ\nA ORL H\nA TOU H\nA PRO H",
    "england": "F DEV - WAL\nA NMD - BRT\nF LON H\nA CAL H\nA GUY H",
    "burgundy": "A DIJ H\nA LUX H\nA FLA H\nF HOL H",
}


class Hall:
    """A judge without a server, and the letters of its players."""

    def __init__(self, folder: Path) -> None:
        self.judge = Judge(Settings(data_dir=folder))
        self.serial = 0

    def letter(self, sender: str, text: str) -> Incoming:
        self.serial += 1
        lines = text.replace("\n", "\r\n")
        raw = (
            f"From: {sender}\r\nTo: judge@judge.localhost\r\nMessage-ID: <{self.serial}@x.example>\r\n"
            f"Date: Tue, 3 Mar 2026 21:00:00 +0000\r\n\r\n{lines}\r\n"
        )
        return Incoming(raw.encode(), sender, ("judge@judge.localhost",), "127.0.0.1")

    def mail(self, letters: list[Incoming]) -> None:
        """Keep letters and work them off; closes nothing."""
        for start in range(0, len(letters), 100):
            self.judge.keep(letters[start : start + 100])
        self.judge.clerk.work_letters()

    def games(self, count: int) -> None:
        """Running games g0, g1, …"""
        timing = "TIMING MOVE 3D RETREAT 1D ADJUST 1D DELAY 0H"
        made = [
            self.letter("gm@x.example", f"CREATE g{n} secret\nMAP hundred\n{timing}\nFORM\nSIGNOFF")
            for n in range(count)
        ]
        self.mail(made)
        for power in POWERS:
            self.mail([self.letter(f"{power}@x.example", f"JOIN {power}@g{n} pw\nSIGNOFF") for n in range(count)])

    def orders(self, count: int, note: str = "") -> list[Incoming]:
        return [
            self.letter(f"{power}@x.example", f"SIGNON {power}@g{n} pw\n{text}\n{note}\nSIGNOFF")
            for n in range(count)
            for power, text in POWERS.items()
        ]


def timed(what: str, count: int, work: Callable[[], object]) -> None:
    start, busy = time.perf_counter(), time.process_time()
    work()
    taken, busy = time.perf_counter() - start, time.process_time() - busy
    print(
        f"{what}: {count} in {taken:.2f} s, {count / taken:.0f} a second ({busy:.2f} s of this processor)", flush=True
    )


def loop(games: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder))
        hall.games(games)
        hall.judge.post_room.deliver_due()
        letters = [each for _ in range(rounds) for each in hall.orders(games, "SET WAIT")]
        timed("order letters kept, orders filed, receipts queued", len(letters), lambda: hall.mail(letters))
        timed("receipts rendered and synced into the Maildir", len(letters), hall.judge.post_room.deliver_due)
        hall.judge.close()


def storm(games: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder))
        hall.games(games)
        hall.mail(hall.orders(games))
        hall.judge.post_room.deliver_due()
        timed("storm: games due at once, closed", games, hall.judge.tick)
        timed("storm: result mails", games * 4, hall.judge.post_room.deliver_due)
        with hall.judge.store.begin() as uow:
            assert all(game.phase_no == 2 for game in uow.games(listed_only=False)), "a game was not processed once"
        hall.judge.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--storm", type=int, default=200)
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    profile = cProfile.Profile()
    if asked.profile:
        profile.enable()
    loop(asked.games, asked.rounds)
    storm(asked.storm)
    profile.disable()
    if asked.profile:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


if __name__ == "__main__":
    main()
