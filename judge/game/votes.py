"""Standing wishes of the powers that end or slow a game: draws, concessions, peace, build turns of their own. Pure.

A wish stands until it is withdrawn (votes that lapse unnoticed are an old complaint), except peace, which
belongs to a year. They are kept with the game's settings, because they are read and written with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from judge.adjudicator.variant import Variant
from judge.game.game import Ending, Game, Stage

MASTER = "MASTER"
"""The GM's voice where he has one (separate build turns)."""
ALL = "ALL"
"""A draw of all survivors, whoever they are when it comes about."""
_KEY = "votes"


class Vote(StrEnum):
    """What can be wished."""

    DRAW = "draw"
    CONCEDE = "concede"
    PEACE = "peace"
    SEPARATE = "separate"


def votes(game: Game, kind: Vote) -> Mapping[str, str]:
    """Who wishes what of a kind: power word → ALL, the powers of a draw (blank-separated), or the winner."""
    found: Mapping[str, str] = game.settings.extra.get(_KEY, {}).get(kind.value, {})
    return found


def with_vote(game: Game, kind: Vote, voter: str, value: str | None) -> Game:
    """The game with a wish set, or withdrawn with None."""
    mine = {name: wish for name, wish in votes(game, kind).items() if name != voter}
    return _with(game, kind, mine if value is None else mine | {voter: value})


def without_voter(game: Game, voter: str) -> Game:
    """The game without anything a power wished: whoever takes its seat next has his own wishes."""
    for kind in Vote:
        if voter in votes(game, kind):
            game = with_vote(game, kind, voter, None)
    return game


def without_votes(game: Game, kind: Vote) -> Game:
    """The game with all wishes of a kind lapsed."""
    return _with(game, kind, {}) if votes(game, kind) else game


def _with(game: Game, kind: Vote, wishes: Mapping[str, str]) -> Game:
    kept = {**game.settings.extra.get(_KEY, {}), kind.value: dict(wishes)}
    extra = {**game.settings.extra, _KEY: kept}
    return replace(game, settings=replace(game.settings, extra=extra))


def survivors(game: Game, variant: Variant) -> tuple[str, ...]:
    """Powers that still have a unit or a centre, in the variant's order."""
    at = game.position
    centres = at.centres or {}
    opening = not any(at.units.values())
    return tuple(
        power.word
        for power in variant.powers
        if at.units.get(power.word) or at.dislodged.get(power.word) or centres.get(power.word) or opening
    )


def voters(game: Game, variant: Variant) -> tuple[str, ...]:
    """Survivors that somebody plays: an empty chair neither agrees nor refuses."""
    held = {seat.power for seat in game.powers if not seat.vacant}
    return tuple(word for word in survivors(game, variant) if word in held)


def agreed(game: Game, variant: Variant) -> Ending | None:
    """The ending that all who have a say agree on now, None while they don't."""
    voting = voters(game, variant)
    if game.stage is not Stage.RUNNING or not voting:
        return None
    alive = survivors(game, variant)
    peace = votes(game, Vote.PEACE)
    if all(word in peace for word in voting):
        return Ending(draw=alive, reason="peace")
    return _drawn(game, alive, voting) or _conceded(game, voting)


def _drawn(game: Game, alive: tuple[str, ...], voting: tuple[str, ...]) -> Ending | None:
    wishes = votes(game, Vote.DRAW)
    if not all(word in wishes for word in voting):
        return None
    sets = {alive if wishes[word] == ALL else tuple(wishes[word].split()) for word in voting}
    return Ending(draw=next(iter(sets)), reason="draw") if len(sets) == 1 else None


def _conceded(game: Game, voting: tuple[str, ...]) -> Ending | None:
    wishes = votes(game, Vote.CONCEDE)
    winners = {wishes[word] for word in voting if word in wishes}
    if len(winners) != 1:
        return None
    winner = next(iter(winners))
    others = [word for word in voting if word != winner]
    conceded = bool(others) and all(word in wishes for word in others)
    return Ending(winner=winner, reason="concession") if conceded else None
