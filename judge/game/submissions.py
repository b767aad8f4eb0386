"""Which orders are in: merging a letter's lines into a power's set, and what is still missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge.notation.adjudication import Owed


@dataclass(frozen=True, slots=True)
class Filed:
    """A set after one more order: the lines now on file and those that the new one replaced."""

    lines: tuple[str, ...]
    replaced: tuple[str, ...] = ()
    full: bool = False
    """True: the line was not taken, because this very letter has ordered all that is owed."""


def file_order(lines: Sequence[str], new: str, unit: str | None, owed: Owed, *, from_letter: Sequence[str]) -> Filed:
    """Add canonical `new` (for `unit`) to a power's set. Per unit the last order counts, in builds and removals as many
    as are owed; older letters' builds give way, those of this letter (`from_letter`) do not (DATC 4.D.4)."""
    if owed.builds or owed.removals:
        return _file_adjustment(lines, new, owed.builds or owed.removals, from_letter)
    key = subject(new) if unit is None else place_of(unit)
    replaced = tuple(line for line in lines if subject(line) == key)
    kept = [line for line in lines if subject(line) != key]
    return Filed((*kept, new), tuple(line for line in replaced if line != new))


def _file_adjustment(lines: Sequence[str], new: str, count: int, from_letter: Sequence[str]) -> Filed:
    same = [line for line in lines if new != "WAIVE" and subject(line) == subject(new)]
    kept = [line for line in lines if line not in same]
    replaced = [line for line in same if line != new]
    while len(kept) >= count:
        older = next((line for line in kept if line not in from_letter), None)
        if older is None:
            return Filed(tuple(lines), full=True)
        kept.remove(older)
        replaced.append(older)
    return Filed((*kept, new), tuple(replaced))


@lru_cache(maxsize=4096)
def subject(line: str) -> str:
    """The place a canonical order is about: `A PAR - BUR` → PAR, `BUILD F STP/NC` → STP, `F FAL/2 H` → FAL/2.

    The last are kept: each new line of a letter is compared with all on file.
    """
    words = line.split()
    if words[0] == "WAIVE":
        return "WAIVE"
    return place_of(words[2] if words[0] in ("BUILD", "REMOVE") else words[1])


def place_of(text: str) -> str:
    """The place of a unit text: `F STP/NC` → STP; a berth tells units apart and stays: `F FAL/2` → FAL/2."""
    place = text.rsplit(maxsplit=1)[-1]
    base, _, part = place.partition("/")
    return place if part.isdigit() else base


@dataclass(frozen=True, slots=True)
class Standing:
    """How a power stands in the current phase."""

    missing: tuple[str, ...]
    """Units that owe an order and have none."""
    open_builds: int = 0
    open_removals: int = 0

    @property
    def complete(self) -> bool:
        """Whether every order owed is there."""
        return not (self.missing or self.open_builds or self.open_removals)


def standing(owed: Owed | None, lines: Sequence[str]) -> Standing:
    """What is missing of what is owed."""
    if owed is None:
        return Standing(())
    have = {subject(line) for line in lines}
    missing = tuple(unit for unit in owed.units if place_of(unit) not in have)
    builds = max(0, owed.builds - len(lines)) if owed.builds else 0
    removals = max(0, owed.removals - len(lines)) if owed.removals else 0
    return Standing(missing, builds, removals)
