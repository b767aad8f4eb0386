"""A position as a picture, drawn from a variant's data alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant


def draw(variant: Variant, position: Position, outcomes: Sequence[Mapping[str, Any]] = (), *, caption: str = "") -> str:
    """The SVG of a position. `outcomes` are drawn as arrows."""
    raise NotImplementedError
