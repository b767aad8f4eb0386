"""Map pictures: size, time and overlaps on chance boards of every map, and how far apart colours stay for all eyes.

    python tests/bench/pictures.py [boards a map, 1000 if left out]

Time is the whole way from a position to a PNG after the child is warm; CPU is ours and the child's together.
"""

from __future__ import annotations

import itertools
import resource
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from judge.adjudicator.variant import Variant
from judge.maps import files
from judge.render import palette
from judge.render.mapart import draw
from judge.render.picture import Painter
from judge.render.scene import Scene
from tests.render.chance import played
from tests.render.vision import VISIONS, nearest

MAPS = ("standard", "hundred", "philadelphia", "petit")


def overlaps(scene: Scene) -> int:
    return sum(1 for a, b in itertools.combinations(scene.pieces, 2) if a.covers(b))


def measure(variant: Variant, boards: int) -> str:
    sizes, times, covered = [], [], 0
    with Painter() as paint:
        started = time.perf_counter()
        paint(draw(variant, variant.start))
        cold = time.perf_counter() - started
        for seed in range(boards):
            position, outcomes = played(variant, seed)
            started = time.perf_counter()
            scene = draw(variant, position, outcomes, caption=f"{variant.title} {seed}")
            png = paint(scene)
            times.append(time.perf_counter() - started)
            sizes.append(len(png))
            covered += overlaps(scene)
    times.sort()
    return (
        f"{variant.name:<13} {boards:>5} boards  size {statistics.mean(sizes) / 1000:.0f} kB, at most"
        f" {max(sizes) / 1000:.0f} kB  time {1000 * statistics.median(times):.0f} ms, 99 of 100 in"
        f" {1000 * times[int(0.99 * (len(times) - 1))]:.0f} ms, at most {1000 * times[-1]:.0f} ms, first"
        f" {1000 * cold:.0f} ms  overlaps {covered}"
    )


def colours(variant: Variant) -> str:
    units = [palette.strong(power) for power in variant.powers]
    lands = [palette.multiplied(palette.LAND, palette.tint(power)) for power in variant.powers]
    told = (f"{vision} {nearest(units, vision):.0f}/{nearest(lands, vision):.0f}" for vision in VISIONS)
    return f"{variant.name:<13} least ΔE of units/lands: " + ", ".join(told)


def main() -> None:
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for name in MAPS:
        before = sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        print(measure(files.load(name), boards), flush=True)
        after = sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        print(f"{'':<13} CPU {1000 * (after - before) / boards:.0f} ms a board, the adjudication included")
        print(colours(files.load(name)), flush=True)


if __name__ == "__main__":
    main()
