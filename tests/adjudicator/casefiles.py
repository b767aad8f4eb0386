"""Reads the case files of tests/cases/datc: one case a block, in the words of an order sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

CASES = Path(__file__).parent.parent / "cases"
_HEAD = re.compile(r"([A-Z]+) (has|owns|orders|retreats|builds|removes)(?: (.*))?")


@dataclass
class Case:
    """A block: each power's units, centres, lines (with what is said to become of them), and the facts at its end."""

    name: str
    has: dict[str, list[str]] = field(default_factory=dict)
    owns: dict[str, list[str]] = field(default_factory=dict)
    owed: dict[str, int] = field(default_factory=dict)
    orders: dict[str, list[str]] = field(default_factory=dict)
    retreats: dict[str, list[str]] = field(default_factory=dict)
    said: dict[str, list[str]] = field(default_factory=lambda: {"orders": [], "retreats": []})
    facts: list[tuple[str, list[str]]] = field(default_factory=list)

    def fact(self, name: str) -> list[str]:
        return [item for key, items in self.facts if key == name for item in items]


def read_cases(name: str) -> list[Case]:
    """All cases of a file."""
    return parse_cases((CASES / "datc" / name).read_text(encoding="utf-8"))


def parse_cases(text: str) -> list[Case]:
    """The cases of a text: blocks with a blank line between them."""
    return [_case(block.split("\n")) for block in text.strip().split("\n\n") if not block.startswith("#")]


def _case(lines: list[str]) -> Case:
    case = Case(lines[0])
    sheet: tuple[str, str] | None = None
    for line in lines[1:]:
        head = _HEAD.fullmatch(line)
        if line.startswith("  ") and sheet is not None:
            order, _, outcome = line.strip().partition("->")
            getattr(case, sheet[1])[sheet[0]].append(order.strip())
            case.said[sheet[1]].append(outcome.strip())
        elif head:
            power, verb, rest = head.groups()
            if verb in ("has", "owns"):
                getattr(case, verb).setdefault(power, []).extend(rest.split(", "))
            elif verb in ("builds", "removes"):
                case.owed[power] = int(rest) if verb == "builds" else -int(rest)
            else:
                getattr(case, verb).setdefault(power, [])
                sheet = (power, verb)
        else:
            key, _, items = line.partition(": ")
            case.facts.append((key, items.split(", ")))
    return case
