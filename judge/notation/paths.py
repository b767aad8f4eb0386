"""Where an order leads: goals, routes over named seas, the word VIA, and the fleet to strike in a river."""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.notation.draft import Ref, Stuck
from judge.notation.keywords import Word
from judge.notation.names import Match
from judge.notation.phrases import SMALL, Phrases
from judge.notation.powers import find_power, power_at
from judge.notation.tokens import Kind

SOURCES = frozenset({"from", "desde"})
"""Words behind which somebody's place stands that goes somewhere."""

_MOTION = (Word.MOVE, Word.ATTACK, Word.ARTICLE, Word.AND, *SMALL)


@dataclass(slots=True)
class Path:
    """Places after a dash or a verb of motion, in the order and roles in which they came."""

    places: list[Ref] = field(default_factory=list)
    named: list[Ref] = field(default_factory=list)
    via: bool = False
    attacks: bool = False
    named_first: bool = False
    struck_power: int = -1
    struck_berth: int = 0

    def route(self) -> tuple[Ref, ...]:
        before = self.places[:-1]
        return tuple(self.named + before if self.named_first else before + self.named)


class Paths(Phrases):
    """Reads what stands behind a dash or a verb of motion."""

    def _path(self) -> Path:
        path = Path()
        naming = False
        start = self.here
        while not self._ends():
            at = self.here
            if self._strikes(path) or self._is_of_another(path):
                break
            coast = self._coast_before()
            place = self._place(self.here)
            if place is not None:
                if not path.places and naming:
                    path.named_first = True
                (path.named if naming else path.places).append(self._ref(place, coast))
            elif self._kind(at) is Kind.DASH or self._is(at, Word.MOVE, Word.ATTACK):
                if not path.places and self._belongs_before(at):
                    raise Stuck("leftover", at)
                naming = naming and bool(path.places)
                path.attacks = path.attacks or self._is(at, Word.ATTACK)
                self._step_over()
            elif self._is(at, Word.VIA) or (path.via and self._is(at, Word.CONVOY, Word.FLEET, Word.SEA)):
                path.via = naming = True
                self._step_over()
            elif self._passes(path):
                self._step_over()
            else:
                break
        if not path.places or (self._dangles() and self.here == len(self.tokens)):
            raise Stuck("place_missing" if self._ends() else "place_unknown", max(self.here, start))
        if not self._ends() and self._dangles():
            raise Stuck("place_unknown", self.here)
        return path

    def _is_of_another(self, path: Path) -> bool:
        """Behind a goal: where somebody comes from ("to Burgundy from Paris") or who helps ("- Burgundy S by Mar").

        Neither is a place that the unit goes to.
        """
        return self._text(self.here) in SOURCES or (bool(path.places) and self._is(self.here, Word.SUPPORT))

    def _belongs_before(self, at: int) -> bool:
        # へ and に stand behind the goal: パリへスペイン is no way from Paris to Spain.
        behind = at + 1 + (self._text(at + 1) == "の")
        return self._text(at) in {"へ", "に"} and self._place(behind) is not None

    def _dangles(self) -> bool:
        before = self.here - 1
        return before >= 0 and self._kind(before) is Kind.DASH

    def _passes(self, path: Path) -> bool:
        # Small words, the brackets of "(via convoy)", and commas of a list of seas.
        at = self.here
        if self._is(at, *_MOTION):
            return True
        if self._kind(at) is Kind.OPEN:
            return self._is(at + 1, Word.VIA, Word.CONVOY)
        if self._kind(at) is Kind.CLOSE:
            return path.via
        if self._kind(at - 1) is Kind.OPEN and self._is(at, Word.CONVOY):
            path.via = True
            return True
        return self._kind(at) is Kind.STOP and path.via and self._place(at + 1) is not None

    def _strikes(self, path: Path) -> bool:
        # `x MOB`, `x FAL/2`, `attacks MOB`, `against the Mob`: the fleet to strike in a river (Philadelphia).
        at = self.here
        if not path.places or not self._is(at, Word.STRIKE, Word.ATTACK):
            return False
        at += self._width(at)
        while self._is(at, Word.ARTICLE, Word.FLEET, *SMALL) and not self._is(at, Word.ARMY):
            at += 1
        found = power_at(self.variant, self.tokens, at) or self._power_letter(at)
        if found:
            path.struck_power = found[0]
            at += found[1]
            while self._is(at, Word.FLEET, *SMALL):
                at += 1
        self.here = at
        place = self._place(at)
        if place is not None:
            path.struck_berth = self._struck_berth(path, place)
        if not found and not path.struck_berth:
            raise Stuck("strike_unknown", min(at, len(self.tokens) - 1))
        return True

    def _power_letter(self, at: int) -> tuple[int, int] | None:
        text = self._text(at)
        power = find_power(self.variant, text) if len(text) == 1 else None
        return None if power is None else (power, 1)

    def _struck_berth(self, path: Path, place: Match) -> int:
        """The berth named with a place; -1 if the place is not where the move goes, or has no such berth."""
        try:
            berth = self._ref(place).berth
        except Stuck as stuck:
            if stuck.code != "berth_unknown" or self._kind(stuck.at) is not Kind.NUMBER:
                raise
            self.here = stuck.at + 1  # `x FAL/9` fits no fleet: the name is left out, the move stands (rivers, rule 4)
            return -1
        goal = path.places[-1].match.provinces
        return berth if not set(goal).isdisjoint(place.provinces) else -1
