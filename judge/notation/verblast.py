"""Verbs and goals in other places than right behind the unit.

Japanese puts the verb last: `パリはスペインを支援`, `スペインからチュニスへの移動をパリが支援`.
Such a line is put into the order of words that the grammar knows, `パリ 支援 スペイン`, and so is `attack Dijon from
Paris`.
"""

from __future__ import annotations

from judge.notation.draft import Stuck
from judge.notation.keywords import JAPANESE, Word
from judge.notation.names import roles
from judge.notation.phrases import SMALL, Phrases
from judge.notation.tokens import Kind, Token

_WRITTEN_OUT = 2
"""Letters that a verb has which is no abbreviation."""
_ACTS = frozenset({"は", "が"})
"""What stands behind the one that acts, wherever it stands."""


class VerbLast(Phrases):
    """Looks for a support's or a convoy's verb at the end of a line."""

    def turned(self) -> list[Token] | None:
        """The tokens with the verb behind the unit that acts, or None if no verb stands elsewhere."""
        return self._goal_first() or self._verb_last()

    def _goal_first(self) -> list[Token] | None:
        """`attack Dijon from Paris`: where to stands between the verb and the unit that acts."""
        if len(self._text(0)) < _WRITTEN_OUT or not self._is(0, Word.ATTACK, Word.MOVE):
            return None
        self.here = 1
        self._skip(*SMALL, Word.ARTICLE, Word.MOVE)
        start, place = self.here, self._place(self.here)
        if place is None:
            return None
        end = start + place.tokens
        if self._text(end) != "from" or end + 1 >= len(self.tokens):
            return None
        vague = self._text(end + 1) == "the" and not self._is(end + 2, Word.ARMY, Word.FLEET)
        if vague:  # "from the west"
            return None
        rest = self.tokens[end + 1 :]
        behind = len(rest)
        while behind and (rest[behind - 1].kind is Kind.STOP or Word.ENDING in roles(rest[behind - 1])):
            behind -= 1
        return [*rest[:behind], self.tokens[0], *self.tokens[start:end]]

    def _verb_last(self) -> list[Token] | None:
        verb = len(self.tokens) - 1
        while verb > 1 and (self._kind(verb) is Kind.STOP or self._is(verb, Word.ENDING)):
            verb -= 1
        if verb < 2 or self._text(verb) not in JAPANESE or not self._is(verb, Word.SUPPORT, Word.CONVOY):
            return None
        acting = self._acting(verb)
        if acting is None:
            return None
        start, end = acting
        rest = [*self.tokens[:start], *self.tokens[end:verb]]
        while rest and rest[-1].text in {"を", "の", *_ACTS}:
            rest.pop()
        if rest and rest[0].kind is Kind.STOP:
            rest.pop(0)
        return [*self.tokens[start:end], self.tokens[verb], *rest]

    def _acting(self, verb: int) -> tuple[int, int] | None:
        """Where the acting unit stands: right before the verb with が or は, otherwise first."""
        if self._text(verb - 1) in _ACTS:
            for start in range(verb - 2, max(verb - 5, 0), -1):
                if self._unit_from(start) == verb - 1:
                    return start, verb - 1
        end = self._unit_from(0)
        return None if end is None or end >= verb else (0, end)

    def _unit_from(self, start: int) -> int | None:
        self.here = start
        try:
            self._phrase()
        except Stuck:
            return None
        return self.here
