"""An adjustment phase from order lines to outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.adjudicator.adjustments import default_removals
from judge.adjudicator.field import Lists
from judge.adjudicator.flow import after
from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.outcomes import Adjudication, Outcome, Reason
from judge.adjudicator.position import Position
from judge.notation.scene import Scene
from judge.notation.writer import unit_text, write

_RESULTS = {OrderKind.BUILD: "built", OrderKind.REMOVE: "removed", OrderKind.WAIVE: "waived"}


@dataclass(slots=True)
class Books:
    """What has been ordered so far: the first legal orders count, as many as are owed (DATC 4.D.4 to 4.D.6)."""

    done: dict[int, int] = field(default_factory=dict)
    sites: set[int] = field(default_factory=set)
    built: list[tuple[str, str]] = field(default_factory=list)
    removed: set[int] = field(default_factory=set)


def play_adjustments(scene: Scene, orders: Lists) -> Adjudication:
    """Read, settle and tell, with removals and opening builds made for those who ordered too few."""
    books = Books()
    entries = [_entry(scene, books, word, line) for word, lines in orders.items() for line in lines]
    for power, word in enumerate(scene.c.words):
        missing = abs(scene.accounts.count[power]) - books.done.get(power, 0)
        if missing <= 0:
            continue
        if scene.accounts.count[power] < 0:
            entries += _remove_by_default(scene, books, power, missing)
        elif scene.variant.rules.default_build and scene.phase == scene.variant.calendar.first:
            entries += _build_by_default(scene, books, word, power, missing)
    return _conclude(scene, books, entries)


def _entry(scene: Scene, books: Books, word: str, line: str) -> Outcome:
    power = scene.power(word)
    read = scene.read(power, line)
    if read.order is None or read.status != "ok":
        text = write(scene.variant, read.order) if read.order is not None else None
        return Outcome(
            word, line, text, ("unreadable" if read.status == "ambiguous" else read.status,), (), read.reason
        )
    order = read.order
    text = write(scene.variant, order)
    unit = unit_text(scene.variant, order.unit, order.at, order.berth) if order.kind != OrderKind.WAIVE else None
    reason = _too_late(scene, books, power, order)
    if reason is not None:
        return Outcome(word, line, text, ("illegal",), (), reason, unit)
    books.done[power] = books.done.get(power, 0) + 1
    if order.kind == OrderKind.BUILD and unit is not None:
        books.sites.add(scene.c.province_of[order.at])
        books.built.append((word, unit))
    elif order.kind == OrderKind.REMOVE:
        books.removed.add(_unit(scene, order))
    result = _RESULTS[order.kind]
    return Outcome(word, line, text, (result,), (), Reason(result), unit)


def _unit(scene: Scene, order: Order) -> int:
    there = scene.field.here[scene.c.province_of[order.at]]
    return next(unit for unit in there if scene.field.berth[unit] == order.berth)


def _too_late(scene: Scene, books: Books, power: int, order: Order) -> Reason | None:
    """Why a legal order comes to nothing because of those before it."""
    name = scene.variant.powers[power].name
    if order.kind == OrderKind.BUILD and scene.c.province_of[order.at] in books.sites:
        return Reason("site_taken", {"place": scene.c.board.provinces[scene.c.province_of[order.at]].name})
    if order.kind == OrderKind.REMOVE and _unit(scene, order) in books.removed:
        return Reason("already_ordered", {"unit": scene.field.text[_unit(scene, order)]})
    owed = abs(scene.accounts.count[power])
    if books.done.get(power, 0) >= owed:
        return Reason("too_many", {"power": name, "count": str(owed)})
    return None


def _remove_by_default(scene: Scene, books: Books, power: int, missing: int) -> list[Outcome]:
    found = []
    for unit in default_removals(scene.accounts, power, books.removed, missing):
        books.removed.add(unit)
        text = scene.field.text[unit]
        found.append(
            Outcome(scene.c.words[power], None, f"REMOVE {text}", ("default",), (), Reason("removed_default"), text)
        )
    return found


def _build_by_default(scene: Scene, books: Books, word: str, power: int, missing: int) -> list[Outcome]:
    """Opening builds that were not sent: armies (Philadelphia, a decision)."""
    found = []
    for site in [site for site in scene.accounts.sites(power) if site not in books.sites][:missing]:
        text = f"A {scene.c.board.locations[site]}"
        books.built.append((word, text))
        found.append(Outcome(word, None, f"BUILD {text}", ("default",), (), Reason("build_default"), text))
    return found


def _conclude(scene: Scene, books: Books, entries: list[Outcome]) -> Adjudication:
    units: dict[str, list[str]] = {}
    for unit, word in enumerate(scene.field.owner):
        if unit not in books.removed:
            units.setdefault(word, []).append(scene.field.text[unit])
    for word, text in books.built:
        units.setdefault(word, []).append(text)
    texts = {word: tuple(sorted(found)) for word, found in units.items()}
    result = after(scene.c, scene.phase, texts, scene.centres, retreats=False)
    upcoming = result.next or scene.phase
    return Adjudication(
        phase=scene.phase.code,
        outcomes=tuple(entries),
        position=Position(upcoming.code, texts, result.centres),
        final=tuple(sorted(f"{word} {text}" for word, found in texts.items() for text in found)),
        dislodged=(),
        retreats={},
        centres=result.centres,
        next=None if result.next is None else result.next.code,
        winner=result.verdict.winner if result.verdict else None,
        draw=result.verdict.draw if result.verdict else (),
    )
