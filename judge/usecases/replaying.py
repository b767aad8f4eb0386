"""A stored game replayed: written as one line that `judge adjudicate` plays, and every phase adjudicated again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.adjudicator.position import Position
from judge.game.game import Game
from judge.notation.adjudication import adjudicate
from judge.usecases.desk import Services
from judge.usecases.ports import StoredResult, UnitOfWork
from judge.usecases.record import digest_of, result_data


@dataclass(frozen=True, slots=True)
class Replayed:
    """A stored phase played again: whether it gave the stored digest."""

    phase: str
    stored: str
    again: str

    @property
    def same(self) -> bool:
        """Whether the stored result is what its position and orders give."""
        return self.stored == self.again


def verify(services: Services, uow: UnitOfWork, game: Game) -> list[Replayed]:
    """Adjudicate every stored phase again, from the position and the orders that were stored with it.

    What a later version of the judge adds to its results is not compared.
    """
    variant = services.variant(uow, game)
    found = []
    for stored in uow.results(game.id):
        before = Position.from_json(stored.before)
        result = adjudicate(variant, before, stored.orders)
        outcome = result_data(variant, before, result, conditional=bool(stored.outcome.get("conditional")))
        known = {name: value for name, value in outcome.items() if name in stored.outcome}
        found.append(Replayed(stored.phase, stored.digest, digest_of(stored.before, known)))
    return found


def as_line(uow: UnitOfWork, game: Game) -> dict[str, Any]:
    """The game as `judge adjudicate` reads one: its orders by phase, from the variant's start."""
    phases = [{"phase": stored.phase, "orders": _plain(stored.orders)} for stored in uow.results(game.id)]
    return {"id": game.name, "variant": game.variant, "phases": phases}


def _plain(orders: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {power: list(lines) for power, lines in orders.items()}


def corrected_before(services: Services, uow: UnitOfWork, game: Game) -> tuple[str, ...]:
    """Phases whose position is not what the one before left: corrected by the GM, so a replay would differ."""
    expected: Mapping[str, Any] = services.variant(uow, game).start.to_json()
    found = []
    for stored in uow.results(game.id):
        if not _same_board(stored, expected):
            found.append(stored.phase)
        expected = stored.outcome["after"]
    return tuple(found)


def _same_board(stored: StoredResult, expected: Mapping[str, Any]) -> bool:
    names = ("units", "centres", "dislodged")
    return all((stored.before.get(name) or {}) == (expected.get(name) or {}) for name in names)
