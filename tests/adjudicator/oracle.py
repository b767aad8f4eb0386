"""A second opinion on movement: slow, obvious, and written without a look at the resolver.

Every move and every convoyed army's way is a yes or no. For each of their combinations the equations of DATC chapter 5
are evaluated (with a capacity where they have 1), and a combination that satisfies them all is an outcome. Where there
is none, or more than one, circular movement or Szykman's rule decides the part that is in doubt, and only that.

It reads canonical order texts, with its own idea of what is legal, and shares nothing with the judge but the borders.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from judge.adjudicator.board import Terrain
from judge.adjudicator.variant import Variant

Lists = Mapping[str, Sequence[str]]
Key = tuple[str, int]
"""A decision: ("move", unit) it succeeds, ("way", unit) its convoy is whole."""


@dataclass
class Unit:
    """A unit and its order; `deed` is hold, move, support, convoy, or lost: a move for want of a convoy.

    Mismatched supports and convoys become holds; a lost move holds, but cannot be supported to hold.
    """

    number: int
    power: int
    letter: str
    place: str
    berth: int
    deed: str = "hold"
    goal: str = ""
    goal_coast: str = ""
    via: bool = False
    convoyed: bool = False
    other: int = -1
    named: int = -1

    @property
    def prov(self) -> str:
        return self.place[:3]

    @property
    def text(self) -> str:
        return f"{self.letter} {self.place}" + (f"/{self.berth}" if self.berth else "")


@dataclass
class Verdict:
    """What the oracle says of a movement phase."""

    final: list[str] = field(default_factory=list)
    dislodged: list[str] = field(default_factory=list)
    retreats: dict[str, list[str]] = field(default_factory=dict)
    odd: str = ""
    """Set where the part in doubt fits neither rule: worth a look."""


class Oracle:
    """One position with its orders, each power's as canonical texts, at most one order a unit."""

    def __init__(self, variant: Variant, units: Lists, orders: Lists) -> None:
        self.variant = variant
        self.board = variant.board
        self.words = [power.word for power in variant.powers]
        self.cap = {place.code: place.capacity for place in self.board.provinces}
        self.units: list[Unit] = []
        for word, texts in units.items():
            for text in texts:
                letter, place, berth = self._unit_text(text)
                self.units.append(Unit(len(self.units), self.words.index(word), letter, place, berth))
        self.full_at_start = {p for p, cap in self.cap.items() if len(self._at(p)) >= cap}
        self.lines: dict[int, str] = {}
        for word, texts in orders.items():
            for text in texts:
                self._take(self.words.index(word), text)
        self._match()
        self.settled: dict[Key, bool] = {}
        self.odd = ""

    # --- the board

    def _unit_text(self, text: str) -> tuple[str, str, int]:
        letter, place = text.split(" ")
        berth = 0
        if self.cap[place[:3]] > 1:
            place, _, tail = place.partition("/")
            berth = int(tail or 0)
        return letter, place, berth

    def _at(self, prov: str) -> list[Unit]:
        return [unit for unit in self.units if unit.prov == prov]

    def _water(self, prov: str) -> bool:
        return self.board.province(prov).terrain == Terrain.WATER

    def steps(self, letter: str, place: str) -> set[str]:
        """The places (with their coasts, for fleets) that a unit reaches without help."""
        start = self.board.index[place]
        if letter == "A":
            mask = self.board.army_reach[self.board.province_of[start]]
            return {p.code for p in self.board.provinces if mask >> p.index & 1}
        return {self.board.locations[there] for there in self.board.fleet_reach[start]}

    def reaches(self, unit: Unit, prov: str) -> bool:
        return prov in {place[:3] for place in self.steps(unit.letter, unit.place)}

    def sea_routes(self, fleets: Iterable[Unit], start: str, goal: str) -> list[set[str]]:
        """Every chain of water provinces with one of `fleets` in each, from coast to coast, none to spare (6.G.19)."""
        seas = {unit.prov for unit in fleets if unit.letter == "F" and self._water(unit.prov)}
        if self._water(start) or self._water(goal):
            return []
        touching = {sea: {place[:3] for place in self.steps("F", sea)} for sea in seas}
        found: list[set[str]] = []

        def walk(chain: list[str]) -> None:
            if goal in touching[chain[-1]]:
                found.append(set(chain))
            for sea in seas:
                if sea in touching[chain[-1]] and sea not in chain:
                    walk([*chain, sea])

        for sea in seas:
            if start in touching[sea]:
                walk([sea])
        return [chain for chain in found if not any(other < chain for other in found)]

    # --- orders

    def _take(self, power: int, text: str) -> None:
        order, _, named = text.partition(" x ")
        words = order.split(" ")
        letter, place, berth = self._unit_text(" ".join(words[:2]))
        unit = next(u for u in self._at(place[:3]) if u.power == power and u.letter == letter and berth in (0, u.berth))
        rest = words[2:]
        if rest[0] == "-":
            self._take_move(unit, rest, named)
        elif rest[0] == "S":
            self._take_support(unit, rest[1:])
        elif rest[0] == "C":
            self._take_convoy(unit, rest[1:])

    def _take_move(self, unit: Unit, rest: list[str], named: str) -> None:
        goal, via = rest[1], rest[2:] == ["VIA"]
        if goal[:3] == unit.prov:
            return
        if unit.letter == "F":
            open_coasts = {place for place in self.steps("F", unit.place) if goal in (place, place[:3])}
            if via or len(open_coasts) != 1:
                return
            (unit.goal_coast,) = open_coasts
        elif via or not self.reaches(unit, goal[:3]):
            if not self.sea_routes(self.units, unit.prov, goal[:3]):
                return
            via = True
        unit.deed, unit.goal, unit.via = "move", goal[:3], via
        unit.goal_coast = unit.goal_coast or goal[:3]
        if named and self.cap[unit.goal] > 1:
            fits = [u for u in self._at(unit.goal) if u.power != unit.power and self._named(u, named)]
            unit.named = fits[0].number if len(fits) == 1 else -1

    def _named(self, unit: Unit, named: str) -> bool:
        return named in (self.words[unit.power], f"{unit.prov}/{unit.berth}")

    def _take_support(self, unit: Unit, rest: list[str]) -> None:
        letter, place, berth = self._unit_text(" ".join(rest[:2]))
        others = [u for u in self._at(place[:3]) if u is not unit and berth in (0, u.berth)]
        if len(others) != 1 or others[0].letter != letter:
            return
        goal = rest[3] if len(rest) > 2 else ""
        if not self.reaches(unit, (goal or place)[:3]) or (goal and not self._could_go(others[0], goal, unit)):
            return
        unit.deed, unit.other, unit.goal, unit.goal_coast = "support", others[0].number, goal[:3], goal

    def _could_go(self, other: Unit, goal: str, helper: Unit) -> bool:
        if goal[:3] == other.prov:
            return False
        if other.letter == "F":
            return any(goal in (place, place[:3]) for place in self.steps("F", other.place))
        fleets = [u for u in self.units if u is not helper]
        return self.reaches(other, goal[:3]) or bool(self.sea_routes(fleets, other.prov, goal[:3]))

    def _take_convoy(self, unit: Unit, rest: list[str]) -> None:
        start, goal = rest[1][:3], rest[3][:3]
        armies = [u for u in self._at(start) if u.letter == "A"]
        if unit.letter != "F" or not self._water(unit.prov) or not armies or rest[0] != "A" or start == goal:
            return
        if any(unit.prov in route for route in self.sea_routes(self.units, start, goal)):
            unit.deed, unit.other, unit.goal = "convoy", armies[0].number, goal

    def carriers(self, army: Unit) -> list[Unit]:
        """Fleets ordered to convoy an army where it goes."""
        return [u for u in self.units if u.deed == "convoy" and u.other == army.number and u.goal == army.goal]

    def _match(self) -> None:
        """Who travels by convoy (4.A.3), and mismatched orders become holds."""
        for army in self.units:
            if army.deed != "move" or army.letter != "A":
                continue
            whole = bool(self.sea_routes(self.carriers(army), army.prov, army.goal))
            own = any(fleet.power == army.power for fleet in self.carriers(army))
            army.convoyed = army.via or own
            if army.convoyed and not whole:
                army.deed = "lost"
        for unit in self.units:
            other = self.units[unit.other]
            if unit.deed == "support":
                coasts = (other.goal, other.goal_coast)
                fits = other.deed == "move" and other.goal == unit.goal and unit.goal_coast in coasts
                if not (fits if unit.goal else other.deed not in ("move", "lost")):
                    unit.deed = "hold"
            elif unit.deed == "convoy" and not (other.deed == "move" and other.convoyed and other.goal == unit.goal):
                unit.deed = "hold"

    # --- the equations of one guess

    def judge(self, guess: Mapping[Key, bool]) -> dict[Key, bool]:
        """What the equations make of a guess."""
        at = Guess(self, guess)
        made: dict[Key, bool] = {}
        lost = {unit.number for unit, _ in at.dislodged()}
        for key in guess:
            unit = self.units[key[1]]
            if key[0] == "move":
                made[key] = at.succeeds(unit)
            else:
                safe = [fleet for fleet in self.carriers(unit) if fleet.number not in lost]
                made[key] = bool(self.sea_routes(safe, unit.prov, unit.goal))
        return made

    def keys(self) -> list[Key]:
        moves: list[Key] = [("move", u.number) for u in self.units if u.deed == "move"]
        return moves + [("way", u.number) for u in self.units if u.deed == "move" and u.convoyed]

    def widest(self) -> int:
        """How many decisions lean on each other at most: the work doubles with each."""
        return max(map(len, groups(self.keys(), self.leans)), default=0)

    # --- the decision

    def solve(self) -> Verdict:
        """Decide group after group, those first on which others depend."""
        for group in groups(self.keys(), self.leans):
            self._decide(group)
        return self._verdict(Guess(self, self.settled))

    def leans(self, key: Key) -> set[Key]:
        """The decisions that could matter to this one: a generous view, for grouping only."""
        units = [self.units[key[1]]]
        provs = {units[0].goal} if key[0] == "move" else {fleet.prov for fleet in self.carriers(units[0])}
        rivals = [u for u in self.units if u.deed == "move" and u.goal in provs]
        here = [u for u in self.units if u.prov in provs]
        found = {u.number for u in (*rivals, *here, *units)}
        helpers = {u.prov for u in self.units if u.deed == "support" and u.other in found}
        found |= {u.number for u in self.units if u.deed == "move" and u.goal in helpers}
        return {k for k in self.keys() if k[1] in found} | {k for k in self.keys() if k == ("way", key[1])}

    def _decide(self, group: list[Key]) -> None:
        free = list(group)
        while free:
            table = self._table(free)
            consistent = [guess for guess, made in table if guess == made]
            if len(consistent) == 1:
                self.settled |= dict(zip(free, consistent[0], strict=True))
                return
            # A convoy that is the same in every consistent outcome is in no doubt, whatever else is.
            ways = {key: {guess[i] for guess in consistent} for i, key in enumerate(free) if key[0] == "way"}
            if agreed := {key: values.pop() for key, values in ways.items() if len(values) == 1}:
                self.settled |= agreed
                free = [key for key in free if key not in self.settled]
                continue
            sure = {key: {made[i] for _, made in table} for i, key in enumerate(free)}
            if any(len(values) == 1 for values in sure.values()):
                self.settled |= {key: values.pop() for key, values in sure.items() if len(values) == 1}
                free = [key for key in free if key not in self.settled]
                continue
            self._decide_core(free, table)
            free = [key for key in free if key not in self.settled]

    def _table(self, free: list[Key]) -> list[tuple[tuple[bool, ...], tuple[bool, ...]]]:
        table = []
        for guess in itertools.product((False, True), repeat=len(free)):
            # A group leans on nothing that is still open outside it.
            made = self.judge(self.settled | dict(zip(free, guess, strict=True)))
            table.append((guess, tuple(made[key] for key in free)))
        return table

    def _decide_core(self, free: list[Key], table: list[tuple[tuple[bool, ...], tuple[bool, ...]]]) -> None:
        """The innermost doubt: decisions that truly depend on each other and on nothing else."""
        made = dict(table)

        def touches(one: int, other: int) -> bool:
            flip = ((g, (*g[:other], not g[other], *g[other + 1 :])) for g in made)
            return any(made[a][one] != made[b][one] for a, b in flip)

        truly = {a: {b for j, b in enumerate(free) if touches(i, j)} for i, a in enumerate(free)}
        core = groups(free, truly.__getitem__)[0]
        where = [free.index(key) for key in core]
        fixed = {tuple(guess[i] for i in where) for guess in made if all(made[guess][i] == guess[i] for i in where)}
        if len(fixed) == 1:
            self.settled |= dict(zip(core, fixed.pop(), strict=True))
        elif any(kind == "way" for kind, _ in core):
            self.settled |= {key: False for key in core if key[0] == "way"}
        else:
            most = max(fixed, key=sum, default=(True,) * len(core))
            if not all(most):
                self.odd = f"neither rule fits {core}: {sorted(fixed)}"
            self.settled |= dict(zip(core, most, strict=True))

    # --- the outcome

    def _verdict(self, at: Guess) -> Verdict:
        lost = at.dislodged()
        gone = {unit.number for unit, _ in lost}
        final = {u.number: u.text for u in self.units if u.number not in gone and not at.leaves(u)}
        taken = {(u.prov, u.berth) for u in self.units if u.number in final}
        for unit in sorted((u for u in self.units if at.leaves(u)), key=lambda u: (u.power, u.prov, u.berth)):
            berth = next((b for b in (1, 2, 3) if (unit.goal, b) not in taken), 0) if self.cap[unit.goal] > 1 else 0
            taken.add((unit.goal, berth))
            final[unit.number] = f"{unit.letter} {unit.goal_coast}" + (f"/{berth}" if berth else "")
        name = [f"{self.words[u.power]} {u.text}" for u in self.units]
        return Verdict(
            sorted(f"{self.words[self.units[n].power]} {text}" for n, text in final.items()),
            sorted(name[u.number] for u, _ in lost),
            {name[u.number]: sorted(self._retreats(at, u, beaters, gone)) for u, beaters in lost},
            self.odd,
        )

    def _retreats(self, at: Guess, unit: Unit, beaters: list[Unit], gone: set[int]) -> list[str]:
        crowd = [u.goal if at.leaves(u) else u.prov for u in self.units if u.number not in gone]
        failed = {u.goal for u in self.units if u.deed == "move" and not at.leaves(u) and at.prevent(u) > 0}
        from_there = {u.prov for u in beaters if not u.convoyed}
        return [
            place for place in self.steps(unit.letter, unit.place)
            if crowd.count(place[:3]) < self.cap[place[:3]] and place[:3] not in failed | from_there
        ]  # fmt: skip


class Guess:
    """The strengths of DATC chapter 5 under a guess."""

    def __init__(self, oracle: Oracle, guess: Mapping[Key, bool]) -> None:
        self.o = oracle
        self.guess = guess

    def leaves(self, unit: Unit) -> bool:
        return unit.deed == "move" and self.guess.get(("move", unit.number), False)

    def way(self, unit: Unit) -> bool:
        return self.guess.get(("way", unit.number), False) if unit.convoyed else True

    def entrants(self, prov: str) -> list[Unit]:
        return [u for u in self.o.units if u.deed == "move" and u.goal == prov and self.way(u)]

    def stayers(self, prov: str) -> list[Unit]:
        return [u for u in self.o.units if u.prov == prov and not self.leaves(u)]

    def cut(self, helper: Unit) -> bool:
        """Whether a support is cut."""
        return bool(self.cutters(helper))

    def cutters(self, helper: Unit) -> list[Unit]:
        """Those who cut a support."""
        return [foe for foe in self.entrants(helper.prov) if foe.power != helper.power and self._cuts(foe, helper)]

    def _cuts(self, foe: Unit, helper: Unit) -> bool:
        """Rule 5, and 5.B.9 where the capacity is 1."""
        spared = bool(helper.goal) and foe.prov == helper.goal
        if self.o.cap[helper.prov] == 1:
            return not spared or self.leaves(foe)
        strikes = foe.named == helper.number or (foe.named < 0 and helper.prov in self.o.full_at_start)
        return strikes and not spared

    def helpers(self, unit: Unit) -> list[Unit]:
        return [u for u in self.o.units if u.deed == "support" and u.other == unit.number and not self.cut(u)]

    def head_on(self, unit: Unit) -> Unit | None:
        """The unit that it meets head-to-head, never where a space has room for more than one (rule 6)."""
        if self.o.cap[unit.prov] > 1 or self.o.cap[unit.goal] > 1 or unit.convoyed:
            return None
        for foe in self.o.units:
            if foe.deed == "move" and foe.prov == unit.goal and foe.goal == unit.prov and not foe.convoyed:
                return foe
        return None

    def hold(self, unit: Unit) -> int:
        return 1 if unit.deed in ("move", "lost") else 1 + len(self.helpers(unit))

    def prevent(self, unit: Unit) -> int:
        foe = self.head_on(unit)
        if not self.way(unit) or (foe is not None and self.leaves(foe)):
            return 0
        return 1 + len(self.helpers(unit))

    def attack(self, unit: Unit, without: int) -> int:
        """Attack strength without the supports of one power (-1: of none)."""
        return 1 + sum(helper.power != without for helper in self.helpers(unit))

    def beats_stayer(self, unit: Unit, foe: Unit) -> bool:
        if unit.power == foe.power:
            return False
        opposed = foe is self.head_on(unit)
        return self.attack(unit, foe.power) > (1 + len(self.helpers(foe)) if opposed else self.hold(foe))

    def beats_entrant(self, unit: Unit, rival: Unit) -> bool:
        without = -1
        if self.o.cap[unit.goal] == 1:
            for foe in (*self.stayers(unit.goal), *filter(None, [self.head_on(unit)])):
                without = foe.power
        return self.attack(unit, without) > self.prevent(rival)

    def succeeds(self, unit: Unit) -> bool:
        """Rule 2: fewer than `cap` of the other claimants are not beaten."""
        return self.way(unit) and len(self.unbeaten(unit)) < self.o.cap[unit.goal]

    def unbeaten(self, unit: Unit) -> list[Unit]:
        """The other claimants of a move's goal that it does not beat."""
        stayers = self.stayers(unit.goal)
        foe = self.head_on(unit)
        if foe is not None and foe not in stayers:
            stayers = [*stayers, foe]
        rivals = [other for other in self.entrants(unit.goal) if other is not unit and other not in stayers]
        return [other for other in stayers if not self.beats_stayer(unit, other)] + [
            other for other in rivals if not self.beats_entrant(unit, other)
        ]

    def dislodged(self) -> list[tuple[Unit, list[Unit]]]:
        """Rule 3: each dislodged unit with the successful entrants that beat it."""
        found: list[tuple[Unit, list[Unit]]] = []
        for prov in {u.goal for u in self.o.units if self.leaves(u)}:
            new = [u for u in self.entrants(prov) if self.leaves(u)]
            stay = self.stayers(prov)
            excess = len(new) + len(stay) - self.o.cap[prov]
            if excess > 0 and self.o.cap[prov] == 1:
                found += [(unit, new) for unit in stay]
            elif excess > 0:
                found += self._excess(new, stay, excess)
        return found

    def _excess(self, new: list[Unit], stay: list[Unit], excess: int) -> list[tuple[Unit, list[Unit]]]:
        beaten = {u.number: [e for e in new if self.beats_stayer(e, u)] for u in stay}
        wanted = sorted(
            stay, key=lambda u: (u.number not in {e.named for e in beaten[u.number]}, self.hold(u), -u.berth)
        )
        chosen: list[Unit] = []
        for unit in wanted:
            if len(chosen) < excess and _pairing([beaten[u.number] for u in (*chosen, unit)]):
                chosen.append(unit)
        return [(unit, beaten[unit.number]) for unit in chosen]


def _pairing(choices: list[list[Unit]]) -> bool:
    """Whether each can have an entrant of its own."""
    numbers = [[unit.number for unit in units] for units in choices]
    return any(len(set(picked)) == len(picked) for picked in itertools.product(*numbers))


def groups(keys: Sequence[Key], leans: Callable[[Key], set[Key]]) -> list[list[Key]]:
    """Keys that lean on each other in turn, each group after all that it leans on."""
    reach: dict[Key, set[Key]] = {}
    for key in keys:
        seen, edge = {key}, [key]
        while edge:
            edge = [k for one in edge for k in leans(one) if k not in seen and k in keys]
            edge = list(dict.fromkeys(edge))
            seen |= set(edge)
        reach[key] = seen
    found: list[list[Key]] = []
    for key in sorted(keys, key=lambda k: len(reach[k])):
        if not any(key in group for group in found):
            found.append([k for k in keys if k in reach[key] and key in reach[k]])
    return found


def second_opinion(variant: Variant, units: Lists, orders: Lists) -> Verdict:
    """The outcome of a movement phase."""
    return Oracle(variant, units, orders).solve()
