"""What every repository shares: the connection of its unit of work, its time, and insert-if-new."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property
from typing import Any, cast

from sqlalchemy import Column, Connection, Table, literal_column, select
from sqlalchemy.dialects import postgresql, sqlite

from judge.game.game import Game
from judge.store.calls import Topic, call
from judge.store.prepared import Run, Statement, Statements, Values
from judge.store.types import UtcDateTime
from judge.usecases.ports import Person


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a store is told when it is made."""

    clock: Callable[[], datetime]
    token_hash_for: Callable[[int, int], str]
    domain: str
    database_time: bool = False
    """Take the time from PostgreSQL, so that nodes with different clocks agree on what came before a deadline."""
    node: str = field(default_factory=lambda: secrets.token_hex(8))
    """What tells this node's calls from those of others."""

    def now(self, run: Run) -> datetime:
        """The instant that a transaction goes by."""
        if not self.database_time:
            return self.clock()
        ((instant,),) = run(_DATABASE_CLOCK, {})
        return cast("datetime", instant)


_MICROS = literal_column("(extract(epoch FROM clock_timestamp()) * 1000000)::bigint", type_=UtcDateTime)
_DATABASE_CLOCK = select(_MICROS)


@dataclass(slots=True)
class Known:
    """What a unit of work has read or written already. Nobody else can change it before the unit ends (on SQLite the
    store is locked, on PostgreSQL the game's row), and whatever the unit writes is noted here too, or forgotten."""

    games: dict[int, Game] = field(default_factory=dict)
    people: dict[int, Person] = field(default_factory=dict)
    orders: dict[tuple[int, str], dict[str, tuple[int, tuple[str, ...]]]] = field(default_factory=dict)


class Rows:
    """One transaction's connection. Repositories are mixed into one unit of work from classes like this."""

    def __init__(self, connection: Connection, surroundings: Surroundings, statements: Statements) -> None:
        self.connection = connection
        self.surroundings = surroundings
        self._statements = statements
        self.known = Known()

    @property
    def is_postgres(self) -> bool:
        return self.connection.dialect.name == "postgresql"

    @cached_property
    def now(self) -> datetime:
        """The instant of this unit of work, taken inside its transaction on first use."""
        return self.surroundings.now(self.run)

    def run(self, statement: Statement, values: Values) -> list[tuple[Any, ...]]:
        """The rows that a statement gives, as `prepared.Run` has it."""
        prepared = self._statements.prepared(statement, values)
        result = self.connection.exec_driver_sql(prepared.text, prepared.parameters(values))
        return prepared.rows(result.all()) if result.returns_rows else []

    def call(self, topic: Topic) -> None:
        """Tell other nodes, once this is committed, that there may be work."""
        if self.is_postgres:
            call(self.run, self.surroundings.node, topic)

    def run_many(self, statement: Statement, every: Sequence[Values]) -> int:
        """Run a statement once for each of these values, all of the same names; how many rows it concerned."""
        prepared = self._statements.prepared(statement, every[0])
        parameters: Any = [prepared.parameters(values) for values in every]
        return self.connection.exec_driver_sql(prepared.text, parameters).rowcount

    def insert_new(self, table: Table, unique: Sequence[Column[Any]], values: Mapping[str, Any]) -> Any | None:
        """Insert unless a row with these unique columns exists; the primary key's first column, or None."""
        statement = _insert_new(self.connection.dialect.name, table, tuple(unique))
        return self.connection.execute(statement, dict(values)).scalar_one_or_none()

    def insert_all_new(self, table: Table, unique: Sequence[Column[Any]], values: Sequence[Mapping[str, Any]]) -> None:
        """Insert many rows, in order, but those whose unique columns are there already."""
        self.run_many(_insert_new(self.connection.dialect.name, table, tuple(unique), returning=False), values)


@cache
def _insert_new(dialect: str, table: Table, unique: tuple[Column[Any], ...], *, returning: bool = True) -> Any:
    """The statement, made once per table and key (there are a dozen)."""
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = make(table).on_conflict_do_nothing(index_elements=list(unique))
    return statement.returning(next(iter(table.primary_key))) if returning else statement
