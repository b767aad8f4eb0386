"""What a GM does about the game as such: name, description, a letter to all, a start with free seats, a purge."""

from __future__ import annotations

import re
from dataclasses import replace

from judge.game.game import Ending, Game, Stage
from judge.game.press import ALL, readers, voice
from judge.game.seats import Role, Seat
from judge.notation.powers import Addressees, powers_in
from judge.usecases.creating import name_problem
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import announce, master_game, running_game
from judge.usecases.letters import Said
from judge.usecases.mails import one_seat_each, to_seat
from judge.usecases.script import Command
from judge.usecases.signing import hide_password, power_list, proof_problem
from judge.usecases.start import start_game

LONGEST_COMMENT = 2000
LONGEST_LETTER = 20_000


def rename(desk: Desk, command: Command) -> None:
    """RENAME new, or DPjudge's RENAME old new password."""
    old = command.args.get("old")
    if old is not None and not _signed_on(desk, command, old):
        return
    game = master_game(desk, command)
    if game is None:
        return
    new = command.args["new"].lower()
    problem = name_problem(desk, new)
    if problem is not None:
        desk.answer(replace(command, text=hide_password(command)), "refused", problem)
        return
    stored = desk.keep(replace(game, name=new))
    args = {"old_name": game.name, "game": new}
    desk.answer(replace(command, text=hide_password(command)), "ok", Said("renamed", args))
    announce(desk, command, stored, "RENAME", args, Said("renamed_told", args))


def _signed_on(desk: Desk, command: Command, name: str) -> bool:
    """Go on as the GM of a game named with its password; False with an answer why not."""
    game = desk.find_game(command, name)
    if game is None:
        return False
    own = [s for s in game.masters if desk.person is not None and s.person == desk.person.id]
    chair = (own or list(game.masters))[0]
    problem = proof_problem(desk, game, chair, command.args.get("password"))
    if problem is not None:
        desk.answer(replace(command, text=hide_password(command)), "refused", problem)
        return False
    desk.open(game, chair)
    return True


def purge(desk: Desk, command: Command) -> None:
    """PURGE: a game without players goes off the lists for good. Its records stay with the operator."""
    target = command.args.get("target")
    if target is not None and not _signed_on(desk, command, target):
        return
    game = running_game(desk, command, Stage.FORMING)
    if game is None:
        return
    if any(not seat.vacant for seat in game.powers):
        desk.refuse(command, "purge_players", game=game.name)
        return
    shown = replace(command, text=hide_password(command))
    desk.deferred.append((shown, lambda: _purge(desk, shown, game)))


def _purge(desk: Desk, command: Command, game: Game) -> None:
    settings = replace(game.settings, listed=False, observers=False)
    over = replace(game, stage=Stage.FINISHED, ending=Ending(terminated=True), finished_at=desk.now, settings=settings)
    stored = desk.keep(replace(over, name=f"{game.name}-{game.id}"))
    desk.ok(command, "purged", game=game.name)
    announce(desk, command, stored, "PURGE", {"name": game.name})


def comment(desk: Desk, command: Command) -> None:
    """SET COMMENT BEGIN … END: a description of several lines."""
    game = master_game(desk, command)
    if game is None:
        return
    text = "\n".join(line for _, line in command.body)[:LONGEST_COMMENT]
    desk.keep(replace(game, settings=replace(game.settings, comment=text)))
    desk.ok(command, "comment_set", game=game.name)
    announce(desk, command, game, "COMMENT", {"lines": len(command.body)})


def force_begin(desk: Desk, command: Command) -> None:
    """FORCE BEGIN: a game that is not full starts; free powers have nobody until they are taken over."""
    game = running_game(desk, command, Stage.FORMING)
    if game is None:
        return
    free = sum(seat.vacant for seat in game.powers)
    if free == len(game.powers):
        desk.refuse(command, "nobody_joined", game=game.name)
        return
    number = desk.seat.number if desk.seat is not None else 0
    stored = start_game(desk.services, desk.uow, game, desk.now, desk.letter.id)
    desk.game = stored
    desk.seat = next((seat for seat in stored.masters if seat.number == number), None)
    vacant = [seat.power or "" for seat in stored.powers if seat.vacant]
    desk.ok(command, "force_started", game=game.name, powers=vacant)
    told = Said("force_started_told", {"game": game.name, "powers": vacant})
    announce(desk, command, stored, "FORCE", {"vacant": vacant}, told)


def official(desk: Desk, command: Command) -> None:
    """OFFICIAL [subject] … ENDPRESS: the GM's own letter, signed by his office, to all or to some."""
    game = master_game(desk, command)
    chair = desk.seat_for(Role.MASTER)
    if game is None or chair is None:
        return
    lines = [line for _, line in command.body]
    to = _official_to(desk, game, lines)
    if isinstance(to, Said):
        desk.answer(command, "refused", to)
        return
    text = "\n".join(lines).strip()
    if not text or len(text) > LONGEST_LETTER:
        desk.answer(command, "refused", Said("press_too_long" if text else "press_empty", {"most": LONGEST_LETTER}))
        return
    subject = command.args.get("subject", "")
    _send_official(desk, command, game, chair, to, subject, text)
    desk.answer(command, "ok", Said("press_sent", {"to": ", ".join(to)}), to=to, text=text)


def _official_to(desk: Desk, game: Game, lines: list[str]) -> tuple[str, ...] | Said:
    """Whom the first line addresses (nJudge: OFFICIAL stands before PRESS or BROADCAST); that line is taken off."""
    first = re.fullmatch(r"\s*(?:BROADCAST|PRESS(?:\s+TO)?\s+(.+?)):?\s*", lines[0] if lines else "", re.IGNORECASE)
    if first is None:
        return (ALL,)
    lines.pop(0)
    if first.group(1) is None or first.group(1).upper() in ("ALL", "EVERYBODY"):
        return (ALL,)
    variant = desk.variant(game)
    named = powers_in(variant, first.group(1))
    if not isinstance(named, Addressees):
        return Said("no_such_power", {"text": first.group(1), "game": game.name, "powers": power_list(variant)})
    return tuple(variant.powers[index].word for index in named.powers)


def _send_official(
    desk: Desk, command: Command, game: Game, chair: Seat, to: tuple[str, ...], subject: str, text: str
) -> None:
    phase = game.position.phase if game.stage is not Stage.FORMING else "forming"
    kept = f"{subject}\n\n{text}" if subject else text
    desk.uow.add_press(game.id, phase, voice(chair), to, kept, letter=desk.letter.id, at=desk.now)
    said = [Said("official_subject" if subject else "official", {"game": game.name, "subject": subject})]
    said.append(Said("official_text", {"text": text}))
    for seat in one_seat_each(readers(game, chair, to)):
        key = f"official:{game.id}:{desk.letter.key}:{command.number}:{seat.id}"
        data = {"text": [each.to_json() for each in said]}
        to_seat(desk.services, desk.uow, game, seat, "notice", data, key, letter=desk.letter.id)
    announce(desk, command, game, "OFFICIAL", {"to": list(to), "subject": subject})
