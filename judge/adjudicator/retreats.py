"""Retreats: where a dislodged unit may go, and what becomes of those who go there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from judge.adjudicator.compiled import FLEET, Compiled
from judge.adjudicator.field import Field
from judge.adjudicator.legality import place_name, why
from judge.adjudicator.movement import Battle
from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.outcomes import Reason


@dataclass(frozen=True, slots=True)
class Fugitive:
    """A dislodged unit. `choices` are the locations it may retreat to."""

    power: int
    kind: int
    loc: int
    prov: int
    text: str
    choices: tuple[int, ...]


def choices(battle: Battle, unit: int, losers: Mapping[int, int]) -> tuple[int, ...]:
    """Where a unit dislodged in this battle may go (rule 8 of the rivers, which at capacity 1 is the usual rule).

    A free place that no standoff left empty, and not where an entrant that beats it came from; unless that one came by
    convoy (DATC 4.A.5).
    """
    field = battle.field
    c = field.c
    r = battle.resolver
    prov = field.prov[unit]
    shut = {
        field.prov[other]
        for other in r.attackers[prov]
        if battle.state[other] == 1 and not r.via[other] and (other == losers[unit] or r.beats(other, unit))
    }
    found = []
    piece, attackers, here = field.pieces[unit], r.attackers, field.here
    for place in c.neighbours(piece.kind, piece.loc):
        there = c.province_of[place]
        if there in shut or ((here[there] or attackers[there]) and battle.crowd(there, losers) >= c.cap[there]):
            continue
        if not attackers[there] or not battle.standoff(there):
            found.append(place)
    return tuple(found)


def free_neighbours(field: Field, kind: int, loc: int) -> tuple[int, ...]:
    """Every neighbour with room: what is taken as possible where nobody says more."""
    c = field.c
    return tuple(
        place
        for place in c.neighbours(kind, loc)
        if len(field.here[c.province_of[place]]) < c.cap[c.province_of[place]]
    )


def clashes(field: Field, goals: Mapping[int, int], c: Compiled) -> dict[int, list[int]]:
    """Fugitives that go where there is not room for all of them, each with the others; all of these disband."""
    wanted: dict[int, list[int]] = {}
    for fugitive, location in goals.items():
        wanted.setdefault(c.province_of[location], []).append(fugitive)
    return {
        fugitive: [other for other in group if other != fugitive]
        for prov, group in wanted.items()
        if len(field.here[prov]) + len(group) > c.cap[prov]
        for fugitive in group
    }


def give_berths(
    c: Compiled, used: dict[int, set[int]], newcomers: Iterable[tuple[int, int, int, int, int]]
) -> dict[int, int]:
    """Berths of newcomers to rivers (rule 1): unit → berth.

    A newcomer is (power, province it comes from, its berth there, unit, goal). They are served in the order of powers,
    then of the places they come from; each takes the lowest free berth.
    """
    codes = c.board.locations
    given: dict[int, int] = {}
    for _power, _start, _berth, unit, goal in sorted(newcomers, key=lambda n: (n[0], codes[n[1]], n[2], n[3])):
        taken = used.setdefault(goal, set())
        berth = next(number for number in range(1, c.cap[goal] + 1) if number not in taken)
        taken.add(berth)
        given[unit] = berth
    return given


def complete_retreat(
    field: Field, fugitives: Sequence[Fugitive], power: int, order: Order
) -> tuple[int, Order] | Reason:
    """Which fugitive an order concerns and the order complete, or why it is illegal."""
    c = field.c
    prov = c.province_of[order.at]
    fits = [
        number
        for number, one in enumerate(fugitives)
        if one.prov == prov and one.power == power and (not order.berth or one.text.endswith(f"/{order.berth}"))
    ]
    if not fits:
        return why("not_dislodged", place=place_name(field, prov))
    number = fits[0]
    one = fugitives[number]
    berth = int(one.text[-1]) if c.cap[prov] > 1 else 0
    if order.unit >= 0 and order.unit != one.kind:
        kinds = ("an army", "a fleet")
        return why("wrong_kind", place=place_name(field, prov), actual=kinds[one.kind], given=kinds[order.unit])
    if order.kind == OrderKind.DISBAND:
        return number, Order(OrderKind.DISBAND, one.kind, one.loc, berth=berth)
    goal = c.province_of[order.target]
    open_places = [place for place in one.choices if c.province_of[place] == goal]
    if order.target in open_places:
        open_places = [order.target]
    elif order.target != goal and one.kind == FLEET:
        open_places = []
    where = {"unit": f"{one.text[0]} {place_name(field, one.loc)}", "place": place_name(field, order.target)}
    if len(open_places) > 1:
        coasts = " / ".join(c.board.locations[place] for place in open_places)
        return Reason("coast_needed", where | {"coasts": coasts})
    if not open_places:
        names = ", ".join(place_name(field, place) for place in one.choices)
        return Reason("retreat_choices", where | {"choices": names}) if names else Reason("no_retreat", where)
    return number, Order(OrderKind.RETREAT, one.kind, one.loc, open_places[0], berth=berth)
