"""Short transactions on one connection of the driver's own: the road of each accepted message.

A sender waits for the commit of his message, and with one session nobody shares it. SQLAlchemy takes some 0.5 ms for
what the database does in 0.15: it checks a connection out and in, and makes each statement's parameters and result
anew. Here statements are compiled once (`prepared.py`), and the connection is kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from sqlalchemy import Engine, PoolProxiedConnection
from sqlalchemy import exc as sql_errors

from judge.store.engine import hide_values
from judge.store.prepared import Run, Statement, Statements, Values

Result = TypeVar("Result")


class FastLane:
    """One connection, for one transaction at a time; made anew after any failure of the database."""

    def __init__(self, engine: Engine, statements: Statements) -> None:
        self._engine, self._statements = engine, statements
        self._errors: Any = engine.dialect.loaded_dbapi
        self._one_at_a_time = threading.Lock()
        self._pooled: PoolProxiedConnection | None = None

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
        prepared = self._statements.prepared(statement, values)
        cursor = self._driver().execute(prepared.text, prepared.parameters(values))
        return prepared.rows(cursor.fetchall()) if cursor.description else []

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
