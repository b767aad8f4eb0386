"""Did you mean: the commands that a line which is none seems to be, by the words at its beginning."""

from __future__ import annotations

import re
from functools import lru_cache

from judge.usecases.script import slips
from judge.usecases.verbs import VERBS

MOST_WORDS = 8
"""Longer lines are prose."""
MOST_SHOWN = 3


@lru_cache(maxsize=1)
def _heads() -> tuple[tuple[tuple[str, ...], float, str], ...]:
    """The capital words that forms begin with, and the form. Those of SET without it too, which is often left out; such
    come after what is so called by itself."""
    found: dict[tuple[tuple[str, ...], float, str], None] = {}
    for verb in VERBS:
        for form in verb.syntax.split(" | "):
            head = _head(form)
            if head:
                found[head, 0.0, form] = None
            if head[:1] == ("SET",) and len("".join(head[1:])) > 3:
                found[head[1:], 0.5, form] = None
    return tuple(found)


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
    if not words or len(words) > MOST_WORDS or len(words[0]) < 2:
        return []
    scored: list[tuple[float, str]] = []
    for head, later, form in _heads():
        apart = _apart(words[: len(head)], head)
        if apart is not None:  # few slips, and many words and letters that fit
            scored.append((apart + later - 1.5 * len(head) - len("".join(head)) / 100, form))
    best = min((score for score, _ in scored), default=0.0)
    return list(dict.fromkeys(form for score, form in scored if score == best))[:MOST_SHOWN]


def _apart(words: list[str], head: tuple[str, ...]) -> int | None:
    """Slips between a line's first words and a form's, None if some word is another one or runs into the next."""
    if len(words) == len(head):
        each = [slips(one, other) for one, other in zip(words, head, strict=True)]
        if all(count <= _allowed(word) for count, word in zip(each, head, strict=True)):
            return sum(each)
        if len(head) > 1 and sum(each) == 1:
            return 1
    glued = "".join(head)
    return 1 if len(head) > 1 and words[:1] == [glued] else None


def _allowed(word: str) -> int:
    """Slips that still count as a slip: none in the shortest words, two in long ones."""
    return 0 if len(word) < 4 else 1 if len(word) < 6 else 2
