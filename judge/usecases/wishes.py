"""What a letter in plain sentences seems to ask for: the commands that do it. Only shown, never carried out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from judge.notation.tokens import fold

MOST = 3
_LONGEST = 200
_MASTER, _POWER = "PRESS TO MASTER … ENDPRESS", "PRESS TO power … ENDPRESS"
_WISHES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\b(?:extension|more time|postpone|extend|prolong)|verlanger|prolongation|prorroga|延長", (_MASTER,)),
    (r"\b(?:no|dont|do not) wait\b", ("SET NOWAIT",)),
    (r"\b(?:holiday|vacation|away|travell?ing|absent|absence|urlaub|vacances|vacaciones)\b|休暇|不在|旅行|留守",
     ("SET ABSENCE date TO date",)),
    (r"\b(?:resign|quit|give up|drop out|leave (?:the|this) game|remove me|unsubscribe)\b|辞退|抜けたい|やめたい",
     ("RESIGN", "PREFERENCES")),
    (r"\bdraw\b|\bremis\b|\bunentschieden\b|引き?分け|講和", ("SET DRAW [powers]",)),
    (r"\bhow (?:do|can|to|does)\b|\bnew here\b|\bjoin\b|遊び方|参加", ("HELP", "LIST", "JOIN game [password]")),
    (r"\b(?:concede|surrender)\b", ("SET CONCEDE power",)),
    (r"\b(?:cancel|withdraw|take back|delete|undo|clear)\b.*\b(?:orders?|moves?|everything|all|[af] \w{3})\b|取り?消",
     ("CLEAR", "UNDO")),
    (r"\b(?:deadline|due|frist|echeance|plazo)\b|締切|締め切り", ("STATUS",)),
    (r"\b(?:show|see|list|what are|current|view)\b.*\borders\b", ("STATUS",)),
    (r"\bpassword\b|\bpasswort\b|パスワード", ("SET PASSWORD new",)),
    (r"\b(?:tell|message|write|say|forward)\b.*\bto\b|^(?:to|an|a|message for) \w+ ?[:,]|^tell \w+|伝えて", (_POWER,)),
)  # fmt: skip
_READ = tuple((re.compile(pattern), forms) for pattern, forms in _WISHES)


def wishes(lines: Iterable[str]) -> list[str]:
    """The forms of the commands that lines of prose seem to ask for; none if nothing fits."""
    found: dict[str, None] = {}
    for line in lines:
        text = fold(line[:_LONGEST])
        for pattern, forms in _READ:
            if pattern.search(text):
                found.update(dict.fromkeys(forms))
    return list(found)[:MOST]
