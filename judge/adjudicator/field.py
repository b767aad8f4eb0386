"""Who stands where, on integers: a position's units as the resolver and the legality checks take them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from judge.adjudicator.compiled import FLEET, Compiled, PositionError, UnitFacts
from judge.adjudicator.rulebook import Rulebook

_NOBODY: Sequence[int] = ()


class Field:
    """Units as parallel lists; `here` gives the units of a province, `fleets` the mask of fleets on water."""

    __slots__ = ("berth", "c", "fleets", "here", "kind", "loc", "owner", "power", "prov", "rulebook", "text")

    def __init__(self, c: Compiled, units: Mapping[str, Iterable[str]], rulebook: Rulebook) -> None:
        self.c = c
        self.rulebook = rulebook
        self.power: list[int] = []
        self.kind: list[int] = []
        self.loc: list[int] = []
        self.prov: list[int] = []
        self.berth: list[int] = []
        self.text: list[str] = []
        self.owner: list[str] = []
        """Each unit's power word."""
        self.here: list[Sequence[int]] = [_NOBODY] * len(c.cap)
        self.fleets = 0
        index, known = c.variant.power_index, c.units
        for word, texts in units.items():
            power = index.get(word)
            if power is None:
                raise PositionError(f"{word!r} is no power of this variant")
            for text in texts:
                facts = known.get(text) or c.unit(text)
                self._place(power, word, facts)

    def _place(self, power: int, word: str, facts: UnitFacts) -> None:
        kind, location, province, berth, text = facts
        there = self.here[province]
        number = len(self.power)
        c = self.c
        if there is _NOBODY:
            self.here[province] = [number]
        else:
            if len(there) >= c.cap[province]:
                raise PositionError(f"too many units in {c.board.locations[province]}")
            self.here[province] = [*there, number]
        if c.cap[province] > 1:
            berth = berth or self._free_berth(there)
            if any(self.berth[other] == berth for other in there):
                raise PositionError(f"two units in one berth: {text}/{berth}")
            text = f"{text}/{berth}"
        if kind == FLEET:
            self.fleets |= 1 << province & c.water
        self.power.append(power)
        self.owner.append(word)
        self.kind.append(kind)
        self.loc.append(location)
        self.prov.append(province)
        self.berth.append(berth)
        self.text.append(text)

    def _free_berth(self, there: Sequence[int]) -> int:
        used = {self.berth[other] for other in there}
        return next(berth for berth in range(1, len(used) + 2) if berth not in used)

    def full_text(self, unit: int) -> str:
        """A unit with its power: `FRANCE A PAR`."""
        return f"{self.owner[unit]} {self.text[unit]}"
