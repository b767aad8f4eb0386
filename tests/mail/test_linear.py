"""Four times as much hostile text makes four times as much work, not sixteen (FAULTS D1, D6).

Counted in calls, of Python and of C functions, which no busy machine makes more of. What a single pattern does within
one call is not seen by that: a pattern that never ends fails by the time limit, and tests/bench/linear.py times all.
"""

from __future__ import annotations

import sys
from functools import partial
from types import FrameType

import pytest

from judge.usecases import near_verbs
from tests.mail.shapes import STAGES, Case, cases

CASES = list(cases())
SLACK = 2000


def calls(case: Case, size: int) -> int:
    data, count = case.make(size), 0

    def note(_frame: FrameType, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    work = partial(STAGES[case.stage], data)
    work()  # what is remembered from line to line is remembered before counting
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("case", CASES, ids=[f"{case.stage}-{case.name}" for case in CASES])
def test_work_grows_no_faster_than_what_is_read(case: Case) -> None:
    near_verbs._begun_by.cache_clear()
    size = max(4, case.size // 5)
    assert calls(case, 4 * size) <= 5 * calls(case, size) + SLACK
