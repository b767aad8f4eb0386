"""What every act of a GM needs: his game, his right to it, the log, and the word to those whom it concerns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.view import sees_all
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.mails import notify
from judge.usecases.ports import AuditEntry
from judge.usecases.script import Command
from judge.usecases.signing import power_list, power_word


def master_game(desk: Desk, command: Command) -> Game | None:
    """The game for which this letter speaks as the GM, or an answer that says why it does not."""
    if desk.game is None and desk.person is not None:
        own = [
            g
            for g in desk.uow.games_of(desk.person.id)
            if _is_master(g, desk.person.id) and g.stage is not Stage.FINISHED
        ]
        if len(own) == 1:
            desk.open(own[0], next(seat for seat in own[0].masters if seat.person == desk.person.id))
    if desk.game is None:
        desk.refuse(command, "sign_on_first_gm")
        return None
    if desk.seat_for(Role.MASTER) is None:
        desk.refuse(command, "gm_only", game=desk.game.name)
        return None
    return desk.game


def _is_master(game: Game, person: int) -> bool:
    return any(seat.person == person for seat in game.masters)


def log_act(desk: Desk, game: Game, verb: str, detail: Mapping[str, Any]) -> None:
    """Log a GM's act: by whom of several, or by the operator at the shell."""
    chair = desk.seat_for(Role.MASTER)
    number = f" {chair.number}" if chair is not None and len(game.masters) > 1 else ""
    actor = "operator" if desk.letter.id is None else f"GM{number}"
    desk.uow.audit(AuditEntry(game.id, desk.now, actor, verb, detail, desk.letter.id))


def announce(
    desk: Desk,
    command: Command,
    game: Game,
    verb: str,
    detail: Mapping[str, Any],
    *said: Said,
    only: Iterable[Seat] | None = None,
) -> None:
    """Log a GM's act and tell everybody in the game (or `only` these) but the GM himself; nothing said, no mail."""
    log_act(desk, game, verb, detail)
    if not said:
        return
    without = desk.person.id if desk.person else None
    key = f"{verb.lower()}:{game.id}:{desk.letter.key}:{command.number}"
    notify(desk.services, desk.uow, game, key, *said, letter=desk.letter.id, without=without, only=only)


def plays(desk: Desk, game: Game) -> bool:
    """Whether the GM who writes, or whose chair it is, holds a power: then nothing secret is for him. The operator, at
    the shell, plays nothing."""
    if desk.letter.id is None:
        return False
    writer = desk.person.id if desk.person is not None else None
    return not sees_all(game, desk.seat_for(Role.MASTER)) or any(
        seat.person == writer for seat in game.powers if writer
    )


def running_game(desk: Desk, command: Command, *stages: Stage) -> Game | None:
    """The GM's game if it is running (or in one of these stages), or an answer that says what is wrong."""
    game = master_game(desk, command)
    if game is not None and game.stage not in (stages or (Stage.RUNNING,)):
        code = {Stage.FORMING: "not_started", Stage.FINISHED: "game_over", Stage.PAUSED: "is_paused"}
        desk.refuse(command, code.get(game.stage, "not_paused"), game=game.name)
        return None
    return game


def power_named(desk: Desk, command: Command, game: Game, text: str) -> Seat | None:
    """The power's seat that a GM names, or an answer with the powers there are."""
    power = power_word(desk.variant(game), text)
    seat = game.seat_of(power) if power is not None else None
    if seat is None:
        powers = power_list(desk.variant(game))
        desk.refuse(command, "no_such_power", text=text[:60], game=game.name, powers=powers)
    return seat
