"""Did you mean …? The nearest right lines for one that could not be read. A suggestion is shown, never applied.

Misspelt words are replaced, one after another, by the names and verbs nearest to them, and the line is read again.
What reads is ranked by the strokes that were wrong and by how well it fits the board: a name that the unit reaches
comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from judge.adjudicator.board import Terrain
from judge.adjudicator.orders import Order
from judge.notation.draft import Patch, Ref, Stuck
from judge.notation.fitting import Doubt, Fitting
from judge.notation.keywords import ROLES, Word
from judge.notation.line import Line
from judge.notation.near import distance, nearest
from judge.notation.tokens import Kind, Token
from judge.notation.writer import write

MOST = 3
"""Suggestions given."""
_LONGEST = 120
"""Characters of a suggestion; no order that a person means has more."""
_REPAIRS = 3
"""Words of one line that may be misspelt."""
_WIDTH = 5
"""Replacements tried for each."""
_TURNED_VERB = 0.3
"""A verb is a less likely repair than a name at the same distance."""
_SPREAD = 1.6
"""How much worse than the best a further suggestion may be."""
_LEFT_OUT = 2.0
"""Leaving out what nobody understands."""
_VERBS = frozenset({
    Word.ARMY, Word.FLEET, Word.HOLD, Word.MOVE, Word.SUPPORT, Word.CONVOY, Word.VIA, Word.RETREAT, Word.DISBAND,
    Word.BUILD, Word.REMOVE, Word.WAIVE,
})  # fmt: skip

Patches = Mapping[int, Patch]


def suggest(line: Line, stuck: Stuck) -> tuple[str, ...]:
    """The nearest lines that can be read, canonical, best first; none if nothing is near."""
    found: dict[str, float] = {}
    _repair(line, stuck, {}, 0.0, found)
    ranked = sorted(found, key=lambda text: (found[text], text))
    whole = {text[2:] for text in ranked if text[:2] in ("A ", "F ")}
    ranked = [text for text in ranked if text not in whole]  # the same with its unit's letter says more
    return tuple(text for text in ranked[:MOST] if found[text] <= found[ranked[0]] + _SPREAD)


def _repair(line: Line, stuck: Stuck, patches: Patches, cost: float, found: dict[str, float]) -> None:
    if stuck.code == "verb_missing" and not patches:
        verb = Token(Kind.WORD, "h", len(line.text) + 1)
        _keep(replace(line, tokens=[*line.tokens, verb]), patches, cost, found, {})
    if stuck.code == "leftover" and 0 < stuck.at < len(line.tokens):
        _keep(replace(line, tokens=line.tokens[: stuck.at]), patches, cost + _LEFT_OUT, found, {})
    tried = sorted(_candidates(line, stuck, patches), key=lambda option: option[0])
    for extra, at, patch in tried[: _WIDTH if len(patches) < 2 else 2]:
        if at not in patches:
            _keep(line, patches, cost + extra, found, {at: patch})


def _keep(line: Line, patches: Patches, cost: float, found: dict[str, float], more: Patches) -> None:
    """Try a line with one more repair; note what it reads as, or go on to the next misspelt word."""
    tried = {**patches, **more}
    try:
        order = line.order(tried)
    except Doubt as doubt:
        for province in doubt.choices:
            if len(tried) <= _REPAIRS and doubt.ref.start not in tried:
                choice = {doubt.ref.start: Patch(doubt.ref.match.tokens, province)}
                _keep(line, tried, cost + 0.1, found, choice)
        return
    except Stuck as stuck:
        if more and len(tried) < _REPAIRS:
            _repair(line, stuck, tried, cost, found)
        return
    _note(line, order, cost, found)


def _note(line: Line, order: Order, cost: float, found: dict[str, float]) -> None:
    text, board = write(line.variant, order), line.variant.board
    if len(text) > _LONGEST or any(board.provinces[each].terrain is not Terrain.WATER for each in order.route):
        return
    weighed = cost + Fitting(line.variant, line.hints).oddities(order)
    found[text] = min(weighed, found.get(text, weighed))


def _candidates(line: Line, stuck: Stuck, patches: Patches) -> Iterator[tuple[float, int, Patch]]:
    """Replacements for what could not be read: (cost, token, patch)."""
    if stuck.ref is not None:
        yield from _coasts(line, stuck.ref)
        return
    if stuck.at >= len(line.tokens):
        return
    yield from _words(line, stuck.at)
    for start, end, text, dashed in _spans(line, stuck.at, patches):
        for province, strokes in nearest(line.variant, text, dashed=dashed):
            yield strokes, start, Patch(end - start, province)


def _coasts(line: Line, ref: Ref) -> Iterator[tuple[float, int, Patch]]:
    board = line.variant.board
    for province in ref.match.provinces:
        coasts = board.provinces[province].coasts
        for coast in coasts or ("",):
            yield 1.0, ref.start, Patch(ref.end - ref.start, province, coast=coast)


def _words(line: Line, at: int) -> Iterable[tuple[float, int, Patch]]:
    near = _near_verbs(line.tokens[at])
    yield from ((strokes + _TURNED_VERB, at, Patch(1, role=role)) for role, strokes in near.items())


def near_roles(token: Token) -> frozenset[Word]:
    """The roles of verbs and unit words that a misspelt word is near to."""
    return frozenset(_near_verbs(token))


def _near_verbs(token: Token) -> Mapping[Word, float]:
    return _verbs_near(token.text) if token.kind is Kind.WORD and 3 <= len(token.text) <= 15 else {}


@lru_cache(maxsize=4096)
def _verbs_near(typed: str) -> Mapping[Word, float]:
    most = 1.0 if len(typed) < 6 else 2.0
    best: dict[Word, float] = {}
    for word, found in ROLES.items():
        if len(word) < 3 or found.isdisjoint(_VERBS) or not word.isascii():
            continue
        strokes = distance(typed, word, most)
        if strokes <= most:
            best.update({role: min(strokes, best.get(role, strokes)) for role in found & _VERBS})
    return best


def _spans(line: Line, at: int, patches: Patches) -> Iterator[tuple[int, int, str, bool]]:
    """Runs of tokens around a bad one that may be one misspelt name: where they begin and end, and the text joined."""
    for start in range(at, max(-1, at - 4), -1):
        if start in patches or line.tokens[start].kind is not Kind.WORD:
            if start < at and line.tokens[start].kind in {Kind.DASH, Kind.STOP}:
                continue
            break
        for end in range(at + 1, min(at + 5, len(line.tokens)) + 1):
            piece = line.tokens[start:end]
            if piece[-1].kind is not Kind.WORD and len(piece) > 1:
                if piece[-1].kind not in {Kind.DASH, Kind.STOP}:
                    break
                continue
            text = "".join(token.text for token in piece if token.kind is Kind.WORD and token.text not in {"of", "the"})
            if text and len(text) <= 30:
                yield start, end, text, any(token.kind is Kind.DASH for token in piece)
