"""Judges under attack, one for each way of asking for proofs, each with a running game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.attacks.gate import Gate, open_gate


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The state folder of a judge with a running game, made once for each way of asking."""
    made: dict[str, Path] = {}

    def folder(identity: str) -> Path:
        if identity not in made:
            made[identity] = tmp_path_factory.mktemp(identity) / "var"
            with open_gate(made[identity], identity) as gate:
                gate.begin()
        return made[identity]

    return folder


@pytest.fixture(params=["confirm", "strict"])
def gate(request: pytest.FixtureRequest, tmp_path: Path, template: Callable[[str], Path]) -> Iterator[Gate]:
    """Both ways of asking."""
    with open_gate(tmp_path / "var", request.param, template=template(request.param)) as gate:
        yield gate


@pytest.fixture
def confirm(tmp_path: Path, template: Callable[[str], Path]) -> Iterator[Gate]:
    """One proof is enough."""
    with open_gate(tmp_path / "var", "confirm", template=template("confirm")) as gate:
        yield gate


@pytest.fixture
def strict(tmp_path: Path, template: Callable[[str], Path]) -> Iterator[Gate]:
    """Both proofs are wanted."""
    with open_gate(tmp_path / "var", "strict", template=template("strict")) as gate:
        yield gate


@pytest.fixture
def trial(tmp_path: Path, template: Callable[[str], Path]) -> Iterator[Gate]:
    """Every sender is taken at his word."""
    with open_gate(tmp_path / "var", "trust", template=template("trust")) as gate:
        yield gate
