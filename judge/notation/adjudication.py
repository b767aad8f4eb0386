"""The one door to the board game for everybody above: text in, text out.

`check` says what a line means for a power in a position, `owed` what is still to be ordered, `adjudicate` plays a
phase. All are pure; reading and legality of canonical lines are cached, because they cost more than resolution.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from judge.adjudicator.outcomes import Adjudication, Reason
from judge.adjudicator.position import Position
from judge.adjudicator.rulebook import Rulebook
from judge.adjudicator.variant import Variant


class Status(StrEnum):
    """Four answers to a line: three kinds of wrong are told apart, because they want different words."""

    OK = "ok"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Checked:
    """What a line means. `order` is canonical text where it could be read, `unit` the unit (or build site) it concerns."""

    line: str
    status: Status
    order: str | None = None
    unit: str | None = None
    reason: Reason | None = None
    suggestions: tuple[str, ...] = ()
    """The nearest right forms, canonical, best first."""
    notes: tuple[Reason, ...] = ()
    """What was filled in or left out without harm: a coast, a berth, a strike target that does not fit."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What one power owes in a phase: orders for `units`, or `builds` / `removals` (with the `sites` where it may build)."""

    units: tuple[str, ...] = ()
    builds: int = 0
    removals: int = 0
    sites: tuple[str, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether the power owes any order at all."""
        return bool(self.units or self.builds or self.removals)


def check(variant: Variant, position: Position, power: str, line: str) -> Checked:
    """Read one order line of `power` in `position.phase` and judge its legality. Never raises for any text."""
    raise NotImplementedError


def owed(variant: Variant, position: Position) -> Mapping[str, Owed]:
    """What each power owes in `position.phase`; powers that owe nothing are left out."""
    raise NotImplementedError


def adjudicate(
    variant: Variant,
    position: Position,
    orders: Mapping[str, Sequence[str]],
    *,
    rulebook: Rulebook | None = None,
    adjust: Mapping[str, int] | None = None,
) -> Adjudication:
    """Play `position.phase` with order lines as given (raw or canonical). Deterministic: equal input, equal result."""
    raise NotImplementedError
