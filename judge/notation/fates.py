"""What became of each unit of a movement phase, in the interface's words.

Most fates are shared: a phase has few different ones, and positions of the same board repeat them. So they are kept,
within bounds, and what was told once is not put into words again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from judge.adjudicator.movement import CONVOY, HOLD, MOVE, Battle
from judge.adjudicator.orders import Order
from judge.adjudicator.outcomes import Reason


class Fate:
    """Result words, the units that caused it, the reason; `text` is for whoever writes it down more than once."""

    __slots__ = ("by", "reason", "text", "words")

    def __init__(self, words: tuple[str, ...], by: tuple[str, ...], reason: Reason) -> None:
        self.words = words
        self.by = by
        self.reason = reason
        self.text = ""


HOLDS = Fate(("holds",), (), Reason("holds"))
IDLE = Fate(("holds",), (), Reason("no_order"))
_FINE = (
    HOLDS,
    Fate(("moved",), (), Reason("moved")),
    Fate(("supports",), (), Reason("supports")),
    Fate(("supports",), (), Reason("supports")),
    Fate(("convoys",), (), Reason("convoys")),
)
"""The fate of a unit that did what it was told, by order kind."""
_NO_CONVOY = Fate(("void",), (), Reason("no_convoy"))
_DISRUPTED, _PARADOX = Reason("disrupted"), Reason("disrupted_paradox")
_FAILED = Fate(("disrupted",), (), _PARADOX)
_MEMORY = 20_000


@lru_cache(_MEMORY)
def _through(word: str, code: str, others: tuple[str, ...]) -> Fate:
    """A fate that others caused, and whose sentence names them."""
    return Fate((word,), others, Reason(code, {"others": ", ".join(others)}))


@lru_cache(_MEMORY)
def _unfit(code: str, other: str) -> Fate:
    """A support or convoy of a unit that was told something else."""
    return Fate(("void",), (), Reason(code, {"other": other}))


@lru_cache(_MEMORY)
def _fallen(deed: Fate, victor: str) -> Fate:
    """Dislodged on top of what became of its order; where that alone was well, the fall is the reason."""
    word = deed.words[0]
    if word in ("holds", "supports", "convoys"):
        return Fate((word, "dislodged"), (victor,), Reason("dislodged", {"others": victor}))
    return Fate((word, "dislodged"), (*(one for one in deed.by if one != victor), victor), deed.reason)


class Fates:
    """What became of each unit. `losers`: dislodged unit → the unit that dislodged it."""

    __slots__ = ("battle", "losers")

    def __init__(self, battle: Battle, losers: Mapping[int, int]) -> None:
        self.battle = battle
        self.losers = losers

    def name(self, unit: int) -> str:
        return self.battle.field.full_text(unit)

    def names(self, units: Sequence[int]) -> tuple[str, ...]:
        """Units with their powers."""
        owner, text = self.battle.field.owner, self.battle.field.text
        return tuple([f"{owner[unit]} {text[unit]}" for unit in units])

    def all(self) -> list[Fate]:
        """The fate of every unit."""
        battle = self.battle
        via = battle.resolver.via
        told: list[Fate] = []
        for kind, done in zip(battle.kind, battle.state, strict=True):
            if kind == HOLD or done == 1:
                told.append(_FINE[kind])
            elif kind == MOVE and not via[len(told)]:
                told.append(_through("bounced", "bounced_unit", self.names(battle.obstacles(len(told)))))
            else:
                told.append(self._deed(len(told)))
        for unit in battle.void:
            told[unit] = self._deed(unit)
        for unit, foe in self.losers.items():
            told[unit] = _fallen(told[unit], self.name(foe))
        return told

    def _deed(self, unit: int) -> Fate:
        battle = self.battle
        order = battle.orders[unit]
        if order is None or order[0] == HOLD:
            return _FINE[HOLD]
        if unit in battle.void:
            return self._void(order)
        kind = battle.kind[unit]
        if battle.state[unit] == 1:
            return _FINE[kind]
        if kind == MOVE:
            return self._stopped(unit)
        if kind != CONVOY:
            return _through("cut", "cut", self.names(battle.cutters(unit)))
        foe = self.losers.get(unit)
        return _FAILED if foe is None else _through("disrupted", "convoy_dislodged", (self.name(foe),))

    def _stopped(self, unit: int) -> Fate:
        """A move that came to nothing: its convoy was broken, or it was not strong enough."""
        battle = self.battle
        if battle.resolver.via[unit] and not battle.arrives(unit):
            broken = [fleet for fleet in battle.resolver.carriers[unit] if fleet in self.losers]
            foes = tuple(dict.fromkeys(self.losers[fleet] for fleet in broken))
            return Fate(("disrupted",), self.names(foes), _DISRUPTED if broken else _PARADOX)
        return _through("bounced", "bounced_unit", self.names(battle.obstacles(unit)))

    def _void(self, order: Order) -> Fate:
        if order[0] == MOVE:
            return _NO_CONVOY
        field = self.battle.field
        other = field.text[field.here[field.c.province_of[order.other]][0]]
        return _unfit("convoy_unmatched" if order[0] == CONVOY else "support_unmatched", other)
