"""A full game starts: powers are drawn, the first deadline is set, everybody is told."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.docket import covered, docket
from judge.game.game import Game, Stage
from judge.game.hours import has_hours, opens_at
from judge.game.preferences import assign
from judge.game.schedule import next_deadline
from judge.game.seats import Role
from judge.game.view import order_set, roster
from judge.usecases.deadlines import deadline_step
from judge.usecases.desk import Services
from judge.usecases.letters import Said
from judge.usecases.mails import one_seat_each, to_seat
from judge.usecases.ports import AuditEntry, UnitOfWork


def full(game: Game) -> bool:
    """Whether every power's seat is taken."""
    return all(not seat.vacant for seat in game.powers)


def start_game(
    services: Services,
    uow: UnitOfWork,
    game: Game,
    now: datetime,
    letter: int | None,
    *,
    at: Position | None = None,
) -> Game:
    """Draw the powers, begin the first phase (or go on `at` a position), post the start mails; the stored game."""
    variant = services.variant(uow, game)
    started = draw_powers(services, variant, game)
    started = replace(started, position=at or variant.start)
    deadline = next_deadline(game.settings, deadline_step(started, variant), now, first=True)
    started = replace(
        started,
        stage=Stage.RUNNING,
        phase_no=game.phase_no + 1,
        deadline=deadline,
        base_deadline=deadline,
        started_at=now,
        early=False,
        forced=False,
    )
    stored = uow.save_game(started, expected_phase_no=game.phase_no)
    detail = {seat.power or "": seat.number for seat in stored.powers}
    uow.audit(AuditEntry(stored.id, now, "judge", "START", detail, letter))
    people = {seat.person: uow.person(seat.person) for seat in stored.seats if seat.person is not None}
    sheets = docket(stored, variant, lambda phase: uow.orders(stored.id, phase))
    for seat in one_seat_each(stored.seats):
        owed = sheets.get(seat.power or "", ())
        data = {
            "power": seat.power,
            "master": seat.role.value == "master",
            "variant": variant.name,
            "position": stored.position.to_json(),
            "players": roster(stored, people, seat),
            "deadline": deadline.isoformat(),
            "orders": order_set(stored, variant, seat.power, owed) if seat.power else None,
            "notes": [said.to_json() for said in _notes(stored, variant)],
        }
        key = f"start:{stored.id}:{stored.phase_no}:{seat.id}"
        to_seat(services, uow, stored, seat, "start", data, key, letter=letter)
    return stored


def _notes(game: Game, variant: Variant) -> list[Said]:
    """What is unusual about the first deadline."""
    notes = []
    if len(phases := covered(game, variant)) > 1:
        notes.append(Said("start_shared", {"phases": list(phases), "count": variant.rules.opening_builds}))
    if has_hours(game.settings) and game.deadline is not None:
        opening = opens_at(game.settings, game.deadline, first=True)
        notes.append(Said("start_hours", {"when": opening.isoformat()}))
    return notes


def draw_powers(services: Services, variant: Variant, game: Game) -> Game:
    """Everybody gets the power he asked for at JOIN; the others draw, in an order by chance, what they like best."""
    powers = services.chance.shuffled([power.word for power in variant.powers])
    turns = services.chance.shuffled([str(seat.number) for seat in game.powers])
    drawn = assign(game, [int(number) for number in turns], powers)
    return game.with_seats(
        replace(seat, power=drawn[seat.number]) if seat.role is Role.POWER else seat for seat in game.seats
    )
