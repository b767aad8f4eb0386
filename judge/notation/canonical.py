"""Canonical order text read strictly and fast: exactly what the writer writes, and nothing else.

Most lines of a game on file are canonical, so they need not go through the lenient reader. `None` means: not canonical,
let the reader try.
"""

from __future__ import annotations

from typing import Final

from judge.adjudicator.compiled import Compiled
from judge.adjudicator.orders import Order, OrderKind

_UNIT: Final = {"A": 0, "F": 1}
_HOLD: Final = OrderKind.HOLD
_MOVE: Final = OrderKind.MOVE
_SUPPORT_HOLD: Final = OrderKind.SUPPORT_HOLD
_SUPPORT_MOVE: Final = OrderKind.SUPPORT_MOVE
_CONVOY: Final = OrderKind.CONVOY
"""Looked up once: to ask an enumeration for a member takes as long as to read half a line."""
_new = tuple.__new__
"""For the orders that come most: it makes an order at a fifth of the cost of naming its parts."""


def parse(c: Compiled, line: str) -> Order | None:
    """The order of a canonical line: `A PAR - BUR`, `F NTH C A LON - BEL`, `BUILD F STP/NC`, `F FLR/1 - FAL x MOB` …"""
    words = line.split(" ")
    unit = _UNIT.get(words[0], -1)
    if unit >= 0 and len(words) > 2:
        at, berth = c.place(words[1])
        return _deed(c, unit, at, berth, words) if at >= 0 else None
    if words[0] in ("BUILD", "REMOVE"):
        kind = OrderKind.BUILD if words[0] == "BUILD" else OrderKind.REMOVE
        return _on_unit(c, kind, words[1:])
    return Order(OrderKind.WAIVE) if line == "WAIVE" else None


def _on_unit(c: Compiled, kind: OrderKind, words: list[str]) -> Order | None:
    if len(words) != 2 or words[0] not in _UNIT:
        return None
    at, berth = c.place(words[1])
    return Order(kind, _UNIT[words[0]], at, berth=berth) if at >= 0 else None


def _deed(c: Compiled, unit: int, at: int, berth: int, words: list[str]) -> Order | None:
    """The order of a unit's line; its deed begins with the third word."""
    verb, count = words[2], len(words)
    if verb == "-" and count > 3:
        return _move(c, unit, at, berth, words)
    if verb in ("S", "C") and count in (5, 7) and words[3] in _UNIT:
        return _help(c, unit, at, berth, words)
    if verb == "H" and count == 3:
        return Order(_HOLD, unit, at, berth=berth)
    if verb == "D" and count == 3:
        return Order(OrderKind.DISBAND, unit, at, berth=berth)
    if verb == "R" and count == 4:
        target = _target(c, words[3])
        return Order(OrderKind.RETREAT, unit, at, target, berth=berth) if target >= 0 else None
    return None


def _target(c: Compiled, text: str) -> int:
    """Where to: a place without a berth; -1 for anything else."""
    target, berth = c.place(text)
    return -1 if berth else target


def _move(c: Compiled, unit: int, at: int, berth: int, words: list[str]) -> Order | None:
    target = _target(c, words[3])
    if target < 0:
        return None
    if len(words) == 4:
        return _new(Order, (_MOVE, unit, at, target, -1, -1, False, (), berth, 0, -1, 0, -1))
    if words[4:] == ["VIA"]:
        return Order(_MOVE, unit, at, target, via=True, berth=berth)
    if len(words) != 6 or words[4] != "x":
        return None
    power = c.variant.power_index.get(words[5], -1)
    if power >= 0:
        return Order(_MOVE, unit, at, target, berth=berth, struck_power=power)
    place, struck = c.place(words[5])
    if place != target or not struck:
        return None
    return Order(_MOVE, unit, at, target, berth=berth, struck_berth=struck)


def _help(c: Compiled, unit: int, at: int, berth: int, words: list[str]) -> Order | None:
    """A support or a convoy."""
    other_unit = _UNIT[words[3]]
    other, other_berth = c.place(words[4])
    if other < 0:
        return None
    if len(words) == 5:
        hold = (_SUPPORT_HOLD, unit, at, -1, other_unit, other, False, (), berth, other_berth, -1, 0, -1)
        return _new(Order, hold) if words[2] == "S" else None
    target = _target(c, words[6])
    if words[5] != "-" or target < 0:
        return None
    kind = _SUPPORT_MOVE if words[2] == "S" else _CONVOY
    return _new(Order, (kind, unit, at, target, other_unit, other, False, (), berth, other_berth, -1, 0, -1))
