"""One instruction to one unit, as a reader understood it and as the resolver takes it.

The same value serves both: a reader leaves what the player left out as -1 (a missing unit letter, a missing coast
stays the bare province), and `legality` fills it in from the board.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple


class OrderKind(IntEnum):
    """What an order tells its unit to do."""

    HOLD = 0
    MOVE = 1
    SUPPORT_HOLD = 2
    SUPPORT_MOVE = 3
    CONVOY = 4
    RETREAT = 5
    DISBAND = 6
    BUILD = 7
    REMOVE = 8
    WAIVE = 9


HOLD: Final = 0
MOVE: Final = 1
SUPPORT_HOLD: Final = 2
SUPPORT_MOVE: Final = 3
CONVOY: Final = 4
"""The kinds of a movement phase as bare numbers, for the resolver: a compiler takes them as constants."""


class Order(NamedTuple):
    """An order on integers. Locations index `Board.locations`; -1 stands for "not given".

    HOLD/DISBAND/REMOVE/BUILD: `unit`, `at`. MOVE/RETREAT: and `target`; MOVE also `via` (the word VIA or a route was
    given), `route` (provinces named on the way), `struck_power`/`struck_berth` (the fleet named by `x`).
    `struck_berth` -1 is a fleet named elsewhere than at the goal. SUPPORT_HOLD: `other_unit`, `other`; as read also
    `other_power`, which tells fleets of one river space apart. SUPPORT_MOVE and CONVOY: and `target`. WAIVE: nothing.
    """

    kind: OrderKind
    unit: int = -1
    at: int = -1
    target: int = -1
    other_unit: int = -1
    other: int = -1
    via: bool = False
    route: tuple[int, ...] = ()
    berth: int = 0
    other_berth: int = 0
    struck_power: int = -1
    struck_berth: int = 0
    other_power: int = -1
