"""Game ⇄ rows. Reading a game locks it (PostgreSQL: its row, SQLite: the store); saving compares its phase number."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Select, Text, bindparam, func, select, type_coerce, update

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
        key = name.casefold()
        found = next((game for game in self.known.games.values() if game.name.casefold() == key), None)
        return found or self._locked(_BY_NAME, key)

    def game_by_id(self, game_id: int) -> Game | None:
        return self.known.games.get(game_id) or self._locked(_BY_ID, game_id)

    def games(self, *, listed_only: bool = True) -> Sequence[Game]:
        """All games, oldest first, without locking them: for lists, not for changes."""
        seated = self.seats_by_game()
        found = [self._game(row, seated.get(row[0], ())) for row in self.run(_ALL, {})]
        return [game for game in found if game.settings.listed or not listed_only]

    def games_of(self, person_id: int) -> Sequence[Game]:
        """The games in which a person sits; locked in the order of their ids, so that two readers never entwine."""
        rows = self.run(_OF_PERSON, {"holder": person_id})
        return [self.known.games.get(row[0]) or self._kept(self._game(row)) for row in rows]

    def seat_by_token(self, token_hash: str) -> tuple[Game, Seat] | None:
        found = self.connection.execute(_SEAT_OF_TOKEN, {"token": token_hash}).one_or_none()
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
        self.call("deadlines")
        return replace(game, id=new, seats=self.store_seats(new, game.seats, ()))

    def save_game(self, game: Game, *, expected_phase_no: int) -> Game:
        stored = self.known.games.pop(game.id, None)
        if stored is None or stored.phase_no != expected_phase_no:
            stored = None
        changes = _changes(game, stored)
        if changes:
            where = {"this_game": game.id, "at_phase": expected_phase_no}
            if self.connection.execute(_UPDATE, changes | where).rowcount != 1:
                raise StaleGame(game.name)
        if "deadline" in changes:
            self.call("deadlines")
        before = self.seats_of_game(game.id) if stored is None else stored.seats
        saved = replace(game, seats=self.store_seats(game.id, game.seats, before))
        if not changes.keys() & _TEXTS:  # else it is read again, to be the same as for the next reader
            self.known.games[game.id] = saved
        return saved

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

    def foresee_games(self, names: Sequence[str]) -> None:
        """Read (and lock, in the order of their ids) many games, because they are about to be asked for."""
        rows = self.run(_BY_NAMES, {"these": [each.casefold() for each in names]})
        seated = self.seats_by_game([row[0] for row in rows])
        for row in rows:
            if row[0] not in self.known.games:
                self._kept(self._game(row, seated.get(row[0], ())))

    def _locked(self, query: Select[Any], wanted: str | int) -> Game | None:
        found = self.run(query, {"wanted": wanted})
        return self._kept(self._game(found[0])) if found else None

    def _kept(self, game: Game) -> Game:
        self.known.games[game.id] = game
        return game

    def _game(self, values: Sequence[Any], seated: tuple[Seat, ...] | None = None) -> Game:
        row = dict(zip(_NAMES, values, strict=True))
        return Game(
            id=row["id"],
            name=row["name"],
            variant=row["variant"],
            variant_hash=row["variant_hash"],
            stage=Stage(row["stage"]),
            phase_no=row["phase_no"],
            position=_position(row["position_text"]),
            settings=_settings(row["settings_text"]),
            seats=self.seats_of_game(row["id"]) if seated is None else seated,
            deadline=row["deadline"],
            base_deadline=row["base_deadline"],
            early=row["early"],
            forced=row["forced"],
            ending=None if row["ending"] is None else Ending(**row["ending"] | {"draw": tuple(row["ending"]["draw"])}),
            created_at=row["created_at"],
            started_at=row["started_at"],
            finished_at=row["finished_at"],
        )


@lru_cache(maxsize=512)
def _position(text: str) -> Position:
    """The position that a text says; the same text never says another one."""
    return Position.from_json(json.loads(text))


@lru_cache(maxsize=512)
def _settings(text: str) -> Settings:
    return Settings.from_json(json.loads(text))


_COLUMNS = (
    *(column for column in games.c if column.name not in ("position", "settings")),
    type_coerce(games.c.position, Text).label("position_text"),
    type_coerce(games.c.settings, Text).label("settings_text"),
)
_NAMES = tuple(column.name for column in _COLUMNS)
_ALL = select(*_COLUMNS).order_by(games.c.id)
_BY_NAME = select(*_COLUMNS).where(games.c.name_key == bindparam("wanted")).with_for_update()
_BY_NAMES = _ALL.where(games.c.name_key.in_(bindparam("these", expanding=True))).with_for_update()
_BY_ID = select(*_COLUMNS).where(games.c.id == bindparam("wanted")).with_for_update()
_OF_PERSON = _ALL.where(
    games.c.id.in_(select(seats.c.game_id).where(seats.c.person_id == bindparam("holder")))
).with_for_update()
_SEAT_OF_TOKEN = select(seats.c.game_id, seats.c.id).where(seats.c.token_hash == bindparam("token"))
_UPDATE = update(games).where(games.c.id == bindparam("this_game"), games.c.phase_no == bindparam("at_phase"))
_FIELDS = (
    *("variant", "variant_hash", "stage", "phase_no", "position", "settings", "ending"),
    *("deadline", "base_deadline", "early", "forced", "started_at", "finished_at"),
)
_TEXTS = frozenset({"position", "settings", "ending"})


def _changes(game: Game, stored: Game | None) -> dict[str, Any]:
    """The columns in which a game is not as it is stored; all where that is not known."""
    if stored is None or game.name != stored.name:
        return _values(game)
    changed = {name for name in _FIELDS if getattr(game, name) != getattr(stored, name)}
    return {name: value for name, value in _values(game).items() if name in changed} if changed else {}


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
