"""A movement phase from order lines to outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.compiled import Compiled
from judge.adjudicator.flow import after
from judge.adjudicator.movement import MOVE, Battle
from judge.adjudicator.outcomes import Adjudication, Outcome, Reason
from judge.adjudicator.position import Dislodged, Position
from judge.adjudicator.retreats import choices, give_berths
from judge.notation.entries import Entries
from judge.notation.fates import HOLDS, Fates
from judge.notation.scene import Scene

_NO_ORDER = Reason("no_order")
_new = tuple.__new__


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
            why = _NO_ORDER if why is HOLDS else why
            found.append(_new(Outcome, (power, None, f"{texts[unit]} H", words, by, why, texts[unit])))
    return found


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
    names, kinds, orders, what, state = c.texts, field.kind, battle.orders, battle.kind, battle.state
    for unit in battle.movers:
        if what[unit] != MOVE or state[unit] != 1:
            continue
        order = orders[unit]
        assert order is not None  # noqa: S101 - movers have orders
        texts[unit] = names[kinds[unit]][order[3]]
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
