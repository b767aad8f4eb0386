"""Label points for a map that came without a picture: neighbours near each other, nobody on top of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, hypot, pi, sin

CANVAS = 1000
_MARGIN = 40


def place(count: int, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A point per node: springs between neighbours, a push between all (Fruchterman and Reingold); no chance in it."""
    spots = [[cos(2 * pi * at / count), sin(2 * pi * at / count)] for at in range(count)]
    ideal = 2 / count**0.5
    steps = max(4, min(40, 2_000_000 // max(1, count * count)))
    for step in range(steps):
        _relax(spots, pairs, ideal, heat=0.3 * (1 - step / steps))
    return _fit(spots)


def _relax(spots: list[list[float]], pairs: Sequence[tuple[int, int]], ideal: float, heat: float) -> None:
    push = [[0.0, 0.0] for _ in spots]
    for one in range(len(spots)):
        for other in range(one):
            _force(spots, push, one, other, lambda far: ideal * ideal / far)
    for one, other in pairs:
        _force(spots, push, one, other, lambda far: -far * far / ideal)
    for spot, (x, y) in zip(spots, push, strict=True):
        size = hypot(x, y) or 1.0
        spot[0] += x / size * min(size, heat)
        spot[1] += y / size * min(size, heat)


def _force(
    spots: list[list[float]], push: list[list[float]], one: int, other: int, law: Callable[[float], float]
) -> None:
    x, y = spots[one][0] - spots[other][0], spots[one][1] - spots[other][1]
    far = hypot(x, y) or 1e-6
    strength = law(far) / far
    push[one][0] += x * strength
    push[one][1] += y * strength
    push[other][0] -= x * strength
    push[other][1] -= y * strength


def _fit(spots: list[list[float]]) -> list[tuple[int, int]]:
    """Onto the canvas, each point once."""
    low = [min(spot[axis] for spot in spots) for axis in (0, 1)]
    span = [max(spot[axis] for spot in spots) - low[axis] or 1.0 for axis in (0, 1)]
    room = CANVAS - 2 * _MARGIN
    taken: dict[tuple[int, int], None] = {}
    for spot in spots:
        x, y = (_MARGIN + round((spot[axis] - low[axis]) / span[axis] * room) for axis in (0, 1))
        while (x, y) in taken:
            x = (x + 7) % CANVAS
        taken[x, y] = None
    return list(taken)
