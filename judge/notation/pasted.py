"""A position out of what another judge mailed: the results skeleton that both older judges share, or a STATUS listing.

Lines are taken in order, so several results may be pasted one below the other. Nothing is guessed: a line that looks as
if it named a unit or a centre and can't be read comes back in `unread`, and the GM sees the board before it counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from judge.adjudicator.position import Dislodged
from judge.adjudicator.variant import Variant
from judge.notation.names import words_of
from judge.notation.powers import find_power

_COASTS = {"north": "NC", "south": "SC", "east": "EC", "west": "WC", "nc": "NC", "sc": "SC", "ec": "EC", "wc": "WC"}
_KIND = r"(?P<kind>Army|Fleet|A|F)"
_UNIT = re.compile(rf"{_KIND}\s+(?P<place>.+)", re.IGNORECASE)
_STAYS = ("bounce", "cut", "void", "no convoy", "invalid", "disrupted", "reorder")
_GONE = ("dislodged", "destroyed")
_RETREAT = re.compile(
    r"The (?P<power>.+?) (?P<kind>army|fleet) in (?P<place>.+?) can retreat to (?P<to>.+)", re.IGNORECASE
)
_CHANGE = re.compile(
    rf"(?:Defaults, )?(?P<what>build|remov)\w*\s+(?:an?\s+|the\s+)?{_KIND}\s+(?:in\s+)?(?P<place>.+)", re.IGNORECASE
)
_DESTROYED = re.compile(r"The .+ (?:army|fleet) in .+ (?:was|were) destroyed", re.IGNORECASE)
_PHASE = re.compile(r"\(\S+?\.(?P<code>[A-Z]*-?\d+[MRAB])\)|^\s*Phase:?\s+(?P<given>\S+)", re.IGNORECASE)
_STATUS = re.compile(r"Status of the (?P<step>\w+) phase for (?P<name>[^.(]+)", re.IGNORECASE)
_NEXT = re.compile(r"The next phase of .+ will be (?P<step>\w+) for (?P<name>[^.(]+)", re.IGNORECASE)
_STEPS = {"m": "M", "r": "R", "a": "A", "b": "A"}


@dataclass(slots=True)
class Pasted:
    """What was read so far: canonical units and centres by power word, and the phase whose orders are owed."""

    phase: str | None = None
    units: dict[str, tuple[str, ...]] = field(default_factory=dict)
    centres: dict[str, tuple[str, ...]] = field(default_factory=dict)
    dislodged: dict[str, tuple[Dislodged, ...]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)


def read_pasted(variant: Variant, lines: Sequence[str]) -> Pasted:
    """Read a paste."""
    reader = _Reader(variant)
    for line in _joined(lines):
        reader.take(line)
    return reader.done()


def _joined(lines: Sequence[str]) -> Iterable[str]:
    """Lines with their continuations, which mailers and judges fold at 76 columns and indent."""
    whole = ""
    for raw in lines:
        line = re.sub(r"^[>\s]*>\s?", "", raw).rstrip()
        continues = whole and line[:1].isspace() and not re.search(r"[.)!]\s*$", whole) and ":" not in line
        if continues:
            whole += " " + line.strip()
            continue
        if whole:
            yield whole
        whole = line
    if whole:
        yield whole


class _Reader:
    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.found = Pasted()
        self.section = "units"
        self.after = ""
        """The code of the results read last, until the line says what comes next."""
        self.moving: dict[str, list[str]] | None = None
        self.places = _places(variant)

    def take(self, line: str) -> None:
        text = line.strip().rstrip(".")
        if not text or text.startswith("::"):
            return
        if self._phase(line) or self._section(text) or self._dislodged_unit(text):
            return
        head, colon, rest = text.partition(":")
        power = find_power(self.variant, head.strip()) if colon else None
        if power is None:
            return
        word = self.variant.powers[power].word
        if self.section == "centres":
            self._centres(word, rest, line)
        else:
            for part in _parts(rest):
                self._order(word, part, line)

    def done(self) -> Pasted:
        self._settle()
        return self.found

    # phases
    def _phase(self, line: str) -> bool:
        calendar = self.variant.calendar
        following = _NEXT.search(line)
        status = _STATUS.search(line)
        if following or status:
            found = following or status
            assert found is not None  # noqa: S101 - one of the two matched
            self._settle()
            self.found.phase = self._named(found.group("name"), found.group("step")) or self.found.phase
            self.section = "units"
            return True
        coded = _PHASE.search(line)
        if coded is None:
            return False
        self._settle()
        phase = calendar.parse(coded.group("code") or coded.group("given"))
        if phase is not None and coded.group("given"):
            self.found.phase = phase.code
        elif phase is not None:
            self.after, self.section = phase.code, "units"
            self.found.phase = calendar.following(phase).code
            self.moving = {}
            if phase.step.value == "M":
                self.found.units, self.found.dislodged = {}, {}
        return True

    def _named(self, name: str, step: str) -> str | None:
        """The phase of a name such as `Fall of 1901`, looked for from the results before it, or from the start."""
        calendar = self.variant.calendar
        phase = calendar.parse(self.after) or calendar.first
        wanted = name.strip().casefold()
        for _ in range(600):
            if calendar.name(phase).casefold() == wanted and phase.step.value == _STEPS.get(step[0].lower()):
                return phase.code
            phase = calendar.following(phase)
        return None

    def _section(self, text: str) -> bool:
        low = text.casefold()
        if ("supply cent" in low and text.endswith(":")) or low.startswith("ownership"):
            self.section, self.found.centres = "centres", {}
            return True
        if low.startswith(("units:", "the following units were dislodged", "movement", "retreat", "adjustment")):
            self.section = "units"
            return True
        return False

    # units
    def _order(self, power: str, text: str, line: str) -> None:
        marks = " ".join(re.findall(r"\(\*(.*?)\*\)", text)).casefold()
        text = re.sub(r"\s*\(\*.*?\*\)", "", text).strip().rstrip(".,")
        change = _CHANGE.match(text)
        if change:
            self._adjust(power, change, line)
            return
        if re.match(r"(?:Build waived|\d+ unused|\d+ Supply|Waive)", text, re.IGNORECASE):
            return
        unit = _UNIT.match(text)
        if unit is None:
            if re.search(r"\b(?:army|fleet)\b", text, re.IGNORECASE):
                self._unread(line)
            return
        self._stands(power, unit, marks, line)

    def _stands(self, power: str, unit: re.Match[str], marks: str, line: str) -> None:
        kind = unit.group("kind")[0].upper()
        here, order = _split_order(unit.group("place"))
        target = order.rpartition("->")[2] if order.startswith("->") else ""
        start, goal = self._place(here), self._place(target) if target else None
        if start is None or (target and goal is None):
            self._unread(line)
            return
        moved = bool(goal) and not any(mark in marks for mark in (*_STAYS, *_GONE))
        gone = any(mark in marks for mark in _GONE) or order.upper().startswith("DISBAND")
        self._remove(power, kind, start)
        if not gone:
            self._add(power, f"{kind} {goal if moved and goal else start}")

    def _adjust(self, power: str, change: re.Match[str], line: str) -> None:
        place = self._place(change.group("place"))
        if place is None:
            self._unread(line)
            return
        kind = change.group("kind")[0].upper()
        self._remove(power, kind, place)
        if change.group("what").lower() == "build":
            self._add(power, f"{kind} {place}")

    def _dislodged_unit(self, text: str) -> bool:
        if _DESTROYED.search(text):
            return True
        found = _RETREAT.match(text)
        if found is None:
            return False
        power = find_power(self.variant, found.group("power"))
        place = self._place(found.group("place"))
        ways = [self._place(way) for way in re.split(r",\s*(?:or\s+)?|\s+or\s+", found.group("to"))]
        if power is None or place is None or None in ways:
            self._unread(text)
            return True
        word, unit = self.variant.powers[power].word, f"{found.group('kind')[0].upper()} {place}"
        one = Dislodged(unit, tuple(sorted(way for way in ways if way)))
        self.found.dislodged[word] = (*self.found.dislodged.get(word, ()), one)
        return True

    def _add(self, power: str, unit: str) -> None:
        if self.moving is not None:
            self.moving.setdefault(power, []).append(unit)
        elif unit not in self.found.units.get(power, ()):
            self.found.units[power] = tuple(sorted((*self.found.units.get(power, ()), unit)))

    def _remove(self, power: str, kind: str, place: str) -> None:
        base = place.partition("/")[0]
        kept = [unit for unit in self.found.units.get(power, ()) if unit.partition("/")[0] != f"{kind} {base}"]
        self.found.units[power] = tuple(kept)

    def _settle(self) -> None:
        """At the end of one phase's results: what moved arrives, and retreats are over once others come after."""
        if self.moving is None:
            return
        for power, units in self.moving.items():
            self.found.units[power] = tuple(sorted({*self.found.units.get(power, ()), *units}))
        if not self.after.endswith("M"):
            self.found.dislodged = {}
        self.moving = None

    # centres and places
    def _centres(self, power: str, text: str, line: str) -> None:
        codes = [self._place(part) for part in re.split(r",\s*", text.strip().rstrip(".")) if part.strip()]
        if None in codes:
            self._unread(line)
        self.found.centres[power] = tuple(sorted(code for code in codes if code))

    def _place(self, text: str) -> str | None:
        text = re.sub(r"\s+", " ", text.strip().rstrip(".,"))
        coast = re.search(r"\s*(?:\((?P<a>\w+)\.?(?: coast)?\)|/(?P<b>\w+))$", text)
        name = text[: coast.start()] if coast else text
        part = (coast.group("a") or coast.group("b")) if coast else ""
        code = self.places.get(words_of(name))
        if code is None:
            return None
        return f"{code}/{_COASTS.get(part.casefold(), part.upper())}" if part else code

    def _unread(self, line: str) -> None:
        if line.strip() not in self.found.unread:
            self.found.unread.append(line.strip())


def _parts(text: str) -> list[str]:
    """The units of a list (`A DIJ, A FLA`), or the one order of a results line."""
    found = re.split(r",\s*(?=(?:Army|Fleet|A|F)\s)", text.strip())
    return [part for part in found if part.strip()]


def _split_order(text: str) -> tuple[str, str]:
    """Where a unit stands, and what it does: `Vienna -> Galicia`, `Paris HOLD`, `Rome, No Order …`."""
    found = re.search(r"\s*(->|,\s*No Order|\b(?:HOLDS?|SUPPORTS?|CONVOYS?|DISBANDS?(?:ED)?)\b)", text)
    if found is None:
        return text, ""
    return text[: found.start()], text[found.start() :].strip()


def _places(variant: Variant) -> dict[tuple[str, ...], str]:
    table: dict[tuple[str, ...], str] = {}
    for place in variant.board.provinces:
        texts = [place.code, *variant.aliases.get(place.code, ())]
        texts += [names.provinces[place.code] for names in variant.names.values() if place.code in names.provinces]
        for text in texts:
            table.setdefault(words_of(text), place.code)
    return table
