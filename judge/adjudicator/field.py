"""Who stands where, on integers: a position's units as the resolver and the legality checks take them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from judge.adjudicator.compiled import FLEET, Compiled, PositionError
from judge.adjudicator.rulebook import Rulebook

_NOBODY: tuple[int, ...] = ()


class Field:
    """Units as parallel lists; `here` gives the units of a province.

    `owner` has each unit's power word, `text` its canonical text, `number` the way back from that; `spans` gives each
    power's run of units.
    """

    __slots__ = (
        "_fleets", "berth", "c", "here", "kind", "loc", "number", "owner", "power", "prov", "rulebook", "spans", "text",
    )  # fmt: skip

    def __init__(self, c: Compiled, units: Mapping[str, Iterable[str]], rulebook: Rulebook) -> None:
        self.c = c
        self.rulebook = rulebook
        self.owner: list[str] = []
        self.power: list[int] = []
        self.kind: list[int] = []
        self.loc: list[int] = []
        self.prov: list[int] = []
        self.berth: list[int] = []
        self.text: list[str] = []
        self.here: list[tuple[int, ...]] = [_NOBODY] * len(c.cap)
        self.spans: list[tuple[str, int, int]] = []
        self._fleets = -1
        for word, texts in units.items():
            power = c.variant.power_index.get(word)
            if power is None:
                raise PositionError(f"{word!r} is no power of this variant")
            before = len(self.prov)
            self._place(texts)
            count = len(self.prov) - before
            self.spans.append((word, before, before + count))
            self.power += [power] * count
            self.owner += [word] * count
        if c.berthed:
            self._moor(c)
        self.number: dict[str, int] = dict(zip(self.text, range(len(self.text)), strict=True))

    def _place(self, texts: Iterable[str]) -> None:
        """Put a power's units on the board."""
        c, here = self.c, self.here
        known, kinds, locs, provs, berths, names = c.units, self.kind, self.loc, self.prov, self.berth, self.text
        for text in texts:
            kind, loc, prov, berth, name = known[text] if text in known else c.unit(text)
            if here[prov]:
                if len(here[prov]) == c.cap[prov]:
                    raise PositionError(f"too many units in {c.board.locations[prov]}")
                here[prov] = (*here[prov], len(provs))
            else:
                here[prov] = (len(provs),)
            kinds.append(kind)
            locs.append(loc)
            provs.append(prov)
            berths.append(berth)
            names.append(name)

    def _moor(self, c: Compiled) -> None:
        """Berths of the fleets in rivers: as given, otherwise the free ones in the order listed."""
        berths, texts = self.berth, self.text
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

    @property
    def fleets(self) -> int:
        """The mask of fleets on water; made when the first order counts on ships."""
        if self._fleets < 0:
            water = self.c.water
            afloat = [1 << prov & water for kind, prov in zip(self.kind, self.prov, strict=True) if kind == FLEET]
            self._fleets = reduce(or_, afloat, 0)
        return self._fleets

    def full_text(self, unit: int) -> str:
        """A unit with its power: `FRANCE A PAR`."""
        return f"{self.owner[unit]} {self.text[unit]}"
