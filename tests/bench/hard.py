"""Positions that make a resolver work: what the worst of them cost, beside the average of recorded games."""

from __future__ import annotations

from random import Random

from judge.adjudicator.board import Terrain
from judge.adjudicator.variant import Variant
from tests.adjudicator.positions import Board
from tests.adjudicator.tangles import tangle

Lists = dict[str, list[str]]


def hard(variant: Variant) -> dict[str, tuple[Lists, Lists]]:
    """By name: units and orders on the standard board."""
    return {
        "a chain of convoys over every sea": convoys(variant),
        "supports and attacks on supporters, 34 units": crossed(variant),
        "a fleet on every sea, each on the move": seas(variant),
        "every province full": full(variant),
    }


def tangles(variant: Variant) -> list[tuple[Lists, Lists]]:
    """500 random positions in which moves, supports and convoys hang on each other, many of them in circles."""
    board = Board(variant)
    return [tangle(board, Random(seed)) for seed in range(500)]


def shared(variant: Variant, units: list[str], orders: list[str]) -> tuple[Lists, Lists]:
    """Units dealt out among the powers, each with the order that begins with it."""
    words = [power.word for power in variant.powers]
    owner = {unit: words[number % len(words)] for number, unit in enumerate(units)}
    held = {word: [unit for unit in units if owner[unit] == word] for word in words}
    given = {
        word: [line for line in orders if any(line.startswith(f"{unit} ") for unit in held[word])] for word in words
    }
    return held, given


def _places(variant: Variant, terrain: Terrain) -> list[str]:
    return [place.code for place in variant.board.provinces if place.terrain == terrain]


def _near(variant: Variant, unit: str) -> list[str]:
    board = variant.board
    place = board.index[unit[2:]]
    if unit[0] == "F":
        return sorted(board.locations[there] for there in board.fleet_reach[place])
    return [one.code for one in board.provinces if board.army_reach[place] >> one.index & 1]


_CARRIED = {
    "STP - POR": "BAR NWG NTH ENG MAO", "FIN - KIE": "BOT BAL", "DEN - NWY": "SKA", "HOL - KIE": "HEL",
    "CLY - WAL": "NAO IRI", "SPA - TUS": "LYO", "NAF - NAP": "WES TYS", "VEN - GRE": "ADR ION", "SYR - CON": "EAS AEG",
    "SEV - ANK": "BLA",
}  # fmt: skip
_ON_FOOT = ("POR - SPA", "NWY - STP", "CON - SMY", "WAL - LVP", "NAP - ROM")


def convoys(variant: Variant) -> tuple[Lists, Lists]:
    """19 fleets carry 10 armies, some into places that others leave for where these came from."""
    orders = [f"A {way}" for way in _ON_FOOT]
    for way, fleets in _CARRIED.items():
        orders.append(f"A {way} VIA")
        orders += [f"F {fleet} C A {way}" for fleet in fleets.split()]
    return shared(variant, [line[:5] for line in orders], orders)


def crossed(variant: Variant) -> tuple[Lists, Lists]:
    """Armies on neighbouring land: each third attacks, the others support an attack on a supporter."""
    land = [place.code for place in variant.board.provinces if place.terrain != Terrain.WATER][:34]
    units = [f"A {code}" for code in land]
    orders = []
    for number, unit in enumerate(units):
        near = [code for code in _near(variant, unit) if code in land]
        other = next((one for one in near if set(_near(variant, f"A {one}")) & set(near)), None)
        if other is None or number % 3 == 0:
            orders.append(f"{unit} - {near[number % len(near)]}" if near else f"{unit} H")
            continue
        goal = min(set(_near(variant, f"A {other}")) & set(near))
        orders.append(f"{unit} S A {other} - {goal}" if number % 3 == 1 else f"{unit} - {goal}")
    return shared(variant, units, orders)


def seas(variant: Variant) -> tuple[Lists, Lists]:
    """Every fleet moves to another sea, most of them in rings."""
    water = set(_places(variant, Terrain.WATER))
    units = [f"F {sea}" for sea in sorted(water)]
    goals = {unit: [place for place in _near(variant, unit) if place in water] for unit in units}
    return shared(variant, units, [f"{unit} - {near[0]}" for unit, near in goals.items() if near])


def full(variant: Variant) -> tuple[Lists, Lists]:
    """A unit in each of the 75 provinces, in turn moving and supporting."""
    units = [
        f"F {place.code}" if place.terrain == Terrain.WATER else f"A {place.code}" for place in variant.board.provinces
    ]
    kinds = {unit[2:]: unit for unit in units}
    orders = []
    for number, unit in enumerate(units):
        near = [code for code in _near(variant, unit) if code in kinds]
        if near and number % 2:
            orders.append(f"{unit} S {kinds[near[number % len(near)]]}")
        elif near:
            orders.append(f"{unit} - {near[number % len(near)]}")
    return shared(variant, units, orders)
