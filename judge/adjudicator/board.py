"""Provinces, locations and who can reach what: the board as integers.

A *location* is a province, or one coast of a province with several. Locations are integers too: `0 … P-1` are the
provinces themselves, the coasts of multi-coast provinces follow. Sets of provinces are bit masks (bit i = province i).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum


class Terrain(IntEnum):
    """What stands on a province: armies inland, both on a coast, fleets at sea (and on rivers)."""

    INLAND = 0
    COASTAL = 1
    WATER = 2


@dataclass(frozen=True, slots=True)
class Province:
    """A named space of the board.

    `code` is the map's three letters in capitals, `capacity` how many units may stand there (1, or 3 in a river of
    Philadelphia), `xy` the label's place on a 1000 × 1000 canvas, `certainty` one of seed, source, reconstructed,
    decision, and `note` says where the facts come from.
    """

    index: int
    code: str
    name: str
    terrain: Terrain
    centre: bool = False
    coasts: tuple[str, ...] = ()
    capacity: int = 1
    xy: tuple[int, int] = (0, 0)
    certainty: str = "source"
    note: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A special way between two provinces that is an ordinary border for armies (and fleets, where it says so)."""

    between: tuple[int, int]
    fleets: bool
    certainty: str
    note: str = ""


@dataclass(frozen=True, eq=False)
class Board:
    """Provinces and borders, compiled for the resolver.

    Built by `Board.build`; all tables are tuples indexed by location or province.
    """

    provinces: tuple[Province, ...]
    locations: tuple[str, ...]
    """Canonical text of each location: `PAR`, … then `STP/NC`, `STP/SC` …"""
    province_of: tuple[int, ...]
    """Location → its province."""
    coasts_of: tuple[tuple[int, ...], ...]
    """Province → its coast locations, empty for a province without several coasts."""
    army_reach: tuple[int, ...]
    """Province → mask of provinces an army moves to over land (passages included)."""
    fleet_reach: tuple[frozenset[int], ...]
    """Location → locations a fleet moves to. A bare multi-coast province has none: a fleet stands on one coast."""
    fleet_reach_mask: tuple[int, ...]
    """Location → mask of provinces a fleet there can move to or support into (DATC 4.B.4: any coast will do)."""
    passages: tuple[Passage, ...] = ()
    index: dict[str, int] = field(default_factory=dict)
    """Canonical location text → location."""

    @classmethod
    def build(
        cls,
        provinces: Iterable[Province],
        army_borders: Iterable[tuple[str, str]],
        fleet_borders: Iterable[tuple[str, str]],
        passages: Iterable[Passage] = (),
    ) -> Board:
        """Compile a board. Borders are pairs of location texts, each pair once; a fleet's end names its coast."""
        places = tuple(provinces)
        locations = [place.code for place in places]
        province_of = [place.index for place in places]
        coasts_of: list[tuple[int, ...]] = []
        for place in places:
            first = len(locations)
            locations += [f"{place.code}/{coast}" for coast in place.coasts]
            province_of += [place.index] * len(place.coasts)
            coasts_of.append(tuple(range(first, len(locations))))
        index = {text: number for number, text in enumerate(locations)}
        army = [0] * len(places)
        for one, other in army_borders:
            a, b = index[one], index[other]
            army[a] |= 1 << b
            army[b] |= 1 << a
        fleet: list[set[int]] = [set() for _ in locations]
        for one, other in fleet_borders:
            a, b = index[one], index[other]
            fleet[a].add(b)
            fleet[b].add(a)
        masks = tuple(sum({1 << province_of[there] for there in reach}) for reach in fleet)
        return cls(
            provinces=places,
            locations=tuple(locations),
            province_of=tuple(province_of),
            coasts_of=tuple(coasts_of),
            army_reach=tuple(army),
            fleet_reach=tuple(frozenset(reach) for reach in fleet),
            fleet_reach_mask=masks,
            passages=tuple(passages),
            index=index,
        )

    def province(self, code: str) -> Province:
        """The province of a code or coast text (`STP`, `STP/NC`); KeyError if there is none."""
        return self.provinces[self.province_of[self.index[code]]]
