"""Looking things up by mail: LIST, STATUS, SUMMARY, HISTORY, VARIANT, HELP. Nothing here changes anything."""

from __future__ import annotations

from typing import Any

from judge.game.game import Game, Stage
from judge.game.memory import PAUSE, recall
from judge.game.seats import Role, Seat
from judge.game.view import head, order_set, roster, wishes
from judge.usecases.desk import Desk
from judge.usecases.record import counts, summary_grid
from judge.usecases.script import Command

LONG_LISTS = 20
"""LIST FULL shows at most this many games at length."""


def list_games(desk: Desk, command: Command) -> None:
    """LIST: all listed games; LIST game: one in full."""
    name = command.args.get("target")
    if name is None and (desk.game is None or command.args.get("full")):
        games = [g for g in desk.uow.games() if g.stage is not Stage.FINISHED]
        if command.args.get("full"):
            desk.blocks += [_full(desk, game) for game in games[:LONG_LISTS]]
            desk.ok(command, "listed", count=len(games[:LONG_LISTS]))
            return
        rows = [_row(desk, game) for game in games]
        desk.blocks.append({"type": "games", "games": rows})
        desk.ok(command, "listed", count=len(rows))
        return
    game = desk.find_game(command, name)
    if game is None:
        return
    desk.blocks.append(_full(desk, game))
    desk.ok(command, "listed_game", game=game.name)


def _row(desk: Desk, game: Game) -> dict[str, Any]:
    variant = desk.variant(game)
    settings = game.settings
    return {
        **head(game, variant),
        "move": settings.move,
        "press": settings.press,
        "comment": settings.comment,
        "missing": sum(seat.vacant for seat in game.powers) if game.stage is Stage.FORMING else 0,
        "vacant": [seat.power for seat in game.powers if seat.vacant] if game.stage is Stage.RUNNING else [],
        "private": bool(settings.private),
        "paused_until": (recall(game, PAUSE) or {}).get("until") if game.stage is Stage.PAUSED else None,
    }


def _full(desk: Desk, game: Game) -> dict[str, Any]:
    variant = desk.variant(game)
    people = {seat.person: desk.uow.person(seat.person) for seat in game.seats if seat.person is not None}
    viewer = desk.seat or desk.seat_for(Role.MASTER)
    return {
        "type": "game",
        "game": _row(desk, game),
        "settings": game.settings.to_json() | {"private": bool(game.settings.private)},
        "players": roster(game, people, viewer),
        "position": game.position.to_json() if game.phase_no else None,
        "counts": counts(variant, game.position.to_json(), {}) if game.phase_no else [],
        "wishes": wishes(game, variant, None),
        "variant": variant.name,
        "variant_hash": variant.hash,
    }


def status(desk: Desk, command: Command) -> None:
    """STATUS: the sender's own orders on file, or, for whoever has none, the state of the game."""
    game = desk.find_game(command, command.args.get("target"))
    if game is None:
        return
    own = desk.seat_for(Role.POWER) if desk.game is not None and desk.game.id == game.id else None
    if own is None and desk.person is not None and desk.seat is None:
        own = next((s for s in game.seats_of(desk.person.id) if s.role is Role.POWER), None)
    block = own_orders(desk, game, own)
    desk.blocks.append(block or _full(desk, game))
    desk.ok(command, "status_ok" if block else "status_game", game=game.name)


def own_orders(desk: Desk, game: Game, own: Seat | None) -> dict[str, Any] | None:
    """A seat's orders on file and standing wishes; None for whoever orders nothing."""
    if own is None or own.power is None or game.stage not in (Stage.RUNNING, Stage.PAUSED):
        return None
    variant = desk.variant(game)
    return {
        "type": "orders",
        "variant_hash": game.variant_hash,
        "orders": order_set(game, variant, own.power, desk.docket(game).get(own.power, ())),
        "deadline": game.deadline.isoformat() if game.deadline else None,
        "early": game.early,
        "wishes": wishes(game, variant, own.power),
    }


def who_game(desk: Desk, command: Command) -> None:
    """WHO GAME: who plays in a game, as far as the viewer may know it."""
    game = desk.find_game(command, command.args.get("target"))
    if game is None:
        return
    people = {seat.person: desk.uow.person(seat.person) for seat in game.seats if seat.person is not None}
    viewer = desk.seat or desk.seat_for(Role.MASTER)
    desk.blocks.append({"type": "roster", "game": _row(desk, game), "players": roster(game, people, viewer)})
    desk.ok(command, "listed_game", game=game.name)


def summary(desk: Desk, command: Command) -> None:
    """SUMMARY: who plays what and the centres by year."""
    game = desk.find_game(command, command.args.get("target"))
    if game is None:
        return
    people = {seat.person: desk.uow.person(seat.person) for seat in game.seats if seat.person is not None}
    block = {
        "type": "summary",
        "game": _row(desk, game),
        "players": roster(game, people, desk.seat),
        "summary": summary_grid(desk.uow, game, desk.variant(game)),
    }
    desk.blocks.append(block)
    desk.ok(command, "summary_ok", game=game.name)


def show_map(desk: Desk, command: Command) -> None:
    """MAP: the board as a picture with the reply."""
    game = desk.find_game(command, command.args.get("target"))
    if game is None:
        return
    variant = desk.variant(game)
    desk.blocks.append(
        {"type": "map", "game": game.name, "variant_hash": variant.hash, "position": game.position.to_json()}
    )
    desk.ok(command, "map_ok", game=game.name)


def show_variant(desk: Desk, command: Command) -> None:
    """VARIANT name: its description, what is source, reconstruction and decision, and its designer."""
    name = command.args.get("variant", "").lower()
    if not name and desk.game is not None:
        name = desk.game.variant
    known = desk.services.maps.names()
    if name not in known:
        desk.refuse(command, "no_such_variant", text=name, known=", ".join(known))
        return
    variant = desk.services.maps.load(name)
    desk.blocks.append(
        {
            "type": "variant",
            "name": variant.name,
            "title": variant.title,
            "designer": variant.designer,
            "text": variant.description,
        }
    )
    desk.ok(command, "variant_ok", variant=variant.title)


def version(desk: Desk, command: Command) -> None:
    """VERSION: which judge this is."""
    desk.ok(command, "version_ok", version=desk.services.version)
