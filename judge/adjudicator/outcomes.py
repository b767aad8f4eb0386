"""What became of orders: words, who caused it, and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.adjudicator.position import Position

RESULTS = (
    "moved", "bounced", "holds", "supports", "cut", "convoys", "disrupted", "void", "illegal", "unreadable", "replaced",
    "retreated", "disbanded", "built", "removed", "waived", "default", "dislodged",
)  # fmt: skip
"""The result words of an order, in the order of the interface; `dislodged` is always last."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so: a code of `reasons.TABLE` and the values its sentence needs, in any language."""

    code: str
    args: Mapping[str, str] = field(default_factory=dict)


class Outcome(NamedTuple):
    """One order's outcome. `given` is the line as sent (None: the unit had no order), `order` its canonical form."""

    power: str
    given: str | None
    order: str | None
    result: tuple[str, ...]
    by: tuple[str, ...] = ()
    """Units that caused it, as `GERMANY A MUN`."""
    reason: Reason | None = None
    unit: str | None = None
    """The unit concerned, canonical text (`A PAR`), where there is one."""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A phase's result.

    `final`, `dislodged` and `retreats` are as the interface of `judge adjudicate` says; `position` is the position in
    which the next phase is owed (`position.phase` is its code), or the end position when `next` is None.
    """

    phase: str
    outcomes: tuple[Outcome, ...]
    position: Position
    final: tuple[str, ...]
    dislodged: tuple[str, ...]
    retreats: Mapping[str, tuple[str, ...]]
    centres: Mapping[str, tuple[str, ...]] | None
    next: str | None
    winner: str | None = None
    draw: tuple[str, ...] = ()
