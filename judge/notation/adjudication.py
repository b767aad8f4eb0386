"""The one door to the board game for everybody above: text in, text out.

`check` says what a line means for a power in a position, `owed` what is still to be ordered, `adjudicate` plays a
phase. All are pure; reading and legality of canonical lines are cached, because they cost more than resolution.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from judge.adjudicator.compiled import PositionError
from judge.adjudicator.field import Lists
from judge.adjudicator.orders import OrderKind
from judge.adjudicator.outcomes import Adjudication, Reason
from judge.adjudicator.phases import Step
from judge.adjudicator.position import Position
from judge.adjudicator.rulebook import Rulebook
from judge.adjudicator.variant import Variant
from judge.notation.adjustment_phase import play_adjustments
from judge.notation.movement_phase import play_movement
from judge.notation.retreat_phase import play_retreats
from judge.notation.scene import Read, Scene
from judge.notation.writer import unit_text, write

__all__ = ["Adjudication", "Checked", "Owed", "PositionError", "Status", "adjudicate", "check", "owed"]


class Status(StrEnum):
    """Four answers to a line: three kinds of wrong are told apart, because they want different words."""

    OK = "ok"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Checked:
    """What a line means. `order` is canonical text where it could be read, `unit` the unit (or site) it concerns."""

    line: str
    status: Status
    order: str | None = None
    unit: str | None = None
    reason: Reason | None = None
    suggestions: tuple[str, ...] = ()
    """The nearest right forms, canonical, best first."""
    notes: tuple[Reason, ...] = ()
    """What was filled in or left out without harm: a coast, a berth, a strike target that does not fit."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What one power owes: orders for `units`, or `builds` / `removals` (with the `sites` where it may build)."""

    units: tuple[str, ...] = ()
    builds: int = 0
    removals: int = 0
    sites: tuple[str, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether the power owes any order at all."""
        return bool(self.units or self.builds or self.removals)


class _Board:
    """A position of a variant, and what was worked out about it."""

    def __init__(self, variant: Variant, position: Position) -> None:
        self.variant, self.position = variant, position
        self.scene = Scene.of(variant, position)
        self._owed: Mapping[str, Owed] | None = None

    def owed(self) -> Mapping[str, Owed]:
        """What each power owes; powers that owe nothing are left out."""
        if self._owed is None:
            found = {word: _owed(self.scene, power, word) for power, word in enumerate(self.scene.c.words)}
            self._owed = {word: debt for word, debt in found.items() if debt.anything}
        return self._owed


_boards: dict[int, _Board] = {}
MOST_BOARDS = 64


def _board(variant: Variant, position: Position) -> _Board:
    """What is known of a position. The last ones are kept, because a letter asks about one board line by line, and
    letters of several games come in turn; a board is known by being the very same values, which never change."""
    kept = _boards.get(id(position))
    if kept is not None and kept.variant is variant and kept.position is position:
        return kept
    if len(_boards) >= MOST_BOARDS:
        _boards.clear()
    board = _boards[id(position)] = _Board(variant, position)
    return board


def check(variant: Variant, position: Position, power: str, line: str, *, taken: Collection[str] = ()) -> Checked:
    """Read one order line of `power` in `position.phase` and judge its legality. Never raises for any text.

    `taken` are units (canonical text) that have an order already: a fleet of a river named without its berth is
    then the first that has none.
    """
    scene = _board(variant, position).scene
    who = scene.power(power)
    ordered = [unit for unit, text in enumerate(scene.field.text) if text in taken] if taken else ()
    read = scene.read(who, line, ordered)
    order = read.order
    if order is None:
        return Checked(line, Status(read.status), reason=read.reason, suggestions=read.suggestions)
    unit = None if order.kind == OrderKind.WAIVE else unit_text(variant, order.unit, order.at, order.berth)
    return Checked(
        line,
        Status(read.status),
        write(variant, order),
        unit,
        read.reason,
        read.suggestions or _nearest(scene, who, read),
        read.notes,
    )


def _nearest(scene: Scene, power: int, read: Read) -> tuple[str, ...]:
    """For an order that lacks only its coast: the order with each coast that the board allows."""
    order = read.order
    if read.status != Status.ILLEGAL or order is None or read.reason is None:
        return ()
    if read.reason.code not in ("coast_needed", "coast_wrong", "build_coast"):
        return ()
    board = scene.c.board
    at_goal = order.kind in (OrderKind.MOVE, OrderKind.RETREAT)
    coasts = board.coasts_of[board.province_of[order.target if at_goal else order.at]]
    tries = [order._replace(target=coast) if at_goal else order._replace(at=coast) for coast in coasts]
    legal = [scene.judge(power, one) for one in tries]
    return tuple(write(scene.variant, one.order) for one in legal if one.status == Status.OK and one.order is not None)


def owed(variant: Variant, position: Position) -> Mapping[str, Owed]:
    """What each power owes in `position.phase`; powers that owe nothing are left out."""
    return _board(variant, position).owed()


def _owed(scene: Scene, power: int, word: str) -> Owed:
    field = scene.field
    if scene.phase.step == Step.MOVEMENT:
        return Owed(tuple(sorted(text for owner, text in zip(field.owner, field.text, strict=True) if owner == word)))
    if scene.phase.step == Step.RETREATS:
        return Owed(tuple(sorted(one.text for one in scene.fugitives if one.power == power)))
    count = scene.accounts.count[power]
    if count < 0:
        return Owed(removals=-count)
    sites = tuple(scene.c.board.locations[site] for site in scene.accounts.sites(power)) if count else ()
    return Owed(builds=count, sites=sites)


def adjudicate(
    variant: Variant,
    position: Position,
    orders: Mapping[str, Sequence[str]],
    *,
    rulebook: Rulebook | None = None,
    adjust: Mapping[str, int] | None = None,
) -> Adjudication:
    """Play `position.phase` with order lines as given (raw or canonical). Deterministic: equal input, equal result.

    Raises `PositionError` for a position that cannot be on the variant's board, or a power that it does not have.
    """
    scene = Scene.of(variant, position, rulebook, adjust)
    return play(scene, {word: list(lines) for word, lines in orders.items()})


def play(scene: Scene, orders: Lists) -> Adjudication:
    """Play a scene's phase."""
    return _PLAY[scene.phase.step](scene, orders)


_PLAY: Mapping[Step, Callable[[Scene, Lists], Adjudication]] = {
    Step.MOVEMENT: play_movement,
    Step.RETREATS: play_retreats,
    Step.ADJUSTMENTS: play_adjustments,
}
