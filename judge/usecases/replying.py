"""A reply to press is press to the same people: found by the Message-ID it answers, which we gave and kept.

The address stays the seat's own, so that a reply works from every program that keeps In-Reply-To or References, and a
new letter to a remembered address is never mistaken for press.
"""

from __future__ import annotations

from dataclasses import dataclass

from judge.game.game import Game
from judge.game.press import ALL, MASTER, may_write, voice
from judge.game.seats import Seat
from judge.notation.lines import looks_like_order
from judge.usecases import drafts, talking
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.ports import StoredPress
from judge.usecases.proofs import require
from judge.usecases.script import Command, read_script
from judge.usecases.verbs import BY_NAME


@dataclass(frozen=True, slots=True)
class _Answered:
    """The press that a letter answers, and the seat that answers."""

    game: Game
    seat: Seat
    press: StoredPress


def answers_press(desk: Desk) -> bool:
    """Take the letter as press if it is a reply to press and holds no commands; False: read it line by line."""
    answered = _answered(desk)
    if answered is None:
        return False
    desk.open(answered.game, answered.seat)
    commands = [each for each in read_script(desk.letter.lines) if each.verb is None or each.verb.name != "SIGNOFF"]
    variant = desk.variant(answered.game)
    bare = [each for each in commands if each.verb is None]
    orders = [each.text for each in bare if looks_like_order(variant, each.text)]
    if not bare or len(orders) == len(bare):
        return False
    text = "\n".join(line for _, line in _own_lines(desk, commands)).strip("\n")
    line = Command(commands[0].number, commands[0].text, BY_NAME["PRESS"])
    if not require(desk, line):
        return True
    if any(each.verb is not None for each in commands):
        prose = "\n".join(each.text for each in bare)
        drafts.hold(desk, answered.seat, _message(answered, prose).to_json())
        desk.notes.append(Said("reply_has_commands", {}))
        return False
    talking.send(desk, line, answered.seat, _message(answered, text), orders)
    return True


def _own_lines(desk: Desk, commands: list[Command]) -> list[tuple[int, str]]:
    """The letter's lines up to SIGNOFF, blank ones too."""
    end = next(
        (each.number for each in read_script(desk.letter.lines) if each.verb and each.verb.name == "SIGNOFF"), None
    )
    first = commands[0].number
    return [(number, line) for number, line in desk.letter.lines if number >= first and (end is None or number < end)]


def _answered(desk: Desk) -> _Answered | None:
    for message_id in reversed(desk.letter.references):
        mail = desk.uow.mail_with_id(message_id)
        if mail is None:
            continue
        if mail.kind != "press" or mail.game is None or "press" not in mail.data:
            return None
        game = desk.uow.game(mail.game)
        seat = next((each for each in game.seats if each.id == mail.seat), None) if game else None
        if game is None or seat is None or not _speaks_for(desk, seat):
            return None
        stored = next((each for each in desk.uow.press(game.id) if each.id == mail.data["press"]), None)
        return None if stored is None else _Answered(game, seat, stored)
    return None


def _speaks_for(desk: Desk, seat: Seat) -> bool:
    """The same proof as for orders: the seat's address, or the sender's own."""
    if desk.seat is not None:
        return desk.seat.id == seat.id
    return desk.person is not None and seat.person == desk.person.id


def _message(answered: _Answered, text: str) -> talking.Message:
    """A message to whoever wrote the press and whoever else got it; a grey writer stays unnamed."""
    own, writer = voice(answered.seat), answered.press.sender
    if ALL in answered.press.recipients:
        return talking.Message((ALL,), text)
    others = tuple(word for word in answered.press.recipients if word not in (own, writer))
    to = tuple(dict.fromkeys(word for word in (writer, *others) if word != own))
    if writer == MASTER and may_write(answered.game, answered.seat, to, grey=False) is not None:
        to, others = (MASTER,), ()
    shown = (talking.GREY, *others) if answered.press.grey and writer != own else ()
    return talking.Message(to, text, shown=shown)
