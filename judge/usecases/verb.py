"""One command of the table: how its line looks, what it is for, an example. HELP and the pages are made of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

GAME = r"[A-Za-z][A-Za-z0-9_-]{0,29}"
SEAT = rf"\??\s?[\w-]{{1,31}}(?:@{GAME})?"
PASSWORD = r"(?:\s+(?P<password>[^\s<>]+))?"  # noqa: S105 - the form of one


@dataclass(frozen=True, slots=True)
class Verb:
    """One command. `forms` match the whole line (blanks squeezed, case ignored); named groups are its arguments.

    `block` words end a block that the verb opens; a block of `order_lines` also ends before the next command.
    `deferred` commands act only if the letter has no bad line.
    """

    name: str
    forms: tuple[re.Pattern[str], ...]
    syntax: str
    example: str
    summary: str
    """What it does, in one or two sentences, for HELP and the reference."""
    who: str = "player"
    block: tuple[str, ...] = ()
    order_lines: bool = False
    deferred: bool = False

    @property
    def first_words(self) -> tuple[str, ...]:
        """The words a line of this verb can begin with, for did-you-mean."""
        return tuple(dict.fromkeys(form.split()[0].rstrip("!") for form in self.syntax.replace("[", "").split(" | ")))


def verb(
    name: str,
    *forms: str,
    syntax: str,
    example: str,
    summary: str,
    who: str = "player",
    block: tuple[str, ...] = (),
    order_lines: bool = False,
    deferred: bool = False,
) -> Verb:
    """A verb whose forms are given as patterns."""
    patterns = tuple(re.compile(form, re.IGNORECASE) for form in forms)
    return Verb(name, patterns, syntax, example, summary, who, block, order_lines, deferred)
