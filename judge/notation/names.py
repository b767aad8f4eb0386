"""What provinces are called: codes, names, aliases, unique beginnings, in every language of a variant.

`Lexicon.at` finds the longest name that begins at a token. It never chooses between provinces: a word that could be
several comes back with all of them, and what the board says about them is `fitting`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from judge.adjudicator.variant import Variant
from judge.notation.keywords import JAPANESE, ROLES, SIDES, Word
from judge.notation.tokens import Kind, Token, fold, large, tokenize

LINKS = frozenset({"of", "the"})
"""Words inside a name that may be left out: Gulf Lyon, Wash."""
SHORTEST = 3
"""Letters that a beginning must have to stand for a name."""
MOST_WORDS = 5
_MEMORY = 5_000


class Match(NamedTuple):
    """Provinces that a phrase may mean. `literal` is the one whose code or full name it is exactly, or -1."""

    provinces: tuple[int, ...]
    literal: int
    tokens: int
    """How many tokens the phrase takes."""
    coast: str = ""
    """The coast where it is written into the word (`spanc`)."""
    text: str = ""
    """The phrase as one folded word, where it is not a code or full name."""


class _Entry(NamedTuple):
    words: tuple[str, ...]
    province: int


def words_of(text: str) -> tuple[str, ...]:
    """The significant folded words of a name."""
    return tuple(t.text for t in tokenize(text) if t.kind in _WORDS and t.text not in LINKS)


_WORDS = frozenset({Kind.WORD, Kind.NUMBER, Kind.JAPANESE})


class Lexicon:
    """All names of a variant's provinces, indexed once."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.codes = {fold(place.code): place.index for place in variant.board.provinces}
        self.entries: list[_Entry] = []
        self._full: dict[tuple[str, ...], int] = {}
        self._known: dict[tuple[str, ...], Match | None] = {}
        self._exact: dict[str, set[int]] = {}
        self._phrases: set[tuple[str, ...]] = set()
        self._words: set[str] = set()
        self._by_letter: dict[str, list[_Entry]] = {}
        self._hyphens: set[tuple[str, str]] = set()
        for place in variant.board.provinces:
            for text in _texts(variant, place.index):
                self._add(text, place.index, full=fold(text) == fold(place.name))
        self.japanese = _japanese(variant)
        self.hiragana = _hiragana(self.japanese)

    def at(self, tokens: Sequence[Token], start: int) -> Match | None:
        """The longest name that begins at a token, or None."""
        phrase = self._phrase(tokens, start)
        for length in range(len(phrase), 0, -1):
            words = tuple(word for word, _ in phrase[:length])
            if words[-1] in LINKS or self._is_two_codes(words) or self._takes_a_verb(tokens, phrase, length):
                continue
            found = self.lookup(tuple(word for word in words if word not in LINKS))
            if found is not None:
                return found._replace(tokens=phrase[length - 1][1] - start + 1)
        return None

    def lookup(self, words: tuple[str, ...]) -> Match | None:
        """What a phrase of significant folded words may mean. Remembered: players use few words."""
        if words not in self._known:
            if len(self._known) >= _MEMORY:
                self._known.clear()
            self._known[words] = self._look_up(words)
        return self._known[words]

    def _look_up(self, words: tuple[str, ...]) -> Match | None:
        if not words:
            return None
        if len(words) == 1 and words[0] in self.codes:
            code = self.codes[words[0]]
            return Match(self._others(words, code), code, 1)
        if words in self._full:
            full = self._full[words]
            return Match((full,), full, 1)
        joined = "".join(words)
        exact = self._exact.get(joined, set()) if words in self._phrases or self._may_begin(words) else set()
        if exact and len(joined) > SHORTEST + 1:
            return Match(tuple(sorted(exact)), -1, 1, text=joined)
        found = exact | (self._beginning(words) if self._may_begin(words) else set())
        if found:
            return Match(tuple(sorted(found)), -1, 1, text=joined)
        return self._with_coast(words) or self._owning(words)

    def _add(self, text: str, province: int, *, full: bool) -> None:
        words = words_of(text)
        if not words:
            return
        entry = _Entry(words, province)
        self.entries.append(entry)
        self._phrases.add(words)
        self._words.update(words)
        self._exact.setdefault("".join(words), set()).add(province)
        if full:
            self._full[words] = province
        for letter in {word[0] for word in words}:
            self._by_letter.setdefault(letter, []).append(entry)
        pieces = tokenize(text)
        self._hyphens |= {
            (one.text, two.text)
            for one, dash, two in zip(pieces, pieces[1:], pieces[2:], strict=False)
            if dash.kind is Kind.DASH
        }

    def _phrase(self, tokens: Sequence[Token], start: int) -> list[tuple[str, int]]:
        # Words that may belong to one name, with the token each ends at; a hyphen only where a name has it.
        phrase: list[tuple[str, int]] = []
        position = start
        while position < len(tokens) and len(phrase) < MOST_WORDS:
            token = tokens[position]
            if token.kind in _WORDS:
                phrase.append((token.text, position))
            elif not phrase or not self._goes_on(tokens, position, phrase[-1][0]):
                break
            position += 1
        return phrase

    def _goes_on(self, tokens: Sequence[Token], position: int, before: str) -> bool:
        token = tokens[position]
        if position + 1 >= len(tokens) or tokens[position + 1].kind is not Kind.WORD:
            return False
        if token.kind is Kind.STOP:
            return token.text == "." and len(before) <= SHORTEST
        after = tokens[position + 1].text
        return token.kind is Kind.DASH and any(
            one == before and (two.startswith(after) and len(after) >= SHORTEST) for one, two in self._hyphens
        )

    def _is_two_codes(self, words: tuple[str, ...]) -> bool:
        # BEN FRA is Bensalem and Frankford, not a short Ben Franklin: two codes side by side are two provinces.
        return len(words) > 1 and words[0] in self.codes and words[1] in self.codes

    def _takes_a_verb(self, tokens: Sequence[Token], phrase: Sequence[tuple[str, int]], length: int) -> bool:
        # "north s" is the North Sea at the end of an order, but in "F North S F Bel" the S is a verb.
        word, position = phrase[length - 1]
        after = tokens[position + 1].kind if position + 1 < len(tokens) else None
        return length > 1 and len(word) == 1 and word in ROLES and after is Kind.WORD

    def _may_begin(self, words: tuple[str, ...]) -> bool:
        if sum(map(len, words)) < SHORTEST or any(
            len(word) < 2 or (word in ROLES and word not in self._words) for word in words[1:]
        ):
            return False
        return len(words[0]) > 1 or words[0] in "nesw"

    def _beginning(self, words: tuple[str, ...]) -> set[int]:
        near = self._by_letter.get(words[0][0], ())
        return {entry.province for entry in near if _begins(words, entry.words)}

    def _others(self, words: tuple[str, ...], code: int) -> tuple[int, ...]:
        return tuple(sorted(self._beginning(words) | self._exact.get(words[0], set()) | {code}))

    def _with_coast(self, words: tuple[str, ...]) -> Match | None:
        # SPANC, STPSC: a coast written straight behind the province.
        word = words[-1]
        coast = word[-2:].upper()
        if coast not in SIDES.values() or len(word) < SHORTEST + 2:
            return None
        found = self.lookup((*words[:-1], word[:-2]))
        return found and found._replace(coast=coast)

    def _owning(self, words: tuple[str, ...]) -> Match | None:
        # "Paris's move": the name in full with an s behind it.
        full = self._full.get((*words[:-1], words[-1][:-1])) if words[-1].endswith("s") else None
        return None if full is None else Match((full,), full, 1)


def _begins(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether the words begin a name's words, from its first word or a later one, or the name written as one word."""
    if len(words) == 1 and len(words[0]) >= SHORTEST and "".join(name).startswith(words[0]):
        return True
    for first in range(len(name) - len(words) + 1):
        if first and len(words[0]) <= SHORTEST:
            break
        if all(whole.startswith(part) for part, whole in zip(words, name[first:], strict=False)):
            return True
    return False


def _texts(variant: Variant, province: int) -> Iterable[str]:
    place = variant.board.provinces[province]
    yield place.name
    yield place.code
    yield from variant.aliases.get(place.code, ())
    for names in variant.names.values():
        if place.code in names.provinces:
            yield names.provinces[place.code]


def _japanese(variant: Variant) -> tuple[str, ...]:
    """Every Japanese phrase of the variant and the language, longest first, for cutting text without blanks."""
    texts = [fold(text) for place in variant.board.provinces for text in _texts(variant, place.index)]
    for names in variant.names.values():
        texts += [fold(text) for table in (names.powers, names.adjectives) for text in table.values()]
    texts += [fold(alias) for power in variant.powers for alias in power.aliases]
    found = {large(text) for text in texts if text and all(t.kind is Kind.JAPANESE for t in tokenize(text))}
    return tuple(sorted(found | JAPANESE, key=lambda text: (-len(text), text)))


@lru_cache(maxsize=64)
def lexicon(variant: Variant) -> Lexicon:
    """The variant's lexicon, built at the first call."""
    return Lexicon(variant)


def lex(variant: Variant, line: str) -> list[Token]:
    """Tokens of a line, Japanese text cut into words. Names before dashes: ー is one only where no name has it."""
    names = lexicon(variant)
    tokens: list[Token] = []
    for token in tokenize(line):
        if token.kind is Kind.JAPANESE:
            tokens += _cut(token, names.japanese, names.hiragana)
        else:
            tokens.append(token)
    return tokens


_KATAKANA = {ord("ア") + n: ord("あ") + n for n in range(ord("ン") - ord("ア") + 1)} | {ord("ヴ"): ord("ゔ")}


def _hiragana(phrases: Sequence[str]) -> Mapping[str, str]:
    """Names in katakana by the same in hiragana, as a phone offers them first: ぱり is パリ."""
    spelt = {phrase.translate(_KATAKANA): phrase for phrase in phrases if len(phrase) > 1}
    return {text: phrase for text, phrase in spelt.items() if text not in phrases and text not in JAPANESE}


def _written_otherwise(text: str, position: int, known: Sequence[str], others: Mapping[str, str]) -> str:
    """The name in hiragana here, if what follows is known too: さっぱり has no Paris in it, nor has ぱりっと."""
    for length in range(min(max(map(len, others), default=0), len(text) - position), 1, -1):
        after = position + length
        ends = after == len(text) or text[after] == "ー" or any(text.startswith(each, after) for each in known)
        if text[position:after] in others and ends:
            return text[position:after]
    return ""


def _cut(token: Token, known: Sequence[str], others: Mapping[str, str]) -> Iterable[Token]:
    text, position, unknown = token.text, 0, 0
    while position < len(text):
        phrase = next((phrase for phrase in known if text.startswith(phrase, position)), "")
        if (
            unknown == position
            and (other := _written_otherwise(text, position, known, others))
            and (len(other) > len(phrase))
        ):
            yield Token(Kind.WORD, others[other], token.column + position)
            position += len(other)
            unknown = position
            continue
        dash = not phrase and text[position] == "ー"
        if phrase or dash:
            if unknown < position:
                yield Token(Kind.WORD, text[unknown:position], token.column + unknown)
            length = len(phrase) or 1
            kind = Kind.DASH if dash else Kind.WORD
            yield Token(kind, "-" if dash else phrase, token.column + position)
            position += length
            unknown = position
        else:
            position += 1
    if unknown < position:
        yield Token(Kind.WORD, text[unknown:], token.column + unknown)


def roles(token: Token) -> frozenset[Word]:
    """The roles a token's word can play in an order."""
    return ROLES.get(token.text, frozenset()) if token.kind is Kind.WORD else frozenset()
