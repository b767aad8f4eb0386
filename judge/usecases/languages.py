"""Languages of people: which there are, which one a letter is written in, and commands written in Japanese.

Japanese commands become the English ones before they are matched, so there is one table of verbs; the words are those
of Petit's designer (行軍, 講和, 国際会議場, 観戦) and everyday ones. Full-width letters and digits are read as plain.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from judge.usecases.words_ja import JAPANESE

LANGUAGES = {"en": ("english", "英語"), "ja": ("japanese", "jp", "日本語")}
"""Code of a language → other words for it. Mails in a language without a sentence borrow the English one."""
_KANA = re.compile(r"[\u3041-\u309f\u30a1-\u30fa]")
_WIDE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_MARCH = re.compile(r"行軍(?:提出|表)?\s*[::]?\s*$|行軍\s*[::]\s*(?P<rest>\S.*)$")


def find_language(text: str) -> str | None:
    """The code of a language by its code or a word for it."""
    wanted = unicodedata.normalize("NFKC", text).strip().lower()
    return next((code for code, words in LANGUAGES.items() if wanted == code or wanted in words), None)


def language_of(lines: Iterable[str]) -> str:
    """The language a stranger's first letter seems to be written in: kana are Japanese."""
    return "ja" if any(_KANA.search(line) for line in lines) else "en"


def plain(text: str) -> str:
    """A line as the command table matches it: full-width forms folded, Japanese command words in English."""
    if not _WIDE.search(text):
        return text
    folded = unicodedata.normalize("NFKC", text).strip().rstrip("。")
    for words, english in JAPANESE:
        found = re.match(words, folded)
        if found:
            return (found.expand(english) + folded[found.end() :]).strip()
    return folded


def without_heading(text: str) -> str:
    """An order line without the seed's heading 行軍 (orders); empty if the line is nothing but the heading."""
    found = _MARCH.match(unicodedata.normalize("NFKC", text).strip()) if "行軍" in text[:4] else None
    return text if found is None else (found.group("rest") or "")
