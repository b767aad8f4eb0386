"""Lines that came before, kept within bounds: what was read, judged and written once is not worked out again.

Nothing here knows a position. A kept line is an order wherever the board is as the line says, and that is cheap to ask.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from judge.adjudicator.compiled import Compiled
from judge.adjudicator.orders import Order
from judge.adjudicator.outcomes import Reason
from judge.notation.canonical import parse
from judge.notation.plain import Plain, plain

_MEMORY: Final = 20_000
_LONGEST: Final = 64


class Entry:
    """A line as it was read: `order` is its canonical text and `kind` its kind, `reason` why it is none that counts."""

    __slots__ = ("kind", "line", "order", "reason", "status")

    def __init__(self, line: str, status: str, order: str | None, kind: int, reason: Reason | None) -> None:
        self.line = line
        self.kind = kind
        self.status = status
        self.order = order
        self.reason = reason


class Given(Entry):
    """A plain line, whoever gave it: its `order` is the very same text."""

    __slots__ = ("code", "ferry", "other", "task")

    def __init__(self, line: str, plain: Plain) -> None:
        super().__init__(line, "ok", line, plain.task.kind, None)
        self.task = plain.task
        self.code = plain.code
        self.other = plain.other
        self.ferry = plain.ferry


class Lines:
    """A variant's bounded memory of canonical lines. There are many of them, so what is kept of each is small.

    `known` are those that were read, `plain` those that are plain (None: another line).
    """

    __slots__ = ("c", "known", "plain", "silent", "whose")

    def __init__(self, c: Compiled) -> None:
        self.c = c
        self.known: dict[str, Order | None] = {}
        self.plain: dict[str, Given | None] = {}
        self.whose: dict[str, str] = {word: f', {{"power": "{word}", "given": "' for word in c.words}
        """Power → how the JSON of its lines begins."""
        self.silent: dict[str, str] = {}
        """Unit with its power → JSON of the line of such a unit without an order; filled by whoever writes it."""

    def parse(self, line: str) -> Order | None:
        """The order of a canonical line, None for any other line."""
        known = self.known
        if line in known:
            return known[line]
        order = parse(self.c, line)
        if len(line) < _LONGEST:
            if len(known) >= _MEMORY:
                known.clear()
            known[line] = order
        return order

    def of(self, line: str) -> Given | None:
        """A plain line that came for the first time; None if the line is not plain."""
        known = self.plain
        if line in known or len(line) >= _LONGEST:
            return None
        order = parse(self.c, line)
        found = None if order is None else plain(self.c, order)
        if len(known) >= _MEMORY:
            known.clear()
        mine = known[line] = None if found is None else Given(line, found)
        return mine


@lru_cache(maxsize=32)
def lines_of(c: Compiled) -> Lines:
    """The memory that belongs to a compiled variant."""
    return Lines(c)
