"""A variant in words and lists, for a terminal or a mail."""

from __future__ import annotations

from judge.adjudicator.board import Board, Terrain
from judge.adjudicator.variant import Variant

_TERRAINS = {Terrain.INLAND: "inland", Terrain.COASTAL: "coast", Terrain.WATER: "water"}


def describe(variant: Variant) -> str:
    """Title, description, powers, calendar, provinces with their borders, passages."""
    head = [f"{variant.title} ({variant.name})", f"Designed by {variant.designer}", "", variant.description]
    parts = [head, _game(variant), _powers(variant), _provinces(variant)]
    if variant.board.passages:
        parts.append(_passages(variant.board))
    return "\n\n".join("\n".join(part) for part in parts)


def _game(variant: Variant) -> list[str]:
    rules = variant.rules
    unit = "points" if rules.victory_by == "points" else "centres"
    phases = [variant.calendar.first]
    for _ in range(sum(len(turn.steps) for turn in variant.calendar.turns)):
        phases.append(variant.calendar.following(phases[-1]))
    return [
        f"{rules.victory_centres} {unit} win.",
        f"Phases: {' '.join(phase.code for phase in phases)} … (M movement, R retreats, A adjustments)",
        *(f"Setting: {name} {value}" for name, value in variant.settings.items()),
    ]


def _powers(variant: Variant) -> list[str]:
    lines = ["Powers"]
    width = max(len(power.word) for power in variant.powers)
    for power in variant.powers:
        units = ", ".join(variant.start.units.get(power.word, ())) or "no units yet"
        centres = " ".join((variant.start.centres or {}).get(power.word, ()))
        lines.append(f"  {power.letter}  {power.word:{width}}  {power.name}: {units}; centres {centres}")
    return lines


def _provinces(variant: Variant) -> list[str]:
    board = variant.board
    lines = ["Provinces (* supply centre; borders for armies, then for fleets)"]
    for place in board.provinces:
        star = "*" if place.centre else " "
        room = f", room for {place.capacity}" if place.capacity > 1 else ""
        lines.append(f"{star} {place.code}  {place.name} ({_TERRAINS[place.terrain]}{room}; {place.certainty})")
        if place.note:
            lines.append(f"       {place.note}")
        if board.army_reach[place.index]:
            lines.append(f"       A  {' '.join(_codes(board, board.army_reach[place.index]))}")
        for where in board.coasts_of[place.index] or (place.index,):
            if board.fleet_reach[where]:
                coast = f" ({board.locations[where]})" if where != place.index else ""
                reached = " ".join(sorted(board.locations[there] for there in board.fleet_reach[where]))
                lines.append(f"       F{coast}  {reached}")
    return lines


def _codes(board: Board, mask: int) -> list[str]:
    return sorted(place.code for place in board.provinces if mask >> place.index & 1)


def _passages(board: Board) -> list[str]:
    lines = ["Passages"]
    for way in board.passages:
        one, other = (board.provinces[end].code for end in way.between)
        who = "armies and fleets" if way.fleets else "armies"
        lines.append(f"  {one} - {other}  {who} ({way.certainty}){': ' + way.note if way.note else ''}")
    return lines
