"""The diary: private notes, shown to all when the game is over."""

from __future__ import annotations

from typing import Any

from judge.game.game import Game, Stage
from judge.game.press import voice
from judge.game.seats import Role, Seat
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.ports import DiaryNote
from judge.usecases.script import Command
from judge.usecases.signing import lone_seat
from judge.usecases.talking import LONGEST, phase_now


def record(desk: Desk, command: Command) -> None:
    """DIARY RECORD: keep a note."""
    found = _seat(desk, command)
    if found is None:
        return
    game, seat = found
    text = "\n".join(line for _, line in command.body)
    if not text.strip():
        desk.refuse(command, "diary_empty")
        return
    if len(text) > LONGEST:
        desk.refuse(command, "press_too_long", most=LONGEST)
        return
    if game.stage is Stage.FINISHED:
        desk.refuse(command, "game_over", game=game.name)
        return
    number = desk.uow.add_note(game.id, seat.id, voice(seat), phase_now(game), text, at=desk.now)
    said = [Said("diary_kept", {"number": number})]
    if not command.ended:
        said.append(Said("diary_not_ended", {}))
    desk.answer(command, "ok", *said)


def look(desk: Desk, command: Command) -> None:
    """DIARY LIST, READ n, DELETE n."""
    found = _seat(desk, command)
    if found is None:
        return
    game, seat = found
    what, number = command.args.get("what", "LIST").upper(), int(command.args.get("number", "0"))
    if what == "DELETE":
        if desk.uow.delete_note(game.id, seat.id, number):
            desk.ok(command, "diary_deleted", number=number)
        else:
            desk.refuse(command, "no_such_note", number=number)
        return
    notes = [each for each in desk.uow.diary(game.id, seat.id) if what == "LIST" or each.number == number]
    if what == "READ" and not notes:
        desk.refuse(command, "no_such_note", number=number)
        return
    desk.blocks.append(block(notes, whole=what == "READ"))
    desk.ok(command, "diary_listed", count=len(notes))


def block(notes: list[DiaryNote], *, whole: bool) -> dict[str, Any]:
    """Notes for a reply: their first lines, or all of them."""
    rows = [
        {
            "number": each.number,
            "voice": each.voice,
            "phase": each.phase,
            "at": each.at.isoformat(),
            "text": each.text if whole else each.text.strip().splitlines()[0][:60],
        }
        for each in notes
    ]
    return {"type": "diary", "notes": rows, "whole": whole}


def _seat(desk: Desk, command: Command) -> tuple[Game, Seat] | None:
    if desk.game is None and (lone := lone_seat(desk, (Role.POWER, Role.MASTER, Role.OBSERVER))) is not None:
        desk.open(*lone)
    seat = next((found for role in Role if (found := desk.seat_for(role)) is not None), None)
    if desk.game is None or seat is None:
        desk.refuse(command, "sign_on_first" if desk.game is None else "not_your_game",
                    **({"game": desk.game.name} if desk.game else {}))  # fmt: skip
        return None
    return desk.game, seat
