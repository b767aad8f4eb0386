"""The order lines of a movement phase, read one by one: which order each unit has in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.orders import Order
from judge.adjudicator.outcomes import Reason
from judge.notation.scene import Scene, lines_of
from judge.notation.writer import write

_REPLACED = Reason("replaced")


Entry = tuple[str, str, str, str | None, int, Reason | None]
"""Power, line, status, canonical text, the unit it concerns (-1: none), and the reason of what is not ok."""


class Entries:
    """All lines of a phase. Of two legal orders for a unit the last counts.

    `chosen` gives each unit's order, `last` the number of the entry that tells a unit's fate (-1: none names it).
    """

    __slots__ = ("all", "chosen", "last", "scene")

    def __init__(self, scene: Scene, orders: Mapping[str, Sequence[str]]) -> None:
        self.scene = scene
        self.all: list[Entry] = []
        self.chosen: list[Order | None] = [None] * len(scene.field.prov)
        self.last = [-1] * len(scene.field.prov)
        field = scene.field
        owner, plain, chosen, every, last = field.power, lines_of(scene.c).plain, self.chosen, self.all, self.last
        unit_of = dict(zip(field.text, range(len(owner)), strict=True))
        for word, lines in orders.items():
            power = scene.power(word)
            for line in lines:
                known = plain.get(line)
                if known is not None:
                    order, text, other, ferry = known
                    unit = unit_of.get(text, -1)
                    if (
                        unit >= 0
                        and owner[unit] == power
                        and chosen[unit] is None
                        and (other is None or other in unit_of)
                        and (ferry is None or ferry.runs(field))
                    ):
                        chosen[unit] = order
                        last[unit] = len(every)
                        every.append((word, line, "ok", line, unit, None))
                        continue
                self._read(word, power, line)

    def _read(self, word: str, power: int, line: str) -> None:
        read = self.scene.read(power, line, [unit for unit, order in enumerate(self.chosen) if order is not None])
        order, unit = read.order, read.key
        text = write(self.scene.variant, order) if order is not None else None
        if read.status == "ok" and order is not None and text is not None:
            if text == line:
                lines_of(self.scene.c).keep_plain(line, order)
            self._accept(word, line, order, text, unit)
            return
        if unit >= 0 and self.chosen[unit] is None:
            self.last[unit] = len(self.all)
        self.all.append((word, line, read.status, text, unit, read.reason))

    def _accept(self, word: str, line: str, order: Order, text: str, unit: int) -> None:
        if self.chosen[unit] is not None:
            before = self.last[unit]
            power, earlier, _status, written, _unit, _reason = self.all[before]
            self.all[before] = (power, earlier, "replaced", written, unit, _REPLACED)
        self.chosen[unit] = order
        self.last[unit] = len(self.all)
        self.all.append((word, line, "ok", text, unit, None))
