"""A variant's folder → `Variant`. Maps are data: nothing in them is run, and every fault names its file and line."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from judge.adjudicator.board import Board
from judge.adjudicator.units import Power
from judge.adjudicator.variant import Names, Variant
from judge.maps import heading as head
from judge.maps.faults import Fault, Faults, MapError
from judge.maps.sections import BASE_HEADING, HEADING, Section, join, read_folder, split
from judge.maps.tables import NameTable, plain, read_board, read_cells, read_names, read_provinces

__all__ = ["Fault", "MapError", "data_root", "find", "load", "load_folder", "load_text", "names"]

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def data_root(kind: str) -> Path:
    """The built-in folder `maps`, `templates` or `migrations`: inside an installed package, else of the checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_data" / kind
    return installed if installed.is_dir() else package.parent / kind


def names(folders: Sequence[Path] = ()) -> list[str]:
    """The names of all variants, built-in ones and those in the given folders."""
    return sorted(
        path.name
        for folder in _places(folders)
        if folder.is_dir()
        for path in folder.iterdir()
        if _NAME.fullmatch(path.name) and (path / HEADING).is_file()
    )


def load(name: str, folders: Sequence[Path] = ()) -> Variant:
    """The variant of a name. Raises KeyError if there is none, MapError if its files are faulty.

    Cached until one of its files changes; built-in names can't be replaced, so that `standard` is the same anywhere.
    """
    folder = find(name, folders)
    if folder is None:
        raise KeyError(name)
    return load_folder(folder, folders)


def load_folder(folder: Path, folders: Sequence[Path] = ()) -> Variant:
    """The variant in a folder, wherever it is; `folders` (and the built-in ones) are where its base is looked for."""
    stamp = _stamp(folder)
    base = _base(folder, tuple(folders), stamp)
    return _load(folder, base, stamp, _stamp(base) if base else ())


@lru_cache(maxsize=128)
def load_text(text: str) -> Variant:
    """The variant that a game kept as `Variant.text`: equal text gives an equal variant and hash."""
    return _build(split(text, "variant text"))


def _places(folders: Sequence[Path]) -> list[Path]:
    return [data_root("maps"), *folders]


def find(name: str, folders: Sequence[Path] = ()) -> Path | None:
    """The folder of a variant's name, None if there is none. A name is never a path."""
    if not _NAME.fullmatch(name):
        return None
    return next((place / name for place in _places(folders) if (place / name / HEADING).is_file()), None)


def _stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """What tells that a folder has changed, cheaply."""
    if not folder.is_dir():
        return ()
    with os.scandir(folder) as entries:
        facts = [(entry.name, entry.stat()) for entry in entries]
    return tuple(sorted((name, fact.st_mtime_ns, fact.st_size) for name, fact in facts))


@lru_cache(maxsize=128)
def _base(folder: Path, folders: tuple[Path, ...], _stamp: object) -> Path | None:
    """The folder of the variant that this one builds on, if any."""
    section = read_folder(folder)[HEADING]
    found = re.search(r'^base *= *"([^"]*)"', section.text, re.MULTILINE)
    if not found:
        return None
    base = find(found.group(1), folders)
    if base is None or base.resolve() == folder.resolve() or _has_base(base):
        line = section.text[: found.start()].count("\n") + 1
        raise MapError([Fault(section.file, line, f"no such base, or one with a base itself: {found.group(1)}")])
    return base


def _has_base(folder: Path) -> bool:
    return bool(re.search(r"^base *=", read_folder(folder)[HEADING].text, re.MULTILINE))


@lru_cache(maxsize=128)
def _load(folder: Path, base: Path | None, *_stamps: object) -> Variant:
    sections = read_folder(folder)
    if base:
        below = read_folder(base)
        below[BASE_HEADING] = below.pop(HEADING)
        sections = below | sections
    return _build(sections)


def _build(sections: Mapping[str, Section]) -> Variant:
    faults = Faults()
    heading = head.read_heading(sections[HEADING], faults)
    replaced: set[str] = set()
    if BASE_HEADING in sections:
        below = head.read_heading(sections[BASE_HEADING], faults)
        replaced = {str(power.get("word")) for power in below.data.get("powers", ())}
        heading = head.merge(below, heading)
    missing = [part for part in ("provinces.csv", "borders.csv") if part not in sections]
    for part in missing:
        faults.add(sections[HEADING].file, 0, f"{part} is missing beside it")
    faults.stop()
    provinces = read_provinces(sections["provinces.csv"], faults)
    board = read_board(provinces, sections["borders.csv"], faults)
    faults.stop()
    powers = head.read_powers(heading, board, faults)
    calendar, rules = head.read_calendar(heading, faults), head.read_rules(heading, faults)
    start = head.read_start(heading, board, calendar, rules, faults)
    known = {place.code for place in provinces} | {power.word for power in powers}
    tables = read_names(sections, known | replaced, faults)  # the names of a base's powers do no harm here
    cells = read_cells(sections["cells.csv"], board, faults) if "cells.csv" in sections else {}
    aliases, ambiguous = _aliases(sections, board, tables, faults)
    text = join(sections)
    variant = Variant(
        name=_text(heading, "name", faults),
        title=_text(heading, "title", faults),
        designer=_text(heading, "designer", faults),
        description=_text(heading, "description", faults).strip(),
        board=board,
        powers=tuple(_with_aliases(power, tables) for power in powers),
        calendar=calendar,
        rules=rules,
        rulebook=head.read_rulebook(heading, faults),
        start=start,
        names=_names(board, powers, tables),
        aliases=aliases,
        ambiguous=ambiguous,
        text=text,
        hash=hashlib.sha256(text.encode()).hexdigest(),
        settings={key: str(value) for key, value in heading.data.get("settings", {}).items()},
        power_index={power.word: power.index for power in powers},
        cells=cells,
    )
    if not _NAME.fullmatch(variant.name):
        faults.add(heading.section.file, heading.line("name"), f"name {variant.name!r}: small letters, digits, - and _")
    faults.stop()
    return variant


def _text(heading: head.Heading, key: str, faults: Faults) -> str:
    value = heading.data.get(key)
    if not isinstance(value, str) or not value.strip():
        faults.add(heading.section.file, heading.line(key), f"{key} is missing")
        return ""
    return value


def _names(board: Board, powers: tuple[Power, ...], tables: Mapping[str, NameTable]) -> dict[str, Names]:
    english = Names(
        language="en",
        provinces={place.code: place.name for place in board.provinces},
        powers={power.word: power.name for power in powers},
        adjectives={power.word: power.adjective for power in powers},
    )
    found = {"en": english}
    for language, table in tables.items():
        provinces = {code: table.names.get(code, name) for code, name in english.provinces.items()}
        # A power that is called by the name of a province is called so in every language (chaos).
        places = {name: provinces[code] for code, name in english.provinces.items()}
        found[language] = Names(
            language=language,
            provinces=provinces,
            powers={word: table.names.get(word, places.get(name, name)) for word, name in english.powers.items()},
            adjectives={
                word: table.adjectives.get(word, places.get(text, text)) for word, text in english.adjectives.items()
            },
        )
    return found


def _with_aliases(power: Power, tables: Mapping[str, NameTable]) -> Power:
    more = [alias for table in tables.values() for alias in table.aliases.get(power.word, ())]
    names = [plain(table.names[power.word]) for table in tables.values() if power.word in table.names]
    every = dict.fromkeys([*(plain(alias) for alias in power.aliases), *names, *more])
    return Power(power.index, power.word, power.name, power.letter, power.adjective, power.homes, tuple(every))


def _aliases(
    sections: Mapping[str, Section], board: Board, tables: Mapping[str, NameTable], faults: Faults
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Aliases that mean one province, and those marked `?` that mean several (DPjudge's map files mark them so too)."""
    owner = {plain(text): place.code for place in board.provinces for text in (place.code, place.name)}
    aliases: dict[str, list[str]] = {place.code: [] for place in board.provinces}
    ambiguous: dict[str, list[str]] = {}
    for language, table in tables.items():
        for code, found in aliases.items():
            own_name = (plain(table.names[code]),) if code in table.names else ()
            for alias in (*own_name, *table.aliases.get(code, ())):
                if alias.endswith("?"):
                    ambiguous.setdefault(alias[:-1], []).append(code)
                elif owner.setdefault(alias, code) == code:
                    found.append(alias)
                else:
                    part = sections[f"names.{language}.csv"]
                    faults.add(part.file, table.lines[code], f"alias {alias} of {code} means {owner[alias]} already")
    for alias, codes in ambiguous.items():
        if owner.get(alias, codes[0]) not in codes:
            codes.insert(0, owner[alias])
    return (
        {code: tuple(dict.fromkeys(found)) for code, found in aliases.items()},
        {alias: tuple(dict.fromkeys(codes)) for alias, codes in ambiguous.items()},
    )
