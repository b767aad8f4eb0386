"""May this movement order be given here? An order as read → the order complete and canonical, or the reason why not.

Numbers such as 4.B.1 are those of the DATC, whose recommended choices are followed. Supports and convoys of units that
are there are legal whatever those units are ordered to do: they are matched when the phase is resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from judge.adjudicator.board import Terrain
from judge.adjudicator.compiled import ARMY, FLEET
from judge.adjudicator.field import Field
from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.outcomes import Reason

Note = Callable[[Reason], None]
MOVEMENT = (OrderKind.HOLD, OrderKind.MOVE, OrderKind.SUPPORT_HOLD, OrderKind.SUPPORT_MOVE, OrderKind.CONVOY)


def why(code: str, **args: str) -> Reason:
    """A reason with its values."""
    return Reason(code, args)


def complete(field: Field, power: int, order: Order, taken: Collection[int], note: Note) -> Order | Reason:
    """The complete order, or why it is illegal. `taken` have an order already; `note` hears what was filled in."""
    unit = own_unit(field, power, order, taken, note)
    if isinstance(unit, Reason):
        return unit
    piece, berth = field.pieces[unit], field.berth[unit]
    if order.unit != piece.kind or order.at != piece.loc or order.berth != berth:
        order = order._replace(unit=piece.kind, at=piece.loc, berth=berth)
    if order.kind == OrderKind.MOVE:
        return _move(field, unit, order, note)
    if order.kind in (OrderKind.SUPPORT_HOLD, OrderKind.SUPPORT_MOVE):
        return _support(field, unit, order)
    if order.kind == OrderKind.CONVOY:
        return _convoy(field, unit, order)
    return Order(OrderKind.HOLD, order.unit, order.at, berth=order.berth)


def own_unit(field: Field, power: int, order: Order, taken: Collection[int], note: Note) -> int | Reason:
    """The power's own unit that an order concerns. A wrong coast of it is ignored (4.B.5)."""
    province = field.c.province_of[order.at]
    there = field.here[province]
    own = [unit for unit in there if field.power[unit] == power]
    if not own:
        return (
            why("foreign_unit", place=place_name(field, province), power=_owner(field, there[0]))
            if there
            else why("no_unit", place=place_name(field, province))
        )
    if order.berth:
        own = [unit for unit in own if field.berth[unit] == order.berth]
        if not own:
            return why("no_such_berth", place=f"{place_name(field, province)}/{order.berth}")
    unit = next((unit for unit in own if unit not in taken), own[0])
    kind = field.pieces[unit].kind
    if order.unit >= 0 and order.unit != kind:
        return why("wrong_kind", place=place_name(field, province), actual=_a(kind), given=_a(order.unit))
    if len(own) > 1 and not order.berth:
        note(why("berth_chosen", unit=field.text[unit]))
    return unit


def place_name(field: Field, location: int) -> str:
    """A place as a player calls it; a coast in brackets behind its province."""
    board = field.c.board
    province = board.province_of[location]
    name = board.provinces[province].name
    return name if location == province else f"{name} ({board.locations[location].partition('/')[2].lower()})"


def unit_name(field: Field, unit: int) -> str:
    """A unit as a player calls it: `A Paris`."""
    name = f"{'AF'[field.pieces[unit].kind]} {place_name(field, field.pieces[unit].loc)}"
    return f"{name}/{field.berth[unit]}" if field.berth[unit] else name


def _owner(field: Field, unit: int) -> str:
    return field.c.variant.powers[field.power[unit]].name


def _a(kind: int) -> str:
    return "a fleet" if kind == FLEET else "an army"


def army_way(field: Field, unit: int, goal: int, fleets: int) -> str:
    """How an army could come to a province: `land`, `convoy` or not at all, with fleets on a mask of water."""
    start = field.prov[unit]
    if field.c.board.army_reach[start] >> goal & 1:
        return "land"
    return "convoy" if field.c.convoyable(fleets, start, goal) else ""


def fleet_coasts(field: Field, unit: int, target: int) -> list[int]:
    """The locations of a target's province that a fleet can move to; a named coast leaves at most itself."""
    board = field.c.board
    reach = board.fleet_reach[field.pieces[unit].loc]
    province = board.province_of[target]
    places = board.coasts_of[province] or (province,)
    return [place for place in places if place in reach and target in (province, place)]


def _move(field: Field, unit: int, order: Order, note: Note) -> Order | Reason:
    board = field.c.board
    goal = board.province_of[order.target]
    if goal == field.prov[unit]:
        return Reason("same_place", _where(field, unit, goal))
    if field.pieces[unit].kind == FLEET:
        return _fleet_move(field, unit, order, note)
    way = army_way(field, unit, goal, field.fleets)
    via = order.via or bool(order.route)
    if not way:
        return Reason(_why_no_way(field, unit, goal), _where(field, unit, goal))
    by_land = field.rulebook.via_without_convoy == "land"
    if via and way == "land" and not by_land and not field.c.convoyable(field.fleets, field.prov[unit], goal):
        return Reason("no_route", _where(field, unit, goal))
    return Order(OrderKind.MOVE, ARMY, order.at, goal, via=via or way == "convoy")


def _why_no_way(field: Field, unit: int, goal: int) -> str:
    boarding = field.c.boarding
    if field.c.board.provinces[goal].terrain == Terrain.WATER:
        return "army_to_water"
    return "no_route" if boarding >> goal & boarding >> field.prov[unit] & 1 else "unreachable"


def _where(field: Field, unit: int, goal: int) -> dict[str, str]:
    return {"unit": unit_name(field, unit), "place": place_name(field, goal)}


def _fleet_move(field: Field, unit: int, order: Order, note: Note) -> Order | Reason:
    board = field.c.board
    goal = board.province_of[order.target]
    if order.via or order.route:
        return Reason("fleet_convoyed", _where(field, unit, goal))
    open_coasts = fleet_coasts(field, unit, order.target)
    if not open_coasts:
        if fleet_coasts(field, unit, goal):
            return Reason("coast_wrong", _where(field, unit, goal))
        inland = board.provinces[goal].terrain == Terrain.INLAND
        return Reason("fleet_inland" if inland else "unreachable", _where(field, unit, goal))
    if len(open_coasts) > 1:
        coasts = " / ".join(board.locations[place] for place in open_coasts)
        return Reason("coast_needed", _where(field, unit, goal) | {"coasts": coasts})
    if open_coasts[0] != order.target and order.target == goal:
        note(why("coast_chosen", place=place_name(field, open_coasts[0])))
    strikes = field.c.cap[goal] > 1
    power, berth = (order.struck_power, order.struck_berth) if strikes else (-1, 0)
    if strikes and (power, berth) != (-1, 0) and struck(field, unit, goal, power, berth) < 0:
        power, berth = -1, 0
    if (power, berth) != (order.struck_power, order.struck_berth):
        note(why("strike_dropped"))
    return Order(
        OrderKind.MOVE, FLEET, order.at, open_coasts[0], berth=order.berth, struck_power=power, struck_berth=berth
    )


def struck(field: Field, unit: int, goal: int, power: int, berth: int) -> int:
    """The one foreign fleet that a named target fits, else -1 (rule 4 of the rivers)."""
    fits = [
        other
        for other in field.here[goal]
        if field.power[other] != field.power[unit]
        and power in (-1, field.power[other])
        and berth in (0, field.berth[other])
    ]
    return fits[0] if len(fits) == 1 else -1


def supporter_reaches(field: Field, unit: int, province: int) -> bool:
    """Whether a unit could move to a province at all; for a fleet any of its coasts will do (4.B.4)."""
    board = field.c.board
    if field.pieces[unit].kind == FLEET:
        return bool(board.fleet_reach_mask[field.pieces[unit].loc] >> province & 1)
    return bool(board.army_reach[field.prov[unit]] >> province & 1)


def _support(field: Field, unit: int, order: Order) -> Order | Reason:
    other = _other_unit(field, unit, order)
    if isinstance(other, Reason):
        return other
    board = field.c.board
    target = order.target if order.kind == OrderKind.SUPPORT_MOVE else -1
    goal = board.province_of[target] if target >= 0 else field.prov[other]
    if target >= 0:
        reason = _why_not_supported(field, unit, other, target)
        if reason:
            return reason
    if not supporter_reaches(field, unit, goal):
        return why("support_reach", unit=unit_name(field, unit), place=place_name(field, goal))
    if target >= 0 and field.pieces[other].kind == ARMY:
        target = goal
    return Order(
        order.kind, order.unit, order.at, target, field.pieces[other].kind, field.pieces[other].loc, berth=order.berth,
        other_berth=field.berth[other],
    )  # fmt: skip


def _other_unit(field: Field, unit: int, order: Order) -> int | Reason:
    """The supported unit: the one in its province, in a river the only one that fits (or the berth named)."""
    province = field.c.province_of[order.other]
    place = place_name(field, province)
    there = field.here[province]
    if not there:
        return why("support_no_unit", place=place)
    fits = [u for u in there if u != unit and order.other_berth in (0, field.berth[u])]
    if not fits:
        return (
            why("self_support", unit=unit_name(field, unit)) if unit in there else why("support_no_unit", place=place)
        )
    if order.other_unit >= 0 and order.other_unit != field.pieces[fits[0]].kind:
        return why("support_wrong_kind", place=place, actual=_a(field.pieces[fits[0]].kind), given=_a(order.other_unit))
    if len(fits) > 1 and order.other_power >= 0:
        fits = [u for u in fits if field.power[u] == order.other_power] or fits
    if len(fits) > 1 and order.kind == OrderKind.SUPPORT_MOVE:
        fits = [u for u in fits if _why_not_supported(field, unit, u, order.target) is None] or fits
    if len(fits) > 1:
        return why("support_which", place=place, example=field.text[fits[0]])
    return fits[0]


def _why_not_supported(field: Field, unit: int, other: int, target: int) -> Reason | None:
    """Why the supported unit could never make that move; a convoy by the supporter itself does not count (6.D.31)."""
    goal = field.c.province_of[target]
    code = None
    if goal == field.prov[other]:
        code = "support_same_place"
    elif field.pieces[other].kind == FLEET:
        if not fleet_coasts(field, other, target):
            code = "support_other_coast" if fleet_coasts(field, other, goal) else "support_other_reach"
    elif not army_way(
        field, other, goal, field.fleets & ~(1 << field.prov[unit]) if _alone(field, unit) else field.fleets
    ):
        code = "support_own_convoy" if army_way(field, other, goal, field.fleets) else "support_other_reach"
    return None if code is None else why(code, other=unit_name(field, other), place=place_name(field, goal))


def _alone(field: Field, unit: int) -> bool:
    return len(field.here[field.prov[unit]]) == 1


def _convoy(field: Field, unit: int, order: Order) -> Order | Reason:
    c = field.c
    if field.pieces[unit].kind != FLEET or not c.water >> field.prov[unit] & 1:
        return why("convoy_no_fleet", unit=unit_name(field, unit))
    start, goal = c.province_of[order.other], c.province_of[order.target]
    there = field.here[start]
    if not there:
        return why("convoy_no_army", place=place_name(field, start))
    if field.pieces[there[0]].kind != ARMY or order.other_unit == FLEET:
        return why("convoy_not_army", place=place_name(field, start))
    other = there[0]
    if start == goal:
        return why("convoy_same_place", other=unit_name(field, other), place=place_name(field, goal))
    for end in (start, goal):
        if not c.boarding >> end & 1:
            return why("convoy_landlocked", place=place_name(field, end))
    if not c.useful(field.fleets, field.prov[unit], start, goal):
        return why(
            "convoy_no_route",
            unit=unit_name(field, unit),
            start=place_name(field, start),
            place=place_name(field, goal),
        )
    return Order(OrderKind.CONVOY, FLEET, order.at, goal, ARMY, start, berth=order.berth)
