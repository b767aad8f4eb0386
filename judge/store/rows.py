"""What every repository shares: the connection of its unit of work, its time, and insert-if-new."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import Column, Connection, Table, text
from sqlalchemy.dialects import postgresql, sqlite

from judge.store.types import from_micros


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a store is told when it is made."""

    clock: Callable[[], datetime]
    token_hash_for: Callable[[int, int], str]
    domain: str
    database_time: bool = False
    """Take the time from PostgreSQL, so that nodes with different clocks agree on what came before a deadline."""


class Rows:
    """One transaction's connection. Repositories are mixed into one unit of work from classes like this."""

    def __init__(self, connection: Connection, surroundings: Surroundings) -> None:
        self.connection = connection
        self.surroundings = surroundings

    @property
    def is_postgres(self) -> bool:
        return self.connection.dialect.name == "postgresql"

    @cached_property
    def now(self) -> datetime:
        """The instant of this unit of work, taken inside its transaction on first use."""
        if self.is_postgres and self.surroundings.database_time:
            micros = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
            return from_micros(self.connection.execute(text(micros)).scalar_one())
        return self.surroundings.clock()

    def insert_new(self, table: Table, unique: Sequence[Column[Any]], values: Mapping[str, Any]) -> Any | None:
        """Insert unless a row with these unique columns exists; the primary key's first column, or None."""
        make = postgresql.insert if self.is_postgres else sqlite.insert
        first = next(iter(table.primary_key))
        statement = make(table).values(**values).on_conflict_do_nothing(index_elements=list(unique)).returning(first)
        return self.connection.execute(statement).scalar_one_or_none()
