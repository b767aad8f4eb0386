"""The movement rules resolved: every decision of a phase settled.

The equations settle most decisions by themselves. What stays open is a circle; the innermost circle is settled by the
only outcome that is consistent with its equations, and where there is none, or several, by what DATC 5 calls the backup
rule: convoys in it fail (Szykman), otherwise its moves succeed.
"""

from __future__ import annotations

from typing import Final

from judge.adjudicator.circles import innermost
from judge.adjudicator.equations import OPEN, UNSEEN, Equations
from judge.adjudicator.orders import CONVOY, MOVE

_SEARCH: Final = 400
"""Guesses after which a circle counts as having several outcomes: no board of the seeds comes near it."""
_DEEP: Final = 100
"""Units beyond which decisions are swept from the start: following each to what it reads would nest too deep."""


class Resolver(Equations):
    """One movement phase; `run` settles it."""

    __slots__ = ()

    def run(self) -> list[int]:
        """Settle every decision. The answer's entry of a unit without a decision has no meaning."""
        state = self.state
        self._plain_cases()
        if len(state) > _DEEP:
            self.state[:] = [OPEN if value == UNSEEN else value for value in state]
        unsettled = []
        for unit, value in enumerate(state):
            if value == OPEN or (value == UNSEEN and self.visit(unit) == OPEN):
                unsettled.append(unit)
        if unsettled:
            self._settle(unsettled)
        return state

    def _plain_cases(self) -> None:
        """What needs no equation: ways that nobody contests, and unsupported moves that cannot succeed.

        Without support an entrant beats nobody who stays, and in an empty place no rival that has a path.
        """
        state, kind, via, goal, here, attackers = self.state, self.kind, self.via, self.goal, self.here, self.attackers
        helpers, prov, cap = self.helpers, self.prov, self.cap
        convoys = bool(self.carriers)
        for unit, what in enumerate(kind):
            if what == MOVE:
                place = goal[unit]
                there = here[place]
                if via[unit]:
                    continue
                if not there and len(attackers[place]) == 1:
                    state[unit] = 1
                elif not helpers[unit] and cap[place] == 1 and (kind[there[0]] != MOVE if there else not convoys):
                    state[unit] = 0
            elif what == 0:
                state[unit] = 0
            elif not attackers[prov[unit]]:
                state[unit] = 1

    # --- circles

    def _settle(self, unsettled: list[int]) -> None:
        """Sweep until nothing changes, then settle the innermost circle; until nothing is open."""
        state = self.state
        while True:
            unsettled = self._sweep(unsettled)
            if not unsettled:
                return
            # What a circle was given by the backup rule is not asked of its equation again: the two may differ.
            circle = innermost(unsettled, {unit: self._reads(unit) for unit in unsettled})
            found = self._outcomes(circle, [_SEARCH])
            convoys = [unit for unit in circle if self.kind[unit] == CONVOY]
            if convoys and len(found) != 1:
                # A convoy that is the same in every outcome is in no doubt: the rest may be a circle of moves.
                sure = [unit for unit in convoys if found and self._in_no_doubt(unit, circle, found)]
                for unit in sure or convoys:
                    state[unit] = found[0][circle.index(unit)] if sure else 0
            else:
                for unit, value in zip(circle, found[0] if found else [0] * len(circle), strict=True):
                    state[unit] = value
            unsettled = [unit for unit in unsettled if state[unit] == OPEN]

    def _in_no_doubt(self, unit: int, circle: list[int], found: list[list[int]]) -> bool:
        """Whether no outcome of a circle has a decision otherwise than those found."""
        place = circle.index(unit)
        value = found[0][place]
        if any(outcome[place] != value for outcome in found):
            return False
        self.state[unit] = 1 - value
        others = self._outcomes(circle, [_SEARCH])
        self.state[unit] = OPEN
        return not others

    def _sweep(self, unsettled: list[int]) -> list[int]:
        state = self.state
        while True:
            left = []
            for unit in unsettled:
                value = self.decide(unit)
                if value == OPEN:
                    left.append(unit)
                else:
                    state[unit] = value
            if not left or len(left) == len(unsettled):
                return left
            unsettled = left

    def _reads(self, unit: int) -> set[int]:
        """Open decisions that a decision's equation may read."""
        if self.kind[unit] == MOVE:
            read = self._read_by_move(self.goal[unit])
        elif self.kind[unit] == CONVOY:
            read = self._read_by_convoy(self.prov[unit])
        else:
            read = set()
            for foe in self.attackers[self.prov[unit]]:
                # Only a foe from the place supported into is asked whether it succeeds; the others need just a path.
                read.update((foe,) if self.prov[foe] == self.goal[unit] else self.carriers.get(foe, ()))
        return {other for other in read if self.state[other] == OPEN}

    def _read_by_move(self, goal: int) -> set[int]:
        read = {other for other in self.here[goal] if self.kind[other] == MOVE}
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
        if all(self.decide(unit) in (state[unit], OPEN) for unit in circle):
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
