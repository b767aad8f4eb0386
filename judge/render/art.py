"""The drawn art of a map: `maps/<name>/art.json`, made by `maps/art/make.py`; for maps without one, shapes of cells."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from judge.adjudicator.board import Board
from judge.adjudicator.variant import Variant
from judge.render.geometry import Point
from judge.render.layout import SIZE
from judge.render.shapes import Outline, shapes

LARGEST = 1 << 20
NOBODY, WATERS, FRAME = -1, -2, -9
"""Beyond a line: land that nobody enters, water that nobody enters, the sheet's frame."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a province's things stand."""

    unit: Point
    label: Point
    centre: Point
    aside: Point
    """For a dislodged unit."""
    spots: Mapping[str, Point] = field(default_factory=dict)
    """Coasts and berths."""
    names: Mapping[str, Point] = field(default_factory=dict)
    """The long name by language, where it has room."""


@dataclass(frozen=True, slots=True)
class Art:
    """A map without anything on it; by province index."""

    width: int
    height: int
    outlines: tuple[Outline, ...]
    land: Outline
    """Land that nobody enters."""
    lines: tuple[tuple[tuple[int, int], tuple[Point, ...]], ...]
    places: tuple[Place, ...]
    links: tuple[tuple[Point, ...], ...]
    """Ways over passages: from, to; or from, bend, to."""


@lru_cache(maxsize=32)
def art(variant: Variant) -> Art:
    """A variant's art: drawn for its places, or made of cells."""
    codes = frozenset(place.code for place in variant.board.provinces)
    for path in _files(variant.name):
        if (drawn := _drawn(path)) and codes == drawn["places"].keys():
            return _read(drawn, variant.board)
    return _cells(variant)


def _files(name: str) -> list[Path]:
    """Art files, the variant's own first: a variant on another's board has that one's picture."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_data" / "maps"
    root = installed if installed.is_dir() else package.parent / "maps"
    return sorted(root.glob("*/art.json"), key=lambda path: (path.parent.name != name, path))


@lru_cache(maxsize=16)
def _drawn(path: Path) -> dict[str, Any] | None:
    if path.stat().st_size > LARGEST:
        return None
    drawn: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return drawn


def _read(drawn: Mapping[str, Any], board: Board) -> Art:
    arcs = [_line(flat) for _, _, flat in drawn["arcs"]]
    side = {"": FRAME, "~": WATERS, "-": NOBODY} | {place.code: place.index for place in board.provinces}
    width, height = drawn["size"]
    return Art(
        width=width,
        height=height,
        outlines=tuple(_outline(arcs, drawn["places"][place.code]["rings"]) for place in board.provinces),
        land=_outline(arcs, drawn["other"]["-"]),
        lines=tuple(
            ((side[a], side[b]), line)
            for (a, b, _), line in zip(drawn["arcs"], arcs, strict=True)
            if FRAME not in (side[a], side[b])
        ),
        places=tuple(_place(drawn["places"][place.code]) for place in board.provinces),
        links=tuple(tuple(map(_point, link)) for _, link in sorted(drawn.get("links", {}).items())),
    )


def _line(flat: list[int]) -> tuple[Point, ...]:
    """A line in tenths of pixels, each point from the one before."""
    points, x, y = [], 0, 0
    for dx, dy in zip(flat[::2], flat[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x / 10, y / 10))
    return tuple(points)


def _outline(arcs: list[tuple[Point, ...]], rings: list[list[int]]) -> Outline:
    return tuple(tuple(point for n in ring for point in (arcs[n] if n >= 0 else arcs[~n][::-1])[:-1]) for ring in rings)


def _place(data: Mapping[str, Any]) -> Place:
    unit, label = _point(data["unit"]), _point(data["label"])
    return Place(
        unit=unit,
        label=label,
        centre=_point(data.get("centre", data["label"])),
        aside=_point(data.get("aside", (unit[0] + 26, unit[1] - 20))),
        spots={part.upper(): _point(at) for part, at in data.get("spots", {}).items()},
        names={language: _point(at) for language, at in data.get("name", {}).items()},
    )


def _point(pair: Any) -> Point:
    return (float(pair[0]), float(pair[1]))


def _cells(variant: Variant) -> Art:
    """Art for a map that nobody drew."""
    made = shapes(variant)
    places = []
    for place, (x, y) in zip(variant.board.provinces, made.anchors, strict=True):
        shift = 8.5 if place.centre else 0.0
        spots = {str(n): (x + (n - 2) * 38.0, y) for n in range(1, place.capacity + 1)} if place.capacity > 1 else {}
        places.append(Place((x, y), (x + shift, y + 26), (x - 19.0, y + 26), (x + 26, y - 20), spots))
    return Art(
        width=int(SIZE),
        height=int(SIZE),
        outlines=made.outlines,
        land=(),
        lines=tuple((border.between, border.line) for border in made.borders),
        places=tuple(places),
        links=tuple((places[a].unit, link.bend, places[b].unit) for link in made.links for a, b in (link.between,)),
    )
