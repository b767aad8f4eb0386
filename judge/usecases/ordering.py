"""Orders in a letter: each line read, judged and filed; the power's set is written once at the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game.game import Game, Stage
from judge.game.schedule import early_deadline
from judge.game.seats import Role, Seat
from judge.game.submissions import all_in, file_order
from judge.notation.adjudication import Checked, Status, check, owed
from judge.notation.lines import split
from judge.notation.powers import power_head
from judge.usecases.desk import Desk, Services
from judge.usecases.letters import Said
from judge.usecases.ports import UnitOfWork
from judge.usecases.script import Command
from judge.usecases.signing import lone_seat


def order_lines(desk: Desk, command: Command) -> None:
    """File the order or orders of one line for the power that the letter speaks for."""
    seat = _ordering_seat(desk, command)
    if seat is None or desk.game is None:
        return
    power, text = _power_and_text(desk, seat, command.text)
    if isinstance(power, Said):
        desk.answer(command, "refused", power, verb="ORDER")
        return
    for part in split(text):
        _order(desk, replace(command, text=part), power)


def _ordering_seat(desk: Desk, command: Command) -> Seat | None:
    if desk.game is None:
        lone = lone_seat(desk, (Role.POWER,))
        if lone is None:
            desk.answer(command, "refused", Said("sign_on_first"), verb="ORDER")
            return None
        desk.open(*lone)
    game = desk.game
    assert game is not None  # noqa: S101 - opened just above
    seat = desk.seat_for(Role.POWER) or desk.seat_for(Role.MASTER)
    problem = _why_no_orders(game, seat)
    if problem is not None:
        desk.answer(command, "refused", problem, verb="ORDER")
        return None
    return seat


def _why_no_orders(game: Game, seat: Seat | None) -> Said | None:
    if seat is None:
        return Said("not_your_game", {"game": game.name})
    if game.stage is Stage.FORMING:
        return Said("not_started", {"game": game.name})
    if game.stage is Stage.FINISHED:
        return Said("game_over", {"game": game.name})
    if game.stage is Stage.PAUSED:
        return Said("game_paused", {"game": game.name})
    return None


def _power_and_text(desk: Desk, seat: Seat, text: str) -> tuple[str, str] | tuple[Said, str]:
    """Whose order a line is: `FRANCE: A PAR H` names the power; a player may name only his own, the GM any."""
    assert desk.game is not None  # noqa: S101 - the caller has a seat in it
    variant = desk.variant(desk.game)
    named = power_head(variant, text)
    if named is not None:
        power, rest = variant.powers[named[0]].word, named[1]
        if seat.role is Role.MASTER or power == seat.power:
            return power, rest
        return Said("not_your_power", {"power": power}), rest
    if seat.role is Role.MASTER or seat.power is None:
        return Said("name_the_power", {"example": f"{variant.powers[0].word}: {text}"}), text
    return seat.power, text


def _order(desk: Desk, command: Command, power: str) -> None:
    game = desk.game
    assert game is not None  # noqa: S101 - the caller has a seat in it
    desk.show_orders = True
    checked = check(desk.variant(game), game.position, power, command.text)
    if checked.status is not Status.OK or checked.order is None:
        desk.answer(command, "refused", *_complaint(checked), verb="ORDER", order=checked.order)
        return
    owes = desk.owed(game).get(power)
    if owes is None or not owes.anything:
        desk.answer(command, "refused", Said("owes_nothing", {"power": power}), verb="ORDER", order=checked.order)
        return
    mine = desk.filed.setdefault(f"{game.name} {power}", [])
    now_filed = desk.uow.orders(game.id, game.position.phase).get(power, ())
    filed = file_order(now_filed, checked.order, checked.unit, owes, from_letter=mine)
    if filed.full:
        full = Said("too_many_adjustments", {"count": owes.builds or owes.removals})
        desk.answer(command, "refused", full, verb="ORDER", order=checked.order)
        return
    by = power if desk.seat is None or desk.seat.role is Role.POWER else "MASTER"
    desk.uow.put_orders(game.id, game.position.phase, power, filed.lines, letter=desk.letter.id, by=by, at=desk.now)
    mine.append(checked.order)
    desk.settle.add(game.name)
    said = [Said("order_ok", {"order": checked.order})]
    said += [Said("order_replaces", {"order": line}) for line in filed.replaced]
    said += [Said(f"why:{note.code}", dict(note.args)) for note in checked.notes]
    desk.answer(command, "ok", *said, verb="ORDER", order=checked.order)


def _complaint(checked: Checked) -> list[Said]:
    codes = {Status.ILLEGAL: "illegal", Status.UNREADABLE: "unreadable", Status.AMBIGUOUS: "ambiguous"}
    said = [Said(f"order_{codes[checked.status]}", {})]
    if checked.reason is not None:
        said.append(Said(f"why:{checked.reason.code}", dict(checked.reason.args)))
    if checked.suggestions:
        said.append(Said("did_you_mean", {"choices": list(checked.suggestions[:3])}))
    return said


def clear(desk: Desk, command: Command) -> None:
    """CLEAR: the power's set for this phase is emptied."""
    seat = _ordering_seat(desk, command)
    if seat is None or desk.game is None or seat.power is None:
        if seat is not None:
            desk.refuse(command, "players_only")
        return
    game = desk.game
    desk.uow.put_orders(game.id, game.position.phase, seat.power, (), letter=desk.letter.id, by=seat.power, at=desk.now)
    desk.filed.pop(f"{game.name} {seat.power}", None)
    desk.settle.add(game.name)
    desk.show_orders = True
    desk.ok(command, "cleared", power=seat.power)


def settle(services: Services, uow: UnitOfWork, game: Game, now: datetime) -> Game:
    """After orders, waits or seats changed: bring the deadline forward when all is in, back when it no longer is."""
    if game.stage is not Stage.RUNNING or game.forced or game.deadline is None:
        return game
    variant = services.variant(uow, game)
    ready = all_in(game, owed(variant, game.position), uow.orders(game.id, game.position.phase))
    may_be_early = not game.settings.always_wait and variant.settings.get("early", "yes") != "no"
    early = early_deadline(game.settings, now)
    if ready and may_be_early and not game.early and early < game.deadline:
        changed = replace(game, early=True, deadline=early)
    elif game.early and not ready:
        changed = replace(game, early=False, deadline=game.base_deadline)
    else:
        return game
    return uow.save_game(changed, expected_phase_no=game.phase_no)
