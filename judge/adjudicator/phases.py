"""Seasons, steps and phases; what comes next; short codes such as S1901M.

A variant's calendar is a cycle of *turns*. Each turn has a season code (possibly empty: Hundred names its phases by
the year alone), a step in years taken before it, and the steps played in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

MOST_READ = 256
"""Phase codes that a calendar keeps at most."""


class Step(StrEnum):
    """The three things a turn can hold, by the letter of their phase code."""

    MOVEMENT = "M"
    RETREATS = "R"
    ADJUSTMENTS = "A"


@dataclass(frozen=True, slots=True)
class Phase:
    """A step of a season of a year, such as movement in spring 1901. `season` is the code: S, F, JAN or nothing."""

    season: str
    year: int
    step: Step
    code: str = field(init=False, compare=False, repr=False)
    """The short name: S1901M, 1425R, MAR2007A."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", f"{self.season}{self.year}{self.step}")

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the cycle: its season, the years that pass before it, its steps, whether ownership changes in it."""

    season: str
    name: str
    """What a player calls it, with {year}: `Spring of {year}`, `{year}`, `January {year}`."""
    steps: tuple[Step, ...]
    ownership: bool = False
    years: int = 0
    aliases: tuple[str, ...] = ()
    """Other codes understood for it, e.g. the adjustments of F1901 written W1901A."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """A variant's cycle of turns and its first phase.

    `aliases` of a turn concern its season; `F1901B` for `F1901A` is understood everywhere (both older judges wrote it).
    """

    turns: tuple[Turn, ...]
    first: Phase
    first_movement: Phase
    """What `judge adjudicate` takes where a line names no phase."""
    _read: dict[str, Phase | None] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Codes read before: a game asks for its own again and again. They never mean anything else."""

    def parse(self, code: str) -> Phase | None:
        """Read a phase code in any case, with its aliases; None if the calendar has no such phase."""
        if code not in self._read:
            if len(self._read) >= MOST_READ:
                self._read.clear()
            self._read[code] = self._parse(code)
        return self._read[code]

    def _parse(self, code: str) -> Phase | None:
        found = re.fullmatch(r"([A-Z]*)(-?\d{1,6})([MRAB])", code.strip().upper())
        if not found:
            return None
        season, year, letter = found.group(1), int(found.group(2)), found.group(3)
        step = Step.ADJUSTMENTS if letter == "B" else Step(letter)
        for turn in self.turns:
            if step in turn.steps and (season == turn.season or season in turn.aliases):
                phase = Phase(turn.season, year, step)
                if self.turn(phase) is not None:
                    return phase
        return None

    def turn(self, phase: Phase) -> Turn | None:
        """The turn a phase belongs to: by season, step and, where years tell turns apart, by year."""
        span = sum(turn.years for turn in self.turns)
        for position, turn in enumerate(self.turns):
            if turn.season != phase.season or phase.step not in turn.steps:
                continue
            if self._fits(position, phase.year, span):
                return turn
        return None

    def position(self, phase: Phase) -> int:
        """The place of a phase's turn in the cycle. Raises ValueError for a phase that is not of this calendar."""
        turn = self.turn(phase)
        if turn is None:
            raise ValueError(f"{phase.code} is not a phase of this calendar")
        return self.turns.index(turn)

    def following(self, phase: Phase) -> Phase:
        """The next phase in the calendar, whether or not anybody owes an order in it."""
        here = self.position(phase)
        turn = self.turns[here]
        later = turn.steps[turn.steps.index(phase.step) + 1 :]
        if later:
            return Phase(phase.season, phase.year, later[0])
        after = self.turns[(here + 1) % len(self.turns)]
        return Phase(after.season, phase.year + after.years, after.steps[0])

    def name(self, phase: Phase) -> str:
        """What a player calls the season: `Spring of 1901`, `1425`, `January 2007`."""
        return self.turns[self.position(phase)].name.format(year=phase.year)

    def _fits(self, position: int, year: int, span: int) -> bool:
        # Turns that share a season code (Hundred: none at all) are told apart by the year, counted from the first turn.
        same = [turn for turn in self.turns if turn.season == self.turns[position].season]
        if len(same) == 1:
            return True
        start = self._first_position()
        ahead = (position - start) % len(self.turns)
        years = sum(self.turns[(start + 1 + step) % len(self.turns)].years for step in range(ahead))
        return (year - self.first.year - years) % span == 0

    def _first_position(self) -> int:
        for position, turn in enumerate(self.turns):
            if turn.season == self.first.season and self.first.step in turn.steps:
                return position
        raise ValueError("the first phase belongs to no turn")
