"""Take one letter: who writes, which commands, what they do; one transaction, one answer that speaks line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from judge.adjudicator.variant import Variant
from judge.game.conditions import is_branch
from judge.game.game import Stage
from judge.game.seats import Role
from judge.game.view import order_set
from judge.notation.lines import looks_like_order
from judge.notation.names import lexicon
from judge.notation.shared import are_told_together
from judge.notation.tokens import tokenize
from judge.notation.wrapped import MOST_LINES, lines_of_order, may_be_wrapped
from judge.usecases import acting, gm, holding, look, mailbox, replying, signing, unsubscribing, voting, wholesale
from judge.usecases.desk import Desk, PhaseDue, Services
from judge.usecases.filling import filled_in
from judge.usecases.handlers_masters import MASTERS
from judge.usecases.handlers_players import FREE_WHEN_LOCKED, PLAYERS, order_line
from judge.usecases.kept_orders import kept_block
from judge.usecases.letters import Answer, Letter, Said, Taken
from judge.usecases.mails import answer_mail, notify
from judge.usecases.near_verbs import near_verbs
from judge.usecases.ports import UnitOfWork
from judge.usecases.proofs import require
from judge.usecases.script import Command, read_script
from judge.usecases.wishes import wishes

__all__ = ["PhaseDue", "take"]

MOST_COMMANDS = 300
"""Commands of one letter that are worked off; what follows is answered, not acted on."""

WRAPPED = 50
"""Characters of a line that a mail program may have broken; a greeting above a command is shorter."""

HANDLERS: dict[str, Callable[[Desk, Command], None]] = {
    **PLAYERS,
    "DRAW": voting.draw,
    "CONCEDE": voting.concede,
    "PEACE": voting.peace,
    "SEPARATE": voting.separate,
    **MASTERS,
}


def take(services: Services, uow: UnitOfWork, letter: Letter) -> Taken:
    """Work a letter off inside `uow`: effects, the answer's record, the inbox row. Raises PhaseDue when a deadline that
    passed before the letter came must be worked off first."""
    if letter.settles is not None:
        return holding.settle(services, uow, letter)
    if letter.stops is not None:
        return unsubscribing.stop(services, uow, letter)
    letter = _without_replay(services, uow, letter)
    desk = Desk(services, uow, letter, person=uow.person_at(letter.sender))
    _heard_from(desk)
    signing.open_by_address(desk)
    if not mailbox.confirmed(desk) and not replying.answers_press(desk):
        _work_off(desk)
    taken = Taken("letter", _seat_text(desk), _in_order(desk.answers))
    _post_answer(desk)
    if letter.id is not None:
        uow.letter_done(letter.id, report=taken.to_json(), at=desk.now)
    return taken


def _heard_from(desk: Desk) -> None:
    """Who writes can be written to again: a bounce of yesterday is forgotten."""
    proven = desk.letter.authenticated or desk.services.identity == "trust"
    if proven and desk.person is not None and desk.person.bouncing:
        desk.person = replace(desk.person, bouncing=False)
        desk.uow.save_person(desk.person)


def _without_replay(services: Services, uow: UnitOfWork, letter: Letter) -> Letter:
    """A DKIM signature vouches for one letter: seen again in another it is somebody sending old words anew."""
    if services.identity == "trust" or not letter.authenticated or letter.signature is None:
        return letter
    key = f"dkim:{letter.signature}"
    if uow.recall(key) in (None, letter.id):
        uow.remember(key, letter.id)
        return letter
    return replace(letter, authenticated=False)


def at_shell(services: Services, uow: UnitOfWork, game: str, letter: Letter) -> tuple[Taken, list[dict[str, Any]]]:
    """What a GM could mail, done by the operator at the shell: the same code, no answer mail. Also the blocks."""
    found = uow.game(game)
    if found is None:
        raise LookupError(game)
    desk = Desk(services, uow, letter)
    desk.open(found, found.masters[0])
    _work_off(desk)
    return Taken("shell", f"master@{game}", _in_order(desk.answers)), desk.blocks


def _work_off(desk: Desk) -> None:
    commands = [*filled_in(desk), *read_script(desk.letter.lines)]
    at, end = 0, min(len(commands), MOST_COMMANDS)
    while at < end:
        command, lines = _unwrapped(desk, commands, at)
        _run(desk, command)
        at += lines
    if len(commands) > MOST_COMMANDS:
        desk.refuse(commands[MOST_COMMANDS], "too_many_commands", most=MOST_COMMANDS)
    desk.settle_later()
    _run_deferred(desk)
    _compare_halves(desk)
    acting.tell_players(desk)
    _tell_holder(desk)
    gm.settle_games(desk)
    voting.settle_votes(desk)


def _compare_halves(desk: Desk) -> None:
    """A letter whose plain text and HTML give different orders: its writer saw one of them, and we read the other."""
    lines = [line.strip()[:80] for line in desk.letter.unlike if _is_order(desk, line)]
    if lines:
        desk.notes.append(Said("letter_halves", {"lines": lines[:3]}))


def _run(desk: Desk, command: Command) -> None:
    if command.verb is not None:
        desk.settle_later()
    if command.verb is None:
        _order_or_prose(desk, command)
    elif command.verb.name == "SIGNOFF":
        return
    elif _goes_on_from_prose(desk, command):
        desk.answer(command, "ignored", Said("end_of_sentence", {"word": command.text[:60].upper()}), verb="TEXT")
    elif desk.locked and command.verb.name not in FREE_WHEN_LOCKED:
        shown = Command(command.number, signing.hide_password(command), command.verb, command.args)
        desk.answer(shown, "ignored", Said("not_signed_on", {}))
    else:
        if desk.game is not None:
            desk.open(desk.game, desk.seat)
        if not require(desk, command):
            return
        HANDLERS[command.verb.name](desk, command)


def _goes_on_from_prose(desk: Desk, command: Command) -> bool:
    """Whether a word that would be a command ends a sentence that a mail program wrapped just before it.

    "If this goes on I am going to / withdraw" gives up no game.
    """
    before = desk.answers[-1] if desk.answers else None
    if before is None or (before.verb, before.status, before.number) != ("TEXT", "ignored", command.number - 1):
        return False
    wrapped = len(before.line) >= WRAPPED and (before.line[-1].isalpha() or before.line[-1] == ",")
    return wrapped and not command.args and command.text == command.text.lower() != command.text.upper()


def _order_or_prose(desk: Desk, command: Command) -> None:
    if not require(desk, command) or acting.heading(desk, command) or gm.change_setting(desk, command):
        return
    if _is_order(desk, command.text) or (desk.ahead is not None and is_branch(command.text)):
        if desk.locked:
            desk.answer(command, "ignored", Said("not_signed_on", {}), verb="ORDER")
        elif require(desk, command, order=True):
            order_line(desk, command)
        return
    if wholesale.is_hold(desk, command.text) and (
        not require(desk, command, order=True) or wholesale.hold(desk, command)
    ):
        return
    if wholesale.takes_back(desk, command.text):
        desk.answer(command, "ignored", Said("above_stands", {}), verb="TEXT")
        return
    near = near_verbs(command.text)
    if near:
        desk.answer(
            command, "refused", Said("unknown_command", {"word": command.text[:60], "near": near}), verb="UNKNOWN"
        )
    else:
        desk.answer(command, "ignored", Said("not_understood", {}), verb="TEXT")


def _unwrapped(desk: Desk, commands: list[Command], at: int) -> tuple[Command, int]:
    """The command here, and how many lines it takes: a mail program may have broken an order over several."""
    command, count = commands[at], 1
    following = [
        each.text
        for n, each in enumerate(commands[at + 1 : at + MOST_LINES], 1)
        if each.verb is None and each.number == command.number + n
    ]
    if command.verb is None and following and may_be_wrapped(command.text, following[0]):
        variant = _variant(desk)
        count = 1 if variant is None else lines_of_order(variant, command.text, following)
    text = " ".join(each.text for each in commands[at : at + count])
    return (command if count == 1 else replace(command, text=text)), count


def _is_order(desk: Desk, text: str) -> bool:
    """Orders are told from prose by the notation of the game at hand; without one, of any variant."""
    variant = _variant(desk)
    if variant is None:
        return False
    running = desk.game is not None and desk.game.stage is not Stage.FORMING
    if looks_like_order(variant, text) or are_told_together(variant, text):
        return True
    return running and _begins_like_order(variant, text)


def _variant(desk: Desk) -> Variant | None:
    """The variant of the game at hand; without one, of the only game in which the sender has a seat."""
    if desk.game is not None and desk.game.stage is not Stage.FORMING:
        return desk.variant(desk.game)
    lone = signing.lone_seat(desk, (Role.POWER,)) if desk.game is None else (desk.game, None)
    name = lone[0].variant if lone is not None else "standard"
    return desk.services.maps.load(name) if name in desk.services.maps.names() else None


def _begins_like_order(variant: Variant, text: str) -> bool:
    """A few words that begin with a unit (`F LON NORTSEA`): an order whose rest is misspelt, to be answered as one."""
    kind, _, rest = text.strip().partition(" ")
    tokens = tokenize(rest) if kind.upper() in ("A", "F", "ARMY", "FLEET") and len(rest.split()) in (2, 3) else ()
    return bool(tokens) and lexicon(variant).at(tokens, 0) is not None


def _tell_holder(desk: Desk) -> None:
    """Every order set that was taken is receipted to the address on record: whoever holds the seat hears of orders that
    came from somebody else with its password."""
    seat, game = desk.seat_for(Role.POWER), desk.game
    given = [each.order for each in desk.answers if each.verb == "ORDER" and each.status == "ok" and each.order]
    if seat is None or game is None or seat.person is None or not given or desk.letter.id is None:
        return
    if desk.person is None or desk.person.id != seat.person:
        args = {"sender": desk.letter.sender, "power": seat.power, "game": game.name, "orders": given}
        key = f"by-password:{desk.letter.key}"
        notify(
            desk.services, desk.uow, game, key, Said("orders_by_password", args), letter=desk.letter.id, only=(seat,)
        )


def _run_deferred(desk: Desk) -> None:
    bad = [answer for answer in desk.answers if answer.status == "refused"]
    for command, act in desk.deferred:
        if bad:
            desk.answer(command, "refused", Said("not_with_bad_lines", {"line": bad[0].line}))
        else:
            act()


def _in_order(answers: list[Answer]) -> tuple[Answer, ...]:
    """Answers as the letter's lines stand, also where a command acted at the end."""
    return tuple(sorted(answers, key=lambda answer: answer.number))


def _seat_text(desk: Desk) -> str | None:
    seat = desk.seat or desk.seat_for(Role.POWER) or desk.seat_for(Role.MASTER)
    if seat is None or desk.game is None:
        return None
    return f"{signing.seat_name(seat).lower()}@{desk.game.name}"


def _post_answer(desk: Desk) -> None:
    if desk.game is not None and {answer.verb for answer in desk.answers} == {"SIGNON"}:
        shown = look.own_orders(desk, desk.game, desk.seat)  # as nJudge answers a letter that only signs on
        desk.blocks += [shown] if shown else []
    if (kept := kept_block(desk)) is not None:
        desk.blocks.append(kept)
    _say_what_is_missing(desk)
    orders_given = any(answer.verb == "ORDER" for answer in desk.answers)
    answers = _in_order(desk.answers)
    data: dict[str, Any] = {
        "answers": [answer.to_json() for answer in answers],
        "notes": [note.to_json() for note in (*desk.notes, *(Said(code, args) for code, args in desk.letter.notes))],
        "blocks": desk.blocks,
    }
    seat = desk.seat or desk.seat_for(Role.POWER) or desk.seat_for(Role.MASTER)
    data["orders"] = _orders_block(desk) if desk.show_orders or orders_given else None
    if desk.game is not None:
        data["early"] = desk.game.early
        data["deadline"] = desk.game.deadline.isoformat() if desk.game.deadline else None
    answer_mail(
        desk.services, desk.uow, desk.letter, "receipt" if orders_given else "reply", data,
        person=desk.person, game=desk.game, seat=seat,
    )  # fmt: skip


def _say_what_is_missing(desk: Desk) -> None:
    """A letter that asked for nothing gets more than an empty answer."""
    subject = re.sub(
        r"^(?:\s*(?:re|aw|fwd?|sv|antw?)\s*:|\s*\[[^\]]*\])+", "", desk.letter.subject, flags=re.IGNORECASE
    )
    if all(answer.verb == "TEXT" for answer in desk.answers) and _is_order(desk, subject.strip()[:200]):
        desk.notes.append(Said("letter_subject", {"subject": subject.strip()[:100]}))
    elif not desk.answers and not desk.blocks and not desk.notes:
        desk.notes.append(Said("letter_empty"))
    elif desk.answers and not desk.blocks and all(answer.verb == "TEXT" for answer in desk.answers):
        desk.notes.append(Said("letter_nothing"))
        if found := wishes(answer.line for answer in desk.answers):
            desk.notes.append(Said("letter_wish", {"choices": found}))


def _orders_block(desk: Desk) -> dict[str, Any] | None:
    """The full set as it now stands, for the power that the letter spoke for."""
    seat = desk.seat_for(Role.POWER)
    game = desk.game
    if seat is None or seat.power is None or game is None or game.stage is not Stage.RUNNING:
        return None
    return order_set(game, desk.variant(game), seat.power, desk.docket(game).get(seat.power, ()))
