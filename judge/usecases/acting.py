"""Orders that a GM gives for a power: BECOME, heading lines, and the copy that its player gets."""

from __future__ import annotations

from judge.game.game import Game
from judge.game.seats import Role, Seat
from judge.notation.powers import power_head
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import announce, master_game, plays, power_named
from judge.usecases.letters import Said
from judge.usecases.script import Command
from judge.usecases.signing import power_word


def become(desk: Desk, command: Command) -> None:
    """BECOME power: bare orders that follow are for it; BECOME MASTER ends that."""
    game = master_game(desk, command)
    if game is None:
        return
    if command.args["who"].upper().rstrip(".:") in ("MASTER", "GM"):
        desk.acting = None
        desk.ok(command, "acting_master", game=game.name)
        return
    seat = power_named(desk, command, game, command.args["who"].rstrip(".:"))
    if seat is not None:
        _act(desk, command, game, seat)


def heading(desk: Desk, command: Command) -> bool:
    """A line with nothing but a power's name, from its GM: what follows is that power's. False: it is no such line."""
    game = desk.game
    if game is None or desk.seat_for(Role.MASTER) is None or desk.seat_for(Role.POWER) is not None or desk.locked:
        return False
    variant = desk.variant(game)
    text = command.text.strip()
    named = power_head(variant, text)
    if named is not None and named[1].strip():
        return False
    power = variant.powers[named[0]].word if named else power_word(variant, text) if len(text) > 2 else None
    seat = game.seat_of(power) if power is not None else None
    if seat is None:
        return False
    _act(desk, command, game, seat)
    return True


def _act(desk: Desk, command: Command, game: Game, seat: Seat) -> None:
    problem = forbidden(desk, game, seat.power)
    if problem is not None:
        desk.answer(command, "refused", problem, verb="BECOME")
        return
    desk.acting = seat.power
    desk.answer(command, "ok", Said("acting", {"power": seat.power}), verb="BECOME")


def forbidden(desk: Desk, game: Game, power: str | None) -> Said | None:
    """A GM who plays orders nobody else's units, and learns nothing of them; powers without a player are his."""
    seat = game.seat_of(power) if power is not None else None
    if seat is None or seat.vacant or not plays(desk, game):
        return None
    mine = desk.person is not None and seat.person == desk.person.id
    return None if mine else Said("not_for_playing_gm", {})


def tell_players(desk: Desk) -> None:
    """At the end of a letter: who holds a power for which the GM gave orders gets a copy; the log names the power."""
    if desk.game is None or desk.seat_for(Role.MASTER) is None or desk.seat_for(Role.POWER) is not None:
        return
    for key, lines in desk.filed.items():
        name, _, rest = key.partition(" ")
        power = rest.rpartition(" ")[2]
        seat = desk.game.seat_of(power) if name == desk.game.name else None
        if seat is None or not lines:
            continue
        command = Command(0, "", None)
        told = Said("gm_ordered", {"game": name, "power": power, "orders": list(lines)})
        announce(desk, command, desk.game, "ORDERS", {"power": power, "count": len(lines)}, told, only=(seat,))
