"""Powers and unit kinds: the nouns that every phase shares."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class UnitKind(IntEnum):
    """Army or fleet. The integer is what the resolver computes with."""

    ARMY = 0
    FLEET = 1

    @property
    def letter(self) -> str:
        """The letter of canonical notation: A or F."""
        return "AF"[self]


@dataclass(frozen=True, slots=True)
class Power:
    """One of the sides of a variant.

    `word` is its name in notation and data (`FRANCE`), `letter` the one letter of SIGNON and PRESS (`F`; never M, the
    master, or O, the observers), `homes` the indices of its home-centre provinces.
    """

    index: int
    word: str
    name: str
    letter: str
    adjective: str
    homes: tuple[int, ...] = ()
    aliases: tuple[str, ...] = ()
