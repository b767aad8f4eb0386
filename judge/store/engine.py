"""Engines: SQLite so that a commit survives a power cut and writers never starve, PostgreSQL for several nodes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy import exc as sql_errors
from sqlalchemy.engine import make_url
from sqlalchemy.pool import QueuePool

BUSY_SECONDS = 5
"""How long a writer waits for another process on SQLite, or for a connection to PostgreSQL."""

ONLY_READS = "judge_only_reads"
"""Execution option of a connection whose transaction writes nothing: it need not wait for writers."""

DATABASE_AWAY = (sql_errors.OperationalError, sql_errors.InterfaceError, sql_errors.TimeoutError)
"""What is raised when the database is locked, full, broken or not there: begin again later, no letter is to blame."""


def open_engine(url: str) -> Engine:
    """The engine for a SQLAlchemy URL; a new SQLite file is readable by its owner only.

    Errors tell what failed without the values: those are letters, orders and press, and errors go into logs.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise ValueError("the store needs a SQLite file: nothing kept in memory survives a crash")
        return _sqlite(url, Path(parsed.database))
    if parsed.get_backend_name() == "postgresql":
        connect = {"connect_timeout": BUSY_SECONDS}
        engine = create_engine(url, pool_pre_ping=True, max_overflow=20, connect_args=connect, hide_parameters=True)
        event.listen(engine, "handle_error", _say_less)
        return engine
    raise ValueError(f"the store knows SQLite and PostgreSQL, not {parsed.get_backend_name()}")


def hide_values(error: BaseException) -> None:
    """Take what PostgreSQL says beneath an error's first line out of it: DETAIL and CONTEXT quote the row that failed,
    and in data exceptions (class 22) the first line quotes the value too.
    """
    diagnosis: Any = getattr(error, "diag", None)
    if diagnosis is not None and diagnosis.message_primary is not None:
        said, bad_value = diagnosis.message_primary, (diagnosis.sqlstate or "").startswith("22")
        error.args = (said.partition(":")[0] if bad_value else said,)


def _say_less(context: ExceptionContext) -> None:
    """Both the driver's error and SQLAlchemy's, which has repeated it already."""
    before = str(context.original_exception)
    hide_values(context.original_exception)
    after, outer = str(context.original_exception), context.sqlalchemy_exception
    if outer is not None and after != before:
        outer.args = tuple(str(each).replace(before, after) for each in outer.args)


def _sqlite(url: str, path: Path) -> Engine:
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # -wal and -shm take the mode of this file
    connect = {"timeout": BUSY_SECONDS}
    engine = create_engine(url, poolclass=QueuePool, connect_args=connect, hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    """FULL: in WAL mode NORMAL answers before the sync. The driver leaves BEGIN to us (SQLAlchemy, pysqlite)."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    """Take the write lock first: a deferred BEGIN that reads, then writes, fails at once, busy timeout or not."""
    reads = connection.get_execution_options().get(ONLY_READS)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
