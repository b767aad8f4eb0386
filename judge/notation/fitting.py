"""Which of the provinces that a word may mean are possible here: a draft → an order, if the board leaves no doubt.

What counts as certain: no army is at sea and no fleet inland, only one's own unit is ordered, only a unit that is there
is supported or carried, and nothing goes where it cannot go. A code stands for its province always; if that province is
impossible and another that begins with it is not, the line is ambiguous rather than quietly either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from judge.adjudicator.board import Board, Terrain
from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.units import UnitKind
from judge.adjudicator.variant import Variant
from judge.notation.answers import Hints
from judge.notation.draft import Draft, Phrase, Ref, Stuck
from judge.notation.near import nearest

Test = Callable[[int], bool]
_SLIP = 1.5
"""Strokes between an abbreviation and the name that it may be a slip of."""


class Doubt(Exception):  # noqa: N818 - it never leaves this package: `reader` turns it into an answer
    """A word has several possible meanings."""

    def __init__(self, ref: Ref, choices: Iterable[int]) -> None:
        super().__init__()
        self.ref = ref
        self.choices = tuple(choices)


class Fitting:
    """Settles one draft against a board and what the hints tell. Raises Doubt, or Stuck for an impossible coast."""

    def __init__(self, variant: Variant, hints: Hints, *, literal: bool = False) -> None:
        self.variant = variant
        self.board: Board = variant.board
        self.hints = hints
        self.homes = variant.powers[hints.power].homes if 0 <= hints.power < len(variant.powers) else ()
        self.literal = literal
        """Take codes at their word, whatever the board says."""

    def order(self, draft: Draft) -> Order:
        """The draft's order with every place settled."""
        kind = draft.kind if draft.kind is not None else OrderKind.HOLD
        if draft.who is None:
            return Order(kind)
        at = self._ordered(draft, kind, draft.who)
        unit = draft.who.unit if draft.who.unit >= 0 else self._kind_there(at, kind)
        other = other_unit = -1
        mover, start = unit, at
        tests: list[Test] = []
        if draft.other is not None:
            other = self._other(draft.other, kind, at)
            other_unit = draft.other.unit
            mover, start = other_unit if other_unit >= 0 else self._kind_there(other, OrderKind.HOLD), other
            if kind is OrderKind.CONVOY:
                mover = UnitKind.ARMY
            else:
                tests.append(lambda province: self._reaches(unit, at, province))
        target = -1
        if draft.target is not None:
            reach = self._goes if kind in {OrderKind.MOVE, OrderKind.SUPPORT_MOVE, OrderKind.CONVOY} else self._reaches
            tests.append(lambda province: reach(mover, start, province))
            target = self._settle(draft.target, [_all(tests), lambda p: self._stands(mover, p)])
        return Order(
            kind, draft.who.unit, self._location(draft.who.ref, at), self._location(draft.target, target),
            other_unit, -1 if draft.other is None else self._location(draft.other.ref, other), draft.via,
            tuple(self._settle(ref, [self._is_water]) for ref in draft.route), draft.who.ref.berth,
            draft.other.ref.berth if draft.other else 0, draft.struck_power, draft.struck_berth,
            draft.other.owner if draft.other else -1,
        )  # fmt: skip

    def oddities(self, order: Order) -> float:
        """How many things about an order do not fit the board: it ranks suggestions, and never judges an order."""
        if order.kind is OrderKind.WAIVE:
            return 0
        at = self.board.province_of[order.at]
        if order.kind is OrderKind.BUILD:
            return self._odd_site(order.unit, at)
        odd = float(not self._there(at, order.unit, self.hints.power))
        mover, start = order.unit if order.unit >= 0 else self._kind_there(at, order.kind), at
        unit = mover
        if order.other >= 0:
            start = self.board.province_of[order.other]
            mover = order.other_unit if order.other_unit >= 0 else self._kind_there(start, OrderKind.HOLD)
            odd += start == at or not self._there(start, order.other_unit, -1)
        goal = self.board.province_of[order.target] if order.target >= 0 else start
        if order.target >= 0:
            odd += not self._goes(mover, start, goal)
            odd += order.via and mover == UnitKind.FLEET
            odd += len({start, goal, *order.route}) < 2 + len(order.route)
        if order.kind in {OrderKind.SUPPORT_HOLD, OrderKind.SUPPORT_MOVE}:
            odd += not self._reaches(unit, at, goal)
        return odd

    def _odd_site(self, unit: int, site: int) -> float:
        foreign = site not in self.homes
        return float(not self._stands(unit, site) or self.hints.unit_at(site) is not None) + foreign / 2

    # -- the three parts a place can play ------------------------------------------------------------------------------

    def _ordered(self, draft: Draft, kind: OrderKind, who: Phrase) -> int:
        unit = who.unit
        if kind is OrderKind.BUILD:
            return self._settle(who.ref, [lambda p: self._stands(unit, p) and self.hints.unit_at(p) is None])
        mine: Test = lambda p: self._there(p, unit, self.hints.power)  # noqa: E731 - a test like the others
        tests = [mine, lambda p: self._there(p, unit, -1), lambda p: self._stands(unit, p)]
        if draft.target is not None and draft.other is None:
            target = draft.target
            tests.insert(0, lambda p: mine(p) and self._any_goal(unit, p, target))
            if not self._mine(who.ref, mine):
                tests.pop(0)
        return self._settle(who.ref, tests)

    def _mine(self, ref: Ref, mine: Test) -> bool:
        return len([p for p in ref.match.provinces if mine(p)]) > 1

    def _any_goal(self, unit: int, start: int, target: Ref) -> bool:
        kind = unit if unit >= 0 else self._kind_there(start, OrderKind.MOVE)
        return any(self._goes(kind, start, province) for province in target.match.provinces)

    def _other(self, other: Phrase, kind: OrderKind, at: int) -> int:
        unit = UnitKind.ARMY if kind is OrderKind.CONVOY and other.unit < 0 else other.unit
        return self._settle(
            other.ref,
            [lambda p: p != at and self._there(p, unit, other.owner), lambda p: p != at and self._stands(unit, p)],
        )

    def _settle(self, ref: Ref, tests: list[Test]) -> int:
        """The one province a word can mean: the first test that only one passes decides, more than one are a doubt."""
        code = ref.match.literal
        cands = [
            p for p in ref.match.provinces if not ref.coast or self._has_coast(p, ref.coast)
        ] or ref.match.provinces
        if code >= 0 and (self.literal or len(cands) == 1 or tests[0](code)):
            return code
        if len(cands) == 1:
            self._suspect(ref, cands[0], tests[0])
            return cands[0]
        for test in tests:
            fitting = [province for province in cands if test(province)]
            if code >= 0 and fitting and code not in fitting:
                raise Doubt(ref, (code, *fitting))
            if code >= 0 and fitting:
                return code
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                raise Doubt(ref, fitting)
        if code >= 0:
            return code
        raise Doubt(ref, cands)

    def _suspect(self, ref: Ref, found: int, test: Test) -> None:
        # A short form of a place that cannot be meant may be a misspelt name of one that can: Tir for Tri, not Tirol.
        if ref.match.literal >= 0 or self.literal or test(found) or not ref.match.text:
            return
        near = [p for p, strokes in nearest(self.variant, ref.match.text) if strokes <= _SLIP and test(p)]
        if near:
            raise Doubt(ref, (*near, found))

    # -- what the board knows ------------------------------------------------------------------------------------------

    def _location(self, ref: Ref | None, province: int) -> int:
        if ref is None or not ref.coast:
            return province
        if not self._has_coast(province, ref.coast):
            raise Stuck("coast_unknown", ref.start, ref)
        return self.board.index[f"{self.board.provinces[province].code}/{ref.coast}"]

    def _has_coast(self, province: int, coast: str) -> bool:
        return f"{self.board.provinces[province].code}/{coast}" in self.board.index

    def _there(self, province: int, unit: int, power: int) -> bool:
        found = self.hints.unit_at(province)
        if found is None:
            return False
        crowded = self.board.provinces[province].capacity > 1
        return (unit < 0 or found[1] == unit) and (power < 0 or crowded or found[0] == power)

    def _kind_there(self, province: int, kind: OrderKind) -> int:
        found = None if kind is OrderKind.BUILD else self.hints.unit_at(province)
        return -1 if found is None else found[1]

    def _stands(self, unit: int, province: int) -> bool:
        terrain = self.board.provinces[province].terrain
        return unit < 0 or terrain is not (Terrain.WATER if unit == UnitKind.ARMY else Terrain.INLAND)

    def _is_water(self, province: int) -> bool:
        return self.board.provinces[province].terrain is Terrain.WATER

    def _reaches(self, unit: int, start: int, goal: int) -> bool:
        """Whether a unit of a kind (-1: either) gets from a province to a neighbour by itself."""
        by_land = bool(self.board.army_reach[start] >> goal & 1)
        places = (start, *self.board.coasts_of[start])
        by_sea = any(self.board.fleet_reach_mask[place] >> goal & 1 for place in places)
        if unit < 0:
            return by_land or by_sea
        return by_land if unit == UnitKind.ARMY else by_sea

    def _goes(self, unit: int, start: int, goal: int) -> bool:
        """Whether a unit could move there at all, by itself or, an army, carried by fleets that are there."""
        if self._reaches(unit, start, goal):
            return True
        if unit == UnitKind.FLEET or start == goal:
            return False
        return (
            self._is_coastal(start)
            and self._is_coastal(goal)
            and not self._shores(start).isdisjoint(self._shores(goal))
        )

    def _is_coastal(self, province: int) -> bool:
        return self.board.provinces[province].terrain is Terrain.COASTAL

    def _shores(self, province: int) -> set[int]:
        """Numbers of the connected bodies of water with fleets that touch a province."""
        mask = 0
        for place in (province, *self.board.coasts_of[province]):
            mask |= self.board.fleet_reach_mask[place]
        return {number for number, body in enumerate(self._bodies) if body & mask}

    @cached_property
    def _bodies(self) -> list[int]:
        seas = [
            p.index
            for p in self.board.provinces
            if self._is_water(p.index) and self._there(p.index, UnitKind.FLEET, -1)
        ]
        bodies: list[int] = []
        for sea in seas:
            joined = 1 << sea
            reach = self.board.fleet_reach_mask[sea]
            apart = []
            for body in bodies:
                if body & reach:
                    joined |= body
                else:
                    apart.append(body)
            bodies = [*apart, joined]
        return bodies


def _all(tests: list[Test]) -> Test:
    return lambda province: all(test(province) for test in tests)
