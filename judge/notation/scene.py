"""A phase on integers, and its lines read and judged: what every kind of phase begins with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from judge.adjudicator.adjustments import Accounts, complete_adjustment
from judge.adjudicator.compiled import ARMY, Compiled, PositionError, compiled
from judge.adjudicator.field import Field, Lists
from judge.adjudicator.legality import MOVEMENT, complete
from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.outcomes import Reason
from judge.adjudicator.phases import Phase, Step
from judge.adjudicator.position import Dislodged, Position
from judge.adjudicator.retreats import Fugitive, complete_retreat, free_neighbours
from judge.adjudicator.rulebook import Rulebook
from judge.adjudicator.variant import Variant
from judge.notation.answers import Ambiguous, Hints, Unreadable
from judge.notation.kept import lines_of
from judge.notation.reader import read

KINDS: Mapping[Step, tuple[OrderKind, ...]] = {
    Step.MOVEMENT: MOVEMENT,
    Step.RETREATS: (OrderKind.RETREAT, OrderKind.DISBAND),
    Step.ADJUSTMENTS: (OrderKind.BUILD, OrderKind.REMOVE, OrderKind.WAIVE),
}
_MEANT = {
    (Step.RETREATS, OrderKind.MOVE): OrderKind.RETREAT,
    (Step.RETREATS, OrderKind.REMOVE): OrderKind.DISBAND,
    (Step.ADJUSTMENTS, OrderKind.DISBAND): OrderKind.REMOVE,
}
"""What players write for an order of another step."""
_EXPECTED = {
    Step.MOVEMENT: "holds, moves, supports and convoys",
    Step.RETREATS: "retreats and disbands",
    Step.ADJUSTMENTS: "builds, removals and waivers",
}
_RETREATS: Final = Step.RETREATS
_ADJUSTMENTS: Final = Step.ADJUSTMENTS
Centres = Mapping[str, tuple[str, ...]]
UnitAt = Callable[[int], tuple[int, int, int] | None]


class Read(NamedTuple):
    """A line read and judged. `status` is ok, illegal, unreadable or ambiguous; `order` is complete where it is ok."""

    status: str
    order: Order | None = None
    reason: Reason | None = None
    suggestions: tuple[str, ...] = ()
    notes: tuple[Reason, ...] = ()
    key: int = -1
    """The unit's number (of a movement phase's units, of the dislodged in a retreat phase), -1 where there is none."""


@lru_cache(maxsize=4096)
def _phase(c: Compiled, code: str) -> Phase:
    phase = c.variant.calendar.parse(code)
    if phase is None:
        raise PositionError(f"{code!r} is no phase of this variant")
    return phase


def _check_centres(c: Compiled, centres: Centres) -> None:
    for word, codes in centres.items():
        if word not in c.variant.power_index:
            raise PositionError(f"{word!r} is no power of this variant")
        if not c.centres.issuperset(codes):
            raise PositionError(f"{min(set(codes) - c.centres)!r} is no supply centre")
    owned = [code for codes in centres.values() for code in codes]
    if len(owned) != len(set(owned)):
        raise PositionError(f"{max(owned, key=owned.count)} is listed twice among the centres")


class Scene:
    """A position in its phase: units, and the dislodged or the accounts where the phase needs them."""

    def __init__(
        self,
        variant: Variant,
        phase: str,
        units: Lists,
        centres: Centres | None,
        dislodged: Mapping[str, tuple[Dislodged, ...]],
        rulebook: Rulebook,
        adjust: Mapping[str, int] | None,
    ) -> None:
        self.c = compiled(variant)
        self.variant = variant
        self.centres = centres
        self.phase: Phase = _phase(self.c, phase)
        self.field = Field(self.c, units, rulebook)
        self.fugitives: tuple[Fugitive, ...] = ()
        self.adjust = adjust
        if centres is not None:
            _check_centres(self.c, centres)
        if self.phase.step is _RETREATS:
            self.fugitives = tuple(self._fugitive(word, one) for word, ones in dislodged.items() for one in ones)
        if adjust:
            for word in adjust:
                self.power(word)
        if self.phase.step is _ADJUSTMENTS:
            if centres is None and self.phase == variant.calendar.first:
                # Everybody knows who owns what before the first builds of all (Philadelphia's opening).
                centres = variant.start.centres
            self.accounts = Accounts(self.field, centres, adjust)

    @staticmethod
    def of(
        variant: Variant,
        position: Position,
        rulebook: Rulebook | None = None,
        adjust: Mapping[str, int] | None = None,
    ) -> Scene:
        """The scene of a position."""
        units = {word: list(texts) for word, texts in position.units.items()}
        rules = rulebook or variant.rulebook
        return Scene(variant, position.phase, units, position.centres, position.dislodged, rules, adjust)

    def _fugitive(self, word: str, one: Dislodged) -> Fugitive:
        power = self.power(word)
        piece = self.c.unit(one.unit)
        kind, loc, prov, text = piece.kind, piece.loc, piece.prov, piece.text
        if self.c.cap[prov] > 1:
            text = f"{text}/{piece.berth or 1}"
        if one.retreats is None:
            places = free_neighbours(self.field, kind, loc)
        else:
            places = tuple(place for text in one.retreats for place in self._places(text, kind, loc))
        return Fugitive(power, kind, loc, prov, text, places)

    def _places(self, text: str, kind: int, loc: int) -> tuple[int, ...]:
        """A retreat place as listed; for a fleet a province with coasts means those of its coasts that it reaches."""
        board = self.c.board
        place = board.index.get(text, -1)
        if place < 0:
            raise PositionError(f"{text!r} is no place of this board")
        prov = board.province_of[place]
        if kind == ARMY:
            return (prov,)
        if place == prov and board.coasts_of[prov]:
            return tuple(coast for coast in board.coasts_of[prov] if coast in board.fleet_reach[loc])
        return (place,)

    def power(self, word: str) -> int:
        """The index of a power's word."""
        power = self.c.powers.get(word)
        if power is None:
            raise PositionError(f"{word!r} is no power of this variant")
        return power

    # --- lines

    def read(self, power: int, line: str, taken: Collection[int] = ()) -> Read:
        """Read a line and judge it."""
        step = self.phase.step
        known = lines_of(self.c).parse(line)
        if known is not None and (known.kind in KINDS[step] or (step, known.kind) in _MEANT):
            return self.judge(power, known, taken)
        found = read(self.variant, line, step, self._hints(power))
        if isinstance(found, Unreadable):
            return Read("unreadable", None, found.reason, found.suggestions)
        if isinstance(found, Ambiguous):
            if found.literal is not None:
                return self.judge(power, found.literal, taken)._replace(suggestions=found.suggestions)
            reason = Reason("ambiguous", {"text": found.what, "choices": ", ".join(found.choices)})
            return Read("ambiguous", None, reason, found.suggestions)
        return self.judge(power, found, taken)

    def judge(self, power: int, order: Order, taken: Collection[int] = ()) -> Read:
        """Judge an order as read."""
        step = self.phase.step
        kind = _MEANT.get((step, order.kind), order.kind)
        if kind not in KINDS[step]:
            args = {"order": order.kind.name.capitalize(), "phase": self.phase.code, "expected": _EXPECTED[step]}
            return Read("illegal", order, Reason("wrong_phase", args))
        if kind is not order.kind:
            order = order._replace(kind=kind)
        notes: list[Reason] = []
        if step == Step.MOVEMENT:
            done = complete(self.field, power, order, taken, notes.append)
            if isinstance(done, Order):
                return Read("ok", done, None, (), tuple(notes), self._unit(done))
            return Read("illegal", order, done, (), (), self._named(power, order, taken))
        if step == Step.RETREATS:
            retreat = complete_retreat(self.field, self.fugitives, power, order)
            if isinstance(retreat, Reason):
                return Read("illegal", order, retreat)
            return Read("ok", retreat[1], None, (), (), retreat[0])
        adjusted = complete_adjustment(self.accounts, power, order)
        return Read("illegal", order, adjusted) if isinstance(adjusted, Reason) else Read("ok", adjusted)

    def _unit(self, order: Order) -> int:
        there = self.field.here[self.c.province_of[order.at]]
        if len(there) == 1:
            return there[0]
        return next(unit for unit in there if self.field.berth[unit] == order.berth)

    def _named(self, power: int, order: Order, taken: Collection[int]) -> int:
        """The own unit that an illegal order names, so that its fate can be told with that line."""
        field = self.field
        own = [
            unit
            for unit in field.here[self.c.province_of[order.at]]
            if field.power[unit] == power and order.berth in (0, field.berth[unit])
        ]
        return next((unit for unit in own if unit not in taken), own[0] if own else -1)

    def _hints(self, power: int) -> Hints:
        owes = self.accounts.count[power] if self.phase.step == Step.ADJUSTMENTS else 0
        return Hints(power=power, unit_at=self._unit_at(power), owes=owes)

    def _unit_at(self, power: int) -> UnitAt:
        fugitives: Sequence[Fugitive] = self.fugitives
        field = self.field

        def find(prov: int) -> tuple[int, int, int] | None:
            for one in fugitives:
                if one.prov == prov:
                    return one.power, one.kind, one.loc
            there = field.here[prov]
            if not there:
                return None
            unit = next((unit for unit in there if field.power[unit] == power), there[0])
            return field.power[unit], field.pieces[unit].kind, field.pieces[unit].loc

        return find
