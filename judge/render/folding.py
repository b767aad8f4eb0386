"""Folding text for a mail's lines: by columns, since a Japanese letter takes two, and by its rules of line ends."""

from __future__ import annotations

import textwrap
import unicodedata

_NOT_FIRST = frozenset("、。，．・：；？！）」』】］｝〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
"""Letters that begin no line (JIS X 4051)."""
_NOT_LAST = frozenset("（「『【［｛〈《")


def columns(text: str) -> int:
    """How wide a text is: full-width letters count two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def fold(text: str, width: int) -> list[str]:
    """A paragraph in lines of at most `width` columns; text without full-width letters between its words only."""
    if columns(text) == len(text):
        if len(text) <= width and text.isprintable() and text.strip() == text:
            return [text] if text else []
        return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    lines, line = [], ""
    for piece in _pieces(text):
        if (
            line
            and columns(line + piece.rstrip()) > width
            and piece[:1] not in _NOT_FIRST
            and line[-1] not in _NOT_LAST
        ):
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def _pieces(text: str) -> list[str]:
    """What a line is never broken inside of: a full-width letter, or a word with the blank behind it."""
    pieces: list[str] = []
    narrow = False
    for letter in text:
        wide = unicodedata.east_asian_width(letter) in "WF"
        if wide or not narrow or pieces[-1].endswith(" "):
            pieces.append(letter)
        else:
            pieces[-1] += letter
        narrow = not wide
    return pieces
