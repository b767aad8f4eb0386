"""Does reading take time in proportion to what is read? Hostile shapes at n, 2n and 4n, per stage (FAULTS D1, D6).

    python -m tests.bench.linear [part of a name]

The exponent is log2 of the growth from 2n to 4n: 1 is linear, 2 quadratic. tests/mail/test_linear.py asserts what can
be counted.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from tests.mail.shapes import STAGES, Case, cases

ROUNDS = 5


def seconds(work: Callable[[], object]) -> float:
    """The least of some rounds, in CPU time."""
    best = math.inf
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
        if best > 1:
            break
    return best


def measured(wanted: str) -> Iterator[tuple[float, Case, list[float]]]:
    """Exponent, case, and its three times."""
    for case in cases():
        if wanted in f"{case.stage} {case.name}":
            spent = []
            for size in (case.size, 2 * case.size, 4 * case.size):
                data = case.make(size)
                spent.append(seconds(partial(STAGES[case.stage], data)))
            yield math.log2(max(spent[2], 1e-6) / max(spent[1], 1e-6)), case, spent


def main() -> None:
    """Print every case, the steepest last."""
    found = sorted(measured(sys.argv[1] if len(sys.argv) > 1 else ""), key=lambda each: each[0])
    for exponent, case, spent in found:
        times = "  ".join(f"{each * 1e3:9.2f}" for each in spent)
        print(f"{exponent:5.2f}  {times} ms at n={case.size}, 2n, 4n   {case.stage}: {case.name}")


if __name__ == "__main__":
    main()
