"""Canonical order text in the words of the older judges: `A PAR - BUR` becomes `Army Paris -> Burgundy`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache

from judge.adjudicator.variant import Names, Variant
from judge.render.texts import FALLBACK, Texts

KEPT = 1024
"""Phrases of one variant and language that are kept: a board has a few hundred places and units."""


class LongForm:
    """Names of one variant in one language. Text that is not canonical is given back as it is."""

    def __init__(self, variant: Variant, texts: Texts, lang: str = FALLBACK) -> None:
        self.place: Callable[[str], str] = lru_cache(maxsize=KEPT)(self._place)
        self.unit: Callable[[str], str] = lru_cache(maxsize=KEPT)(self._unit)
        self._variant = variant
        self._texts = texts
        self._lang = lang
        self._names: Names = variant.names.get(lang) or variant.names[FALLBACK]
        self._adjectives = {power.word: power.adjective for power in variant.powers}

    @cached_property
    def spoken(self) -> Mapping[str, str]:
        """What use cases and the adjudicator call powers and places, and how this language has them; codes after #."""
        everybody = {"ALL": self.power("ALL")}
        if self._lang == FALLBACK:
            return everybody
        places = {p.name: self._names.provinces.get(p.code, p.name) for p in self._variant.board.provinces}
        powers = {p.name: self._names.powers.get(p.word, p.name) for p in self._variant.powers}
        codes = {f"#{p.code}": self._names.provinces.get(p.code, p.name) for p in self._variant.board.provinces}
        return codes | places | powers | dict(self._names.powers) | everybody

    def power(self, word: str) -> str:
        """`France` for FRANCE; other words (ALL, MASTER) as the catalogue has them."""
        if word in self._names.powers:
            return self._names.powers[word]
        code = f"people.{word.lower()}"
        return self._texts.say(code, {}, self._lang) if self._texts.knows(code, self._lang) else word

    def adjective(self, word: str) -> str:
        """`French` for FRANCE."""
        return self._names.adjectives.get(word) or self._adjectives.get(word, word)

    def _place(self, text: str) -> str:
        """`Northumbria (east coast)` for NUM/EC, `Falls Bridge (berth 2)` for FAL/2."""
        code, slash, part = text.partition("/")
        name = self._names.provinces.get(code, code)
        if not slash:
            return name
        if part.isdigit():
            return self._say("results.berth", place=name, berth=part)
        coast = f"coasts.{part}"
        spoken = self._texts.say(coast, {}, self._lang) if self._texts.knows(coast, self._lang) else part
        return self._say("results.coast", place=name, coast=spoken)

    def _unit(self, text: str) -> str:
        """`Army Paris` for A PAR."""
        kind, _, place = text.partition(" ")
        return self._say("results.unit", kind=self.kind(kind), place=self.place(place))

    def kind(self, letter: str) -> str:
        """`Army` for A."""
        code = f"units.{letter}"
        return self._texts.say(code, {}, self._lang) if self._texts.knows(code, self._lang) else letter

    def unit_of(self, text: str) -> str:
        """`France Army Paris`-like text of a unit with its power, as outcomes name causes: `Burgundian Army Dijon`."""
        word, _, unit = text.partition(" ")
        return f"{self.adjective(word)} {self.unit(unit)}"

    def order(
        self, text: str, *, own: str = "", owners: Mapping[str, str] | None = None, route: Sequence[str] = ()
    ) -> str:
        """A movement or retreat order in words. `owners` (unit → power) puts a nationality before a foreign unit.

        `route` are the provinces of the fleets that carry a move: `Army London -> North Sea -> Norway`.
        """
        words = text.split()
        if len(words) < 2 or words[0] not in {"A", "F"}:
            return text
        unit = self.unit(" ".join(words[:2]))
        rest = words[2:]
        match rest:
            case ["H"]:
                return self._say("results.hold", unit=unit)
            case ["D"]:
                return self._say("results.disband", unit=unit)
            case ["R", place]:
                return self._say("results.move", unit=unit, place=self.place(place))
            case ["-", place, *more]:
                way = self._texts.say("results.arrow", {}).join(map(self.place, [*route, place]))
                return self._say("results.move", unit=unit, place=way + self._struck(more))
            case ["S" | "C" as verb, kind, at, *more] if kind in {"A", "F"}:
                other = self._other(f"{kind} {at}", own, owners or {})
                target = more[1] if len(more) > 1 and more[0] == "-" else ""
                if target:
                    other = self._say("results.move", unit=other, place=self.place(target))
                return self._say("results.support" if verb == "S" else "results.convoy", unit=unit, other=other)
        return text

    def _struck(self, more: Sequence[str]) -> str:
        """The fleet that a move into a river names, as it is ordered: ` x The Mob`, ` x Falls/2`."""
        if "x" not in more:
            return ""
        named = more[more.index("x") + 1 :]
        return " x " + " ".join(self.place(word) if "/" in word else self.power(word) for word in named)

    def _other(self, unit: str, own: str, owners: Mapping[str, str]) -> str:
        owner = owners.get(unit, own)
        spoken = self.unit(unit)
        return spoken if owner == own else f"{self.adjective(owner)} {spoken}"

    def _say(self, code: str, **args: str) -> str:
        return self._texts.say(code, args, self._lang)


@lru_cache(maxsize=32)
def long_form(variant: Variant, texts: Texts, lang: str = FALLBACK) -> LongForm:
    """The long form of a variant in a language; the last few are kept with their phrases."""
    return LongForm(variant, texts, lang)
