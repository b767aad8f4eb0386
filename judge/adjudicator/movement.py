"""A movement phase: completed orders matched with each other, resolved, and told unit by unit."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from judge.adjudicator.compiled import ARMY
from judge.adjudicator.equations import reaches
from judge.adjudicator.field import Field
from judge.adjudicator.legality import struck
from judge.adjudicator.orders import CONVOY, HOLD, MOVE, SUPPORT_HOLD, SUPPORT_MOVE
from judge.adjudicator.resolver import Resolver
from judge.adjudicator.tasks import Task

_NOBODY: Final[tuple[int, ...]] = ()
_NO_FLEETS: Final[list[int]] = []


class Battle:
    """A movement phase, matched and resolved.

    `kind` is what each unit does once orders that fit nothing are void (a unit with such an order holds), `void` those
    units, `goal` and `via` a mover's way, `state` the resolver's decisions. `movers` and `supporters` are the units
    that were told to move or support, also those whose order is void.
    """

    __slots__ = ("field", "goal", "kind", "movers", "resolver", "state", "supporters", "tasks", "void")

    def __init__(self, field: Field, tasks: list[Task | None]) -> None:
        self.field = field
        self.tasks = tasks
        count = len(tasks)
        kind = self.kind = [HOLD] * count
        goal = self.goal = [-1] * count
        via = [False] * count
        self.void: set[int] = set()
        movers: list[int] = []
        self.movers = movers
        by_sea = False
        supporters: list[int] = []
        self.supporters = supporters
        convoys: dict[int, list[int]] = {}
        places = len(field.here)
        for unit, task in enumerate(tasks):
            if task is None:
                continue
            what = task.kind
            if what == MOVE:
                kind[unit] = MOVE
                goal[unit] = task.goal
                movers.append(unit)
                if task.via:
                    via[unit] = by_sea = True
            elif what == CONVOY:
                convoys.setdefault(task.other * places + task.goal, []).append(unit)
            elif what:
                supporters.append(unit)
        carriers: dict[int, list[int]] = {}
        if by_sea or convoys:
            carriers = self._board(movers, via, convoys)
        helpers: list[tuple[int, ...]] = [_NOBODY] * count
        if supporters:
            self._match_supports(supporters, helpers)
        attackers: list[tuple[int, ...]] = [_NOBODY] * places
        alone = field.c.alone
        for unit in movers:
            if kind[unit] == MOVE:
                rivals = attackers[goal[unit]]
                attackers[goal[unit]] = (*rivals, unit) if rivals else alone[unit]
        self.resolver = Resolver(
            power=field.power,
            prov=field.prov,
            kind=kind,
            goal=goal,
            via=via,
            helpers=helpers,
            carriers=carriers,
            here=field.here,
            attackers=attackers,
            strike=self._strikes(movers) if field.c.berthed else {},
            cap=field.c.cap,
            seas=field.c.seas,
        )
        self.state = self.resolver.run()

    def _board(self, movers: list[int], via: list[bool], convoys: dict[int, list[int]]) -> dict[int, list[int]]:
        """Who is carried by whom. Armies without a complete ordered route stay; convoys that carry nobody are void.
        `convoys` has the fleets of each route, by its two ends in one number.

        DATC 4.A.3: to a neighbour an army goes by convoy if it says VIA or a fleet of its own power convoys it.
        """
        field, kind, goal = self.field, self.kind, self.goal
        carriers: dict[int, list[int]] = {}
        near, power, prov = field.c.army_reach, field.power, field.prov
        by_land = field.rulebook.via_without_convoy == "land"
        places = len(field.here)
        for unit in movers:
            route = prov[unit] * places + goal[unit]
            fleets = _NO_FLEETS
            if route in convoys and field.pieces[unit].kind == ARMY:
                fleets = convoys.pop(route)
            if not via[unit]:
                if not fleets:
                    continue
                if power[unit] not in [power[fleet] for fleet in fleets]:
                    self.void.update(fleets)
                    continue
                via[unit] = True
            mask = 0
            for fleet in fleets:
                mask |= 1 << prov[fleet]
            if fleets and reaches(field.c.seas, prov[unit], goal[unit], mask):
                carriers[unit] = fleets
                for fleet in fleets:
                    kind[fleet] = CONVOY
                continue
            via[unit] = False
            self.void.update(fleets)
            if not (by_land and near[prov[unit]] >> goal[unit] & 1):
                kind[unit] = HOLD
                goal[unit] = -1
                self.void.add(unit)
        for left in convoys.values():
            self.void.update(left)
        return carriers

    def _match_supports(self, supporters: list[int], helpers: list[tuple[int, ...]]) -> None:
        """A support fits what its unit is ordered to do, or it is void. A coast that it names must fit too (4.B.4)."""
        kind, goal, tasks, here, alone = self.kind, self.goal, self.tasks, self.field.here, self.field.c.alone
        for unit in supporters:
            task = tasks[unit]
            assert task is not None  # noqa: S101 - supporters have orders
            there = here[task.other]
            other = there[0] if len(there) == 1 else self._supported(task)
            told = tasks[other]
            if task.kind == SUPPORT_HOLD:
                # An army left without its convoy was still told to move: nobody supports it to hold (6.D.8).
                fits = told is None or told.kind != MOVE
            else:
                fits = kind[other] == MOVE and goal[other] == task.goal
                if fits and task.target != task.goal:
                    fits = told is not None and told.target == task.target
            if not fits:
                self.void.add(unit)
                continue
            kind[unit] = SUPPORT_HOLD
            if task.kind == SUPPORT_MOVE:
                kind[unit] = SUPPORT_MOVE
                goal[unit] = task.goal
            helpers[other] = (*helpers[other], unit) if helpers[other] else alone[unit]

    def _supported(self, task: Task) -> int:
        return next(unit for unit in self.field.here[task.other] if self.field.berth[unit] == task.other_berth)

    def _strikes(self, movers: list[int]) -> dict[int, int]:
        strike = {}
        for unit in movers:
            task = self.tasks[unit]
            if task is not None and (task.struck_power >= 0 or task.struck_berth):
                target = struck(self.field, unit, self.goal[unit], task.struck_power, task.struck_berth)
                if target >= 0:
                    strike[unit] = target
        return strike

    # --- what became of it

    def moved(self, unit: int) -> bool:
        """Whether a unit moved."""
        return self.kind[unit] == MOVE and self.state[unit] == 1

    def losers(self) -> dict[int, int]:
        """Dislodged unit → the unit that dislodged it."""
        found: dict[int, int] = {}
        here, kind, state, cap = self.field.here, self.kind, self.state, self.field.c.cap
        for unit in self.movers:
            if state[unit] != 1 or kind[unit] != MOVE:
                continue
            prov = self.goal[unit]
            there = here[prov]
            if not there:
                continue
            if cap[prov] > 1:
                found.update(self.resolver.losers(prov))
            elif kind[there[0]] != MOVE or state[there[0]] != 1:
                found[there[0]] = unit
        return found

    def crowd(self, prov: int, losers: Container[int]) -> int:
        """How many units a province holds once everybody has moved and the losers are out."""
        count = 0
        for unit in self.field.here[prov]:
            if unit not in losers and not self.moved(unit):
                count += 1
        for unit in self.resolver.attackers[prov]:
            if self.state[unit] == 1:
                count += 1
        return count

    def obstacles(self, unit: int) -> list[int]:
        """Whom a mover that failed did not beat: stayers and rivals."""
        r = self.resolver
        power = self.field.power
        goal = self.goal[unit]
        rivals = r.attackers[goal]
        there = self.field.here[goal]
        if not (r.helpers[unit] or r.carriers or r.cap[goal] > 1 or (there and self.moved(there[0]))):
            # Strength 1 beats nobody, and all rivals keep others out unless one lost a head-to-head to who left.
            if len(rivals) == 1:
                return list(there)
            return [foe for foe in (*there, *rivals) if foe != unit]
        found: list[int] = []
        attack = r.strength(unit)[0]
        for other in there:
            if self.moved(other) and not r.head_to_head(other, unit):
                continue
            own = r.strength(unit, power[other])[0]
            if r.cap[goal] == 1:
                attack = own
            if power[other] == power[unit] or own <= r.resist(other, unit)[0]:
                found.append(other)
        if len(rivals) > 1:
            found += [foe for foe in rivals if foe != unit and attack <= r.prevent(foe)[0]]
        return found

    def cutters(self, unit: int) -> list[int]:
        """Who cut a support."""
        r = self.resolver
        prov = self.field.prov[unit]
        if r.cap[prov] > 1:
            return r.cutters(unit)
        foes = [foe for foe in r.attackers[prov] if self.field.power[foe] != self.field.power[unit]]
        return [
            foe
            for foe in foes
            if (
                self.state[foe] == 1 if self.field.prov[foe] == self.goal[unit] else not r.via[foe] or self.arrives(foe)
            )
        ]

    def arrives(self, unit: int) -> bool:
        """Whether a mover has a path to its goal."""
        return not self.resolver.via[unit] or self.resolver.path(unit) == 1

    def standoff(self, prov: int) -> bool:
        """Whether an entrant that could have kept others out failed there: nobody retreats into such a place."""
        r = self.resolver
        return any(self.state[foe] != 1 and r.prevent(foe)[0] > 0 for foe in r.attackers[prov])
