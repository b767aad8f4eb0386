"""A real listener on loopback for each test that asks for one."""

from collections.abc import Iterator

import pytest

from judge.mail.addresses import parse_address
from judge.mail.limits import Limits
from judge.mail.listener import Listener
from tests.mail.house import DOMAIN, House, Open, Shelf


@pytest.fixture
def open_house() -> Iterator[Open]:
    """Call it with limits and endpoints to get a running listener; it is closed after the test."""
    houses: list[House] = []

    def opened(*endpoints: str, limits: Limits | None = None, shelf: Shelf | None = None) -> House:
        keeper = shelf or Shelf()
        listener = Listener(
            endpoints or ["smtp://127.0.0.1:0"],
            keeper.keep,
            lambda address: parse_address(address, DOMAIN),
            limits=limits,
        )
        real = listener.start()
        port = int(real[0].rpartition(":")[2]) if "unix" not in real[0] else 0
        houses.append(House(listener, keeper, port, real))
        return houses[-1]

    yield opened
    for house in houses:
        for line in house.lines:
            line.close()
        house.listener.stop()
