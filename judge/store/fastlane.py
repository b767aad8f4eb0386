"""Short transactions on one connection of the driver's own: the road of each accepted message.

A sender waits for the commit of his message, and with one session nobody shares it. SQLAlchemy takes some 0.5 ms for
what the database does in 0.15: it checks a connection out and in, and makes each statement's parameters and result
anew. Here its statements are compiled once, their types are applied by hand, and the connection is kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from sqlalchemy import Delete, Dialect, Engine, Insert, PoolProxiedConnection, Select, Update
from sqlalchemy import exc as sql_errors

from judge.store.engine import hide_values

Statement = Select[Any] | Insert | Update | Delete
Values = Mapping[str, Any]
Run = Callable[[Statement, Values], list[tuple[Any, ...]]]
"""Runs a statement with values for its parameters (an insert's are its columns) and gives the rows it returns."""
Result = TypeVar("Result")


class Prepared:
    """A statement's text for one dialect, and how its values go in and out. Lists (`IN`) can't be among them."""

    def __init__(self, statement: Statement, names: Values, dialect: Dialect) -> None:
        keys = list(names) if isinstance(statement, Insert) else None
        compiled: Any = statement.compile(dialect=dialect, column_keys=keys)
        self.text = str(compiled)
        self._order: list[str] | None = compiled.positiontup
        types = {name: bind.type.dialect_impl(dialect) for name, bind in compiled.binds.items()}
        self._ways_in = [(name, way) for name, type_ in types.items() if (way := type_.bind_processor(dialect))]
        self._fixed = {name: value for name, value in compiled.params.items() if name not in names}
        returned = statement.exported_columns if not isinstance(statement, Update | Delete) else ()
        found = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in returned]
        self._ways_out = found if any(found) else []

    def parameters(self, values: Values) -> tuple[Any, ...] | dict[str, Any]:
        """The values as the driver takes them."""
        given = {**self._fixed, **values}
        for name, way in self._ways_in:
            given[name] = way(given[name])
        return given if self._order is None else tuple([given[name] for name in self._order])

    def row(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """A row of the driver's as Python values."""
        if not self._ways_out:
            return row
        return tuple([value if way is None else way(value) for value, way in zip(row, self._ways_out, strict=True)])


class FastLane:
    """One connection, for one transaction at a time; made anew after any failure of the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._errors: Any = engine.dialect.loaded_dbapi
        self._one_at_a_time = threading.Lock()
        self._pooled: PoolProxiedConnection | None = None
        self._prepared: dict[Statement, Prepared] = {}  # as many as there are statements in the code that comes here

    def transaction(self, work: Callable[[Run], Result]) -> Result:
        """What `work` returns, committed. Raises SQLAlchemy's errors, and then nothing is kept."""
        with self._one_at_a_time:
            try:
                driver = self._begun()
                try:
                    result = work(self._run)
                    driver.commit()
                except BaseException as error:
                    self._undo(driver, error)
                    raise
            except self._errors.Error as error:
                raise _as_sqlalchemy(error) from error
            return result

    def close(self) -> None:
        """Close the connection; a later transaction would open another."""
        with self._one_at_a_time:
            self._discard()

    def _run(self, statement: Statement, values: Values) -> list[tuple[Any, ...]]:
        prepared = self._prepared.get(statement)
        if prepared is None:
            prepared = self._prepared[statement] = Prepared(statement, values, self._engine.dialect)
        cursor = self._driver().execute(prepared.text, prepared.parameters(values))
        return [prepared.row(row) for row in cursor.fetchall()] if cursor.description else []

    def _driver(self) -> Any:
        if self._pooled is None:
            self._pooled = self._engine.raw_connection()
        return self._pooled.driver_connection

    def _begun(self) -> Any:
        """A connection in a transaction. One that broke while it lay idle (a restarted server) is replaced, once.

        SQLite: take the write lock first, see `engine.py`. PostgreSQL begins by itself; this tries the line.
        """
        begin = "BEGIN IMMEDIATE" if self._engine.dialect.name == "sqlite" else "SELECT 1"
        kept = self._pooled is not None
        driver = self._driver()
        try:
            driver.execute(begin)
        except self._errors.Error as error:
            self._discard()
            if not kept or not self._engine.dialect.is_disconnect(error, driver, None):
                raise
            return self._begun()
        return driver

    def _undo(self, driver: Any, error: BaseException) -> None:
        with suppress(self._errors.Error):
            driver.rollback()
        if not isinstance(error, self._errors.IntegrityError):
            self._discard()

    def _discard(self) -> None:
        pooled, self._pooled = self._pooled, None
        if pooled is not None:
            pooled.invalidate()


def _as_sqlalchemy(error: Exception) -> sql_errors.DBAPIError:
    """The driver's error in SQLAlchemy's class of the same name, without the values: those are letters."""
    hide_values(error)
    for kind in type(error).__mro__:
        same = getattr(sql_errors, kind.__name__, None)
        if isinstance(same, type) and issubclass(same, sql_errors.DBAPIError):
            return same(None, None, error)
    return sql_errors.DBAPIError(None, None, error)
