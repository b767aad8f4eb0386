"""One order for several units: `A ORL, A TOU and A PRO hold`, `Remove A PAR and F BRE`, パリ陸軍、マルセイユ陸軍 維持.

Only what means the same for each of the units is shared: to hold, to support, to disband, to be built or removed. Two
units that are sent to one place, or convoyed by one fleet, are not what anybody means, and stay as they were written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.adjudicator.orders import Order
from judge.adjudicator.phases import Step
from judge.adjudicator.variant import Variant
from judge.notation.answers import Hints
from judge.notation.keywords import Word
from judge.notation.names import lex, lexicon, roles
from judge.notation.reader import read
from judge.notation.tokens import LONGEST, Kind, Token, is_ornament

_SEVERAL = re.compile(r"[,，、;；&＆+＋/／と・]|\b(?:and|und|et|y|e|en)\b", re.IGNORECASE)
_UNITS = frozenset({Word.ARMY, Word.FLEET})
_BEFORE = {Word.BUILD: Step.ADJUSTMENTS, Word.REMOVE: Step.ADJUSTMENTS, Word.DISBAND: Step.ADJUSTMENTS}
_BEHIND = _BEFORE | {Word.HOLD: Step.MOVEMENT, Word.SUPPORT: Step.MOVEMENT, Word.DISBAND: Step.RETREATS}
"""What units can be told together, before their names or behind them, and a step in which it can be read."""
_ALL = frozenset({"all", "both", "each", "alle", "beide", "tous", "全部", "全て", "すべて"})
_AND = frozenset({"and", "und", "et", "y", "e", "en", "&", "と", "・"})
_KINDS = frozenset({"armies", "fleets"})
"""Said once for all that follow."""
_MOST = 40
_NOBODY = Hints(-1, lambda _: None)


def shared(variant: Variant, pieces: Sequence[str]) -> list[str]:
    """The orders of a line that was parted into pieces: each unit of a list with the order that all of them have.

    More pieces than any power has units are no list, and stay as they are.
    """
    if len(pieces) > _MOST or (len(pieces) == 1 and _SEVERAL.search(pieces[0]) is None):
        return [*pieces]
    orders: list[str] = []
    waiting: list[_Units] = []
    for piece in pieces:
        units = _Units(variant, piece)
        if units.told is None and units.named:
            waiting.append(units)  # more of the units before it, or the first of a list
            continue
        if units.told is not None and not units.before and (not waiting or waiting[0].told is None):
            orders += _each(variant, [*waiting, units])
            waiting = []
            continue
        orders += _each(variant, waiting)
        waiting = [units] if units.before else []
        orders += [] if waiting else [piece]
    return orders + _each(variant, waiting)


def are_told_together(variant: Variant, line: str) -> bool:
    """Whether a line gives one order to several units, and is an order without doubt."""
    return len(shared(variant, [line])) > 1


def _each(variant: Variant, together: Sequence[_Units]) -> list[str]:
    """The orders of units that are told together; what was written, if that is no order for several."""
    named = [name for units in together for name in units.named]
    told = next((units for units in together if units.told is not None), None)
    if told is None or told.told is None or len(named) < 2:
        return [units.piece for units in together]
    step, deed = told.told
    orders = [f"{deed} {name}" if told.before else f"{name} {deed}" for name in named]
    if not isinstance(read(variant, orders[-1], step, _NOBODY), Order):
        return [units.piece for units in together]
    return orders


@dataclass(slots=True)
class _Units:
    """The units that a piece names, if it names nothing else, and what they are told, before their names or behind."""

    piece: str
    named: list[str]
    told: tuple[Step, str] | None = None
    before: bool = False

    def __init__(self, variant: Variant, piece: str) -> None:
        self.piece, self.named, self.told, self.before = piece, [], None, False
        if len(piece) > LONGEST:
            return
        found = lex(variant, piece)
        tokens = [token for at, token in enumerate(found) if not is_ornament(found, at)]
        first = _step(tokens, 0, _BEFORE) if _unit_ends(variant, tokens, 0) == 0 else None
        at, kinds = 0 if first is None else 1, ""
        while (end := _unit_ends(variant, tokens, at)) > at:
            kinds = kinds or (tokens[at].text + " " if tokens[at].text in _KINDS else "")
            own = _is(tokens, at, *_UNITS)
            self.named.append(("" if own else kinds) + _text(piece, tokens, at, end))
            at = _after(tokens, end)
            if at == end:
                break
        while at < len(tokens) and self.named and _may_stand_before_deed(tokens[at]):
            at += 1
        if len(tokens) == 2 and _is(tokens, 0, *_UNITS) and tokens[1].kind is Kind.WORD and not self.named:
            self.named = [piece]  # of a list with a place that is misspelt: it is told so, and the others have theirs
        elif first is not None and self.named and at == len(tokens):
            self.told, self.before = (first, _text(piece, tokens, 0, 1)), True
        elif at < len(tokens) and self.named and first is None and (step := _step(tokens, at, _BEHIND)) is not None:
            self.told = step, _text(piece, tokens, at, len(tokens))
        elif at < len(tokens):
            self.named = []


def _step(tokens: Sequence[Token], at: int, deeds: Mapping[Word, Step]) -> Step | None:
    """The step in which the word here tells units something; None where it tells nothing of these."""
    return next((step for word, step in deeds.items() if _is(tokens, at, word)), None)


def _may_stand_before_deed(token: Token) -> bool:
    return token.kind is Kind.COLON or token.text in _ALL or Word.PREPOSITION in roles(token)


def _unit_ends(variant: Variant, tokens: Sequence[Token], at: int) -> int:
    """Where a unit ends that begins here: `A PAR`, `the fleet in Spain (nc)`, パリ陸軍; here if there is none."""
    start = at
    at = at if _is(tokens, at, *_UNITS) else _behind(tokens, at, Word.ARTICLE)
    at = _behind(tokens, at, *_UNITS)
    at = _behind(tokens, at, Word.ARTICLE, Word.PREPOSITION)
    found = lexicon(variant).at(tokens, at) if at < len(tokens) and tokens[at].kind in _NAMING else None
    if found is None:
        return start
    at += found.tokens
    while at < len(tokens) and tokens[at].kind in {Kind.SLASH, Kind.OPEN} and _is(tokens, at + 1, *_COASTS):
        at += 3 if tokens[at].kind is Kind.OPEN else 2
    return _behind(tokens, at, *_UNITS) if _is_japanese(tokens, at) else at


_NAMING = frozenset({Kind.WORD, Kind.NUMBER})
_COASTS = (Word.NORTH, Word.SOUTH, Word.EAST, Word.WEST)


def _after(tokens: Sequence[Token], at: int) -> int:
    """Behind what stands between two units of a list."""
    while at < len(tokens) - 1 and (
        tokens[at].text in _AND or tokens[at].kind in {Kind.PLUS, Kind.SLASH} or tokens[at].text in (",", "、", ";")
    ):
        at += 1
    return at


def _behind(tokens: Sequence[Token], at: int, *words: Word) -> int:
    return at + 1 if _is(tokens, at, *words) else at


def _is(tokens: Sequence[Token], at: int, *words: Word) -> bool:
    return at < len(tokens) and not roles(tokens[at]).isdisjoint(words)


def _is_japanese(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and not tokens[at].text.isascii()


def _text(piece: str, tokens: Sequence[Token], start: int, end: int) -> str:
    """Tokens as they were written."""
    last = tokens[end].column - 1 if end < len(tokens) else len(piece)
    return piece[tokens[start].column - 1 : last].strip(" \t,，、;；")
