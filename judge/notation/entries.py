"""The order lines of a movement phase, read one by one: which order each unit has in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.orders import Order
from judge.adjudicator.outcomes import Reason
from judge.notation.scene import Plain, Scene, lines_of
from judge.notation.writer import write

_REPLACED = Reason("replaced")


Entry = tuple[str, str, str, str | None, int, Reason | None, Plain | None]
"""Power, line, status, canonical text, the unit (-1: none), the reason of what is not ok, the line as it was kept."""


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
        self._read_all(orders)

    def _read_all(self, orders: Mapping[str, Sequence[str]]) -> None:
        scene, chosen, every, last = self.scene, self.chosen, self.all, self.last
        field = scene.field
        plain, units, owner = lines_of(scene.c).plain, field.number, field.power
        for word, lines in orders.items():
            power = scene.power(word)
            for line in lines:
                if line in plain:
                    known = plain[line]
                    unit = units.get(known.unit, -1)
                    if (
                        unit >= 0
                        and owner[unit] == power
                        and chosen[unit] is None
                        and (known.other is None or known.other in units)
                        and (known.ferry is None or known.ferry.runs(field))
                    ):
                        chosen[unit] = known.order
                        last[unit] = len(every)
                        every.append((word, line, "ok", line, unit, None, known))
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
        self.all.append((word, line, read.status, text, unit, read.reason, None))

    def _accept(self, word: str, line: str, order: Order, text: str, unit: int) -> None:
        if self.chosen[unit] is not None:
            before = self.last[unit]
            power, earlier, _status, written, _unit, _reason, _known = self.all[before]
            self.all[before] = (power, earlier, "replaced", written, unit, _REPLACED, None)
        self.chosen[unit] = order
        self.last[unit] = len(self.all)
        self.all.append((word, line, "ok", text, unit, None, None))
