"""Press: one power to another, to some, or to all."""

from __future__ import annotations

from datetime import datetime

from judge.adjudicator.variant import Variant
from judge.game.game import Game
from judge.game.press import ALL, MASTER, OBSERVERS, may_write, readers, voice
from judge.game.seats import Role, Seat
from judge.notation.powers import Addressees, powers_in
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.mails import to_seat
from judge.usecases.ordering import closed
from judge.usecases.script import Command
from judge.usecases.signing import lone_seat, power_list

LONGEST = 20_000
"""Characters of one press message."""


def press(desk: Desk, command: Command) -> None:
    """PRESS TO … and BROADCAST: relay the body to the seats addressed, with the writer's name unless it is grey."""
    writer = _writer(desk, command)
    if writer is None or desk.game is None:
        return
    game = desk.game
    to = addressees(desk, game, writer, command)
    if isinstance(to, Said):
        desk.answer(command, "refused", to)
        return
    text = "\n".join(line for _, line in command.body)
    grey = "gr" in (command.args.get("kind", "") + command.args.get("kind2", "")).lower()
    problem = _problem(game, writer, to, text, desk.now, grey=grey)
    if problem is not None:
        desk.answer(command, "refused", problem, to=to, text=text)
        return
    _relay(desk, game, writer, to, text, command, grey=grey)
    said = [Said("press_sent", {"to": ", ".join(to)})]
    if command.end_line:
        said.append(Said("press_end_misspelt", {"word": command.end_line}))
    elif not command.ended:
        said.append(Said("press_not_ended", {}))
    desk.answer(command, "ok", *said, to=to, text=text)


def _writer(desk: Desk, command: Command) -> Seat | None:
    if desk.game is None:
        lone = lone_seat(desk, (Role.POWER, Role.MASTER))
        if lone is not None:
            desk.open(*lone)
    if desk.game is None:
        desk.refuse(command, "sign_on_first")
        return None
    seat = desk.seat_for(Role.POWER) or desk.seat_for(Role.MASTER) or desk.seat_for(Role.OBSERVER)
    if seat is None:
        desk.refuse(command, "not_your_game", game=desk.game.name)
    return seat


def _problem(
    game: Game, writer: Seat, to: tuple[str, ...], text: str, now: datetime, *, grey: bool
) -> Said | None:
    if not text.strip():
        return Said("press_empty", {})
    if len(text) > LONGEST:
        return Said("press_too_long", {"most": LONGEST})
    shut = closed(game, now) if writer.role is not Role.MASTER and to != (MASTER,) else None
    if shut is not None:
        return shut
    refused = may_write(game, writer, to, grey=grey)
    if refused is not None:
        return Said(refused.code, refused.args)
    if not readers(game, writer, to):
        return Said("press_nobody", {"to": ", ".join(to)})
    return None


def addressees(desk: Desk, game: Game, writer: Seat, command: Command) -> tuple[str, ...] | Said:
    """The power words (or MASTER, OBSERVERS, ALL) that a press line names."""
    if command.verb is not None and command.verb.name == "BROADCAST":
        return (ALL,)
    text = command.args["to"].strip()
    if text.upper() in ("ALL", "EVERYBODY", "EVERYONE", "国際会議場", "会議場", "全員"):
        return (ALL,)
    variant = desk.variant(game)
    words: list[str] = []
    plain: list[str] = []
    for part in text.replace("&", ",").replace(" and ", ",").replace(" AND ", ",").split(","):
        special = {"M": MASTER, "MASTER": MASTER, "GM": MASTER, "O": OBSERVERS, "OBSERVERS": OBSERVERS}.get(
            part.strip().upper()
        )
        (words.append(special) if special else plain.append(part.strip()))
    named = _powers(variant, game, [part for part in plain if part])
    if isinstance(named, Said):
        return named
    to = tuple(dict.fromkeys(named + words))
    own = voice(writer)
    return Said("press_to_self", {}) if to == (own,) else tuple(word for word in to if word != own)


def _powers(variant: Variant, game: Game, parts: list[str]) -> list[str] | Said:
    found: list[str] = []
    for part in parts:
        named = powers_in(variant, part)
        if not isinstance(named, Addressees):
            return Said("no_such_power", {"text": part, "game": game.name, "powers": power_list(variant)})
        found += [variant.powers[index].word for index in named.powers]
    return found


def _relay(
    desk: Desk, game: Game, writer: Seat, to: tuple[str, ...], text: str, command: Command, *, grey: bool
) -> None:
    phase = game.position.phase if game.phase_no else "forming"
    desk.uow.add_press(game.id, phase, voice(writer), to, text, letter=desk.letter.id, at=desk.now)
    for seat in readers(game, writer, to):
        data = {"from": None if grey else voice(writer), "to": list(to), "text": text, "copy": False}
        key = f"press:{desk.letter.key}:{command.number}:{seat.id}"
        to_seat(desk.services, desk.uow, game, seat, "press", data, key, letter=desk.letter.id)
