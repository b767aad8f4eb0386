"""A variant made ready for play: masks of the water, capacities, and a bounded memory of units and routes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from judge.adjudicator.board import Board, Terrain
from judge.adjudicator.equations import reaches
from judge.adjudicator.phases import Phase, Step, Turn
from judge.adjudicator.variant import Variant

_MEMORY: Final = 20_000
ARMY: Final = 0
FLEET: Final = 1
"""The kinds of units as bare numbers, as in `UnitKind`."""


class PositionError(ValueError):
    """A position that cannot be on this board."""


class Piece:
    """A unit as its text says it: `code` numbers kind and location together (`Compiled.code`).

    `berth` is 0 where none is given, `text` leaves the berth out, `full` has the power before it; `afloat` is the mask
    of a fleet's water, 0 elsewhere.
    """

    __slots__ = ("afloat", "berth", "code", "full", "kind", "loc", "power", "prov", "text")

    def __init__(
        self, power: int, kind: int, loc: int, prov: int, berth: int, code: int, text: str, full: str, afloat: int
    ) -> None:
        self.power = power
        self.kind = kind
        self.loc = loc
        self.prov = prov
        self.berth = berth
        self.code = code
        self.text = text
        self.full = full
        self.afloat = afloat


class Compiled:
    """What every phase of a variant needs and no order changes."""

    __slots__ = (
        "alone", "army_reach", "berthed", "board", "boarding", "cap", "centres", "crossings", "fleet_reach",
        "fleet_reach_mask", "full_texts", "home_of", "index", "links", "near", "phases", "powers", "province_of",
        "seas", "share", "texts", "units", "variant", "water", "words",
    )  # fmt: skip

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.board: Board = variant.board
        self.words: tuple[str, ...] = tuple(power.word for power in variant.powers)
        self.powers: dict[str, int] = dict(variant.power_index)
        self.province_of = self.board.province_of
        self.index = self.board.index
        self.army_reach = self.board.army_reach
        self.fleet_reach = self.board.fleet_reach
        self.fleet_reach_mask = self.board.fleet_reach_mask
        self.cap: tuple[int, ...] = tuple(place.capacity for place in self.board.provinces)
        self.alone: list[tuple[int, ...]] = [(unit,) for unit in range(sum(self.cap))]
        """A unit's number → the units of a province where it is the only one; one for each that the board can hold."""
        self.berthed = any(cap > 1 for cap in self.cap)
        self.water = sum(1 << place.index for place in self.board.provinces if place.terrain == Terrain.WATER)
        self.seas: tuple[int, ...] = self._seas()
        self.boarding = sum(1 << p for p, seas in enumerate(self.seas) if seas and not self.water >> p & 1)
        self.centres = frozenset(place.code for place in self.board.provinces if place.centre)
        self.home_of: dict[int, int] = {home: power.index for power in variant.powers for home in power.homes}
        self.units: list[dict[str, Piece]] = [{} for _ in self.words]
        """Power → the texts of its units that came before."""
        self.share = _MEMORY // len(self.words)
        self.texts: list[str] = [f"{letter} {place}" for letter in "AF" for place in self.board.locations]
        """Code → canonical text of a unit."""
        self.full_texts: list[list[str]] = [[f"{word} {text}" for text in self.texts] for word in self.words]
        """Power → code → text of a unit with its power."""
        self.near: dict[tuple[int, int], tuple[int, ...]] = {}
        self.phases: dict[str, tuple[Turn | None, Phase, Phase]] = {}
        self.links: dict[tuple[int, int, int], bool] = {}
        self.crossings: dict[tuple[int, int, int, int], bool] = {}

    def _seas(self) -> tuple[int, ...]:
        """Province → mask of the water that touches it, at any coast."""
        seas = [0] * len(self.board.provinces)
        for location, reach in enumerate(self.board.fleet_reach_mask):
            seas[self.province_of[location]] |= reach & self.water
        return tuple(seas)

    def code(self, kind: int, loc: int) -> int:
        """The number of a kind of unit at a location."""
        return kind * len(self.board.locations) + loc

    def unit(self, text: str, power: int = 0) -> Piece:
        """The facts in a power's unit's text such as `A PAR`, `F STP/SC`, `F FAL/2`."""
        units = self.units[power]
        known = units.get(text)
        if known is None:
            known = self._read_unit(text, power)
            if len(units) >= self.share:
                units.clear()
            units[text] = known
        return known

    def _read_unit(self, text: str, power: int) -> Piece:
        letter, _, place = text.strip().upper().partition(" ")
        location, berth = self.place(place.strip())
        if letter not in {"A", "F"} or location < 0:
            raise PositionError(f"{text!r} is no unit of this board")
        kind = FLEET if letter == "F" else ARMY
        province = self.province_of[location]
        if kind == ARMY:
            location = province
        wrong = self.board.provinces[province].terrain == (Terrain.INLAND if kind == FLEET else Terrain.WATER)
        if wrong or (kind == FLEET and self.board.coasts_of[province] and location == province):
            raise PositionError(f"{text!r} cannot stand there")
        code = self.code(kind, location)
        afloat = 1 << province & self.water if kind == FLEET else 0
        full = self.full_texts[power][code]
        return Piece(power, kind, location, province, berth, code, self.texts[code], full, afloat)

    def place(self, text: str) -> tuple[int, int]:
        """Location and berth of a place's canonical text; location -1 if the board has no such place."""
        location = self.index.get(text, -1)
        if location >= 0:
            return location, 0
        code, _, berth = text.partition("/")
        location = self.index.get(code, -1)
        if location >= 0 and berth.isascii() and berth.isdigit() and 1 <= int(berth) <= self.cap[location] > 1:
            return location, int(berth)
        return -1, 0

    def neighbours(self, kind: int, loc: int) -> tuple[int, ...]:
        """The locations next to a unit, in the order of their texts."""
        key = (kind, loc)
        found = self.near.get(key)
        if found is None:
            if kind == ARMY:
                reach = self.board.army_reach[self.province_of[loc]]
                places = [place for place in range(len(self.cap)) if reach >> place & 1]
            else:
                places = list(self.board.fleet_reach[loc])
            found = self.near[key] = tuple(sorted(places, key=self.board.locations.__getitem__))
        return found

    def around(self, phase: Phase) -> tuple[Turn | None, Phase, Phase]:
        """A phase's turn, the phase that follows it in the calendar, and the retreats of its turn."""
        found = self.phases.get(phase.code)
        if found is None:
            calendar = self.variant.calendar
            retreats = Phase(phase.season, phase.year, Step.RETREATS)
            found = calendar.turn(phase), calendar.following(phase), retreats
            if len(self.phases) >= _MEMORY:
                self.phases.clear()
            self.phases[phase.code] = found
        return found

    def convoyable(self, fleets: int, start: int, goal: int) -> bool:
        """Whether fleets on a mask of water could carry an army between two coastal provinces."""
        key = (fleets, start, goal)
        answer = self.links.get(key)
        if answer is None:
            both = self.boarding >> start & 1 and self.boarding >> goal & 1
            answer = bool(both) and start != goal and reaches(self.seas, start, goal, fleets)
            if len(self.links) >= _MEMORY:
                self.links.clear()
            self.links[key] = answer
        return answer

    def useful(self, fleets: int, fleet: int, start: int, goal: int) -> bool:
        """Whether a fleet is on a route without detours, one that no shorter route is part of (DATC 6.G.19)."""
        key = (fleets, fleet, start, goal)
        answer = self.crossings.get(key)
        if answer is None:
            answer = self.convoyable(fleets, start, goal) and self._threads(
                self.seas[start] & fleets, fleets & ~self.seas[start], 1 << fleet, goal, False
            )
            if len(self.crossings) >= _MEMORY:
                self.crossings.clear()
            self.crossings[key] = answer
        return answer

    def _threads(self, steps: int, free: int, wanted: int, goal: int, met: bool) -> bool:
        """Follow paths without short cuts: the next step is in `steps`, later ones in `free`."""
        while steps:
            low = steps & -steps
            steps ^= low
            here = met or low == wanted
            near = self.seas[low.bit_length() - 1]
            if low & self.seas[goal]:
                if here:
                    return True
                continue
            if (here or wanted & free) and self._threads(near & free, free & ~near & ~low, wanted, goal, here):
                return True
        return False


@lru_cache(maxsize=32)
def compiled(variant: Variant) -> Compiled:
    """The compiled form of a variant, kept for the variants in use."""
    return Compiled(variant)
