"""When a phase closes: letters first, then grace or adjudication, results to all. One game, one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from judge.adjudicator.outcomes import Adjudication
from judge.adjudicator.variant import Variant
from judge.adjudicator.victory import points
from judge.game.absences import around, moved_from
from judge.game.docket import Docket, covered, docket, late_powers
from judge.game.game import Ending, Game, Stage
from judge.game.hours import has_hours
from judge.game.schedule import grace_end, next_deadline
from judge.game.votes import Vote, agreed, without_votes
from judge.notation.adjudication import adjudicate, owed
from judge.usecases import asides, lateness
from judge.usecases.desk import Services
from judge.usecases.kept_orders import begin_phase, use_fallbacks
from judge.usecases.letters import Said
from judge.usecases.mails import notify, tell_operator
from judge.usecases.ports import AuditEntry, Store, StoredResult, UnitOfWork
from judge.usecases.record import digest_of, result_data
from judge.usecases.reminding import reminders_of
from judge.usecases.result_mails import end_mails, result_mails


class LettersFirst(Exception):  # noqa: N818 - reads as what is to be done
    """Letters accepted in time wait to be worked off; adjudicate after that."""

    def __init__(self, letters: Sequence[int]) -> None:
        super().__init__(f"letters that came in time wait to be worked off: {', '.join(map(str, letters))}")
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
        return close_within(services, uow, name, now)


def close_within(services: Services, uow: UnitOfWork, name: str, now: datetime) -> Closed:
    """The same in a transaction that is open."""
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
    uow.drop_stale_mails(reminders_of(game), now, "its phase is over")
    after = _after(game, variant, played, late, now)
    stored = uow.save_game(after, expected_phase_no=game.phase_no)
    detail = {"phase": game.position.phase, "late": list(late), "digest": digest}
    uow.audit(AuditEntry(game.id, now, "judge", "ADJUDICATE", detail))
    told: dict[str, Sequence[Said]] = dict(played.told)
    if stored.stage is Stage.RUNNING and not played.following:
        stored, ahead = begin_phase(services, uow, stored, variant, now)
        told |= {power: (*told.get(power, ()), *said) for power, said in ahead.items()}
    result_mails(services, uow, game, stored, variant, outcome, told, together=bool(played.following))
    if stored.stage is Stage.FINISHED:
        end_mails(services, uow, stored)
    return stored


def people_and_settings(game: Game) -> dict[str, Any]:
    """What ROLLBACK FULL brings back beside the board: the settings, and who held which power."""
    settings = {name: value for name, value in game.settings.to_json().items() if name != "extra"}
    return {"settings": settings, "seats": {str(seat.number): seat.person for seat in game.powers}}


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
