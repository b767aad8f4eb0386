"""The way of a convoyed army, for people to read: which fleets' provinces carried it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judge.adjudicator.board import Board


def convoy_route(board: Board, outcomes: Iterable[Mapping[str, Any]], move: str) -> tuple[str, ...] | None:
    """The shortest chain of provinces whose fleets were ordered to convoy this very move; None where there is none.

    A disrupted fleet counts: the line tells what was ordered, its mark what became of it.
    """
    words = move.split()
    if len(words) < 4 or words[0] != "A" or words[2] != "-":
        return None
    wanted = f"C A {words[1]} - {words[3]}"
    fleets = {
        board.index[order.split()[1]]
        for outcome in outcomes
        if (order := outcome["order"]) and order.startswith("F ") and order.split(" ", 2)[2] == wanted
    }
    if not fleets:
        return None
    start, goal = board.province(words[1]).index, board.province(words[3]).index
    return _shortest(board, fleets, start, goal)


def _shortest(board: Board, fleets: set[int], start: int, goal: int) -> tuple[str, ...] | None:
    seen: set[int] = set()
    paths: list[tuple[int, ...]] = [(fleet,) for fleet in sorted(fleets) if board.fleet_reach_mask[fleet] >> start & 1]
    while paths:
        longer: list[tuple[int, ...]] = []
        for path in paths:
            here = path[-1]
            if board.fleet_reach_mask[here] >> goal & 1:
                return tuple(board.provinces[board.province_of[fleet]].code for fleet in path)
            if here not in seen:
                seen.add(here)
                longer += [
                    (*path, fleet) for fleet in sorted(fleets) if fleet not in path and fleet in board.fleet_reach[here]
                ]
        paths = longer
    return None
