"""What a GM may look at: what the orders on file would do, who is late, the log, all orders.

A GM who plays sees nothing that a player may not: `plays` decides, here and everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.game.docket import late_powers
from judge.game.game import Stage
from judge.game.seats import Role
from judge.game.view import order_set
from judge.notation.adjudication import adjudicate
from judge.usecases import look
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import announce, master_game, plays, running_game
from judge.usecases.lateness import late_for
from judge.usecases.letters import Said
from judge.usecases.record import result_data
from judge.usecases.result_mails import end_mails
from judge.usecases.script import Command

LOG_ENTRIES = 200
"""LOG shows at most so many of the latest entries."""
PUBLIC_ACTS = frozenset({
    "CREATE", "DEADLINE", "EXTEND", "PAUSE", "RESUME", "SETTING", "PROCESS", "ADJUDICATE", "ROLLBACK", "ROLLFORWARD",
    "UNSTART", "TERMINATE", "EJECT", "DUMMY", "REVIVE", "RENAME", "DISMISS", "REVEAL",
})  # fmt: skip
"""Acts whose details everybody in the game was told anyway."""


def preview(desk: Desk, command: Command) -> None:
    """PREVIEW: what would come of the orders now on file. For a GM who does not play; nobody else is told anything."""
    game = running_game(desk, command, Stage.RUNNING, Stage.PAUSED)
    if game is None:
        return
    if plays(desk, game):
        desk.refuse(command, "not_for_playing_gm")
        return
    variant = desk.variant(game)
    orders = dict(desk.uow.orders(game.id, game.position.phase))
    outcome = result_data(variant, game.position, adjudicate(variant, game.position, orders))
    desk.blocks.append({
        "type": "results", "game": game.name, "variant_hash": game.variant_hash, "result": outcome,
    })  # fmt: skip
    said = [Said("preview_ok", {"phase": game.position.phase})]
    if missing := late_powers(game, desk.docket(game)):
        said.append(Said("preview_missing", {"powers": list(missing)}))
    desk.answer(command, "ok", *said)
    announce(desk, command, game, "PREVIEW", {"phase": game.position.phase})


def who_is_late(desk: Desk, command: Command) -> None:
    """WHO IS LATE: whose orders are missing, for the GM; for others once the deadline is past, if the game allows."""
    game = desk.find_game(command, command.args.get("target"))
    if game is None:
        return
    if game.stage is not Stage.RUNNING:
        desk.refuse(command, "not_running", game=game.name)
        return
    mine = desk.game is not None and desk.game.id == game.id
    chair = desk.seat_for(Role.MASTER) if mine else None
    missing = late_powers(game, desk.docket(game))
    passed = game.base_deadline is not None and game.base_deadline <= desk.now
    if chair is None and not passed:
        desk.refuse(command, "late_after_deadline", game=game.name)
        return
    viewer = chair or (desk.seat_for(Role.POWER) if mine else None)
    shown = missing if chair is not None and not game.settings.quiet else late_for(game, missing, viewer)
    if game.settings.quiet and not shown:
        desk.ok(command, "late_count", count=len(missing))
        return
    desk.ok(command, "late_are" if shown else "late_nobody", powers=list(shown))


def status(desk: Desk, command: Command) -> None:
    """STATUS; for a GM who does not play, with the orders of all powers."""
    look.status(desk, command)
    game = desk.game
    if game is None or desk.seat_for(Role.MASTER) is None or plays(desk, game):
        return
    if game.stage not in (Stage.RUNNING, Stage.PAUSED):
        return
    variant, docket = desk.variant(game), desk.docket(game)
    for power, sheets in docket.items():
        desk.blocks.append({
            "type": "orders", "variant_hash": game.variant_hash, "orders": order_set(game, variant, power, sheets),
            "deadline": None, "early": game.early, "wishes": [],
        })  # fmt: skip


def log(desk: Desk, command: Command) -> None:
    """LOG: what the GMs and the judge did in the game, oldest first."""
    game = master_game(desk, command)
    if game is None:
        return
    entries = list(desk.uow.audit_of(game.id))[-LOG_ENTRIES:]
    hide = plays(desk, game)
    rows = [
        {
            "when": entry.at.isoformat(),
            "actor": entry.actor,
            "verb": entry.verb,
            "detail": _detail(entry.detail, hide=hide and entry.verb not in PUBLIC_ACTS),
        }
        for entry in entries
    ]
    desk.blocks.append({"type": "log", "game": game.name, "entries": rows})
    desk.ok(command, "log_ok", count=len(rows), game=game.name)


def _detail(detail: Mapping[str, Any], *, hide: bool) -> str:
    if hide:
        return ""
    left_out = ("digest", "game", "before", "after")
    shown = {name: value for name, value in detail.items() if name not in left_out and value not in (None, "", [], {})}
    return ", ".join(f"{name} {_text(value)}" for name, value in shown.items())[:300]


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return " ".join(f"{name}={each}" for name, each in value.items()) if isinstance(value, Mapping) else str(value)


def reveal(desk: Desk, command: Command) -> None:
    """REVEAL: after the end of a game with hidden players, everybody learns who they were."""
    game = running_game(desk, command, Stage.FINISHED)
    if game is None:
        return
    if game.settings.reveal:
        desk.ok(command, "revealed_already", game=game.name)
        return
    stored = desk.keep(replace(game, settings=replace(game.settings, reveal=True)))
    end_mails(desk.services, desk.uow, stored, letter=desk.letter.id, key="reveal")
    desk.ok(command, "revealed", game=game.name)
    announce(desk, command, stored, "REVEAL", {})
