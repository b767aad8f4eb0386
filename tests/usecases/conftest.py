"""An office for each test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.usecases.desk import Office, make_template


@pytest.fixture(scope="session")
def store_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_template(tmp_path_factory.mktemp("template"))


@pytest.fixture
def office(tmp_path: Path, store_template: Path) -> Iterator[Office]:
    """A judge in trial mode."""
    office = Office(tmp_path / "var", store_template)
    yield office
    office.close()


@pytest.fixture(scope="session")
def begun_template(tmp_path_factory: pytest.TempPathFactory, store_template: Path) -> Path:
    """The store of a judge with a running game."""
    folder = tmp_path_factory.mktemp("begun") / "var"
    office = Office(folder, store_template)
    office.begin()
    office.close()
    return folder / "judge.sqlite3"


@pytest.fixture
def running(tmp_path: Path, begun_template: Path) -> Iterator[Office]:
    """A judge with a running game of Hundred called first."""
    office = Office(tmp_path / "var", begun_template)
    yield office
    office.close()
