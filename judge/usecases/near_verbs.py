"""Did you mean: the commands that a line which is none seems to be, by the words at its beginning."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from judge.usecases.script import slips
from judge.usecases.verbs import VERBS, Verb

MOST_WORDS = 8
"""Longer lines are prose."""
MOST_SHOWN = 3
_DRAW = ("SET DRAW [powers]",)
_LEAVE = ("RESIGN", "PREFERENCES")
ELSEWHERE = {
    "UNSUBSCRIBE": ("PREFERENCES", "RESIGN"), "STOP": ("PREFERENCES", "RESIGN"), "QUIT": _LEAVE, "LEAVE": _LEAVE,
    "LEAVE GAME": _LEAVE, "SURRENDER": _LEAVE, "VOTE DRAW": _DRAW, "PROPOSE DRAW": _DRAW, "OFFER DRAW": _DRAW,
    "COMMIT": ("READY",), "FINALIZE": ("READY",), "FINALISE": ("READY",), "SUBMIT": ("READY",),
}  # fmt: skip
"""Whole lines that are commands elsewhere, and what comes nearest here."""


_CELLS = frozenset(
    {"UNIT", "UNITS", "ORDER", "ORDERS", "POWER", "PROVINCE", "MOVE", "MOVES", "TYPE", "FROM", "TO", "ACTION", "TARGET"}
)
"""What stands at the head of a table of orders."""


class _Head(NamedTuple):
    """Capital words that a form begins with. Those of SET without it too, which is often left out; such come `later`,
    after what is so called by itself."""

    words: tuple[str, ...]
    later: float
    form: str
    verb: Verb


@lru_cache(maxsize=1)
def _heads() -> tuple[_Head, ...]:
    found: dict[_Head, None] = {}
    for verb in VERBS:
        for form in verb.syntax.split(" | "):
            head = _head(form)
            if head:
                found[_Head(head, 0.0, form, verb)] = None
            if head[:1] == ("SET",) and len("".join(head[1:])) > 3:
                found[_Head(head[1:], 0.5, form, verb)] = None
    return tuple(found)


@lru_cache(maxsize=8192)
def _begun_by(word: str) -> tuple[_Head, ...]:
    """The heads that a line may have which begins with a word: most words begin none."""
    return tuple(
        head
        for head in _heads()
        if _slips(word, head.words[0], len(head.words) > 1) <= 2 or word == "".join(head.words)
    )


def _head(form: str) -> tuple[str, ...]:
    words: list[str] = []
    for word in form.split():
        bare = word.rstrip("!?…")
        if not re.fullmatch(r"[A-Z]{2,}|I", bare):
            break
        words.append(bare)
    return tuple(words)


def near_verbs(text: str) -> list[str]:
    """The forms that a line seems to mean: their first words are there (with other things behind), or nearly there."""
    words = [word.strip(".,:;!?") for word in text.upper().split()]
    if elsewhere := ELSEWHERE.get(" ".join(words)):
        return list(elsewhere)
    if not words or len(words) > MOST_WORDS or len(words[0]) < 2 or (len(words) > 1 and _CELLS.issuperset(words)):
        return []
    scored: list[tuple[float, str]] = []
    for head in _begun_by(words[0]):
        apart = _apart(words[: len(head.words)], head.words)
        if apart is not None and (apart == 0 or _goes_on(head, words)):  # few slips, many words and letters that fit
            scored.append((apart + head.later - 1.5 * len(head.words) - len("".join(head.words)) / 100, head.form))
    best = min((score for score, _ in scored), default=0.0)
    return list(dict.fromkeys(form for score, form in scored if score == best))[:MOST_SHOWN]


def _goes_on(head: _Head, words: list[str]) -> bool:
    """Whether the line would be the command, or the beginning of its form, were its first words not misspelt.

    "for more details" is no FORM: people's sentences begin with words that are a letter away from a command.
    """
    rest = words[1 if words[0] == "".join(head.words) else len(head.words) :]
    whole = " ".join((*(("SET",) if head.later else ()), *head.words, *rest))
    return not rest or any(form.fullmatch(whole) for form in head.verb.forms)


def _apart(words: list[str], head: tuple[str, ...]) -> int | None:
    """Slips between a line's first words and a form's, None if some word is another one or runs into the next."""
    if len(words) == len(head):
        each = [_slips(one, other, len(head) > 1) for one, other in zip(words, head, strict=True)]
        if all(count <= _allowed(word) for count, word in zip(each, head, strict=True)):
            return sum(each)
        if len(head) > 1 and sum(each) == 1:
            return 1
    glued = "".join(head)
    return 1 if len(head) > 1 and words[:1] == [glued] else None


@lru_cache(maxsize=8192)
def _slips(word: str, head: str, among_others: bool) -> int:
    """Slips between two words; more than are allowed are not counted out, for most words are simply others."""
    most = max(_allowed(head), among_others)
    if abs(len(word) - len(head)) > most or len(set(word) ^ set(head)) > 2 * most:
        return most + 9
    return slips(word, head)


def _allowed(word: str) -> int:
    """Slips that still count as a slip: none in the shortest words, two in long ones."""
    return 0 if len(word) < 4 else 1 if len(word) < 6 else 2
