"""Fixtures of the stories."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stories.house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A judge that serves in trial mode, with a clock that the story moves."""
    house = House(tmp_path)
    house.start()
    yield house
    house.stop()
