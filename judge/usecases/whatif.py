"""WHAT IF: one's own orders tried out against assumed ones. Nothing changes, and nothing secret is used."""

from __future__ import annotations

from judge.game.game import Stage
from judge.game.seats import Role, Seat
from judge.game.submissions import file_order
from judge.notation.adjudication import Owed, Status, adjudicate, check
from judge.notation.powers import power_head
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.ordering import complaint
from judge.usecases.record import result_data
from judge.usecases.script import Command
from judge.usecases.signing import lone_seat


def what_if(desk: Desk, command: Command) -> None:
    """Play the phase with the sender's orders on file, with the lines of the block instead or for other powers."""
    if desk.game is None and (lone := lone_seat(desk, (Role.POWER,))) is not None:
        desk.open(*lone)
    seat, game = desk.seat_for(Role.POWER), desk.game
    if game is None or seat is None or seat.power is None:
        desk.refuse(command, "sign_on_first" if game is None else "players_only")
        return
    if game.stage not in (Stage.RUNNING, Stage.PAUSED):
        desk.refuse(command, "not_running", game=game.name)
        return
    variant = desk.variant(game)
    sets: dict[str, list[str]] = {seat.power: list(desk.uow.orders(game.id, game.position.phase).get(seat.power, ()))}
    for number, text in command.body:
        for part in desk.orders_in(text):
            _assume(desk, Command(number, part, None), seat, sets)
    result = adjudicate(variant, game.position, sets)
    data = result_data(variant, game.position, result)
    given = sorted(power for power, lines in sets.items() if lines and power != seat.power)
    desk.blocks.append({"type": "what_if", "game": game.name, "variant_hash": game.variant_hash, "result": data})
    desk.ok(command, "what_if_ok" if given else "what_if_alone", powers=given)


def _assume(desk: Desk, line: Command, seat: Seat, sets: dict[str, list[str]]) -> None:
    """Put one assumed order into a power's set; a line that can't be one is answered."""
    game = desk.game
    assert game is not None and seat.power is not None  # noqa: S101, PT018 - the caller looked
    variant = desk.variant(game)
    named = power_head(variant, line.text)
    power, text = (variant.powers[named[0]].word, named[1]) if named else (seat.power, line.text)
    if not text.strip():
        return
    checked = check(variant, game.position, power, text)
    if checked.status is not Status.OK or checked.order is None:
        desk.answer(line, "refused", *complaint(checked), verb="WHATIF", order=checked.order)
        return
    due = desk.owed(game).get(power, Owed())
    mine = sets.setdefault(power, [])
    sets[power] = list(file_order(mine, checked.order, checked.unit, due, from_letter=()).lines)
    desk.answer(line, "ok", Said("assumed", {"power": power, "order": checked.order}), verb="WHATIF")
