"""How fast positions are played on one core: `python tests/bench/adjudicate.py`.

2,000 movement phases of recorded games. Three figures: the bare resolver (integers in, decisions out), a turn (order
text to results as values), and the lines of `judge adjudicate` (JSON text to JSON text), once as they come for the
first time in a run and once when their orders have been met before. Then the hard positions, the memory of 100,000
lines, and the peer from PyPI on the same turns where it is installed (`pip install diplomacy`; it is no dependency of
ours, and a folder with it can be named in PEER).

The source beside this file is measured, unless another judge comes first: `PYTHONPATH=FOLDER` with a compiled wheel
unpacked in FOLDER (`make compiled` builds one in dist/compiled) measures that. The first line says which it is.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from typing import Any, TypeVar

sys.path.append(str(Path(__file__).resolve().parents[2]))

from judge.adjudicator import resolver as measured
from judge.adjudicator.movement import Battle
from judge.adjudicator.position import Position
from judge.adjudicator.resolver import Resolver
from judge.adjudicator.variant import Variant
from judge.cli.adjudicate import Variants
from judge.notation.adjudication import adjudicate
from judge.notation.entries import Entries
from judge.notation.scene import Scene
from tests.bench.hard import hard, tangles

ROUNDS = 7
LINES = 100_000
T = TypeVar("T")
Turn = tuple[Position, dict[str, list[str]]]


def best(job: Callable[[T], object], items: list[T], rounds: int = ROUNDS) -> float:
    """Microseconds of this process for an item, in the median of some rounds."""
    times = []
    for _ in range(rounds + 1):
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
    source = measured.__file__.endswith(".py")
    print(f"measured: {'plain Python' if source else 'the rules compiled'}, {Path(measured.__file__).parents[2]}")
    variants.answer(lines[0])  # loads the board
    gc.freeze()  # as `judge adjudicate` does
    gc.set_threshold(50_000)
    start = time.process_time()
    for line in lines:
        variants.answer(line)
    tell("JSON line to JSON line, the first time", (time.process_time() - start) / len(lines) * 1e6)
    data = [json.loads(line) for line in lines]
    turns: list[Turn] = [
        (Position("S1901M", {p: tuple(u) for p, u in one["units"].items()}), one["orders"]) for one in data
    ]
    resolvers = []
    for position, orders in turns:
        scene = Scene.of(standard, position)
        resolvers.append(
            Battle(scene.field, Entries(scene, {word: list(lines) for word, lines in orders.items()}).chosen).resolver
        )
    gc.freeze()
    turn = best(lambda one: adjudicate(standard, *one), turns)
    tell("resolver", best(again, resolvers))
    tell("text to results", turn)
    tell("JSON line to JSON line", best(variants.answer, lines))
    peer(data, turn)
    for name, (units, orders) in hard(standard).items():
        position = Position("S1901M", {p: tuple(u) for p, u in units.items()})
        cost = best(lambda one: adjudicate(standard, *one), [(position, orders)] * 50)
        tell(name, cost, f"{cost / turn:6.1f} times the average")
    costs = [
        best(
            lambda one: adjudicate(standard, *one),
            [(Position("S1901M", {p: tuple(u) for p, u in units.items()}), orders)] * 5,
        )
        for units, orders in tangles(standard)
    ]
    tell("500 tangles, the average of them", mean(costs), f"{mean(costs) / turn:6.1f} times the average")
    tell("500 tangles, the hardest of them", max(costs), f"{max(costs) / turn:6.1f} times the average")
    memory(variants, lines, standard)


def tell(what: str, figure: float, more: str = "") -> None:
    print(f"{what:40}{figure:9.1f} µs {more or f'{1e6 / figure:10,.0f} a second'}", flush=True)


def again(one: Resolver) -> list[int]:
    """Resolve a matched phase from the beginning."""
    one.state = [-1] * len(one.state)
    return one.run()


def peer(data: list[dict[str, Any]], turn: float) -> None:
    """PyPI's `diplomacy` on the first 100 of the same turns: orders set and processed."""
    sys.path += [os.environ["PEER"]] if "PEER" in os.environ else []
    try:
        from diplomacy import Game, Map  # type: ignore[import-not-found]  # noqa: PLC0415 - only where it is there
    except ImportError:
        print("PyPI diplomacy                          not installed")
        return
    board = Map("standard")
    cost = []
    for one in data[:100]:
        game = Game(map_name="standard")
        game.map = board
        for power, units in one["units"].items():
            game.set_units(power, units, reset=True)
        start = time.process_time()
        for power, orders in one["orders"].items():
            game.set_orders(power, orders)
        game.process()
        cost.append((time.process_time() - start) * 1e6)
    figure = median(cost)
    tell("PyPI diplomacy, text to results", figure, f"{figure / turn:6.1f} times ours, in the same run")


def memory(variants: Variants, lines: list[bytes], standard: Variant) -> None:
    """The greatest memory after some thousands of lines and after 100,000, each with orders of its own."""
    words = [power.word for power in standard.powers]
    marks = []
    for number in range(LINES):
        line = json.loads(lines[number % len(lines)])
        line["orders"].setdefault(words[number % len(words)], []).append(f"A PAR - BUR {number}")
        variants.answer(json.dumps(line).encode())
        if number in (LINES // 4, LINES - 1):
            marks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    print(f"memory{'':34}{marks[0]:9} MB after {LINES // 4:,} lines, {marks[1]} MB after {LINES:,}")


if __name__ == "__main__":
    main()
