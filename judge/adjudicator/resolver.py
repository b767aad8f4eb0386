"""The movement rules as yes/no decisions on integers: who moves, whose support counts, which convoys hold.

DATC chapter 5, written once for any capacity of a province (1 on most boards, 3 in a river). Every unit has at most one
decision: a mover's *does it move*, a supporter's *does it count*, a convoying fleet's *does it stay to carry*. Each is
0, 1 or OPEN; an equation that reads an open decision works with the best and the worst case, so a decision settles as
soon as both agree. What stays open is a circle; the innermost circle is settled by the only outcome that is consistent
with the equations, and where there is none, or several, by the rule that DATC 5 calls the backup rule: convoys in it
fail (Szykman), otherwise its moves succeed.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.circles import innermost
from judge.adjudicator.orders import OrderKind

OPEN = 2
_UNSEEN = -1
_MOVE = int(OrderKind.MOVE)
_SUPPORTS = (int(OrderKind.SUPPORT_HOLD), int(OrderKind.SUPPORT_MOVE))
_SUPPORT_HOLD = int(OrderKind.SUPPORT_HOLD)
_CONVOY = int(OrderKind.CONVOY)
_SEARCH = 400
"""Guesses after which a circle counts as having several outcomes: no board of the seeds comes near it."""

_DEEP = 100
"""Units beyond which decisions are swept from the start: following each to what it reads would nest too deep."""


class Resolver:
    """One movement phase. Lists are indexed by unit; `here` and `attackers` by province.

    `goal` is a mover's destination or, for support of a move, the province supported into; -1 otherwise. `via` marks
    armies that travel by convoy, `helpers` lists whose support a unit has if it counts, `carriers` the fleets ordered
    to carry it, `strike` the unit that an entrant of a river names.
    """

    __slots__ = (
        "attackers", "cap", "carriers", "goal", "helpers", "here", "kind", "power", "prov", "seas", "state",
        "strike", "via",
    )  # fmt: skip

    def __init__(
        self,
        *,
        power: Sequence[int],
        prov: Sequence[int],
        kind: list[int],
        goal: list[int],
        via: list[bool],
        helpers: list[list[int]],
        carriers: dict[int, list[int]],
        here: Sequence[Sequence[int]],
        attackers: list[list[int]],
        strike: dict[int, int],
        cap: tuple[int, ...],
        seas: tuple[int, ...],
    ) -> None:
        self.power = power
        self.prov = prov
        self.kind = kind
        self.goal = goal
        self.via = via
        self.helpers = helpers
        self.carriers = carriers
        self.here = here
        self.attackers = attackers
        self.strike = strike
        self.cap = cap
        self.seas = seas
        self.state: list[int] = [_UNSEEN] * len(power)

    def run(self) -> list[int]:
        """Settle every decision. The answer's entry of a unit without a decision has no meaning."""
        state = self.state
        self._plain_cases()
        if len(state) > _DEEP:
            self.state[:] = [OPEN if value == _UNSEEN else value for value in state]
        for unit, value in enumerate(state):
            if value == _UNSEEN and value == _UNSEEN:
                self._visit(unit)
        if OPEN in state:
            self._settle([unit for unit, value in enumerate(state) if value == OPEN])
        return state

    def _plain_cases(self) -> None:
        """What needs no equation: ways that nobody contests, and unsupported moves that cannot succeed.

        Without support an entrant beats nobody who stays, and in an empty place no rival that has a path.
        """
        state, kind, via, goal, here, attackers = self.state, self.kind, self.via, self.goal, self.here, self.attackers
        helpers, prov, cap = self.helpers, self.prov, self.cap
        convoys = bool(self.carriers)
        for unit, what in enumerate(kind):
            if what == _MOVE:
                place = goal[unit]
                there = here[place]
                if via[unit]:
                    continue
                if not there and len(attackers[place]) == 1:
                    state[unit] = 1
                elif not helpers[unit] and cap[place] == 1 and (kind[there[0]] != _MOVE if there else not convoys):
                    state[unit] = 0
            elif what == 0:
                state[unit] = 0
            elif not attackers[prov[unit]]:
                state[unit] = 1

    # --- decisions

    def _visit(self, unit: int) -> int:
        """Settle what a decision reads before the decision itself; one already on the way is read as open."""
        self.state[unit] = OPEN
        value = self._decide(unit)
        self.state[unit] = value
        return value

    def _decide(self, unit: int) -> int:
        what = self.kind[unit]
        if what == _MOVE:
            return self._moves(unit)
        if what == _CONVOY:
            return self._carries(unit)
        return self._counts(unit)

    def _moves(self, unit: int) -> int:
        """An entrant succeeds when fewer others than the province has room for are not beaten by it (rules 2 and 6)."""
        goal = self.goal[unit]
        room = self.cap[goal]
        path = self.path(unit) if self.via[unit] else 1
        if not path:
            return 0
        least, most = self.strength(unit)
        sure = maybe = 0
        if self.here[goal]:
            sure, maybe, least, most = self._against_stayers(unit, goal, least, most)
            if sure >= room:
                return 0
        for rival in self.attackers[goal]:
            if rival == unit:
                continue
            prevent_least, prevent_most = self.prevent(rival)
            if most <= prevent_least:
                sure += 1
                if sure >= room:
                    return 0
            if least <= prevent_most:
                maybe += 1
        return 1 if path == 1 and maybe < room else OPEN

    def _against_stayers(self, unit: int, goal: int, least: int, most: int) -> tuple[int, int, int, int]:
        """How many who stay are not beaten, surely and maybe; and the strength that is left against rivals.

        At capacity 1 support from the stayer's power does not count against rivals either (DATC 5.B.7).
        """
        sure = maybe = 0
        power = self.power[unit]
        for other in self.here[goal]:
            stays = self._stays(other, unit)
            if not stays:
                continue
            owner = self.power[other]
            own_least, own_most = self.strength(unit, owner)
            resist_least, resist_most = self.resist(other, unit)
            if owner == power or own_least <= resist_most:
                maybe += 1
                if stays == 1 and (owner == power or own_most <= resist_least):
                    sure += 1
            if self.cap[goal] == 1:
                least = own_least
                if stays == 1:
                    most = own_most
        return sure, maybe, least, most

    def _counts(self, unit: int) -> int:
        """Support counts unless it is cut (rule 5; DATC 4.A.4: nobody cuts support against the place he comes from)."""
        prov, power = self.prov[unit], self.power
        if self.cap[prov] > 1:
            return 0 if self.cutters(unit) else 1
        spared = self.goal[unit]
        answer = 1
        for foe in self.attackers[prov]:
            if power[foe] == power[unit]:
                continue
            if self.prov[foe] == spared:
                value = self.value(foe)
            else:
                value = self.path(foe) if self.via[foe] else 1
            if value == 1:
                return 0
            if value == OPEN:
                answer = OPEN
        return answer

    def _carries(self, unit: int) -> int:
        """A fleet carries unless it is dislodged."""
        prov = self.prov[unit]
        entrants = self.attackers[prov]
        values = [self.value(foe) for foe in entrants]
        if self.cap[prov] == 1:
            if 1 in values:
                return 0
            return OPEN if OPEN in values else 1
        values += [self.value(other) for other in self.here[prov] if self.kind[other] == _MOVE]
        if OPEN not in values:
            return 0 if unit in self.losers(prov) else 1
        can_lose = any(
            self.power[foe] != self.power[unit] and self.strength(foe, self.power[unit])[1] > self.resist(unit, foe)[0]
            for foe in entrants
        )
        return OPEN if can_lose else 1

    # --- what the decisions read

    def value(self, unit: int) -> int:
        """A decision as far as it is known."""
        value = self.state[unit]
        return self._visit(unit) if value < 0 else value

    def strength(self, unit: int, without: int = -1) -> tuple[int, int]:
        """Least and greatest strength with support, leaving out the support of one power."""
        least = most = 1
        for helper in self.helpers[unit]:
            if self.power[helper] == without:
                continue
            value = self.state[helper]
            if value < 0:
                value = self._visit(helper)
            if value:
                most += 1
                if value == 1:
                    least += 1
        return least, most

    def prevent(self, unit: int) -> tuple[int, int]:
        """The strength with which an entrant keeps others out: none without a path, or for a head-to-head's loser."""
        path = self.path(unit) if self.via[unit] else 1
        if not path:
            return 0, 0
        least, most = self.strength(unit)
        for other in self.here[self.goal[unit]]:
            if self.head_to_head(other, unit):
                won = self.value(other)
                if won == 1:
                    return 0, 0
                if won == OPEN:
                    least = 0
        return (least, most) if path == 1 else (0, most)

    def head_to_head(self, one: int, other: int) -> bool:
        """Two units that move at each other and meet: neither by convoy, neither place a river (rule 6)."""
        prov, goal, via = self.prov, self.goal, self.via
        return (
            self.kind[one] == _MOVE == self.kind[other]
            and goal[one] == prov[other]
            and goal[other] == prov[one]
            and not via[one]
            and not via[other]
            and self.cap[prov[one]] == 1 == self.cap[prov[other]]
        )

    def _stays(self, other: int, entrant: int) -> int:
        if self.kind[other] != _MOVE or self.head_to_head(other, entrant):
            return 1
        value = self.value(other)
        return value if value == OPEN else 1 - value

    def resist(self, other: int, entrant: int) -> tuple[int, int]:
        """Hold strength, or in a head-to-head the defend strength: a mover that failed has only itself."""
        if self.kind[other] == _MOVE and not self.head_to_head(other, entrant):
            return 1, 1
        return self.strength(other)

    def path(self, unit: int) -> int:
        """Whether a chain of fleets that stay leads from the army to its goal (DATC 4.A.1: any whole route will do)."""
        sure = maybe = 0
        for fleet in self.carriers.get(unit, ()):
            value = self.value(fleet)
            if value:
                maybe |= 1 << self.prov[fleet]
                if value == 1:
                    sure |= 1 << self.prov[fleet]
        if not reaches(self.seas, self.prov[unit], self.goal[unit], maybe):
            return 0
        return 1 if sure == maybe or reaches(self.seas, self.prov[unit], self.goal[unit], sure) else OPEN

    # --- rivers

    def cutters(self, unit: int) -> list[int]:
        """Who cuts a support given from a river (rule 5): who names it, and who names none where all was full."""
        prov = self.prov[unit]
        full = len(self.here[prov]) >= self.cap[prov]
        return [
            foe
            for foe in self.attackers[prov]
            if self.power[foe] != self.power[unit]
            and not (self.kind[unit] != _SUPPORT_HOLD and self.prov[foe] == self.goal[unit])
            and (self.strike.get(foe, -1) == unit or (full and foe not in self.strike))
        ]

    def losers(self, prov: int) -> dict[int, int]:
        """Who is dislodged from a province, and by whom (rule 3). All decisions it reads must be settled."""
        state = self.state
        winners = [foe for foe in self.attackers[prov] if state[foe] == 1]
        stayers = [unit for unit in self.here[prov] if self.kind[unit] != _MOVE or state[unit] != 1]
        excess = len(winners) + len(stayers) - self.cap[prov]
        if excess <= 0:
            return {}
        beaten = {unit: [foe for foe in winners if self.beats(foe, unit)] for unit in stayers}
        order = sorted(
            stayers, key=lambda unit: (self._unnamed(unit, beaten[unit]), self._hold(unit), -stayers.index(unit))
        )
        paired: dict[int, int] = {}
        for unit in order:
            if len(paired) < excess:
                _pair(unit, beaten, paired, set())
        return {unit: foe for foe, unit in paired.items()}

    def beats(self, entrant: int, stayer: int) -> bool:
        """Whether a successful entrant is stronger than a stayer of another power."""
        if self.power[entrant] == self.power[stayer]:
            return False
        return self.strength(entrant, self.power[stayer])[0] > self.resist(stayer, entrant)[0]

    def _unnamed(self, unit: int, foes: list[int]) -> bool:
        return not any(self.strike.get(foe, -1) == unit for foe in foes)

    def _hold(self, unit: int) -> int:
        return 1 if self.kind[unit] == _MOVE else self.strength(unit)[0]

    # --- circles

    def _settle(self, unsettled: list[int]) -> None:
        """Sweep until nothing changes, then settle the innermost circle; until nothing is open."""
        state = self.state
        while True:
            unsettled = self._sweep(unsettled)
            if not unsettled:
                return
            circle = innermost(unsettled, {unit: self._reads(unit) for unit in unsettled})
            found = self._outcomes(circle, [_SEARCH])
            convoys = [unit for unit in circle if self.kind[unit] == _CONVOY]
            if convoys and len(found) != 1:
                for unit in convoys:
                    state[unit] = 0
            else:
                for unit, value in zip(circle, found[0] if found else [0] * len(circle), strict=True):
                    state[unit] = value

    def _sweep(self, unsettled: list[int]) -> list[int]:
        state = self.state
        while True:
            left = []
            for unit in unsettled:
                value = self._decide(unit)
                if value == OPEN:
                    left.append(unit)
                else:
                    state[unit] = value
            if not left or len(left) == len(unsettled):
                return left
            unsettled = left

    def _reads(self, unit: int) -> set[int]:
        """Open decisions that a decision's equation may read."""
        if self.kind[unit] == _MOVE:
            read = self._read_by_move(self.goal[unit])
        elif self.kind[unit] == _CONVOY:
            read = self._read_by_convoy(self.prov[unit])
        else:
            read = set()
            for foe in self.attackers[self.prov[unit]]:
                # Only a foe from the place supported into is asked whether it succeeds; the others need just a path.
                read.update((foe,) if self.prov[foe] == self.goal[unit] else self.carriers.get(foe, ()))
        return {other for other in read if self.state[other] == OPEN}

    def _read_by_move(self, goal: int) -> set[int]:
        read = {other for other in self.here[goal] if self.kind[other] == _MOVE}
        for other in self.here[goal]:
            read.update(self.helpers[other])
        for rival in self.attackers[goal]:
            read.update(self.helpers[rival])
            read.update(self.carriers.get(rival, ()))
        return read

    def _read_by_convoy(self, prov: int) -> set[int]:
        read = set(self.attackers[prov])
        if self.cap[prov] > 1:
            for other in (*self.here[prov], *self.attackers[prov]):
                read.update((other, *self.helpers[other]))
        return read

    def _outcomes(self, circle: list[int], budget: list[int]) -> list[list[int]]:
        """Up to two outcomes of a circle that agree with all its equations; moves are tried as successes first."""
        state = self.state
        before = [state[unit] for unit in circle]
        found: list[list[int]] = []
        self._sweep([unit for unit in circle if state[unit] == OPEN])
        if all(self._decide(unit) in (state[unit], OPEN) for unit in circle):
            guess = next((unit for unit in circle if state[unit] == OPEN), None)
            if guess is None:
                found.append([state[unit] for unit in circle])
            for value in (1, 0) if guess is not None else ():
                if len(found) > 1 or budget[0] <= 0:
                    break
                budget[0] -= 1
                state[guess] = value  # type: ignore[index]
                found += self._outcomes(circle, budget)
                state[guess] = OPEN  # type: ignore[index]
        for unit, value in zip(circle, before, strict=True):
            state[unit] = value
        return found


def _pair(unit: int, beaten: dict[int, list[int]], paired: dict[int, int], tried: set[int]) -> bool:
    """Give a stayer a victor of its own, moving earlier pairs if need be."""
    for foe in beaten[unit]:
        if foe in tried:
            continue
        tried.add(foe)
        if foe not in paired or _pair(paired[foe], beaten, paired, tried):
            paired[foe] = unit
            return True
    return False


def reaches(seas: tuple[int, ...], start: int, goal: int, fleets: int) -> bool:
    """Whether fleets (a mask of provinces) link two provinces: a flood over the water, never a list of routes."""
    flood = seas[start] & fleets
    wanted = seas[goal]
    edge = flood
    while edge:
        if edge & wanted:
            return True
        spread = 0
        while edge:
            low = edge & -edge
            spread |= seas[low.bit_length() - 1]
            edge ^= low
        edge = spread & fleets & ~flood
        flood |= edge
    return False
