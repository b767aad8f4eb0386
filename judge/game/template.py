"""The order template at the end of a mail: a line for each order owed, to be filled in where it stands and sent back.

What a reply quotes is never an order, with one exception: in this block a line that differs from what the very mail
said is one. A line left as it is says nothing. Pure text; which mail was answered is for the use cases to find out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

BEGIN, END = ":: Orders:", ":: End of orders"
MOST_LINES = 120
"""No board has that many units of one power; what a client makes of the rest of a mail is not ours to read."""
_QUOTED = re.compile(r"^[\s>＞|]+")
_BEGIN = re.compile(r"::\s?Orders:\s*(?P<phase>\S.*)", re.IGNORECASE)
_END = re.compile(r"::\s?End\b", re.IGNORECASE)


def template_lines(orders: Mapping[str, Any] | None) -> list[str]:
    """The lines for an order set as mails show it (`judge.game.view.order_set`); none where nothing is owed.

    An order on file stands there whole; what is missing ends where the player goes on writing: `A PAR`, `A CAL R`,
    `BUILD`.
    """
    if orders is None or not orders.get("owes"):
        return []
    lines = [_line(entry, orders["step"]) for entry in orders["set"]]
    return [*lines, *(["BUILD" if orders["builds"] else "REMOVE"] * orders.get("open", 0))]


def _line(entry: Mapping[str, str | None], step: str) -> str:
    if entry["order"]:
        return entry["order"]
    return f"{entry['unit']} R" if step == "R" else str(entry["unit"])


def block(orders: Mapping[str, Any] | None) -> list[str]:
    """The template as it stands in a mail, between the marks by which it is found again."""
    lines = template_lines(orders)
    return [f"{BEGIN} {orders['phase']}", *lines, END] if orders is not None and lines else []


def quoted_block(quoted: Sequence[str]) -> list[str] | None:
    """The lines of the first template that a letter quotes, without quote marks; None if there is none."""
    bare = [_QUOTED.sub("", line).strip() for line in quoted]
    start = next((at for at, line in enumerate(bare) if _BEGIN.fullmatch(line)), None)
    if start is None:
        return None
    rest = bare[start + 1 : start + 1 + MOST_LINES]
    end = next((at for at, line in enumerate(rest) if _END.match(line)), None)
    return None if end is None else [line for line in rest[:end] if line]


def changed(lines: Sequence[str], template: Sequence[str]) -> list[str]:
    """The lines that say something else than the template did."""
    said = {_plain(line).casefold() for line in template}
    return [plain for line in lines if (plain := _plain(line)) and plain.casefold() not in said]


def _plain(line: str) -> str:
    """A line as it was typed: clients make long dashes and hard blanks of ours."""
    return re.sub(r"[\s.]+", " ", re.sub(r"[‐-―−]", "-", unicodedata.normalize("NFKC", line))).strip()
