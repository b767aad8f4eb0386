"""The heading of a variant, `variant.toml`: title and credit, powers, calendar, rules and start."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from judge.adjudicator.board import Board, Terrain
from judge.adjudicator.phases import Calendar, Phase, Step, Turn
from judge.adjudicator.position import Position
from judge.adjudicator.rulebook import Rulebook
from judge.adjudicator.units import Power
from judge.adjudicator.variant import Rules
from judge.maps.faults import Faults, MapError
from judge.maps.sections import Section

KEYS = frozenset(
    {
        "name",
        "base",
        "replace_powers",
        "title",
        "designer",
        "description",
        "powers",
        "calendar",
        "rules",
        "rulebook",
        "settings",
    }
)
POWER_KEYS = frozenset({"word", "name", "letter", "adjective", "homes", "centres", "units", "aliases"})
RESERVED_LETTERS = "MO"
"""M is the master's letter and O the observers', so no power has them."""
_KINDS: dict[str, type] = {
    "powers": list,
    "replace_powers": bool,
    **dict.fromkeys(("calendar", "rules", "rulebook", "settings"), dict),
}
_RULE_WORDS = {"victory_by": ("centres", "points"), "builds": ("home", "owned"), "default_build": ("", "army")}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading's data and where it came from, so that a fault can name its line."""

    section: Section
    data: Mapping[str, Any]

    def line(self, *words: str) -> int:
        """The first line that has all the words; 0 if there is none (it may stand in the base)."""
        for number, text in enumerate(self.section.text.split("\n"), 1):
            if all(word in text for word in words):
                return number
        return 0


def read_heading(section: Section, faults: Faults) -> Heading:
    """Parse the file; its keys and their kinds are checked, what they mean is not."""
    try:
        data = tomllib.loads(section.text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"line (\d+)", str(error))
        faults.add(section.file, int(found.group(1)) if found else section.text.count("\n"), str(error))
        raise MapError(faults.found) from error
    heading = Heading(section, data)
    for key, value in data.items():
        kind = _KINDS.get(key, str)
        if key not in KEYS:
            faults.add(section.file, heading.line(key), f"unknown key {key}")
        elif not isinstance(value, kind):
            faults.add(section.file, heading.line(key), f"{key} must be a {kind.__name__}")
    for entry in data.get("powers", []):
        _check_power(heading, entry, faults)
    faults.stop()
    return heading


def _check_power(heading: Heading, entry: Any, faults: Faults) -> None:
    if not isinstance(entry, dict) or not re.fullmatch(r"[A-Z][A-Z0-9_-]{0,29}", str(entry.get("word", ""))):
        faults.add(heading.section.file, heading.line("[[powers]]"), "a power needs a word in capital letters")
        return
    line = heading.line("word", f'"{entry["word"]}"')
    for key, value in entry.items():
        texts = [value] if key in ("word", "name", "letter", "adjective") else value
        if key not in POWER_KEYS or not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            faults.add(heading.section.file, line, f"{entry['word']}: unknown or wrong key {key}")


def merge(base: Heading, own: Heading) -> Heading:
    """A variant on another's board: its own keys win, tables key by key, powers by their word.

    With `replace_powers` the base's powers are gone.
    """
    data = dict(base.data)
    if own.data.get("replace_powers"):
        data["powers"] = []
    for key, value in own.data.items():
        if key == "powers":
            changes = {entry["word"]: entry for entry in value}
            old = [entry | changes.pop(entry["word"], {}) for entry in data.get("powers", [])]
            data[key] = [*old, *changes.values()]
        elif isinstance(value, dict) and key != "calendar":
            data[key] = data.get(key, {}) | value
        else:
            data[key] = value
    return Heading(own.section, data)


def read_powers(heading: Heading, board: Board, faults: Faults) -> tuple[Power, ...]:
    """The powers in the order of the file, which decides ties (e.g. in a river of Philadelphia)."""
    powers: list[Power] = []
    entries = heading.data.get("powers", [])
    for entry in entries:
        word, letter = entry["word"], entry.get("letter", "")
        line = heading.line("word", f'"{word}"')
        if not re.fullmatch(r"[A-Z0-9]", letter) or letter in RESERVED_LETTERS:
            faults.add(heading.section.file, line, f"{word}: letter {letter!r} must be one capital letter, not M or O")
        if any(word == other.word or letter == other.letter for other in powers):
            faults.add(heading.section.file, line, f"{word}: another power has the same word or letter {letter}")
        homes = [code for code in entry.get("homes", []) if _known_centre(code, board, heading, line, faults)]
        powers.append(
            Power(
                index=len(powers),
                word=word,
                name=entry.get("name", word.title()),
                letter=letter,
                adjective=entry.get("adjective", word.title()),
                homes=tuple(board.index[code] for code in homes),
                aliases=tuple(entry.get("aliases", [])),
            )
        )
    if len(powers) < 2:
        faults.add(heading.section.file, 0, "a variant needs at least two powers")
    return tuple(powers)


def _known_centre(code: str, board: Board, heading: Heading, line: int, faults: Faults) -> bool:
    index = board.index.get(code)
    if index is not None and index < len(board.provinces) and board.provinces[index].centre:
        return True
    faults.add(heading.section.file, line, f"{code} is not a supply centre of this map")
    return False


def read_calendar(heading: Heading, faults: Faults) -> Calendar:
    """The cycle of turns and the first phases."""
    data = heading.data.get("calendar", {})
    try:
        turns = tuple(_turn(entry) for entry in data["turns"])
        first, movement = (_phase(data[key]) for key in ("first", "first_movement"))
        calendar = Calendar(turns, first, movement)
        calendar.position(movement)
        _walk(calendar)
    except (KeyError, ValueError, TypeError, AttributeError, ZeroDivisionError) as error:
        text = f"calendar: needs first, first_movement and turns that follow each other ({error})"
        faults.add(heading.section.file, heading.line("[calendar]"), text)
        raise MapError(faults.found) from error
    return calendar


def _walk(calendar: Calendar) -> None:
    """One cycle from the first phase must pass every turn, else two turns have the same names for their phases."""
    phase, passed = calendar.first, set[int]()
    for _ in range(sum(len(turn.steps) for turn in calendar.turns)):
        passed.add(calendar.position(phase))
        phase = calendar.following(phase)
    if len(passed) < len(calendar.turns):
        raise ValueError("two turns have the same phases")


def _turn(entry: Mapping[str, Any]) -> Turn:
    steps, name, years = entry["steps"], entry["name"], entry.get("years", 0)
    if not re.fullmatch(r"(?=.)M?R?A?", steps) or not re.fullmatch(r"[^{}]*({year})?[^{}]*", name):
        raise ValueError(f"steps {steps!r} of M, R, A in this order; name {name!r} may hold {{year}}")
    if type(years) is not int or not 0 <= years < 1000 or not re.fullmatch(r"[A-Z]{0,11}", entry["season"]):
        raise ValueError(f"season {entry['season']!r}: capital letters; years {years!r}: a small number")
    return Turn(
        season=entry["season"],
        name=name,
        steps=tuple(Step(letter) for letter in steps),
        ownership=bool(entry.get("ownership", False)),
        years=years,
        aliases=tuple(str(alias) for alias in entry.get("aliases", [])),
    )


def _phase(code: str) -> Phase:
    found = re.fullmatch(r"([A-Z]*)(\d{1,5})([MRA])", code, re.ASCII)
    if not found:
        raise ValueError(f"{code!r} is no phase")
    return Phase(found.group(1), int(found.group(2)), Step(found.group(3)))


def read_rules(heading: Heading, faults: Faults) -> Rules:
    """Rules that differ; each key has the kind of its default."""
    given: dict[str, Any] = {}
    kinds = {item.name: type(item.default) for item in fields(Rules)} | {"last_year": int}
    for key, value in heading.data.get("rules", {}).items():
        good = key in kinds and type(value) is kinds[key] and value in _RULE_WORDS.get(key, (value,))
        good = good and (not isinstance(value, int) or 0 <= value < 10_000)
        if good:
            given[key] = value
        else:
            faults.add(heading.section.file, heading.line(key, "="), f"rules: {key} = {value!r} is not understood")
    return Rules(**given)


def read_rulebook(heading: Heading, faults: Faults) -> Rulebook:
    """Choices between rulebook editions, by the names of `Rulebook.CHOICES`."""
    given: dict[str, str] = {}
    for key, value in heading.data.get("rulebook", {}).items():
        if value in Rulebook.CHOICES.get(key, ()):
            given[key] = value
        else:
            faults.add(heading.section.file, heading.line(key, "="), f"rulebook: {key} = {value!r} is not understood")
    return Rulebook(**given)


def read_start(heading: Heading, board: Board, calendar: Calendar, rules: Rules, faults: Faults) -> Position:
    """The starting position: each power's units, and its centres where they aren't its homes."""
    units: dict[str, tuple[str, ...]] = {}
    centres: dict[str, tuple[str, ...]] = {}
    standing: dict[int, int] = {}
    owned: set[str] = set()
    for entry in heading.data.get("powers", []):
        line = heading.line("word", f'"{entry["word"]}"')
        for unit in entry.get("units", []):
            problem = _unit_problem(unit, board, rules)
            if not problem:
                place = board.province(unit[2:])
                standing[place.index] = standing.get(place.index, 0) + 1
                if standing[place.index] > place.capacity:
                    problem = f"no room for one more unit in {place.code}"
            if problem:
                faults.add(heading.section.file, line, f"{entry['word']} {unit}: {problem}")
        codes = entry.get("centres", entry.get("homes", []))
        for code in codes:
            if _known_centre(code, board, heading, line, faults) and code in owned:
                faults.add(heading.section.file, line, f"{code} has two owners")
            owned.add(code)
        units[entry["word"]] = tuple(entry.get("units", []))
        centres[entry["word"]] = tuple(codes)
    return Position(phase=calendar.first.code, units=units, centres=centres)


def _unit_problem(unit: str, board: Board, rules: Rules) -> str | None:
    if not re.fullmatch(r"[AF] \S+", unit) or unit[2:] not in board.index:
        return "a unit is written A PAR or F STP/SC, at a place of this map"
    place = board.province(unit[2:])
    if unit[0] == "A" and (place.terrain is Terrain.WATER or "/" in unit):
        return "an army can't stand there"
    if unit[0] == "F":
        if rules.armies_only:
            return "this variant has no fleets"
        if place.terrain is Terrain.INLAND:
            return "a fleet can't stand inland"
        if place.coasts and "/" not in unit:
            return "a fleet there needs a coast"
    return None
