"""How fast positions are played on one core: `python tests/bench/adjudicate.py`.

2,000 movement phases of recorded games. Three figures: the bare resolver (integers in, decisions out), a turn (order
text to results as values), and the lines of `judge adjudicate` (JSON text to JSON text).
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from judge.adjudicator.movement import Battle
from judge.adjudicator.position import Position
from judge.adjudicator.resolver import Resolver
from judge.cli.adjudicate import Variants
from judge.notation.adjudication import adjudicate
from judge.notation.entries import Entries
from judge.notation.scene import Scene

ROUNDS = 7
T = TypeVar("T")


def best(job: Callable[[T], object], items: list[T]) -> float:
    """Microseconds of this process for an item, in the median of some rounds."""
    times = []
    for _ in range(ROUNDS + 1):
        start = time.process_time()
        for item in items:
            job(item)
        times.append(time.process_time() - start)
    return median(times[1:]) / len(items) * 1e6


def main() -> None:
    with gzip.open(Path(__file__).with_name("positions.jsonl.gz"), "rb") as file:
        lines = [line for line in file if line.strip()]
    variants = Variants()
    standard = variants.load("standard")
    data = [json.loads(line) for line in lines]
    positions = [Position("S1901M", {p: tuple(u) for p, u in one["units"].items()}) for one in data]
    turns = list(zip(positions, (one["orders"] for one in data), strict=True))
    resolvers = []
    for position, orders in turns:
        scene = Scene(standard, position)
        resolvers.append(Battle(scene.field, Entries(scene, orders).chosen).resolver)
    figures = {
        "resolver": best(again, resolvers),
        "text to results": best(lambda turn: adjudicate(standard, *turn), turns),
        "JSON line to JSON line": best(variants.answer, lines),
    }
    for what, figure in figures.items():
        print(f"{what:24}{figure:8.1f} µs a position{1e6 / figure:10,.0f} a second")


def again(one: Resolver) -> list[int]:
    """Resolve a matched phase from the beginning."""
    one.state = [-1] * len(one.state)
    return one.run()


if __name__ == "__main__":
    main()
