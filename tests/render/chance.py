"""Random positions and orders, played by the adjudicator itself: what a picture has to cope with."""

from __future__ import annotations

import random
from typing import Any

from judge.adjudicator.board import Terrain
from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.notation.adjudication import adjudicate

PHASES = {"standard": "S1901M", "hundred": "1425M", "philadelphia": "JAN2007M", "petit": "1901M"}


def played(variant: Variant, seed: int) -> tuple[Position, list[dict[str, Any]]]:
    """A board after a movement phase of chance orders, and their outcomes."""
    chance = random.Random(seed)
    before = _before(variant, chance)
    orders = {word: _orders(variant, before, units, chance) for word, units in before.units.items()}
    done = adjudicate(variant, before, orders)
    told = [{**outcome._asdict(), "result": list(outcome.result)} for outcome in done.outcomes]
    return done.position, told


def _before(variant: Variant, chance: random.Random) -> Position:
    board = variant.board
    units: dict[str, list[str]] = {}
    centres: dict[str, list[str]] = {}
    part = chance.choice((0.25, 0.4, 0.55))
    for place in board.provinces:
        if place.centre and chance.random() < 0.85:
            centres.setdefault(chance.choice(variant.powers).word, []).append(place.code)
        for berth in range(1, place.capacity + 1):
            if chance.random() < part:
                word = chance.choice(variant.powers).word
                units.setdefault(word, []).append(_unit(variant, place.index, berth, chance))
    return Position(
        PHASES[variant.name],
        {word: tuple(of) for word, of in units.items()},
        {word: tuple(of) for word, of in centres.items()},
    )


def _unit(variant: Variant, index: int, berth: int, chance: random.Random) -> str:
    place = variant.board.provinces[index]
    if place.capacity > 1:
        return f"F {place.code}/{berth}"
    dry = place.terrain is Terrain.INLAND or variant.rules.armies_only
    if dry or (place.terrain is Terrain.COASTAL and chance.random() < 0.6):
        return f"A {place.code}"
    return f"F {place.code}/{chance.choice(place.coasts)}" if place.coasts else f"F {place.code}"


def _orders(variant: Variant, before: Position, units: tuple[str, ...], chance: random.Random) -> list[str]:
    every = [unit for of in before.units.values() for unit in of]
    lines = []
    for unit in units:
        near = _reach(variant, unit)
        kind = chance.random()
        helped = [other for other in every if other != unit and set(_reach(variant, other)) & set(near)]
        if kind < 0.5 and near:
            lines.append(f"{unit} - {chance.choice(near)}")
        elif kind < 0.8 and helped:
            other = chance.choice(helped)
            goal = chance.choice(
                sorted({g.split("/")[0] for g in _reach(variant, other)} & {g.split("/")[0] for g in near} or {""})
            )
            lines.append(f"{unit} S {other} - {goal}" if goal else f"{unit} S {other}")
    return lines


def _reach(variant: Variant, unit: str) -> list[str]:
    """Where a unit may go by itself."""
    board = variant.board
    kind, place = unit.split(" ")
    code, _, part = place.partition("/")
    if kind == "A":
        mask = board.army_reach[board.index[code]]
        return [other.code for other in board.provinces if mask >> other.index & 1]
    return [
        board.locations[there] for there in sorted(board.fleet_reach[board.index[code if part.isdigit() else place]])
    ]
