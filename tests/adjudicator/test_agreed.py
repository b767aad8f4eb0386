"""8,000 positions on whose outcome at least three of four independent engines agree."""

from __future__ import annotations

import gzip
import json

from judge.adjudicator.position import Position
from judge.maps.files import load
from judge.notation.adjudication import adjudicate
from tests.adjudicator.casefiles import CASES


def test_raw_orders_end_as_the_engines_agree() -> None:
    standard = load("standard")
    wrong = []
    with gzip.open(CASES / "agreed.jsonl.gz", "rt", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file if line.strip()]
    for case in cases:
        units = {word: tuple(texts) for word, texts in case["units"].items()}
        result = adjudicate(standard, Position("S1901M", units), case["orders"])
        retreats = {unit: sorted(result.retreats.get(unit, ["none"])) for unit in case["retreats"]}
        agreed = {unit: sorted(places) for unit, places in case["retreats"].items()}
        if (list(result.final), list(result.dislodged), retreats) != (case["final"], case["dislodged"], agreed):
            wrong.append(case["id"])
    assert len(cases) == 8000
    assert wrong == []
