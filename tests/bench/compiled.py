"""What the optional compiled wheel gives: `python tests/bench/compiled.py dist/compiled/*.whl`, or `make compiled`.

The lines of `positions.jsonl.gz`, then random positions of every variant, go through `judge adjudicate` of the source
and of the wheel, in turns. The answers must be equal to the byte (exit 1 where they are not); the processor time of the
first lot is told, start-up left out.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from judge.maps.files import load  # noqa: E402 - this file is run by its path
from tests.adjudicator.positions import Board, position  # noqa: E402
from tests.adjudicator.tangles import tangle  # noqa: E402

ROUNDS = 5


def recorded() -> bytes:
    """Movement phases of recorded games."""
    with gzip.open(Path(__file__).with_name("positions.jsonl.gz"), "rb") as file:
        return file.read()


def random_lines() -> bytes:
    """Random positions of the four variants, half of them tangled."""
    found = []
    for name in ("standard", "hundred", "philadelphia", "petit"):
        board = Board(load(name))
        for seed in range(500):
            make = tangle if seed % 2 and name != "petit" else position  # in Petit nobody is carried
            units, orders = make(board, Random(seed))
            found.append({"id": seed, "variant": name, "units": units, "orders": orders})
    return b"".join(json.dumps(line).encode() + b"\n" for line in found)


def answers(folder: Path, data: bytes) -> tuple[bytes, float]:
    """What the judge in a folder answers, and the seconds of processor that it took."""
    before = os.times()
    run = subprocess.run(
        [sys.executable, "-m", "judge", "adjudicate"],
        input=data,
        env=os.environ | {"PYTHONPATH": str(folder)},
        cwd=folder,
        stdout=subprocess.PIPE,
        check=True,
    )
    after = os.times()
    return run.stdout, after.children_user + after.children_system - before.children_user - before.children_system


def main() -> int:
    """Compare and tell."""
    data = recorded()
    count = data.count(b"\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        zipfile.ZipFile(sys.argv[1]).extractall(folder)
        first = data[: data.index(b"\n") + 1]  # loads the variant, which is start-up too
        idle = {place: min(answers(place, first)[1] for _ in range(3)) for place in (ROOT, folder)}
        costs: dict[Path, list[float]] = {ROOT: [], folder: []}
        texts: dict[Path, bytes] = {}
        for _ in range(ROUNDS):
            for place, some in costs.items():
                texts[place], cost = answers(place, data)
                some.append((cost - idle[place]) / count * 1e6)
        more = random_lines()
        equal = texts[ROOT] == texts[folder] and answers(ROOT, more)[0] == answers(folder, more)[0]
    plain, compiled = (median(some) for some in costs.values())
    print(f"{count:,} lines: source {plain:.0f} µs a line, compiled {compiled:.0f} µs: {plain / compiled:.2f} times")
    print(f"answers to these and to {len(more.splitlines()):,} random positions: {'equal' if equal else 'NOT equal'}")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
