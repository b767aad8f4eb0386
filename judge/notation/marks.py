"""What stands around an order without being part of it: list marks and labels before it, result marks behind it.

They are blanked, not cut away, so that columns stay those of the line as sent.
"""

from __future__ import annotations

import re

from judge.adjudicator.phases import Step

_RESULTS = (
    "bounced?|cut|dislodged|destroyed|void|no convoy|disrupted|blocked|no support|invalid|reorder|no order processed"
)
_BEHIND = re.compile(
    rf"\(\*[^()]*(?:\)|$)|\(\s*(?:{_RESULTS})(?:,\s*(?:{_RESULTS}))*\s*\)\s*\.?\s*$"
    r"|^\s*[#＃](?!\d{1,2}[.):]?\s).*$|(?<=\S)\s(?:[#＃]|//).*$",
    re.IGNORECASE,
)
"""What result mails write behind an order, so that a pasted result reads as the order it reports; and comments."""

_UNIT = r"(?:a|f|army|fleet)\b"
_LISTED = re.compile(
    rf"""\s*(?:
        \d\ufe0f?\u20e3                                 # 1️⃣
      | [#＃]\d{{1,2}}[.):]?(?=\s)                      # 5, with a number sign before it
      | \(?(?:[a-z]|[ivx]{{2,4}})\)(?=\s)               # a)  (b)  iv)
      | (?:[b-eg-z]|[ivx]{{2,4}})[.:](?=\s+{_UNIT})     # b.  i.
      | [af][.:](?=\s+{_UNIT}\s+[^\W\d]{{3}})           # a. A PAR H, but A. PAR H is an army
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_DASHED = re.compile(r"\s*\d{1,2}\s*[-–—−](?=\s*[^\W\d_])")
"""`4- A PAR H`; where units are removed, a minus may mean just that."""

_LABELS = (
    "correction|corrected|correct|corrections|edit|edited|update|updated|change|changed|amended|amendment|revised|"
    "revision|order|orders|final|move|moves|korrektur|korrigiert|befehl|befehle|zug|zuge|züge|corrigé|ordre|ordres|"
    "corrección|correccion|orden|ordenes|órdenes|correzione|ordine|ordini|correctie|correção|ordens|"
    "訂正|修正|変更|命令|行軍|指令"
)
_LABEL = re.compile(rf"\s*(?:(?:my|new|the|meine|neue|mes|mis)\s+){{0,2}}(?:{_LABELS})\s*[:：](?!\s*$)", re.IGNORECASE)
_SEASON = r"(?:spring|summer|fall|autumn|winter|[sfw]|frühjahr|herbst)\.?\s?'?\d{2,4}"
_BEFORE = re.compile(
    rf"""\s*(?:
        (?:hi|hello|hey|dear|greetings|ok|okay|so|well|please|yes|thanks|sorry|oops|hallo|bonjour|hola|ciao|olá|bitte)
          (?:\s+(?:judge|gm|all|there|again|everyone|everybody|you))?\s*[,!.:]
      | (?:(?:here|these|those|below)\s+(?:are|is|come)\s+)?(?:(?:my|our|the)\s+)?(?:{_SEASON}\s+)?
          (?:orders?|moves?|befehle|züge|ordres|ordini|órdenes|ordens)(?:\s+are)?
          (?:\s+(?:for|in|of|für|pour|para|per)(?:\s+[\w']{{1,12}}){{1,3}})?\s*(?::|(?<=are))
      | {_SEASON}(?:\s+(?:orders?|moves?|movement))?\s*[:,-]
    )(?=\s*{_UNIT}\s)""",
    re.IGNORECASE | re.VERBOSE,
)
"""A greeting, or what the orders are, on one line with them."""
_CONDITION = re.compile(r"\W*(?:(?:if|unless|in case|when|falls|wenn|si)\b|もし)", re.IGNORECASE)
_MARKED = frozenset("(#＃/")


def bare(line: str, step: Step) -> str:
    """The line with blanks where a list mark, a label such as `correction:`, result marks or a comment stood."""
    text = _BEHIND.sub(_blanks, line) if not _MARKED.isdisjoint(line) else line
    for marks in (_LABEL, _LISTED) if step is Step.ADJUSTMENTS else (_LABEL, _LISTED, _DASHED):
        text = marks.sub(_blanks, text, count=1) if marks.match(text) else text
    return text


def greeted(line: str) -> str:
    """The line with blanks where a greeting or a heading stood before the first of its orders."""
    found = _BEFORE.match(line)
    return line if found is None else _blanks(found) + line[found.end() :]


def conditional(line: str) -> bool:
    """Whether a line begins as one that depends on something: none of its orders is taken as if it did not."""
    return _CONDITION.match(line) is not None


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found.group())
