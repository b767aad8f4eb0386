"""The nouns of an order line: units and places, with nationality, coast and berth in every form in use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.phases import Step
from judge.adjudicator.units import UnitKind
from judge.adjudicator.variant import Variant
from judge.notation.draft import Patch, Phrase, Ref, Stuck
from judge.notation.keywords import JAPANESE, SIDES, Word
from judge.notation.names import Match, lexicon, roles
from judge.notation.powers import power_at
from judge.notation.tokens import Kind, Token

SMALL = (Word.PREPOSITION, Word.FILLER)
"""Words that may stand anywhere between the parts of an order."""


class Phrases:
    """A place in a line's tokens, and the ways to step over a unit or a place there."""

    def __init__(
        self, variant: Variant, tokens: Sequence[Token], step: Step, patches: Mapping[int, Patch] | None = None
    ) -> None:
        self.variant = variant
        self.tokens = tokens
        self.step = step
        self.patches = patches or {}
        self.names = lexicon(variant)
        self.here = 0

    def _roles(self, at: int) -> frozenset[Word]:
        if at in self.patches:
            role = self.patches[at].role
            return frozenset() if role is None else frozenset({role})
        if at >= len(self.tokens) or self.tokens[at].text in self.names.codes:
            return frozenset()
        return roles(self.tokens[at])

    def _is(self, at: int, *wanted: Word) -> bool:
        return not self._roles(at).isdisjoint(wanted)

    def _kind(self, at: int) -> Kind | None:
        return self.tokens[at].kind if at < len(self.tokens) else None

    def _place(self, at: int) -> Match | None:
        if at in self.patches:
            patch = self.patches[at]
            exact = Match((patch.province,), patch.province, patch.tokens, patch.coast)
            return exact if patch.province >= 0 else None
        if at >= len(self.tokens) or self.tokens[at].kind is not Kind.WORD:
            return None
        return self.names.at(self.tokens, at)

    def _width(self, at: int) -> int:
        return self.patches[at].tokens if at in self.patches else 1

    def _step_over(self) -> None:
        self.here += self._width(self.here)

    def _ends(self) -> bool:
        return self.here >= len(self.tokens)

    def _text(self, at: int) -> str:
        return self.tokens[at].text if at < len(self.tokens) else ""

    def _skip(self, *wanted: Word) -> None:
        while not self._ends() and self._is(self.here, *wanted):
            self._step_over()

    def _phrase(self) -> Phrase:
        unit, owner, named, coast = -1, -1, -1, ""
        while not self._ends():
            if not coast:
                coast = self._coast_before()
            if owner < 0 and self.here not in self.patches and (owned := self._owner_of_unit()):
                named = self.here
                owner, self.here = owned
                continue
            place = self._place(self.here)
            if place is not None:
                ref = self._ref(place, coast)
                return Phrase(ref, self._unit_behind(unit), owner)
            if self._is_article():
                self._step_over()
            elif unit < 0 and self._is(self.here, Word.ARMY, Word.FLEET):
                unit = UnitKind.ARMY if self._is(self.here, Word.ARMY) else UnitKind.FLEET
                short = len(self._text(self.here)) == 1
                self._step_over()
                self.here += short and self._text(self.here) == "."  # "A. Paris - Dijon"
            elif (
                owner < 0
                and (found := power_at(self.variant, self.tokens, self.here))
                and self.here not in self.patches
            ):
                owner, named = found[0], self.here
                self.here += found[1]
            else:
                break
        if self._ends() and named >= 0:
            raise Stuck("place_is_power", named)
        raise Stuck("place_missing" if self._ends() else "place_unknown", self.here)

    def _owner_of_unit(self) -> tuple[int, int] | None:
        # "English fleet": before the word for a unit it is the power, elsewhere perhaps a sea.
        found = power_at(self.variant, self.tokens, self.here)
        if found is None:
            return None
        after = self.here + found[1]
        by_letter = (
            len(self._text(after)) == 1 and self._place(self.here) is not None and self._place(after + 1) is None
        )
        return (found[0], after) if self._is(after, Word.ARMY, Word.FLEET) and not by_letter else None

    def _is_article(self) -> bool:
        if not self._is(self.here, Word.PREPOSITION, Word.ARTICLE):
            return False
        if not self._is(self.here, Word.ARMY):
            return True
        after = self.here + 1
        power = power_at(self.variant, self.tokens, after)
        return self._is(after if power is None else after + power[1], Word.ARMY, Word.FLEET)

    def _unit_behind(self, unit: int) -> int:
        # "London army", ロンドン陸軍, ロンドン軍: the word behind its place; single Latin letters there are verbs.
        if unit < 0 and self._text(self.here) == "の" and self._is(self.here + 1, Word.ARMY, Word.FLEET):
            self.here += 1
        text = self._text(self.here)
        if unit < 0 and self._is(self.here, Word.ARMY, Word.FLEET) and (len(text) > 1 or text in JAPANESE):
            unit = UnitKind.ARMY if self._is(self.here, Word.ARMY) else UnitKind.FLEET
            self._step_over()
        return unit

    def _coast_before(self) -> str:
        # "north coast of Spain", "nc of Spain"
        at = self.here
        while self._is(at, Word.ARTICLE) and not self._is(at, Word.ARMY):
            at += 1
        side = self._side(at)
        if not side:
            return ""
        after = at + 1
        if self._is(after, Word.COAST):
            after += 1
        elif len(self._text(at)) != 2:
            return ""
        while self._is(after, Word.PREPOSITION, Word.ARTICLE):
            after += 1
        if self._place(after) is None:
            return ""
        self.here = after
        return side

    def _side(self, at: int) -> str:
        return next((coast for word, coast in SIDES.items() if self._is(at, word)), "")

    def _ref(self, match: Match, coast: str = "") -> Ref:
        start = self.here
        self.here += match.tokens
        coast = self._coast_behind(match, start) or coast or match.coast
        berth = self._berth(match)
        return Ref(match, start, self.here, coast, berth)

    def _coast_behind(self, match: Match, start: int) -> str:
        at = self.here
        marked = self._kind(at) is Kind.SLASH
        at += marked
        opened = self._kind(at) is Kind.OPEN
        at += opened
        dashed = not marked and not opened and self._kind(at) is Kind.DASH
        at += dashed
        side = self._side(at)
        if not side:
            if marked and self._kind(at) is not Kind.NUMBER:
                raise Stuck("coast_unknown", min(at, len(self.tokens) - 1), Ref(match, start, at + 1))
            return ""
        two_letters = len(self._text(at)) == 2
        has_word = self._is(at + 1, Word.COAST)
        many = any(side in self.variant.board.provinces[province].coasts for province in match.provinces)
        bare = two_letters or has_word or (len(self._text(at)) > 2 and not self._is_one_place(at))
        if not (marked or opened) and not (many and (two_letters if dashed else bare)):
            return ""
        at += 1 + has_word
        if opened:
            if self._kind(at) is not Kind.CLOSE:
                return ""
            at += 1
        self.here = at
        return side

    def _is_one_place(self, at: int) -> bool:
        place = self._place(at)
        return place is not None and len(place.provinces) == 1

    def _berth(self, match: Match) -> int:
        at = self.here
        rooms = max(self.variant.board.provinces[province].capacity for province in match.provinces)
        marked = self._kind(at) in {Kind.SLASH, Kind.OPEN}
        closed = self._kind(at) is Kind.OPEN
        at += marked
        at += self._is(at, Word.BERTH)
        if self._kind(at) is not Kind.NUMBER or not (marked or rooms > 1):
            return 0
        number = self._text(at)
        if (
            not (number.isdecimal() and number.isascii() and len(number) == 1 and 1 <= int(number) <= max(rooms, 1))
            or rooms == 1
        ):
            raise Stuck("berth_unknown", at)
        at += 1
        if closed and self._kind(at) is not Kind.CLOSE:
            raise Stuck("berth_unknown", at)
        self.here = at + closed
        return int(number)
