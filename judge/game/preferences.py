"""Which power everybody would like, and the draw that heeds it. Pure: chance is handed in.

`E[FGR][TAI]` is nJudge's form: England first, then France, Germany or Russia alike, then the rest; `*` wishes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.variant import Variant
from judge.game.game import Game

_KEY = "preferences"
Wishes = tuple[tuple[str, ...], ...]
"""Groups of power words, dearest first; within a group all are equal."""


def read_wishes(variant: Variant, text: str) -> Wishes | None:
    """What a player would like; empty for `*`, None where a letter is no power's or comes twice."""
    plain = re.sub(r"[\s,>]", "", text)
    if plain == "*":
        return ()
    if not re.fullmatch(r"(?:[^\[\]()*]|\[[^\[\]()*]+\]|\([^\[\]()*]+\))+", plain):
        return None
    by_letter = {power.letter.upper(): power.word for power in variant.powers}
    groups: list[tuple[str, ...]] = []
    for group in re.findall(r"\[[^\]]+\]|\([^)]+\)|.", plain):
        words = tuple(by_letter.get(letter, "") for letter in group.strip("[]()").upper())
        groups.append(words)
    named = [word for group in groups for word in group]
    return tuple(groups) if "" not in named and len(set(named)) == len(named) else None


def with_wishes(game: Game, seat: int, wishes: Wishes) -> Game:
    """The game with the wishes of a seat (by number), which no other may see."""
    kept = {**game.settings.extra.get(_KEY, {}), str(seat): [list(group) for group in wishes]}
    return replace(game, settings=replace(game.settings, extra={**game.settings.extra, _KEY: kept}))


def wishes_of(game: Game, seat: int) -> Wishes:
    """What a seat asked for; empty: nothing."""
    found: Mapping[str, Sequence[Sequence[str]]] = game.settings.extra.get(_KEY, {})
    return tuple(tuple(group) for group in found.get(str(seat), ()))


def assign(game: Game, turns: Sequence[int], powers: Sequence[str]) -> Mapping[int, str]:
    """Seat number → power. In the order of `turns` (drawn by chance) each gets the dearest power that is left; among
    equals, and without a wish, the one that `powers` (drawn by chance) has last. JOIN power@game goes before all."""
    given = {seat.number: seat.wish for seat in game.powers if seat.wish}
    left = [word for word in powers if word not in given.values()]
    drawn = dict(given)
    waiting = [number for number in turns if number not in given]
    for number in sorted(waiting, key=lambda each: not wishes_of(game, each)):
        choice = _dearest(wishes_of(game, number), left)
        left.remove(choice)
        drawn[number] = choice
    return drawn


def _dearest(wishes: Wishes, left: Sequence[str]) -> str:
    for group in wishes:
        fitting = [word for word in left if word in group]
        if fitting:
            return fitting[-1]
    return left[-1]
