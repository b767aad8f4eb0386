"""What one viewer may see: the only door out. Mails get what these functions return, never a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.phases import Phase
from judge.adjudicator.variant import Variant
from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.submissions import place_of, standing, subject
from judge.notation.adjudication import Owed


def phase_of(game: Game, variant: Variant) -> Phase | None:
    """The phase whose orders are owed, None before the start and after the end."""
    if game.stage not in (Stage.RUNNING, Stage.PAUSED):
        return None
    return variant.calendar.parse(game.position.phase)


def head(game: Game, variant: Variant) -> dict[str, Any]:
    """What the `::` header of every mail about a game says; nothing secret."""
    phase = phase_of(game, variant)
    return {
        "judge": "JUDGE",
        "game": game.name,
        "variant": variant.title,
        "variant_hash": variant.hash,
        "phase": game.position.phase if phase else None,
        "phase_name": variant.calendar.name(phase) if phase else None,
        "step": phase.step.value if phase else None,
        "deadline": game.deadline.isoformat() if game.deadline and phase else None,
        "stage": game.stage.value,
    }


def order_set(game: Game, variant: Variant, power: str, owed: Owed | None, lines: Sequence[str]) -> dict[str, Any]:
    """A power's own orders as on file. For that power's seat and the GM only."""
    phase = phase_of(game, variant)
    stand = standing(owed, lines)
    seat = game.seat_of(power)
    by_unit = {subject(line): line for line in lines}
    units = [{"unit": unit, "order": by_unit.get(place_of(unit))} for unit in (owed.units if owed else ())]
    return {
        "power": power,
        "phase": game.position.phase,
        "phase_name": variant.calendar.name(phase) if phase else "",
        "step": phase.step.value if phase else "",
        "set": units or [{"unit": None, "order": line} for line in lines],
        "builds": owed.builds if owed else 0,
        "removals": owed.removals if owed else 0,
        "open": stand.open_builds + stand.open_removals,
        "sites": list(owed.sites) if owed else [],
        "missing": list(stand.missing),
        "owes": bool(owed and owed.anything),
        "complete": stand.complete,
        "wait": bool(seat and seat.wait),
        "in": stand.complete and not (seat and seat.wait),
    }


def roster(game: Game, people: Mapping[int, Any], viewer: Seat | None) -> list[dict[str, Any]]:
    """Who plays what. In a gunboat game names stay hidden until it is finished, for all but the GM who doesn't play."""
    hidden = game.settings.gunboat and game.stage is not Stage.FINISHED and not sees_all(game, viewer)
    rows = []
    for seat in game.powers:
        person = people.get(seat.person) if seat.person is not None else None
        name = "" if hidden or person is None else (person.name or person.address.partition("@")[0])
        rows.append({"power": seat.power, "number": seat.number, "name": name, "vacant": seat.vacant})
    return rows


def sees_all(game: Game, viewer: Seat | None) -> bool:
    """Only a GM who doesn't play sees what is hidden from players."""
    if viewer is None or viewer.role is not Role.MASTER:
        return False
    return all(seat.person != viewer.person for seat in game.powers)
