"""Random positions that make trouble: crowded regions, neighbours that attack, help and carry each other."""

from __future__ import annotations

from random import Random

from judge.adjudicator.board import Terrain
from judge.adjudicator.variant import Variant

Lists = dict[str, list[str]]


class Board:
    """What a generator needs of a variant, in texts."""

    def __init__(self, variant: Variant) -> None:
        board = variant.board
        self.words = [power.word for power in variant.powers]
        self.cap = {place.code: place.capacity for place in board.provinces}
        self.terrain = {place.code: place.terrain for place in board.provinces}
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
    area = region(board, chance, chance.randint(3, 8))
    powers = chance.sample(board.words, chance.randint(2, min(4, len(board.words))))
    units: Lists = {word: [] for word in powers}
    placed: list[tuple[str, str, str, str]] = []
    density = chance.choice((0.6, 0.8, 1.0))
    for code in area:
        for berth in range(1, board.cap[code] + 1):
            if chance.random() > density:
                continue
            fleet = board.terrain[code] == Terrain.WATER or (
                board.terrain[code] == Terrain.COASTAL and board.near["F", board.places[code][0]] and chance.random() < 0.35
            )
            letter, place = ("F", chance.choice(board.places[code])) if fleet else ("A", code)
            text = f"{letter} {place}" + (f"/{berth}" if board.cap[code] > 1 else "")
            word = chance.choice(powers)
            units[word].append(text)
            placed.append((word, letter, place, text))
    wishes = {text: wish(board, chance, area, letter, place) for _, letter, place, text in placed}
    orders: Lists = {word: [] for word in powers}
    for word, letter, _, text in placed:
        if chance.random() < 0.97:
            orders[word].append(f"{text} {order(board, chance, placed, wishes, word, letter, text)}")
    return {w: t for w, t in units.items() if t}, {w: t for w, t in orders.items() if t}


def wish(board: Board, chance: Random, area: list[str], letter: str, place: str) -> str:
    """Where a unit would go if it moved; armies sometimes across water."""
    near = [there for there in board.near[letter, place] if there[:3] in area] or board.near[letter, place]
    if letter == "A" and chance.random() < 0.35:
        near = [code for code in area if code != place and board.terrain[code] == Terrain.COASTAL] or near
    return chance.choice(near) if near else ""


def order(
    board: Board, chance: Random, placed: list[tuple[str, str, str, str]], wishes: dict[str, str], word: str, letter: str, text: str
) -> str:
    """One unit's order: its wish, or help for somebody else's."""
    others = [one for one in placed if one[3] != text]
    place = next(one[2] for one in placed if one[3] == text)
    within = {there[:3] for there in board.near[letter, place]}
    dice = chance.random()
    moving = [one for one in others if wishes[one[3]][:3] in within]
    standing = [one for one in others if one[2][:3] in within]
    if letter == "F" and board.terrain[place[:3]] == Terrain.WATER and dice < 0.5:
        armies = [one for one in others if one[1] == "A" and board.terrain[one[2]] == Terrain.COASTAL and wishes[one[3]]]
        if armies:
            army = chance.choice(armies)
            return f"C {army[3]} - {wishes[army[3]]}"
    if dice < 0.75 and dice > 0.3 and moving:
        helped = chance.choice(moving)
        return f"S {helped[3]} - {wishes[helped[3]]}"
    if dice < 0.35 and standing:
        return f"S {chance.choice(standing)[3]}"
    if not wishes[text] or dice > 0.98:
        return "H"
    goal = wishes[text]
    if letter == "A" and chance.random() < 0.3:
        return f"- {goal} VIA"
    if letter == "F" and board.cap[goal[:3]] > 1 and chance.random() < 0.5:
        return f"- {goal} x {chance.choice([chance.choice(board.words), f'{goal[:3]}/{chance.randint(1, 3)}'])}"
    return f"- {goal}"
