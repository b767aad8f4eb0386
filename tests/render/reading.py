"""What an outside script does with a results mail: read orders and board back from its text part."""

from __future__ import annotations

import re

from judge.adjudicator.position import Dislodged, Position
from judge.adjudicator.variant import Variant

ROW = re.compile(r"^(?:(?P<power>\S[^:]*): +|  +)(?P<list>\S.*)$")


def rows_after(text: str, title: str) -> dict[str, list[str]]:
    """The rows of a block: `France:     A PAR, A DIJ.` and what is wrapped below it."""
    lines = text.rsplit(f"\n{title}\n", maxsplit=1)[-1].splitlines() if f"\n{title}\n" in text else []
    rows: dict[str, str] = {}
    power = ""
    for line in lines:
        found = ROW.match(line)
        if not found:
            break
        power = found["power"] or power
        rows[power] = f"{rows.get(power, '')} {found['list']}"
    return {name: [item.strip() for item in row.rstrip(".").split(",")] for name, row in rows.items()}


def board_of(
    text: str,
    variant: Variant,
    *,
    units: str = "Units:",
    dislodged: str = "Dislodged, and where they may retreat:",
    centres: str = "Supply centres:",
) -> Position:
    """The position that a mail's text tells, below titles that are the same in every mail of a language."""
    words = {power.name: power.word for power in variant.powers}
    (phase,) = re.findall(r"^:: Deadline: (\S+)", text, re.MULTILINE)
    losers = {words[name]: tuple(_loser(item) for item in items) for name, items in rows_after(text, dislodged).items()}
    standing = {words[name]: tuple(sorted(items)) for name, items in rows_after(text, units).items()}
    owned = {words[name]: tuple(sorted(items)) for name, items in rows_after(text, centres).items()}
    return Position(phase, standing, owned, losers)


def _loser(item: str) -> Dislodged:
    found = re.fullmatch(r"(\w \S+) \((.*)\)", item)
    assert found
    return Dislodged(found[1], () if found[2] in ("none", "なし") else tuple(found[2].split()))


def skeleton_of(text: str) -> dict[tuple[str, str], tuple[str, list[str]]]:
    """Power and unit → order and marks, from the lines between title and the units dislodged."""
    found: dict[tuple[str, str], tuple[str, list[str]]] = {}
    shape = re.compile(
        r"^(?P<power>\w+): (?P<unit>(?:Army|Fleet) .+?),? "
        r"(?P<order>->.*?|HOLD|SUPPORT .*?|CONVOY .*?|No Order Processed)\.(?:  \(\*(?P<marks>.*)\*\))?$"
    )
    for line in text.split("results for ")[1].split("The following units", maxsplit=1)[0].splitlines():
        if match := shape.match(line):
            marks = match["marks"].split(", ") if match["marks"] else []
            found[match["power"], match["unit"]] = (match["order"], marks)
    return found
