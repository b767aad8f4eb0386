"""The order lines of a movement phase, read one by one: which order each unit has in the end."""

from __future__ import annotations

from typing import Final

from judge.adjudicator.field import Lists
from judge.adjudicator.orders import HOLD
from judge.adjudicator.outcomes import Reason
from judge.adjudicator.tasks import Task
from judge.notation.kept import Entry, Lines, lines_of
from judge.notation.scene import Scene
from judge.notation.writer import write

_REPLACED: Final = Reason("replaced")


class Entries:
    """All lines of a phase, in `runs` of a power's: its word, its first entry and the one after its last.

    `refused` has the numbers of those that are no order, and their units (-1: of none). Of two legal orders for a unit
    the last counts. `chosen` gives each unit's order, `last` the number of the entry that tells a unit's fate (-1: none
    names it).
    """

    __slots__ = ("all", "chosen", "last", "lines", "refused", "runs", "scene")

    def __init__(self, scene: Scene, orders: Lists) -> None:
        self.scene = scene
        self.lines: Lines = lines_of(scene.c)
        self.all: list[Entry] = []
        self.runs: list[tuple[str, int, int]] = []
        self.refused: dict[int, int] = {}
        self.chosen: list[Task | None] = [None] * len(scene.field.prov)
        self.last = [-1] * len(scene.field.prov)
        for word, lines in orders.items():
            before = len(self.all)
            self._read_all(scene.power(word), lines)
            self.runs.append((word, before, len(self.all)))

    def _read_all(self, power: int, lines: list[str]) -> None:
        """The lines of a power. Those that came before are known to be orders where the board is as they say."""
        chosen, last, every, field, memory = self.chosen, self.last, self.all, self.scene.field, self.lines
        spot, owner = field.spot, field.power
        plain = memory.plain
        for line in lines:
            known = plain.get(line) or memory.of(line)
            if known is not None:
                unit = spot[known.code]
                if (
                    unit >= 0
                    and owner[unit] == power
                    and chosen[unit] is None
                    and (known.other < 0 or spot[known.other] >= 0)
                    and (known.ferry is None or known.ferry.runs(field))
                ):
                    chosen[unit] = known.task
                    last[unit] = len(every)
                    every.append(known)
                    continue
            self._read(power, line)

    def _read(self, power: int, line: str) -> None:
        read = self.scene.read(power, line, [unit for unit, task in enumerate(self.chosen) if task is not None])
        order, unit = read.order, read.key
        text = write(self.scene.variant, order) if order is not None else None
        if read.status == "ok" and order is not None:
            task = Task(self.scene.c, order)
            self._accept(Entry(line, "ok", text, task.kind, None), task, unit)
            return
        if unit >= 0 and self.chosen[unit] is None:
            self.last[unit] = len(self.all)
        self.refused[len(self.all)] = unit
        self.all.append(Entry(line, read.status, text, HOLD, read.reason))

    def _accept(self, entry: Entry, task: Task, unit: int) -> None:
        if self.chosen[unit] is not None:
            before = self.last[unit]
            earlier = self.all[before]
            self.all[before] = Entry(earlier.line, "replaced", earlier.order, HOLD, _REPLACED)
            self.refused[before] = unit
        self.chosen[unit] = task
        self.last[unit] = len(self.all)
        self.all.append(entry)
