"""Random positions around a few waters in which convoys hang on fights, and fights on convoys: paradoxes, mostly."""

from __future__ import annotations

from random import Random

from judge.adjudicator.board import Terrain
from tests.adjudicator.positions import Board, Lists, Placed


def tangle(board: Board, chance: Random) -> tuple[Lists, Lists]:
    """Units and orders: armies go by sea, fleets carry them, others attack those fleets or help who attacks."""
    knot = Tangle(board, chance)
    knot.set_up()
    knot.carry()
    knot.attack()
    knot.help()
    orders: Lists = {}
    for word, _, _, text in knot.placed:
        if text in knot.deeds:
            orders.setdefault(word, []).append(f"{text} {knot.deeds[text]}")
    return knot.units, orders


class Tangle:
    """A position in the making; `deeds` are the orders so far, by unit."""

    def __init__(self, board: Board, chance: Random) -> None:
        self.board = board
        self.chance = chance
        self.seas = self._seas()
        self.units: Lists = {}
        self.placed: list[Placed] = []
        self.deeds: dict[str, str] = {}
        self.goals: set[str] = set()
        self.raids: list[tuple[Placed, str]] = []

    def _wet(self, code: str) -> bool:
        return self.board.terrain[code] == Terrain.WATER

    def _seas(self) -> list[str]:
        wet = [code for code in self.board.cap if self._wet(code)]
        found = [self.chance.choice(wet)]
        for _ in range(self.chance.randint(0, 2)):
            near = sorted({w for sea in found for w in self.board.around[sea] if w in wet} - set(found))
            found += [self.chance.choice(near)] if near else []
        return found

    def set_up(self) -> None:
        """Fleets on the waters, both kinds around them."""
        board, chance = self.board, self.chance
        powers = chance.sample(board.words, chance.randint(2, 3))
        shore = sorted({code for sea in self.seas for code in board.around[sea]} - set(self.seas))
        chance.shuffle(shore)
        for code in self.seas + shore[: chance.randint(4, 9)]:
            for berth in range(1, board.cap[code] + 1):
                if chance.random() < 0.15:
                    continue
                port = board.terrain[code] == Terrain.COASTAL and bool(board.near["F", board.places[code][0]])
                fleet = self._wet(code) or (port and chance.random() < 0.5)
                place = chance.choice(board.places[code]) if fleet else code
                text = f"{'F' if fleet else 'A'} {place}" + (f"/{berth}" if board.cap[code] > 1 else "")
                word = chance.choice(powers)
                self.units.setdefault(word, []).append(text)
                self.placed.append((word, text[0], place, text))

    def carry(self) -> None:
        """Up to three armies across the waters, to places where somebody stands."""
        board, chance = self.board, self.chance
        armies = [one for one in self.placed if one[1] == "A" and board.terrain[one[2]] == Terrain.COASTAL]
        coasts = sorted({one[2][:3] for one in self.placed if any(one[2][:3] in board.around[s] for s in self.seas)})
        for army in chance.sample(armies, min(len(armies), chance.randint(1, 3))):
            targets = [code for code in coasts if code != army[2] and not self._wet(code)]
            if not targets:
                continue
            goal = chance.choice(targets)
            self.goals.add(goal)
            self.deeds[army[3]] = f"- {goal}" + (" VIA" if chance.random() < 0.7 else "")
            for _, _, sea, fleet in self.placed:
                near = sea in self.seas and {army[2], goal} & board.around[sea]
                if near and fleet not in self.deeds and chance.random() < (0.8 if board.cap[sea] == 1 else 0.5):
                    self.deeds[fleet] = f"C {army[3]} - {goal}"

    def attack(self) -> None:
        """Attacks on the fleets that carry, not from the armies' goals: who stands there shall help."""
        carrying = {one[3]: one for one in self.placed if self.deeds.get(one[3], "").startswith("C")}
        for one in self.placed:
            _, letter, place, text = one
            near = [there for there in self.board.near[letter, place] if there in {c[2] for c in carrying.values()}]
            if text in self.deeds or not near or place in self.goals or self.chance.random() < 0.5:
                continue
            sea = self.chance.choice(near)
            self.deeds[text] = f"- {sea}"
            if self.board.cap[sea] > 1 and self.chance.random() < 0.6:
                foe = self.chance.choice([c for c in carrying.values() if c[2] == sea])
                self.deeds[text] += f" x {self.chance.choice((foe[0], foe[3][2:]))}"
            self.raids.append((one, sea))

    def help(self) -> None:
        """The others support: an attack if they can, any move, or somebody who stays; a few wander."""
        for one in self.placed:
            _, letter, place, text = one
            if text in self.deeds:
                continue
            near = self.board.near[letter, place]
            within = {there[:3] for there in near}
            others = [other for other in self.placed if other is not one]
            raids = [f"S {raider[3]} - {sea}" for raider, sea in self.raids if sea in within]
            moves = [(other[3], self.deeds.get(other[3], "").split(" ")) for other in others]
            moving = [f"S {unit} - {deed[1]}" for unit, deed in moves if deed[0] == "-" and deed[1][:3] in within]
            staying = [f"S {other[3]}" for other in others if other[2][:3] in within]
            dice = self.chance.random()
            for choices, limit in ((raids, 0.7), (moving, 0.8), (staying, 0.9), ([f"- {there}" for there in near], 1)):
                if choices and dice < limit:
                    self.deeds[text] = self.chance.choice(choices)
                    break
