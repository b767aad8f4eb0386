"""What became of each unit of a movement phase, in the interface's words.

Most fates are shared: a phase has few different ones, and positions of the same board repeat them. So they are kept,
within bounds, and what was told once is not put into words again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from judge.adjudicator.movement import Battle
from judge.adjudicator.orders import CONVOY, HOLD, MOVE
from judge.adjudicator.outcomes import Reason
from judge.adjudicator.tasks import Task


class Fate:
    """Result words, the units that caused it, the reason; `json` is for whoever writes it down more than once."""

    __slots__ = ("by", "json", "reason", "words")

    def __init__(self, words: tuple[str, ...], by: tuple[str, ...], reason: Reason) -> None:
        self.words = words
        self.by = by
        self.reason = reason
        self.json = ""


HOLDS: Final = Fate(("holds",), (), Reason("holds"))
IDLE: Final = Fate(("holds",), (), Reason("no_order"))
_FINE: Final[list[Fate]] = [
    HOLDS,
    Fate(("moved",), (), Reason("moved")),
    Fate(("supports",), (), Reason("supports")),
    Fate(("supports",), (), Reason("supports")),
    Fate(("convoys",), (), Reason("convoys")),
]
"""The fate of a unit that did what it was told, by order kind."""
_NO_CONVOY: Final = Fate(("void",), (), Reason("no_convoy"))
_DISRUPTED: Final = Reason("disrupted")
_PARADOX: Final = Reason("disrupted_paradox")
_FAILED: Final = Fate(("disrupted",), (), _PARADOX)
_MEMORY: Final = 20_000
_Kept = dict[str, Fate]
_BOUNCED: Final[_Kept] = {}
_CUT: Final[_Kept] = {}
_SUNK: Final[_Kept] = {}


def _through(kept: _Kept, word: str, code: str, others: list[str]) -> Fate:
    """A fate that others caused, and whose sentence names them; it is kept under their names."""
    names = ", ".join(others)
    found = kept.get(names)
    if found is None:
        if len(kept) >= _MEMORY:
            kept.clear()
        found = kept[names] = Fate((word,), tuple(others), Reason(code, {"others": names}))
    return found


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
    """What became of each unit. `losers`: dislodged unit → the unit that dislodged it; `last` is -1 for a unit that no
    line names.
    """

    __slots__ = ("battle", "last", "losers")

    def __init__(self, battle: Battle, losers: dict[int, int], last: list[int]) -> None:
        self.battle = battle
        self.losers = losers
        self.last = last

    def name(self, unit: int) -> str:
        return self.battle.field.full_text(unit)

    def names(self, units: list[int]) -> list[str]:
        """Units with their powers."""
        field = self.battle.field
        return [field.full_text(unit) for unit in units]

    def all(self) -> list[Fate]:
        """The fate of every unit."""
        battle = self.battle
        via, state, last = battle.resolver.via, battle.state, self.last
        told: list[Fate] = []
        for unit, kind in enumerate(battle.kind):
            if kind == HOLD:
                told.append(HOLDS if last[unit] >= 0 else IDLE)
            elif state[unit] == 1:
                told.append(_FINE[kind])
            elif kind == MOVE and not via[unit]:
                told.append(self._bounced(unit))
            else:
                told.append(self._deed(unit))
        for unit in battle.void:
            told[unit] = self._deed(unit)
        for unit, foe in self.losers.items():
            told[unit] = _fallen(told[unit], self.name(foe))
        return told

    def _deed(self, unit: int) -> Fate:
        battle = self.battle
        task = battle.tasks[unit]
        if task is None or task.kind == HOLD:
            return _FINE[HOLD]
        if unit in battle.void:
            return self._void(task)
        kind = battle.kind[unit]
        if battle.state[unit] == 1:
            return _FINE[kind]
        if kind == MOVE:
            return self._stopped(unit)
        if kind != CONVOY:
            return _through(_CUT, "cut", "cut", self.names(battle.cutters(unit)))
        foe = self.losers.get(unit)
        return _FAILED if foe is None else _through(_SUNK, "disrupted", "convoy_dislodged", [self.name(foe)])

    def _stopped(self, unit: int) -> Fate:
        """A move that came to nothing: its convoy was broken, or it was not strong enough."""
        battle = self.battle
        if battle.resolver.via[unit] and not battle.arrives(unit):
            broken = [fleet for fleet in battle.resolver.carriers[unit] if fleet in self.losers]
            foes = tuple(dict.fromkeys(self.losers[fleet] for fleet in broken))
            return Fate(("disrupted",), tuple(self.names(list(foes))), _DISRUPTED if broken else _PARADOX)
        return self._bounced(unit)

    def _bounced(self, unit: int) -> Fate:
        foes = self.battle.obstacles(unit)
        if len(foes) == 1:
            known = _BOUNCED.get(self.name(foes[0]))
            if known is not None:
                return known
        return _through(_BOUNCED, "bounced", "bounced_unit", self.names(foes))

    def _void(self, task: Task) -> Fate:
        if task.kind == MOVE:
            return _NO_CONVOY
        field = self.battle.field
        other = field.text[field.here[task.other][0]]
        return _unfit("convoy_unmatched" if task.kind == CONVOY else "support_unmatched", other)
