"""A game as a running thing: stage, position, seats and deadline. Immutable; changes give a new value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from judge.adjudicator.position import Position
from judge.game.seats import Role, Seat
from judge.game.settings import Settings


class Stage(StrEnum):
    """forming (seats open) → running ⇄ paused → finished."""

    FORMING = "forming"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: a winner, a draw of some powers, or neither (terminated by the GM)."""

    winner: str | None = None
    draw: tuple[str, ...] = ()
    terminated: bool = False
    reason: str = ""
    """Why, where it was not won on the board: peace, draw, concession or last_year."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game. `phase_no` counts processed phases (0: forming) and is the compare-and-set key of the store.

    `deadline` is when the current phase is adjudicated (UTC); `early` says that it was brought forward because all
    orders are in, `forced` that the GM processes without the missing ones. `base_deadline` is the deadline as it was
    announced: a power that is no longer in (CLEAR, SET WAIT) brings it back.
    """

    id: int
    name: str
    variant: str
    variant_hash: str
    stage: Stage
    phase_no: int
    position: Position
    settings: Settings
    seats: tuple[Seat, ...] = ()
    deadline: datetime | None = None
    base_deadline: datetime | None = None
    early: bool = False
    forced: bool = False
    ending: Ending | None = None
    created_at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None

    @property
    def powers(self) -> tuple[Seat, ...]:
        """The power seats, in order."""
        return tuple(seat for seat in self.seats if seat.role is Role.POWER)

    @property
    def masters(self) -> tuple[Seat, ...]:
        """The GMs' seats."""
        return tuple(seat for seat in self.seats if seat.role is Role.MASTER)

    def seat_of(self, power: str) -> Seat | None:
        """The seat of a power, by its word."""
        return next((seat for seat in self.powers if seat.power == power), None)

    def seats_of(self, person: int) -> tuple[Seat, ...]:
        """All seats that a person holds."""
        return tuple(seat for seat in self.seats if seat.person == person)

    def with_seat(self, changed: Seat) -> Game:
        """The game with one seat exchanged, found by role and number."""
        seats = tuple(changed if (s.role, s.number) == (changed.role, changed.number) else s for s in self.seats)
        return replace(self, seats=seats)

    def with_seats(self, seats: Iterable[Seat]) -> Game:
        """The game with these seats."""
        return replace(self, seats=tuple(seats))
