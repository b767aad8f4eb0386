"""`SIGNON ? pw`: a seat in any open game, as nJudge has it; and the variant words that may follow `SIGNON ?game pw`."""

from __future__ import annotations

from dataclasses import replace

from judge.game.game import Game, Stage
from judge.game.memory import ALLOWED, DENIED, recall
from judge.game.seats import Role
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.script import Command
from judge.usecases.signing import hide_password


def named(desk: Desk, command: Command) -> Command | None:
    """A JOIN with its game named: the one it names, or the open one that fits; None if it was answered already."""
    if "any" not in command.args:
        return _with_options(desk, command, command.args.get("options", "").split())
    words = command.args.get("options", "").split()
    if words and desk.uow.game(words[0].lower()) is not None:  # `SIGNON ? first pw` with a blank too many
        args = {"target": words[0], **({"password": words[1]} if len(words) > 1 else {})}
        return _with_options(desk, replace(command, args={**command.args, **args}), words[2:])
    password, wanted = words[:1], words[1:]
    fitting = [game for game in desk.uow.games() if _open(desk, game) and not _strange(game, wanted)]
    if not fitting:
        desk.answer(replace(command, text=hide_password(command)), "refused", Said("no_open_game", {}))
        return None
    best = min(fitting, key=lambda game: (sum(seat.vacant for seat in game.powers), game.id))
    args = {"target": best.name, **({"password": password[0]} if password else {})}
    return replace(command, text=hide_password(command), args={**command.args, **args})


def _with_options(desk: Desk, command: Command, words: list[str]) -> Command | None:
    """The variant words must be those of the game; what is none is the word of a private game."""
    game = desk.uow.game(command.args["target"].lstrip("? ").lower().rpartition("@")[2])
    if game is None or not words:
        return command
    strange = _strange(game, words)
    if game.settings.private and strange:
        command = replace(command, args={**command.args, "word": strange.pop(0)})
    if strange:
        said = Said("other_variant", {"game": game.name, "variant": desk.variant(game).title})
        desk.answer(replace(command, text=hide_password(command)), "refused", said)
        return None
    return command


def _strange(game: Game, words: list[str]) -> list[str]:
    """The words that do not describe a game."""
    fits = {game.variant, *({"gunboat"} if game.settings.gunboat else ())}
    return [word for word in words if word.lower().strip(",") not in fits]


def _open(desk: Desk, game: Game) -> bool:
    """Whether anybody, and the sender, may sit down there without a word, a list or the GM's approval."""
    if game.stage is not Stage.FORMING or game.settings.private or game.settings.approval:
        return False
    mine = {desk.letter.sender.lower(), *(desk.person.addresses if desk.person is not None else ())}
    if recall(game, ALLOWED) or mine & set(recall(game, DENIED, ())):
        return False
    seated = desk.person is not None and any(seat.role is Role.POWER for seat in game.seats_of(desk.person.id))
    return not seated and any(seat.vacant for seat in game.powers)
