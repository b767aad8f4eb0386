"""A line of text → an order, or why not. The one way in for order lines; it takes any text and never raises.

The reader says what the words mean. Whether the order may be given is `judge.adjudicator.legality`'s business, so a
unit letter that was left out stays -1 and a coast that was left out stays the bare province.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.orders import Order
from judge.adjudicator.outcomes import Reason
from judge.adjudicator.phases import Step
from judge.adjudicator.variant import Variant
from judge.notation.answers import Ambiguous, Hints, Unreadable
from judge.notation.draft import Patch, Stuck
from judge.notation.fitting import Doubt
from judge.notation.line import Line, prepared
from judge.notation.marks import conditional
from judge.notation.suggest import suggest
from judge.notation.tokens import LONGEST
from judge.notation.writer import write

__all__ = ["Ambiguous", "Hints", "Unreadable", "read"]


def read(variant: Variant, line: str, step: Step, hints: Hints) -> Order | Unreadable | Ambiguous:
    """What a line means for the power of `hints` in a step. Never raises; the time it takes is linear in its length."""
    if len(line) > LONGEST:
        return Unreadable(LONGEST + 1, Reason("too_long", {"most": str(LONGEST)}))
    if conditional(line):
        return Unreadable(1, Reason("conditional", {}))
    ready = prepared(variant, line, step, hints)
    if ready.head not in {-1, hints.power}:
        return Unreadable(1, Reason("other_power", {"power": variant.powers[ready.head].word}))
    if not ready.tokens:
        return Unreadable(1, Reason("empty", {}))
    try:
        return ready.order()
    except Doubt as doubt:
        return _ambiguous(ready, doubt)
    except Stuck as stuck:
        return _unreadable(ready, stuck)


def _ambiguous(line: Line, doubt: Doubt) -> Ambiguous:
    ref = doubt.ref
    width = ref.match.tokens
    codes = tuple(line.variant.board.provinces[province].code for province in doubt.choices)
    literal = None if ref.match.literal < 0 else _tried(line, {})
    possible = [province for province in doubt.choices if province != ref.match.literal]
    orders = [_tried(line, {ref.start: Patch(width, province, coast=ref.match.coast)}) for province in possible]
    suggestions = tuple(write(line.variant, order) for order in orders if order is not None)
    return Ambiguous(line.column(ref.start), line.words(ref.start, ref.start + width), codes, suggestions, literal)


def _tried(line: Line, patches: Mapping[int, Patch]) -> Order | None:
    try:
        return line.order(patches, literal=True)
    except (Doubt, Stuck):
        return None


def _unreadable(line: Line, stuck: Stuck) -> Unreadable:
    reason = Reason(stuck.code, {"text": line.words(stuck.at, stuck.at + 1)})
    return Unreadable(line.column(stuck.at), reason, suggest(line, stuck))
