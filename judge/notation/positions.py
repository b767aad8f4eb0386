"""The JSON of `judge adjudicate` ⇄ positions and outcomes. Input is checked; a fault is a PositionError's text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from json.encoder import encode_basestring as quote
from typing import Any

from judge.adjudicator.compiled import PositionError
from judge.adjudicator.field import Lists
from judge.adjudicator.outcomes import Adjudication
from judge.adjudicator.phases import Phase, Step
from judge.adjudicator.position import Dislodged
from judge.adjudicator.rulebook import Rulebook
from judge.adjudicator.variant import Variant
from judge.notation.adjudication import adjudicate, play
from judge.notation.answer_text import end_text, error_text, fought_text, result_text
from judge.notation.movement_phase import Fought
from judge.notation.scene import Centres, Scene

Load = Callable[[str], Variant]
_STEPS = "MRA"
MOST_LEFT_OUT = 1_000
"""Phases in a row that a game may leave out: a line that names a phase of the far future is not played for hours."""


def answer(load: Load, data: Any) -> str:
    """The answer to one line's data, whatever it is, as JSON text: the members behind `id`. A fault gives `error`."""
    if not isinstance(data, dict):
        return error_text("a line must be a JSON object")
    try:
        if "phases" in data:
            return _game(load, data)
        scene, orders = _request(load, data)
        if scene.phase.step == Step.MOVEMENT:
            return fought_text(Fought(scene, orders))
        return result_text(play(scene, orders))
    except PositionError as fault:
        return error_text(fault)


# --- one position


def _request(load: Load, data: dict[str, Any]) -> tuple[Scene, Lists]:
    """One line of input: a position in its phase and the orders given in it."""
    variant = _variant(load, data)
    phase = data.get("phase")
    if phase is None:
        phase = variant.calendar.first_movement.code
    if not isinstance(phase, str):
        raise PositionError("phase must be text such as S1901M")
    units, orders = _texts(data.get("units"), "units"), _texts(data.get("orders"), "orders")
    centres, dislodged = _centres(data.get("centres")), _dislodged(data.get("dislodged"))
    return Scene(variant, phase, units, centres, dislodged, _rulebook(variant, data), _adjust(data)), orders


def _variant(load: Load, data: dict[str, Any]) -> Variant:
    name = data.get("variant")
    if name is None:
        name = "standard"
    try:
        return load(name)
    except (KeyError, TypeError):
        raise PositionError(f"no variant {name!r}") from None


def _texts(data: Any, what: str) -> Lists:
    if data is None:
        return {}
    if type(data) is dict and _all_texts(data):
        return data
    raise PositionError(f"{what} must give a list of texts for each power")


def _all_texts(data: dict[str, Any]) -> bool:
    for texts in data.values():
        if type(texts) is not list:
            return False
        for text in texts:
            if type(text) is not str:
                return False
    return True


def _centres(data: Any) -> Centres | None:
    return None if data is None else {word: tuple(codes) for word, codes in _texts(data, "centres").items()}


def _dislodged(data: Any) -> dict[str, tuple[Dislodged, ...]]:
    if not data:
        return {}
    if not isinstance(data, dict) or not all(isinstance(units, list) for units in data.values()):
        raise PositionError("dislodged must give a list of units for each power")
    return {word: tuple(map(_fugitive, units)) for word, units in data.items()}


def _fugitive(data: Any) -> Dislodged:
    if isinstance(data, str):
        return Dislodged(data)
    if isinstance(data, dict) and isinstance(data.get("unit"), str):
        places = data.get("retreats")
        if places is None:
            return Dislodged(data["unit"])
        if isinstance(places, list) and all(isinstance(place, str) for place in places):
            return Dislodged(data["unit"], tuple(place.upper() for place in places))
    raise PositionError('a dislodged unit is "A NWY" or {"unit": "A NWY", "retreats": ["FIN"]}')


def _rulebook(variant: Variant, data: dict[str, Any]) -> Rulebook:
    choices = data.get("rulebook")
    if not choices:
        return variant.rulebook
    if not isinstance(choices, dict):
        raise PositionError("rulebook must be an object of named choices")
    named = {key: getattr(variant.rulebook, key) for key in Rulebook.CHOICES}
    for key, value in choices.items():
        if key not in Rulebook.CHOICES:
            raise PositionError(f"no rulebook choice {key!r}; there are {', '.join(sorted(Rulebook.CHOICES))}")
        if value not in Rulebook.CHOICES[key]:
            raise PositionError(f"rulebook choice {key!r} is one of {', '.join(Rulebook.CHOICES[key])}")
        named[key] = value
    return Rulebook(**named)


def _adjust(data: dict[str, Any]) -> Mapping[str, int]:
    counts = data.get("adjust")
    if not counts:
        return {}
    if isinstance(counts, dict) and all(type(count) is int for count in counts.values()):
        return counts
    raise PositionError("adjust must give a whole number for each power")


# --- a whole game


def _game(load: Load, data: dict[str, Any]) -> str:
    """Play a list of phases from the variant's start. Due phases that it leaves out are played without orders."""
    variant = _variant(load, data)
    rulebook = _rulebook(variant, data)
    answers: list[str] = []
    table = Table(variant, rulebook)
    end = ""
    try:
        for listed in _listed(data["phases"]):
            answers += (f"{{{result_text(result)}}}" for result in table.play(listed))
    except PositionError as fault:
        end = error_text(fault)
    phases = f'"phases": [{", ".join(answers)}], '
    return phases + (end or (end_text(table.last) if table.last else f'"next": {quote(table.position.phase)}'))


def _listed(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise PositionError("phases must be a list")
    return data


class Table:
    """A game on the way: the position due, and the last result."""

    def __init__(self, variant: Variant, rulebook: Rulebook) -> None:
        self.variant = variant
        self.rulebook = rulebook
        self.position = variant.start
        self.last: Adjudication | None = None

    def play(self, listed: Any) -> Iterator[Adjudication]:
        """The listed phase, and before it those that were due earlier; they are played even if it is then not due."""
        if not isinstance(listed, dict) or not isinstance(listed.get("phase"), str):
            raise PositionError("a listed phase needs its phase, such as S1901M")
        wanted = self.variant.calendar.parse(listed["phase"])
        if wanted is None:
            raise PositionError(f"{listed['phase']!r} is no phase of this variant")
        orders = _texts(listed.get("orders"), "orders")
        left_out = 0
        while not self._over() and self._key(self._due()) < self._key(wanted):
            left_out += 1
            if left_out > MOST_LEFT_OUT:
                raise PositionError(f"{wanted.code} is too far ahead: {self.position.phase} is due")
            yield self._next({})
        if self._passed_over(wanted):
            self.position = replace(self.position, phase=wanted.code)
        if self._over() or self._due() != wanted:
            due = "the game is over" if self._over() else f"{self.position.phase} is"
            raise PositionError(f"{wanted.code} is not due: {due}")
        yield self._next(orders)

    def _passed_over(self, wanted: Phase) -> bool:
        """Adjustments that nobody could make anything of, though a power has centres to spare: records list them."""
        if self._over() or self.last is None or wanted.step != Step.ADJUSTMENTS:
            return False
        before = self.variant.calendar.parse(self.last.phase)
        if before is None or not self._key(before) < self._key(wanted) < self._key(self._due()):
            return False
        units, centres = self.position.units, self.position.centres or {}
        return any(len(codes) > len(units.get(word, ())) for word, codes in centres.items())

    def _over(self) -> bool:
        return self.last is not None and self.last.next is None

    def _next(self, orders: Lists) -> Adjudication:
        self.last = adjudicate(self.variant, self.position, orders, rulebook=self.rulebook)
        self.position = self.last.position
        return self.last

    def _due(self) -> Phase:
        phase = self.variant.calendar.parse(self.position.phase)
        if phase is None:
            raise PositionError(f"{self.position.phase!r} is no phase of this variant")
        return phase

    def _key(self, phase: Phase) -> tuple[int, int, int]:
        return phase.year, self.variant.calendar.position(phase), _STEPS.index(phase.step.value)
