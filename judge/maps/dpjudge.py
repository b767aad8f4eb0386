"""DPjudge's .map files: reading them into a variant's folder, and writing a variant as one.

The format: text in Latin-1, one directive a line, top to bottom, later lines override. What this judge can't express is
named line by line, never left out in silence.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from judge.adjudicator.board import Board, Terrain
from judge.adjudicator.phases import Calendar, Phase, Step
from judge.adjudicator.variant import Variant
from judge.maps.check import check_folder
from judge.maps.dpjudge_draft import Draft
from judge.maps.dpjudge_folder import write_folder
from judge.maps.dpjudge_lines import read_file
from judge.maps.faults import Fault

SEASONS = {"S": "SPRING", "F": "FALL", "W": "WINTER"}
_PHASES = {Step.MOVEMENT: "MOVEMENT", Step.RETREATS: "RETREATS", Step.ADJUSTMENTS: "ADJUSTMENTS"}
_TERRAINS = {Terrain.INLAND: "LAND", Terrain.COASTAL: "COAST", Terrain.WATER: "WATER"}


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import wrote, what of the file could not be expressed, and what the check says of the result."""

    folder: Path
    unsupported: tuple[Fault, ...]
    findings: tuple[Fault, ...]


def import_map(path: Path, into: Path) -> Imported:
    """Read a .map file and write `into/<name>`. MapError if it is unreadable, FileExistsError if that is there."""
    draft = Draft()
    read_file(draft, path)
    folder = write_folder(draft, path, into)
    return Imported(folder, tuple(draft.notes), tuple(check_folder(folder, (into,))))


def export_map(variant: Variant) -> str:
    """A variant as the text of a .map file; comments at its head name what the format has no word for."""
    lines = [f"# {variant.title}, by {variant.designer}", *(f"# not expressed: {loss}" for loss in losses(variant)), ""]
    lines += _calendar(variant.calendar)
    lines += [f"VICTORY {variant.rules.victory_centres}"]
    if variant.rules.builds == "owned":
        lines.append("RULE BUILD_ANY")
    lines += ["", *_name_lines(variant), "", *_terrain_lines(variant.board), "", *_power_lines(variant)]
    return "\n".join([*lines, ""]).encode("latin-1", "replace").decode("latin-1")


def losses(variant: Variant) -> list[str]:
    """What a .map file can't say about a variant, one sentence each."""
    rules = variant.rules
    said = {
        "several units in one space": any(place.capacity > 1 for place in variant.board.provinces),
        "passages, which become ordinary army borders": bool(variant.board.passages),
        "points": rules.victory_by == "points",
        "a tie of the leaders plays on": rules.sole_leader,
        f"the game ends after {rules.last_year}": rules.last_year is not None,
        "no fleets": rules.armies_only,
        "no retreats": not rules.retreats,
        "forced builds": rules.forced_builds,
        "the opening builds": rules.opening_builds > 0,
        "deadlines that adjustments share with movements": rules.shared_adjustments,
        "names in other languages than English": len(variant.names) > 1,
        "names with characters beyond Latin-1, left out": any(not _latin(n) for n in _every_alias(variant)),
        "ownership that changes before the adjustments": any(
            turn.ownership and Step.ADJUSTMENTS not in turn.steps for turn in variant.calendar.turns
        ),
    }
    return [text for text, true in said.items() if true]


def _latin(text: str) -> bool:
    return all(ord(letter) < 256 for letter in text)


def _every_alias(variant: Variant) -> list[str]:
    return [alias for aliases in variant.aliases.values() for alias in aliases]


def _calendar(calendar: Calendar) -> list[str]:
    flow: list[str] = []
    plain = [turn.years for turn in calendar.turns] == [1, *[0] * (len(calendar.turns) - 1)]
    for turn in calendar.turns:
        if turn.years and flow:
            flow.append(f"NEWYEAR:{turn.years}")
        name = SEASONS.get(turn.season, turn.season or "YEAR")
        adjust = [] if turn.aliases != ("W",) else [f"{SEASONS['W']}:ADJUSTMENTS"]
        steps = [step for step in turn.steps if step is not Step.ADJUSTMENTS or not adjust]
        flow += [f"{name}:{','.join(_PHASES[step] for step in steps)}", *adjust]
    if not plain and calendar.turns[0].years:
        flow.append(f"NEWYEAR:{calendar.turns[0].years}")
    turn = calendar.turns[calendar.position(calendar.first)]
    return [f"BEGIN {_begin(turn.season, calendar.first)}", f"FLOW {' '.join(flow)}"]


def _begin(season: str, first: Phase) -> str:
    return f"{SEASONS.get(season, season or 'YEAR')} {first.year} {_PHASES[first.step]}"


def _name_lines(variant: Variant) -> list[str]:
    names = []
    for place in variant.board.provinces:
        aliases = [alias.replace(" ", "+") for alias in variant.aliases[place.code] if _latin(alias)]
        aliases += [f"{text.replace(' ', '+')}?" for text, codes in variant.ambiguous.items() if place.code in codes]
        names.append(" ".join([f"{place.name} = {place.code.lower()}", *aliases]))
        names += [f"{place.name} ({coast}) = {place.code.lower()}/{coast.lower()}" for coast in place.coasts]
    return names


def _terrain_lines(board: Board) -> list[str]:
    """Lower case: armies only across; title case: fleets only; capitals: both. Coasts come before their province."""
    lines = []
    for place in board.provinces:
        kind = _TERRAINS[place.terrain]
        wheres = board.coasts_of[place.index] or (place.index,)
        lines += [f"{kind} {board.locations[where]} ABUTS {_abuts(board, where)}".rstrip() for where in wheres]
        if place.coasts:
            land = [board.provinces[other].code.lower() for other in _bits(board.army_reach[place.index])]
            lines.append(f"COAST {place.code.lower()} ABUTS {' '.join(land)}".rstrip())
    return lines


def _abuts(board: Board, where: int) -> str:
    here = board.province_of[where]
    on_foot = set(_bits(board.army_reach[here]))
    words = []
    for there in sorted(board.fleet_reach[where]):
        other = board.province_of[there]
        wet = Terrain.WATER in (board.provinces[here].terrain, board.provinces[other].terrain)
        text = board.locations[there]
        words.append(text if wet or other in on_foot else text.capitalize())
    if where < len(board.provinces):
        sailed = {board.province_of[there] for there in board.fleet_reach[where]}
        land = board.provinces[here].terrain is Terrain.INLAND
        words += [_on_foot(board, other, land) for other in sorted(on_foot - sailed)]
    return " ".join(words)


def _on_foot(board: Board, other: int, land: bool) -> str:
    place = board.provinces[other]
    return place.code if land and not place.coasts else place.code.lower()


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _power_lines(variant: Variant) -> list[str]:
    lines = []
    for power in variant.powers:
        homes = [variant.board.provinces[home].code for home in power.homes]
        adjective = power.adjective.upper().replace(" ", "+")
        lines.append(" ".join([power.word, f"({adjective}:{power.letter})", *homes]))
        centres = list((variant.start.centres or {}).get(power.word, ()))
        if centres != homes:
            lines += [f"CENTERS {' '.join(centres)}".rstrip()]
        lines += [*variant.start.units.get(power.word, ()), ""]
    owned = {code for codes in (variant.start.centres or {}).values() for code in codes}
    neutral = [place.code for place in variant.board.provinces if place.centre and place.code not in owned]
    return [*lines, f"UNOWNED {' '.join(neutral)}".rstrip()]
