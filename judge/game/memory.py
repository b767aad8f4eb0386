"""What a game remembers beside its settings, by key: who may join, a pause's end, dummies.

It is kept with the settings, because it is read and written with them; it is never shown to players as such.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judge.game.game import Game

ALLOWED, DENIED, ASKING = "allowed", "denied", "asking"
"""Addresses that may join, that may not, and that wait for the GM's word (with what they asked for)."""
PAUSE = "pause"
"""A pause: `left` seconds to the deadline, `until` when it ends by itself."""
DUMMIES = "dummies"
"""Powers that nobody plays by the GM's decision, and who played them."""
EXTENDED = "extended"
"""The last extension of the phase: `phase_no`, `from`, `length`, `at`."""


def recall(game: Game, key: str, default: Any = None) -> Any:
    """What is remembered under a key."""
    return game.settings.extra.get(key, default)


def keep(game: Game, key: str, value: Any) -> Game:
    """The game with a value remembered; None forgets it."""
    extra = {name: old for name, old in game.settings.extra.items() if name != key}
    if value is not None:
        extra[key] = value
    return replace(game, settings=replace(game.settings, extra=extra))
