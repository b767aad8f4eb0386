"""Orders kept for later: where they lie, and how they are used when their time comes.

They are kept as order sets under phases of their own names, every version of them, and with the person who gave them:
whoever takes a power over neither sees nor inherits them. They are judged when their time comes, and the player is told
which were used and why others were not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.conditions import chosen
from judge.game.docket import covered, docket, expected
from judge.game.game import Game
from judge.game.seats import Role, Seat
from judge.game.submissions import file_order, place_of, subject
from judge.notation.adjudication import Owed, Status, check
from judge.usecases.desk import Desk, Services
from judge.usecases.letters import Said
from judge.usecases.ordering import settle
from judge.usecases.ports import UnitOfWork

WAIT = "WAIT"
"""Stands among the orders kept for a phase: it is not to be processed before its deadline."""
_FILLED = ("ahead:", "fallback:")


def ahead_key(seat: Seat, code: str) -> str:
    """The name under which a person's orders for a later phase are kept."""
    return f"ahead:{seat.person}:{code}"


def fallback_key(seat: Seat) -> str:
    """The name under which a person's fallback orders are kept."""
    return f"fallback:{seat.person}"


@dataclass(frozen=True, slots=True)
class Used:
    """Which lines kept for later were used, and which not, with the reason."""

    taken: tuple[str, ...]
    dropped: tuple[tuple[str, Said | None], ...] = ()


def begin_phase(
    services: Services, uow: UnitOfWork, game: Game, variant: Variant, now: datetime
) -> tuple[Game, Mapping[str, list[Said]]]:
    """File what was kept for the phase that begins. The game as it is then, and what each power is to be told."""
    told: dict[str, list[Said]] = {}
    for code in covered(game, variant):
        for seat, due in _holders(game, variant, uow, code):
            assert seat.power is not None  # noqa: S101 - a holder plays a power
            lines = uow.orders(game.id, ahead_key(seat, code)).get(seat.power, ())
            if not lines:
                continue
            board = _board(game, variant, uow, code, seat.power)
            fitting = chosen(variant, board, lines)
            used = fill(variant, board, seat.power, due, (), [line for line in fitting if line != WAIT])
            if used.taken:
                uow.put_orders(game.id, code, seat.power, used.taken, letter=None, by="AHEAD", at=now)
            if WAIT in fitting:
                waiting = game.with_seat(replace(seat, wait=True))
                game = uow.save_game(waiting, expected_phase_no=game.phase_no)
            told[seat.power] = [*told.get(seat.power, []), *_report(code, used, waits=WAIT in fitting)]
    return (settle(services, uow, game, now) if told else game), told


def use_fallbacks(
    uow: UnitOfWork, game: Game, variant: Variant, code: str, late: Iterable[str], now: datetime
) -> Mapping[str, list[Said]]:
    """At the end of a missed deadline: fill the late powers' sets from their fallback orders."""
    told: dict[str, list[Said]] = {}
    for seat, due in _holders(game, variant, uow, code):
        if seat.power is None or seat.power not in late:
            continue
        lines = uow.orders(game.id, fallback_key(seat)).get(seat.power, ())
        filed = uow.orders(game.id, code).get(seat.power, ())
        used = fill(variant, _board(game, variant, uow, code, seat.power), seat.power, due, filed, lines)
        if used.taken:
            uow.put_orders(game.id, code, seat.power, (*filed, *used.taken), letter=None, by="FALLBACK", at=now)
            told[seat.power] = [Said("fallback_used", {"phase": code, "orders": list(used.taken)})]
    return told


def _board(game: Game, variant: Variant, uow: UnitOfWork, code: str, power: str) -> Position:
    """The board of a phase under the deadline: of the second one as the power's own adjustments would leave it."""
    if code == game.position.phase:
        return game.position
    return expected(game, variant, {power: uow.orders(game.id, game.position.phase).get(power, ())})


def _holders(game: Game, variant: Variant, uow: UnitOfWork, code: str) -> list[tuple[Seat, Owed]]:
    """The seats that somebody holds and that owe something in a phase."""
    sheets = docket(game, variant, lambda phase: uow.orders(game.id, phase))
    found = []
    for seat in game.powers:
        due = next((sheet.owed for sheet in sheets.get(seat.power or "", ()) if sheet.phase == code), None)
        if due is not None and not seat.vacant:
            found.append((seat, due))
    return found


def fill(variant: Variant, board: Position, power: str, due: Owed, filed: Sequence[str], lines: Sequence[str]) -> Used:
    """The lines that are possible now and wanted. In movement the last for a unit counts, in retreats and adjustments
    the first that is possible: there the lines are a list of wishes."""
    counted = due.builds or due.removals
    wishes = bool(counted) or bool(board.dislodged)
    have = {subject(line) for line in filed}
    taken: list[str] = []
    dropped: list[tuple[str, Said | None]] = []
    for line in lines:
        checked = check(variant, board, power, line)
        if checked.status is not Status.OK or checked.order is None:
            reason = checked.reason
            dropped.append((line, Said(f"why:{reason.code}", dict(reason.args)) if reason else None))
            continue
        key = subject(checked.order) if checked.unit is None or counted else place_of(checked.unit)
        mine = {subject(each) for each in taken}
        if key in have or (wishes and key in mine and key != "WAIVE"):
            continue
        if counted and len(filed) + len(taken) >= counted:
            continue
        taken = list(file_order(taken, checked.order, checked.unit, due, from_letter=taken).lines)
    return Used(tuple(taken), tuple(dropped))


def _report(code: str, used: Used, *, waits: bool) -> list[Said]:
    said = [Said("ahead_used", {"phase": code, "orders": list(used.taken)})] if used.taken else []
    said += [Said("ahead_waits", {"phase": code})] if waits else []
    for line, reason in used.dropped:
        said += [Said("ahead_dropped", {"phase": code, "order": line}), *([reason] if reason else [])]
    return said or [Said("ahead_nothing", {"phase": code})]


# STATUS


def kept_lines(uow: UnitOfWork, game: Game, seat: Seat) -> dict[str, list[str]]:
    """What a seat has kept for later: phase code (or FALLBACK) → lines."""
    if seat.power is None:
        return {}
    kept: dict[str, list[str]] = {}
    for key in uow.phases_ordered(game.id, seat.power):
        kind, _, rest = key.partition(":")
        person, _, code = rest.partition(":")
        if f"{kind}:" in _FILLED and person == str(seat.person) and not _past(uow, game, code):
            kept[code or "FALLBACK"] = list(uow.orders(game.id, key).get(seat.power, ()))
    return {code: lines for code, lines in kept.items() if lines}


def kept_block(desk: Desk) -> dict[str, Any] | None:
    """What is kept for later, for the answer to a letter that kept something or asks for STATUS."""
    touched = any(key.partition(" ")[2].startswith(_FILLED) for key in desk.filed)
    asked = any(answer.verb in ("STATUS", "FALLBACK", "PHASE") for answer in desk.answers)
    seat = desk.seat_for(Role.POWER)
    if desk.game is None or seat is None or not (touched or asked):
        return None
    kept = kept_lines(desk.uow, desk.game, seat)
    return {"type": "kept", "kept": kept} if kept else None


def _past(uow: UnitOfWork, game: Game, code: str) -> bool:
    return code == game.position.phase or any(each.phase == code for each in uow.results(game.id))
