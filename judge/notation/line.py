"""A line prepared for reading: its tokens, and its way through grammar and fitting to an order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.phases import Step
from judge.adjudicator.variant import Variant
from judge.notation.answers import Hints
from judge.notation.draft import Draft, Patch, Stuck, with_kind
from judge.notation.fitting import Fitting
from judge.notation.grammar import Grammar
from judge.notation.marks import bare
from judge.notation.names import lex
from judge.notation.powers import power_head
from judge.notation.tokens import Kind, Token, is_ornament
from judge.notation.verblast import VerbLast


@dataclass(frozen=True, slots=True)
class Line:
    """A line ready for the grammar."""

    variant: Variant
    text: str
    tokens: list[Token]
    step: Step
    hints: Hints
    head: int = -1
    """The power of a leading `FRANCE:`."""

    def column(self, at: int) -> int:
        """The column of a token; just behind the line for its end."""
        return self.tokens[at].column if at < len(self.tokens) else len(self.text.rstrip()) + 1

    def words(self, start: int, end: int) -> str:
        """The text of some tokens as it was written."""
        behind = [token.column for token in self.tokens if token.column > self.column(end - 1)]
        last = min(behind, default=len(self.text) + 1) - 1
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


def prepared(variant: Variant, line: str, step: Step, hints: Hints) -> Line:
    """The line without a power's head and result marks, cut into tokens; columns stay those of the line as sent."""
    text = bare(line, step)
    head = power_head(variant, text)
    power, rest = (-1, text) if head is None else head
    text = " " * (len(text) - len(rest)) + rest
    found = lex(variant, text)
    tokens = [token for at, token in enumerate(found) if token.kind is not Kind.BULLET or not is_ornament(found, at)]
    turned = VerbLast(variant, tokens, step).turned()
    if turned is not None and _reads(Grammar(variant, turned, step)):
        tokens = turned
    return Line(variant, text, tokens, step, hints, power)


def _reads(grammar: Grammar) -> bool:
    try:
        grammar.draft()
    except Stuck:
        return False
    return True
