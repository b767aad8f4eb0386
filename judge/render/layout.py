"""Where each province lies on the picture: the map's own points, moved apart until a unit has room on each."""

from __future__ import annotations

import math
from collections.abc import Sequence

from judge.adjudicator.board import Board
from judge.render.geometry import Point

SIZE = 1000.0
MARGIN = 46.0
ROUNDS = 80
CROWDED = 0.5
"""Where half of the provinces are nearer to another than this part of their fair room, the map is widened."""
EVENNESS = 0.45
"""How much: 0 keeps the map's scale, 1 gives every province the same width."""
Pushes = list[list[float]]


def spread(board: Board) -> list[Point]:
    """One point a province. Neighbours pull, everybody pushes, and each is held by a thread to where the map put it.

    Deterministic and free of chance: equal boards give equal pictures.
    """
    home = _evened([(float(p.xy[0]), float(p.xy[1])) for p in board.provinces])
    points = list(home)
    room = math.sqrt(SIZE * SIZE / len(points))
    links = neighbours(board)
    pairs = [(a, b) for a, near in enumerate(links) for b in near if a < b]
    for step in range(ROUNDS):
        push: Pushes = [[0.0, 0.0] for _ in points]
        _part(points, links, room, push)
        _clear(points, pairs, room, push)
        heat = 1.0 - step / ROUNDS
        points = [_moved(point, home[index], push[index], heat) for index, point in enumerate(points)]
    return points


def _part(points: Sequence[Point], links: Sequence[set[int]], room: float, push: Pushes) -> None:
    """Too near: apart; neighbours too far: together."""
    for a, (ax, ay) in enumerate(points):
        for b in range(a + 1, len(points)):
            dx, dy = points[b][0] - ax, points[b][1] - ay
            close = b in links[a]
            if not close and (abs(dx) > 1.2 * room or abs(dy) > 1.2 * room):
                continue
            far = math.hypot(dx, dy) or 1.0
            want = room * (0.92 if close else 1.12)
            force = (far - want) / far * (0.5 if far < want else 0.05 if close else 0.0)
            _shift(push, a, dx * force, dy * force)
            _shift(push, b, -dx * force, -dy * force)


def _clear(points: Sequence[Point], pairs: Sequence[tuple[int, int]], room: float, push: Pushes) -> None:
    """Nobody stands between two neighbours: whoever is near the line between them is moved off it."""
    width = 0.45 * room
    for a, b in pairs:
        (ax, ay), (bx, by) = points[a], points[b]
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy or 1.0
        for c, (cx, cy) in enumerate(points):
            along = ((cx - ax) * dx + (cy - ay) * dy) / square
            if not 0.12 < along < 0.88:
                continue
            ox, oy = cx - ax - along * dx, cy - ay - along * dy
            off = math.hypot(ox, oy)
            if off >= width or c in (a, b):
                continue
            force = (width - off) / (off or 1.0) * 0.3
            _shift(push, c, ox * force, oy * force)
            _shift(push, a, -ox * force * (1 - along), -oy * force * (1 - along))
            _shift(push, b, -ox * force * along, -oy * force * along)


def _shift(push: Pushes, index: int, dx: float, dy: float) -> None:
    push[index][0] += dx
    push[index][1] += dy


def _moved(point: Point, home: Point, push: Sequence[float], heat: float) -> Point:
    x = point[0] + push[0] * 0.35 * heat + (home[0] - point[0]) * 0.02
    y = point[1] + push[1] * 0.35 * heat + (home[1] - point[1]) * 0.02
    return min(max(x, MARGIN), SIZE - MARGIN), min(max(y, MARGIN), SIZE - MARGIN)


def neighbours(board: Board) -> list[set[int]]:
    """Province → provinces that any unit moves to from it, except over passages: those are drawn as bridges."""
    every = range(len(board.provinces))
    links = [{b for b in every if board.army_reach[a] >> b & 1} for a in every]
    for location, reach in enumerate(board.fleet_reach):
        links[board.province_of[location]] |= {board.province_of[there] for there in reach}
    for passage in board.passages:
        one, other = passage.between
        links[one].discard(other)
        links[other].discard(one)
    return links


def _evened(points: Sequence[Point]) -> list[Point]:
    """The points on the whole canvas, crowded stretches widened."""
    plain = _scaled(points, 0.0)
    nearest = sorted(min(math.dist(a, b) for b in plain if b is not a) for a in plain)
    crowded = nearest[len(nearest) // 2] < CROWDED * math.sqrt(SIZE * SIZE / len(points))
    return _scaled(points, EVENNESS) if crowded else plain


def _scaled(points: Sequence[Point], evenness: float) -> list[Point]:
    xs, ys = _axis([x for x, _ in points], evenness), _axis([y for _, y in points], evenness)
    return list(zip(xs, ys, strict=True))


def _axis(values: Sequence[float], evenness: float) -> list[float]:
    """One coordinate of all points: between its place on the scale and its rank."""
    low, wide = min(values), max(values) - min(values) or 1.0
    ordered = sorted(values)
    ranks = {value: ordered.index(value) / (len(ordered) - 1 or 1) for value in ordered}
    room = SIZE - 2 * MARGIN
    return [MARGIN + room * ((1 - evenness) * (value - low) / wide + evenness * ranks[value]) for value in values]
