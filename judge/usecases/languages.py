"""Languages of people: which there are, which one a letter is written in, and commands written in Japanese.

Japanese commands become the English ones before they are matched, so there is one table of verbs; the words are those
of Petit's designer (行軍, 講和, 国際会議場, 観戦) and everyday ones. Full-width letters and digits are read as plain.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LANGUAGES = {"en": ("english", "英語"), "ja": ("japanese", "jp", "日本語")}
"""Code of a language → other words for it. Mails in a language without a sentence borrow the English one."""
_KANA = re.compile(r"[\u3041-\u309f\u30a1-\u30fa]")
_WIDE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_WORDS: tuple[tuple[str, str], ...] = (
    (r"参加(?:する|します)?[\s:]*", "JOIN "),
    (r"(?:登録)(?:する|します)?[\s:]*", "REGISTER "),
    (r"観戦(?:する|します)?[\s:]*", "OBSERVE "),
    (r"交代(?:する|します)?[\s:]*", "TAKEOVER "),
    (r"(?:作成|開催)(?:する|します)?[\s:]*", "CREATE "),
    (r"(?:署名|サインオン)[\s:]*", "SIGNON "),
    (r"(?:サインオフ|署名終了)$", "SIGNOFF"),
    (r"講和(?:の|を)?(?:取消|取り消し|撤回|反対)(?:する|します)?$", "NO PEACE"),
    (r"講和(?:に|を)?(?:賛成|宣言|表明)?(?:する|します)?$", "PEACE"),
    (r"(?:国際会議場|会議場)(?:終了|終わり|終り)$", "ENDBROADCAST"),
    (r"(?:国際会議場|会議場)[\s:]*$", "BROADCAST"),
    (r"(?:書簡|通信|外交)(?:終了|終わり|終り)$", "ENDPRESS"),
    (r"(?:書簡|通信|外交)[\s:]+(?P<to>.+?)(?:宛て|宛|へ)?[\s:]*$", r"PRESS TO \g<to>"),
    (r"(?:行軍|命令)?(?:取消|取り消し|クリア)$", "CLEAR"),
    (r"(?:状況|状態|確認)[\s:]*", "STATUS "),
    (r"(?:一覧|卓一覧)[\s:]*", "LIST "),
    (r"(?:地図|マップ)[\s:]*", "MAP "),
    (r"(?:履歴)[\s:]*", "HISTORY "),
    (r"(?:ルール|規則)[\s:]*", "VARIANT "),
    (r"(?:ヘルプ|説明)[\s:]*$", "HELP"),
    (r"(?:言語)[\s:]+", "SET LANGUAGE "),
    (r"(?:辞退|退席|降板)(?:する|します)?$", "RESIGN"),
)
"""Japanese words at the start of a line → the English command they stand for."""
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
    for words, english in _WORDS:
        found = re.match(words, folded)
        if found:
            return (found.expand(english) + folded[found.end() :]).strip()
    return folded


def without_heading(text: str) -> str:
    """An order line without the seed's heading 行軍 (orders); empty if the line is nothing but the heading."""
    found = _MARCH.match(unicodedata.normalize("NFKC", text).strip()) if "行軍" in text[:4] else None
    return text if found is None else (found.group("rest") or "")
