"""Press that waits for the GM: in a moderated game he reads it first and lets it go or not.

A GM who plays reads nothing, so in his game press goes straight on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.game.game import Game
from judge.game.press import MASTER, voice
from judge.game.seats import Role, Seat
from judge.game.view import sees_all
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.mails import notify


def is_moderated(game: Game, writer: Seat, to: tuple[str, ...]) -> bool:
    """Whether a message waits for the GM."""
    if not game.settings.moderated or writer.role is Role.MASTER or to == (MASTER,):
        return False
    return any(sees_all(game, chair) for chair in game.masters)


def hold(desk: Desk, game: Game, writer: Seat, message: Mapping[str, Any]) -> int:
    """Keep a message and show it to the GMs who do not play; its number."""
    kept = waiting(desk, game)
    number = 1 + max((int(each) for each in kept), default=0)
    keep(desk, game, kept | {str(number): {**message, "seat": writer.id}})
    asked = Said("press_to_judge", {
        "number": number, "writer": voice(writer), "to": ", ".join(message["to"]), "game": game.name,
    })  # fmt: skip
    text = Said("official_text", {"text": message["text"]})
    chairs = [chair for chair in game.masters if sees_all(game, chair)]
    key = f"moderate:{game.id}:{desk.letter.key}:{number}"
    notify(desk.services, desk.uow, game, key, asked, text, letter=desk.letter.id, only=chairs)
    return number


def waiting(desk: Desk, game: Game) -> dict[str, Any]:
    """All messages that wait, by number."""
    found: dict[str, Any] = desk.uow.recall(f"moderated:{game.id}") or {}
    return found


def keep(desk: Desk, game: Game, messages: Mapping[str, Any]) -> None:
    """Write the waiting messages back."""
    desk.uow.remember(f"moderated:{game.id}", dict(messages))
