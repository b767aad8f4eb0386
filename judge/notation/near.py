"""How near a misspelt word is to a name: strokes, with the slips that fingers really make."""

from __future__ import annotations

from functools import lru_cache

from judge.adjudicator.variant import Variant
from judge.notation.names import lexicon

_MOST = 10
_SWAPPED = 0.75
"""Two letters the wrong way round: the commonest slip, so it weighs less than a wrong letter."""
_WRONG_START = 0.4
"""A wrong first letter is rare."""


def distance(one: str, other: str, most: float = 9.0) -> float:
    """Strokes between two words: a letter too many, missing, wrong (1 each), or two swapped; above `most`: infinite."""
    if abs(len(one) - len(other)) > most:
        return float("inf")
    before: list[float] = []
    row: list[float] = [float(column) for column in range(len(other) + 1)]
    for i, letter in enumerate(one, 1):
        above, row = row, [float(i)] + [0.0] * len(other)
        for j, against in enumerate(other, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                best = min(best, before[j - 2] + _SWAPPED)
            row[j] = best
        if min(row) > most and min(above) + _SWAPPED > most:
            return float("inf")
        before = above
    return row[-1] if row[-1] <= most else float("inf")


@lru_cache(maxsize=4096)
def nearest(variant: Variant, text: str, *, dashed: bool = False) -> tuple[tuple[int, float], ...]:
    """Provinces with a name near a text, with the strokes between, nearest first."""
    most = 1.0 if len(text) < 5 else 2.0 if len(text) < 9 else 3.0
    best: dict[int, float] = {}
    for name, province, hyphen in _joined(variant):
        if (dashed and not hyphen) or abs(len(name) - len(text)) > most or _letters_apart(text, name) > 2 * most:
            continue
        strokes = distance(text, name, most)
        if strokes <= most:
            strokes += _WRONG_START if text[0] != name[0] and text[:2] != name[1::-1] else 0.0
            best[province] = min(strokes, best.get(province, strokes))
    return tuple(sorted(best.items(), key=lambda item: item[1])[:_MOST])


def _letters_apart(one: str, other: str) -> int:
    """Letters that one word has and the other has not: each stroke makes at most two of them."""
    return len(set(one) ^ set(other))


def nearest_place(variant: Variant, text: str) -> bool:
    """Whether a folded word is nearly a province's name."""
    return bool(nearest(variant, text))


@lru_cache(maxsize=64)
def _joined(variant: Variant) -> tuple[tuple[str, int, bool], ...]:
    """Every name written as one word, its province, and whether it has a hyphen."""
    codes = {place.index: place.name for place in variant.board.provinces}
    return tuple(
        {("".join(entry.words), entry.province, "-" in codes[entry.province]) for entry in lexicon(variant).entries}
    )
