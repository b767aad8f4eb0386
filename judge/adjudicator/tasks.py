"""A movement order as the resolver takes it: provinces looked up once, because lines come again and again."""

from __future__ import annotations

from judge.adjudicator.compiled import Compiled
from judge.adjudicator.orders import Order


class Task:
    """`kind`, and where the order names them: the mover's or the helped one's `target` (a location), its province
    `goal`, the province of the `other` unit and its berth, the fleet struck; -1 (berths: 0) where not named.

    `moved` is the code of the unit once it has moved (`Compiled.code`), -1 for an order without a target.
    """

    __slots__ = ("goal", "kind", "moved", "other", "other_berth", "struck_berth", "struck_power", "target", "via")

    def __init__(self, c: Compiled, order: Order) -> None:
        self.kind = int(order.kind)
        self.target = order.target
        self.goal = c.province_of[order.target] if order.target >= 0 else -1
        self.other = c.province_of[order.other] if order.other >= 0 else -1
        self.other_berth = order.other_berth
        self.struck_power = order.struck_power
        self.struck_berth = order.struck_berth
        self.via = order.via
        self.moved = c.code(order.unit, order.target) if order.target >= 0 else -1
