"""Telling orders from prose, and several orders on one line from one.

People write sentences into letters with orders. A line that merely talks must not be answered with a complaint, and a
misspelt order must not be passed over in silence: so a line counts as an order when it has an order's shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.adjudicator.compiled import compiled
from judge.adjudicator.orders import OrderKind
from judge.adjudicator.phases import Step
from judge.adjudicator.variant import Variant
from judge.notation.answers import Hints
from judge.notation.draft import Draft, Stuck
from judge.notation.grammar import Grammar
from judge.notation.kept import lines_of
from judge.notation.keywords import Word
from judge.notation.line import prepared
from judge.notation.marks import conditional, greeted
from judge.notation.names import lexicon, roles
from judge.notation.near import nearest_place
from judge.notation.powers import power_at
from judge.notation.suggest import near_roles
from judge.notation.tokens import LONGEST, Kind, Token, tokenize

_MOST_WORDS = 18
_MOST_PIECES = 40
_MOST_UNKNOWN = 2
_LONG_WORD = 5
"""Letters of a word that is not nearly some province's name by accident."""
_UNITS = frozenset({Word.ARMY, Word.FLEET})
_DEEDS = frozenset({Word.HOLD, Word.SUPPORT, Word.CONVOY, Word.RETREAT, Word.DISBAND})
_MOTION = frozenset({Word.MOVE, Word.ATTACK})
_ADJUSTS = frozenset({Word.BUILD, Word.REMOVE, Word.DISBAND, Word.KEEP})

_NEW = r"\s*(?:[*•+\-–—]\s*)?(?:a|f|army|fleet|build|remove|waive|disband|b|d)(?:\s|$)"
_ACTS = r"[^,，、;；]*(?:[-–—−→>ー－]|\s(?:h|s|c|d|r|holds?|supports?|convoys?|moves?)\b)"
_AND = rf"\s(?:and|und|et|y|e|en|then|&|/)(?=\s(?:a|f|army|fleet)\s+[^\W\d]{{3}}{_ACTS})"
_GAP = rf"(?:\.\s+|\s{{3,}})(?=(?:a|f|army|fleet)\s+[^\W\d]{{3}}{_ACTS})"
_BETWEEN = re.compile(rf"[;；]|[,，、](?={_NEW}|{_ACTS})|{_AND}|{_GAP}", re.IGNORECASE)
_ACTED = re.compile(r"\w\s*[-–—−→>]|\s(?:h|s|c|d|r|holds?|supports?|convoys?|moves?)\b", re.IGNORECASE)
_UNDONE = frozenset(
    ["s", "c", "support", "supports", "convoy", "convoys", "-", "->", ">", "to", "the", "a", "f", "army", "fleet"]
)
_STARTS = re.compile(_NEW, re.IGNORECASE)
_CODE = r"[A-Z][A-Za-z]{2}(?:/[NSEW]C)?"
_DEED = rf"H|D|HOLDS?|DISBANDS?|R\s+{_CODE}|[SC]\s+(?:[AF]\s+)?{_CODE}(?:\s*-\s*{_CODE})?"
_IN_CODES = re.compile(rf"(?:BUILD|REMOVE)\s+[AF]\s+{_CODE}|[AF]\s+{_CODE}(?:\s*-+>?\s*{_CODE}|\s+(?:{_DEED}))")
"""An order in the short notation, of whichever map: a place that this one has not is told rather than passed over."""
_VIA = re.compile(r"\b(?:via|through|by)\b[^;；]*$", re.IGNORECASE)


def split(line: str) -> list[str]:
    """The orders of a line, parted by `;` or `,`; a comma between the seas of a route parts nothing."""
    if len(line) > 10 * LONGEST or conditional(line):
        return [line]
    return _parted(line)


def orders_of(variant: Variant, line: str) -> list[str]:
    """The orders of a line, one by one. Where a sentence leads to them they are talked of, and the line stays whole:
    "my plan: A PAR - BUR, F BRE - MAO" must not be half obeyed."""
    pieces = split(line)
    asked = line.rstrip().endswith(("?", "？"))
    return pieces if len(pieces) < 2 or (not asked and _looks(variant, pieces[0])) else [line]


def _parted(line: str) -> list[str]:
    line = greeted(line)
    pieces: list[str] = []
    start = 0
    for found in _BETWEEN.finditer(line):
        piece = line[start : found.start()]
        if found.group() in ",，、" and _VIA.search(piece) and not _STARTS.match(line, found.end()):
            continue
        if not found.group().strip(" \t.") and not _is_whole(piece):
            continue
        pieces.append(piece)
        start = found.end()
    pieces.append(line[start:])
    return [piece for piece in map(str.strip, pieces) if piece.strip(" \t.!")]


def _is_whole(piece: str) -> bool:
    """Whether a mere gap behind the piece parts two orders: `A DAU   S   A PAR` is one."""
    words = piece.lower().split()
    return len(words) > 1 and words[-1] not in _UNDONE and _ACTED.search(piece) is not None


@dataclass(frozen=True, slots=True)
class _Look:
    """What a line consists of, seen from afar."""

    variant: Variant
    tokens: list[Token]

    def is_order(self) -> bool:
        words = [token for token in self.tokens if token.kind is Kind.WORD]
        if not words or len(words) > _MOST_WORDS:
            return False
        start = self._start()
        if start >= len(self.tokens):
            return False
        draft = self._draft()
        if draft is not None:
            return _says_enough(draft)
        return self._is_mostly_known() and self._has_shape(start)

    def _start(self) -> int:
        kinds = {Kind.DASH, Kind.PLUS, Kind.STOP, Kind.NUMBER, Kind.OPEN, Kind.CLOSE, Kind.OTHER, Kind.BULLET}
        return next((at for at, token in enumerate(self.tokens) if token.kind not in kinds), len(self.tokens))

    def _draft(self) -> Draft | None:
        for step in (Step.MOVEMENT, Step.ADJUSTMENTS):
            try:
                return Grammar(self.variant, self.tokens, step).draft()
            except Stuck:
                continue
        return None

    def _is(self, at: int, *wanted: Word) -> bool:
        return at < len(self.tokens) and not roles(self.tokens[at]).isdisjoint(wanted)

    def _is_mostly_known(self) -> bool:
        names, at, unknown = lexicon(self.variant), 0, 0
        while at < len(self.tokens) and unknown <= _MOST_UNKNOWN:
            place = names.at(self.tokens, at) if self.tokens[at].kind is Kind.WORD else None
            if place is None:
                unknown += self.tokens[at].kind is Kind.WORD and not roles(self.tokens[at])
            at += place.tokens if place else 1
        return unknown <= _MOST_UNKNOWN

    def _has_shape(self, start: int) -> bool:
        """[BUILD] unit, something like a province, a dash or a verb; the unit may be missing."""
        adjusts = self._nearly(start, _ADJUSTS) and lexicon(self.variant).at(self.tokens, start) is None
        at = start + adjusts
        unit = self._nearly(at, _UNITS)
        at += unit
        lengths = self._places(at)
        if adjusts and unit and lengths:
            return True
        return any(self._acts(at + length, at, unit=unit) for length in lengths)

    def _places(self, at: int) -> list[int]:
        """In how many tokens from here a province's name, or nearly one, may end."""
        if at >= len(self.tokens) or self.tokens[at].kind is not Kind.WORD:
            return []
        found = lexicon(self.variant).at(self.tokens, at)
        lengths = [found.tokens] if found else []
        for length in (1, 2, 3, 4):
            piece = self.tokens[at : at + length]
            if len(piece) < length or piece[-1].kind not in {Kind.WORD, Kind.STOP}:
                break
            text = "".join(token.text for token in piece if token.kind is Kind.WORD)
            if length not in lengths and len(text) >= 3 and nearest_place(self.variant, text):
                lengths.append(length)
        return lengths

    def _goal(self, at: int, start: int, *, unit: bool) -> bool:
        """Whether a province's name stands here, or nearly one. If what the line begins with is only nearly one too,
        both must be long: "work = num" and "Hello to all" are not of two provinces."""
        if self._ends_unknown(at, start):
            return True
        return bool(self._places(at)) and (
            unit or self._is_place(at) or self._is_place(start)
            or min(len(self.tokens[at].text), len(self.tokens[start].text)) >= _LONG_WORD
        )  # fmt: skip

    def _is_code(self, at: int) -> bool:
        found = lexicon(self.variant).at(self.tokens, at)
        return found is not None and found.literal >= 0

    def _ends_unknown(self, at: int, start: int) -> bool:
        """`Par - bur` and パリーモスクワ are orders though the map has no such place: the line ends with what could be
        some map's code, or with one Japanese word."""
        if at != len(self.tokens) - 1 or self.tokens[at].kind is not Kind.WORD:
            return False
        text = self.tokens[at].text
        return (
            self._is_code(start) if len(text) == 3 and text.isascii() else _is_japanese(text) and self._is_place(start)
        )

    def _is_place(self, at: int) -> bool:
        return lexicon(self.variant).at(self.tokens, at) is not None

    def _acts(self, at: int, start: int, *, unit: bool) -> bool:
        at = self._behind_coast(at)
        if at >= len(self.tokens):
            return unit and len(self.tokens) <= 3 and (self._is_place(start) or self._is_unit_for_sure(start - 1))
        if self.tokens[at].kind is Kind.DASH:
            return unit or self._goal(at + 1, start, unit=unit)
        if self._is(at, *_MOTION):
            after = at + 1
            while self._is(after, Word.MOVE, Word.ARTICLE, Word.PREPOSITION, Word.FILLER):
                after += 1
            return power_at(self.variant, self.tokens, after) is None and self._goal(after, start, unit=unit)
        if self._nearly(at, _DEEDS):
            return unit or self._goal(at + 1, start, unit=unit)
        if self._is(at, *_UNITS):  # "ejército París a Dijon": the a stands between two places
            return unit and at + 1 < len(self.tokens) and self._is_place(at + 1)
        if self.tokens[at].kind in {Kind.OTHER, Kind.BULLET}:  # "A PAR ⬅ BUR", "A PAR ≠ BUR"
            return unit and self._is_place(start) and bool(self._places(at + 1))
        return unit and self._is_strange(at) and self._goes_on(at + 1)

    def _is_unit_for_sure(self, at: int) -> bool:
        """Whether a unit is meant though no province of quite that name follows: "a bug" is no army in Bulgaria."""
        unit, place = (token.text for token in self.tokens[at : at + 2])
        return len(unit) > 1 or (unit.isupper() and place[:1].isupper())

    def _behind_coast(self, at: int) -> int:
        marks = {Kind.SLASH, Kind.OPEN, Kind.CLOSE, Kind.NUMBER}
        while at < len(self.tokens) and self.tokens[at].kind in marks:
            at += 1 if self.tokens[at].kind is Kind.CLOSE else 2
        return at

    def _is_strange(self, at: int) -> bool:
        return self.tokens[at].kind in {Kind.WORD, Kind.STOP} and not roles(self.tokens[at])

    def _goes_on(self, at: int) -> bool:
        # "Mid-Atlantic Oceann - Portugal": a misspelt last word of a name, then a verb and a province.
        if at < len(self.tokens) and self._is_strange(at):
            at += 1
        if at >= len(self.tokens):
            return False
        acts = self.tokens[at].kind is Kind.DASH or self._nearly(at, _DEEDS)
        after = at + 1
        while self._is(after, Word.ARTICLE, Word.PREPOSITION, *_UNITS):
            after += 1
        return acts and bool(self._places(after))

    def _nearly(self, at: int, wanted: frozenset[Word]) -> bool:
        return at < len(self.tokens) and (self._is(at, *wanted) or not near_roles(self.tokens[at]).isdisjoint(wanted))


def _is_japanese(text: str) -> bool:
    return any(token.kind is Kind.JAPANESE for token in tokenize(text))


def _says_enough(draft: Draft) -> bool:
    # "Rome." is a word; "A ROM" may be a build or a removal; "bla bla bla" goes from the Black Sea to itself.
    if draft.who is None or draft.who.unit >= 0:
        return draft.kind is not None or draft.who is not None
    goal = draft.target.match.provinces if draft.kind is OrderKind.MOVE and draft.target is not None else ()
    return draft.kind is not None and goal != draft.who.ref.match.provinces


def looks_like_order(variant: Variant, line: str) -> bool:
    """Whether a line is an order or several, or was meant as one, however misspelt. Never raises."""
    if not line.strip() or len(line) > LONGEST:
        return False
    if lines_of(compiled(variant)).parse(line) is not None:
        return True
    return any(_looks(variant, piece) for piece in _parted(line)[:_MOST_PIECES])


def _looks(variant: Variant, piece: str) -> bool:
    if _IN_CODES.fullmatch(piece.strip(" \t.*•-")):
        return True
    ready = prepared(variant, piece, Step.MOVEMENT, Hints(-1, lambda _: None))
    return _Look(variant, ready.tokens).is_order()
