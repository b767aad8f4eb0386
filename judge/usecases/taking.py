"""Taking over a running game from another judge: its results or status are pasted, read, shown, and confirmed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.game import Game, Stage
from judge.game.schedule import next_deadline
from judge.notation.adjudication import PositionError, owed
from judge.notation.pasted import Pasted, read_pasted
from judge.usecases.deadlines import deadline_step
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import announce, running_game
from judge.usecases.letters import Said
from judge.usecases.script import Command
from judge.usecases.start import start_game

_STAGES = (Stage.FORMING, Stage.RUNNING, Stage.PAUSED)


def read_import(desk: Desk, command: Command) -> None:
    """IMPORT … ENDIMPORT: read a paste and show what it says; nothing changes before IMPORT CONFIRM."""
    game = running_game(desk, command, *_STAGES)
    if game is None:
        return
    variant = desk.variant(game)
    pasted = read_pasted(variant, [line for _, line in command.body])
    said = [Said("import_unread", {"line": line[:80]}) for line in pasted.unread[:20]]
    problem = _problem(variant, pasted)
    if problem is not None:
        desk.answer(command, "refused", problem, *said)
        return
    position = _position(pasted)
    desk.uow.remember(f"import:{game.id}", position.to_json())
    count = sum(len(units) for units in position.units.values())
    read = Said("import_read", {"phase": position.phase, "count": count, "unread": len(pasted.unread)})
    desk.answer(command, "held", read, *said)
    desk.blocks.append({
        "type": "map", "game": game.name, "variant_hash": variant.hash, "position": position.to_json(),
    })  # fmt: skip


def _problem(variant: Variant, pasted: Pasted) -> Said | None:
    if not any(pasted.units.values()):
        return Said("import_no_units", {})
    if pasted.phase is None:
        return Said("import_no_phase", {"example": variant.calendar.first.code})
    try:
        owed(variant, _position(pasted))
    except PositionError as fault:
        return Said("position_impossible", {"fault": str(fault)})
    return None


def _position(pasted: Pasted) -> Position:
    return Position(
        phase=pasted.phase or "", units=pasted.units, centres=pasted.centres, dislodged=pasted.dislodged
    )  # fmt: skip


def confirm_import(desk: Desk, command: Command) -> None:
    """IMPORT CONFIRM: the position that was read becomes the game's. A forming game starts there, free seats or not."""
    game = running_game(desk, command, *_STAGES)
    if game is None:
        return
    kept: Any = desk.uow.recall(f"import:{game.id}")
    if kept is None:
        desk.refuse(command, "import_first")
        return
    position = Position.from_json(kept)
    if game.stage is Stage.FORMING:
        number = desk.seat.number if desk.seat is not None else 0
        game = start_game(desk.services, desk.uow, game, desk.now, desk.letter.id, at=position)
        desk.game = game
        desk.seat = next((seat for seat in game.masters if seat.number == number), None)
    else:
        game = _moved(desk, game, position)
    desk.uow.remember(f"import:{game.id}", None)
    desk.forget_owed()
    args = {"game": game.name, "phase": position.phase}
    desk.ok(command, "imported", **args)
    detail = args | {"before": None, "after": kept}
    announce(desk, command, game, "IMPORT", detail, Said("imported_told", args))


def _moved(desk: Desk, game: Game, position: Position) -> Game:
    after = replace(game, position=position)
    deadline = next_deadline(game.settings, deadline_step(after, desk.variant(game)), desk.now)
    running = game.stage is Stage.RUNNING
    after = replace(after, deadline=deadline if running else None, base_deadline=deadline if running else None)
    return desk.keep_moved(game, replace(after, early=False, forced=False))
