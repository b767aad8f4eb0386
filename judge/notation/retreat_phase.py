"""A retreat phase from order lines to outcomes."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.field import Lists
from judge.adjudicator.flow import after
from judge.adjudicator.outcomes import Adjudication, Outcome, Reason
from judge.adjudicator.position import Position
from judge.adjudicator.retreats import clashes, give_berths
from judge.notation.scene import Scene
from judge.notation.writer import write


def play_retreats(scene: Scene, orders: Lists) -> Adjudication:
    """Read, resolve and tell. Of two legal orders for a unit the first counts; without one it disbands."""
    goals: dict[int, int] = {}
    ordered: dict[int, int] = {}
    entries: list[Outcome] = []
    for word, lines in orders.items():
        power = scene.power(word)
        for line in lines:
            read = scene.read(power, line)
            text = write(scene.variant, read.order) if read.order is not None else None
            outcome = Outcome(word, line, text, (_word(read.status),), (), read.reason)
            if read.status == "ok":
                unit = scene.fugitives[read.key].text
                if read.key in ordered:
                    outcome = outcome._replace(
                        result=("illegal",), reason=Reason("already_ordered", {"unit": unit}), unit=unit
                    )
                else:
                    ordered[read.key] = len(entries)
                    if read.order is not None and read.order.target >= 0:
                        goals[read.key] = read.order.target
            entries.append(outcome)
    crowded = clashes(scene.field, goals, scene.c)
    _tell(scene, entries, ordered, goals, crowded)
    return _conclude(scene, {number: goal for number, goal in goals.items() if number not in crowded}, entries)


def _word(status: str) -> str:
    return "unreadable" if status == "ambiguous" else status


def _name(scene: Scene, number: int) -> str:
    one = scene.fugitives[number]
    return f"{scene.c.words[one.power]} {one.text}"


def _tell(
    scene: Scene,
    entries: list[Outcome],
    ordered: Mapping[int, int],
    goals: Mapping[int, int],
    crowded: Mapping[int, list[int]],
) -> None:
    """Fill in what became of each dislodged unit, and add those without an order."""
    for number, one in enumerate(scene.fugitives):
        place = ordered.get(number)
        if place is None:
            word = scene.c.words[one.power]
            entries.append(
                Outcome(word, None, f"{one.text} D", ("disbanded",), (), Reason("retreat_missing"), one.text)
            )
        elif number in crowded:
            others = tuple(_name(scene, other) for other in crowded[number])
            reason = Reason("retreat_clash", {"others": ", ".join(others)})
            entries[place] = entries[place]._replace(result=("disbanded",), by=others, reason=reason, unit=one.text)
        else:
            word = "retreated" if number in goals else "disbanded"
            entries[place] = entries[place]._replace(result=(word,), reason=Reason(word), unit=one.text)


def _conclude(scene: Scene, arrived: Mapping[int, int], entries: list[Outcome]) -> Adjudication:
    c = scene.c
    units = {word: list(texts) for word, texts in _standing(scene).items()}
    for number, text in _arrivals(scene, arrived).items():
        units.setdefault(c.words[scene.fugitives[number].power], []).append(text)
    texts = {word: tuple(sorted(found)) for word, found in units.items()}
    result = after(c, scene.phase, texts, scene.centres, retreats=False)
    upcoming = result.next or scene.phase
    return Adjudication(
        phase=scene.phase.code,
        outcomes=tuple(entries),
        position=Position(upcoming.code, result.units, result.centres),
        final=tuple(sorted(f"{word} {text}" for word, found in texts.items() for text in found)),
        dislodged=tuple(
            sorted(_name(scene, number) for number in range(len(scene.fugitives)) if number not in arrived)
        ),
        retreats={},
        centres=result.centres,
        next=None if result.next is None else result.next.code,
        winner=result.verdict.winner if result.verdict else None,
        draw=result.verdict.draw if result.verdict else (),
    )


def _standing(scene: Scene) -> dict[str, list[str]]:
    units: dict[str, list[str]] = {}
    for unit, word in enumerate(scene.field.owner):
        units.setdefault(word, []).append(scene.field.text[unit])
    return units


def _arrivals(scene: Scene, arrived: Mapping[int, int]) -> dict[int, str]:
    """Lists of those who retreated, with berths in rivers."""
    c, field = scene.c, scene.field
    texts = {}
    newcomers = []
    for number, goal in arrived.items():
        one = scene.fugitives[number]
        texts[number] = f"{one.text[0]} {c.board.locations[goal]}"
        if c.cap[c.province_of[goal]] > 1:
            newcomers.append((one.power, one.prov, int(one.text[-1]) if c.cap[one.prov] > 1 else 0, number, goal))
    if newcomers:
        used: dict[int, set[int]] = {}
        for unit, prov in enumerate(field.prov):
            used.setdefault(prov, set()).add(field.berth[unit])
        for number, berth in give_berths(c, used, newcomers).items():
            texts[number] = f"{texts[number]}/{berth}"
    return texts
