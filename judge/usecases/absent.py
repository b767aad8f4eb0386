"""SET ABSENCE and SET NO ABSENCE: announced to all, within the GM's limit; deadlines make way, also the current one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.adjudicator.variant import Variant
from judge.game.absences import (
    MOST,
    Absence,
    absences,
    limit,
    moved_from,
    read_span,
    with_absences,
)
from judge.game.game import Game, Stage
from judge.game.hours import has_hours
from judge.game.seats import Role, Seat
from judge.game.when import read_when
from judge.usecases.deadlines import make_way
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.mails import notify
from judge.usecases.ports import AuditEntry
from judge.usecases.script import Command
from judge.usecases.signing import lone_seat, seat_name


def set_absence(desk: Desk, command: Command) -> None:
    """Note an absence and move the deadlines that would fall inside."""
    found = _seat(desk, command)
    if found is None:
        return
    game, seat = found
    span = read_span(command.args["span"], desk.now, _zone(desk, game))
    problem = _problem(game, seat, span, desk.now, command.args["span"])
    if problem is not None or span is None:
        desk.answer(command, "refused", problem or Said("bad_span", {"text": command.args["span"]}))
        return
    kept = [each for each in absences(game) if each.end > desk.now]
    game = with_absences(game, [*kept, Absence(seat.id, *span)])
    moved = _moved(desk.variant(game), game)
    stored = desk.keep(moved or game)
    args = {"power": seat_name(seat), "game": game.name, "since": span[0].isoformat(), "until": span[1].isoformat()}
    said = [Said("absence_set", args), *_deadline_said(game, stored)]
    desk.answer(command, "ok", *said)
    _tell(desk, command, stored, seat, "ABSENCE", Said("absence_told", args), *_deadline_said(game, stored))


def _seat(desk: Desk, command: Command) -> tuple[Game, Seat] | None:
    if desk.game is None and (lone := lone_seat(desk, (Role.POWER,))) is not None:
        desk.open(*lone)
    seat = desk.seat_for(Role.POWER)
    if desk.game is None or seat is None:
        desk.refuse(command, "sign_on_first" if desk.game is None else "players_only")
        return None
    if desk.game.stage is Stage.FINISHED:
        desk.refuse(command, "game_over", game=desk.game.name)
        return None
    return desk.game, seat


def _zone(desk: Desk, game: Game) -> str:
    """Dates are read in the writer's own zone, which is the one his mails show."""
    return (desk.person.zone if desk.person else "") or game.settings.zone


def _problem(game: Game, seat: Seat, span: tuple[datetime, datetime] | None, now: datetime, text: str) -> Said | None:
    if span is None:
        return Said("bad_span", {"text": text[:60]})
    most = game.settings.max_absence
    if has_hours(game.settings) or not limit(game.settings):
        return Said("absence_not_here", {"game": game.name})
    if span[1] - max(span[0], now) > limit(game.settings):
        return Said("absence_too_long", {"most": most})
    mine = [each for each in absences(game) if each.seat == seat.id and each.end > now]
    return Said("absence_too_many", {"most": MOST}) if len(mine) >= MOST else None


def _moved(variant: Variant, game: Game) -> Game | None:
    """The game with its current deadline moved out of the absences; None where it may stay."""
    due = game.base_deadline or game.deadline
    if game.stage is not Stage.RUNNING or due is None or game.forced:
        return None
    later = make_way(variant, game, due)
    if later == due:
        return None
    moved = moved_from(game, due)
    return replace(moved, base_deadline=later, deadline=game.deadline if game.early else later)


def _deadline_said(before: Game, after: Game) -> list[Said]:
    old, new = before.base_deadline or before.deadline, after.base_deadline
    if old is None or new is None or old == new:
        return []
    args = {"game": after.name, "phase": after.position.phase, "old": old.isoformat(), "new": new.isoformat()}
    return [Said("deadline_changed", args)]


def _tell(desk: Desk, command: Command, game: Game, seat: Seat, verb: str, *said: Said) -> None:
    detail = {"power": seat_name(seat), "said": [each.to_json() for each in said]}
    desk.uow.audit(AuditEntry(game.id, desk.now, "player", verb, detail, desk.letter.id))
    key = f"{verb.lower()}:{game.id}:{desk.letter.key}:{command.number}"
    notify(desk.services, desk.uow, game, key, *said, letter=desk.letter.id, without=seat.person)


def no_absence(desk: Desk, command: Command) -> None:
    """SET NO ABSENCE [date]: taken back. A deadline that it moved stays, because others may count on it."""
    found = _seat(desk, command)
    if found is None:
        return
    game, seat = found
    when = read_when(command.args["when"], desk.now, _zone(desk, game), "12:00") if command.args.get("when") else None
    if command.args.get("when") and when is None:
        desk.refuse(command, "bad_span", text=command.args["when"][:60])
        return
    mine = [each for each in absences(game) if each.seat == seat.id and each.end > desk.now]
    gone = [each for each in mine if when is None or each.start <= when <= each.end]
    if not gone:
        desk.refuse(command, "no_such_absence")
        return
    stored = desk.keep(with_absences(game, [each for each in absences(game) if each not in gone]))
    desk.ok(command, "absence_off", count=len(gone))
    args = {"power": seat_name(seat), "game": game.name}
    _tell(desk, command, stored, seat, "NOABSENCE", Said("absence_off_told", args))
