"""When a phase closes: letters first, then grace or adjudication, results to all. One game, one transaction."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from judge.adjudicator.outcomes import Adjudication, Outcome
from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.adjudicator.victory import points
from judge.game.absences import around, moved_from
from judge.game.docket import Docket, Sheet, covered, docket, late_powers
from judge.game.game import Ending, Game, Stage
from judge.game.hours import has_hours
from judge.game.schedule import grace_end, next_deadline
from judge.game.seats import Role, Seat
from judge.game.view import order_set, roster
from judge.game.votes import Vote, agreed, without_votes
from judge.notation.adjudication import Owed, adjudicate, owed
from judge.usecases import asides, lateness
from judge.usecases.advance import begin_phase, use_fallbacks
from judge.usecases.desk import Services
from judge.usecases.letters import Said
from judge.usecases.mails import notify, one_seat_each, tell_operator, to_seat
from judge.usecases.ports import AuditEntry, Store, StoredResult, UnitOfWork


class LettersFirst(Exception):  # noqa: N818 - reads as what is to be done
    """Letters accepted in time wait to be worked off; adjudicate after that."""

    def __init__(self, letters: Sequence[int]) -> None:
        super().__init__(letters)
        self.letters = tuple(letters)


@dataclass(frozen=True, slots=True)
class Closed:
    """What closing a phase did: `adjudicated`, `grace` (late powers have more time), `waits` (so the game's policy
    says) or `nothing` (not due any more)."""

    what: str
    phase: str | None = None


def close_phase(services: Services, store: Store, name: str, now: datetime) -> Closed:
    """Close a due game's phase. Raises LettersFirst while letters accepted in time are unread; two runners may call."""
    with store.begin() as uow:
        game = uow.game(name)
        if game is None or game.stage is not Stage.RUNNING or game.deadline is None or game.deadline > now:
            return Closed("nothing")
        waiting = uow.letters_waiting(game.deadline)
        if waiting:
            raise LettersFirst(waiting)
        variant = services.variant(uow, game)
        late = late_powers(game, _docket(uow, game, variant))
        if late and not game.forced and _grace_begins(services, uow, game, late, now):
            return Closed("grace", game.position.phase)
        if not game.forced and asides.hold_back(services, uow, game, deadline_step(game, variant), now):
            return Closed("waits", game.position.phase)
        told = {phase: use_fallbacks(uow, game, variant, phase, late, now) for phase in covered(game, variant)}
        missed, late = late, late_powers(game, _docket(uow, game, variant)) if late else ()
        if not game.forced and lateness.hold_back(services, uow, game, late, now):
            return Closed("waits", game.position.phase)
        if late and game.settings.nmr == "disorder" and not game.forced:
            game = lateness.dismiss(services, uow, game, late, now, wait=False)
        return Closed("adjudicated", _play(services, uow, game, variant, missed, told, now))


def _docket(uow: UnitOfWork, game: Game, variant: Variant) -> Docket:
    return docket(game, variant, lambda phase: uow.orders(game.id, phase))


def _play(
    services: Services,
    uow: UnitOfWork,
    game: Game,
    variant: Variant,
    late: Sequence[str],
    told: Mapping[str, Mapping[str, Sequence[Said]]],
    now: datetime,
) -> str:
    """Adjudicate every phase under the deadline, one after the other; which they were."""
    phases = covered(game, variant)
    for at, phase in enumerate(phases):
        orders = dict(uow.orders(game.id, phase))
        result = adjudicate(variant, game.position, orders)
        missed = late if at == 0 else ()
        notes = dict(told.get(phase, {}))
        for power in missed:
            notes[power] = (*notes.get(power, ()), Said("missed_you", {"power": power}))
        played = Played(orders, result, phases[at + 1 :], at > 0, notes)
        game = _conclude(services, uow, game, variant, played, missed, now)
    return ", ".join(phases)


@dataclass(frozen=True, slots=True)
class Played:
    """A phase adjudicated: the orders used, what came of them, and its place among those of one deadline."""

    orders: Mapping[str, Sequence[str]]
    result: Adjudication
    following: Sequence[str] = ()
    """Phases that are played at this same deadline after it."""
    conditional: bool = False
    """Its orders were given before the adjustments of the same deadline were known."""
    told: Mapping[str, Sequence[Said]] = field(default_factory=dict)
    """What each power is to be told about fallback orders."""


def _grace_begins(services: Services, uow: UnitOfWork, game: Game, late: Sequence[str], now: datetime) -> bool:
    """Give late powers the grace of the settings, once a phase; True if it begins now."""
    base = game.base_deadline or game.deadline
    assert base is not None  # noqa: S101 - a due game has a deadline
    end = grace_end(game.settings.for_step(deadline_step(game, services.variant(uow, game))), base)
    if end <= now or not uow.mark(f"grace:{game.id}:{game.phase_no}", now):
        return False
    stored = uow.save_game(replace(game, deadline=end, early=False), expected_phase_no=game.phase_no)
    lateness.tell_late(services, uow, stored, late, base, end, "late")
    return True


def _conclude(
    services: Services,
    uow: UnitOfWork,
    game: Game,
    variant: Variant,
    played: Played,
    late: Sequence[str],
    now: datetime,
) -> Game:
    outcome = result_data(variant, game.position, played.result, conditional=played.conditional)
    before, orders = game.position.to_json(), dict(played.orders)
    digest = digest_of(before, outcome)
    uow.add_result(StoredResult(game.id, game.phase_no, game.position.phase, before, orders, outcome, now, digest))
    uow.remember(f"before:{game.id}:{game.phase_no}", people_and_settings(game))
    after = _after(game, variant, played, late, now)
    stored = uow.save_game(after, expected_phase_no=game.phase_no)
    detail = {"phase": game.position.phase, "late": list(late), "digest": digest}
    uow.audit(AuditEntry(game.id, now, "judge", "ADJUDICATE", detail))
    told: dict[str, Sequence[Said]] = dict(played.told)
    if stored.stage is Stage.RUNNING and not played.following:
        stored, ahead = begin_phase(services, uow, stored, variant, now)
        told |= {power: (*told.get(power, ()), *said) for power, said in ahead.items()}
    _result_mails(services, uow, game, stored, variant, outcome, told, together=bool(played.following))
    if stored.stage is Stage.FINISHED:
        end_mails(services, uow, stored)
    return stored


def people_and_settings(game: Game) -> dict[str, Any]:
    """What ROLLBACK FULL brings back beside the board: the settings, and who held which power."""
    settings = {name: value for name, value in game.settings.to_json().items() if name != "extra"}
    return {"settings": settings, "seats": {str(seat.number): seat.person for seat in game.powers}}


def digest_of(before: Mapping[str, Any], outcome: Mapping[str, Any]) -> str:
    """The fingerprint of a result: replaying the phase must give it again."""
    return hashlib.sha256(json.dumps([before, outcome], sort_keys=True).encode()).hexdigest()


def _after(game: Game, variant: Variant, played: Played, late: Sequence[str], now: datetime) -> Game:
    """The game with the next phase begun, or ended."""
    result = played.result
    seats = tuple(replace(s, wait=False, missed=s.missed + (s.power in late)) for s in game.seats)
    moved = replace(game, position=result.position, phase_no=game.phase_no + 1, seats=seats)
    moved = without_votes(moved, Vote.PEACE)  # peace is declared within one year (Petit's seed)
    phase = variant.calendar.parse(result.next) if result.next else None
    ending = agreed(moved, variant) if phase else _won(variant, result)
    if ending is not None:
        return finished(moved, ending, now)
    if played.following:
        return moved
    natural = next_deadline(game.settings, deadline_step(moved, variant), now)
    deadline = make_way(variant, moved, natural)
    moved = moved_from(moved, natural) if deadline != natural else moved
    return replace(moved, deadline=deadline, base_deadline=deadline, early=False, forced=False)


def _won(variant: Variant, result: Adjudication) -> Ending:
    """The ending on the board: a win by size, or what a variant's last year decides."""
    score = points(variant, result.centres or {})
    enough = result.winner is not None and score.get(result.winner, 0) >= variant.rules.victory_centres
    return Ending(winner=result.winner, draw=result.draw, reason="" if enough else "last_year")


def make_way(variant: Variant, game: Game, due: datetime) -> datetime:
    """A deadline of the game's current phase, out of the absences of all who owe something then."""
    owing = set(owed(variant, game.position))
    if len(covered(game, variant)) > 1:
        owing |= {power.word for power in variant.powers}
    return due if has_hours(game.settings) else around(game, due, deadline_step(game, variant), owing)


def deadline_step(game: Game, variant: Variant) -> str:
    """The step whose length the coming deadline takes: the movement's where it covers one."""
    phase = variant.calendar.parse(covered(game, variant)[-1])
    assert phase is not None  # noqa: S101 - a game's phases are of its calendar
    return phase.step.value


def finished(game: Game, ending: Ending, now: datetime) -> Game:
    """The game ended."""
    over = replace(game, stage=Stage.FINISHED, deadline=None, base_deadline=None, ending=ending, finished_at=now)
    return replace(over, early=False, forced=False)


def result_data(
    variant: Variant, position: Position, result: Adjudication, *, conditional: bool = False
) -> dict[str, Any]:
    """A phase's result as plain data: kept for ever, mailed, shown by HISTORY. The same for everybody.

    `conditional` orders were legal only if a unit came into being; without it they are void, not illegal.
    """
    phase = variant.calendar.parse(result.phase)
    assert phase is not None  # noqa: S101 - the engine answered for this very phase
    before = dict(position.centres or {})
    after = dict(result.position.centres or {})
    owes = owed(variant, result.position) if result.next else {}
    data: dict[str, Any] = {
        "phase": phase.code,
        "phase_name": variant.calendar.name(phase),
        "step": phase.step.value,
        "before": position.to_json(),
        "after": result.position.to_json(),
        "outcomes": [_outcome_data(each, conditional=conditional) for each in result.outcomes],
        "final": list(result.final),
        "dislodged": list(result.dislodged),
        "retreats": {unit: list(places) for unit, places in result.retreats.items()},
        "ownership": _owns_now(variant, result),
        "centres_changed": {p: sorted(c) for p, c in before.items()} != {p: sorted(c) for p, c in after.items()},
        "centres": {power: list(centres) for power, centres in after.items()},
        "counts": counts(variant, result.position.to_json(), owes),
        "next": result.next,
        "winner": result.winner,
        "draw": list(result.draw),
    }
    return data | ({"conditional": True} if conditional else {})


def _owns_now(variant: Variant, result: Adjudication) -> bool:
    """Whether ownership was settled by this phase: it is an ownership turn and no retreats are owed any more."""
    phase = variant.calendar.parse(result.phase)
    turn = variant.calendar.turn(phase) if phase else None
    following = variant.calendar.parse(result.next) if result.next else None
    if turn is None or phase is None or not turn.ownership or phase.step.value == "A":
        return False
    return not (following is not None and following.step.value == "R" and following.year == phase.year)


def _outcome_data(outcome: Outcome, *, conditional: bool) -> dict[str, Any]:
    reason = outcome.reason
    words = ["void" if conditional and word == "illegal" else word for word in outcome.result]
    return {
        "power": outcome.power,
        "given": outcome.given,
        "order": outcome.order,
        "result": words,
        "by": list(outcome.by),
        "why": {"code": f"why:{reason.code}", "args": dict(reason.args)} if reason else None,
        "unit": outcome.unit,
    }


def counts(variant: Variant, position: Mapping[str, Any], owes: Mapping[str, Owed]) -> list[dict[str, Any]]:
    """Centres and units of each power, what it builds (+) or removes (-), and its points where these decide."""
    rows: list[dict[str, Any]] = []
    score = points(variant, position.get("centres", {})) if variant.rules.victory_by == "points" else None
    for power in variant.powers:
        due = owes.get(power.word, Owed())
        units = len(position["units"].get(power.word, ())) + len(position.get("dislodged", {}).get(power.word, ()))
        centres = len(position.get("centres", {}).get(power.word, ()))
        rows.append({"power": power.word, "centres": centres, "units": units, "adjust": due.builds - due.removals})
        if score is not None:
            rows[-1]["points"] = score.get(power.word, 0)
    return rows


def _result_mails(
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
    due = _docket(uow, game, variant) if running and not together else {}
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


def summary_grid(uow: UnitOfWork, game: Game, variant: Variant) -> dict[str, Any]:
    """Centres by owner after every turn in which ownership was settled: what SUMMARY and the last mail show."""
    years: list[str] = []
    columns: list[Mapping[str, Sequence[str]]] = [variant.start.centres or {}]
    years.append("start")
    for result in uow.results(game.id):
        if result.outcome.get("ownership"):
            years.append(str(result.outcome["phase"])[:-1])
            columns.append(result.outcome["centres"])
    rows = {power.word: [len(column.get(power.word, ())) for column in columns] for power in variant.powers}
    return {"turns": years, "rows": rows}


def pause_failed(services: Services, store: Store, name: str, now: datetime, error: str) -> None:
    """A game whose adjudication failed is paused and its people told; others go on."""
    with store.begin() as uow:
        game = uow.game(name)
        if game is None or game.stage is not Stage.RUNNING:
            return
        stored = uow.save_game(replace(game, stage=Stage.PAUSED), expected_phase_no=game.phase_no)
        uow.audit(AuditEntry(game.id, now, "judge", "PAUSE", {"error": error}))
        key = f"failed:{game.id}:{game.phase_no}"
        notify(
            services, uow, stored, key, Said("adjudication_failed", {"game": game.name, "phase": game.position.phase})
        )
        tell_operator(
            services, uow, key, now, Said("operator_game_failed", {"game": game.name}), lines=error.splitlines()
        )
