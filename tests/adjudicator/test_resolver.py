"""The resolver by itself: it always ends, however long the chains and however many the circles."""

from __future__ import annotations

import pytest

from judge.adjudicator.orders import OrderKind
from judge.adjudicator.resolver import Resolver

HOLD, MOVE = int(OrderKind.HOLD), int(OrderKind.MOVE)


def moves(goals: list[int]) -> list[int]:
    """Unit i stands in province i and moves to goals[i]; -1 holds."""
    places = max(len(goals), max(goals) + 1)
    attackers = [tuple(unit for unit, goal in enumerate(goals) if goal == place) for place in range(places)]
    resolver = Resolver(
        power=[unit % 7 for unit in range(len(goals))],
        prov=list(range(len(goals))),
        kind=[HOLD if goal < 0 else MOVE for goal in goals],
        goal=goals,
        via=[False] * len(goals),
        helpers=[() for _ in goals],
        carriers={},
        here=[(unit,) if unit < len(goals) else () for unit in range(places)],
        attackers=attackers,
        strike={},
        cap=(1,) * places,
        seas=(0,) * places,
    )
    return resolver.run()


@pytest.mark.parametrize("length", [34, 90, 100, 101, 600])
def test_a_chain_of_any_length_moves_when_its_head_is_free_and_stays_when_it_is_not(length: int) -> None:
    assert moves([unit + 1 for unit in range(length)]) == [1] * length
    assert moves([*range(1, length), -1])[:-1] == [0] * (length - 1)


@pytest.mark.parametrize("length", [3, 34, 100, 300])
def test_a_circle_of_any_length_moves_whole(length: int) -> None:
    assert moves([*range(1, length), 0]) == [1] * length


def test_two_that_face_each_other_are_no_circle() -> None:
    assert moves([1, 0]) == [0, 0]
