"""A variant: board, powers, calendar, rules and starting position. Variants differ by these values alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.adjudicator.board import Board
from judge.adjudicator.phases import Calendar
from judge.adjudicator.position import Position
from judge.adjudicator.rulebook import Rulebook
from judge.adjudicator.units import Power


@dataclass(frozen=True, slots=True)
class Rules:
    """What a variant plays differently, as data (RULES.md names the source of each)."""

    victory_centres: int = 18
    """Centres (or points, see `own_home_points`) that win."""
    victory_by: str = "centres"
    """`centres`, or `points`: each owned centre 1, one's own home centre `own_home_points`."""
    own_home_points: int = 1
    sole_leader: bool = False
    """The winner must have strictly the most; a tie plays on."""
    last_year: int | None = None
    """After this year the strict leader wins, otherwise all survivors draw."""
    builds: str = "home"
    """`home`: owned vacant home centres; `owned`: any owned vacant centre."""
    armies_only: bool = False
    retreats: bool = True
    """False: a dislodged unit disbands at once."""
    forced_builds: bool = False
    """Every owned vacant centre gets an army by the judge's own work, inside the movement phase."""
    opening_builds: int = 0
    """Builds per power in the first adjustment phase (Philadelphia: 3, in its own home centres)."""
    shared_adjustments: bool = False
    """Adjustments share a deadline with the following movement."""
    default_build: str = ""
    """What builds that were not sent become: `army`, or nothing."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a language calls things. `provinces` and `powers` map code or word to the name in the language."""

    language: str
    provinces: Mapping[str, str]
    powers: Mapping[str, str]
    adjectives: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Variant:
    """All that is known of a variant. Made by `judge.maps.files`; compared by `hash`.

    `aliases` maps a province code to other names read for it (lower case, blanks allowed), in every language; `names`
    has a `Names` per language and always `en`. `text` is the canonical text of the variant's folder and `hash` its
    SHA-256: a game keeps both, so that a changed map concerns new games only. `early` tells whether a phase may be
    processed before its deadline.
    """

    name: str
    title: str
    designer: str
    description: str
    board: Board
    powers: tuple[Power, ...]
    calendar: Calendar
    rules: Rules
    rulebook: Rulebook
    start: Position
    names: Mapping[str, Names]
    aliases: Mapping[str, tuple[str, ...]]
    text: str
    hash: str
    settings: Mapping[str, str] = field(default_factory=dict)
    """Default game settings of the variant (e.g. Petit's opening hours), as settings lines."""
    power_index: Mapping[str, int] = field(default_factory=dict)
    """Power word → index."""
    ambiguous: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names that mean several provinces → their codes, so that a reader can ask which (an exact code always wins)."""
    cells: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """Province code → drawing cells: a point of the picture belongs to the province with the nearest cell."""
