"""What one viewer may see: the only door out. Mails get what these functions return, never a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.phases import Phase
from judge.adjudicator.variant import Variant
from judge.game.docket import Sheet
from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.submissions import place_of, subject
from judge.game.votes import ALL as EVERYBODY
from judge.game.votes import Vote, survivors, votes


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


def order_set(game: Game, variant: Variant, power: str, sheets: Sequence[Sheet]) -> dict[str, Any]:
    """A power's own orders as on file, for every phase under the deadline. For that power's seat and the GM only."""
    phase = phase_of(game, variant)
    phases = [each for each in (variant.calendar.parse(sheet.phase) for sheet in sheets) if each]
    phases = phases or ([phase] if phase else [])
    stands = [sheet.standing for sheet in sheets]
    complete = all(stand.complete for stand in stands)
    seat = game.seat_of(power)
    return {
        "power": power,
        "phase": ", ".join(each.code for each in phases),
        "phase_name": ", ".join(variant.calendar.name(each) for each in phases),
        "step": BOTH if len(phases) > 1 else phases[0].step.value if phases else "",
        "set": [entry for sheet in sheets for entry in _entries(sheet)],
        "builds": sum(sheet.owed.builds for sheet in sheets),
        "removals": sum(sheet.owed.removals for sheet in sheets),
        "open": sum(stand.open_builds + stand.open_removals for stand in stands),
        "sites": [site for sheet in sheets for site in sheet.owed.sites],
        "missing": [unit for stand in stands for unit in stand.missing],
        "owes": any(sheet.owed.anything for sheet in sheets),
        "complete": complete,
        "wait": bool(seat and seat.wait),
        "in": complete and not (seat and seat.wait),
    }


BOTH = "S"
"""In place of a step: builds and the movement after them, under one deadline."""


def _entries(sheet: Sheet) -> list[dict[str, str | None]]:
    if not sheet.owed.units:
        return [{"unit": None, "order": line} for line in sheet.lines]
    by_unit = {subject(line): line for line in sheet.lines}
    return [{"unit": unit, "order": by_unit.get(place_of(unit))} for unit in sheet.owed.units]


def wishes(game: Game, variant: Variant, power: str | None) -> list[dict[str, Any]]:
    """What STATUS says of standing wishes: a power's own draw and concession, and what is public, as answers codes."""
    lines: list[dict[str, Any]] = []
    own_draw, own_concession = votes(game, Vote.DRAW).get(power or ""), votes(game, Vote.CONCEDE).get(power or "")
    if own_draw is not None:
        members = survivors(game, variant) if own_draw == EVERYBODY else tuple(own_draw.split())
        lines.append({"code": "wish_draw", "args": {"powers": list(members)}})
    if own_concession is not None:
        lines.append({"code": "wish_concede", "args": {"power": own_concession}})
    public = [kind for kind in (Vote.PEACE, Vote.SEPARATE) if votes(game, kind)]
    return lines + [{"code": f"wish_{kind}", "args": {"powers": sorted(votes(game, kind))}} for kind in public]


def roster(game: Game, people: Mapping[int, Any], viewer: Seat | None) -> list[dict[str, Any]]:
    """Who plays what. In a gunboat game names stay hidden until it is finished (or until the GM says REVEAL), for all
    but the GM who doesn't play."""
    open_now = game.stage is Stage.FINISHED and game.settings.reveal
    hidden = game.settings.gunboat and not open_now and not sees_all(game, viewer)
    rows = []
    for seat in game.powers:
        person = people.get(seat.person) if seat.person is not None else None
        name = "" if hidden or person is None else (person.name or person.address.partition("@")[0])
        rows.append({"power": seat.power, "number": seat.number, "name": name, "vacant": seat.vacant})
    return rows


def sees_all(game: Game, viewer: Seat | None) -> bool:
    """Only a GM of this very game who doesn't play sees what is hidden from players."""
    if viewer is None or viewer.role is not Role.MASTER or all(seat.id != viewer.id for seat in game.masters):
        return False
    return all(seat.person != viewer.person for seat in game.powers)
