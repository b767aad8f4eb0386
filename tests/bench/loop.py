"""The whole loop: letters worked off a second, receipts delivered a second, and how long a letter waits for each.

    python tests/bench/loop.py [--games 20] [--rounds 5] [--waits 100] [--idle 1500] [--profile]

Letters are order mails of Hundred games as players write them, five or six orders each, kept with synced commits,
parsed in the reading child, proven by a password that was proven before, their orders judged and filed, each answered
with a receipt that is rendered and synced into a Maildir. First each half alone, in one process; then the figure that
counts, both halves at once in a serving judge with all its processes. A serving judge of its own then gets letters over
SMTP: the time to a receipt in a burst, and to the 250 while other connections idle and a monster is refused.
"""

import argparse
import asyncio
import cProfile
import logging
import math
import os
import pstats
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from judge.app import Judge
from judge.config import Settings
from judge.mail.listener import Incoming
from judge.server import Server
from tests.stories.house import House

POWERS = {
    "france": "A PAR - DIJ\nA DAU S A PAR - DIJ\nA ORL H\nA TOU H\nA PRO H",
    "england": "F DEV - WAL\nA NMD - BRT\nF LON H\nA CAL H\nA GUY H",
    "burgundy": "A DIJ H\nA LUX H\nA FLA H\nF HOL H",
}


class Hall:
    """A judge without a server, and the letters of its players."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.judge = Judge(Settings(data_dir=folder, **settings))  # type: ignore[arg-type]
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
        self.mail(self.made(count))
        for power in POWERS:
            self.mail(self.joined(power, count))

    def made(self, count: int) -> list[Incoming]:
        timing = "TIMING MOVE 3D RETREAT 1D ADJUST 1D DELAY 0H"
        return [
            self.letter("gm@x.example", f"CREATE g{n} secret\nMAP hundred\n{timing}\nFORM\nSIGNOFF")
            for n in range(count)
        ]

    def joined(self, power: str, count: int) -> list[Incoming]:
        return [self.letter(f"{power}{n}@x.example", f"JOIN {power}@g{n} pw\nSIGNOFF") for n in range(count)]

    def orders(self, count: int, note: str = "") -> list[Incoming]:
        return [
            self.letter(f"{power}{n}@x.example", f"SIGNON {power}@g{n} pw\n{text}\n{note}\nSIGNOFF")
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


def whole(games: int, rounds: int) -> None:
    """The figure of the whole loop: letters that wait in the inbox are parsed, proven, filed and answered by a serving
    judge with all its processes, until the last answer is synced into the Maildir."""
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder), listen=("smtp://127.0.0.1:0",))  # type: ignore[arg-type]
        hall.games(games)
        hall.judge.post_room.deliver_due()
        letters = [each for _ in range(rounds) for each in hall.orders(games, "SET WAIT")]
        answered = Path(hall.judge.settings.delivery_target.partition(":")[2]) / "new"
        server = Server(hall.judge)
        server.start()
        warm_up(hall, games, answered)
        with hall.judge.work:  # so that all of them are there when the work begins
            for start in range(0, len(letters), 100):
                hall.judge.keep(letters[start : start + 100])
            before, begun = files_in(answered), time.time()
            busy = sum(os.times()[:2])
        server._letters.set()
        while files_in(answered) < before + len(letters):
            time.sleep(0.25)  # looking takes the judge's own time: when the last one came is read from it
        busy = sum(os.times()[:2]) - busy
        taken = max(entry.stat().st_ctime for entry in os.scandir(answered)) - begun
        server.stop()
        hall.judge.close()
    count = len(letters)
    print(
        f"letters fully worked off by a serving judge: {count} in {taken:.2f} s, {count / taken:.0f} a second"
        f" ({busy:.2f} s of its main process)",
        flush=True,
    )


def files_in(folder: Path) -> int:
    return len(os.listdir(folder))  # noqa: PTH208 - names are enough


def warm_up(hall: Hall, games: int, answered: Path) -> None:
    """One round of letters, so that every process is up and has read its maps."""
    letters = hall.orders(games, "SET WAIT")
    before = files_in(answered)
    hall.judge.keep(letters)
    while files_in(answered) < before + len(letters):
        time.sleep(0.1)


def waits(count: int, idle: int) -> None:
    """A serving judge: how long letters wait for their 250 and for their receipts."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), clock=False)
        house.start()
        try:
            asyncio.run(_waits(house, count, idle))
        finally:
            house.stop()


async def _waits(house: House, count: int, idle: int) -> None:
    players = Hall.__new__(Hall)
    players.serial = 0
    games = (count + len(POWERS) - 1) // len(POWERS)
    await _send(house.port, players.made(games))
    for power in POWERS:
        await _send(house.port, players.joined(power, games))
    outbox = house.outbox / "new"
    await _quiet(outbox)
    letters = players.orders(games, "SET WAIT")[:count]
    before, begun = set(outbox.iterdir()), time.time()
    await asyncio.gather(*(_send(house.port, letters[n::20]) for n in range(20)))
    receipts = [path for path in await _until(outbox, len(before) + len(letters)) if path not in before]
    shown(
        f"{count} order letters at once, answered in the Maildir", [each.stat().st_mtime - begun for each in receipts]
    )
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    resting = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(idle)]
    monster = asyncio.create_task(_monster(house.port))
    accepted: list[float] = []
    for letter in players.orders(games, "SET WAIT")[:count]:
        begun = time.perf_counter()
        await _send(house.port, [letter])
        accepted.append(time.perf_counter() - begun)
        await asyncio.sleep(0.02)
    shown(f"an order letter accepted while {idle} connections idle and 30 MB are refused", accepted)
    print(f"the 30 MB were answered: {(await monster).decode().strip()}")
    for _, writer in resting:
        writer.close()


def shown(what: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    p99 = ordered[math.ceil(len(ordered) * 0.99) - 1]  # the nearest rank
    figures = {"median": statistics.median(ordered), "p99": p99, "longest": ordered[-1]}
    print(
        f"{what}: " + ", ".join(f"{name} {value * 1000:.0f} ms" for name, value in figures.items()),
        f"of {len(ordered)}",
    )


async def _send(port: int, letters: list[Incoming]) -> None:
    """Letters over one connection, each from MAIL to its 250."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def say(data: bytes) -> None:
        writer.write(data)
        while (line := await reader.readline())[3:4] == b"-":
            pass
        assert line[:1] in b"23", line

    await say(b"")
    await say(b"EHLO bench\r\n")
    for letter in letters:
        await say(f"MAIL FROM:<{letter.mail_from}>\r\n".encode())
        await say(f"RCPT TO:<{letter.rcpts[0]}>\r\n".encode())
        await say(b"DATA\r\n")
        await say(letter.raw + b".\r\n")
    await say(b"QUIT\r\n")
    writer.close()


async def _monster(port: int) -> bytes:
    """30 MB without their size said before; the answer that refuses them."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for line in (
        b"",
        b"HELO bench\r\n",
        b"MAIL FROM:<eve@x.example>\r\n",
        b"RCPT TO:<judge@judge.localhost>\r\n",
        b"DATA\r\n",
    ):
        writer.write(line)
        await reader.readline()
    for _ in range(30 * 16):
        writer.write((b"x" * 62 + b"\r\n") * 1024)
        try:
            await writer.drain()
        except ConnectionError:
            break
    writer.write(b"\r\n.\r\n")
    answer = await reader.readline()
    writer.close()
    return answer


async def _quiet(outbox: Path) -> None:
    """Until the mails of the games' start are out: none has come for three seconds."""
    before = -1
    while before != (now := len(await _until(outbox, 1))):
        before = now
        await asyncio.sleep(3)


async def _until(outbox: Path, count: int) -> list[Path]:
    end = time.monotonic() + 120
    found: list[Path] = []
    while len(found) < count and time.monotonic() < end:
        await asyncio.sleep(0.05)
        found = list(outbox.iterdir()) if outbox.is_dir() else []  # noqa: ASYNC240 - a local folder
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--waits", type=int, default=100, help="letters of the serving judge; 0: leave it out")
    parser.add_argument("--idle", type=int, default=1500)
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    profile = cProfile.Profile()
    if asked.profile:
        profile.enable()
    loop(asked.games, asked.rounds)
    whole(asked.games, asked.rounds)
    profile.disable()
    if asked.waits:
        waits(asked.waits, asked.idle)
    if asked.profile:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


if __name__ == "__main__":
    main()
