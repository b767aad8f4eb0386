"""What is kept of a played phase as plain data: outcomes, ownership, counts of centres and units, and its digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.outcomes import Adjudication, Outcome
from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.adjudicator.victory import points
from judge.game.game import Game
from judge.notation.adjudication import Owed, owed
from judge.usecases.ports import UnitOfWork


def result_data(
    variant: Variant, position: Position, result: Adjudication, *, conditional: bool = False
) -> dict[str, Any]:
    """A phase's result as plain data: kept for ever, mailed, shown by HISTORY. The same for everybody.

    `conditional` orders were legal only if a unit came into being; without it they are void, not illegal.
    """
    phase = variant.calendar.parse(result.phase)
    assert phase is not None  # noqa: S101 - the engine answered for this very phase
    before = dict(position.centres or {})
    after = dict(result.position.centres or {})
    owes = owed(variant, result.position) if result.next else {}
    data: dict[str, Any] = {
        "phase": phase.code,
        "phase_name": variant.calendar.name(phase),
        "step": phase.step.value,
        "before": position.to_json(),
        "after": result.position.to_json(),
        "outcomes": [_outcome_data(each, conditional=conditional) for each in result.outcomes],
        "final": list(result.final),
        "dislodged": list(result.dislodged),
        "retreats": {unit: list(places) for unit, places in result.retreats.items()},
        "ownership": _owns_now(variant, result),
        "centres_changed": {p: sorted(c) for p, c in before.items()} != {p: sorted(c) for p, c in after.items()},
        "centres": {power: list(centres) for power, centres in after.items()},
        "counts": counts(variant, result.position.to_json(), owes),
        "next": result.next,
        "winner": result.winner,
        "draw": list(result.draw),
    }
    return data | ({"conditional": True} if conditional else {})


def _owns_now(variant: Variant, result: Adjudication) -> bool:
    """Whether ownership was settled by this phase: it is an ownership turn and no retreats are owed any more."""
    phase = variant.calendar.parse(result.phase)
    turn = variant.calendar.turn(phase) if phase else None
    following = variant.calendar.parse(result.next) if result.next else None
    if turn is None or phase is None or not turn.ownership or phase.step.value == "A":
        return False
    return not (following is not None and following.step.value == "R" and following.year == phase.year)


def _outcome_data(outcome: Outcome, *, conditional: bool) -> dict[str, Any]:
    reason = outcome.reason
    words = ["void" if conditional and word == "illegal" else word for word in outcome.result]
    return {
        "power": outcome.power,
        "given": outcome.given,
        "order": outcome.order,
        "result": words,
        "by": list(outcome.by),
        "why": {"code": f"why:{reason.code}", "args": dict(reason.args)} if reason else None,
        "unit": outcome.unit,
    }


def counts(variant: Variant, position: Mapping[str, Any], owes: Mapping[str, Owed]) -> list[dict[str, Any]]:
    """Centres and units of each power, what it builds (+) or removes (-), and its points where these decide."""
    rows: list[dict[str, Any]] = []
    score = points(variant, position.get("centres", {})) if variant.rules.victory_by == "points" else None
    for power in variant.powers:
        due = owes.get(power.word, Owed())
        units = len(position["units"].get(power.word, ())) + len(position.get("dislodged", {}).get(power.word, ()))
        centres = len(position.get("centres", {}).get(power.word, ()))
        rows.append({"power": power.word, "centres": centres, "units": units, "adjust": due.builds - due.removals})
        if score is not None:
            rows[-1]["points"] = score.get(power.word, 0)
    return rows


def digest_of(before: Mapping[str, Any], outcome: Mapping[str, Any]) -> str:
    """The fingerprint of a result: replaying the phase must give it again."""
    return hashlib.sha256(json.dumps([before, outcome], sort_keys=True).encode()).hexdigest()


def summary_grid(uow: UnitOfWork, game: Game, variant: Variant) -> dict[str, Any]:
    """Centres by owner after every turn in which ownership was settled: what SUMMARY and the last mail show."""
    years: list[str] = []
    columns: list[Mapping[str, Sequence[str]]] = [variant.start.centres or {}]
    years.append("start")
    for result in uow.results(game.id):
        if result.outcome.get("ownership"):
            years.append(str(result.outcome["phase"])[:-1])
            columns.append(result.outcome["centres"])
    rows = {power.word: [len(column.get(power.word, ())) for column in columns] for power in variant.powers}
    return {"turns": years, "rows": rows}
