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
    """A power's line as it was read: `order` is its canonical text and `kind` its kind, `reason` why it does not count.

    `json` and `done` are for whoever writes it down more than once: the line, and the line as done where all is well.
    """

    __slots__ = ("done", "json", "kind", "line", "order", "power", "reason", "status")

    def __init__(self, power: str, line: str, status: str, order: str | None, kind: int, reason: Reason | None) -> None:
        self.power = power
        self.line = line
        self.kind = kind
        self.status = status
        self.order = order
        self.reason = reason
        self.json = ""
        self.done = ""


class Given(Entry):
    """A plain line as a power gave it."""

    __slots__ = ("code", "ferry", "other", "task")

    def __init__(self, power: str, line: str, plain: Plain) -> None:
        super().__init__(power, line, "ok", line, plain.task.kind, None)
        self.task = plain.task
        self.code = plain.code
        self.other = plain.other
        self.ferry = plain.ferry


class Lines:
    """A variant's bounded memory of canonical lines.

    `known` are those that were read, `plain` those that are plain (None: another line), `given` has these by power.
    """

    __slots__ = ("c", "given", "known", "plain", "share", "silent")

    def __init__(self, c: Compiled) -> None:
        self.c = c
        self.known: dict[str, Order | None] = {}
        self.plain: dict[str, Plain | None] = {}
        self.given: list[dict[str, Given]] = [{} for _ in c.words]
        self.share = _MEMORY // len(c.words)
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

    def of(self, power: int, line: str) -> Given | None:
        """A plain line that this power gives for the first time; None if the line is not plain."""
        known = self.plain
        found = known.get(line)
        if found is None:
            if line in known or len(line) >= _LONGEST:
                return None
            order = parse(self.c, line)
            found = None if order is None else plain(self.c, order)
            if len(known) >= _MEMORY:
                known.clear()
            known[line] = found
            if found is None:
                return None
        given = self.given[power]
        if len(given) >= self.share:
            given.clear()
        mine = given[line] = Given(self.c.words[power], line, found)
        return mine


@lru_cache(maxsize=32)
def lines_of(c: Compiled) -> Lines:
    """The memory that belongs to a compiled variant."""
    return Lines(c)
