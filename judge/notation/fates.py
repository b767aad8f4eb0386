"""What became of each unit of a movement phase, in the interface's words.

Most fates are shared: a phase has few different ones, and positions of the same board repeat them. So they are kept,
within bounds, and what was told once is not put into words again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from judge.adjudicator.movement import Battle
from judge.adjudicator.orders import CONVOY, HOLD, MOVE
from judge.adjudicator.outcomes import Reason
from judge.adjudicator.tasks import Task

_NONE: Final[Mapping[str, str]] = {}


class Fate:
    """Result words, the units that caused it, and the reason's `code` and `args`, which it has in common with `Reason`.

    `json` is for whoever writes it down more than once.
    """

    __slots__ = ("_reason", "args", "by", "code", "json", "words")

    def __init__(self, words: tuple[str, ...], by: tuple[str, ...], code: str, args: Mapping[str, str] = _NONE) -> None:
        self.words = words
        self.by = by
        self.code = code
        self.args = args
        self.json = ""
        self._reason: Reason | None = None

    @property
    def reason(self) -> Reason:
        """The reason as a value; who only writes the fate down needs none."""
        if self._reason is None:
            self._reason = Reason(self.code, self.args)
        return self._reason


HOLDS: Final = Fate(("holds",), (), "holds")
IDLE: Final = Fate(("holds",), (), "no_order")
FINE: Final[list[Fate]] = [
    HOLDS,
    Fate(("moved",), (), "moved"),
    Fate(("supports",), (), "supports"),
    Fate(("supports",), (), "supports"),
    Fate(("convoys",), (), "convoys"),
]
"""The fate of a unit that did what it was told, by order kind."""
_NO_CONVOY: Final = Fate(("void",), (), "no_convoy")
_FAILED: Final = Fate(("disrupted",), (), "disrupted_paradox")
_MEMORY: Final = 20_000
_Kept = dict[str, Fate]
_BOUNCED: Final[_Kept] = {}
_CUT: Final[_Kept] = {}
_SUNK: Final[_Kept] = {}
_FALLEN: Final[dict[tuple[Fate, str], Fate]] = {}


def _through(kept: _Kept, word: str, code: str, others: list[str]) -> Fate:
    """A fate that others caused, and whose sentence names them; it is kept under their names."""
    names = ", ".join(others)
    found = kept.get(names)
    if found is None:
        if len(kept) >= _MEMORY:
            kept.clear()
        found = kept[names] = Fate((word,), tuple(others), code, {"others": names})
    return found


@lru_cache(_MEMORY)
def _unfit(code: str, other: str) -> Fate:
    """A support or convoy of a unit that was told something else."""
    return Fate(("void",), (), code, {"other": other})


def _fallen(deed: Fate, victor: str) -> Fate:
    """Dislodged on top of what became of its order; kept too."""
    found = _FALLEN.get((deed, victor))
    if found is None:
        if len(_FALLEN) >= _MEMORY:
            _FALLEN.clear()
        found = _FALLEN[deed, victor] = _fall(deed, victor)
    return found


def _fall(deed: Fate, victor: str) -> Fate:
    """Where the deed alone was well, the fall is the reason."""
    word = deed.words[0]
    if word in ("holds", "supports", "convoys"):
        return Fate((word, "dislodged"), (victor,), "dislodged", {"others": victor})
    return Fate((word, "dislodged"), (*(one for one in deed.by if one != victor), victor), deed.code, deed.args)


class Fates:
    """What became of units. `losers`: dislodged unit → the unit that dislodged it; `last` is -1 for a unit that no
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

    def told(self) -> dict[int, Fate]:
        """The fates of those for whom not all was well; all others did what they were told (`FINE`)."""
        battle = self.battle
        via, state, kind = battle.resolver.via, battle.state, battle.kind
        told: dict[int, Fate] = {}
        for unit in battle.movers:
            if state[unit] != 1 and kind[unit] == MOVE:
                told[unit] = self._stopped(unit) if via[unit] else self._bounced(unit)
        for unit in battle.supporters:
            if state[unit] != 1 and kind[unit] != HOLD:
                told[unit] = _through(_CUT, "cut", "cut", self.names(battle.cutters(unit)))
        for fleets in battle.resolver.carriers.values():
            for unit in fleets:
                if state[unit] != 1:
                    told[unit] = self._sunk(unit)
        for unit in battle.void:
            told[unit] = self._void(battle.tasks[unit])
        for unit, foe in self.losers.items():
            told[unit] = _fallen(told.get(unit) or self._fine(unit), self.name(foe))
        return told

    def _fine(self, unit: int) -> Fate:
        task = self.battle.tasks[unit]
        if self.last[unit] < 0:
            return IDLE
        return HOLDS if task is None else FINE[task.kind]

    def _sunk(self, unit: int) -> Fate:
        foe = self.losers.get(unit)
        return _FAILED if foe is None else _through(_SUNK, "disrupted", "convoy_dislodged", [self.name(foe)])

    def _stopped(self, unit: int) -> Fate:
        """A convoyed move that came to nothing: its convoy was broken, or it was not strong enough."""
        battle = self.battle
        if battle.arrives(unit):
            return self._bounced(unit)
        broken = [fleet for fleet in battle.resolver.carriers[unit] if fleet in self.losers]
        foes = tuple(dict.fromkeys(self.losers[fleet] for fleet in broken))
        return Fate(("disrupted",), tuple(self.names(list(foes))), "disrupted" if broken else "disrupted_paradox")

    def _bounced(self, unit: int) -> Fate:
        foes = self.battle.obstacles(unit)
        if len(foes) == 1:
            known = _BOUNCED.get(self.battle.field.full_text(foes[0]))
            if known is not None:
                return known
        return _through(_BOUNCED, "bounced", "bounced_unit", self.names(foes))

    def _void(self, task: Task | None) -> Fate:
        assert task is not None  # noqa: S101 - only orders are void
        if task.kind == MOVE:
            return _NO_CONVOY
        field = self.battle.field
        other = field.text[field.here[task.other][0]]
        return _unfit("convoy_unmatched" if task.kind == CONVOY else "support_unmatched", other)
