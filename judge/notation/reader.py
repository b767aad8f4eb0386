"""A line of text → an order, or why not. The one way in for order lines; it takes any text and never raises.

The reader says what the words mean. Whether the order may be given is `judge.adjudicator.legality`'s business, so a unit
letter that was left out stays -1 and a coast that was left out stays the bare province.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.outcomes import Reason
from judge.adjudicator.phases import Step
from judge.adjudicator.variant import Variant
from judge.notation.answers import Ambiguous, Hints, Unreadable
from judge.notation.fitting import Doubt, Fitting
from judge.notation.grammar import Draft, Grammar, Patch, Stuck, with_kind
from judge.notation.names import lex
from judge.notation.powers import power_head
from judge.notation.tokens import LONGEST, Token
from judge.notation.writer import write

__all__ = ["Ambiguous", "Hints", "Unreadable", "read"]

_MARKS = "bounced?|cut|dislodged|destroyed|void|no convoy|disrupted|blocked|no support|invalid|reorder|no order processed"
_NOISE = re.compile(rf"\(\*[^()]*\*?\)|\(\s*(?:{_MARKS})(?:,\s*(?:{_MARKS}))*\s*\)\s*\.?\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line ready for the grammar."""

    variant: Variant
    text: str
    tokens: list[Token]
    step: Step
    hints: Hints

    def column(self, at: int) -> int:
        """The column of a token; just behind the line for its end."""
        return self.tokens[at].column if at < len(self.tokens) else len(self.text.rstrip()) + 1

    def words(self, start: int, end: int) -> str:
        """The text of some tokens as it was written."""
        last = self.column(end) - 1 if end < len(self.tokens) else len(self.text)
        return self.text[self.column(start) - 1 : last].strip()

    def order(self, patches: Mapping[int, Patch] | None = None, *, literal: bool = False) -> Order:
        """Read it, with corrections tried for a suggestion. Raises Stuck or Doubt."""
        draft = self._completed(Grammar(self.variant, self.tokens, self.step, patches).draft())
        return Fitting(self.variant, self.hints, literal=literal).order(draft)

    def _completed(self, draft: Draft) -> Draft:
        if draft.kind is not None:
            return draft
        if self.step is not Step.ADJUSTMENTS:
            raise Stuck("verb_missing", len(self.tokens))
        if not self.hints.owes:
            raise Stuck("build_or_remove", 0)
        return with_kind(draft, OrderKind.BUILD if self.hints.owes > 0 else OrderKind.REMOVE)


def read(variant: Variant, line: str, step: Step, hints: Hints) -> Order | Unreadable | Ambiguous:
    """What a line means for the power of `hints` in a step. Never raises; the time it takes is linear in its length."""
    if len(line) > LONGEST:
        return Unreadable(LONGEST + 1, Reason("too_long", {"most": str(LONGEST)}))
    prepared = _prepare(variant, line, step, hints)
    if isinstance(prepared, Unreadable):
        return prepared
    try:
        return prepared.order()
    except Doubt as doubt:
        return _ambiguous(prepared, doubt)
    except Stuck as stuck:
        return _unreadable(prepared, stuck)


def _prepare(variant: Variant, line: str, step: Step, hints: Hints) -> Line | Unreadable:
    text = _NOISE.sub(lambda found: " " * len(found.group()), line)
    head = power_head(variant, text)
    if head is not None:
        power, rest = head
        if power != hints.power:
            return Unreadable(1, Reason("other_power", {"power": variant.powers[power].word}))
        text = " " * (len(text) - len(rest)) + rest
    tokens = lex(variant, text)
    if not tokens:
        return Unreadable(1, Reason("empty", {}))
    return Line(variant, text, tokens, step, hints)


def _ambiguous(line: Line, doubt: Doubt) -> Ambiguous:
    ref = doubt.ref
    codes = tuple(line.variant.board.provinces[province].code for province in doubt.choices)
    width = ref.match.tokens
    lines = []
    for province in doubt.choices:
        try:
            lines.append(write(line.variant, line.order({ref.start: Patch(width, province)}, literal=True)))
        except (Doubt, Stuck):
            continue
    literal = None
    if ref.match.literal >= 0:
        try:
            literal = line.order(literal=True)
        except (Doubt, Stuck):
            literal = None
    return Ambiguous(line.column(ref.start), line.words(ref.start, ref.start + width), codes, tuple(lines), literal)


def _unreadable(line: Line, stuck: Stuck) -> Unreadable:
    return Unreadable(line.column(stuck.at), Reason(stuck.code, {"text": line.words(stuck.at, stuck.at + 1)}))
