"""Order → canonical text, which is read back as the same order."""

from __future__ import annotations

from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.variant import Variant


def write(variant: Variant, order: Order) -> str:
    """Canonical text: `A PAR - BUR`, `F NTH C A LON - BEL`, `BUILD F STP/NC`, `WAIVE`. What is not given is absent."""
    kind = order.kind
    if kind is OrderKind.WAIVE:
        return "WAIVE"
    unit = unit_text(variant, order.unit, order.at, order.berth)
    if kind is OrderKind.BUILD:
        return f"BUILD {unit}"
    if kind is OrderKind.REMOVE:
        return f"REMOVE {unit}"
    return f"{unit} {_deed(variant, order)}"


def unit_text(variant: Variant, unit: int, at: int, berth: int = 0) -> str:
    """A unit's canonical text: `A PAR`, `F STP/SC`, `F FAL/2`; without a letter where the kind is not given."""
    letter = ("A ", "F ")[unit] if unit >= 0 else ""
    return f"{letter}{_place(variant, at, berth)}"


def _place(variant: Variant, location: int, berth: int = 0) -> str:
    return f"{variant.board.locations[location]}/{berth}" if berth else variant.board.locations[location]


def _deed(variant: Variant, order: Order) -> str:
    kind = order.kind
    if kind is OrderKind.HOLD:
        return "H"
    if kind is OrderKind.DISBAND:
        return "D"
    if kind is OrderKind.RETREAT:
        return f"R {_place(variant, order.target)}"
    if kind is OrderKind.MOVE:
        return f"{_way(variant, order)}{_strike(variant, order)}"
    other = unit_text(variant, order.other_unit, order.other, order.other_berth)
    if kind is OrderKind.SUPPORT_HOLD:
        return f"S {other}"
    letter = "S" if kind is OrderKind.SUPPORT_MOVE else "C"
    return f"{letter} {other} - {_place(variant, order.target)}"


def _way(variant: Variant, order: Order) -> str:
    if order.route:
        return "".join(f"- {_place(variant, place)} " for place in (*order.route, order.target)).rstrip()
    return f"- {_place(variant, order.target)}{' VIA' if order.via else ''}"


def _strike(variant: Variant, order: Order) -> str:
    power = f" {variant.powers[order.struck_power].word}" if order.struck_power >= 0 else ""
    berth = (
        f" {_place(variant, variant.board.province_of[order.target], order.struck_berth)}"
        if order.struck_berth > 0
        else ""
    )
    return f" x{power}{berth}" if power or berth else ""
