"""What the grammar makes of a line: a draft whose places may have several meanings, or the token where it stuck."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from judge.adjudicator.orders import OrderKind
from judge.notation.keywords import Word
from judge.notation.names import Match


class Stuck(Exception):  # noqa: N818 - it never leaves this package: `reader` turns it into an answer
    """Reading cannot go on at a token. `code` says why, `at` is the token's number (the end: their count).

    A coast that the province does not have comes with the province's `ref`.
    """

    def __init__(self, code: str, at: int, ref: Ref | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.at = at
        self.ref = ref


class Patch(NamedTuple):
    """What a suggestion puts in the place of misspelt tokens: a province with its coast, or a word's role."""

    tokens: int
    province: int = -1
    role: Word | None = None
    coast: str = ""


class Ref(NamedTuple):
    """A province as written: what it may be, with coast and berth, and the tokens it takes."""

    match: Match
    start: int
    end: int
    coast: str = ""
    berth: int = 0


class Phrase(NamedTuple):
    """A unit as written: owner by nationality, kind by letter or word (-1: not given), and where."""

    ref: Ref
    unit: int = -1
    owner: int = -1


@dataclass(frozen=True, slots=True)
class Draft:
    """An order as written. `kind` None: only a unit was named."""

    kind: OrderKind | None
    who: Phrase | None = None
    other: Phrase | None = None
    target: Ref | None = None
    route: tuple[Ref, ...] = ()
    via: bool = False
    struck_power: int = -1
    struck_berth: int = 0


def with_kind(draft: Draft, kind: OrderKind) -> Draft:
    """The draft with a kind that its words left open."""
    return replace(draft, kind=kind)
