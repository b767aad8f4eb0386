"""A position as a picture, drawn from a variant's data and art.

From below: sea and land, the land of each power, borders, orders, centres and names, units, the legend. Nothing is told
by colour alone.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from judge.adjudicator.board import Board, Terrain
from judge.adjudicator.position import Position
from judge.adjudicator.units import Power
from judge.adjudicator.variant import Variant
from judge.render import palette, pieces
from judge.render.art import FRAME, NOBODY, WATERS, Art, art
from judge.render.geometry import Point
from judge.render.layout import neighbours
from judge.render.orderart import order_art
from judge.render.scene import Piece, Scene
from judge.render.svg import element, loops, number, way, words

TOP = 46
ROW = 32
PER_ROW = 4
BRIDGE = 90.0
"""Passages that are longer are drawn as lines over the sea."""
TOUCH = 5.0
"""Neighbours by accident that touch for less are no wall."""
STYLES = {
    "sea": {"stroke": palette.WAVE, "stroke_width": 1.6},
    "land": {"stroke": palette.BORDER, "stroke_width": 1.3},
    "rim": {"stroke": palette.WALL, "stroke_width": 1.8},
    "coast": {"stroke": palette.COAST, "stroke_width": 1.7},
    "wall": {"stroke": palette.WALL, "stroke_width": 6},
}


def draw(
    variant: Variant,
    position: Position,
    outcomes: Sequence[Mapping[str, Any]] = (),
    *,
    caption: str = "",
    language: str = "en",
) -> Scene:
    """The picture of a position. `outcomes` (of the phase that led to it) are drawn as arrows."""
    return _Picture(variant, position, outcomes, language).scene(caption or variant.title)


@lru_cache(maxsize=32)
def _base(variant: Variant) -> tuple[str, str, tuple[tuple[int, str], ...]]:
    """What all pictures of a variant share: the ground, the lines, and each land's shape."""
    drawn, board = art(variant), variant.board
    shapes = [loops(outline) for outline in drawn.outlines]
    dry = [place.index for place in board.provinces if place.terrain is not Terrain.WATER]
    land = "".join(shapes[index] for index in dry)
    lines = _lines(drawn, board)
    coast = {"fill": "none", "stroke_linejoin": "round"}
    sheet = element("rect", width=drawn.width, height=drawn.height, fill=palette.SEA)
    ground = sheet + "".join(
        element("path", d=lines["coast"], stroke=colour, stroke_width=wide, **coast)
        for colour, wide in ((palette.SHALLOW, 20), (palette.SHORE, 9))
    )
    ground += element("path", d=loops(drawn.land), fill=palette.FOREIGN)
    ground += element("path", d=land, fill=palette.LAND, stroke=palette.LAND, stroke_width=0.6)
    soft = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    over = "".join(element("path", d=lines[kind], **soft, **style) for kind, style in STYLES.items() if lines[kind])
    over += _links(drawn.links)
    inside = {"clip_path": "url(#board)", "transform": f"translate(0 {TOP})"}
    clip = element("clipPath", element("rect", width=drawn.width, height=drawn.height), id="board")
    return (
        element("defs", clip) + element("g", ground, **inside),
        element("g", over, **inside),
        tuple((index, shapes[index]) for index in dry if board.provinces[index].centre),
    )


def _lines(drawn: Art, board: Board) -> dict[str, str]:
    """The `d` of all lines of a kind."""
    near = neighbours(board)
    found: dict[str, list[str]] = {kind: [] for kind in STYLES}
    lengths: dict[tuple[int, int], float] = defaultdict(float)
    for pair, line in drawn.lines:
        lengths[min(pair), max(pair)] += sum(math.dist(*ends) for ends in itertools.pairwise(line))
    for (a, b), line in drawn.lines:
        wall = a >= 0 and b >= 0 and b not in near[a] and lengths[min(a, b), max(a, b)] > TOUCH
        found["wall" if wall else _kind(a, b, board)].append(way(line))
    return {kind: "".join(ways) for kind, ways in found.items()}


def _kind(a: int, b: int, board: Board) -> str:
    wet = [index in {WATERS, FRAME} or (index >= 0 and _wet(board, index)) for index in (a, b)]
    if any(wet):
        return "sea" if all(wet) else "coast"
    return "rim" if NOBODY in {a, b} else "land"


def _wet(board: Board, index: int) -> bool:
    return board.provinces[index].terrain is Terrain.WATER


def _links(links: Sequence[Sequence[Point]]) -> str:
    """Bridges short and solid, sea lines long and dotted."""
    bridges = "".join(way(link) for link in links if len(link) == 2 and math.dist(*link) < BRIDGE)
    ways = "".join(_curve(link) for link in links if len(link) > 2 or math.dist(*link) >= BRIDGE)
    drawn = ""
    if ways:
        drawn += element("path", d=ways, fill="none", stroke=palette.PAPER, stroke_width=6, stroke_opacity=0.85)
        drawn += element("path", d=ways, fill="none", stroke=palette.WALL, stroke_width=2.4, stroke_dasharray="3 4")
    if bridges:
        drawn += element("path", d=bridges, fill="none", stroke=palette.WALL, stroke_width=8.0)
        drawn += element("path", d=bridges, fill="none", stroke=palette.BURST, stroke_width=4.4)
    return drawn


def _curve(link: Sequence[Point]) -> str:
    if len(link) == 2:
        return way(link)
    (bx, by), (ex, ey) = link[1:]
    return f"{way(link[:1])}Q{number(bx)} {number(by)} {number(ex)} {number(ey)}"


@lru_cache(maxsize=64)
def _names(variant: Variant, language: str) -> tuple[Piece, ...]:
    """Each province's letters, and its long name where there is room."""
    said = variant.names[language].provinces
    drawn = []
    for place, where in zip(variant.board.provinces, art(variant).places, strict=True):
        wet = place.terrain is Terrain.WATER
        drawn.append(pieces.label(place.code, _down(where.label), wet=wet))
        if language in where.names:
            drawn.append(pieces.name(said[place.code], _down(where.names[language]), wet=wet))
    return tuple(drawn)


class _Picture:
    """One picture in the making."""

    def __init__(
        self, variant: Variant, position: Position, outcomes: Sequence[Mapping[str, Any]], language: str
    ) -> None:
        self._variant, self._board, self._art = variant, variant.board, art(variant)
        self._position, self._outcomes = position, outcomes
        self._language = language if language in variant.names else "en"
        self._powers = {power.word: power for power in variant.powers}
        self._owner = {
            self._board.province(code).index: self._powers[word]
            for word, codes in (position.centres or {}).items()
            for code in codes
        }

    def scene(self, caption: str) -> Scene:
        """All layers."""
        ground, lines, fields = _base(self._variant)
        rows = -(-len(self._variant.powers) // PER_ROW)
        low = TOP + self._art.height
        height = low + ROW * rows + 10
        paper = element("rect", width=self._art.width, height=height, fill=palette.PAPER)
        return Scene(
            width=self._art.width,
            height=height,
            ground=paper + ground,
            lines=lines,
            fields=fields,
            top=TOP,
            tints={index: palette.tint(power) for index, power in self._owner.items()},
            lower=(*self._ghosts(), *order_art(self._variant, self._outcomes, self._spot)),
            names=_names(self._variant, self._language),
            upper=(*self._centres(), *self._units(), self._title(caption), self._legend(low, height)),
            inks=tuple(palette.inks(self._variant.powers)),
        )

    def _centres(self) -> Iterator[Piece]:
        for place, where in zip(self._board.provinces, self._art.places, strict=True):
            if place.centre:
                owner = self._owner.get(place.index)
                colour, letter = (palette.strong(owner), owner.letter) if owner else (None, "")
                yield pieces.centre(_down(where.centre), colour, letter)

    def _spot(self, place: str) -> Point:
        """Where a unit stands: coasts and berths have places of their own."""
        code, _, part = place.partition("/")
        where = self._art.places[self._board.province(code).index]
        return _down(where.spots.get(part, where.unit) if part else where.unit)

    def _ghosts(self) -> Iterator[Piece]:
        """Where units that moved were before, unless another stands there now."""
        taken = {unit.split(" ", 1)[1] for units in self._position.units.values() for unit in units}
        for outcome in self._outcomes:
            words_of = (outcome["order"] or "").split()
            gone = {"moved", "retreated"} & set(outcome["result"])
            if gone and words_of[2:3] in (["-"], ["R"]) and words_of[1] not in taken:
                yield pieces.ghost(words_of[0], palette.strong(self._powers[outcome["power"]]), self._spot(words_of[1]))

    def _units(self) -> Iterator[Piece]:
        built = {outcome["unit"] for outcome in self._outcomes if "built" in outcome["result"]}
        for power in self._variant.powers:
            colour = palette.strong(power)
            for text in self._position.units.get(power.word, ()):
                kind, place = text.split(" ", 1)
                yield pieces.unit(kind, power.letter, colour, self._spot(place))
                if text in built:
                    yield pieces.badge(self._spot(place), "+", colour)
            for loser in self._position.dislodged.get(power.word, ()):
                kind, place = loser.unit.split(" ", 1)
                yield pieces.dislodged(kind, power.letter, colour, self._beside(place))

    def _beside(self, place: str) -> Point:
        """Where a dislodged unit is shown: beside the one that took its place."""
        code, _, part = place.partition("/")
        where = self._art.places[self._board.province(code).index]
        if not part or part not in where.spots:
            return _down(where.aside)
        x, y = where.spots[part]
        return _down((x + 22, y - 22))

    def _title(self, caption: str) -> Piece:
        body = words(caption, 16.0, 31.0, font_size=21, font_weight="bold", fill=palette.INK)
        return Piece(0, 0, (0, 0, self._art.width, TOP), body)

    def _count(self, power: Power) -> str:
        """How many centres and units a power has."""
        units = len(self._position.units.get(power.word, ())) + len(self._position.dislodged.get(power.word, ()))
        return f"●{len((self._position.centres or {}).get(power.word, ()))} ▲{units}"

    def _legend(self, low: int, height: int) -> Piece:
        """Below the board: each power's colour, letter and name, its centres and units."""
        wide = (self._art.width - 16) // PER_ROW
        names = self._variant.names[self._language].powers
        told = [f"{names[power.word]} {self._count(power)}" for power in self._variant.powers]
        size = min(15.0, (wide - 42) / max(pieces.wide(text, 1.0) for text in told))
        drawn = []
        for place, power in enumerate(self._variant.powers):
            x, y = 16 + place % PER_ROW * wide, 8 + ROW * (place // PER_ROW)
            text = words(told[place], 32.0, 16.0, font_size=size, fill=palette.INK)
            drawn.append(element("g", _chip(power) + text, font_weight="bold", transform=f"translate({x} {y})"))
        return Piece(0, low, (0, 0, self._art.width, height - low), "".join(drawn))


def _chip(power: Power) -> str:
    colour = palette.strong(power)
    body = element("rect", x=1, y=1, width=24, height=20, rx=3, fill=colour, stroke=palette.INK)
    return body + words(power.letter, 13.0, 16.4, font_size=15.0, text_anchor="middle", fill=palette.ink_on(colour))


def _down(point: Point) -> Point:
    return point[0], point[1] + TOP
