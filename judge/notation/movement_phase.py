"""A movement phase from order lines to outcomes."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.field import Lists
from judge.adjudicator.flow import Aftermath, after
from judge.adjudicator.movement import Battle
from judge.adjudicator.orders import MOVE
from judge.adjudicator.outcomes import Adjudication, Outcome, Reason
from judge.adjudicator.position import Dislodged, Position
from judge.adjudicator.retreats import choices, give_berths
from judge.notation.entries import Entries
from judge.notation.fates import FINE, IDLE, Fate, Fates
from judge.notation.scene import Scene

_new = tuple.__new__


def play_movement(scene: Scene, orders: Lists) -> Adjudication:
    """Read, resolve and tell."""
    return told(Fought(scene, orders))


class Fought:
    """A movement phase read and resolved, before anybody puts it into values or text.

    `fates` has what became of units for whom not all was well, `losers` who dislodged whom, `options` where the
    dislodged may go, `after` what follows; its units are left out where nothing of it depends on them.
    """

    __slots__ = ("after", "battle", "entries", "fates", "losers", "options", "scene")

    def __init__(self, scene: Scene, orders: Lists) -> None:
        self.scene = scene
        self.entries = Entries(scene, orders)
        battle = Battle(scene.field, self.entries.chosen)
        self.losers = battle.losers()
        self.battle = battle
        self.fates: dict[int, Fate] = Fates(battle, self.losers, self.entries.last).told()
        self.options = _options(battle, self.losers)
        self.after: Aftermath = after(
            scene.c,
            scene.phase,
            _standing(battle, self.losers) if scene.centres is not None or scene.c.berthed else {},
            scene.centres,
            retreats=True in [bool(places) for places in self.options.values()],
        )

    def final(self) -> list[str]:
        """The units that are left, with their powers, in the order of these texts."""
        if self.after.units:
            return [f"{word} {text}" for word in sorted(self.after.units) for text in self.after.units[word]]
        battle = self.battle
        tasks, kind, state, power = battle.tasks, battle.kind, battle.state, battle.field.power
        full_texts = battle.field.c.full_texts
        found = [piece.full for piece in battle.field.pieces]
        for unit in battle.movers:
            if state[unit] == 1 and kind[unit] == MOVE:
                task = tasks[unit]
                assert task is not None  # noqa: S101 - movers have orders
                found[unit] = full_texts[power[unit]][task.moved]
        for unit in self.losers:
            found[unit] = ""
        found.sort()
        return found[len(self.losers) :] if self.losers else found

    def refused(self, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Result words and causes of a line that is no order. It tells its unit's fall where no other line does."""
        status, unit = self.entries.all[number].status, self.entries.refused[number]
        word = "unreadable" if status == "ambiguous" else status
        if unit in self.losers and self.entries.last[unit] == number:
            return (word, "dislodged"), (self.scene.field.full_text(self.losers[unit]),)
        return (word,), ()


def told(fought: Fought) -> Adjudication:
    """The phase as values."""
    field, result = fought.scene.field, fought.after
    upcoming = result.next or fought.scene.phase
    units = result.units or _standing(fought.battle, fought.losers)
    fugitives: dict[str, list[Dislodged]] = {}
    for unit, places in fought.options.items():
        if places:
            fugitives.setdefault(field.c.words[field.power[unit]], []).append(Dislodged(field.text[unit], places))
    return Adjudication(
        phase=fought.scene.phase.code,
        outcomes=tuple(_outcomes(fought)),
        position=Position(
            upcoming.code, units, result.centres, {word: tuple(ones) for word, ones in fugitives.items()}
        ),
        final=tuple([f"{word} {text}" for word in sorted(units) for text in units[word]]),
        dislodged=tuple(sorted(map(field.full_text, fought.losers))),
        retreats={field.full_text(unit): places for unit, places in fought.options.items()},
        centres=result.centres,
        next=None if result.next is None else result.next.code,
        winner=result.verdict.winner if result.verdict else None,
        draw=result.verdict.draw if result.verdict else (),
    )


def _outcomes(fought: Fought) -> list[Outcome]:
    """One for each line, in the order given, then one for each unit without an order, then the forced builds."""
    texts, fates, entries = fought.scene.field.text, fought.fates, fought.entries
    found = []
    unit_of = {number: unit for unit, number in enumerate(entries.last)}
    for word, start, end in entries.runs:
        for number in range(start, end):
            entry = entries.all[number]
            if number in entries.refused:
                unit = entries.refused[number]
                words, by = fought.refused(number)
                concerned = texts[unit] if unit >= 0 else None
                found.append(Outcome(word, entry.line, entry.order, words, by, entry.reason, concerned))
                continue
            unit = unit_of[number]
            fate = fates.get(unit) or FINE[entry.kind]
            about = (word, entry.line, entry.order, fate.words, fate.by, fate.reason, texts[unit])
            found.append(_new(Outcome, about))
    for unit, power in enumerate(fought.scene.field.owner):
        if entries.last[unit] < 0:
            fate = fates.get(unit) or IDLE
            found.append(
                _new(Outcome, (power, None, f"{texts[unit]} H", fate.words, fate.by, fate.reason, texts[unit]))
            )
    for word, text in fought.after.built:
        found.append(Outcome(word, None, f"BUILD {text}", ("default",), (), Reason("build_forced"), text))
    return found


def _standing(battle: Battle, losers: Mapping[int, int]) -> dict[str, tuple[str, ...]]:
    """Each power's units after the movement, sorted."""
    places = _places(battle, losers)
    for unit in losers:
        places[unit] = ""
    texts_of: dict[str, tuple[str, ...]] = {}
    for word, start, end in battle.field.spans:
        left = places[start:end]
        left.sort()
        if left and not left[0]:
            del left[: left.count("")]
        if left:
            texts_of[word] = tuple(left)
    return texts_of


def _places(battle: Battle, losers: Mapping[int, int]) -> list[str]:
    """Each unit's text after the movement; newcomers to rivers get their berths."""
    field = battle.field
    texts = list(field.text)
    newcomers: list[tuple[int, int, int, int, int]] = []
    tasks, what, state, cap = battle.tasks, battle.kind, battle.state, field.c.cap
    for unit in battle.movers:
        if what[unit] != MOVE or state[unit] != 1:
            continue
        task = tasks[unit]
        assert task is not None  # noqa: S101 - movers have orders
        texts[unit] = field.c.texts[task.moved]
        goal = battle.goal[unit]
        if cap[goal] > 1:
            newcomers.append((field.power[unit], field.prov[unit], field.berth[unit], unit, goal))
    if newcomers:
        used: dict[int, set[int]] = {}
        for unit, prov in enumerate(field.prov):
            if cap[prov] > 1 and unit not in losers and not battle.moved(unit):
                used.setdefault(prov, set()).add(field.berth[unit])
        for unit, berth in give_berths(field.c, used, newcomers).items():
            texts[unit] = f"{texts[unit]}/{berth}"
    return texts


def _options(battle: Battle, losers: Mapping[int, int]) -> dict[int, tuple[str, ...]]:
    """Where the dislodged may go, as texts; nowhere in a variant without retreats."""
    if not losers:
        return {}
    if not battle.field.c.variant.rules.retreats:
        return dict.fromkeys(losers, ())
    locations = battle.field.c.board.locations
    return {unit: tuple(locations[place] for place in choices(battle, unit, losers)) for unit in losers}
