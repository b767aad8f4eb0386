"""Press: to one, some, all or all but; with the next results; held back in doubt; taken back in time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from judge.game.game import Game, Stage
from judge.game.press import ALL, MASTER, may_write, readers, voice
from judge.game.seats import Role, Seat
from judge.usecases import drafts, moderation
from judge.usecases.addressing import addressees, manner
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.mails import is_quiet, to_seat
from judge.usecases.ordering import closed, order_lines
from judge.usecases.proofs import asks_for_proof
from judge.usecases.rates import PRESS_AN_HOUR, within
from judge.usecases.script import Command
from judge.usecases.signing import game_at_hand

LONGEST = 20_000
"""Characters of one press message."""
GREY = "GREY"
"""Stands for the writer of grey press where his name may not be shown."""


@dataclass(frozen=True, slots=True)
class Message:
    """Press as it is relayed. `shown` are the addressees as readers see them, where that is not `to` itself."""

    to: tuple[str, ...]
    text: str
    grey: bool = False
    shown: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The addressees that may be named."""
        return self.shown or self.to

    @property
    def too_long(self) -> bool:
        """More than one press message may have."""
        return len(self.text) > LONGEST

    def to_json(self) -> dict[str, Any]:
        """Plain data, for a draft."""
        return {"to": list(self.to), "text": self.text, "grey": self.grey, "shown": list(self.shown)}

    @classmethod
    def from_json(cls, draft: Mapping[str, Any]) -> Message:
        """The message that a draft keeps."""
        return cls(tuple(draft["to"]), draft["text"], draft["grey"], tuple(draft.get("shown", ())))


def press(desk: Desk, command: Command) -> None:
    """PRESS TO … and BROADCAST: relay the body to the seats addressed, with the writer's name unless it is grey."""
    writer = press_writer(desk, command)
    if writer is None or desk.game is None:
        return
    how = manner(command)
    to = Said("press_fake", {}) if how.fake else addressees(desk, desk.game, writer, command)
    if isinstance(to, Said):
        desk.answer(command, "refused", to)
        return
    message = Message(to, "\n".join(line for _, line in command.body), how.grey)
    doubt = [] if how.sure or message.too_long else drafts.doubtful(desk, desk.game, writer, command)
    said = []
    if command.end_line:
        said.append(Said("press_end_misspelt", {"word": command.end_line}))
    elif not command.ended:
        said.append(Said("press_not_ended", {}))
    send(desk, command, writer, message, doubt, *said)


def press_writer(desk: Desk, command: Command) -> Seat | None:
    """The seat that writes, or an answer that says why there is none."""
    if game_at_hand(desk, command) is None or desk.game is None:
        return None
    seat = desk.seat_for(Role.POWER) or desk.seat_for(Role.MASTER) or desk.seat_for(Role.OBSERVER)
    if seat is None:
        desk.refuse(command, "not_your_game", game=desk.game.name)
    return seat


def send(desk: Desk, command: Command, writer: Seat, message: Message, doubt: list[str], *said: Said) -> None:
    """Relay a message, hold it if something in it is doubtful, or say why it is refused."""
    game = desk.game
    assert game is not None  # noqa: S101 - the writer has a seat in it
    problem = _problem(game, writer, message, desk.now)
    if problem is not None:
        desk.answer(command, "refused", problem, to=message.named, text=message.text)
        return
    if asks_for_proof(desk) and not within(desk.uow, "press", str(writer.id), desk.now, PRESS_AN_HOUR):
        most = Said("press_too_much", {"most": PRESS_AN_HOUR})
        desk.answer(command, "refused", most, to=message.named, text=message.text)
        return
    if doubt:
        drafts.hold(desk, writer, message.to_json())
        asked = Said("press_held", {"to": list(message.named), "lines": drafts.shown(doubt)})
        desk.answer(command, "held", asked, to=message.named, text=message.text)
        return
    if moderation.is_moderated(game, writer, message.to):
        moderation.hold(desk, game, writer, message.to_json())
        desk.answer(command, "held", Said("press_moderated", {"game": game.name}), to=message.named, text=message.text)
        return
    wait = relay(desk, game, writer, message)
    code = "press_waits" if wait else "press_sent"
    sent = Said(code, {"to": ", ".join(message.named), **({"until": wait.isoformat()} if wait else {})})
    desk.answer(command, "ok", sent, *said, to=message.named, text=message.text)


def _problem(game: Game, writer: Seat, message: Message, now: datetime) -> Said | None:
    to = message.to
    if not message.text.strip():
        return Said("press_empty", {})
    if message.too_long:
        return Said("press_too_long", {"most": LONGEST})
    shut = closed(game, now) if writer.role is not Role.MASTER and to != (MASTER,) else None
    if shut is not None:
        return shut
    refused = may_write(game, writer, to, grey=message.grey)
    if refused is not None:
        return Said(refused.code, refused.args)
    if not readers(game, writer, to):
        return Said("press_nobody", {"to": ", ".join(message.named)})
    return None


def relay(desk: Desk, game: Game, writer: Seat, message: Message) -> datetime | None:
    """Post a message to its readers. If its writer likes to be able to take press back: until when it waits."""
    number_of = desk.uow.add_press(
        game.id, phase_now(game), voice(writer), message.to, message.text,
        letter=desk.letter.id, at=desk.now, grey=message.grey, seat=writer.id,
    )  # fmt: skip
    holder = desk.uow.person(writer.person) if writer.person is not None else None
    delay = timedelta(seconds=holder.preferences.get("press_delay", 0) if holder else 0)
    wait = desk.now + delay if delay else None
    for seat in readers(game, writer, message.to):
        person = desk.uow.person(seat.person) if seat.person is not None else None
        if seat.role is Role.OBSERVER and ALL in message.to and is_quiet(person, game.name):
            continue
        data = {
            "from": None if message.grey else voice(writer),
            "to": list(message.named),
            "text": message.text,
            "copy": False,
            "press": number_of,
        }
        key = f"press:{number_of}:{seat.id}"
        topic = "broadcasts" if ALL in message.to else ""
        to_seat(
            desk.services, desk.uow, game, seat, "press", data, key,
            letter=desk.letter.id, not_before=wait, topic=topic,
        )  # fmt: skip
    return wait


def phase_now(game: Game) -> str:
    """Under which phase something written now is kept."""
    return game.position.phase if game.phase_no else "forming"


def postal(desk: Desk, command: Command) -> None:
    """POSTAL PRESS: kept, and published with the next results."""
    writer = press_writer(desk, command)
    if writer is None or desk.game is None:
        return
    game, how = desk.game, manner(command)
    message = Message((ALL,), "\n".join(line for _, line in command.body), how.grey)
    if game.stage not in (Stage.RUNNING, Stage.PAUSED):
        desk.refuse(command, "not_running", game=game.name)
        return
    problem = Said("press_fake", {}) if how.fake else _problem(game, writer, message, desk.now)
    if problem is not None:
        desk.answer(command, "refused", problem, to=(ALL,), text=message.text)
        return
    doubt = [] if how.sure else drafts.doubtful(desk, game, writer, command)
    if doubt:
        drafts.hold(desk, writer, message.to_json() | {"postal": True})
        asked = Said("press_held", {"to": [ALL], "lines": drafts.shown(doubt)})
        desk.answer(command, "held", asked, to=(ALL,), text=message.text)
        return
    _postal(desk, command, writer, message)


def _postal(desk: Desk, command: Command, writer: Seat, message: Message) -> None:
    game = desk.game
    assert game is not None  # noqa: S101 - the writer has a seat in it
    if moderation.is_moderated(game, writer, message.to):
        moderation.hold(desk, game, writer, message.to_json() | {"postal": True})
        desk.answer(command, "held", Said("press_moderated", {"game": game.name}), to=(ALL,), text=message.text)
        return
    _keep_postal(desk, game, writer, message)
    desk.answer(command, "ok", Said("postal_kept", {}), to=(ALL,), text=message.text)


def let_go(desk: Desk, game: Game, writer: Seat, draft: Mapping[str, Any]) -> None:
    """What waited for the GM goes to its readers, or to the next results."""
    message = Message.from_json(draft)
    if draft.get("postal"):
        _keep_postal(desk, game, writer, message)
    else:
        relay(desk, game, writer, message)


def _keep_postal(desk: Desk, game: Game, writer: Seat, message: Message) -> None:
    desk.uow.add_press(
        game.id, phase_now(game), voice(writer), (ALL,), message.text, letter=desk.letter.id, at=desk.now,
        status="postal", grey=message.grey, seat=writer.id,
    )  # fmt: skip


def _taken_back(desk: Desk, command: Command) -> tuple[Seat, dict[str, Any]] | None:
    """The press held back for the writer's word, which waits no longer; or an answer that says there is none."""
    writer = press_writer(desk, command)
    if writer is None:
        return None
    draft = drafts.held(desk, writer)
    if draft is None:
        desk.refuse(command, "nothing_held")
        return None
    drafts.forget(desk, writer)
    return writer, draft


def send_held(desk: Desk, command: Command) -> None:
    """SEND PRESS: what was held back goes out as it is."""
    found = _taken_back(desk, command)
    if found is None:
        return
    writer, draft = found
    message = Message.from_json(draft)
    if not draft.get("postal"):
        send(desk, command, writer, message, [])
        return
    _postal(desk, command, writer, message)


def take_orders(desk: Desk, command: Command) -> None:
    """TAKE ORDERS: the order lines of the press held back count as orders, and nothing is sent."""
    found = _taken_back(desk, command)
    if found is None or desk.game is None:
        return
    draft = found[1]
    desk.ok(command, "orders_of_held")
    for line in drafts.order_lines(desk, desk.game, draft["text"].splitlines()):
        order_lines(desk, replace(command, text=line.strip(), verb=None))


def cancel(desk: Desk, command: Command) -> None:
    """CANCEL PRESS: the last press is taken back, if nobody has it yet."""
    writer = press_writer(desk, command)
    if writer is None or desk.game is None:
        return
    if drafts.held(desk, writer) is not None:
        drafts.forget(desk, writer)
        desk.ok(command, "press_dropped")
        return
    mine = [each for each in desk.uow.press(desk.game.id) if each.seat == writer.id and each.status != "cancelled"]
    last = mine[-1] if mine else None
    if last is None or (last.status == "sent" and not desk.uow.drop_mails(f"press:{last.id}:", desk.now)):
        desk.refuse(command, "press_gone")
        return
    desk.uow.mark_press(last.id, "cancelled")
    desk.ok(command, "press_cancelled", to=", ".join(last.recipients))
