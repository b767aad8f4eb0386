"""A draft read from a .map file, written as a variant's folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

from judge.maps.dpjudge_calendar import DraftCalendar, read_calendar
from judge.maps.dpjudge_draft import Draft, DraftPower
from judge.maps.faults import Fault, MapError
from judge.maps.layout import place

_FLEETS = ("COAST", "PORT", "WATER")
_ARMIES = ("COAST", "PORT", "LAND")


def write_folder(draft: Draft, path: Path, into: Path) -> Path:
    """Write the variant's files into a new folder named after the .map file."""
    name = re.sub(r"[^a-z0-9_-]", "-", path.stem.lower()).lstrip("-_0123456789") or "imported"
    places = _provinces(draft, str(path))
    army, fleet = _borders(draft, set(places), str(path))
    try:
        calendar = read_calendar(draft.begin, draft.flow)
    except ValueError as error:
        raise MapError([Fault(str(path), 0, f"the calendar is not understood: {error}")]) from error
    for word in calendar.unknown:
        draft.note(str(path), 0, f"this kind of phase is not known here: {word}")
    folder = into / name
    folder.mkdir(parents=True)
    source = f"# From {path.name}, a DPjudge map."
    _write(folder / "variant.toml", [source, *_heading(draft, name, path, calendar, len(_centres(draft, places)))])
    _write(folder / "provinces.csv", [source, *_province_rows(draft, places, army | fleet)])
    _write(folder / "borders.csv", [source, *_border_rows(army, fleet)])
    _write(folder / "names.en.csv", [source, *_name_rows(draft, places)])
    return folder


def _write(file: Path, lines: list[str]) -> None:
    file.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def _cells(*cells: object) -> str:
    texts = [str(cell) for cell in cells]
    return ",".join('"' + text.replace('"', '""') + '"' if "," in text or '"' in text else text for text in texts)


def _provinces(draft: Draft, file: str) -> list[str]:
    """Codes of the provinces in the order of their lines; coasts belong to theirs."""
    places = dict.fromkeys(code.partition("/")[0] for code, kind in draft.terrain.items() if kind != "SHUT")
    for code in [*places, *(code for code in draft.terrain if "/" in code)]:
        if code not in draft.names and "/" not in code:
            draft.note(*draft.lines.get(code, (file, 0)), f"{code} has no full name; its code is taken")
    for code in draft.names:
        if code.partition("/")[0] not in places and draft.terrain.get(code) != "SHUT":
            draft.note(file, 0, f"{code} has a name, but no terrain; left out")
    return list(places)


def _coasts(draft: Draft, code: str) -> list[str]:
    return [place.partition("/")[2] for place in draft.terrain if place.startswith(f"{code}/")]


def _centres(draft: Draft, places: list[str]) -> set[str]:
    return draft.centres().intersection(places)


def _borders(draft: Draft, known: set[str], file: str) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Pairs for armies (provinces) and fleets (locations): what both sides say. One-way borders are named."""
    army: dict[tuple[str, str], str] = {}
    fleet: dict[tuple[str, str], str] = {}
    for here, near in draft.abuts.items():
        for word in near:
            there = word.upper()
            one, other = here.partition("/")[0], there.partition("/")[0]
            if "SHUT" in (draft.terrain.get(there), draft.terrain.get(here)):
                continue
            if other not in known or one not in known:
                draft.note(*draft.lines.get(here, (file, 0)), f"{here} borders on {word}, which is no place of the map")
                continue
            if not _is_title(word) and {draft.terrain.get(p) or "COAST" for p in (here, there)} <= set(_ARMIES):
                army.setdefault((one, other), here)
            if not word.islower() and all(_sails(draft, p) for p in (here, there)):
                fleet.setdefault((here, there), here)
    for pairs in (army, fleet):
        for (one, other), here in list(pairs.items()):
            if (other, one) not in pairs:
                line = draft.lines.get(here, (file, 0))
                draft.note(*line, f"one-way border {one} to {other}; borders go both ways here, left out")
                del pairs[one, other]
    return {_pair(*pair) for pair in army}, {_pair(*pair) for pair in fleet}


def _is_title(word: str) -> bool:
    return word[:1].isupper() and word[1:].islower()


def _sails(draft: Draft, location: str) -> bool:
    return draft.terrain.get(location) in _FLEETS and not ("/" not in location and _coasts(draft, location))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _province_rows(draft: Draft, places: list[str], borders: set[tuple[str, str]]) -> list[str]:
    index = {code: number for number, code in enumerate(places)}
    ends = {_pair(one.partition("/")[0], other.partition("/")[0]) for one, other in borders}
    points = place(len(places), sorted((index[one], index[other]) for one, other in ends))
    centres = _centres(draft, places)
    rows = [
        "# The file has no label points: x and y are laid out by springs, to be moved by hand.",
        "code,name,terrain,centre,coasts,capacity,x,y,certainty,note",
    ]
    for code, (x, y) in zip(places, points, strict=True):
        coasts = _coasts(draft, code)
        kind = draft.terrain.get(code, "COAST")
        terrain = {"LAND": "inland", "WATER": "water"}.get(kind, "coastal")
        centre = "yes" if code in centres else ""
        rows.append(
            _cells(code, draft.names.get(code, code), terrain, centre, " ".join(coasts), "", x, y, "source", "")
        )
    return rows


def _border_rows(army: set[tuple[str, str]], fleet: set[tuple[str, str]]) -> list[str]:
    rows = ["kind,from,to,certainty,note"]
    rows += [_cells("army", *pair, "source", "") for pair in sorted(army)]
    return rows + [_cells("fleet", *pair, "source", "") for pair in sorted(fleet)]


def _name_rows(draft: Draft, places: list[str]) -> list[str]:
    """Aliases; one that two places share is marked as ambiguous, since this judge asks then."""
    owners: dict[str, set[str]] = {}
    for code in places:
        for alias in (code, draft.names.get(code, code), *draft.aliases.get(code, ())):
            owners.setdefault(alias.rstrip("?").casefold(), set()).add(code)
    rows = ["code,name,adjective,aliases"]
    for code in places:
        own = {code.casefold(), draft.names.get(code, code).casefold()}
        kept: dict[str, None] = {}
        for given in draft.aliases.get(code, ()):
            alias = given.rstrip("?").casefold()
            if given.endswith("?") and len(owners[alias]) == 1:
                draft.note(*draft.lines[code], f"{alias}? of {code} is ambiguous, but with nothing else; left out")
            elif alias not in own or len(owners[alias]) > 1:
                kept[alias if len(owners[alias]) == 1 else f"{alias}?"] = None
        rows.append(_cells(code, "", "", "|".join(kept)))
    return rows


def _heading(draft: Draft, name: str, path: Path, calendar: DraftCalendar, centres: int) -> list[str]:
    text = f"Imported from {path.name}, a map of the DPjudge. Source: that file. Label points are our own."
    lines = [
        f"name = {json.dumps(name)}",
        f"title = {json.dumps(path.stem.replace('_', ' ').title())}",
        'designer = "see the map file"',
        f"description = {json.dumps(text, ensure_ascii=False)}",
        "",
        "[calendar]",
        f"first = {json.dumps(calendar.first)}",
        f"first_movement = {json.dumps(calendar.first_movement)}",
        "turns = [",
    ]
    for turn in calendar.turns:
        label = f"{turn.word.title()} of {{year}}" if turn.season else "{year}"
        parts = [f"season = {json.dumps(turn.season)}", f"name = {json.dumps(label)}", f'steps = "{turn.steps}"']
        parts += ["ownership = true"] if turn.ownership else []
        parts += [f"years = {turn.years}"] if turn.years else []
        parts += [f"aliases = {json.dumps(list(turn.aliases))}"] if turn.aliases else []
        lines.append(f"  {{ {', '.join(parts)} }},")
    lines += ["]", "", "[rules]", f"victory_centres = {draft.victory or centres // 2 + 1}"]
    lines += [f'builds = "{"owned" if draft.build_any else "home"}"']
    letters: set[str] = set()
    for power in draft.powers.values():
        lines += ["", *_power(draft, power, _letter(draft, power, letters, path))]
    return lines


def _power(draft: Draft, power: DraftPower, letter: str) -> list[str]:
    neutral = set(draft.neutral)
    centres = power.centres if power.centres is not None else [home for home in power.homes if home not in neutral]
    units = [f"{kind} {place}" for place, kind in power.units.items()]
    lines = [
        "[[powers]]",
        f"word = {json.dumps(power.word)}",
        f"name = {json.dumps(power.word.replace('_', ' ').title(), ensure_ascii=False)}",
        f"letter = {json.dumps(letter)}",
        f"adjective = {json.dumps(power.adjective, ensure_ascii=False)}",
        f"homes = {json.dumps(power.homes)}",
    ]
    lines += [f"centres = {json.dumps(centres)}"] if centres != power.homes else []
    return [*lines, f"units = {json.dumps(units)}"]


def _letter(draft: Draft, power: DraftPower, taken: set[str], path: Path) -> str:
    """The power's letter; another one where it is taken, or is the master's (M) or the observers' (O)."""
    wanted = [power.letter, *power.word, *"ABCDEFGHIJKLNPQRSTUVWXYZ0123456789"]
    free = (letter for letter in wanted if re.fullmatch(r"[A-LNP-Z0-9]", letter) and letter not in taken)
    letter = next(free, "")
    if letter != power.letter:
        draft.note(str(path), power.line, f"{power.word}: its letter {power.letter} is taken here; it gets {letter}")
    taken.add(letter)
    return letter
