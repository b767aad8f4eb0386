"""PASS PRESS and REJECT PRESS: the GM decides on press that waits for him."""

from __future__ import annotations

from judge.usecases import talking
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import log_act, master_game, plays
from judge.usecases.letters import Said
from judge.usecases.mails import notify
from judge.usecases.moderation import keep, waiting
from judge.usecases.script import Command


def decide(desk: Desk, command: Command) -> None:
    """PASS PRESS n lets a message go to its readers, REJECT PRESS n gives it back to its writer."""
    game = master_game(desk, command)
    if game is None:
        return
    if plays(desk, game):
        desk.refuse(command, "not_for_playing_gm")
        return
    kept, number = waiting(desk, game), command.args["number"]
    draft = kept.pop(number, None)
    writer = next((seat for seat in game.seats if draft is not None and seat.id == draft["seat"]), None)
    if draft is None or writer is None:
        desk.refuse(command, "no_press_waits", number=number, numbers=", ".join(kept) or "–")
        return
    keep(desk, game, kept)
    passed = command.args["what"].upper() != "REJECT"
    log_act(desk, game, "PRESS", {"number": number, "passed": passed})
    if passed:
        talking.let_go(desk, game, writer, draft)
        desk.ok(command, "press_passed", number=number)
        return
    desk.ok(command, "press_rejected", number=number)
    told = Said("press_rejected_told", {"game": game.name, "to": ", ".join(draft["to"])})
    key = f"reject:{game.id}:{desk.letter.key}:{command.number}"
    text = Said("official_text", {"text": draft["text"]})
    notify(desk.services, desk.uow, game, key, told, text, letter=desk.letter.id, only=(writer,))
