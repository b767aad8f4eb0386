"""What follows a phase: who owns what, whether somebody has won, and which phase is owed next."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.adjustments import Accounts
from judge.adjudicator.compiled import Compiled
from judge.adjudicator.field import Field
from judge.adjudicator.phases import Phase, Step
from judge.adjudicator.rulebook import Rulebook
from judge.adjudicator.victory import Verdict, judge

Texts = Mapping[str, tuple[str, ...]]


class Aftermath:
    """Ownership after a phase, units (with forced builds), the next phase, or the end of the game.

    `built` are the forced builds: power word and unit text.
    """

    __slots__ = ("built", "centres", "next", "units", "verdict")

    def __init__(
        self,
        units: Texts,
        centres: Texts | None,
        upcoming: Phase | None,
        verdict: Verdict | None = None,
        built: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.units = units
        self.centres = centres
        self.next = upcoming
        self.verdict = verdict
        self.built = built


def after(c: Compiled, phase: Phase, units: Texts, centres: Texts | None, *, retreats: bool) -> Aftermath:
    """What follows a phase whose units now stand as given. `retreats`: somebody has a retreat to order."""
    turn, upcoming, with_retreats = c.around(phase)
    if retreats:
        return Aftermath(units, centres, with_retreats)
    built: tuple[tuple[str, str], ...] = ()
    verdict = None
    if turn is not None and turn.ownership and phase.step != Step.ADJUSTMENTS and centres is not None:
        centres = ownership(c, units, centres)
        verdict = judge(c.variant, phase, centres, units)
        if c.variant.rules.forced_builds:
            built = forced_builds(c, units, centres)
            units = _with_built(units, built)
    if verdict is not None:
        return Aftermath(units, centres, None, verdict, built)
    last = c.variant.rules.last_year
    if last is not None and upcoming.year > last:
        return Aftermath(units, centres, None, None, built)
    while _nobody_owes(c, upcoming, units, centres):
        upcoming = c.around(upcoming)[1]
    return Aftermath(units, centres, upcoming, None, built)


def ownership(c: Compiled, units: Texts, centres: Texts) -> Texts:
    """Each centre belongs to the power whose unit stands there; a vacant one keeps its owner."""
    owner = {code: word for word, codes in centres.items() for code in codes}
    for word, texts in units.items():
        for text in texts:
            place = c.board.provinces[c.unit(text).prov]
            if place.centre:
                owner[place.code] = word
    owned: dict[str, list[str]] = {}
    for code in sorted(owner):
        owned.setdefault(owner[code], []).append(code)
    return {word: tuple(owned[word]) for word in c.words if word in owned}


def forced_builds(c: Compiled, units: Texts, centres: Texts) -> tuple[tuple[str, str], ...]:
    """An army for every owned vacant centre (Petit: units always equal centres)."""
    full = {c.unit(text).prov for texts in units.values() for text in texts}
    return tuple(
        (word, f"A {code}") for word, codes in centres.items() for code in codes if c.board.index[code] not in full
    )


def _with_built(units: Texts, built: tuple[tuple[str, str], ...]) -> Texts:
    more = {word: list(texts) for word, texts in units.items()}
    for word, text in built:
        more.setdefault(word, []).append(text)
    return {word: tuple(sorted(texts)) for word, texts in more.items()}


def _nobody_owes(c: Compiled, phase: Phase, units: Texts, centres: Texts | None) -> bool:
    """Retreats were looked at before; adjustments are owed where units and centres differ, or if nobody knows."""
    if phase.step == Step.RETREATS:
        return True
    if phase.step == Step.MOVEMENT or centres is None:
        return False
    for word in c.words:
        if len(units.get(word, ())) != len(centres.get(word, ())):
            field = Field(c, {power: list(texts) for power, texts in units.items()}, Rulebook())
            return not any(Accounts(field, centres).count.values())
    return True
