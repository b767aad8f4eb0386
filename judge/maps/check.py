"""Does a map make sense? What `load` would refuse, and what it would accept but nobody could want."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.adjudicator.board import Board, Terrain
from judge.adjudicator.phases import Step
from judge.adjudicator.variant import Variant
from judge.maps.faults import Fault, MapError
from judge.maps.files import load_folder
from judge.maps.sections import Section, split

ORDER_WORDS = frozenset(
    {"a", "f", "h", "s", "c", "d", "r", "army", "fleet", "hold", "holds", "support", "supports", "convoy", "convoys"}
    | {"move", "moves", "to", "via", "by", "retreat", "disband", "build", "remove", "waive", "in", "at", "from"}
)
"""English words of orders: an alias like this would be read as the word, never as the place."""


def check_folder(folder: Path, folders: Sequence[Path] = ()) -> list[Fault]:
    """All findings about a variant's folder, by file and line; an empty list is a sound map."""
    if not folder.is_dir():
        return [Fault(str(folder), 0, "no such folder")]
    try:
        variant = load_folder(folder, folders)
    except MapError as error:
        return list(error.faults)
    found = check(variant, str(folder))
    if variant.name != folder.name:
        found.append(Fault(f"{folder}/variant.toml", 0, f"the name {variant.name} is not that of its folder"))
    return sorted(found)


def check(variant: Variant, label: str) -> list[Fault]:
    """Findings about a loaded variant. `label` stands before the file names."""
    sections = split(variant.text, label)
    return [
        *_places(variant, sections["provinces.csv"]),
        *_borders(variant, sections["borders.csv"]),
        *_powers(variant, sections["variant.toml"]),
        *_names(variant, sections),
        *_cells(variant, sections),
    ]


def _places(variant: Variant, section: Section) -> Iterator[Fault]:
    board = variant.board
    reached = _reached(board)
    points: dict[tuple[int, int], str] = {}
    for place in board.provinces:
        line = _line(section, place.code)
        if place.index not in reached:
            yield Fault(section.file, line, f"{place.code} can't be reached from the rest of the map")
        if place.centre and place.terrain is Terrain.WATER:
            yield Fault(section.file, line, f"{place.code} is a supply centre at sea, where nobody can build")
        if place.capacity > 1 and place.terrain is not Terrain.WATER:
            yield Fault(section.file, line, f"{place.code}: only a water space may hold several units")
        if place.xy in points:
            yield Fault(section.file, line, f"{place.code} has the same label point as {points[place.xy]}")
        points[place.xy] = place.code
        for where in board.coasts_of[place.index] or (place.index,):
            if place.terrain is Terrain.COASTAL and not _touches_water(board, where):
                yield Fault(section.file, line, f"{board.locations[where]} is a coast, but touches no water")


def _touches_water(board: Board, where: int) -> bool:
    return any(board.provinces[board.province_of[to]].terrain is Terrain.WATER for to in board.fleet_reach[where])


def _reached(board: Board) -> set[int]:
    """The largest part of the map within which units get everywhere, on foot or by ship."""
    best: set[int] = set()
    for start in range(len(board.provinces)):
        if start in best:
            continue
        seen, todo = {start}, [start]
        while todo:
            here = todo.pop()
            mask = board.army_reach[here]
            for where in (here, *board.coasts_of[here]):
                mask |= board.fleet_reach_mask[where]
            near = {other for other in range(len(board.provinces)) if mask >> other & 1} - seen
            seen |= near
            todo += near
        best = max(best, seen, key=len)
    return best


def _borders(variant: Variant, section: Section) -> Iterator[Fault]:
    board = variant.board
    for here, reach in enumerate(board.fleet_reach):
        for there in sorted(reach):
            one, other = board.province_of[here], board.province_of[there]
            shore = board.provinces[one].terrain is board.provinces[other].terrain is Terrain.COASTAL
            if here < there and shore and not board.army_reach[one] >> other & 1:
                pair = (board.locations[here], board.locations[there])
                text = f"{pair[0]} {pair[1]}: fleets go from shore to shore where armies can't"
                yield Fault(section.file, _border_line(section, *pair), text)


def _powers(variant: Variant, section: Section) -> Iterator[Fault]:
    homes: dict[int, str] = {}
    centres = variant.start.centres or {}
    owner = {code: word for word, codes in centres.items() for code in codes}
    for power in variant.powers:
        line = _line(section, f'"{power.word}"', "word")
        if not centres.get(power.word) and not variant.start.units.get(power.word):
            yield Fault(section.file, line, f"{power.word} starts with no unit and no centre")
        if not power.homes and variant.rules.builds == "home":
            yield Fault(section.file, line, f"{power.word} has no home centre, so it can never build")
        for home in power.homes:
            code = variant.board.provinces[home].code
            if home in homes:
                yield Fault(section.file, line, f"{code} is the home of {homes[home]} and of {power.word}")
            elif owner.get(code, power.word) != power.word:
                yield Fault(section.file, line, f"{code}, a home of {power.word}, starts as {owner[code]}'s")
            homes[home] = power.word
    yield from _game(variant, section)


def _game(variant: Variant, section: Section) -> Iterator[Fault]:
    rules = variant.rules
    most = sum(place.centre for place in variant.board.provinces)
    if rules.victory_by == "points":
        most += (rules.own_home_points - 1) * max(len(power.homes) for power in variant.powers)
    if not 0 < rules.victory_centres <= most:
        line = _line(section, "victory_centres")
        yield Fault(section.file, line, f"nobody can win: {rules.victory_centres} needed, {most} are there")
    turns = variant.calendar.turns
    if not any(turn.ownership for turn in turns):
        yield Fault(section.file, _line(section, "[calendar]"), "no turn changes the ownership of centres")
    if not any(Step.MOVEMENT in turn.steps for turn in turns):
        yield Fault(section.file, _line(section, "[calendar]"), "no turn has a movement")
    if not rules.forced_builds and not any(Step.ADJUSTMENTS in turn.steps for turn in turns):
        yield Fault(section.file, _line(section, "[calendar]"), "no turn has adjustments")


def _names(variant: Variant, sections: dict[str, Section]) -> Iterator[Fault]:
    for file, section in sections.items():
        if not file.startswith("names."):
            continue
        language = file.split(".")[1]
        english = variant.names["en"]
        table = {line.split(",")[0]: line.split(",")[1] for line in section.text.split("\n") if line.count(",") > 1}
        called = set(english.provinces.values())  # a power called by a province's name needs no other one
        for code in [*english.provinces, *(word for word, name in english.powers.items() if name not in called)]:
            if language != "en" and not table.get(code):
                yield Fault(section.file, _line(section, code), f"{code} has no name in this language")
    english_file = sections.get("names.en.csv")
    for code, aliases in variant.aliases.items():
        for alias in sorted(ORDER_WORDS.intersection(aliases)):
            if english_file:
                yield Fault(english_file.file, _line(english_file, code), f"{alias} of {code} is a word of orders")
    for alias, codes in variant.ambiguous.items():
        if len(codes) == 1 and english_file:
            text = f"{alias}? is marked as ambiguous, but means {codes[0]} only"
            yield Fault(english_file.file, _line(english_file, codes[0]), text)


def _cells(variant: Variant, sections: dict[str, Section]) -> Iterator[Fault]:
    if variant.cells:
        for place in variant.board.provinces:
            if place.code not in variant.cells:
                yield Fault(sections["cells.csv"].file, 0, f"{place.code} has no cell, so the picture leaves it out")


def _line(section: Section, start: str, within: str = "") -> int:
    """The line that begins with a cell or words, or has the words anywhere; 0 if it stands elsewhere (in the base)."""
    for number, line in enumerate(section.text.split("\n"), 1):
        begins = line.startswith(start) and line[len(start) : len(start) + 1] in ("", ",", " ")
        if begins or (within and start in line and within in line):
            return number
    return 0


def _border_line(section: Section, one: str, other: str) -> int:
    return _line(section, f"fleet,{one},{other}") or _line(section, f"fleet,{other},{one}")
