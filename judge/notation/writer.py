"""Order → canonical text, and the long form of result mails. What is written here is read back as the same order."""

from __future__ import annotations

from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.units import UnitKind
from judge.adjudicator.variant import Variant

_LONG_UNIT = {UnitKind.ARMY: "Army", UnitKind.FLEET: "Fleet"}


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


class LongWriter:
    """The form of result mails, in a language's names: `Fleet Trieste SUPPORT Italian Army Venice -> Tyrolia`.

    The skeleton is that of the older judges, which client programs read: verbs stay English capitals.
    """

    def __init__(self, variant: Variant, language: str = "en") -> None:
        self.variant = variant
        self._names = variant.names.get(language)

    def place(self, location: int, berth: int = 0) -> str:
        """A location's name, with its coast as `St Petersburg (south coast)` and a berth as `Falls/2`."""
        board = self.variant.board
        place = board.provinces[board.province_of[location]]
        name = self._names.provinces.get(place.code, place.name) if self._names else place.name
        coast = board.locations[location].partition("/")[2]
        return f"{name}{_COASTS.get(coast, '')}{f'/{berth}' if berth else ''}"

    def unit(self, unit: int, at: int, berth: int = 0) -> str:
        """A unit with its kind in full: `Army Paris`."""
        kind = f"{_LONG_UNIT[UnitKind(unit)]} " if unit >= 0 else ""
        return f"{kind}{self.place(at, berth)}"

    def adjective(self, power: int) -> str:
        """A power's adjective: `Italian`."""
        found = self.variant.powers[power]
        return self._names.adjectives.get(found.word, found.adjective) if self._names else found.adjective

    def order(self, order: Order, power: int = -1, owner: int = -1) -> str:
        """An order in full. `owner` has the supported or convoyed unit; it is named where it is not `power` itself."""
        kind = order.kind
        if kind is OrderKind.WAIVE:
            return "Build waived"
        if kind in {OrderKind.BUILD, OrderKind.REMOVE}:
            return self._adjusts(order)
        unit = self.unit(order.unit, order.at, order.berth)
        if kind is OrderKind.HOLD:
            return f"{unit} HOLD"
        if kind is OrderKind.DISBAND:
            return f"{unit} DISBAND"
        if kind in {OrderKind.MOVE, OrderKind.RETREAT}:
            steps = "".join(f" -> {self.place(place)}" for place in (*order.route, order.target))
            return f"{unit}{steps}{' VIA' if order.via and not order.route else ''}{self._strikes(order)}"
        foreign = f"{self.adjective(owner)} " if owner not in {-1, power} else ""
        other = f"{foreign}{self.unit(order.other_unit, order.other, order.other_berth)}"
        verb = "CONVOY" if kind is OrderKind.CONVOY else "SUPPORT"
        goal = "" if kind is OrderKind.SUPPORT_HOLD else f" -> {self.place(order.target)}"
        return f"{unit} {verb} {other}{goal}"

    def _adjusts(self, order: Order) -> str:
        if order.kind is OrderKind.BUILD:
            return f"Builds {_ARTICLES.get(order.unit, '')}in {self.place(order.at, order.berth)}"
        kind = _LONG_UNIT[UnitKind(order.unit)].lower() if order.unit >= 0 else "unit"
        return f"Removes the {kind} in {self.place(order.at, order.berth)}"

    def _strikes(self, order: Order) -> str:
        power = f" {self.variant.powers[order.struck_power].word}" if order.struck_power >= 0 else ""
        berth = (
            f" {self.place(self.variant.board.province_of[order.target], order.struck_berth)}"
            if order.struck_berth > 0
            else ""
        )
        return f" x{power}{berth}" if power or berth else ""


_ARTICLES = {int(UnitKind.ARMY): "an army ", int(UnitKind.FLEET): "a fleet "}
_COASTS = {"NC": " (north coast)", "SC": " (south coast)", "EC": " (east coast)", "WC": " (west coast)"}
