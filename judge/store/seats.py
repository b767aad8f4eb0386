"""Seat ⇄ row. The hash of a seat's reply address is kept beside it, so that a token finds its seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from judge.game.seats import Role, Seat
from judge.store.rows import Rows
from judge.store.schema import seats


class SeatRows(Rows):
    """The seats of games in one unit of work."""

    def seats_of_game(self, game_id: int) -> tuple[Seat, ...]:
        return _in_order(_seat(row) for row in self.run(_OF_GAME, {"in_game": game_id}))

    def seats_by_game(self, game_ids: Sequence[int] | None = None) -> dict[int, tuple[Seat, ...]]:
        """The seats of these games, or of all, with one question to the database."""
        found: dict[int, list[Seat]] = {}
        query, asked = (_ALL, {}) if game_ids is None else (_OF_GAMES, {"these": game_ids})
        for row in self.run(query, asked):
            found.setdefault(row[-1], []).append(_seat(row))
        return {game_id: _in_order(each) for game_id, each in found.items()}

    def store_seats(self, game_id: int, wanted: Sequence[Seat], before: Sequence[Seat]) -> tuple[Seat, ...]:
        """Insert seats without an id, update changed ones, delete those that the game no longer has; all as stored."""
        stored = {seat.id: seat for seat in before}
        for gone in stored.keys() - {seat.id for seat in wanted}:
            self.connection.execute(delete(seats).where(seats.c.id == gone))
        for seat in wanted:
            if seat.id == 0:
                self._insert(game_id, seat)
            elif seat != stored.get(seat.id):
                values = _values(seat) | {"token_hash": self._token_hash(seat.id, seat.token_version)}
                where = (seats.c.id == seat.id) & (seats.c.game_id == game_id)
                self.connection.execute(update(seats).where(where).values(**values))
        return _in_order(wanted) if all(seat.id in stored for seat in wanted) else self.seats_of_game(game_id)

    def _insert(self, game_id: int, seat: Seat) -> None:
        made = insert(seats).values(game_id=game_id, **_values(seat)).returning(seats.c.id)
        new = self.connection.execute(made).scalar_one()
        token_hash = self._token_hash(new, seat.token_version)
        self.connection.execute(update(seats).where(seats.c.id == new).values(token_hash=token_hash))

    def _token_hash(self, seat_id: int, token_version: int) -> str:
        return self.surroundings.token_hash_for(seat_id, token_version)


_RANK = {role: rank for rank, role in enumerate(Role)}
_ROLES = {role.value: role for role in Role}
_ALL = select(
    *(seats.c[name] for name in ("id", "role", "number", "power", "wish", "person_id", "password", "token_version")),
    *(seats.c[name] for name in ("wait", "missed", "joined_at", "game_id")),
)
"""The columns in the order of a Seat's fields, and the game."""
_OF_GAME = _ALL.where(seats.c.game_id == bindparam("in_game"))

_OF_GAMES = _ALL.where(seats.c.game_id.in_(bindparam("these", expanding=True)))


def _in_order(found: Iterable[Seat]) -> tuple[Seat, ...]:
    return tuple(sorted(found, key=lambda seat: (_RANK[seat.role], seat.number)))


def _values(seat: Seat) -> dict[str, Any]:
    return {
        "role": seat.role.value,
        "number": seat.number,
        "power": seat.power,
        "wish": seat.wish,
        "person_id": seat.person,
        "password": seat.password,
        "token_version": seat.token_version,
        "wait": seat.wait,
        "missed": seat.missed,
        "joined_at": seat.joined_at,
    }


def _seat(row: tuple[Any, ...]) -> Seat:
    number, role, *others = row[:-1]
    return Seat(number, _ROLES[role], *others)
