"""Canonical order text read strictly and fast: exactly what the writer writes, and nothing else.

Most lines of a game on file are canonical, so they need not go through the lenient reader. `None` means: not canonical,
let the reader try.
"""

from __future__ import annotations

from judge.adjudicator.compiled import Compiled
from judge.adjudicator.orders import Order, OrderKind

_UNIT = {"A": 0, "F": 1}


def parse(c: Compiled, line: str) -> Order | None:
    """The order of a canonical line: `A PAR - BUR`, `F NTH C A LON - BEL`, `BUILD F STP/NC`, `F FLR/1 - FAL x MOB` …"""
    words = line.split(" ")
    if words[0] in ("BUILD", "REMOVE"):
        kind = OrderKind.BUILD if words[0] == "BUILD" else OrderKind.REMOVE
        return _on_unit(c, kind, words[1:])
    if line == "WAIVE":
        return Order(OrderKind.WAIVE)
    if len(words) < 3 or words[0] not in _UNIT:
        return None
    at, berth = c.place(words[1])
    if at < 0:
        return None
    return _rest(c, Order(OrderKind.HOLD, _UNIT[words[0]], at, berth=berth), words[2:])


def _on_unit(c: Compiled, kind: OrderKind, words: list[str]) -> Order | None:
    if len(words) != 2 or words[0] not in _UNIT:
        return None
    at, berth = c.place(words[1])
    return Order(kind, _UNIT[words[0]], at, berth=berth) if at >= 0 else None


def _rest(c: Compiled, order: Order, words: list[str]) -> Order | None:
    verb, rest = words[0], words[1:]
    if verb == "H" and not rest:
        return order
    if verb == "D" and not rest:
        return order._replace(kind=OrderKind.DISBAND)
    if verb == "R" and len(rest) == 1:
        return _with_target(c, order, OrderKind.RETREAT, rest[0])
    if verb == "-" and rest:
        return _move(c, order, rest)
    if verb in ("S", "C") and len(rest) in (2, 4) and rest[0] in _UNIT:
        return _other(c, order, verb, rest)
    return None


def _with_target(c: Compiled, order: Order, kind: OrderKind, text: str) -> Order | None:
    target, berth = c.place(text)
    return order._replace(kind=kind, target=target) if target >= 0 and not berth else None


def _move(c: Compiled, order: Order, words: list[str]) -> Order | None:
    move = _with_target(c, order, OrderKind.MOVE, words[0])
    if move is None or len(words) == 1:
        return move
    if words[1:] == ["VIA"]:
        return move._replace(via=True)
    if len(words) != 3 or words[1] != "x":
        return None
    power = c.variant.power_index.get(words[2], -1)
    if power >= 0:
        return move._replace(struck_power=power)
    at, berth = c.place(words[2])
    return move._replace(struck_berth=berth) if at == move.target and berth else None


def _other(c: Compiled, order: Order, verb: str, words: list[str]) -> Order | None:
    other, berth = c.place(words[1])
    if other < 0:
        return None
    order = order._replace(other_unit=_UNIT[words[0]], other=other, other_berth=berth)
    if len(words) == 2:
        return order._replace(kind=OrderKind.SUPPORT_HOLD) if verb == "S" else None
    if words[2] != "-":
        return None
    return _with_target(c, order, OrderKind.SUPPORT_MOVE if verb == "S" else OrderKind.CONVOY, words[3])
