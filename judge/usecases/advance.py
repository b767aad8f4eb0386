"""Orders given ahead by letter: those for a coming phase (PHASE) and those for a missed deadline (FALLBACK).

What becomes of them when their time comes is told in `kept_orders`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from judge.adjudicator.phases import Phase
from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.conditions import branch_problem, depth_after, is_branch
from judge.game.docket import covered
from judge.game.game import Game, Stage
from judge.game.hours import closed_until
from judge.game.seats import Role, Seat
from judge.notation.adjudication import Status, check
from judge.usecases.desk import Desk
from judge.usecases.kept_orders import WAIT, ahead_key, fallback_key
from judge.usecases.letters import Said
from judge.usecases.ordering import complaint
from judge.usecases.script import Command
from judge.usecases.signing import lone_seat

FARTHEST = 60
"""Steps of the calendar that orders may be given ahead: at least ten turns."""
MOST_LINES = 200
_STEPS = {"M": "M", "R": "R", "A": "A", "B": "A", "W": "A"}


# PHASE and what follows it


def phase(desk: Desk, command: Command) -> None:
    """PHASE code: the orders that follow are for that phase. PHASE NOW (or nothing): for the current one again."""
    desk.ahead = None
    text = command.args.get("phase", "")
    if not text or text.upper() == "NOW":
        desk.ok(command, "phase_now")
        return
    seat = _own_seat(desk, command)
    if seat is None or desk.game is None:
        return
    variant = desk.variant(desk.game)
    code = read_phase(variant, text)
    now = variant.calendar.parse(desk.game.position.phase)
    if code is None or now is None:
        desk.refuse(command, "bad_phase", text=text, example=variant.calendar.following(now).code if now else "")
        desk.ahead = ""
    elif code in covered(desk.game, variant):
        desk.ok(command, "phase_now")
    elif code not in _coming(variant, now):
        desk.refuse(command, "phase_not_ahead", phase=code, now=now.code)
        desk.ahead = ""
    else:
        desk.ahead = code
        desk.ok(command, "phase_ahead", phase=code)


def read_phase(variant: Variant, text: str) -> str | None:
    """`S1902M`, `S 1903 M`, `Fall 1905 Movement`: the phase's code; without a step, movement."""
    found = re.fullmatch(r"(?P<season>[A-Za-z]*)(?:\s+of)?\s*(?P<year>\d{1,4})\s*(?P<step>[A-Za-z]*)", text.strip())
    if found is None:
        return None
    season, step = found.group("season").upper(), found.group("step").upper()
    letter = _STEPS.get(step[:1], "") if step else "A" if season[:1] == "W" else "M"
    for beginning in dict.fromkeys((season, season[:3], season[:1], "F" if season.startswith("AUT") else season)):
        read = variant.calendar.parse(f"{beginning}{found.group('year')}{letter}") if letter else None
        if read is not None:
            return read.code
    return None


def _coming(variant: Variant, now: Phase) -> list[str]:
    codes, at = [], now
    for _ in range(FARTHEST):
        at = variant.calendar.following(at)
        codes.append(at.code)
    return codes


def _own_seat(desk: Desk, command: Command, verb: str | None = None) -> Seat | None:
    """The power's seat that the letter speaks for, in a game that goes on; else an answer that says what is wrong."""
    if desk.game is None and (lone := lone_seat(desk, (Role.POWER,))) is not None:
        desk.open(*lone)
    seat = desk.seat_for(Role.POWER)
    if desk.game is None or seat is None or seat.power is None:
        code = "sign_on_first" if desk.game is None else "players_only"
        code = "not_started" if seat is not None else code
    elif desk.game.stage is Stage.FINISHED:
        code = "game_over"
    elif (opening := closed_until(desk.game, desk.now)) is not None:
        shut = Said("closed_hours", {"game": desk.game.name, "when": opening.isoformat()})
        desk.answer(command, "refused", shut, verb=verb)
        return None
    else:
        return seat
    desk.answer(command, "refused", Said(code, {"game": desk.game.name if desk.game else ""}), verb=verb)
    return None


def line_ahead(desk: Desk, command: Command) -> None:
    """An order or a branch (IF, ELSE, ENDIF) under PHASE."""
    seat = _own_seat(desk, command, "ORDER")
    if seat is None or seat.power is None or desk.game is None:
        return
    if not desk.ahead:
        desk.answer(command, "ignored", Said("phase_was_refused", {}), verb="ORDER")
        return
    if is_branch(command.text):
        _branch(desk, command, seat)
        return
    variant = desk.variant(desk.game)
    board = replace(desk.game.position, phase=desk.ahead, dislodged={})
    for part in desk.orders_in(command.text):
        checked = check(variant, board, seat.power, part)
        line = replace(command, text=part)
        if checked.order is None:
            desk.answer(line, "refused", *complaint(checked), verb="ORDER")
        else:
            _keep(desk, seat, ahead_key(seat, desk.ahead), checked.order)
            said = Said("order_kept", {"order": checked.order, "phase": desk.ahead})
            desk.answer(line, "ok", said, verb="ORDER", order=checked.order)


def _branch(desk: Desk, command: Command, seat: Seat) -> None:
    assert desk.game is not None and desk.ahead  # noqa: S101, PT018 - the caller looked
    key = ahead_key(seat, desk.ahead)
    depth = 0
    for line in desk.filed.get(f"{desk.game.name} {key}", []):
        depth = depth_after(line, depth) if is_branch(line) else depth
    wrong = branch_problem(desk.variant(desk.game), command.text, depth)
    if wrong is not None:
        desk.answer(command, "refused", Said("bad_condition", {"text": wrong}), verb="IF")
        return
    _keep(desk, seat, key, command.text.strip())
    desk.answer(command, "ok", Said("condition_kept", {"phase": desk.ahead}), verb="IF")


def _keep(desk: Desk, seat: Seat, key: str, line: str) -> None:
    """Add to what this letter keeps under a key; its first line puts away what earlier letters kept there."""
    assert desk.game is not None and seat.power is not None  # noqa: S101, PT018 - the callers looked
    mine = desk.filed.setdefault(f"{desk.game.name} {key}", [])
    if len(mine) < MOST_LINES:
        mine.append(line)
    desk.uow.put_orders(desk.game.id, key, seat.power, mine, letter=desk.letter.id, by=seat.power, at=desk.now)


def wait_ahead(desk: Desk, command: Command) -> None:
    """SET WAIT under PHASE, as nJudge has it: kept beside the orders for that phase, and set when it begins."""
    seat = _own_seat(desk, command)
    if seat is None or seat.power is None or desk.game is None:
        return
    if not desk.ahead:
        desk.answer(command, "ignored", Said("phase_was_refused", {}))
        return
    key = ahead_key(seat, desk.ahead)
    mine = desk.filed.setdefault(f"{desk.game.name} {key}", [])
    mine[:] = [line for line in mine if line != WAIT]
    wait = command.verb is not None and command.verb.name == "WAIT"
    if wait:
        _keep(desk, seat, key, WAIT)
    else:
        desk.uow.put_orders(desk.game.id, key, seat.power, mine, letter=desk.letter.id, by=seat.power, at=desk.now)
    desk.ok(command, "wait_ahead" if wait else "wait_ahead_off", phase=desk.ahead)


def clear_ahead(desk: Desk, command: Command) -> None:
    """CLEAR under PHASE: nothing is kept for that phase."""
    seat = _own_seat(desk, command)
    if seat is None or seat.power is None or desk.game is None or not desk.ahead:
        return
    key = ahead_key(seat, desk.ahead)
    desk.filed.pop(f"{desk.game.name} {key}", None)
    desk.uow.put_orders(desk.game.id, key, seat.power, (), letter=desk.letter.id, by=seat.power, at=desk.now)
    desk.ok(command, "cleared_ahead", phase=desk.ahead)


# FALLBACK


def fallback(desk: Desk, command: Command) -> None:
    """FALLBACK … END: orders for a missed deadline; without lines the ones on file are shown."""
    seat = _own_seat(desk, command)
    if seat is None or seat.power is None or desk.game is None:
        return
    key = fallback_key(seat)
    if command.args.get("off"):
        desk.uow.put_orders(desk.game.id, key, seat.power, (), letter=desk.letter.id, by=seat.power, at=desk.now)
        desk.ok(command, "fallback_none")
        return
    if not command.body:
        lines = desk.uow.orders(desk.game.id, key).get(seat.power, ())
        desk.ok(command, "fallback_shown" if lines else "fallback_empty", orders=list(lines))
        return
    kept = [order for number, text in command.body for order in _fallback_line(desk, seat, number, text)]
    if kept:
        desk.uow.put_orders(desk.game.id, key, seat.power, kept, letter=desk.letter.id, by=seat.power, at=desk.now)
        desk.ok(command, "fallback_set", orders=kept)
    else:
        desk.refuse(command, "fallback_unread")


def _fallback_line(desk: Desk, seat: Seat, number: int, text: str) -> list[str]:
    """The orders of one line, each as the kind of phase reads it for which it makes sense."""
    assert desk.game is not None and seat.power is not None  # noqa: S101, PT018 - the caller looked
    variant, kept = desk.variant(desk.game), []
    for part in desk.orders_in(text):
        checks = [check(variant, board, seat.power, part) for board in _boards(variant, desk.game)]
        read = next((each for each in checks if each.status is Status.OK), None)
        read = read or next((each for each in checks if each.order is not None), None)
        if read is not None and read.order is not None:
            kept.append(read.order)
        else:
            desk.answer(Command(number, part, None), "refused", *complaint(checks[0]), verb="ORDER")
    return kept


def _boards(variant: Variant, game: Game) -> list[Position]:
    """The board as it is, in the next phase of each step: movement first, since most orders are for it."""
    now = variant.calendar.parse(game.position.phase)
    assert now is not None  # noqa: S101 - a game's phases are of its calendar
    boards, at = {now.step.value: game.position}, now
    for _ in range(FARTHEST):
        at = variant.calendar.following(at)
        boards.setdefault(at.step.value, replace(game.position, phase=at.code, dislodged={}))
    return [boards[step] for step in "MRA" if step in boards]
