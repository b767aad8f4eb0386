"""Clients that vanish and servers that are told to stop: no 250, no promise; a 250, and it is kept (F14, F17)."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from tests.faults.sizes import CUTS, LONG, STOPS
from tests.faults.world import ANN, World, orders

LETTER = (
    "From: ann@players.example\r\nTo: judge@judge.localhost\r\nMessage-ID: <cut-{0}@players.example>\r\n"
    "Date: Mon, 02 Mar 2026 12:00:00 +0000\r\n\r\nSIGNON france@first pw\r\nA PAR H\r\n..\r\nSIGNOFF\r\n.\r\n"
)


def cut_points() -> Iterator[int]:
    """Every so many-th byte, and every one around the final dot."""
    size = len(LETTER.format(100))
    yield from range(0, size - 8, CUTS)
    yield from range(size - 8, size + 1)


def send_and_vanish(port: int, data: bytes, *, reset: bool) -> None:
    """A client that sends so much of its message and is gone, with or without a goodbye of TCP."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=10)) as client:
        replies = client.makefile("rb")
        replies.readline()
        for line in ("EHLO cut", f"MAIL FROM:<{ANN}>", "RCPT TO:<judge@judge.localhost>", "DATA"):
            client.sendall(f"{line}\r\n".encode())
            while replies.readline()[3:4] == b"-":
                pass
        replies.close()
        client.sendall(data)
        if reset:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_a_client_that_vanishes_anywhere_leaves_nothing_or_one_letter_that_its_retry_finds(world: World) -> None:
    world.begin_game("first")
    points = list(cut_points())
    for number, cut in enumerate(points, 100):
        send_and_vanish(world.port, LETTER.format(number).encode()[:cut], reset=number % 2 == 0)
    for number in range(100, 100 + len(points)):
        with (
            socket.create_connection(("127.0.0.1", world.port), timeout=10) as client,
            client.makefile("rb") as replies,
        ):
            replies.readline()
            last = b""
            for line in ("EHLO cut\r\n", f"MAIL FROM:<{ANN}>\r\n", "RCPT TO:<judge@judge.localhost>\r\n", "DATA\r\n",
                         LETTER.format(number)):  # fmt: skip
                client.sendall(line.encode())
                while (last := replies.readline())[3:4] == b"-":
                    pass
            assert last.startswith(b"250"), last
        world.ledger.acknowledge(f"<cut-{number}@players.example>")
    world.settle()
    assert world.stop() == 0
    world.verdict().assert_clean()


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_told_to_stop_under_load_it_is_soon_gone_and_resends_nothing(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.start()
    world.begin_game("first")
    over, serials, chance = threading.Event(), count(1), random.Random(17)

    def play() -> None:
        """What got no 250 is sent again, as a mail server would."""
        while not over.is_set():
            serial = f"<load-{next(serials)}@players.example>"
            while not world.try_to_send(ANN, orders("france", "first", "A PAR H"), serial) and not over.is_set():
                time.sleep(0.05)
            time.sleep(0.1)

    clients = [threading.Thread(target=play) for _ in range(2)]
    for client in clients:
        client.start()
    for _ in range(STOPS):
        time.sleep(chance.uniform(0.01, 0.6))
        assert world.stop() == 0  # in five seconds where nothing else runs
        world.start()
    over.set()
    for client in clients:
        client.join()
    world.settle()
    assert world.stop() == 0
    world.verdict().assert_clean()
