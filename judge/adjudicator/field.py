"""Who stands where, on integers: a position's units as the resolver and the legality checks take them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from judge.adjudicator.compiled import Compiled, PositionError, UnitFacts
from judge.adjudicator.rulebook import Rulebook

_NOBODY: tuple[int, ...] = ()
_ALONE = tuple([(unit,) for unit in range(100)])
"""Units that have their province to themselves."""


class Field:
    """Units as parallel lists; `here` gives the units of a province, `fleets` the mask of fleets on water.

    `owner` has each unit's power word, `text` its canonical text, `number` the way back from that; `spans` gives each
    power's run of units.
    """

    __slots__ = (
        "berth", "c", "fleets", "here", "kind", "loc", "number", "owner", "power", "prov", "rulebook", "spans", "text",
    )  # fmt: skip

    def __init__(self, c: Compiled, units: Mapping[str, Iterable[str]], rulebook: Rulebook) -> None:
        self.c = c
        self.rulebook = rulebook
        self.power: list[int] = []
        self.owner: list[str] = []
        self.spans: list[tuple[str, int, int]] = []
        facts: list[UnitFacts] = []
        index, known = c.variant.power_index, c.units.__getitem__
        for word, texts in units.items():
            power = index.get(word)
            if power is None:
                raise PositionError(f"{word!r} is no power of this variant")
            before = len(facts)
            try:
                facts.extend(map(known, texts))
            except KeyError:
                del facts[before:]
                facts.extend(map(c.unit, texts))
            count = len(facts) - before
            self.spans.append((word, before, before + count))
            self.power += [power] * count
            self.owner += [word] * count
        columns = zip(*facts, strict=True) if facts else ((),) * 6
        self.kind: tuple[int, ...]
        self.loc: tuple[int, ...]
        self.prov: tuple[int, ...]
        self.berth: tuple[int, ...]
        self.text: tuple[str, ...]
        self.kind, self.loc, self.prov, self.berth, self.text, bits = columns
        self.here: list[tuple[int, ...]] = [_NOBODY] * len(c.cap)
        self.fleets = reduce(or_, bits, 0)
        self._crowd(c)
        self.number: dict[str, int] = dict(zip(self.text, range(len(facts)), strict=True))

    def _crowd(self, c: Compiled) -> None:
        here, count = self.here, len(self.prov)
        if len(set(self.prov)) == count <= len(_ALONE):
            for province, alone in zip(self.prov, _ALONE, strict=False):
                here[province] = alone
        else:
            for unit, province in enumerate(self.prov):
                here[province] = (*here[province], unit)
                if len(here[province]) > c.cap[province]:
                    raise PositionError(f"too many units in {c.board.locations[province]}")
        if c.berthed:
            self._moor(c)

    def _moor(self, c: Compiled) -> None:
        """Berths of the fleets in rivers: as given, otherwise the free ones in the order listed."""
        berths, texts = list(self.berth), list(self.text)
        for province, cap in enumerate(c.cap):
            if cap == 1:
                continue
            given = [berths[unit] for unit in self.here[province] if berths[unit]]
            if len(set(given)) < len(given):
                raise PositionError(f"two units in one berth of {c.board.locations[province]}")
            free = (berth for berth in range(1, cap + 1) if berth not in given)
            for unit in self.here[province]:
                berths[unit] = berths[unit] or next(free)
                texts[unit] = f"{texts[unit]}/{berths[unit]}"
            self.here[province] = tuple(sorted(self.here[province], key=berths.__getitem__))
        self.berth, self.text = tuple(berths), tuple(texts)

    def full_text(self, unit: int) -> str:
        """A unit with its power: `FRANCE A PAR`."""
        return f"{self.owner[unit]} {self.text[unit]}"
