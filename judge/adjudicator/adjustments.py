"""Builds and removals: what each power owes, which orders are legal, and what is done for want of orders."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from judge.adjudicator.board import Terrain
from judge.adjudicator.compiled import ARMY, FLEET, Compiled
from judge.adjudicator.field import Field
from judge.adjudicator.legality import place_name, why
from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.outcomes import Reason

Centres = Mapping[str, Collection[str]]


class Accounts:
    """The books of an adjustment phase: centres owned, builds (above 0) or removals (below 0) owed, sites to build in.

    `adjust` states what a power owes where units and centres do not. A power whose centres are not given is then taken
    to own its home centres, and where builds are not tied to homes any centre that nobody else is known to own.
    """

    def __init__(self, field: Field, centres: Centres | None, adjust: Mapping[str, int] | None = None) -> None:
        self.field = field
        c = field.c
        adjust = adjust or {}
        known = centres or {}
        self.owner = {
            c.board.index[code]: c.variant.power_index[word] for word, codes in known.items() for code in codes
        }
        for word in c.words:
            if word not in known and (word in adjust or centres is None):
                for home in c.variant.powers[c.variant.power_index[word]].homes:
                    self.owner.setdefault(home, c.variant.power_index[word])
        self.anywhere = c.variant.rules.builds == "owned"
        self.unsaid = {c.variant.power_index[word] for word in adjust if word not in known} if self.anywhere else set()
        self.count: dict[int, int] = {}
        for power, word in enumerate(c.words):
            if word in adjust:
                count = adjust[word]
            elif centres is None:
                count = 0
            else:
                count = len(known.get(word, ())) - field.power.count(power)
            self.count[power] = min(count, len(self.sites(power))) if count > 0 else count

    def centres(self, power: int) -> list[int]:
        """The provinces a power owns."""
        return [prov for prov, owner in self.owner.items() if owner == power]

    def owns(self, power: int, prov: int) -> bool:
        """Whether a centre is a power's own, or may be for all that was said."""
        return self.owner.get(prov, power if power in self.unsaid else -1) == power

    def sites(self, power: int) -> list[int]:
        """Where a power may build: vacant centres of its own, by the variant's rule its homes only."""
        c = self.field.c
        places = map(c.board.index.__getitem__, c.centres) if power in self.unsaid else self.centres(power)
        return sorted(
            (
                prov
                for prov in places
                if self.owns(power, prov)
                and (self.anywhere or c.home_of.get(prov) == power)
                and not self.field.here[prov]
            ),
            key=c.board.locations.__getitem__,
        )


def complete_adjustment(accounts: Accounts, power: int, order: Order) -> Order | Reason:
    """A build, removal or waiver made complete, or why it is illegal. Counting is done with the whole set."""
    field = accounts.field
    count = accounts.count[power]
    name = field.c.variant.powers[power].name
    if count == 0:
        return why("nothing_owed", power=name)
    if order.kind in (OrderKind.BUILD, OrderKind.WAIVE):
        if count < 0:
            return why("no_builds", power=name, count=str(-count))
        return Order(OrderKind.WAIVE) if order.kind == OrderKind.WAIVE else _build(accounts, power, order)
    if count > 0:
        return why("no_removals", power=name, count=str(count))
    return _removal(field, power, order)


def _removal(field: Field, power: int, order: Order) -> Order | Reason:
    prov = field.c.province_of[order.at]
    own = [unit for unit in field.here[prov] if field.power[unit] == power and order.berth in (0, field.berth[unit])]
    if not own:
        return why("no_own_unit", place=place_name(field, prov), power=field.c.variant.powers[power].name)
    unit = own[0]
    piece = field.pieces[unit]
    if order.unit >= 0 and order.unit != piece.kind:
        kinds = ("an army", "a fleet")
        return why("wrong_kind", place=place_name(field, prov), actual=kinds[piece.kind], given=kinds[order.unit])
    return Order(OrderKind.REMOVE, piece.kind, piece.loc, berth=field.berth[unit])


def _build(accounts: Accounts, power: int, order: Order) -> Order | Reason:
    field = accounts.field
    c = field.c
    prov = c.province_of[order.at]
    where = {"place": place_name(field, prov), "power": c.variant.powers[power].name}
    if not c.board.provinces[prov].centre:
        return Reason("not_centre", where)
    if not accounts.anywhere and c.home_of.get(prov) != power:
        return Reason("not_home", where)
    if not accounts.owns(power, prov):
        return Reason("not_owned", where)
    if field.here[prov]:
        return Reason("occupied", where)
    return _build_kind(c, prov, order, where)


def _build_kind(c: Compiled, prov: int, order: Order, where: dict[str, str]) -> Order | Reason:
    inland = c.board.provinces[prov].terrain == Terrain.INLAND
    kind = order.unit
    if kind < 0 and (inland or c.variant.rules.armies_only):
        kind = ARMY
    if kind < 0:
        return Reason("build_kind", where)
    if kind == FLEET and c.variant.rules.armies_only:
        return Reason("build_army_only", where)
    if kind == FLEET and inland:
        return Reason("build_inland", where)
    coasts = c.board.coasts_of[prov]
    if kind == ARMY:
        return Order(OrderKind.BUILD, ARMY, prov)
    if coasts and order.at not in coasts:
        return Reason("build_coast", where | {"coasts": ", ".join(c.board.locations[place] for place in coasts)})
    return Order(OrderKind.BUILD, FLEET, order.at)


def default_removals(accounts: Accounts, power: int, keep_out: Collection[int], count: int) -> list[int]:
    """Which units a power loses for want of orders (DATC 4.D.8): the farthest from its centres, fleets first, by name.

    `keep_out` are units removed already. Distance is counted over land and sea, for all units alike, to the nearest
    owned centre, or by an older rulebook to the nearest home.
    """
    field = accounts.field
    c = field.c
    if field.rulebook.disorder_removal == "home":
        targets = c.variant.powers[power].homes
    else:
        targets = tuple(sorted(accounts.centres(power)))
    far = _distances(c, targets)
    own = [unit for unit, owner in enumerate(field.power) if owner == power and unit not in keep_out]
    pieces = field.pieces
    own.sort(
        key=lambda unit: (-far[field.prov[unit]], pieces[unit].kind != FLEET, _name(field, unit), -field.berth[unit])
    )
    return own[:count]


def _name(field: Field, unit: int) -> str:
    """What settles equal distances: the English name; recorded games of the older rule go by the abbreviation."""
    place = field.c.board.provinces[field.prov[unit]]
    return place.code if field.rulebook.disorder_removal == "home" else place.name


@lru_cache(maxsize=4096)
def _distances(c: Compiled, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Province → steps to the nearest target over all borders; beyond everything where there is no way."""
    near = list(c.board.army_reach)
    for location, reach in enumerate(c.board.fleet_reach_mask):
        near[c.province_of[location]] |= reach
    far = [len(near)] * len(near)
    edge = list(targets)
    for prov in edge:
        far[prov] = 0
    while edge:
        later: list[int] = []
        for prov in edge:
            for other, distance in enumerate(far):
                if near[prov] >> other & 1 and distance > far[prov] + 1:
                    far[other] = far[prov] + 1
                    later.append(other)
        edge = later
    return tuple(far)
