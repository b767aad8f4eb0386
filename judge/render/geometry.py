"""Cells around points: each place on the picture belongs to the nearest point (a Voronoi tiling by half-plane cuts)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Edge = tuple[Point, Point, int]
"""From, to, and the site across (-1: the picture's frame)."""
Ring = list[Edge]


def tiling(sites: Sequence[Point], width: float, height: float) -> list[Ring]:
    """Each site's cell as a closed ring of edges, all turning the same way."""
    reach = 5.0 * math.sqrt(width * height / len(sites))
    buckets: dict[tuple[int, int], list[int]] = {}
    for number, (x, y) in enumerate(sites):
        buckets.setdefault((int(x // reach), int(y // reach)), []).append(number)
    frame = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    whole: Ring = [(frame[k], frame[(k + 1) % 4], -1) for k in range(4)]
    rings = []
    for number, (x, y) in enumerate(sites):
        column, row = int(x // reach), int(y // reach)
        near = [n for dx in (-1, 0, 1) for dy in (-1, 0, 1) for n in buckets.get((column + dx, row + dy), ())]
        ring = _cell(number, sites, whole, near)
        if 2 * _span(ring, (x, y)) > reach:
            ring = _cell(number, sites, whole, range(len(sites)))
        rings.append(ring)
    return rings


def _cell(number: int, sites: Sequence[Point], whole: Ring, others: Iterable[int]) -> Ring:
    """The ring around one site, cut with others nearest first until none is near enough to cut."""
    x, y = sites[number]
    ring = whole
    for far, other in sorted((math.dist((x, y), sites[n]), n) for n in others if n != number and sites[n] != (x, y)):
        if far > 2 * _span(ring, (x, y)):
            break
        ring = _cut(ring, (x, y), sites[other], other)
    return ring


def _span(ring: Ring, site: Point) -> float:
    return max(math.dist(start, site) for start, _, _ in ring)


def _cut(ring: Ring, site: Point, other: Point, number: int) -> Ring:
    """The part of a ring that is nearer to `site` than to `other`."""
    nx, ny = other[0] - site[0], other[1] - site[1]
    limit = (other[0] ** 2 + other[1] ** 2 - site[0] ** 2 - site[1] ** 2) / 2
    kept: Ring = []
    hole = 0
    leave = enter = None
    for start, end, across in ring:
        a = start[0] * nx + start[1] * ny - limit
        b = end[0] * nx + end[1] * ny - limit
        if a <= 0 and b <= 0:
            kept.append((start, end, across))
        elif a <= 0:
            leave = _between(start, end, a, b)
            kept.append((start, leave, across))
            hole = len(kept)
        elif b <= 0:
            enter = _between(start, end, a, b)
            kept.append((enter, end, across))
    if leave is None or enter is None:
        return kept or ring
    kept.insert(hole, (leave, enter, number))
    return kept


def _between(start: Point, end: Point, a: float, b: float) -> Point:
    t = a / (a - b)
    return (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)


def rounded(line: Sequence[Point], times: int = 2) -> list[Point]:
    """A line with its corners cut (Chaikin), ends kept; a closed line stays closed. Equal from either end."""
    points = list(line)
    for _ in range(times):
        if len(points) < 3:
            return points
        closed = points[0] == points[-1]
        cut = [quarter for a, b in itertools.pairwise(points) for quarter in _quarters(a, b)]
        points = [*cut, cut[0]] if closed else [points[0], *cut[1:-1], points[-1]]
    return points


def _quarters(a: Point, b: Point) -> tuple[Point, Point]:
    return (
        (0.75 * a[0] + 0.25 * b[0], 0.75 * a[1] + 0.25 * b[1]),
        (0.25 * a[0] + 0.75 * b[0], 0.25 * a[1] + 0.75 * b[1]),
    )
