"""An order that a mail program broke over two lines or three, and one whose parts stood in cells of a table.

Lines are put together only where neither the first says all nor the next anything by itself, and the whole is an order
without doubt: of words that held no order none is made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.phases import Step
from judge.adjudicator.variant import Variant
from judge.notation.answers import Hints
from judge.notation.lines import looks_like_order
from judge.notation.reader import read
from judge.notation.tokens import LONGEST

MOST_LINES = 3
_FULL = 50
"""Characters of a line that a mail program may have broken behind any word."""
_UNDONE = re.compile(
    r"(?:[-–—−→>]|\b(?:to|the|in|of|from|into|via|s|c|supports?|supporting|convoys?|army|fleet))\s*", re.IGNORECASE
)
_GOES_ON = re.compile(r"\s*(?:[-–—−→>]+\s*(?:\w|$)|to\s+\w)", re.IGNORECASE)
_UNIT_FIRST = re.compile(r"\W{0,6}(?:the |my |an? |\w+: ?|\d+\W{1,3})?(?:army|fleet|[af])\b", re.IGNORECASE)
_NOBODY = Hints(-1, lambda _: None)


def may_be_wrapped(first: str, second: str) -> bool:
    """Whether it is worth a look at all; most pairs of lines say at once that they are two."""
    if len(first) >= _FULL and _UNIT_FIRST.match(first) is None:
        return _GOES_ON.match(second) is not None
    return len(first) >= _FULL or _ends_undone(first) or _GOES_ON.match(second) is not None


def lines_of_order(variant: Variant, first: str, following: Sequence[str]) -> int:
    """How many lines the order takes that begins with the first; 1 where the first is all of it."""
    goes_on = bool(following) and _GOES_ON.match(following[0]) is not None
    if not goes_on and _UNIT_FIRST.match(first) is None and not looks_like_order(variant, first):
        return 1
    alone = read(variant, first, Step.MOVEMENT, _NOBODY)
    if isinstance(alone, Order) and (not goes_on or alone.kind is OrderKind.MOVE):
        return 1
    whole = first
    for count, text in enumerate(following[: MOST_LINES - 1], 2):
        if looks_like_order(variant, text):
            return 1
        whole = f"{whole} {text.strip()}"
        if len(whole) > LONGEST:
            return 1
        if looks_like_order(variant, whole) and _reads(variant, whole):
            return count
    return 1


def _ends_undone(text: str) -> bool:
    words = text.rstrip().rsplit(None, 1)
    return bool(words) and _UNDONE.fullmatch(words[-1]) is not None


def _reads(variant: Variant, text: str) -> bool:
    return isinstance(read(variant, text, Step.MOVEMENT, _NOBODY), Order)
