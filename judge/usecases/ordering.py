"""Orders in a letter: each line read, judged and filed; the power's set is written once at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.docket import all_in, check_second, covered, docket
from judge.game.game import Game, Stage
from judge.game.hours import closed_until, has_hours
from judge.game.memory import PAUSE, recall
from judge.game.schedule import early_deadline
from judge.game.seats import Role, Seat
from judge.game.submissions import file_order
from judge.notation.adjudication import Checked, Owed, Status, check
from judge.notation.powers import power_head
from judge.usecases.acting import forbidden
from judge.usecases.desk import Desk, Services
from judge.usecases.letters import Said
from judge.usecases.ports import UnitOfWork
from judge.usecases.script import Command
from judge.usecases.signing import lone_seat


def order_lines(desk: Desk, command: Command) -> None:
    """File the order or orders of one line for the power that the letter speaks for."""
    seat = ordering_seat(desk, command)
    if seat is None or desk.game is None:
        return
    power, text = power_and_text(desk, seat, command.text)
    if isinstance(power, Said):
        desk.answer(command, "refused", power, verb="ORDER")
        return
    for part in desk.orders_in(text):
        order(desk, command if part == command.text else replace(command, text=part), power)


def ordering_seat(desk: Desk, command: Command) -> Seat | None:
    """The seat for which this letter may give orders now, or an answer that says why there is none."""
    if desk.game is None:
        lone = lone_seat(desk, (Role.POWER,))
        if lone is None:
            desk.answer(command, "refused", Said("sign_on_first"), verb="ORDER")
            return None
        desk.open(*lone)
    game = desk.game
    assert game is not None  # noqa: S101 - opened just above
    seat = desk.seat_for(Role.POWER) or desk.seat_for(Role.MASTER)
    problem = _why_no_orders(game, seat, desk.now)
    if problem is not None:
        desk.answer(command, "refused", problem, verb="ORDER")
        return None
    return seat


def _why_no_orders(game: Game, seat: Seat | None, now: datetime) -> Said | None:
    if seat is None:
        return Said("not_your_game", {"game": game.name})
    if game.stage is Stage.FORMING:
        return Said("not_started", {"game": game.name})
    if game.stage is Stage.FINISHED:
        return Said("game_over", {"game": game.name})
    if game.stage is Stage.PAUSED:
        until = (recall(game, PAUSE) or {}).get("until")
        more = {"until": until} if until else {}
        return Said("game_paused_until" if until else "game_paused", {"game": game.name, **more})
    return closed(game, now)


def closed(game: Game, now: datetime) -> Said | None:
    """In closed hours: that the game is closed, and when it opens again."""
    until = closed_until(game, now)
    return None if until is None else Said("closed_hours", {"game": game.name, "when": until.isoformat()})


def power_and_text(desk: Desk, seat: Seat, text: str) -> tuple[str, str] | tuple[Said, str]:
    """Whose order a line is: `FRANCE: A PAR H` names the power; a player may name only his own, the GM any."""
    assert desk.game is not None  # noqa: S101 - the caller has a seat in it
    variant = desk.variant(desk.game)
    named = power_head(variant, text)
    if named is not None:
        power, rest = variant.powers[named[0]].word, named[1]
        if seat.role is Role.MASTER:
            problem = forbidden(desk, desk.game, power)
            return (power, rest) if problem is None else (problem, rest)
        if power == seat.power:
            return power, rest
        return Said("not_your_power", {"power": power}), rest
    if seat.role is Role.MASTER and desk.acting is not None:
        return desk.acting, text
    if seat.role is Role.MASTER or seat.power is None:
        return Said("name_the_power", {"example": f"{variant.powers[0].word}: {text}"}), text
    return seat.power, text


def order(desk: Desk, command: Command, power: str) -> None:
    """File one order for a power, or say why not."""
    game = desk.game
    assert game is not None  # noqa: S101 - the caller has a seat in it
    desk.show_orders = True
    variant = desk.variant(game)
    phases = covered(game, variant)
    checked = check(variant, game.position, power, command.text)
    if len(phases) > 1 and checked.status is not Status.OK:
        desk.later.append(lambda: second_order(desk, command, power, checked))
        return
    _file(desk, command, power, phases[0], checked, desk.owed(game).get(power))
    if len(phases) > 1:
        desk.later.insert(0, lambda: _drop_void(desk, power))


def second_order(desk: Desk, command: Command, power: str, as_adjustment: Checked) -> None:
    """A line that is no adjustment, under a deadline that covers the movement too."""
    game = desk.game
    assert game is not None  # noqa: S101 - nothing was opened meanwhile
    variant = desk.variant(game)
    first, second = covered(game, variant)
    own = desk.uow.orders(game.id, first).get(power, ())
    checked = check_second(game, variant, power, own, command.text)
    if checked.status is not Status.OK and _means_adjustment(as_adjustment, checked):
        checked, second = as_adjustment, first
    owes = next((sheet.owed for sheet in desk.docket(game).get(power, ()) if sheet.phase == second), None)
    _file(desk, command, power, second, checked, owes)


def _means_adjustment(as_adjustment: Checked, as_movement: Checked) -> bool:
    for checked, meant in ((as_adjustment, False), (as_movement, True)):
        if checked.reason is not None and checked.reason.code == "wrong_phase":
            return meant
    if (as_adjustment.order is None) != (as_movement.order is None):
        return as_movement.order is None
    return bool(as_adjustment.suggestions) and not as_movement.suggestions


def _drop_void(desk: Desk, power: str) -> None:
    """Orders on file for units that the power's builds no longer make are taken off, and the letter told so."""
    game = desk.game
    assert game is not None  # noqa: S101 - nothing was opened meanwhile
    variant = desk.variant(game)
    first, second = covered(game, variant)
    own, lines = (desk.uow.orders(game.id, phase).get(power, ()) for phase in (first, second))
    good = [line for line in lines if check_second(game, variant, power, own, line).status is Status.OK]
    void = [line for line in lines if line not in good]
    if void:
        put(desk, game, second, power, good)
        desk.notes.append(Said("orders_dropped", {"orders": void}))


def _file(desk: Desk, command: Command, power: str, phase: str, checked: Checked, owes: Owed | None) -> None:
    """Add a line to the power's set for a phase, or say why not."""
    game = desk.game
    assert game is not None  # noqa: S101 - the caller has a seat in it
    if checked.status is not Status.OK or checked.order is None:
        desk.answer(command, "refused", *complaint(checked), verb="ORDER", order=checked.order)
        return
    if owes is None or not owes.anything:
        desk.answer(command, "refused", Said("owes_nothing", {"power": power}), verb="ORDER", order=checked.order)
        return
    mine = desk.filed.setdefault(f"{game.name} {phase} {power}", [])
    now_filed = desk.uow.orders(game.id, phase).get(power, ())
    filed = file_order(now_filed, checked.order, checked.unit, owes, from_letter=mine)
    if filed.full:
        full = Said("too_many_adjustments", {"count": owes.builds or owes.removals})
        desk.answer(command, "refused", full, verb="ORDER", order=checked.order)
        return
    put(desk, game, phase, power, filed.lines)
    mine.append(checked.order)
    said = [Said("order_replaces", {"order": line}) for line in filed.replaced]
    said += [Said(f"why:{note.code}", dict(note.args)) for note in checked.notes]
    plain = Said("order_ok", {"order": checked.order})  # how it was read stands beside whatever else is said
    desk.answer(command, "ok", *(said or [plain]), verb="ORDER", order=checked.order)


def put(desk: Desk, game: Game, phase: str, power: str, lines: Sequence[str]) -> None:
    """File a power's set for a phase."""
    by = power if desk.seat is None or desk.seat.role is Role.POWER else "MASTER"
    desk.uow.put_orders(game.id, phase, power, lines, letter=desk.letter.id, by=by, at=desk.now)
    desk.settle.add(game.name)


def complaint(checked: Checked) -> list[Said]:
    """What is wrong with a line, why, and what was meant."""
    codes = {Status.ILLEGAL: "illegal", Status.UNREADABLE: "unreadable", Status.AMBIGUOUS: "ambiguous"}
    said = [Said(f"order_{codes[checked.status]}", {})]
    if checked.reason is not None:
        said.append(Said(f"why:{checked.reason.code}", dict(checked.reason.args)))
    if checked.suggestions:
        said.append(Said("did_you_mean", {"choices": list(checked.suggestions[:3])}))
    return said


def clear(desk: Desk, command: Command) -> None:
    """CLEAR: the power's set for this phase is emptied."""
    seat = ordering_seat(desk, command)
    if seat is None or desk.game is None or seat.power is None:
        if seat is not None:
            desk.refuse(command, "players_only")
        return
    game = desk.game
    for phase in covered(game, desk.variant(game)):
        put(desk, game, phase, seat.power, ())
        desk.filed.pop(f"{game.name} {phase} {seat.power}", None)
    desk.show_orders = True
    desk.ok(command, "cleared", power=seat.power)


def settle(services: Services, uow: UnitOfWork, game: Game, now: datetime) -> Game:
    """After orders, waits or seats changed: bring the deadline forward when all is in, back when it no longer is."""
    if game.stage is not Stage.RUNNING or game.forced or game.deadline is None:
        return game
    variant = services.variant(uow, game)
    ready = all_in(game, docket(game, variant, lambda phase: uow.orders(game.id, phase)))
    may_be_early = not game.settings.always_wait and not has_hours(game.settings)
    early = early_deadline(game.settings.for_step(game.position.phase[-1]), now)
    if ready and may_be_early and not game.early and early < game.deadline:
        changed = replace(game, early=True, deadline=early)
    elif game.early and not ready:
        changed = replace(game, early=False, deadline=game.base_deadline)
    else:
        return game
    return uow.save_game(changed, expected_phase_no=game.phase_no)
