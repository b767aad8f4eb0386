"""Stores on real engines: each test that takes `store` runs on a SQLite file and on a PostgreSQL database."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.store.schema import metadata
from judge.store.store import SqlStore
from tests.pg import Postgres, running_postgres
from tests.store.samples import MIGRATIONS, HandClock, open_store


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The server of this test run."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_tables(postgres: Postgres) -> Iterator[str]:
    """A migrated database, which tests leave with the tables as they are."""
    with postgres.database() as url:
        _migrate(url)
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file to copy."""
    path = tmp_path_factory.mktemp("template") / "judge.sqlite"
    _migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    shutil.copy(sqlite_template, tmp_path / "judge.sqlite")
    return f"sqlite:///{tmp_path / 'judge.sqlite'}"


@pytest.fixture
def postgres_url(postgres_tables: str) -> str:
    store = open_store(postgres_tables, HandClock())
    with store.begin() as unit:
        tables = ", ".join(metadata.tables)
        unit.connection.exec_driver_sql(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
    store.close()
    return postgres_tables


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def opened(clock: HandClock) -> Iterator[Callable[[str], SqlStore]]:
    """Opens stores, on one URL or several, and closes them: two on one URL are two nodes."""
    stores: list[SqlStore] = []

    def open_one(url: str) -> SqlStore:
        stores.append(open_store(url, clock))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(url: str, opened: Callable[[str], SqlStore]) -> SqlStore:
    return opened(url)


def _migrate(url: str) -> None:
    store = open_store(url, HandClock())
    store.migrate(MIGRATIONS)
    store.close()
