"""Brings a store to this program's tables, all or nothing: a crash in the middle leaves the old ones.

A store that has them already is the usual case, and then Alembic, whose loading takes a third of a start, is not asked.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from alembic.config import Config

_MIGRATING = 0x6A756469
"""Advisory lock of PostgreSQL: nodes that start together migrate one after the other."""


class MigrationFailed(Exception):  # noqa: N818 - reads as what happened
    """The store does not fit this program, for example because a newer one wrote it."""


def migrate(engine: Engine, scripts: Path, revision: str = "head", *, down: bool = False) -> None:
    """Run the migrations in `scripts` up (or down) to a revision, in one transaction."""
    if revision == "head" and not down and _revisions(engine) == [_newest(scripts)]:
        return
    from alembic.config import Config  # noqa: PLC0415 - only where there is something to do
    from alembic.util.exc import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    try:
        _migrate(engine, config, revision, down=down)
    except CommandError as error:
        raise MigrationFailed(f"the store cannot be brought to {revision}: {error}") from error
    except DBAPIError as error:
        raise MigrationFailed(f"the store cannot be opened or changed: {error.orig}") from error


def _revisions(engine: Engine) -> list[str]:
    """Where a store stands; nowhere if it is new, and its tables are asked for later if it can't be opened."""
    try:
        with engine.connect() as connection:
            return list(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())
    except DBAPIError:
        return []


def _newest(scripts: Path) -> str:
    """The last revision: files are named by theirs."""
    return max(path.name for path in (scripts / "versions").glob("[0-9]*.py"))[:4]


def _migrate(engine: Engine, config: Config, revision: str, *, down: bool) -> None:
    from alembic import command  # noqa: PLC0415 - only where there is something to do

    with engine.connect() as connection:
        _enforce_keys(connection, on=False)
        try:
            with connection.begin():
                if connection.dialect.name == "postgresql":
                    connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
                config.attributes["connection"] = connection
                (command.downgrade if down else command.upgrade)(config, revision)
                _check_keys(connection)
        finally:
            _enforce_keys(connection, on=True)


def _enforce_keys(connection: Connection, *, on: bool) -> None:
    """SQLite's batch mode re-makes tables, which keys would stop; the switch works only between transactions."""
    driver = connection.connection.driver_connection
    if connection.dialect.name == "sqlite" and driver is not None:
        driver.execute(f"PRAGMA foreign_keys={'ON' if on else 'OFF'}")


def _check_keys(connection: Connection) -> None:
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise MigrationFailed("the migration would leave rows without what they refer to")
