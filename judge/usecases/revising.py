"""Taking orders back: one unit's, or the last letter's. Every version of a set is kept, so UNDO finds them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.game.docket import covered
from judge.game.submissions import place_of, subject
from judge.notation.adjudication import check
from judge.usecases import advance, ordering
from judge.usecases.desk import Desk
from judge.usecases.ports import OrderVersion
from judge.usecases.script import Command

_UNDO = "UNDO "


def amend(desk: Desk, command: Command) -> None:
    """AMEND order: the same as the order alone."""
    line = replace(command, text=command.args["order"])
    if desk.ahead is None:
        ordering.order_lines(desk, line)
    else:
        advance.line_ahead(desk, line)


def clear(desk: Desk, command: Command) -> None:
    """CLEAR: the whole set (under PHASE: of that phase), or with a unit only its order."""
    if command.args.get("unit"):
        _clear_unit(desk, command)
    elif desk.ahead is not None:
        advance.clear_ahead(desk, command)
    else:
        ordering.clear(desk, command)


def _clear_unit(desk: Desk, command: Command) -> None:
    seat = ordering.ordering_seat(desk, command)
    if seat is None or desk.game is None or seat.power is None:
        if seat is not None:
            desk.refuse(command, "players_only")
        return
    game, text = desk.game, command.args["unit"]
    variant = desk.variant(game)
    for phase in covered(game, variant):
        lines = desk.uow.orders(game.id, phase).get(seat.power, ())
        named = {place_of(each.unit) for each in (check(variant, game.position, seat.power, one) for one in
                 (f"{text} H", f"{text} D", f"BUILD {text}", f"REMOVE {text}")) if each.unit}  # fmt: skip
        gone = [line for line in lines if subject(line) in named or line.upper() == text.upper()]
        if gone:
            ordering.put(desk, game, phase, seat.power, [line for line in lines if line not in gone])
            desk.show_orders = True
            desk.ok(command, "cleared_unit", orders=gone)
            return
    desk.refuse(command, "nothing_to_clear", text=text)


def undo(desk: Desk, command: Command) -> None:
    """UNDO: the set as it was before the last letter that changed it; again for the letter before that."""
    seat = ordering.ordering_seat(desk, command)
    if seat is None or desk.game is None or seat.power is None:
        if seat is not None:
            desk.refuse(command, "players_only")
        return
    game, changed = desk.game, False
    for phase in covered(game, desk.variant(game)):
        versions = desk.uow.order_versions(game.id, phase, seat.power)
        before = before_last_letter(versions)
        if before is None:
            continue
        lines = next((each.lines for each in versions if each.version == before), ())
        by = f"{_UNDO}{before}"
        desk.uow.put_orders(game.id, phase, seat.power, lines, letter=desk.letter.id, by=by, at=desk.now)
        desk.filed.pop(f"{game.name} {phase} {seat.power}", None)
        desk.settle.add(game.name)
        changed = True
    desk.show_orders = True
    if changed:
        desk.ok(command, "undone")
    else:
        desk.refuse(command, "nothing_to_undo")


def before_last_letter(versions: Sequence[OrderVersion]) -> int | None:
    """The number of the version that UNDO goes back to (0: nothing on file); None where nothing was ever filed.

    A version that UNDO wrote stands for the one it brought back, so that UNDO twice goes two letters back.
    """
    if not versions:
        return None
    by_number = {each.version: each for each in versions}
    at = _standing_for(versions[-1])
    if at == 0:
        return None
    letter = by_number[at].letter
    while at > 0 and by_number[at].letter == letter and (letter is not None or at == _standing_for(versions[-1])):
        at = _standing_for(by_number[at - 1]) if at > 1 else 0
    return at


def _standing_for(version: OrderVersion) -> int:
    return int(version.by.removeprefix(_UNDO)) if version.by.startswith(_UNDO) else version.version
