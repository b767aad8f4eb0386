"""Random positions that make trouble: crowded regions, neighbours that attack, help and carry each other."""

from __future__ import annotations

from random import Random

from judge.adjudicator.board import Terrain
from judge.adjudicator.variant import Variant

Lists = dict[str, list[str]]
Placed = tuple[str, str, str, str]
"""Power, letter, place, and the unit's text."""


class Board:
    """What a generator needs of a variant, in texts."""

    def __init__(self, variant: Variant) -> None:
        board = variant.board
        self.words = [power.word for power in variant.powers]
        self.cap = {place.code: place.capacity for place in board.provinces}
        self.terrain = {place.code: place.terrain for place in board.provinces}
        self.centres = {place.code for place in board.provinces if place.centre}
        self.homes = {power.word: {board.locations[home] for home in power.homes} for power in variant.powers}
        self.places: dict[str, list[str]] = {code: [code] for code in self.cap}
        self.near: dict[tuple[str, str], list[str]] = {}
        for index, place in enumerate(board.provinces):
            self.near["A", place.code] = [p.code for p in board.provinces if board.army_reach[index] >> p.index & 1]
            if place.coasts:
                self.places[place.code] = [f"{place.code}/{coast}" for coast in place.coasts]
        for location, text in enumerate(board.locations):
            self.near["F", text] = sorted(board.locations[there] for there in board.fleet_reach[location])
        self.around = {
            code: {p[:3] for place in self.places[code] for p in self.near["F", place]} | set(self.near["A", code])
            for code in self.cap
        }


def region(board: Board, chance: Random, size: int) -> list[str]:
    """Provinces that touch each other, around a river or water more often than not."""
    wet = [code for code, kind in board.terrain.items() if kind == Terrain.WATER]
    found = [chance.choice(wet if wet and chance.random() < 0.7 else list(board.cap))]
    for _ in range(500):
        if len(found) >= size:
            break
        step = chance.choice(sorted(board.around[chance.choice(found)]))
        if step not in found:
            found.append(step)
    return found


def position(board: Board, chance: Random) -> tuple[Lists, Lists]:
    """Units and orders; nearly every unit has one order, most of them good."""
    area = region(board, chance, chance.randint(4, 11))
    powers = chance.sample(board.words, chance.randint(2, min(4, len(board.words))))
    units: Lists = {word: [] for word in powers}
    placed: list[Placed] = []
    density = chance.choice((0.6, 0.8, 1.0))
    for code in area:
        for berth in range(1, board.cap[code] + 1):
            if chance.random() > density:
                continue
            fleet = board.terrain[code] == Terrain.WATER
            if board.terrain[code] == Terrain.COASTAL and board.near["F", board.places[code][0]]:
                fleet = chance.random() < 0.35
            letter, place = ("F", chance.choice(board.places[code])) if fleet else ("A", code)
            text = f"{letter} {place}" + (f"/{berth}" if board.cap[code] > 1 else "")
            word = chance.choice(powers)
            units[word].append(text)
            placed.append((word, letter, place, text))
    return {w: t for w, t in units.items() if t}, Plan(board, chance, area, placed).orders()


class Plan:
    """Orders that fit each other: first who goes where, by land or over water, then helpers for those who do."""

    def __init__(self, board: Board, chance: Random, area: list[str], placed: list[Placed]) -> None:
        self.board = board
        self.chance = chance
        self.area = area
        self.placed = placed
        self.goals: dict[str, str] = {}
        self.carried: list[str] = []
        wet = [code for code in area if board.terrain[code] == Terrain.WATER]
        focus = wet if wet and chance.random() < 0.5 else area
        self.heart = chance.sample(focus, max(1, len(focus) // 2))
        self.bold = chance.choice((0.3, 0.45, 0.6))
        self.seafaring = chance.choice((0.2, 0.4, 0.8))
        """How many move, and how many of the armies by water."""

    def orders(self) -> Lists:
        """One line a unit, sometimes none, sometimes nonsense."""
        for one in self.placed:
            if self.chance.random() < self.bold or (one[1] == "A" and self.chance.random() < self.seafaring / 2):
                self._send(one)
        orders: Lists = {}
        for one in self.placed:
            if self.chance.random() < 0.97:
                orders.setdefault(one[0], []).append(f"{one[3]} {self._deed(one)}")
        return orders

    def _send(self, one: Placed) -> None:
        _, letter, place, text = one
        near = [there for there in self.board.near[letter, place] if there[:3] in self.heart]
        near = near or [there for there in self.board.near[letter, place] if there[:3] in self.area]
        if letter == "A" and self.chance.random() < self.seafaring:
            ashore = self._ashore(place)
            if ashore:
                near = ashore
                self.carried.append(text)
        if near:
            self.goals[text] = self.chance.choice(near)

    def _ashore(self, start: str) -> list[str]:
        """Coasts of the region that the fleets there could carry an army to."""
        wet = {one[2][:3] for one in self.placed if self.board.terrain[one[2][:3]] == Terrain.WATER}
        seas = {sea for sea in wet if start in self.board.around[sea]}
        for _ in wet:
            seas |= {sea for sea in wet if self.board.around[sea] & seas}
        coasts = {code for sea in seas for code in self.board.around[sea]}
        return sorted(c for c in coasts if c != start and self.board.terrain[c] == Terrain.COASTAL and c in self.area)

    def _deed(self, one: Placed) -> str:
        _, letter, place, text = one
        chance, goals = self.chance, self.goals
        if chance.random() < 0.04:
            return chance.choice(("H", f"- {chance.choice(self.area)}", f"S {chance.choice(self.placed)[3]}"))
        if text in goals:
            via = " VIA" if text in self.carried and chance.random() < 0.6 else ""
            return f"- {goals[text]}{via}{self._strike(one)}"
        wet = letter == "F" and self.board.terrain[place[:3]] == Terrain.WATER
        mine = [army for army in self.carried if goals[army] in self.board.around[place[:3]]]
        mine = mine or [army for army in self.carried if army[2:] in self.board.around[place[:3]]] or self.carried
        if wet and mine and chance.random() < 0.85:
            army = chance.choice(mine)
            return f"C {army} - {goals[army]}"
        return self._support(one)

    def _strike(self, one: Placed) -> str:
        goal = self.goals[one[3]]
        there = [other for other in self.placed if other[2][:3] == goal[:3]]
        if self.board.cap[goal[:3]] == 1 or one[1] == "A" or not there or self.chance.random() < 0.4:
            return ""
        foe = self.chance.choice(there)
        return f" x {foe[0] if self.chance.random() < 0.5 else foe[3][2:]}"

    def _support(self, one: Placed) -> str:
        _, letter, place, text = one
        within = {there[:3] for there in self.board.near[letter, place]}
        moves = [f"S {unit} - {goal}" for unit, goal in self.goals.items() if goal[:3] in within]
        stays = [
            f"S {other[3]}" for other in self.placed
            if other[2][:3] in within and other[3] != text and other[3] not in self.goals
        ]  # fmt: skip
        choices = moves if moves and self.chance.random() < 0.8 else moves + stays
        return self.chance.choice(choices) if choices else "H"
