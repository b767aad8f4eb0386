"""The three answers of the reader, and what it may know of the board while reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from judge.adjudicator.orders import Order
from judge.adjudicator.outcomes import Reason


@dataclass(frozen=True, slots=True)
class Hints:
    """What the position tells the reader, so that a short or doubtful name can be settled with certainty.

    `unit_at` gives the unit of a province as (power, unit kind, location), None where there is none; in a retreat phase
    the dislodged unit comes before the one that stands there. `owes` counts builds (above 0) or removals (below).
    """

    power: int
    unit_at: Callable[[int], tuple[int, int, int] | None]
    owes: int = 0


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No order. `column` (from 1) is where reading stopped; suggestions are canonical lines, best first."""

    column: int
    reason: Reason
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A line with a word that could be several provinces, none of which the board rules out.

    `what` is the word as written, `choices` the provinces' codes, `suggestions` the line with each of them. `literal`
    is the order as it stands where the word is exactly a code that cannot be meant (`F ION - TYR`): readable, illegal.
    """

    column: int
    what: str
    choices: tuple[str, ...]
    suggestions: tuple[str, ...] = ()
    literal: Order | None = None
