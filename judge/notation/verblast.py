"""Japanese puts the verb last: `パリはスペインを支援`, `スペインからチュニスへの移動をパリが支援`.

Such a line is put into the order of words that the grammar knows, `パリ 支援 スペイン`.
"""

from __future__ import annotations

from judge.notation.draft import Stuck
from judge.notation.keywords import JAPANESE, Word
from judge.notation.phrases import Phrases
from judge.notation.tokens import Kind, Token

_ACTS = frozenset({"は", "が"})
"""What stands behind the one that acts, wherever it stands."""


class VerbLast(Phrases):
    """Looks for a support's or a convoy's verb at the end of a line."""

    def turned(self) -> list[Token] | None:
        """The tokens with the verb behind the unit that acts, or None if no such verb ends the line."""
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
