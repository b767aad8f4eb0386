"""The equations of the movement rules on integers: what decides whether a unit moves, supports or carries.

DATC chapter 5, written once for any capacity of a province (1 on most boards, 3 in a river). Every unit has at most one
decision: a mover's *does it move*, a supporter's *does it count*, a convoying fleet's *does it stay to carry*. Each is
0, 1 or OPEN; an equation that reads an open decision works with the best and the worst case, and settles as soon as
both agree.
"""

from __future__ import annotations

from typing import Final

from judge.adjudicator.orders import CONVOY, MOVE, SUPPORT_HOLD

OPEN: Final = 2
UNSEEN: Final = -1


class Equations:
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
        power: list[int],
        prov: list[int],
        kind: list[int],
        goal: list[int],
        via: list[bool],
        helpers: list[tuple[int, ...]],
        carriers: dict[int, list[int]],
        here: list[tuple[int, ...]],
        attackers: list[tuple[int, ...]],
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
        self.state: list[int] = [UNSEEN] * len(power)

    # --- decisions

    def visit(self, unit: int) -> int:
        """Settle what a decision reads before the decision itself; one already on the way is read as open."""
        self.state[unit] = OPEN
        value = self.decide(unit)
        self.state[unit] = value
        return value

    def decide(self, unit: int) -> int:
        what = self.kind[unit]
        if what == MOVE:
            return self._moves(unit)
        if what == CONVOY:
            return self._carries(unit)
        return self._counts(unit)

    def _moves(self, unit: int) -> int:
        """An entrant succeeds when fewer others than the province has room for are not beaten by it (rules 2 and 6)."""
        goal = self.goal[unit]
        room = self.cap[goal]
        there, rivals = self.here[goal], self.attackers[goal]
        if room == 1 == len(there) == len(rivals) and not self.via[unit]:
            return self._meets(unit, there[0])
        path = self.path(unit) if self.via[unit] else 1
        if not path:
            return 0
        least, most = self.strength(unit)
        sure = maybe = 0
        if there:
            sure, maybe, least, most = self._against_stayers(unit, goal, least, most)
            if sure >= room:
                return 0
        for rival in rivals:
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

    def _meets(self, unit: int, other: int) -> int:
        """Whether an entrant without rivals gets past the one unit in its way: most entrants, so it is told apart."""
        head_to_head = self.head_to_head(other, unit)
        if leaves := self.kind[other] == MOVE and not head_to_head:
            gone = self.value(other)
            if gone == 1:
                return 1
        stuck = OPEN if leaves and gone == OPEN else 0
        owner = self.power[other]
        if not self.helpers[unit] or owner == self.power[unit]:
            return stuck
        least, most = self.strength(unit, owner)
        resist_least, resist_most = (1, 1) if leaves else self.strength(other)
        if least > resist_most:
            return 1
        return stuck if most <= resist_least else OPEN

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
        values += [self.value(other) for other in self.here[prov] if self.kind[other] == MOVE]
        # Who leaves goes by strength, so a support that is open leaves that open too.
        values += [self.value(helper) for other in (*self.here[prov], *entrants) for helper in self.helpers[other]]
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
        return self.visit(unit) if value < 0 else value

    def strength(self, unit: int, without: int = -1) -> tuple[int, int]:
        """Least and greatest strength with support, leaving out the support of one power."""
        least = most = 1
        for helper in self.helpers[unit]:
            if self.power[helper] == without:
                continue
            value = self.state[helper]
            if value < 0:
                value = self.visit(helper)
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
            self.kind[one] == MOVE == self.kind[other]
            and goal[one] == prov[other]
            and goal[other] == prov[one]
            and not via[one]
            and not via[other]
            and self.cap[prov[one]] == 1 == self.cap[prov[other]]
        )

    def _stays(self, other: int, entrant: int) -> int:
        if self.kind[other] != MOVE or self.head_to_head(other, entrant):
            return 1
        value = self.value(other)
        return value if value == OPEN else 1 - value

    def resist(self, other: int, entrant: int) -> tuple[int, int]:
        """Hold strength, or in a head-to-head the defend strength: a mover that failed has only itself."""
        if self.kind[other] == MOVE and not self.head_to_head(other, entrant):
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
            and not (self.kind[unit] != SUPPORT_HOLD and self.prov[foe] == self.goal[unit])
            and (self.strike.get(foe, -1) == unit or (full and foe not in self.strike))
        ]

    def losers(self, prov: int) -> dict[int, int]:
        """Who is dislodged from a province, and by whom (rule 3). All decisions it reads must be settled."""
        state = self.state
        winners = [foe for foe in self.attackers[prov] if state[foe] == 1]
        stayers = [unit for unit in self.here[prov] if self.kind[unit] != MOVE or state[unit] != 1]
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
        return 1 if self.kind[unit] == MOVE else self.strength(unit)[0]


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
