"""Standing wishes: draws, concessions, peace, separate build turns. They hold until withdrawn (peace: a year)."""

from __future__ import annotations

from judge.game.docket import can_separate
from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.votes import ALL, MASTER, Vote, agreed, survivors, voters, votes, with_vote
from judge.notation.powers import Addressees, powers_in
from judge.usecases.deadlines import finished
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.mails import notify
from judge.usecases.ordering import closed
from judge.usecases.ports import AuditEntry
from judge.usecases.result_mails import end_mails
from judge.usecases.script import Command
from judge.usecases.signing import game_at_hand, power_list, power_word


def draw(desk: Desk, command: Command) -> None:
    """SET DRAW (all survivors) or SET DRAW with powers: secret; the game ends when all who play agree on one set."""
    found = _voter(desk, command)
    if found is None:
        return
    game, power = found
    if "no" in command.args:
        _cast(desk, game, Vote.DRAW, power, None)
        desk.ok(command, "draw_withdrawn", game=game.name)
        return
    wanted = _draw_of(desk, game, command.args.get("powers", ""))
    if isinstance(wanted, Said):
        desk.answer(command, "refused", wanted)
        return
    game = _cast(desk, game, Vote.DRAW, power, wanted)
    members = survivors(game, desk.variant(game)) if wanted == ALL else tuple(wanted.split())
    _counted(desk, command, game, "draw_set", powers=list(members))


def _draw_of(desk: Desk, game: Game, text: str) -> str | Said:
    """The value of a draw wish: ALL, or the powers that share it in the variant's order."""
    variant, kind = desk.variant(game), game.settings.draws
    if kind in ("none", "peace"):
        return Said(f"draws_{kind}", {"game": game.name})
    if not text:
        return ALL
    named = powers_in(variant, text)
    if not isinstance(named, Addressees):
        return Said("no_such_power", {"text": text[:60], "game": game.name, "powers": power_list(variant)})
    chosen = tuple(variant.powers[index].word for index in sorted(named.powers))
    alive = survivors(game, variant)
    if chosen == alive:
        return ALL
    if kind != "named":
        return Said("draws_all_only", {"game": game.name, "powers": list(alive)})
    gone = [word for word in chosen if word not in alive]
    return Said("draw_of_dead", {"powers": gone}) if gone else " ".join(chosen)


def concede(desk: Desk, command: Command) -> None:
    """SET CONCEDE power: it wins when all others who play have conceded to it."""
    found = _voter(desk, command)
    if found is None:
        return
    game, power = found
    if "no" in command.args:
        _cast(desk, game, Vote.CONCEDE, power, None)
        desk.ok(command, "concede_withdrawn", game=game.name)
        return
    variant = desk.variant(game)
    winner = power_word(variant, command.args["power"])
    if winner is None or winner not in survivors(game, variant):
        named = command.args["power"][:60]
        desk.refuse(command, "no_such_power", text=named, game=game.name, powers=power_list(variant))
    elif winner == power or game.settings.draws == "peace":
        desk.refuse(command, "concede_self" if winner == power else "draws_peace", game=game.name)
    else:
        game = _cast(desk, game, Vote.CONCEDE, power, winner)
        _counted(desk, command, game, "concede_set", power=winner)


def peace(desk: Desk, command: Command) -> None:
    """PEACE: a public declaration. When the last survivor declares it within the year, all survivors draw at once."""
    found = _voter(desk, command)
    if found is None:
        return
    game, power = found
    if game.settings.draws != "peace":
        desk.refuse(command, "peace_not_here", game=game.name)
        return
    withdrawn = "no" in command.args
    if withdrawn == (power not in votes(game, Vote.PEACE)):
        desk.ok(command, "peace_unchanged", game=game.name)
        return
    game = _cast(desk, game, Vote.PEACE, power, None if withdrawn else ALL)
    told = Said("peace_taken_back" if withdrawn else "peace_declared", _tally(desk, game, power))
    person = desk.person.id if desk.person else None
    key = f"peace:{game.id}:{desk.letter.key}:{command.number}"
    notify(desk.services, desk.uow, game, key, told, letter=desk.letter.id, without=person)
    if withdrawn:
        desk.ok(command, "peace_withdrawn", game=game.name)
    else:
        _counted(desk, command, game, "peace_set", declared=sorted(votes(game, Vote.PEACE)))


def _tally(desk: Desk, game: Game, power: str) -> dict[str, object]:
    declared = sorted(votes(game, Vote.PEACE))
    missing = [word for word in voters(game, desk.variant(game)) if word not in declared]
    return {"power": power, "game": game.name, "phase": game.position.phase, "declared": declared, "missing": missing}


def separate(desk: Desk, command: Command) -> None:
    """SET SEPARATE: build turns get a deadline of their own, as long as one power or the GM wants it."""
    game = game_at_hand(desk, command)
    if game is None:
        return
    seat = desk.seat_for(Role.POWER) or desk.seat_for(Role.MASTER)
    variant = desk.variant(game)
    if seat is None or game.stage is not Stage.RUNNING:
        desk.refuse(command, "not_running" if seat else "not_your_game", game=game.name)
    elif not variant.rules.shared_adjustments:
        desk.refuse(command, "nothing_shared", game=game.name)
    elif "no" not in command.args and not can_separate(game, variant):
        desk.refuse(command, "opening_together", game=game.name)
    else:
        _separate(desk, command, game, seat)


def _separate(desk: Desk, command: Command, game: Game, seat: Seat) -> None:
    voice = seat.power or MASTER
    wanted = "no" not in command.args
    game = _cast(desk, game, Vote.SEPARATE, voice, ALL if wanted else None)
    told = Said("separate_on" if votes(game, Vote.SEPARATE) else "separate_off", {"game": game.name})
    desk.answer(command, "ok", told)
    desk.show_orders = desk.seat_for(Role.POWER) is not None
    person = desk.person.id if desk.person else None
    key = f"separate:{game.id}:{desk.letter.key}:{command.number}"
    notify(desk.services, desk.uow, game, key, told, letter=desk.letter.id, without=person)


def _voter(desk: Desk, command: Command) -> tuple[Game, str] | None:
    """The game and the power that this letter may speak for in a vote, or an answer that says why not."""
    game = game_at_hand(desk, command)
    if game is None:
        return None
    seat = desk.seat_for(Role.POWER)
    if seat is None or seat.power is None:
        desk.refuse(command, "players_only" if game.stage is not Stage.FORMING else "not_started", game=game.name)
        return None
    if game.stage is not Stage.RUNNING:
        desk.refuse(command, "game_over" if game.stage is Stage.FINISHED else "not_running", game=game.name)
        return None
    if seat.power not in survivors(game, desk.variant(game)):
        desk.refuse(command, "votes_survivors_only", power=seat.power)
        return None
    shut = closed(game, desk.now)
    if shut is not None:
        desk.answer(command, "refused", shut)
        return None
    return game, seat.power


def _cast(desk: Desk, game: Game, kind: Vote, voter: str, value: str | None) -> Game:
    stored = desk.keep(with_vote(game, kind, voter, value))
    detail = {"vote": kind.value, "wish": value}
    desk.uow.audit(AuditEntry(game.id, desk.now, voter, "VOTE", detail, desk.letter.id))
    desk.settle.add(game.name)
    return stored


def _counted(desk: Desk, command: Command, game: Game, code: str, **args: object) -> None:
    said = [Said(code, {"game": game.name, **args})]
    if agreed(game, desk.variant(game)) is not None:
        said.append(Said("vote_decides", {"game": game.name}))
    desk.answer(command, "ok", *said)


def settle_votes(desk: Desk) -> None:
    """At the end of a letter: a game ends when all who have a say agree (a vote was cast, or somebody left)."""
    for name in sorted(desk.settle):
        game = desk.uow.game(name)
        ending = agreed(game, desk.variant(game)) if game is not None else None
        if game is None or ending is None:
            continue
        stored = desk.uow.save_game(finished(game, ending, desk.now), expected_phase_no=game.phase_no)
        detail = {"winner": ending.winner, "draw": list(ending.draw)}
        desk.uow.audit(AuditEntry(game.id, desk.now, "judge", "AGREED", detail, desk.letter.id))
        end_mails(desk.services, desk.uow, stored, letter=desk.letter.id)
        if desk.game is not None and desk.game.id == stored.id:
            desk.game = stored
