"""Units and marks as drawings: an army is a shield, a fleet a ship, a move a solid arrow, a support a dashed one."""

from __future__ import annotations

import math
from functools import lru_cache

from judge.render import palette
from judge.render.geometry import Point
from judge.render.scene import Piece, at, spanning
from judge.render.svg import element, polygon, way, words

HALF = 15.0
"""Half the width of a unit."""
BOX = (23.0, 21.0)
"""Half the room that a unit's drawing takes, its halo included."""
HALO = palette.PAPER
BOLD = {"font_weight": "bold", "text_anchor": "middle"}


def unit(kind: str, letter: str, colour: str, spot: Point) -> Piece:
    """An army (shield) or a fleet (ship with a sail) in its power's colour, with the power's letter."""
    return at(*spot, BOX, _unit(kind, letter, colour, palette.INK, 1.0), (17.0, 14.0))


def ghost(kind: str, colour: str, spot: Point) -> Piece:
    """Where a unit stood before it moved: its outline, empty."""
    shape = _shape(kind, 0.8)
    halo = element("path", d=shape, fill=HALO, fill_opacity=0.55, stroke=HALO, stroke_width=4)
    return at(*spot, BOX, halo + element("path", d=shape, fill="none", stroke=colour, stroke_width=1.8))


def dislodged(kind: str, letter: str, colour: str, spot: Point) -> Piece:
    """A unit that must retreat: smaller, on a burst."""
    turns = [(k * math.pi / 8, 23.0 if k % 2 else 17.5) for k in range(16)]
    burst = [(math.cos(turn) * far, math.sin(turn) * far) for turn, far in turns]
    body = polygon(burst, fill=palette.BURST, stroke=palette.FAULT, stroke_width=1.6)
    return at(*spot, (25.0, 25.0), body + _unit(kind, letter, colour, palette.FAULT, 0.74), (13.0, 11.0))


@lru_cache(maxsize=256)
def _unit(kind: str, letter: str, colour: str, outline: str, scale: float) -> str:
    shape = _shape(kind, scale)
    body = element("path", d=shape, fill=HALO, stroke=HALO, stroke_width=5.0, stroke_linejoin="round")
    body += element("path", d=shape, fill=colour, stroke=outline, stroke_width=1.8, stroke_linejoin="round")
    low = (0.44 if kind == "A" else 0.8) * HALF * scale
    size = (19 if kind == "A" else 16) * scale
    return body + words(letter, 0.0, low, fill=palette.ink_on(colour), font_size=float(size), **BOLD)


def _shape(kind: str, scale: float) -> str:
    r = HALF * scale
    if kind == "A":
        return (
            f"M{-r:.1f} {-r:.1f}h{2 * r:.1f}v{r:.1f}"
            f"c0 {0.75 * r:.1f} {-0.6 * r:.1f} {1.05 * r:.1f} {-r:.1f} {1.3 * r:.1f}"
            f"c{-0.4 * r:.1f} {-0.25 * r:.1f} {-r:.1f} {-0.55 * r:.1f} {-r:.1f} {-1.3 * r:.1f}z"
        )
    return (
        f"M{-1.3 * r:.1f} {0.05 * r:.1f}h{0.55 * r:.1f}"
        f"l{0.75 * r:.1f} {-1.2 * r:.1f}l{0.75 * r:.1f} {1.2 * r:.1f}"
        f"h{0.55 * r:.1f}c{-0.1 * r:.1f} {0.6 * r:.1f} {-0.3 * r:.1f} {0.95 * r:.1f} {-0.6 * r:.1f} {1.05 * r:.1f}"
        f"h{-1.4 * r:.1f}c{-0.3 * r:.1f} {-0.1 * r:.1f} {-0.5 * r:.1f} {-0.45 * r:.1f} {-0.6 * r:.1f} {-1.05 * r:.1f}z"
    )


def centre(spot: Point, colour: str | None, letter: str) -> Piece:
    """A supply centre: an empty ring, or its owner's disc with the letter."""
    disc = element("circle", r=7.2, fill=colour or palette.PAPER, stroke=palette.PAPER, stroke_width=3.4)
    disc += element("circle", r=7.2, fill=colour or palette.PAPER, stroke=palette.INK, stroke_width=1.4)
    if colour is None:
        return at(*spot, (10.0, 10.0), disc + element("circle", r=2.6, fill=palette.INK), (7.0, 7.0))
    ink = palette.ink_on(colour)
    return at(*spot, (10.0, 10.0), disc + words(letter, 0.0, 3.8, fill=ink, font_size=10.5, **BOLD), (7.0, 7.0))


def label(text: str, spot: Point, *, wet: bool) -> Piece:
    """A province's three letters."""
    return _text(text, spot, palette.DEEP if wet else palette.INK, 13.0, bold=True, slant=wet)


def name(text: str, spot: Point, *, wet: bool) -> Piece:
    """A province's long name."""
    ink = palette.DEEP if wet else palette.mixed(palette.INK, palette.LAND, 0.75)
    return _text(text, spot, ink, 10.5, bold=False, slant=wet)


def _text(text: str, spot: Point, ink: str, size: float, *, bold: bool, slant: bool) -> Piece:
    style: dict[str, object] = {"font_size": size, "text_anchor": "middle", "fill": ink}
    style |= {"font_weight": "bold"} if bold else {"font_family": "Noto Sans JP Medium, Noto Sans JP, sans-serif"}
    style |= {"transform": "skewX(-10)"} if slant else {}
    halo = {"stroke": palette.PAPER, "stroke_width": 2.6, "stroke_opacity": 0.75, "stroke_linejoin": "round"}
    body = words(text, 0.0, size * 0.36, **style, **halo) + words(text, 0.0, size * 0.36, **style)
    return at(*spot, (wide(text, size) / 2 + 5, size * 0.75), body, (wide(text, size) / 2, size * 0.36))


def wide(text: str, size: float) -> float:
    """About how wide a text is."""
    return sum(1.0 if ord(letter) > 0x2E80 else 0.62 for letter in text) * size


def arrow(
    start: Point,
    end: Point,
    colour: str,
    *,
    failed: bool = False,
    dash: str = "",
    gap: tuple[float, float] = (18.0, 21.0),
) -> list[Piece]:
    """A move. A failed one stops short of its place and is crossed out."""
    a, b = _shortened(start, end, *gap)
    if failed:
        b = (a[0] + (b[0] - a[0]) * 0.86, a[1] + (b[1] - a[1]) * 0.86)
    head = _head(a, b)
    neck = ((head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2)
    line = way((a, neck))
    drawn = element("path", d=line, stroke=HALO, stroke_width=7.5, fill="none", stroke_linecap="round")
    drawn += polygon(head, fill=HALO, stroke=HALO, stroke_width=4, stroke_linejoin="round")
    dashes = {"stroke_dasharray": dash} if dash else {}
    drawn += element("path", d=line, stroke=colour, stroke_width=3.8, fill="none", **dashes)
    drawn += polygon(head, fill=colour)
    found = [_between(a, b, 12.0, drawn)]
    return [*found, cross(_middle(a, b))] if failed else found


def thread(
    start: Point, end: Point, colour: str, *, dash: str, failed: bool = False, gap: tuple[float, float] = (16.0, 0.0)
) -> list[Piece]:
    """A support or a convoy: a broken line to what it helps, with a knot at its end."""
    a, b = _shortened(start, end, *gap)
    line = way((a, b))
    drawn = element("path", d=line, stroke=HALO, stroke_width=5.5, fill="none", stroke_linecap="round")
    drawn += element("path", d=line, stroke=colour, stroke_width=2.6, fill="none", stroke_dasharray=dash)
    drawn += element("circle", cx=b[0], cy=b[1], r=4.5, fill=colour, stroke=HALO, stroke_width=1.5)
    found = [_between(a, b, 8.0, drawn)]
    return [*found, cross(_middle(a, b), 6.0)] if failed else found


def cross(spot: Point, size: float = 8.0) -> Piece:
    """The mark of what failed."""
    shape = f"M{-size:.1f} {-size:.1f}L{size:.1f} {size:.1f}M{size:.1f} {-size:.1f}L{-size:.1f} {size:.1f}"
    body = element("path", d=shape, stroke=HALO, stroke_width=7, stroke_linecap="round")
    body += element("path", d=shape, stroke=palette.FAULT, stroke_width=3.4, stroke_linecap="round")
    return at(*spot, (size + 5, size + 5), body)


def badge(spot: Point, sign: str, colour: str) -> Piece:
    """A round sign beside a unit: + for one that was built."""
    body = element("circle", r=9.0, fill=palette.PAPER, stroke=colour, stroke_width=2.2)
    body += words(sign, 0.0, 5.6, fill=palette.INK, font_size=16.0, **BOLD)
    return at(spot[0] + 17, spot[1] - 15, (12.0, 12.0), body)


def aside(start: Point, end: Point, by: float = 5.0) -> tuple[Point, Point]:
    """A line moved to its own right, so that two units that attack each other have an arrow each."""
    length = math.dist(start, end) or 1.0
    dx, dy = -(end[1] - start[1]) / length * by, (end[0] - start[0]) / length * by
    return (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)


def _between(a: Point, b: Point, room: float, body: str) -> Piece:
    return spanning(
        min(a[0], b[0]) - room, min(a[1], b[1]) - room, max(a[0], b[0]) + room, max(a[1], b[1]) + room, body
    )


def _shortened(start: Point, end: Point, before: float, after: float) -> tuple[Point, Point]:
    length = math.dist(start, end) or 1.0
    room = max(length - 14.0, 0.0)
    if before + after > room:
        before, after = before * room / (before + after), after * room / (before + after)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    return (start[0] + dx * before, start[1] + dy * before), (end[0] - dx * after, end[1] - dy * after)


def _head(start: Point, end: Point) -> tuple[Point, Point, Point]:
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    wings = [(end[0] - 13 * math.cos(angle + turn), end[1] - 13 * math.sin(angle + turn)) for turn in (0.46, -0.46)]
    return end, wings[0], wings[1]


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
