"""The list of substitutes: people who would take over a power at short notice, and the call that goes out to them."""

from __future__ import annotations

from judge.game.game import Stage
from judge.usecases.calls import call_for
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import announce, master_game
from judge.usecases.player import known_person
from judge.usecases.script import Command
from judge.usecases.signing import power_list, power_word
from judge.usecases.wants import keep_list, listed


def volunteer(desk: Desk, command: Command) -> None:
    """SUBSTITUTE: the sender is told when a power needs a player; SET NO SUBSTITUTE ends that."""
    person = known_person(desk)
    others = [each for each in listed(desk.uow) if each != person.id]
    off = "off" in command.args
    keep_list(desk.uow, others if off else [*others, person.id])
    desk.ok(command, "substitute_off" if off else "substitute_on")


def call(desk: Desk, command: Command) -> None:
    """CALL power: everybody on the list of substitutes is told of a seat that nobody holds."""
    game = master_game(desk, command)
    if game is None:
        return
    power = power_word(desk.variant(game), command.args["power"])
    seat = game.seat_of(power) if power else None
    if seat is None or not seat.vacant or game.stage not in (Stage.RUNNING, Stage.PAUSED):
        powers = power_list(desk.variant(game))
        desk.refuse(command, "nothing_to_call", text=command.args["power"][:40], powers=powers)
        return
    key = f"call:{game.id}:{game.phase_no}:{seat.number}:{desk.now:%Y-%m-%d}"
    count = call_for(desk.services, desk.uow, game, seat, key, letter=desk.letter.id, private_too=True)
    desk.ok(command, "called", power=power, count=count)
    announce(desk, command, game, "CALL", {"power": power, "count": count})
