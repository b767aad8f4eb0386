"""A movement phase from order lines to outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.adjudicator.compiled import Compiled
from judge.adjudicator.flow import after
from judge.adjudicator.movement import CONVOY, HOLD, MOVE, Battle
from judge.adjudicator.orders import Order
from judge.adjudicator.outcomes import Adjudication, Outcome, Reason
from judge.adjudicator.position import Dislodged, Position
from judge.adjudicator.retreats import choices, give_berths
from judge.notation.scene import Scene
from judge.notation.writer import write

_HOLDS, _MOVED, _SUPPORTS, _CONVOYS = Reason("holds"), Reason("moved"), Reason("supports"), Reason("convoys")
_NO_ORDER, _REPLACED = Reason("no_order"), Reason("replaced")
_NO_CONVOY, _DISRUPTED, _PARADOX = Reason("no_convoy"), Reason("disrupted"), Reason("disrupted_paradox")


class Entry(NamedTuple):
    """A line as read: the unit it concerns (-1: none) and what is known before anything is resolved."""

    power: str
    line: str
    status: str
    text: str | None
    unit: int
    reason: Reason | None


def play_movement(scene: Scene, orders: Mapping[str, Sequence[str]]) -> Adjudication:
    """Read, resolve and tell."""
    chosen: list[Order | None] = [None] * len(scene.field.prov)
    entries, last = _take(scene, orders, chosen)
    battle = Battle(scene.field, chosen)
    losers = battle.losers()
    fates = Fates(battle, losers)
    outcomes = [
        _outcome(entry, fates, scene.field.text, number == last.get(entry.unit, -1))
        for number, entry in enumerate(entries)
    ]
    field = scene.field
    for unit, word in enumerate(field.owner):
        if unit not in last:
            words, by, reason = fates.of(unit)
            reason = _NO_ORDER if reason is _HOLDS else reason
            outcomes.append(Outcome(word, None, f"{field.text[unit]} H", words, by, reason, field.text[unit]))
    return _conclude(scene, battle, losers, outcomes)


def _take(
    scene: Scene, orders: Mapping[str, Sequence[str]], chosen: list[Order | None]
) -> tuple[list[Entry], dict[int, int]]:
    """Read all lines. Of two legal orders for a unit the last counts. `last` gives the entry that tells a unit's fate."""
    entries: list[Entry] = []
    last: dict[int, int] = {}
    taken: set[int] = set()
    for word, lines in orders.items():
        power = scene.power(word)
        for line in lines:
            read = scene.read(power, line, taken)
            order, unit = read.order, read.key
            text = write(scene.variant, order) if order is not None else None
            if read.status == "ok":
                if unit in taken:
                    entries[last[unit]] = entries[last[unit]]._replace(status="replaced", reason=_REPLACED)
                taken.add(unit)
                chosen[unit] = order
                last[unit] = len(entries)
            elif unit >= 0 and unit not in taken:
                last[unit] = len(entries)
            entries.append(Entry(word, line, read.status, text, unit, read.reason))
    return entries, last


def _outcome(entry: Entry, fates: Fates, texts: Sequence[str], tells: bool) -> Outcome:
    unit = texts[entry.unit] if entry.unit >= 0 else None
    if entry.status == "ok":
        words, by, reason = fates.of(entry.unit)
        return Outcome(entry.power, entry.line, entry.text, words, by, reason, unit)
    word = "unreadable" if entry.status == "ambiguous" else entry.status
    words, by = (word,), ()
    if tells and entry.unit in fates.losers:
        words, by = (word, "dislodged"), (fates.name(fates.losers[entry.unit]),)
    return Outcome(entry.power, entry.line, entry.text, words, by, entry.reason, unit)


class Fates:
    """What became of each unit, in the interface's words."""

    __slots__ = ("battle", "losers")

    def __init__(self, battle: Battle, losers: Mapping[int, int]) -> None:
        self.battle = battle
        self.losers = losers

    def name(self, unit: int) -> str:
        return self.battle.field.full_text(unit)

    def of(self, unit: int) -> tuple[tuple[str, ...], tuple[str, ...], Reason]:
        """Words, units that caused it, reason."""
        word, others, reason = self._deed(unit)
        foe = self.losers.get(unit)
        if foe is None:
            return (word,), tuple(map(self.name, others)), reason
        by = tuple(dict.fromkeys(map(self.name, (*others, foe))))
        if word in ("holds", "supports", "convoys"):
            reason = Reason("dislodged", {"others": self.name(foe)})
        return (word, "dislodged"), by, reason

    def _deed(self, unit: int) -> tuple[str, Sequence[int], Reason]:
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
            return "disrupted", (foe,), Reason("convoy_dislodged", {"others": self.name(foe)})
        if good:
            return "supports", (), _SUPPORTS
        cutters = battle.cutters(unit)
        return "cut", cutters, Reason("cut", {"others": ", ".join(map(self.name, cutters))})

    def _move(self, unit: int) -> tuple[str, Sequence[int], Reason]:
        battle = self.battle
        if battle.state[unit] == 1:
            return "moved", (), _MOVED
        if battle.resolver.via[unit] and not battle.arrives(unit):
            broken = [fleet for fleet in battle.resolver.carriers[unit] if fleet in self.losers]
            foes = list(dict.fromkeys(self.losers[fleet] for fleet in broken))
            return "disrupted", foes, _DISRUPTED if broken else _PARADOX
        others = battle.obstacles(unit)
        return "bounced", others, Reason("bounced_unit", {"others": ", ".join(map(self.name, others))})

    def _void(self, order: Order) -> Reason:
        if order[0] == MOVE:
            return _NO_CONVOY
        field = self.battle.field
        other = field.text[field.here[field.c.province_of[order.other]][0]]
        return Reason("convoy_unmatched" if order[0] == CONVOY else "support_unmatched", {"other": other})


def _conclude(scene: Scene, battle: Battle, losers: Mapping[int, int], outcomes: list[Outcome]) -> Adjudication:
    field = scene.field
    places = _places(scene.c, battle, losers)
    units: dict[str, list[str]] = {}
    final: list[str] = []
    for unit, word in enumerate(field.owner):
        if unit not in losers:
            units.setdefault(word, []).append(places[unit])
            final.append(f"{word} {places[unit]}")
    options = _options(battle, losers) if scene.variant.rules.retreats else dict.fromkeys(losers, ())
    fugitives: dict[str, list[Dislodged]] = {}
    for unit, texts in options.items():
        if texts:
            fugitives.setdefault(field.owner[unit], []).append(Dislodged(field.text[unit], texts))
    texts_of = {word: tuple(sorted(texts)) for word, texts in units.items()}
    result = after(scene.c, scene.phase, texts_of, scene.position.centres, retreats=bool(fugitives))
    for word, text in result.built:
        final.append(f"{word} {text}")
        outcomes.append(Outcome(word, None, f"BUILD {text}", ("default",), (), Reason("build_forced"), text))
    upcoming = result.next or scene.phase
    position = Position(
        upcoming.code, result.units, result.centres, {word: tuple(ones) for word, ones in fugitives.items()}
    )
    return Adjudication(
        phase=scene.phase.code,
        outcomes=tuple(outcomes),
        position=position,
        final=tuple(sorted(final)),
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
        texts[unit] = f"{'AF'[field.kind[unit]]} {c.board.locations[order[3]]}"
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
    field = battle.field
    crowd: dict[int, int] = {}
    for unit, prov in enumerate(field.prov):
        if unit not in losers:
            place = battle.goal[unit] if battle.moved(unit) else prov
            crowd[place] = crowd.get(place, 0) + 1
    locations = field.c.board.locations
    return {
        unit: tuple(locations[place] for place in choices(battle, unit, foe, crowd)) for unit, foe in losers.items()
    }
