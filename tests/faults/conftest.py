"""Fixtures of the fault experiments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.office import Office, open_office
from tests.faults.world import World
from tests.pg import Postgres, running_postgres


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A judge that serves, with a clock that the test moves."""
    world = World(tmp_path)
    world.start()
    yield world
    world.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL server for all experiments that need it."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    """A judge in this process, with a clock set by hand."""
    with open_office(tmp_path / "var", monkeypatch) as office:
        yield office
