"""A line of text → tokens that remember their column.

Everything that differs only in looks is made equal here: letters of any width or case, accents, dashes and arrows of
any kind (mail programs write them of their own accord), apostrophes, invisible characters. The long vowel mark of
Japanese (U+30FC) is also used as a dash; whether it is one depends on the names around it: that is the lexicon's work.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

LONGEST = 400
"""Characters a line may have to be taken for an order. The longest real one, by a route through six seas, has half."""

DASHES = frozenset("-‐‑‒–—―−⁃﹣－~〜～─")
ARROWS = frozenset("→⇒⟶➔➜➝➞⟹►▶>=⇨➡⮕➙➛➟➠➢➣➤➥➦➧➨➩➪➲➳➵➸➺➻➼➽⇾⇢⇝⇛⇰↦⟼↣🠖🡒🢂")
APOSTROPHES = frozenset("'’‘`´ʼ")
BULLETS = frozenset('"“”„«»「」『』*•‣⁌⁍·●○◦▪■□◆◇☆★※✓✔☑')

CROSSES = frozenset("❌✗✘✖🚫⛔🛑🙅👎❓❔")
"""Pictures that say no, or ask: what they stand at is struck out, or was a failure, and is not obeyed."""

RULES = frozenset("|｜¦│┃")
"""Between the cells of a table drawn in characters: no more than a blank."""


_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not take apart; a Turkish keyboard writes dıj for DIJ."""

_LARGE = str.maketrans("ァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎ", "アイウエオツヤユヨワカケあいうえおつやゆよわ")


def large(text: str) -> str:
    """Japanese with its small letters made large: ウイーン is ウィーン, as many people write it."""
    return text.translate(_LARGE)


class Kind(Enum):
    """What a token is by its characters alone."""

    WORD = auto()
    NUMBER = auto()
    JAPANESE = auto()
    DASH = auto()
    SLASH = auto()
    OPEN = auto()
    CLOSE = auto()
    PLUS = auto()
    BULLET = auto()
    COLON = auto()
    STOP = auto()
    OTHER = auto()


class Token(NamedTuple):
    """A piece of a line: kind, folded text, and the column (from 1) where it begins in the line as sent."""

    kind: Kind
    text: str
    column: int


def fold(text: str) -> str:
    """Lower case without accents, widths or apostrophes; Japanese keeps its voicing marks."""
    spread = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)
    kept = "".join(c for c in spread if not "\u0300" <= c <= "\u036f" and c not in APOSTROPHES)
    return unicodedata.normalize("NFC", kept)


def tokenize(line: str) -> list[Token]:
    """Cut a line into tokens. Takes any text; the caller bounds its length."""
    tokens: list[Token] = []
    previous = -1
    for kind, char, column, end in _characters(line):
        last = tokens[-1] if tokens else None
        touches = kind is Kind.DASH or (kind in _RUNS and previous >= column - 1)
        if char and last is not None and last.kind is kind and touches:
            tokens[-1] = Token(kind, last.text + char, last.column)
        elif char:
            tokens.append(Token(kind, char, column))
        previous = end
    return tokens


_RUNS = frozenset({Kind.WORD, Kind.NUMBER, Kind.JAPANESE, Kind.OTHER})
_SIMPLE = {
    "/": Kind.SLASH, "\\": Kind.SLASH, "(": Kind.OPEN, "[": Kind.OPEN, ")": Kind.CLOSE, "]": Kind.CLOSE, "+": Kind.PLUS,
    ":": Kind.COLON, ".": Kind.STOP, ",": Kind.STOP, ";": Kind.STOP, "!": Kind.STOP, "。": Kind.STOP, "、": Kind.STOP,
}  # fmt: skip
_PICTURES = frozenset({"So", "Sk", "Me"})
"""Unicode's categories of emoji, their skin tones and keycaps: ornament before and behind an order."""
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufe0e\ufe0f]")
_STRUCK = re.compile(r"[\u0335-\u0338\u20d2\u20d3\u20e0\u20e5\u20eb]")
"""Strokes laid over a character: crossed-out letters, and what makes ≠ of = and ↛ of →. They mean the opposite."""
_CLUSTER = re.compile(r".[\u0300-\u036f\u20d0-\u20e2\u20e4-\u20f0\u3099\u309a\uff9e\uff9f]{0,8}", re.DOTALL)


def _characters(line: str) -> Iterator[tuple[Kind, str, int, int]]:
    """Folded characters with their first and last column; blanks and invisible ones are skipped."""
    for found in _CLUSTER.finditer(line):
        column = found.start() + 1
        for kind, char in _folded(found.group()):
            yield kind, char, column, found.end()


@lru_cache(maxsize=4096)
def _folded(cluster: str) -> tuple[tuple[Kind, str], ...]:
    """The folded characters of one character as written, with its marks."""
    if _STRUCK.search(unicodedata.normalize("NFD", cluster)):
        return ((Kind.OTHER, cluster),)
    if cluster[0] in DASHES:
        return ((Kind.DASH, "-"),)
    if cluster[0] in ARROWS:
        return ((Kind.DASH, ">"),)
    if cluster[0] in RULES:
        return ()
    if cluster[0] in APOSTROPHES or _INVISIBLE.match(cluster):
        return ((Kind.OTHER, ""),)
    return tuple((_kind(char), large(char)) for char in fold(cluster) if not char.isspace())


def _kind(char: str) -> Kind:
    if char in _SIMPLE:
        return _SIMPLE[char]
    if char in DASHES or char in ARROWS:
        return Kind.DASH
    if char in BULLETS:
        return Kind.BULLET
    if "\u3041" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or char == "々":
        return Kind.JAPANESE
    if char.isalpha():
        return Kind.WORD
    if char.isdigit():
        return Kind.NUMBER
    return Kind.BULLET if unicodedata.category(char) in _PICTURES and char not in CROSSES else Kind.OTHER


def is_ornament(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is a bullet or a picture that says nothing: between two words a picture might (⬅, 🔁, 💥)."""
    if tokens[at].kind is not Kind.BULLET:
        return False
    if tokens[at].text in BULLETS or "\U0001f1e6" <= tokens[at].text <= "\U0001f1ff":  # quotes, dots; flags
        return True
    words = [number for number, token in enumerate(tokens) if token.kind in {Kind.WORD, Kind.JAPANESE}]
    return not words or not words[0] < at < words[-1]
