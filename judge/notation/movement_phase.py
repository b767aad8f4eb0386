"""A movement phase from order lines to outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.compiled import Compiled
from judge.adjudicator.flow import after
from judge.adjudicator.movement import CONVOY, HOLD, MOVE, Battle
from judge.adjudicator.orders import Order
from judge.adjudicator.outcomes import Adjudication, Outcome, Reason
from judge.adjudicator.position import Dislodged, Position
from judge.adjudicator.retreats import choices, give_berths
from judge.notation.entries import Entries
from judge.notation.scene import Scene

Fate = tuple[tuple[str, ...], tuple[str, ...], Reason]
"""Words, the units that caused it, the reason."""
_HOLDS, _MOVED, _SUPPORTS, _CONVOYS = Reason("holds"), Reason("moved"), Reason("supports"), Reason("convoys")
_NO_ORDER = Reason("no_order")
_FINE: tuple[Fate, ...] = (
    (("holds",), (), _HOLDS),
    (("moved",), (), _MOVED),
    (("supports",), (), _SUPPORTS),
    (("supports",), (), _SUPPORTS),
    (("convoys",), (), _CONVOYS),
)
"""The fate of a unit that did what it was told, by order kind."""
_new = tuple.__new__
_NO_CONVOY, _DISRUPTED, _PARADOX = Reason("no_convoy"), Reason("disrupted"), Reason("disrupted_paradox")


def play_movement(scene: Scene, orders: Mapping[str, Sequence[str]]) -> Adjudication:
    """Read, resolve and tell."""
    entries = Entries(scene, orders)
    battle = Battle(scene.field, entries.chosen)
    losers = battle.losers()
    return _conclude(scene, battle, losers, _outcomes(entries, Fates(battle, losers)))


def _outcomes(entries: Entries, fates: Fates) -> list[Outcome]:
    """One for each line, in the order given, then one for each unit without an order."""
    field = entries.scene.field
    texts, told = field.text, fates.all()
    found = []
    for number, (power, line, status, text, unit, reason) in enumerate(entries.all):
        if status == "ok":
            words, by, why = told[unit]
            found.append(_new(Outcome, (power, line, text, words, by, why, texts[unit])))
            continue
        word = "unreadable" if status == "ambiguous" else status
        words, by = (word,), ()
        if unit in fates.losers and entries.last[unit] == number:
            words, by = (word, "dislodged"), (fates.name(fates.losers[unit]),)
        found.append(Outcome(power, line, text, words, by, reason, texts[unit] if unit >= 0 else None))
    for unit, power in enumerate(field.owner):
        if entries.last[unit] < 0:
            words, by, why = told[unit]
            why = _NO_ORDER if why is _HOLDS else why
            found.append(_new(Outcome, (power, None, f"{texts[unit]} H", words, by, why, texts[unit])))
    return found


class Fates:
    """What became of each unit, in the interface's words."""

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
        state, odd = battle.state, battle.void.union(self.losers)
        return [
            _FINE[kind] if (state[unit] == 1 or kind == HOLD) and unit not in odd else self.of(unit)
            for unit, kind in enumerate(battle.kind)
        ]

    def of(self, unit: int) -> Fate:
        """Words, units that caused it, reason."""
        word, by, reason = self._deed(unit)
        foe = self.losers.get(unit)
        if foe is None:
            return (word,), by, reason
        victor = self.name(foe)
        by = (*(one for one in by if one != victor), victor)
        if word in ("holds", "supports", "convoys"):
            reason = Reason("dislodged", {"others": victor})
        return (word, "dislodged"), by, reason

    def _deed(self, unit: int) -> tuple[str, tuple[str, ...], Reason]:
        battle = self.battle
        order = battle.orders[unit]
        if order is None or order[0] == HOLD:
            return "holds", (), _HOLDS
        if unit in battle.void:
            return "void", (), self._void(order)
        kind = battle.kind[unit]
        if kind == MOVE:
            return self._move(unit)
        good = battle.state[unit] == 1
        if kind == CONVOY:
            if good:
                return "convoys", (), _CONVOYS
            foe = self.losers.get(unit)
            if foe is None:
                return "disrupted", (), _PARADOX
            return "disrupted", (self.name(foe),), Reason("convoy_dislodged", {"others": self.name(foe)})
        if good:
            return "supports", (), _SUPPORTS
        cutters = self.names(battle.cutters(unit))
        return "cut", cutters, Reason("cut", {"others": ", ".join(cutters)})

    def _move(self, unit: int) -> tuple[str, tuple[str, ...], Reason]:
        battle = self.battle
        if battle.state[unit] == 1:
            return "moved", (), _MOVED
        if battle.resolver.via[unit] and not battle.arrives(unit):
            broken = [fleet for fleet in battle.resolver.carriers[unit] if fleet in self.losers]
            foes = tuple(dict.fromkeys(self.losers[fleet] for fleet in broken))
            return "disrupted", self.names(foes), _DISRUPTED if broken else _PARADOX
        others = self.names(battle.obstacles(unit))
        return "bounced", others, Reason("bounced_unit", {"others": ", ".join(others)})

    def _void(self, order: Order) -> Reason:
        if order[0] == MOVE:
            return _NO_CONVOY
        field = self.battle.field
        other = field.text[field.here[field.c.province_of[order.other]][0]]
        return Reason("convoy_unmatched" if order[0] == CONVOY else "support_unmatched", {"other": other})


def _conclude(scene: Scene, battle: Battle, losers: Mapping[int, int], outcomes: list[Outcome]) -> Adjudication:
    field = scene.field
    places = _places(scene.c, battle, losers)
    texts_of: dict[str, tuple[str, ...]] = {}
    for word, start, end in field.spans:
        left = places[start:end] if not losers else [places[unit] for unit in range(start, end) if unit not in losers]
        if left:
            texts_of[word] = tuple(sorted(left))
    options = _options(battle, losers) if scene.variant.rules.retreats else dict.fromkeys(losers, ())
    fugitives: dict[str, list[Dislodged]] = {}
    for unit, texts in options.items():
        if texts:
            fugitives.setdefault(field.owner[unit], []).append(Dislodged(field.text[unit], texts))
    result = after(scene.c, scene.phase, texts_of, scene.position.centres, retreats=bool(fugitives))
    for word, text in result.built:
        outcomes.append(Outcome(word, None, f"BUILD {text}", ("default",), (), Reason("build_forced"), text))
    upcoming = result.next or scene.phase
    position = Position(
        upcoming.code, result.units, result.centres, {word: tuple(ones) for word, ones in fugitives.items()}
    )
    return Adjudication(
        phase=scene.phase.code,
        outcomes=tuple(outcomes),
        position=position,
        final=tuple([f"{word} {text}" for word in sorted(result.units) for text in result.units[word]]),
        dislodged=tuple(sorted(map(field.full_text, losers))),
        retreats={field.full_text(unit): options[unit] for unit in losers},
        centres=result.centres,
        next=None if result.next is None else result.next.code,
        winner=result.verdict.winner if result.verdict else None,
        draw=result.verdict.draw if result.verdict else (),
    )


def _places(c: Compiled, battle: Battle, losers: Mapping[int, int]) -> list[str]:
    """Each unit's text after the movement; newcomers to rivers get their berths."""
    field = battle.field
    texts = list(field.text)
    newcomers: list[tuple[int, int, int, int, int]] = []
    for unit, kind in enumerate(battle.kind):
        if kind != MOVE or battle.state[unit] != 1:
            continue
        order = battle.orders[unit]
        assert order is not None  # noqa: S101 - movers have orders
        texts[unit] = c.texts[field.kind[unit]][order[3]]
        goal = battle.goal[unit]
        if c.cap[goal] > 1:
            newcomers.append((field.power[unit], field.prov[unit], field.berth[unit], unit, goal))
    if newcomers:
        used: dict[int, set[int]] = {}
        for unit, prov in enumerate(field.prov):
            if c.cap[prov] > 1 and unit not in losers and not battle.moved(unit):
                used.setdefault(prov, set()).add(field.berth[unit])
        for unit, berth in give_berths(c, used, newcomers).items():
            texts[unit] = f"{texts[unit]}/{berth}"
    return texts


def _options(battle: Battle, losers: Mapping[int, int]) -> dict[int, tuple[str, ...]]:
    """Where the dislodged may go, as texts."""
    if not losers:
        return {}
    locations = battle.field.c.board.locations
    return {unit: tuple(locations[place] for place in choices(battle, unit, losers)) for unit in losers}
