"""A position as a picture, drawn from a variant's data alone.

Layers from below: sea and land, borders, centres and names, orders, units, the legend. Nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.board import Province, Terrain
from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.render import palette, pieces
from judge.render.geometry import Point
from judge.render.layout import SIZE
from judge.render.orderart import order_art
from judge.render.shapes import Link, Shapes, shapes
from judge.render.svg import element, loops, number, way, words

TOP = 46.0
ROW = 30.0
PER_ROW = 4
FONT = "DejaVu Sans"


def draw(variant: Variant, position: Position, outcomes: Sequence[Mapping[str, Any]] = (), *, caption: str = "") -> str:
    """The SVG of a position, 1000 pixels wide. `outcomes` (of the phase that led to it) are drawn as arrows."""
    return _Picture(variant, position, outcomes).svg(caption or variant.title)


class _Picture:
    """One picture in the making."""

    def __init__(self, variant: Variant, position: Position, outcomes: Sequence[Mapping[str, Any]]) -> None:
        self._variant = variant
        self._board = variant.board
        self._position = position
        self._outcomes = outcomes
        self._shapes: Shapes = shapes(variant)
        self._owner = {code: power for power, codes in (position.centres or {}).items() for code in codes}
        self._powers = {power.word: power for power in variant.powers}

    def svg(self, caption: str) -> str:
        rows = -(-len(self._variant.powers) // PER_ROW)
        height = TOP + SIZE + ROW * rows + 14
        layers = [self._ground(), self._lines(), self._orders(), self._names(), self._units()]
        board = element("g", "".join(layers), transform=f"translate(0 {TOP:g})", clip_path="url(#board)")
        title = words(caption, 16.0, 31.0, font_size=22, font_weight="bold", fill=palette.INK)
        clip = '<clipPath id="board"><rect width="1000" height="1000"/></clipPath>'
        paper = element("rect", width=SIZE, height=height, fill=palette.PAPER)
        return element(
            "svg",
            f"<defs>{clip}</defs>" + paper + board + title + self._legend(),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {SIZE:g} {height:g}",
            width=SIZE,
            height=height,
            font_family=FONT,
        )

    def _ground(self) -> str:
        """Sea below, then each province in its colour: sea, land, or its owner's."""
        drawn = [element("rect", width=SIZE, height=SIZE, fill=palette.SEA)]
        for place, outline in zip(self._board.provinces, self._shapes.outlines, strict=True):
            colour = self._colour(place)
            drawn.append(element("path", d=loops(outline), fill=colour, stroke=colour, stroke_width=1))
        return "".join(drawn)

    def _colour(self, place: Province) -> str:
        owner = self._owner.get(place.code)
        if owner:
            return palette.tint(self._powers[owner].index)
        return palette.SEA if place.terrain is Terrain.WATER else palette.LAND

    def _lines(self) -> str:
        """Coasts dark, borders of land and of sea light, walls thick; and dotted links where shapes do not touch."""
        lines: dict[str, list[str]] = {"sea": [], "land": [], "coast": [], "wall": []}
        for border in self._shapes.borders:
            lines[self._kind(border.between, border.wall)].append(way(border.line))
        styles = {
            "sea": {"stroke": palette.WAVE, "stroke_width": 1.6},
            "land": {"stroke": palette.BORDER, "stroke_width": 1.4},
            "coast": {"stroke": palette.COAST, "stroke_width": 2.2},
            "wall": {"stroke": palette.WALL, "stroke_width": 6},
        }
        soft = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
        drawn = [
            element("path", d="".join(lines[kind]), **soft, **style) for kind, style in styles.items() if lines[kind]
        ]
        ways = "".join(self._link(link) for link in self._shapes.links)
        if ways:
            drawn.append(element("path", d=ways, fill="none", stroke=palette.PAPER, stroke_width=5, stroke_opacity=0.7))
            drawn.append(
                element("path", d=ways, fill="none", stroke=palette.COAST, stroke_width=2.2, stroke_dasharray="2 5")
            )
        return "".join(drawn)

    def _link(self, link: Link) -> str:
        start, end = (self._shapes.anchors[index] for index in link.between)
        return f"{way((start,))}Q{number(link.bend[0])} {number(link.bend[1])} {number(end[0])} {number(end[1])}"

    def _kind(self, between: tuple[int, int], wall: bool) -> str:
        if wall:
            return "wall"
        wet = [index < 0 or self._board.provinces[index].terrain is Terrain.WATER for index in between]
        return "sea" if all(wet) else "coast" if any(wet) else "land"

    def _names(self) -> str:
        """Each province's three letters, and a mark on those with a centre."""
        drawn = []
        taken = self._taken()
        for place, (x, y) in zip(self._board.provinces, self._shapes.anchors, strict=True):
            wet = place.terrain is Terrain.WATER
            low = y + 26 if place.code in taken else y
            ink = palette.COAST if wet else palette.INK
            style = {"font_size": 13, "font_weight": "bold", "text_anchor": "middle", "fill": ink}
            coast = taken.get(place.code, "")
            label = f"{place.code} {coast}" if coast else place.code
            drawn.append(words(label, x, low + 5, **style))
            if place.centre:
                drawn.append(self._centre(place, (x - 11 - 4.7 * len(label), low + 0.5)))
        return "".join(drawn)

    def _taken(self) -> dict[str, str]:
        """Provinces on which a unit stands, with the coast it is on: their names give way to it and tell its coast."""
        standing = [unit for units in self._position.units.values() for unit in units]
        standing += [loser.unit for losers in self._position.dislodged.values() for loser in losers]
        places = [unit.split(" ", 1)[1].partition("/") for unit in standing]
        return {code: "" if part.isdigit() else part.lower() for code, _, part in places}

    def _centre(self, place: Province, at: Point) -> str:
        owner = self._owner.get(place.code)
        colour = palette.strong(self._powers[owner].index) if owner else palette.PAPER
        ring = element("circle", cx=at[0], cy=at[1], r=6.5, fill=palette.PAPER, stroke=palette.INK, stroke_width=1.4)
        return ring + element("circle", cx=at[0], cy=at[1], r=3.6, fill=colour, stroke=palette.INK, stroke_width=0.8)

    def _orders(self) -> str:
        return "".join(order_art(self._variant, self._outcomes, self._spot))

    def _spot(self, place: str) -> Point:
        """Where a unit stands: at its province's anchor, berths of a river side by side."""
        code, _, part = place.partition("/")
        x, y = self._shapes.anchors[self._board.province(code).index]
        if part.isdigit():
            return x + (int(part) - 2) * 30.0, y
        return x, y

    def _units(self) -> str:
        built = {o["unit"] for o in self._outcomes if "built" in o["result"]}
        drawn = []
        for power in self._variant.powers:
            colour = palette.strong(power.index)
            for text in self._position.units.get(power.word, ()):
                kind, place = text.split(" ", 1)
                spot = self._spot(place)
                drawn.append(pieces.unit(kind, power.letter, colour, spot))
                if text in built:
                    drawn.append(pieces.badge(spot, "+", colour))
            for loser in self._position.dislodged.get(power.word, ()):
                kind, place = loser.unit.split(" ", 1)
                drawn.append(pieces.dislodged(kind, power.letter, colour, self._spot(place), self._attacker(place)))
        return "".join(drawn)

    def _attacker(self, place: str) -> Point | None:
        """Where the unit came from that took a place."""
        code = place.partition("/")[0]
        for outcome in self._outcomes:
            words_of = (outcome["order"] or "").split()
            if "moved" in outcome["result"] and words_of[2:3] == ["-"] and words_of[3].partition("/")[0] == code:
                return self._spot(words_of[1])
        return None

    def _legend(self) -> str:
        """Below the board: each power's colour, letter and name, its centres and units."""
        drawn = []
        for place, power in enumerate(self._variant.powers):
            x = 16.0 + (place % PER_ROW) * (SIZE - 16) / PER_ROW
            y = TOP + SIZE + ROW * (place // PER_ROW) + 24
            colour = palette.strong(power.index)
            drawn.append(element("rect", x=x, y=y - 16, width=22, height=20, rx=3, fill=colour, stroke=palette.INK))
            drawn.append(
                words(
                    power.letter,
                    x + 11,
                    y - 0.5,
                    font_size=15,
                    font_weight="bold",
                    text_anchor="middle",
                    fill=palette.ink_on(colour),
                )
            )
            centres = len((self._position.centres or {}).get(power.word, ()))
            units = len(self._position.units.get(power.word, ())) + len(self._position.dislodged.get(power.word, ()))
            drawn.append(words(f"{power.name} ●{centres} ▲{units}", x + 29, y, font_size=14, fill=palette.INK))
        return "".join(drawn)
