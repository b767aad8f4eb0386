"""Game ⇄ rows. Reading a game locks it (PostgreSQL: its row, SQLite: the store); saving compares its phase number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, func, select, update

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.game import Ending, Game, Stage
from judge.game.seats import Seat
from judge.game.settings import Settings
from judge.store.schema import games, seats, variants
from judge.store.seats import SeatRows
from judge.usecases.ports import NameTaken, StaleGame


class GameRows(SeatRows):
    """Games, their variants' texts and their deadlines in one unit of work."""

    def game(self, name: str) -> Game | None:
        return self._locked(games.c.name_key == name.casefold())

    def game_by_id(self, game_id: int) -> Game | None:
        return self._locked(games.c.id == game_id)

    def games(self, *, listed_only: bool = True) -> Sequence[Game]:
        """All games, oldest first, without locking them: for lists, not for changes."""
        seated = self.seats_by_game()
        rows = self.connection.execute(select(games).order_by(games.c.id))
        found = [self._game(row, seated.get(row.id, ())) for row in rows]
        return [game for game in found if game.settings.listed or not listed_only]

    def games_of(self, person_id: int) -> Sequence[Game]:
        """The games in which a person sits; locked in the order of their ids, so that two readers never entwine."""
        seated = select(seats.c.game_id).where(seats.c.person_id == person_id)
        query = select(games).where(games.c.id.in_(seated)).order_by(games.c.id).with_for_update()
        return [self._game(row) for row in self.connection.execute(query)]

    def seat_by_token(self, token_hash: str) -> tuple[Game, Seat] | None:
        owner = select(seats.c.game_id, seats.c.id).where(seats.c.token_hash == token_hash)
        found = self.connection.execute(owner).one_or_none()
        game = None if found is None else self.game_by_id(found.game_id)
        if found is None or game is None:
            return None
        seat = next((seat for seat in game.seats if seat.id == found.id), None)
        # the seat may have got a new address while we waited for its game
        if seat is None or self._token_hash(seat.id, seat.token_version) != token_hash:
            return None
        return game, seat

    def add_game(self, game: Game) -> Game:
        values = _values(game) | {"created_at": game.created_at}
        new = self.insert_new(games, [games.c.name_key], values)
        if new is None:
            raise NameTaken(game.name)
        self.store_seats(new, game.seats)
        return replace(game, id=new, seats=self.seats_of_game(new))

    def save_game(self, game: Game, *, expected_phase_no: int) -> Game:
        where = (games.c.id == game.id) & (games.c.phase_no == expected_phase_no)
        if self.connection.execute(update(games).where(where).values(**_values(game))).rowcount != 1:
            raise StaleGame(game.name)
        self.store_seats(game.id, game.seats)
        return replace(game, seats=self.seats_of_game(game.id))

    def keep_variant(self, variant: Variant) -> None:
        self.insert_new(variants, [variants.c.hash], {"hash": variant.hash, "text": variant.text})

    def variant_text(self, variant_hash: str) -> str | None:
        query = select(variants.c.text).where(variants.c.hash == variant_hash)
        return self.connection.execute(query).scalar_one_or_none()

    def due(self, now: datetime) -> Sequence[str]:
        running = select(games.c.name).where(games.c.stage == Stage.RUNNING.value, games.c.deadline <= now)
        return list(self.connection.execute(running.order_by(games.c.deadline, games.c.id)).scalars())

    def next_deadline(self) -> datetime | None:
        earliest = select(func.min(games.c.deadline)).where(games.c.stage == Stage.RUNNING.value)
        first: datetime | None = self.connection.execute(earliest).scalar_one()
        return first

    def _locked(self, which: ColumnElement[bool]) -> Game | None:
        row = self.connection.execute(select(games).where(which).with_for_update()).one_or_none()
        return None if row is None else self._game(row)

    def _game(self, row: Row[Any], seated: tuple[Seat, ...] | None = None) -> Game:
        return Game(
            id=row.id,
            name=row.name,
            variant=row.variant,
            variant_hash=row.variant_hash,
            stage=Stage(row.stage),
            phase_no=row.phase_no,
            position=Position.from_json(row.position),
            settings=Settings.from_json(row.settings),
            seats=self.seats_of_game(row.id) if seated is None else seated,
            deadline=row.deadline,
            base_deadline=row.base_deadline,
            early=row.early,
            forced=row.forced,
            ending=None if row.ending is None else Ending(**row.ending | {"draw": tuple(row.ending["draw"])}),
            created_at=row.created_at,
            started_at=row.started_at,
            finished_at=row.finished_at,
        )


def _values(game: Game) -> dict[str, Any]:
    """The columns that may change; the time of creation stays."""
    return {
        "name": game.name,
        "name_key": game.name.casefold(),
        "variant": game.variant,
        "variant_hash": game.variant_hash,
        "stage": game.stage.value,
        "phase_no": game.phase_no,
        "position": game.position.to_json(),
        "settings": game.settings.to_json(),
        "ending": None if game.ending is None else asdict(game.ending),
        "deadline": game.deadline,
        "base_deadline": game.base_deadline,
        "early": game.early,
        "forced": game.forced,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
    }
