"""The mails that a closed phase and an ended game send: results with what each reader owes, and the last mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from judge.adjudicator.variant import Variant
from judge.game.docket import Sheet, docket
from judge.game.game import Ending, Game, Stage
from judge.game.seats import Role, Seat
from judge.game.view import order_set, roster
from judge.usecases.desk import Services
from judge.usecases.letters import Said
from judge.usecases.mails import one_seat_each, to_seat
from judge.usecases.ports import UnitOfWork
from judge.usecases.record import summary_grid


def result_mails(
    services: Services,
    uow: UnitOfWork,
    before: Game,
    game: Game,
    variant: Variant,
    outcome: Mapping[str, Any],
    told: Mapping[str, Sequence[Said]],
    *,
    together: bool,
) -> None:
    """Results to everybody. `together`: the next phase is played at the same deadline, so nothing is owed for it."""
    running = game.stage is not Stage.FINISHED
    due = docket(game, variant, lambda phase: uow.orders(game.id, phase)) if running and not together else {}
    following = _following(game, variant) if running else None
    postal = _postal(uow, game)
    for seat in one_seat_each(game.seats):
        sheets = due.get(seat.power or "", ())
        data = {
            "power": seat.power,
            "variant": variant.name,
            "variant_hash": variant.hash,
            "result": outcome,
            "personal": [
                said.to_json() for said in personal_lines(seat, outcome, sheets, game.deadline, together=together)
            ],
            "next": following,
            "together": together,
            "postal": postal,
            "notes": [said.to_json() for said in told.get(seat.power or "", ())],
            "owed": _owed_data(sheets),
            "orders": order_set(game, variant, seat.power, sheets) if seat.power and running else None,
        }
        key = f"results:{game.id}:{before.phase_no}:{seat.id}"
        to_seat(services, uow, game, seat, "results", data, key, phase=before.position.phase)


def _postal(uow: UnitOfWork, game: Game) -> list[dict[str, Any]]:
    """The postal press that waited for these results; it counts as sent from now on."""
    waiting = [each for each in uow.press(game.id) if each.status == "postal"]
    for each in waiting:
        uow.mark_press(each.id, "sent")
    return [{"from": None if each.grey else each.sender, "text": each.text} for each in waiting]


def _following(game: Game, variant: Variant) -> dict[str, Any] | None:
    phase = variant.calendar.parse(game.position.phase)
    if phase is None or game.deadline is None:
        return None
    name = variant.calendar.name(phase)
    return {
        "phase": phase.code, "phase_name": name, "step": phase.step.value, "deadline": game.deadline.isoformat(),
    }  # fmt: skip


def _owed_data(sheets: Sequence[Sheet]) -> dict[str, Any]:
    return {
        "units": [unit for sheet in sheets for unit in sheet.owed.units],
        "builds": sum(sheet.owed.builds for sheet in sheets),
        "removals": sum(sheet.owed.removals for sheet in sheets),
        "sites": [site for sheet in sheets for site in sheet.owed.sites],
    }


def personal_lines(
    seat: Seat, outcome: Mapping[str, Any], sheets: Sequence[Sheet], due: datetime | None, *, together: bool
) -> list[Said]:
    """At most three lines that tell one power what happened to it and what it owes now."""
    if seat.role is not Role.POWER or seat.power is None:
        return []
    lines: list[Said] = []
    mine = [unit.partition(" ")[2] for unit in outcome["dislodged"] if unit.split()[0] == seat.power]
    if mine:
        lines.append(_personal_fall(mine, outcome["after"].get("dislodged", {}).get(seat.power, ())))
    old = set(outcome["before"].get("centres", {}).get(seat.power, ()))
    new = set(outcome["centres"].get(seat.power, ()))
    if old != new:
        lines.append(Said("personal_centres", {"gained": sorted(new - old), "lost": sorted(old - new)}))
    if outcome["next"]:
        lines.append(Said("personal_together", {}) if together else _personal_debt(seat.power, outcome, sheets, due))
    return lines[:3]


def _personal_fall(mine: Sequence[str], fugitives: Sequence[Mapping[str, Any]]) -> Said:
    """Own units that were dislodged: those that may retreat, those that may not, or both."""
    fled = [each["unit"] for each in fugitives]
    gone = [unit for unit in mine if unit not in fled]
    if not gone:
        return Said("personal_dislodged", {"units": fled})
    return Said("personal_both_fates", {"units": fled, "gone": gone}) if fled else Said("personal_gone", {"gone": gone})


def _personal_debt(power: str, outcome: Mapping[str, Any], sheets: Sequence[Sheet], due: datetime | None) -> Said:
    data = _owed_data(sheets)
    args = {"units": data["units"], "count": data["builds"] or data["removals"], "sites": data["sites"]}
    when, ending = ({"due": due.isoformat()}, "_due") if due is not None else ({}, "")
    if len(sheets) > 1:
        return Said(f"personal_owes_both{ending}", {**args, **when, "what": data["builds"] - data["removals"]})
    if sheets:
        what = "builds" if data["builds"] else "removals" if data["removals"] else "units"
        return Said(f"personal_owes_{what}{ending}", {**args, **when})
    after = outcome["after"]
    alive = any(after.get(kind, {}).get(power) for kind in ("units", "centres", "dislodged"))
    return Said("personal_owes_nothing" if alive else "personal_eliminated", {})


def end_mails(
    services: Services,
    uow: UnitOfWork,
    game: Game,
    *,
    letter: int | None = None,
    without: int | None = None,
    key: str = "end",
) -> None:
    """The last mail of a game, to everybody: how it ended, who played what, the centres by year."""
    ending = game.ending or Ending()
    variant = services.variant(uow, game)
    people = {seat.person: uow.person(seat.person) for seat in game.seats if seat.person is not None}
    diary = [{"voice": each.voice, "phase": each.phase, "text": each.text} for each in uow.diary(game.id)]
    story = _story(uow, game)
    for seat in one_seat_each(game.seats):
        if seat.person == without:
            continue
        data = {
            "power": seat.power,
            "winner": ending.winner,
            "draw": list(ending.draw),
            "terminated": ending.terminated,
            "notes": [Said(f"ended_{ending.reason}").to_json()] if ending.reason else [],
            "variant": variant.name,
            "position": game.position.to_json(),
            "players": roster(game, people, seat),
            "diary": diary,
            "summary": summary_grid(uow, game, variant),
            "story": story,
        }
        once = f"{key}:{game.id}:{game.phase_no}:{seat.id}"
        to_seat(services, uow, game, seat, "end", data, once, phase=game.position.phase, letter=letter)


STORY = 3
"""Earlier positions that the last mail shows, spread over the game."""


def _story(uow: UnitOfWork, game: Game) -> list[dict[str, Any]]:
    turns = [each.outcome for each in uow.results(game.id) if each.outcome.get("ownership")][:-1]
    chosen = sorted({(at + 1) * len(turns) // (STORY + 1) for at in range(STORY)}) if turns else []
    return [{"phase_name": turns[at]["phase_name"], "position": turns[at]["after"]} for at in chosen]
