"""The shapes of a map: an outline for each province, the lines between them, and a place for its unit.

No map here brings outlines. Each province gets *cells* instead: its own point, and points on the way to each province
that it touches; every place of the picture belongs to the nearest cell. So what touches on the board touches on the
picture. Where a map has cells of its own (Philadelphia), those are used. What still touches by accident is drawn as a
wall, what should touch and does not is joined by a dotted line.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge.adjudicator.board import Terrain
from judge.adjudicator.variant import Variant
from judge.render.geometry import Point, Ring, rounded, tiling
from judge.render.layout import SIZE, neighbours, spread

NOBODY = -2
"""Owner of cells that are no province: open sea on maps without sea provinces."""
FRAME = -1
SNAP = 0.2
TOUCH = 5.0
"""Borders shorter than this many pixels do not count as touching."""
BOWS = (0.0, 0.3, -0.3, 0.5, -0.5, 0.8, -0.8)
STEPS = tuple(step / 12 for step in range(1, 12))
Outline = tuple[tuple[Point, ...], ...]
WAY = (0.28, 0.46)
"""How far along the way to a neighbour a province has cells."""


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two provinces. `wall`: they touch on the picture, but no unit goes across."""

    between: tuple[int, int]
    line: tuple[Point, ...]
    wall: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A way that units move between two provinces apart: a curve from anchor to anchor, drawn toward `bend`."""

    between: tuple[int, int]
    bend: Point


@dataclass(frozen=True, slots=True)
class Shapes:
    """A map's picture without anything on it; all by province index."""

    outlines: tuple[Outline, ...]
    borders: tuple[Border, ...]
    links: tuple[Link, ...]
    """Ways between provinces whose shapes do not touch."""
    anchors: tuple[Point, ...]
    """Where a province's unit and name stand: well inside its shape."""


@lru_cache(maxsize=16)
def shapes(variant: Variant) -> Shapes:
    """The shapes of a variant, worked out once."""
    sites, owners, points = _sites(variant)
    rings = tiling(sites, SIZE, SIZE)
    if not variant.cells:
        kept = _connected(rings, owners, len(points))
        sites, owners = [sites[k] for k in kept], [owners[k] for k in kept]
        rings = tiling(sites, SIZE, SIZE)
    lines = _Lines(rings, owners)
    count = len(variant.board.provinces)
    near = neighbours(variant.board)
    outlines = [lines.outline(index) for index in range(count)]
    lengths = lines.lengths()
    touching = {pair for pair, length in lengths.items() if length > TOUCH}
    borders = tuple(
        Border(pair, line, wall=pair[0] >= 0 and pair[1] not in near[pair[0]] and pair in touching)
        for pair, line in lines.borders()
    )
    wanted = {(a, b) for a in range(count) for b in near[a] if a < b}
    wanted |= {(min(p.between), max(p.between)) for p in variant.board.passages}
    anchors = tuple(_anchor(outlines[index], points[index]) for index in range(count))
    wet = {place.index for place in variant.board.provinces if place.terrain is Terrain.WATER}
    links = tuple(
        Link((a, b), _bend(anchors[a], anchors[b], (outlines[a], outlines[b]) if wet & {a, b} else ()))
        for a, b in sorted(wanted - touching)
    )
    return Shapes(outlines=tuple(outlines), borders=borders, links=links, anchors=anchors)


def _bend(start: Point, end: Point, ends: Sequence[Outline]) -> Point:
    """Where a way bends: to the side on which most of it lies in its own provinces; straight if as good."""
    middle = _along(start, end, 0.5)
    across = (start[1] - end[1], end[0] - start[0])
    best, found = -1, middle
    for bow in BOWS:
        bend = (middle[0] + bow * across[0], middle[1] + bow * across[1])
        curve = [_along(_along(start, bend, t), _along(bend, end, t), t) for t in STEPS]
        inside = sum(any(_inside(loop, x, y) for outline in ends for loop in outline) for x, y in curve)
        if inside > best:
            best, found = inside, bend
    return found


def _sites(variant: Variant) -> tuple[list[Point], list[int], list[Point]]:
    """All cells, their owners, and each province's own point."""
    board = variant.board
    if variant.cells:
        points = [(float(p.xy[0]), float(p.xy[1])) for p in board.provinces]
        cells = [((float(x), float(y)), p.index) for p in board.provinces for x, y in variant.cells.get(p.code, ())]
        return [point for point, _ in cells], [owner for _, owner in cells], points
    points = spread(board)
    sites, owners = list(points), list(range(len(points)))
    islands = all(place.terrain is not Terrain.WATER for place in board.provinces)
    for a, near in enumerate(neighbours(board)):
        for b in near:
            if islands and math.dist(points[a], points[b]) > 0.3 * SIZE:
                continue
            for part in WAY:
                sites.append(_along(points[a], points[b], part))
                owners.append(a)
    if islands:
        sea = _open_sea(sites)
        sites += sea
        owners += [NOBODY] * len(sea)
    return sites, owners, points


def _connected(rings: Sequence[Ring], owners: Sequence[int], count: int) -> list[int]:
    """The cells that hang together with their province's own (the first `count` cells): no province has scraps."""
    reached = set(range(count)) | {k for k, owner in enumerate(owners) if owner == NOBODY}
    waiting = list(range(count))
    while waiting:
        here = waiting.pop()
        for _, _, there in rings[here]:
            if there >= 0 and there not in reached and owners[there] == owners[here]:
                reached.add(there)
                waiting.append(there)
    return sorted(reached)


def _along(a: Point, b: Point, part: float) -> Point:
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def _open_sea(land: Sequence[Point]) -> list[Point]:
    """Cells of nobody wherever no land is near, so that lands without sea provinces become islands."""
    step, far = 40, 80.0
    grid = [
        (x + (20.0 if y // step % 2 else 0.0), float(y))
        for y in range(0, int(SIZE) + 1, step)
        for x in range(0, int(SIZE) + 1, step)
    ]
    return [place for place in grid if min(math.dist(place, point) for point in land) > far]


class _Lines:
    """The outlines and common borders of provinces, from the cells they are made of."""

    def __init__(self, rings: Sequence[Ring], owners: Sequence[int]) -> None:
        self._known: dict[tuple[int, int], Point] = {}
        self._edges: dict[int, list[tuple[Point, Point, int]]] = {}
        self._meeting: dict[Point, set[int]] = {(x, y): {FRAME, -3, -4} for x in (0.0, SIZE) for y in (0.0, SIZE)}
        for ring, owner in zip(rings, owners, strict=True):
            for start, end, site in ring:
                across = owners[site] if site >= 0 else FRAME
                if across != owner:
                    self._add(owner, self._snap(start), self._snap(end), across)

    def _add(self, owner: int, start: Point, end: Point, across: int) -> None:
        if start == end:
            return
        self._edges.setdefault(owner, []).append((start, end, across))
        for point in (start, end):
            self._meeting.setdefault(point, set()).update((owner, across))

    def _snap(self, point: Point) -> Point:
        """One value for a corner that several cells compute with different rounding."""
        column, row = round(point[0] / SNAP), round(point[1] / SNAP)
        for dx in (0, -1, 1):
            for dy in (0, -1, 1):
                if known := self._known.get((column + dx, row + dy)):
                    return known
        known = (round(point[0], 2), round(point[1], 2))
        self._known[column, row] = known
        return known

    def _chains(self, owner: int) -> list[list[tuple[list[Point], int]]]:
        """The loops around a province, each as chains of points with who is across, broken where three meet."""
        after: dict[Point, list[tuple[Point, int]]] = {}
        for start, end, across in self._edges.get(owner, ()):
            after.setdefault(start, []).append((end, across))
        loops = []
        while after:
            start = min((p for p in after if len(self._meeting[p]) > 2), default=None) or min(after)
            loops.append(self._walk(after, start))
        return loops

    def _walk(self, after: dict[Point, list[tuple[Point, int]]], start: Point) -> list[tuple[list[Point], int]]:
        loop: list[tuple[list[Point], int]] = []
        here = start
        while here in after:
            ways = after[here]
            there, across = ways.pop()
            if not ways:
                del after[here]
            if loop and loop[-1][1] == across and len(self._meeting[here]) < 3:
                loop[-1][0].append(there)
            else:
                loop.append(([here, there], across))
            here = there
        return loop

    def outline(self, owner: int) -> Outline:
        """The rounded loops around a province."""
        return tuple(tuple(point for line, _ in loop for point in rounded(line)[:-1]) for loop in self._chains(owner))

    def borders(self) -> list[tuple[tuple[int, int], tuple[Point, ...]]]:
        """Each common line once, with its pair of provinces, the lower first."""
        return [
            ((min(owner, across), max(owner, across)), tuple(rounded(line)))
            for owner in sorted(self._edges)
            for loop in self._chains(owner)
            for line, across in loop
            if across != FRAME and owner > across
        ]

    def lengths(self) -> dict[tuple[int, int], float]:
        """How long each pair touches."""
        total: dict[tuple[int, int], float] = {}
        for owner, edges in self._edges.items():
            for start, end, across in edges:
                if 0 <= owner < across:
                    total[owner, across] = total.get((owner, across), 0.0) + math.dist(start, end)
        return total


def _anchor(outline: Sequence[Sequence[Point]], point: Point) -> Point:
    """The place inside an outline that is farthest from its edge; of equals the one near the province's own point."""
    loop = max(outline, key=len, default=())
    if not loop:
        return point
    xs, ys = [x for x, _ in loop], [y for _, y in loop]
    best, found = -1.0, point
    step = max(10.0, (max(xs) - min(xs)) / 14, (max(ys) - min(ys)) / 14)
    y = min(ys) + step / 2
    while y < max(ys):
        x = min(xs) + step / 2
        while x < max(xs):
            if _inside(loop, x, y):
                room = min(_distance((x, y), a, b) for a, b in zip(loop, [*loop[1:], loop[0]], strict=True))
                room -= 0.06 * math.dist((x, y), point)
                if room > best:
                    best, found = room, (x, y)
            x += step
        y += step
    return found


def _distance(point: Point, a: Point, b: Point) -> float:
    """From a point to a stretch of line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy or 1.0)
    part = min(max(part, 0.0), 1.0)
    return math.hypot(point[0] - a[0] - part * dx, point[1] - a[1] - part * dy)


def _inside(loop: Sequence[Point], x: float, y: float) -> bool:
    inside = False
    for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside
