"""A phase's orders as arrows and threads between the places of the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from judge.adjudicator.variant import Variant
from judge.render import palette, pieces
from judge.render.geometry import Point
from judge.render.routes import convoy_route
from judge.render.scene import Piece

FAILED = frozenset({"bounced", "cut", "disrupted", "void", "illegal"})
Spot = Callable[[str], Point]


def order_art(variant: Variant, outcomes: Sequence[Mapping[str, Any]], spot: Spot) -> Iterator[Piece]:
    """Drawings of all orders: threads of support and convoy first, so that arrows of moves lie above them."""
    colours = {power.word: palette.strong(power) for power in variant.powers}
    shown = [o for o in outcomes if o["order"] and "replaced" not in o["result"]]
    artist = _Artist(variant, outcomes, spot)
    for outcome in shown:
        yield from artist.help(
            outcome["order"].split(),
            palette.mixed(colours[outcome["power"]], palette.INK, 0.8),
            failed=_failed(outcome),
        )
    for outcome in shown:
        yield from artist.move(outcome, colours[outcome["power"]])


def _failed(outcome: Mapping[str, Any]) -> bool:
    return bool(FAILED & set(outcome["result"]))


class _Artist:
    """Draws one phase's orders."""

    def __init__(self, variant: Variant, outcomes: Iterable[Mapping[str, Any]], spot: Spot) -> None:
        self._board = variant.board
        self._outcomes = list(outcomes)
        self._spot = spot

    def help(self, order: list[str], colour: str, *, failed: bool) -> list[Piece]:
        """A support or convoy; nothing for other orders."""
        match order:
            case [_, place, "S", _, other, *more]:
                target = more[1] if len(more) > 1 else ""
                return self._thread(place, other, target, colour, "8 4", failed=failed)
            case [_, place, "C", _, other, "-", target, *_]:
                return self._thread(place, other, target, colour, "2 4", failed=failed)
        return []

    def _thread(self, place: str, other: str, target: str, colour: str, dash: str, *, failed: bool) -> list[Piece]:
        start, end = self._spot(place), self._spot(other)
        if not target:
            return pieces.thread(start, end, colour, dash=dash, failed=failed, gap=(16.0, 21.0))
        a, b = pieces.aside(end, self._spot(target))
        middle = (a[0] * 0.45 + b[0] * 0.55, a[1] * 0.45 + b[1] * 0.55)
        return pieces.thread(start, middle, colour, dash=dash, failed=failed)

    def move(self, outcome: Mapping[str, Any], colour: str) -> list[Piece]:
        """A move or retreat as an arrow, a removal as a cross; nothing for other orders."""
        match outcome["order"].split():
            case [_, place, "-", target, *_]:
                return self._arrow(outcome, place, target, colour)
            case [_, place, "R", target]:
                return self._arrow(outcome, place, target, colour, dash="9 3")
            case ["REMOVE", _, place] | [_, place, "D"]:
                return [pieces.cross(self._spot(place), 11.0)]
        return []

    def _arrow(self, outcome: Mapping[str, Any], place: str, target: str, colour: str, dash: str = "") -> list[Piece]:
        stops = [place, *(convoy_route(self._board, self._outcomes, outcome["order"]) or ())]
        legs = zip(stops, [*stops[1:], target], strict=True)
        drawn: list[Piece] = []
        for start, end in legs:
            a, b = pieces.aside(self._spot(start), self._spot(end))
            last = end == target
            gap = (18.0 if start == place else 8.0, 21.0 if last else 8.0)
            drawn += pieces.arrow(a, b, colour, dash=dash, failed=last and _failed(outcome), gap=gap)
        return drawn
