"""Powers by word, name, adjective, alias, beginning or letter; heads such as `FRANCE:`; lists of addressees."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge.adjudicator.outcomes import Reason
from judge.adjudicator.units import Power
from judge.adjudicator.variant import Variant
from judge.notation.keywords import Word
from judge.notation.names import roles, words_of
from judge.notation.tokens import LONGEST, Kind, Token

SHORTEST = 3
"""Letters that a beginning must have to stand for a power."""

_HEAD = re.compile(r"\s*(?:\[([^\[\]]{1,40})\]\s*:?|([^:：\[\]]{1,40})[:：])\s*")
_SEPARATORS = re.compile(r"[,;+&/、，；]|\b(?:and|und|et)\b|と", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Addressees:
    """Powers that a list names, in its order, and what the reader should be warned of.

    Older judges took a word for letters wherever they could; here it is a power first, and where it could be letters
    too, `warning` says so.
    """

    powers: tuple[int, ...]
    warning: Reason | None = None


@lru_cache(maxsize=64)
def _table(variant: Variant) -> dict[tuple[str, ...], int]:
    """Every phrase that names a power exactly, as folded words."""
    table: dict[tuple[str, ...], int] = {}
    for power in variant.powers:
        for text in _texts(variant, power):
            words = words_of(text)
            if words:
                table.setdefault(words, power.index)
                table.setdefault((*words[:-1], words[-1] + "s"), power.index)  # France's
    return table


def _texts(variant: Variant, power: Power) -> Iterable[str]:
    yield power.word
    yield power.name
    yield power.adjective
    yield from power.aliases
    for names in variant.names.values():
        for table in (names.powers, names.adjectives):
            if power.word in table:
                yield table[power.word]


def find_power(variant: Variant, text: str) -> int | None:
    """The power that a text names: its word, name, adjective or alias, a unique beginning, or its one letter."""
    if len(text) > LONGEST:
        return None
    words = words_of(text)
    if not words:
        return None
    table = _table(variant)
    if words in table:
        return table[words]
    joined = "".join(words)
    if len(joined) == 1:
        return _by_letter(variant).get(joined)
    found = {power for phrase, power in table.items() if len(joined) >= SHORTEST and "".join(phrase).startswith(joined)}
    return found.pop() if len(found) == 1 else None


def powers_in(variant: Variant, text: str) -> Addressees | Reason:
    """The powers of a list: `fra`, `france,italy`, `france and italy`, or letters (`fr`). A Reason if none is known."""
    found: list[int] = []
    warning: Reason | None = None
    whole = find_power(variant, text)
    pieces = [text] if whole is not None else [piece for piece in _SEPARATORS.split(text[:LONGEST]) if piece.strip()]
    for piece in pieces:
        named, doubt = _piece(variant, piece)
        if not named:
            return Reason("unknown_power", {"power": piece.strip()})
        found += [power for power in named if power not in found]
        warning = warning or doubt
    return Addressees(tuple(found), warning) if found else Reason("power_missing", {})


def _piece(variant: Variant, piece: str) -> tuple[Sequence[int], Reason | None]:
    word = piece.strip()
    letters = [_by_letter(variant).get(letter, -1) for letter in word.casefold() if not letter.isspace()]
    may_be_letters = len(letters) > 1 and -1 not in letters and len(set(letters)) == len(letters)
    power = find_power(variant, word)
    if power is not None:
        doubt = (
            Reason("power_or_letters", {"text": word, "power": variant.powers[power].word}) if may_be_letters else None
        )
        return [power], doubt
    if may_be_letters:
        return letters, None
    several = [find_power(variant, one) for one in word.split()]
    return ([one for one in several if one is not None] if None not in several else []), None


def _by_letter(variant: Variant) -> dict[str, int]:
    return {power.letter.casefold(): power.index for power in variant.powers}


def power_head(variant: Variant, line: str) -> tuple[int, str] | None:
    """A leading `FRANCE:`, `F:` or `[FRANCE]` and the rest of the line, or None where there is no such head."""
    found = _HEAD.match(line[:LONGEST])
    if not found:
        return None
    power = find_power(variant, found.group(1) or found.group(2))
    return None if power is None else (power, line[found.end() :])


def power_at(variant: Variant, tokens: Sequence[Token], start: int) -> tuple[int, int] | None:
    """A power's word, name or adjective that begins at a token: the power and the tokens it takes."""
    table = _table(variant)
    words: list[str] = []
    best: tuple[int, int] | None = None
    for offset, token in enumerate(tokens[start : start + 5]):
        if token.kind is not Kind.WORD:
            break
        if Word.ARTICLE in roles(token) or token.text == "of":
            continue
        words.append(token.text)
        if tuple(words) in table:
            best = table[tuple(words)], offset + 1
    return best
