"""The grammar of an order line: tokens → a draft whose places may still have several meanings.

Lenient in words, strict in sense: every word must have a part to play. What is left over or missing makes the line
unreadable, so that nothing is ever guessed from half of it.
"""

from __future__ import annotations

from judge.adjudicator.orders import OrderKind
from judge.adjudicator.phases import Step
from judge.notation.draft import Draft, Phrase, Stuck
from judge.notation.keywords import Word
from judge.notation.paths import SOURCES, Path, Paths
from judge.notation.phrases import SMALL
from judge.notation.tokens import Kind

_FIRST = {Word.BUILD: OrderKind.BUILD, Word.REMOVE: OrderKind.REMOVE, Word.DISBAND: OrderKind.DISBAND}
_REST_OF_WAIVE = frozenset({"all", "rest", "my", "remaining", "one", "1", "2", "3"})


_CLOSING = frozenset({Kind.STOP})
"""What may end a line."""


class Grammar(Paths):
    """Reads one line."""

    def draft(self) -> Draft:
        """The whole line. Raises Stuck where it cannot be an order."""
        self._skip_mark()
        if self._is_waive():
            return Draft(OrderKind.WAIVE)
        first = self._first_verb()
        start = self.here
        who = self._phrase()
        drafted = self._verb(who) if first is None else self._after_first(first, who)
        self._finish()
        if drafted.kind is None and who.unit < 0 and who.ref.start > start:
            raise Stuck("verb_missing", len(self.tokens))
        return drafted

    def _skip_mark(self) -> None:
        kinds = tuple(self._kind(at) for at in range(self.here, self.here + 3))
        if kinds[0] is Kind.OPEN and kinds[1:] == (Kind.NUMBER, Kind.CLOSE):
            self.here += 3
        elif kinds[0] is Kind.NUMBER and (kinds[1] in {Kind.CLOSE, Kind.COLON} or self._text(self.here + 1) == "."):
            self.here += 2
        elif kinds[:2] == (Kind.NUMBER, Kind.WORD):
            self.here += 1
        if self._kind(self.here) is Kind.DASH and not self._is_sign():
            self.here += 1
        while self._is(self.here, Word.ENDING):  # "please build A PAR"
            self._step_over()

    def _is_sign(self) -> bool:
        # A minus before a unit removes it; before a verb it is only a list's dash.
        verbs = (Word.BUILD, Word.REMOVE, Word.DISBAND, Word.WAIVE, Word.KEEP)
        after = self.here + 1
        plain = self._kind(after) is Kind.PLUS or self._is(after, *verbs)
        return self.step is Step.ADJUSTMENTS and self._text(self.here) == "-" and not plain

    def _is_waive(self) -> bool:
        rest = range(self.here, len(self.tokens))
        if len(rest) > 6 or not any(self._is(at, Word.WAIVE) for at in rest):
            return False
        fits = (Word.WAIVE, Word.BUILD, Word.ARTICLE, *SMALL)
        return all(
            self._is(at, *fits) or self._text(at) in _REST_OF_WAIVE or self._kind(at) in {Kind.STOP, Kind.PLUS}
            for at in rest
        )

    def _first_verb(self) -> OrderKind | None:
        if self._kind(self.here) is Kind.PLUS:
            self.here += 1
            self._skip(Word.BUILD)
            return OrderKind.BUILD
        if self._kind(self.here) is Kind.DASH:
            self.here += 1
            return OrderKind.REMOVE
        if self.here + 1 >= len(self.tokens):
            return None
        for role, kind in _FIRST.items():
            if self._is(self.here, role):
                self._step_over()
                if self._kind(self.here) is Kind.COLON:
                    self.here += 1
                return kind
        if self.step is Step.ADJUSTMENTS and self._is(self.here, Word.KEEP, Word.HOLD):
            raise Stuck("keep", self.here)
        if self._goes_first():
            retreats = self._is(self.here, Word.RETREAT)
            self._step_over()
            return OrderKind.RETREAT if retreats else OrderKind.MOVE
        return None

    def _goes_first(self) -> bool:
        # "retreat army Calais to London", "move Paris to Dijon"; of one letter it is a unit's or a place's
        if len(self._text(self.here)) == 1 or not self._is(self.here, Word.MOVE, Word.RETREAT):
            return False
        if self._is(self.here + 1, Word.ARMY, Word.FLEET):
            return True
        after = self.here + 1
        while self._is(after, Word.PREPOSITION):
            after += 1
        plain = self._is(self.here, Word.RETREAT, Word.NOUN)
        return plain and self._place(self.here) is None and self._place(after) is not None

    def _after_first(self, first: OrderKind, who: Phrase) -> Draft:
        if first in {OrderKind.MOVE, OrderKind.RETREAT}:
            return self._moved(who, self._path(), first)
        if first is OrderKind.DISBAND or (first is OrderKind.REMOVE and self.step is Step.RETREATS):
            return Draft(self._gone(), who)
        return Draft(first, who)

    def _gone(self) -> OrderKind:
        return OrderKind.REMOVE if self.step is Step.ADJUSTMENTS else OrderKind.DISBAND

    def _finish(self) -> None:
        while self._kind(self.here) in _CLOSING or self._is(self.here, Word.ENDING):
            self.here += 1
        if not self._ends():
            raise Stuck("leftover", self.here)

    def _verb(self, who: Phrase) -> Draft:
        at = self.here + (self._kind(self.here) is Kind.COLON or self._is_pause(self.here))
        while (
            self._is(at, *SMALL)
            and self._text(at) not in SOURCES
            and not self._is(at, Word.SUPPORT, Word.MOVE, Word.ATTACK)
            and self._place(at) is None
        ):
            at += self._width(at)
        self.here = at
        if self._ends() or all(self._kind(i) in _CLOSING for i in range(at, len(self.tokens))):
            return Draft(None, who)
        if self._kind(at) is Kind.DASH and self._is(at + 1, Word.DISBAND, Word.HOLD) and at + 2 >= len(self.tokens):
            self.here = at = at + 1
        found = self._roles(at)
        if self._kind(at) is not Kind.DASH and Word.HOLD in found | self._kept(found):
            self._step_over()
            if self.step is Step.ADJUSTMENTS:
                raise Stuck("keep", at)
            return Draft(OrderKind.HOLD, who)
        return self._acts(who, found)

    def _is_pause(self, at: int) -> bool:
        # "A PAR, hold", パリ、待機
        return self._text(at) in {",", "、"} and self._is(at + 1, Word.HOLD, Word.SUPPORT, Word.CONVOY, Word.DISBAND)

    def _kept(self, found: frozenset[Word]) -> frozenset[Word]:
        return frozenset({Word.HOLD}) if Word.KEEP in found else frozenset()

    def _acts(self, who: Phrase, found: frozenset[Word]) -> Draft:
        at = self.here
        if Word.SUPPORT in found:
            self._step_over()
            return self._support(who)
        if Word.CONVOY in found:
            self._step_over()
            return self._convoy(who)
        if not found.isdisjoint({Word.DISBAND, Word.REMOVE}):
            self._step_over()
            return Draft(self._gone() if Word.DISBAND in found or self.step is Step.RETREATS else OrderKind.REMOVE, who)
        if Word.BUILD in found:
            self._step_over()
            return Draft(OrderKind.BUILD, who)
        if Word.RETREAT in found:
            self._step_over()
            if self._is(self.here, Word.DISBAND):
                self._step_over()
                return Draft(self._gone(), who)
            return self._moved(who, self._path(), OrderKind.RETREAT)
        goes = self._kind(at) in {Kind.DASH, Kind.OPEN} or not found.isdisjoint({Word.MOVE, Word.ATTACK, Word.VIA})
        if goes or self._place(at) is not None or self._coast_before():
            self.here = at
            return self._moved(who, self._path(), OrderKind.MOVE)
        raise Stuck("verb_unknown", at)

    def _moved(self, who: Phrase, path: Path, kind: OrderKind) -> Draft:
        route = path.route()
        if self.step is Step.RETREATS and kind is OrderKind.MOVE:
            kind = OrderKind.RETREAT
        if kind is OrderKind.RETREAT:
            if route or path.via:
                raise Stuck("retreat_route", (route or tuple(path.places))[0].start)
            return Draft(kind, who, target=path.places[-1])
        target = path.places[-1]
        if target.berth and path.attacks and not path.struck_berth:
            path.struck_berth = target.berth
        elif target.berth:
            raise Stuck("berth_as_goal", target.start, target)
        return Draft(
            kind, who, target=target, route=route, via=path.via or bool(route),
            struck_power=path.struck_power, struck_berth=path.struck_berth,
        )  # fmt: skip

    def _support(self, who: Phrase) -> Draft:
        while self._is(self.here, Word.NOUN, Word.MOVE, *SMALL, Word.ARTICLE) and not self._is(self.here, Word.ARMY):
            self._step_over()
        other = self._phrase()
        if self._text(self.here) in SOURCES and other.unit < 0:
            return Draft(OrderKind.SUPPORT_MOVE, who, self._source(), target=other.ref)
        while self._is(self.here, *SMALL) and self._place(self.here) is None and not self._is(self.here, Word.MOVE):
            if self._text(self.here) in SOURCES:
                raise Stuck("leftover", self.here)
            self._step_over()
        if self._is(self.here, Word.HOLD):
            self._step_over()
            return Draft(OrderKind.SUPPORT_HOLD, who, other)
        if self._ends() or self._kind(self.here) is Kind.STOP:
            return Draft(OrderKind.SUPPORT_HOLD, who, other)
        if self._kind(self.here) is Kind.DASH and self._is(self.here + 1, Word.HOLD):
            self.here += 2
            return Draft(OrderKind.SUPPORT_HOLD, who, other)
        return Draft(OrderKind.SUPPORT_MOVE, who, other, target=self._path().places[-1])

    def _source(self) -> Phrase:
        """Whose move it is, behind where it goes: "support move to Burgundy from Paris" (webDiplomacy)."""
        self._step_over()
        return self._phrase()

    def _convoy(self, who: Phrase) -> Draft:
        self._skip(*SMALL)
        other = self._phrase()
        if self._text(self.here) in SOURCES and other.unit < 0:
            return Draft(OrderKind.CONVOY, who, self._source(), target=other.ref)
        return Draft(OrderKind.CONVOY, who, other, target=self._path().places[-1])
