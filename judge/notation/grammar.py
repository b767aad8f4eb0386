"""The grammar of an order line: tokens → a draft whose places may still have several meanings.

Lenient in words, strict in sense: every word must have a part to play. What is left over or missing makes the line
unreadable, so that nothing is ever guessed from half of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from judge.adjudicator.orders import OrderKind
from judge.adjudicator.phases import Step
from judge.adjudicator.units import UnitKind
from judge.adjudicator.variant import Variant
from judge.notation.keywords import SIDES, Word
from judge.notation.names import Match, lexicon, roles
from judge.notation.powers import power_at
from judge.notation.tokens import Kind, Token


class Stuck(Exception):  # noqa: N818 - it never leaves this package: `reader` turns it into an answer
    """Reading cannot go on at a token. `code` says why, `at` is the token's number (the end: their count).

    A coast that the province does not have comes with the province's `ref`.
    """

    def __init__(self, code: str, at: int, ref: Ref | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.at = at
        self.ref = ref


class Patch(NamedTuple):
    """What a suggestion puts in the place of misspelt tokens: a province with its coast, or a word's role."""

    tokens: int
    province: int = -1
    role: Word | None = None
    coast: str = ""


class Ref(NamedTuple):
    """A province as written: what it may be, with coast and berth, and the tokens it takes."""

    match: Match
    start: int
    end: int
    coast: str = ""
    berth: int = 0


class Phrase(NamedTuple):
    """A unit as written: owner by nationality, kind by letter or word (-1: not given), and where."""

    ref: Ref
    unit: int = -1
    owner: int = -1


@dataclass(frozen=True, slots=True)
class Draft:
    """An order as written. `kind` None: only a unit was named."""

    kind: OrderKind | None
    who: Phrase | None = None
    other: Phrase | None = None
    target: Ref | None = None
    route: tuple[Ref, ...] = ()
    via: bool = False
    struck_power: int = -1
    struck_berth: int = 0


@dataclass(slots=True)
class _Path:
    """Places after a dash or a verb of motion, in the order and roles in which they came."""

    places: list[Ref] = field(default_factory=list)
    named: list[Ref] = field(default_factory=list)
    via: bool = False
    attacks: bool = False
    named_first: bool = False
    struck_power: int = -1
    struck_berth: int = 0

    def route(self) -> tuple[Ref, ...]:
        before = self.places[:-1]
        return tuple(self.named + before if self.named_first else before + self.named)


_SKIPPED = frozenset({Word.PREPOSITION, Word.ARTICLE})
_SMALL = frozenset({Word.PREPOSITION, Word.FILLER})
_MOTION = frozenset({Word.MOVE, Word.ATTACK, Word.PREPOSITION, Word.FILLER, Word.ARTICLE, Word.AND})
_FIRST = {Word.BUILD: OrderKind.BUILD, Word.REMOVE: OrderKind.REMOVE, Word.DISBAND: OrderKind.DISBAND}
_REST_OF_WAIVE = frozenset({"all", "rest", "my", "remaining", "one", "1", "2", "3"})


class Grammar:
    """Reads one line. `patches` are corrections tried for a suggestion."""

    def __init__(
        self, variant: Variant, tokens: Sequence[Token], step: Step, patches: Mapping[int, Patch] | None = None
    ) -> None:
        self.variant = variant
        self.tokens = tokens
        self.step = step
        self.patches = patches or {}
        self.names = lexicon(variant)
        self.here = 0

    def draft(self) -> Draft:
        """The whole line. Raises Stuck where it cannot be an order."""
        self._skip_bullet()
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

    # -- small looks ahead ---------------------------------------------------------------------------------------------

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
        found = self.names.at(self.tokens, at)
        if found and found.literal < 0 and found.tokens == 1 and self._is(at, *Word) and len(found.provinces) > 1:
            return None
        return found

    def _width(self, at: int) -> int:
        return self.patches[at].tokens if at in self.patches else 1

    def _step_over(self) -> None:
        self.here += self._width(self.here)

    def _ends(self) -> bool:
        return self.here >= len(self.tokens)

    # -- beginning and end ---------------------------------------------------------------------------------------------

    def _skip_bullet(self) -> None:
        while self._kind(self.here) is Kind.BULLET:
            self.here += 1
        kinds = tuple(self._kind(at) for at in range(self.here, self.here + 3))
        if kinds[0] is Kind.OPEN and kinds[1:] == (Kind.NUMBER, Kind.CLOSE):
            self.here += 3
        elif kinds[0] is Kind.NUMBER and (kinds[1] in {Kind.CLOSE, Kind.COLON} or self._text(self.here + 1) == "."):
            self.here += 2
        if self._kind(self.here) is Kind.DASH and not self._is_sign():
            self.here += 1

    def _text(self, at: int) -> str:
        return self.tokens[at].text if at < len(self.tokens) else ""

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
        fits = (Word.WAIVE, Word.BUILD, Word.ARTICLE, *_SMALL)
        return all(
            self._is(at, *fits) or self._text(at) in _REST_OF_WAIVE or self._kind(at) in {Kind.STOP, Kind.PLUS} for at in rest
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
        has_unit = self._is(self.here + 1, Word.ARMY, Word.FLEET)
        if has_unit and self._is(self.here, Word.MOVE, Word.RETREAT) and len(self._text(self.here)) > 1:
            retreats = self._is(self.here, Word.RETREAT)
            self._step_over()
            return OrderKind.RETREAT if retreats else OrderKind.MOVE
        return None

    def _after_first(self, first: OrderKind, who: Phrase) -> Draft:
        if first in {OrderKind.MOVE, OrderKind.RETREAT}:
            return self._moved(who, self._path(), first)
        if first is OrderKind.DISBAND or (first is OrderKind.REMOVE and self.step is Step.RETREATS):
            return Draft(self._gone(), who)
        return Draft(first, who)

    def _gone(self) -> OrderKind:
        return OrderKind.REMOVE if self.step is Step.ADJUSTMENTS else OrderKind.DISBAND

    def _finish(self) -> None:
        while self._kind(self.here) is Kind.STOP or self._is(self.here, Word.ENDING):
            self.here += 1
        if not self._ends():
            raise Stuck("leftover", self.here)

    def _skip(self, *wanted: Word) -> None:
        while not self._ends() and self._is(self.here, *wanted):
            self._step_over()

    # -- units and places ----------------------------------------------------------------------------------------------

    def _phrase(self) -> Phrase:
        unit, owner, coast = -1, -1, ""
        while not self._ends():
            if not coast:
                coast = self._coast_before()
            if owner < 0 and self.here not in self.patches and (owned := self._owner_of_unit()):
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
                self._step_over()
            elif owner < 0 and (found := power_at(self.variant, self.tokens, self.here)) and self.here not in self.patches:
                owner = found[0]
                self.here += found[1]
            else:
                break
        raise Stuck("place_missing" if self._ends() else "place_unknown", self.here)

    def _owner_of_unit(self) -> tuple[int, int] | None:
        # "English fleet": before the word for a unit it is the power, elsewhere perhaps a sea.
        found = power_at(self.variant, self.tokens, self.here)
        if found is None:
            return None
        after = self.here + found[1]
        by_letter = len(self._text(after)) == 1 and self._place(self.here) is not None
        return (found[0], after) if self._is(after, Word.ARMY, Word.FLEET) and not by_letter else None

    def _is_article(self) -> bool:
        if not self._is(self.here, *_SKIPPED):
            return False
        if not self._is(self.here, Word.ARMY):
            return True
        after = self.here + 1
        power = power_at(self.variant, self.tokens, after)
        return self._is(after if power is None else after + power[1], Word.ARMY, Word.FLEET)

    def _unit_behind(self, unit: int) -> int:
        # "London army", ロンドン陸軍: the word behind its place; single letters there are verbs.
        if unit < 0 and self._text(self.here) == "の" and self._is(self.here + 1, Word.ARMY, Word.FLEET):
            self.here += 1
        if unit < 0 and self._is(self.here, Word.ARMY, Word.FLEET) and len(self._text(self.here)) > 1:
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
        while self._is(after, *_SKIPPED):
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
        bare = two_letters or has_word or (len(self._text(at)) > 2 and self._place(at) is None)
        if not (marked or opened) and not (many and (two_letters if dashed else bare)):
            return ""
        at += 1 + has_word
        if opened:
            if self._kind(at) is not Kind.CLOSE:
                return ""
            at += 1
        self.here = at
        return side

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
        if not (number.isdecimal() and number.isascii() and len(number) == 1 and 1 <= int(number) <= max(rooms, 1)) or rooms == 1:
            raise Stuck("berth_unknown", at)
        at += 1
        if closed and self._kind(at) is not Kind.CLOSE:
            raise Stuck("berth_unknown", at)
        self.here = at + closed
        return int(number)

    # -- verbs ---------------------------------------------------------------------------------------------------------

    def _verb(self, who: Phrase) -> Draft:
        at = self.here
        while self._is(at, *_SMALL) and not self._is(at, Word.SUPPORT, Word.MOVE, Word.ATTACK) and self._place(at) is None:
            at += self._width(at)
        self.here = at
        if self._ends() or all(self._kind(i) is Kind.STOP for i in range(at, len(self.tokens))):
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

    def _moved(self, who: Phrase, path: _Path, kind: OrderKind) -> Draft:
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
        while self._is(self.here, Word.NOUN, Word.MOVE, *_SMALL, Word.ARTICLE) and not self._is(self.here, Word.ARMY):
            self._step_over()
        other = self._phrase()
        while self._is(self.here, *_SMALL) and self._place(self.here) is None and not self._is(self.here, Word.MOVE):
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

    def _convoy(self, who: Phrase) -> Draft:
        self._skip(*_SMALL)
        other = self._phrase()
        return Draft(OrderKind.CONVOY, who, other, target=self._path().places[-1])

    # -- where to ------------------------------------------------------------------------------------------------------

    def _path(self) -> _Path:
        path = _Path()
        naming = False
        start = self.here
        while not self._ends():
            at = self.here
            if self._strikes(path):
                break
            coast = self._coast_before()
            place = self._place(self.here)
            if place is not None:
                if not path.places and naming:
                    path.named_first = True
                (path.named if naming else path.places).append(self._ref(place, coast))
            elif self._kind(at) is Kind.DASH or self._is(at, Word.MOVE, Word.ATTACK):
                naming = naming and bool(path.places)
                path.attacks = path.attacks or self._is(at, Word.ATTACK)
                self._step_over()
            elif self._is(at, Word.VIA) or (path.via and self._is(at, Word.CONVOY, Word.FLEET, Word.SEA)):
                path.via = naming = True
                self._step_over()
            elif self._passes(path):
                self._step_over()
            else:
                break
        if not path.places or (self._dangles() and self.here == len(self.tokens)):
            raise Stuck("place_missing" if self._ends() else "place_unknown", max(self.here, start))
        if not self._ends() and self._dangles():
            raise Stuck("place_unknown", self.here)
        return path

    def _dangles(self) -> bool:
        before = self.here - 1
        return before >= 0 and self._kind(before) is Kind.DASH

    def _passes(self, path: _Path) -> bool:
        # Small words, the brackets of "(via convoy)", and commas of a list of seas.
        at = self.here
        if self._is(at, *_MOTION):
            return True
        if self._kind(at) is Kind.OPEN:
            return self._is(at + 1, Word.VIA, Word.CONVOY)
        if self._kind(at) is Kind.CLOSE:
            return path.via
        if self._kind(at - 1) is Kind.OPEN and self._is(at, Word.CONVOY):
            path.via = True
            return True
        return self._kind(at) is Kind.STOP and path.via and self._place(at + 1) is not None

    def _strikes(self, path: _Path) -> bool:
        # `x MOB`, `x FAL/2`, `attacks MOB`, `against the Mob`: the fleet to strike in a river (Philadelphia).
        at = self.here
        if not path.places or not self._is(at, Word.STRIKE, Word.ATTACK):
            return False
        at += self._width(at)
        while self._is(at, Word.ARTICLE) and not self._is(at, Word.ARMY):
            at += 1
        found = power_at(self.variant, self.tokens, at)
        if found:
            path.struck_power = found[0]
            at += found[1]
            while self._is(at, Word.FLEET, *_SMALL):
                at += 1
        place = self._place(at)
        if place is not None:
            self.here = at
            path.struck_berth = self._ref(place).berth
            at = self.here
        if not found and not path.struck_berth:
            raise Stuck("strike_unknown", min(at, len(self.tokens)))
        self.here = at
        return True


def with_kind(draft: Draft, kind: OrderKind) -> Draft:
    """The draft with a kind that its words left open."""
    return replace(draft, kind=kind)
