"""A picture as layers: a base that a map's pictures share, the land of each power, and pieces laid over it.

The parts are SVG. `Scene.svg` is all of them as one drawing; the painter keeps bases and pieces that it has painted, so
that a new position costs what is new in it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge.render.palette import channels
from judge.render.svg import element

FONT = "Noto Sans JP"


@dataclass(frozen=True, slots=True)
class Piece:
    """A small drawing: its own view (left, top, width, height) and where that view's left top lies on the sheet.

    Pieces of equal `body` and view are painted once, wherever they stand.
    """

    x: int
    y: int
    view: tuple[int, int, int, int]
    body: str
    solid: tuple[float, float] = (0.0, 0.0)
    """Half the width and height of what nothing solid may lie over; nothing for arrows."""

    def covers(self, other: Piece) -> bool:
        """Whether the solid parts of two pieces meet."""
        if not self.solid[0] or not other.solid[0]:
            return False
        x, y = self.x - self.view[0] - other.x + other.view[0], self.y - self.view[1] - other.y + other.view[1]
        return abs(x) < self.solid[0] + other.solid[0] and abs(y) < self.solid[1] + other.solid[1]


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on one picture."""

    width: int
    height: int
    ground: str
    """Below the powers' land."""
    lines: str
    """Above it: coasts and borders."""
    fields: tuple[tuple[int, str], ...]
    """Province index and the `d` of its shape, for all that may have an owner."""
    top: int
    """How far below the sheet's top the fields lie."""
    tints: Mapping[int, str]
    """Province index → the colour its land is multiplied with."""
    lower: tuple[Piece, ...]
    """Orders, below the names."""
    names: tuple[Piece, ...]
    """The same on all pictures of a map in a language."""
    upper: tuple[Piece, ...]
    """Centres, units, the legend."""
    inks: tuple[str, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """From the lowest to the highest."""
        return (*self.lower, *self.names, *self.upper)

    @property
    def svg(self) -> str:
        """The picture as one drawing."""
        land = "".join(
            element("path", d=shape, fill=self.tints[index], style="mix-blend-mode:multiply")
            for index, shape in self.fields
            if index in self.tints
        )
        land = element("g", land, transform=f"translate(0 {self.top})")
        return sheet((0, 0, self.width, self.height), self.ground + land + self.lines + laid(self.pieces))

    def packed(self, width: int) -> bytes:
        """What the painter's child reads."""
        shared = _shared((0, 0, self.width, self.height), self.top, self.ground, self.lines, self.fields, self.names)
        facts = {
            "width": width,
            "tints": {str(index + 1): channels(colour) for index, colour in self.tints.items()},
            "lower": [(piece.x, piece.y, sheet(piece.view, piece.body)) for piece in self.lower],
            "upper": [(piece.x, piece.y, sheet(piece.view, piece.body)) for piece in self.upper],
            "inks": [channels(ink) for ink in self.inks],
        }
        return f"{shared[:-1]}, {json.dumps(facts)[1:]}".encode()


@lru_cache(maxsize=32)
def _shared(
    view: tuple[int, int, int, int],
    top: int,
    ground: str,
    lines: str,
    fields: tuple[tuple[int, str], ...],
    names: tuple[Piece, ...],
) -> str:
    """The part of a packed scene that all pictures of a map have, as JSON: most of it."""
    cells = "".join(element("path", d=shape, fill=f"#{index + 1 & 255:02x}0000") for index, shape in fields)
    facts = {
        "base": sheet(view, ground + lines),
        "cells": sheet((0, -top, view[2], view[3]), cells),
        "names": sheet(view, laid(names)),
    }
    return json.dumps(facts)


def laid(pieces: Sequence[Piece]) -> str:
    """Pieces in their places, as parts of one drawing."""
    return "".join(
        element("g", piece.body, transform=f"translate({piece.x - piece.view[0]} {piece.y - piece.view[1]})")
        for piece in pieces
    )


def sheet(view: tuple[int, int, int, int], body: str) -> str:
    """An SVG document of one pixel a unit."""
    return element(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(str, view)),
        width=view[2],
        height=view[3],
        font_family=f"{FONT}, sans-serif",
    )


def at(x: float, y: float, half: tuple[float, float], body: str, solid: tuple[float, float] = (0.0, 0.0)) -> Piece:
    """A piece drawn around 0, 0, set down around a point."""
    left, top = -round(half[0]), -round(half[1])
    return Piece(round(x) + left, round(y) + top, (left, top, -2 * left, -2 * top), body, solid)


def spanning(left: float, top: float, right: float, low: float, body: str) -> Piece:
    """A piece drawn where it lies: for what is never the same twice."""
    x, y = int(left) - 1, int(top) - 1
    return Piece(x, y, (x, y, int(right) + 2 - x, int(low) + 2 - y), body)
