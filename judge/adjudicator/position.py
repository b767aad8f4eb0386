"""A position as text: what a game stores, a mail shows and `judge adjudicate` reads.

Units are canonical text without their power (`A PAR`, `F STP/SC`, in a river `F FAL/2`), provinces the map's three
letters in capitals, powers the variant's words. The value is immutable; `judge.notation.adjudication` turns it into
integers and back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A dislodged unit and where it may retreat to. `retreats` None: unknown, any empty neighbour is possible."""

    unit: str
    retreats: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """The board between two phases: `phase` is the code of the phase whose orders are now owed.

    `centres` None means that ownership is not known (only in input of `judge adjudicate`).
    """

    phase: str
    units: Mapping[str, tuple[str, ...]]
    centres: Mapping[str, tuple[str, ...]] | None = None
    dislodged: Mapping[str, tuple[Dislodged, ...]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain data for storage; sorted, so that equal positions give equal text."""
        data: dict[str, Any] = {"phase": self.phase, "units": {p: list(self.units[p]) for p in sorted(self.units)}}
        if self.centres is not None:
            data["centres"] = {p: list(self.centres[p]) for p in sorted(self.centres)}
        if self.dislodged:
            data["dislodged"] = {
                p: [
                    {"unit": d.unit} if d.retreats is None else {"unit": d.unit, "retreats": list(d.retreats)}
                    for d in self.dislodged[p]
                ]
                for p in sorted(self.dislodged)
            }
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Position:
        """The position that `to_json` wrote. Trusts its input: outside text goes through `judge.notation.positions`."""
        centres = data.get("centres")
        return cls(
            phase=data["phase"],
            units={p: tuple(us) for p, us in data["units"].items()},
            centres=None if centres is None else {p: tuple(cs) for p, cs in centres.items()},
            dislodged={
                p: tuple(Dislodged(d["unit"], tuple(d["retreats"]) if "retreats" in d else None) for d in ds)
                for p, ds in data.get("dislodged", {}).items()
            },
        )
