"""Conditional orders for a later phase: `IF`, `ELSE IF`, `ELSE`, `ENDIF`, as nJudge has them. Pure.

A condition asks the board of that phase: `[NOT] [power] [A|F] province`, several joined by AND or OR, of which AND
binds tighter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.notation.names import lexicon
from judge.notation.powers import find_power
from judge.notation.tokens import tokenize

_IF = re.compile(r"(?:ELSE ?)?IF\s+(?P<condition>.+?)(?:\s+THEN)?", re.IGNORECASE)
_ELSE_IF = re.compile(r"ELSE ?IF\b", re.IGNORECASE)
_ELSE = re.compile(r"ELSE", re.IGNORECASE)
_END = re.compile(r"END ?IF|FI", re.IGNORECASE)


def is_branch(line: str) -> bool:
    """Whether a line is IF, ELSE IF, ELSE or ENDIF."""
    plain = line.strip().rstrip(":")
    return any(form.fullmatch(plain) for form in (_IF, _ELSE, _END))


def branch_problem(variant: Variant, line: str, depth: int) -> str | None:
    """What is wrong with a branch line at a depth of open IFs: the part that can't be read, or its own word."""
    plain = line.strip().rstrip(":")
    opening = _IF.fullmatch(plain)
    if (opening is None or _ELSE_IF.match(plain)) and depth == 0:
        return plain
    if opening is None:
        return None
    return next((term for term in _terms(opening.group("condition")) if _read(variant, term) is None), None)


def depth_after(line: str, depth: int) -> int:
    """How many IFs are open after a line."""
    plain = line.strip().rstrip(":")
    if _END.fullmatch(plain):
        return depth - 1
    return depth + 1 if _IF.fullmatch(plain) and not _ELSE_IF.match(plain) else depth


def chosen(variant: Variant, position: Position, lines: Sequence[str]) -> list[str]:
    """The order lines whose conditions the board fulfils."""
    taken: list[str] = []
    open_ifs: list[_Open] = []
    for line in lines:
        plain = line.strip().rstrip(":")
        if not is_branch(plain):
            if all(each.active for each in open_ifs):
                taken.append(line)
            continue
        _branch(variant, position, plain, open_ifs)
    return taken


@dataclass(slots=True)
class _Open:
    """An IF whose ENDIF has not come: whether its present branch counts, and whether one has counted already."""

    active: bool
    done: bool


def _branch(variant: Variant, position: Position, plain: str, open_ifs: list[_Open]) -> None:
    opening = _IF.fullmatch(plain)
    if _END.fullmatch(plain):
        if open_ifs:
            open_ifs.pop()
    elif opening and not _ELSE_IF.match(plain):
        true = _holds(variant, position, opening.group("condition"))
        open_ifs.append(_Open(true, true))
    elif open_ifs:
        here = open_ifs[-1]
        here.active = not here.done and (opening is None or _holds(variant, position, opening.group("condition")))
        here.done = here.done or here.active


def _terms(condition: str) -> list[str]:
    return [term.strip() for term in re.split(r"\b(?:AND|OR)\b", condition, flags=re.IGNORECASE)]


def _holds(variant: Variant, position: Position, condition: str) -> bool:
    either = re.split(r"\bOR\b", condition, flags=re.IGNORECASE)
    return any(all(_true(variant, position, term) for term in _terms(part)) for part in either)


@dataclass(frozen=True, slots=True)
class _Term:
    """`NOT FRANCE A PAR`, read."""

    negated: bool
    power: str | None
    kind: str | None
    place: str


def _read(variant: Variant, term: str) -> _Term | None:
    words = term.split()
    negated = bool(words) and words[0].upper() in ("NOT", "NO")
    words = words[1:] if negated else words
    power: str | None = None
    if len(words) > 1 and (found := find_power(variant, words[0])) is not None and _place(variant, words) is None:
        power, words = variant.powers[found].word, words[1:]
    kind: str | None = None
    if len(words) > 1 and words[0].upper() in ("A", "F", "ARMY", "FLEET"):
        kind, words = words[0][0].upper(), words[1:]
    place = _place(variant, words)
    return None if place is None else _Term(negated, power, kind, place)


def _place(variant: Variant, words: Sequence[str]) -> str | None:
    """The province that all the words together name."""
    tokens = tokenize(" ".join(words))
    found = lexicon(variant).at(tokens, 0) if tokens else None
    if found is None or found.tokens != len(tokens) or (found.literal < 0 and len(found.provinces) != 1):
        return None
    return variant.board.provinces[found.literal if found.literal >= 0 else found.provinces[0]].code


def _true(variant: Variant, position: Position, term: str) -> bool:
    read = _read(variant, term)
    if read is None:
        return False
    there = any(
        unit.split()[1].partition("/")[0] == read.place and read.kind in (None, unit.split()[0])
        for power, units in position.units.items()
        if read.power in (None, power)
        for unit in units
    )
    return there is not read.negated
