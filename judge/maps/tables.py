"""The tables of a variant: provinces, borders, names, drawing cells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.adjudicator.board import Board, Passage, Province, Terrain
from judge.maps.faults import Faults
from judge.maps.sections import Row, Section, Sections, rows

MAX_PROVINCES = 2000
PROVINCE_COLUMNS = ("code", "name", "terrain", "centre", "coasts", "capacity", "x", "y", "certainty", "note")
BORDER_COLUMNS = ("kind", "from", "to", "certainty", "note")
NAME_COLUMNS = ("code", "name", "adjective", "aliases")
CELL_COLUMNS = ("code", "x", "y")
CERTAINTIES = ("seed", "source", "reconstructed", "decision")
CANVAS = 1000
"""Label points lie on a canvas of this width and height; cells may lie a little outside it."""
_TERRAINS = {"inland": Terrain.INLAND, "coastal": Terrain.COASTAL, "water": Terrain.WATER}
_CODE = re.compile(r"[A-Z][A-Z0-9]{2}")
_COAST = re.compile(r"[A-Z]{2}")


@dataclass(slots=True)
class NameTable:
    """What one language's table says: names, adjectives, and the aliases of each code; `?` marks ambiguous ones."""

    names: dict[str, str] = field(default_factory=dict)
    adjectives: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


def read_provinces(section: Section, faults: Faults) -> tuple[Province, ...]:
    """The provinces in the order of the table, which is their order everywhere."""
    found: dict[str, Province] = {}
    names: set[str] = set()
    for row in rows(section, PROVINCE_COLUMNS, faults):
        code, name = row.cells["code"], row.cells["name"]
        problem = _province_problem(row)
        if code in found or name.casefold() in names:
            problem = f"{code} or its name {name} is there twice"
        if problem:
            faults.add(section.file, row.line, problem)
            continue
        if len(found) == MAX_PROVINCES:
            faults.add(section.file, row.line, f"more than {MAX_PROVINCES} provinces")
            break
        names.add(name.casefold())
        found[code] = _province(len(found), row.cells)
    if not found:
        faults.add(section.file, 0, "no provinces")
    return tuple(found.values())


def _province_problem(row: Row) -> str | None:
    cells = row.cells
    if not _CODE.fullmatch(cells["code"]):
        return f"code {cells['code']!r}: three capital letters or digits, the first a letter"
    if not 0 < len(cells["name"]) <= 60 or not cells["name"].isprintable():
        return f"{cells['code']}: a name of 1 to 60 printable characters is needed"
    if cells["terrain"] not in _TERRAINS:
        return f"terrain {cells['terrain']!r}: one of {', '.join(_TERRAINS)}"
    if cells["centre"] not in ("", "yes"):
        return f"centre {cells['centre']!r}: yes or nothing"
    if cells["certainty"] not in CERTAINTIES:
        return f"certainty {cells['certainty']!r}: one of {', '.join(CERTAINTIES)}"
    coasts = cells["coasts"].split()
    if coasts and (len(coasts) < 2 or len(set(coasts)) < len(coasts) or cells["terrain"] != "coastal"):
        return "coasts: two or more different ones of a coastal province, or none"
    if not all(_COAST.fullmatch(coast) for coast in coasts):
        return f"coasts {cells['coasts']!r}: two capital letters each, such as NC SC"
    if not re.fullmatch(r"[1-9]?", cells["capacity"]):
        return f"capacity {cells['capacity']!r}: 1 to 9, or nothing for 1"
    if _point(cells, 0, CANVAS) is None:
        return f"x and y: whole numbers from 0 to {CANVAS}"
    return None


def _province(index: int, cells: Mapping[str, str]) -> Province:
    return Province(
        index=index,
        code=cells["code"],
        name=cells["name"],
        terrain=_TERRAINS[cells["terrain"]],
        centre=cells["centre"] == "yes",
        coasts=tuple(cells["coasts"].split()),
        capacity=int(cells["capacity"] or 1),
        xy=_point(cells, 0, CANVAS) or (0, 0),
        certainty=cells["certainty"],
        note=cells["note"],
    )


def _point(cells: Mapping[str, str], low: int, high: int) -> tuple[int, int] | None:
    if not all(re.fullmatch(r"-?\d{1,5}", cells[axis], re.ASCII) for axis in "xy"):
        return None
    x, y = int(cells["x"]), int(cells["y"])
    return (x, y) if low <= x <= high and low <= y <= high else None


def read_board(provinces: tuple[Province, ...], section: Section, faults: Faults) -> Board:
    """Borders, each pair once. A passage is an army border, and one for fleets where a fleet row names the pair too."""
    by_code = {place.code: place for place in provinces}
    pairs: dict[str, dict[tuple[str, str], Row]] = {"army": {}, "fleet": {}, "passage": {}}
    for row in rows(section, BORDER_COLUMNS, faults):
        problem = _border_problem(row, by_code)
        ends = (row.cells["from"], row.cells["to"])
        if not problem:
            land = ("fleet",) if row.cells["kind"] == "fleet" else ("army", "passage")
            if any(pair in pairs[kind] for kind in land for pair in (ends, ends[::-1])):
                problem = f"border {ends[0]} {ends[1]} is there twice"
        if problem:
            faults.add(section.file, row.line, problem)
        else:
            pairs[row.cells["kind"]][ends] = row
    passages = [
        Passage(
            between=(by_code[one].index, by_code[other].index),
            fleets=(one, other) in pairs["fleet"] or (other, one) in pairs["fleet"],
            certainty=row.cells["certainty"],
            note=row.cells["note"],
        )
        for (one, other), row in pairs["passage"].items()
    ]
    return Board.build(provinces, [*pairs["army"], *pairs["passage"]], pairs["fleet"], passages)


def _border_problem(row: Row, by_code: Mapping[str, Province]) -> str | None:
    kind = row.cells["kind"]
    if kind not in ("army", "fleet", "passage"):
        return f"kind {kind!r}: army, fleet or passage"
    if row.cells["certainty"] not in CERTAINTIES:
        return f"certainty {row.cells['certainty']!r}: one of {', '.join(CERTAINTIES)}"
    ends = (row.cells["from"], row.cells["to"])
    for end in ends:
        code, slash, coast = end.partition("/")
        place = by_code.get(code)
        if place is None or (slash and coast not in place.coasts):
            return f"no such place: {end}"
        if kind == "fleet":
            if place.terrain is Terrain.INLAND:
                return f"a fleet can't reach {end}, which is inland"
            if place.coasts and not slash:
                return f"a fleet's border names the coast of {code}: {', '.join(f'{code}/{c}' for c in place.coasts)}"
        elif slash or place.terrain is Terrain.WATER:
            return f"an army can't reach {end}; give the land province"
    if ends[0].partition("/")[0] == ends[1].partition("/")[0]:
        return f"{ends[0]} borders on itself"
    return None


def read_cells(section: Section, board: Board, faults: Faults) -> dict[str, tuple[tuple[int, int], ...]]:
    """Drawing cells: a point of the picture belongs to the province with the nearest cell."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for row in rows(section, CELL_COLUMNS, faults):
        point = _point(row.cells, -CANVAS, 2 * CANVAS)
        if row.cells["code"] not in board.index or point is None:
            faults.add(section.file, row.line, "a cell needs a province code and whole numbers x and y")
        else:
            cells.setdefault(row.cells["code"], []).append(point)
    return {code: tuple(points) for code, points in cells.items()}


def read_names(sections: Sections, known: set[str], faults: Faults) -> dict[str, NameTable]:
    """The name tables by language. A code is a province's, or a power's word."""
    tables: dict[str, NameTable] = {}
    for file, section in sections.items():
        if not file.startswith("names."):
            continue
        table = tables[file.split(".")[1]] = NameTable()
        for row in rows(section, NAME_COLUMNS, faults):
            code = row.cells["code"]
            if code not in known or code in table.lines:
                faults.add(section.file, row.line, f"{code}: no such province or power, or named twice")
                continue
            table.lines[code] = row.line
            if row.cells["name"]:
                table.names[code] = row.cells["name"]
            if row.cells["adjective"]:
                table.adjectives[code] = row.cells["adjective"]
            table.aliases[code] = tuple(plain(text) for text in row.cells["aliases"].split("|") if text.strip())
    return tables


def plain(alias: str) -> str:
    """An alias as it is compared: compatible forms made one, lower case, single blanks."""
    return " ".join(unicodedata.normalize("NFKC", alias).casefold().split())
