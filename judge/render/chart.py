"""The centres of each power over a game as a plot: a line a power, told apart by colour, dashes and its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from judge.adjudicator.variant import Variant
from judge.render import palette
from judge.render.scene import Scene
from judge.render.svg import element, way, words

WIDTH, HEIGHT = 600, 340
LEFT, TOP, RIGHT, LOW = 36, 16, 470, 300
DASHES = ("none", "9 4", "2 3", "12 3 2 3", "5 5", "16 4", "2 7", "8 3 2 3 2 3")
MOST_LABELS = 8
NEAREST = 14.0
"""Labels at the right keep so far apart."""


def plot(variant: Variant, summary: Mapping[str, Any], name_of: Callable[[str], str]) -> Scene:
    """The plot of a game's summary grid: turns to the right, centres upwards."""
    turns: Sequence[str] = summary["turns"]
    most = max((count for counts in summary["rows"].values() for count in counts), default=1) or 1
    step = (RIGHT - LEFT) / max(1, len(turns) - 1)

    def spot(at: int, count: int) -> tuple[float, float]:
        return LEFT + at * step, LOW - count * (LOW - TOP) / most

    drawn = [element("rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill=palette.PAPER), _axes(turns, most, spot)]
    ends = sorted((spot(0, counts[-1])[1], power) for power, counts in summary["rows"].items())
    below = TOP - NEAREST
    for height, power in ends:
        at = next(number for number, each in enumerate(variant.powers) if each.word == power)
        colour = palette.strong(variant.powers[at])
        points = [spot(turn, count) for turn, count in enumerate(summary["rows"][power])]
        dashes = DASHES[at % len(DASHES)]
        drawn.append(
            element("path", d=way(points), fill="none", stroke=colour, stroke_width=3, stroke_dasharray=dashes)
        )
        below = max(height, below + NEAREST)
        drawn.append(element("path", d=way([points[-1], (RIGHT + 12, below)]), stroke=colour, stroke_width=1))
        label = f"{name_of(power)} {summary['rows'][power][-1]}"
        drawn.append(words(label, RIGHT + 16, below + 4, font_size=12, fill=palette.INK))
    return Scene(WIDTH, HEIGHT, "".join(drawn), "", (), 0, {}, (), (), (), tuple(palette.inks(variant.powers)))


def _axes(turns: Sequence[str], most: int, spot: Callable[[int, int], tuple[float, float]]) -> str:
    parts = []
    for count in sorted({0, most // 2, most}):
        height = spot(0, count)[1]
        line = way([(LEFT, height), (RIGHT, height)])
        parts.append(element("path", d=line, stroke=palette.FOREIGN, stroke_width=1))
        parts.append(words(str(count), LEFT - 8, height + 4, font_size=12, fill=palette.INK, text_anchor="end"))
    every = max(1, -(-len(turns) // MOST_LABELS))
    for at in range(0, len(turns), every):
        across = spot(at, 0)[0]
        parts.append(words(turns[at], across, LOW + 18, font_size=12, fill=palette.INK, text_anchor="middle"))
    return "".join(parts)
