"""Judges under attack, one for each way of asking for proofs, each with a running game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.gate import Gate, open_gate


@pytest.fixture(params=["confirm", "strict"])
def gate(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Gate]:
    """Both ways of asking."""
    with open_gate(tmp_path / "var", request.param) as gate:
        gate.begin()
        yield gate


@pytest.fixture
def confirm(tmp_path: Path) -> Iterator[Gate]:
    """One proof is enough."""
    with open_gate(tmp_path / "var", "confirm") as gate:
        gate.begin()
        yield gate


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Gate]:
    """Both proofs are wanted."""
    with open_gate(tmp_path / "var", "strict") as gate:
        gate.begin()
        yield gate
