"""The year of a .map file, BEGIN and FLOW, as a calendar of turns.

FLOW is a little program: seasons with their phases, NEWYEAR:n, and IFYEARDIV:d=m, which goes on only in fitting years
and otherwise starts the list again. It is played through until it repeats itself; what it passed is the cycle of turns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import lcm

DEFAULT_FLOW = ("SPRING:MOVEMENT,RETREATS", "FALL:MOVEMENT,RETREATS", "WINTER:ADJUSTMENTS")
MAX_TURNS = 60
_STEPS = {"MOVEMENT": "M", "RETREATS": "R", "RETREAT": "R", "ADJUSTMENTS": "A", "ADJUSTMENT": "A"}


@dataclass(frozen=True, slots=True)
class DraftTurn:
    """A turn of the cycle: the season's word, its code, the letters of its steps, the years before it."""

    word: str
    year: int
    steps: str
    season: str = ""
    ownership: bool = False
    years: int = 0
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftCalendar:
    """The turns, the first phase and the first movement, as codes; and words of FLOW that were not understood."""

    turns: tuple[DraftTurn, ...]
    first: str
    first_movement: str
    unknown: tuple[str, ...]


def read_calendar(begin: tuple[str, int, str], flow: list[str]) -> DraftCalendar:
    """Turn BEGIN and FLOW into a cycle. Raises ValueError if they make none."""
    passed, unknown = _play(begin, tuple(flow) or DEFAULT_FLOW)
    merged = _merge_adjustments(passed)
    codes = _codes([turn.word for turn in merged])
    turns = tuple(
        replace(
            turn,
            season=codes[turn.word],
            aliases=tuple(code for code in (_codes([*codes, alias])[alias] for alias in turn.aliases) if code),
            ownership="A" in turn.steps or merged[(at + 1) % len(merged)].steps == "A",
        )
        for at, turn in enumerate(merged)
    )
    season, year, phase = begin
    first = f"{codes.get(season, codes[turns[0].word])}{year}{_STEPS.get(phase, 'M')}"
    movement = next((turn for turn in turns if "M" in turn.steps), None)
    if movement is None:
        raise ValueError("no season has a movement")
    moves = year + (movement.years if turns[0].steps == "A" else 0)
    return DraftCalendar(turns, first, first if first.endswith("M") else f"{movement.season}{moves}M", unknown)


def _play(begin: tuple[str, int, str], flow: tuple[str, ...]) -> tuple[list[DraftTurn], tuple[str, ...]]:
    """Go through the list from BEGIN until the same word comes again in a year that all tests take alike."""
    season, start, _ = begin
    tests = [int(word.split(":")[1].split("=")[0]) for word in flow if word.startswith("IFYEARDIV")]
    cycle, explicit = lcm(*tests) if tests else 1, any(word.startswith("NEWYEAR") for word in flow)
    year, passed, head = start, list[DraftTurn](), -1
    for _ in range(MAX_TURNS):
        for at, word in enumerate(flow):
            kind, _, rest = word.partition(":")
            if kind == "NEWYEAR":
                year += int(rest or 1) if head >= 0 else 0
            elif kind == "IFYEARDIV":
                if not _fits(year, rest):
                    break
            elif head < 0 and kind != season:
                continue
            elif at == head and (year - start) % cycle == 0:
                return _with_years(passed, year), _unknown(flow)
            else:
                head = at if head < 0 else head
                passed.append(DraftTurn(kind, year, "".join(_STEPS.get(phase, "") for phase in rest.split(","))))
        year += 0 if explicit or head < 0 else 1
    raise ValueError("BEGIN and FLOW make no cycle")


def _fits(year: int, rest: str) -> bool:
    divisor, _, remainder = rest.partition("=")
    return year % int(divisor) == int(remainder or 0)


def _unknown(flow: tuple[str, ...]) -> tuple[str, ...]:
    """Kinds of phases that no judge of this project knows."""
    lists = [word.partition(":")[2] for word in flow if not word.startswith(("NEWYEAR", "IFYEARDIV"))]
    return tuple(dict.fromkeys(phase for phases in lists for phase in phases.split(",") if phase not in _STEPS))


def _with_years(passed: list[DraftTurn], end: int) -> list[DraftTurn]:
    passed = [turn for turn in passed if turn.steps]
    if not passed:
        raise ValueError("no season has a phase")
    before = [passed[-1].year - (end - passed[0].year), *(turn.year for turn in passed)]
    return [replace(turn, years=turn.year - last) for turn, last in zip(passed, before, strict=False)]


def _merge_adjustments(turns: list[DraftTurn]) -> list[DraftTurn]:
    """Winter's adjustments belong to the turn of the moves before them: F1901A, also understood as W1901A."""
    merged: list[DraftTurn] = []
    for turn in turns:
        last = merged[-1] if merged else None
        joins = last is not None and turn.word in ("WINTER", last.word) and last.steps.endswith("R")
        if last and joins and turn.steps == "A" and turn.years == 0:
            aliases = (*last.aliases, *((turn.word,) if turn.word != last.word else ()))
            merged[-1] = replace(last, steps=f"{last.steps}A", aliases=aliases)
        else:
            merged.append(turn)
    return merged


def _codes(words: list[str]) -> dict[str, str]:
    """The shortest letters that tell the seasons apart; none where there is one season only."""
    distinct = list(dict.fromkeys(words))
    letters = ["".join(letter for letter in word if letter.isalpha()) for word in distinct]
    if len(distinct) == 1:
        return {distinct[0]: ""}
    for size in range(1, 12):
        short = [word[:size] for word in letters]
        if len(set(short)) == len(short) and all(short):
            return dict(zip(distinct, short, strict=True))
    raise ValueError("seasons with the same letters")
