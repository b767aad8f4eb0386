"""Seats: who sits where in a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum


class Role(StrEnum):
    """What a seat may do. The values are the letters of SIGNON where they are not a power's (`Mgame`, `Ogame`)."""

    POWER = "power"
    MASTER = "master"
    OBSERVER = "observer"


@dataclass(frozen=True, slots=True)
class Seat:
    """A power, the GM's chair or an observer's, as held by a person (`person` None: vacant).

    `power` is the power's word; None before the powers are drawn. `wish` is the power asked for at JOIN. `password` is
    a hash. `token_version` counts up when the seat's reply address changes. `missed` counts deadlines missed.
    """

    id: int
    role: Role
    number: int
    power: str | None = None
    wish: str | None = None
    person: int | None = None
    password: str | None = None
    token_version: int = 1
    wait: bool = False
    missed: int = 0
    joined_at: datetime | None = None

    @property
    def vacant(self) -> bool:
        """Whether nobody holds the seat."""
        return self.person is None

    def vacated(self) -> Seat:
        """The seat after its player left: nobody's, with a new reply address so that old mail opens nothing."""
        return replace(self, person=None, password=None, wait=False, token_version=self.token_version + 1)
