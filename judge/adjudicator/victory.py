"""Who has won: judged when ownership changes, before any build."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from judge.adjudicator.phases import Phase
from judge.adjudicator.variant import Variant


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a game: one winner, or the powers that share a draw."""

    winner: str | None = None
    draw: tuple[str, ...] = ()


def points(variant: Variant, centres: Mapping[str, Collection[str]]) -> dict[str, int]:
    """What each power's centres count. By points, one's own home counts `own_home_points`."""
    score = {word: len(codes) for word, codes in centres.items()}
    if variant.rules.victory_by == "points":
        extra = variant.rules.own_home_points - 1
        for power in variant.powers:
            homes = {variant.board.locations[home] for home in power.homes}
            owned = homes.intersection(centres.get(power.word, ()))
            if owned:
                score[power.word] += extra * len(owned)
    return score


def judge(
    variant: Variant, phase: Phase, centres: Mapping[str, Collection[str]], units: Mapping[str, Collection[str]]
) -> Verdict | None:
    """The verdict at this moment, None while the game goes on.

    A tie at the top plays on (two powers can reach the goal together in Philadelphia and Petit); after a variant's last
    year a strict leader wins and otherwise all survivors draw.
    """
    score = points(variant, centres)
    best = max(score.values(), default=0)
    leaders = [word for word, count in score.items() if count == best]
    ended = variant.rules.last_year is not None and phase.year >= variant.rules.last_year
    if len(leaders) == 1 and (best >= variant.rules.victory_centres or ended):
        return Verdict(winner=leaders[0])
    if not ended:
        return None
    return Verdict(
        draw=tuple(power.word for power in variant.powers if centres.get(power.word) or units.get(power.word))
    )
