"""Units and orders as drawings: an army is a shield, a fleet a ship, a move a solid arrow, a support a dashed one."""

from __future__ import annotations

import math

from judge.render import palette
from judge.render.geometry import Point
from judge.render.svg import element, polygon, way, words

HALF = 15.0
"""Half the width of a unit."""
HALO = palette.PAPER


def unit(kind: str, letter: str, colour: str, at: Point, *, outline: str = palette.INK, scale: float = 1.0) -> str:
    """An army (shield) or a fleet (ship with a sail) in its power's colour, with the power's letter."""
    x, y = at
    r = HALF * scale
    ink = palette.ink_on(colour)
    size = round(19 * scale)
    if kind == "A":
        shape = (
            f"M{x - r:.1f} {y - r:.1f}h{2 * r:.1f}v{r:.1f}"
            f"c0 {0.75 * r:.1f} {-0.6 * r:.1f} {1.05 * r:.1f} {-r:.1f} {1.3 * r:.1f}"
            f"c{-0.4 * r:.1f} {-0.25 * r:.1f} {-r:.1f} {-0.55 * r:.1f} {-r:.1f} {-1.3 * r:.1f}z"
        )
        text_y = y + 0.42 * r
    else:
        shape = (
            f"M{x - 1.45 * r:.1f} {y + 0.05 * r:.1f}h{0.75 * r:.1f}"
            f"l{0.7 * r:.1f} {-1.25 * r:.1f}l{0.7 * r:.1f} {1.25 * r:.1f}"
            f"h{0.75 * r:.1f}l{-0.5 * r:.1f} {1.05 * r:.1f}h{-1.9 * r:.1f}z"
        )
        text_y = y + 0.86 * r
    body = element("path", d=shape, fill=colour, stroke=HALO, stroke_width=5, stroke_linejoin="round")
    body += element("path", d=shape, fill=colour, stroke=outline, stroke_width=1.8, stroke_linejoin="round")
    return body + words(letter, x, text_y, fill=ink, font_size=size, font_weight="bold", text_anchor="middle")


def dislodged(kind: str, letter: str, colour: str, at: Point, attacker: Point | None) -> str:
    """A unit that must retreat: smaller, pushed aside from where the attacker came, on a red burst."""
    if attacker is None:
        attacker = (at[0] - 1, at[1] + 1)
    far = math.dist(at, attacker) or 1.0
    x, y = at[0] + (at[0] - attacker[0]) / far * 28, at[1] + (at[1] - attacker[1]) / far * 28
    burst = [
        (x + math.cos(k * math.pi / 8) * (24 if k % 2 else 18), y + math.sin(k * math.pi / 8) * (24 if k % 2 else 18))
        for k in range(16)
    ]
    return polygon(burst, fill="#ffe08a", stroke=palette.FAULT, stroke_width=1.5) + unit(
        kind, letter, colour, (x, y), outline=palette.FAULT, scale=0.72
    )


def arrow(
    start: Point,
    end: Point,
    colour: str,
    *,
    failed: bool = False,
    dash: str = "",
    gap: tuple[float, float] = (18.0, 21.0),
) -> str:
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
    drawn += element("path", d=line, stroke=colour, stroke_width=3.6, fill="none", **dashes)
    drawn += polygon(head, fill=colour)
    return drawn + (cross(_middle(a, b)) if failed else "")


def thread(
    start: Point, end: Point, colour: str, *, dash: str, failed: bool = False, gap: tuple[float, float] = (16.0, 0.0)
) -> str:
    """A support or a convoy: a broken line to what it helps, with a knot at its end."""
    a, b = _shortened(start, end, *gap)
    line = way((a, b))
    drawn = element("path", d=line, stroke=HALO, stroke_width=5.5, fill="none", stroke_linecap="round")
    drawn += element("path", d=line, stroke=colour, stroke_width=2.6, fill="none", stroke_dasharray=dash)
    drawn += element("circle", cx=b[0], cy=b[1], r=4.5, fill=colour, stroke=HALO, stroke_width=1.5)
    return drawn + (cross(_middle(a, b), 6.0) if failed else "")


def cross(at: Point, size: float = 8.0) -> str:
    """The mark of what failed."""
    x, y = at
    left, right, top, low = x - size, x + size, y - size, y + size
    shape = f"M{left:.1f} {top:.1f}L{right:.1f} {low:.1f}M{right:.1f} {top:.1f}L{left:.1f} {low:.1f}"
    return element("path", d=shape, stroke=HALO, stroke_width=7, stroke_linecap="round") + element(
        "path", d=shape, stroke=palette.FAULT, stroke_width=3.4, stroke_linecap="round"
    )


def badge(at: Point, sign: str, colour: str) -> str:
    """A round sign beside a unit: + for one that was built."""
    x, y = at[0] + 17, at[1] - 15
    return element("circle", cx=x, cy=y, r=9.0, fill=palette.PAPER, stroke=colour, stroke_width=2.2) + words(
        sign, x, y + 5.6, fill=palette.INK, font_size=16, font_weight="bold", text_anchor="middle"
    )


def aside(start: Point, end: Point, by: float = 5.0) -> tuple[Point, Point]:
    """A line moved to its own right, so that two units that attack each other have an arrow each."""
    length = math.dist(start, end) or 1.0
    dx, dy = -(end[1] - start[1]) / length * by, (end[0] - start[0]) / length * by
    return (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)


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
