"""Lines that came before, kept within bounds: what was read, judged and written once is not worked out again.

Nothing here knows a position. A kept line is an order wherever the board is as the line says, and that is cheap to ask.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from judge.adjudicator.compiled import ARMY, Compiled
from judge.adjudicator.field import Field
from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.outcomes import Reason
from judge.adjudicator.tasks import Task
from judge.notation.canonical import parse

_MEMORY: Final = 20_000
_LONGEST: Final = 64


class Ferry:
    """The ships that an order counts on: some that could carry an army from `start` to `goal`.

    `fleet` is the place of one that must be of use, `without` that of one that must not be needed (a supporter never
    carries whom it supports, DATC 6.D.31); -1: no such fleet.
    """

    __slots__ = ("fleet", "goal", "start", "without")

    def __init__(self, start: int, goal: int, fleet: int = -1, without: int = -1) -> None:
        self.start = start
        self.goal = goal
        self.fleet = fleet
        self.without = without

    def runs(self, field: Field) -> bool:
        """Whether there are such ships."""
        if self.fleet >= 0:
            return field.c.useful(field.fleets, self.fleet, self.start, self.goal)
        fleets = field.fleets if self.without < 0 else field.fleets & ~(1 << self.without)
        return field.c.convoyable(fleets, self.start, self.goal)


class Entry:
    """A power's line as it was read: `order` is its canonical text, `reason` why it is none that counts.

    `json` is for whoever writes the line down more than once.
    """

    __slots__ = ("json", "line", "order", "power", "reason", "status")

    def __init__(self, power: str, line: str, status: str, order: str | None, reason: Reason | None) -> None:
        self.power = power
        self.line = line
        self.status = status
        self.order = order
        self.reason = reason
        self.json = ""


class Plain:
    """A legal line: its task, the codes of its unit and of the unit helped (-1: none), and the ships it counts on."""

    __slots__ = ("code", "ferry", "other", "task")

    def __init__(self, task: Task, code: int, other: int, ferry: Ferry | None) -> None:
        self.task = task
        self.code = code
        self.other = other
        self.ferry = ferry


class Given(Entry):
    """A plain line as a power gave it."""

    __slots__ = ("code", "ferry", "other", "task")

    def __init__(self, power: str, line: str, plain: Plain) -> None:
        super().__init__(power, line, "ok", line, None)
        self.task = plain.task
        self.code = plain.code
        self.other = plain.other
        self.ferry = plain.ferry


class Lines:
    """A variant's bounded memory of canonical lines.

    `plain` keeps lines whose order is legal wherever its units stand as it says and, for what needs ships, the fleets
    could carry the army: everything but rivers and what the judge had to fill in. `given` has them by power.
    """

    __slots__ = ("c", "given", "known", "plain", "share", "silent")

    def __init__(self, c: Compiled) -> None:
        self.c = c
        self.known: dict[str, Order | None] = {}
        self.plain: dict[str, Plain] = {}
        self.given: list[dict[str, Given]] = [{} for _ in c.words]
        self.silent: dict[str, str] = {}
        """Unit with its power → JSON of the line of such a unit without an order; filled by whoever writes it."""
        self.share = _MEMORY // max(1, len(c.words))

    def parse(self, line: str) -> Order | None:
        """The order of a canonical line, None for any other line."""
        known = self.known
        if line in known:
            return known[line]
        order = parse(self.c, line)
        if len(line) < _LONGEST:
            if len(known) >= _MEMORY:
                known.clear()
            known[line] = order
        return order

    def of(self, power: int, line: str) -> Given | None:
        """A plain line that this power gives for the first time; None if the line is not known as plain."""
        plain = self.plain.get(line)
        return None if plain is None else self._give(power, line, plain)

    def _give(self, power: int, line: str, plain: Plain) -> Given:
        given = self.given[power]
        if len(given) >= self.share:
            given.clear()
        found = given[line] = Given(self.c.words[power], line, plain)
        return found

    def keep(self, power: int, line: str, order: Order) -> Given | None:
        """Remember a line that was legal as it stands, if nothing but the units it names decides that."""
        c = self.c
        province_of, near = c.province_of, c.board.army_reach
        prov = province_of[order.at]
        other = province_of[order.other] if order.other >= 0 else -1
        in_river = (
            c.cap[prov] > 1
            or (other >= 0 and c.cap[other] > 1)
            or (order.target >= 0 and c.cap[province_of[order.target]] > 1)
        )
        if in_river or len(line) >= _LONGEST:
            return None
        ferry = None
        if order.target >= 0:
            goal = province_of[order.target]
            if order.kind == OrderKind.CONVOY:
                ferry = Ferry(other, goal, fleet=prov)
            elif order.kind == OrderKind.SUPPORT_MOVE:
                if order.other_unit == ARMY and not near[other] >> goal & 1:
                    ferry = Ferry(other, goal, without=prov)
            elif order.via:
                ferry = Ferry(prov, goal)
        if len(self.plain) >= _MEMORY:
            self.plain.clear()
        helped = c.code(order.other_unit, order.other) if other >= 0 else -1
        plain = self.plain[line] = Plain(Task(c, order), c.code(order.unit, order.at), helped, ferry)
        return self._give(power, line, plain)


@lru_cache(maxsize=32)
def lines_of(c: Compiled) -> Lines:
    """The memory that belongs to a compiled variant."""
    return Lines(c)
