"""A movement order as the resolver takes it: provinces looked up once, because lines come again and again."""

from __future__ import annotations

from judge.adjudicator.compiled import Compiled
from judge.adjudicator.orders import Order


class Task:
    """`kind`, and where the order names them: the mover's or the helped one's `target` (a location), its province
    `goal`, the province of the `other` unit; -1 where not named. `moved` is the unit's text once it has moved.
    """

    __slots__ = ("goal", "kind", "moved", "order", "other", "target", "via")

    def __init__(self, c: Compiled, order: Order) -> None:
        self.order = order
        self.kind = int(order.kind)
        self.target = order.target
        self.goal = c.province_of[order.target] if order.target >= 0 else -1
        self.other = c.province_of[order.other] if order.other >= 0 else -1
        self.via = order.via
        self.moved = c.texts[c.code(order.unit, order.target)] if order.target >= 0 else ""
