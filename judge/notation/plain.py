"""Lines whose order is legal wherever its units stand as it says and ships, where it counts on some, are there.

What `legality.complete` finds out on a board with units is here found out once for a line, from the map alone. It is
only ever said of lines that are complete as they stand and touch no river; all others are judged on the board. The
numbers are those of the DATC.
"""

from __future__ import annotations

from judge.adjudicator.compiled import ARMY, FLEET, Compiled
from judge.adjudicator.field import Field
from judge.adjudicator.orders import CONVOY, HOLD, MOVE, SUPPORT_MOVE, Order
from judge.adjudicator.tasks import Task


class Ferry:
    """The ships that an order counts on: some that could carry an army from `start` to `goal`.

    `fleet` is the place of one that must be of use, `without` that of one that must not be needed (a supporter never
    carries whom it supports, 6.D.31); -1: no such fleet.
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


class Plain:
    """A legal line: its task, the codes of its unit and of the unit helped (-1: none), and the ships it counts on."""

    __slots__ = ("code", "ferry", "other", "task")

    def __init__(self, task: Task, code: int, other: int, ferry: Ferry | None) -> None:
        self.task = task
        self.code = code
        self.other = other
        self.ferry = ferry


def plain(c: Compiled, order: Order) -> Plain | None:
    """A canonical line's order as a plain one; None if the board has to be asked, or forbids it."""
    task = Task(c, order)
    kind, start, goal, other, target = task.kind, c.province_of[order.at], task.goal, task.other, task.target
    if kind > CONVOY or order.struck_power >= 0 or order.struck_berth:
        return None
    if c.berthed and (c.cap[start] > 1 or (goal >= 0 and c.cap[goal] > 1) or (other >= 0 and c.cap[other] > 1)):
        return None
    ferry = None
    if kind == MOVE:
        if not _goes(c, order.unit, order.at, target, order.via):
            return None
        ferry = Ferry(start, goal) if order.via else None
    elif kind == CONVOY:
        if order.unit != FLEET or order.other_unit != ARMY or target != goal or not c.water >> start & 1:
            return None
        ferry = Ferry(other, goal, fleet=start)
    elif kind != HOLD:
        place = goal if kind == SUPPORT_MOVE else other
        if other == start or not _supports_into(c, order.unit, order.at, place):
            return None
        if kind == SUPPORT_MOVE:
            if not _can_be_supported(c, order.other_unit, order.other, target):
                return None
            if order.other_unit == ARMY and not c.army_reach[other] >> goal & 1:
                ferry = Ferry(other, goal, without=start)
    helped = c.code(order.other_unit, order.other) if other >= 0 else -1
    return Plain(task, c.code(order.unit, order.at), helped, ferry)


def _goes(c: Compiled, unit: int, at: int, target: int, via: bool) -> bool:
    """Whether a unit moves to a place as it is written there; by convoy if there are ships."""
    start, goal = c.province_of[at], c.province_of[target]
    if unit == FLEET:
        return not via and goal != start and target in c.fleet_reach[at]
    return goal != start and target == goal and (via or bool(c.army_reach[start] >> goal & 1))


def _supports_into(c: Compiled, unit: int, at: int, province: int) -> bool:
    """Whether a unit could move to a province at all; for a fleet any of its coasts will do (4.B.4)."""
    reach = c.fleet_reach_mask[at] if unit == FLEET else c.army_reach[c.province_of[at]]
    return bool(reach >> province & 1)


def _can_be_supported(c: Compiled, unit: int, at: int, target: int) -> bool:
    """Whether a unit might make a move, if need be with ships; a coast that is named must be one it reaches."""
    goal = c.province_of[target]
    if goal == c.province_of[at]:
        return False
    if unit == ARMY:
        return target == goal
    if target == goal:
        return bool(c.fleet_reach_mask[at] >> goal & 1)
    return target in c.fleet_reach[at]
