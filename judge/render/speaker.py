"""One variant in one reader's language: orders, outcomes, boards and headlines as a person would say them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.render.longform import KEPT, long_form
from judge.render.skeleton import UNSHOWN, joined, unit_owners, wrapped
from judge.render.texts import Texts

CAUSED = frozenset({"bounced", "cut", "disrupted", "dislodged", "disbanded"})
FAILED = frozenset({"bounced", "cut", "disrupted", "dislodged", "void", "illegal", "unreadable"})


class Speaker:
    """One variant's things in one reader's language."""

    def __init__(self, variant: Variant, texts: Texts, lang: str) -> None:
        self.variant = variant
        self.texts = texts
        self.lang = lang
        self.long = long_form(variant, texts, lang)
        self.order: Callable[[str], str] = lru_cache(maxsize=KEPT)(self._order)

    def say(self, code: str, **args: Any) -> str:
        """A sentence of the reader's catalogue."""
        return self.texts.say(code, args, self.lang)

    def order_lines(self, orders: Mapping[str, Any]) -> list[str]:
        """An order set as the older judges acknowledge it: a line per unit, the missing ones saying so."""
        power = self.long.power(orders["power"])
        lines = []
        for entry in orders["set"]:
            text = (
                self.order(entry["order"])
                if entry["order"]
                else self.say("results.unordered", unit=self.long.unit(entry["unit"]))
            )
            lines.append(self.say("results.line", power=power, order=text))
        return lines

    def _order(self, text: str) -> str:
        """Any order in words, builds and removals too."""
        verb, _, unit = text.partition(" ")
        if verb == "WAIVE":
            return self.say("orders.waive")
        if verb not in {"BUILD", "REMOVE"} or " " not in unit:
            return self.long.order(text)
        kind, _, place = unit.partition(" ")
        code = "orders.build" if verb == "BUILD" else "orders.remove"
        kinds = {"kind": self.say(f"kinds.{kind.lower()}"), "a_kind": self.say(f"kinds.an_{kind.lower()}")}
        return self.say(code, place=self.long.place(place), **kinds)

    def board_lines(self, position: Position) -> list[str]:
        """The position in short canonical text, complete: a script rebuilds the board from these lines alone."""
        units = self._rows("board.units", position.units)
        ways = {
            power: [
                self.say("board.ways", unit=d.unit, places=" ".join(d.retreats or ()) or self.say("board.no_way"))
                for d in ds
            ]
            for power, ds in position.dislodged.items()
        }
        return joined([units, self._rows("board.dislodged", ways), self._rows("board.centres", position.centres or {})])

    def _rows(self, title: str, lists: Mapping[str, Sequence[str]]) -> list[str]:
        rows = [
            line
            for power in self.variant.powers
            if lists.get(power.word)
            for line in wrapped(power.name, sorted(lists[power.word]))
        ]
        return [self.say(title), *rows] if rows else []

    def outcome_rows(self, result: Mapping[str, Any]) -> list[dict[str, str]]:
        """Rows of the table of orders: power, order, what became of it in words, and whether it failed."""
        owners = unit_owners(Position.from_json(result["before"]))
        return [self._row(o, owners) for power in self.variant.powers for o in self._shown(result, power.word)]

    def _shown(self, result: Mapping[str, Any], power: str) -> list[Mapping[str, Any]]:
        return [o for o in result["outcomes"] if o["power"] == power and not UNSHOWN & set(o["result"])]

    def _row(self, outcome: Mapping[str, Any], owners: Mapping[str, str]) -> dict[str, str]:
        text, unit = outcome["order"], outcome.get("unit")
        if text and text.split(" ", 1)[0] in {"A", "F"}:
            spoken = self.long.order(text, own=outcome["power"], owners=owners)
        elif text:
            spoken = self.order(text)
        else:
            spoken = outcome["given"] or (self.long.unit(unit) if unit else "")
        return {
            "power": self.long.power(outcome["power"]),
            "order": spoken,
            "outcome": self.outcome_words(outcome),
            "why": outcome["why"] if outcome["why"] and not outcome["by"] else "",
            "failed": "yes" if FAILED & set(outcome["result"]) or _collided(outcome) else "",
        }

    def outcome_words(self, outcome: Mapping[str, Any]) -> str:
        """`bounced against Burgundian Army Dijon`: the result words as a person would say them, with who caused it."""
        if outcome["given"] is None and outcome["result"] == ["holds"]:
            return self.say("outcomes.unordered")
        by = self.texts.listed(map(self.long.unit_of, outcome["by"]), self.lang)
        last = [word for word in outcome["result"] if word in CAUSED][-1:]
        said = [self._word(word, by if word in last else "") for word in outcome["result"]]
        return self.texts.listed(said, self.lang)

    def _word(self, word: str, by: str) -> str:
        word = self._fall if word == "dislodged" else word
        return self.say(f"outcomes.{word}_by", by=by) if by else self.say(f"outcomes.{word}")

    @property
    def _fall(self) -> str:
        """What being dislodged is where nobody retreats (Petit) has a word of its own."""
        return "dislodged" if self.variant.rules.retreats else "removed_by_force"

    def troubles(self, result: Mapping[str, Any]) -> list[str]:
        """Every order that went wrong, in words, with its cause or reason."""
        owners = unit_owners(Position.from_json(result["before"]))
        lines = []
        for outcome in (o for power in self.variant.powers for o in self._shown(result, power.word)):
            row = self._row(outcome, owners)
            if row["failed"]:
                lines.append(self.say("outcomes.trouble_why" if row["why"] else "outcomes.trouble", **row))
        return lines

    def headline(self, result: Mapping[str, Any]) -> str:
        """What a subject puts first: centres that changed hands, else units dislodged, else nothing."""
        before = Position.from_json(result["before"]).centres or {}
        owner = {code: power for power, codes in before.items() for code in codes}
        news = [
            self.say("subjects.falls", place=self.long.place(code), power=self.long.power(power))
            for power, codes in sorted((result["centres"] or {}).items())
            for code in sorted(codes)
            if owner.get(code) != power
        ]
        if not news and result["step"] == "M":
            news = [self.say(f"subjects.{self._fall}", unit=self.long.unit_of(unit)) for unit in result["dislodged"]]
        if len(news) > 1:
            return self.say("subjects.more", first=news[0], n=len(news) - 1)
        return "".join(news)

    def gains(self, result: Mapping[str, Any]) -> list[str]:
        """Every centre that changed hands, from whom and to whom."""
        before, after = _owners_of(Position.from_json(result["before"]).centres), _owners_of(result["centres"])
        lines = []
        for code in sorted({*before, *after}):
            old, new = before.get(code), after.get(code)
            if old != new:
                how = "gain" if old and new else "gain_new" if new else "gain_lost"
                named = {"old": self.long.power(old or ""), "new": self.long.power(new or "")}
                lines.append(self.say(f"mail.{how}", place=self.long.place(code), **named))
        return lines

    def alt(self, caption: str, position: Position) -> str:
        """The picture in words, for those who do not see it: the same things that it shows."""
        powers = [
            self.say(
                "picture.alt_power",
                power=power.name,
                units=", ".join(self._standing(position, power.word)) or self.say("picture.no_units"),
                n=len((position.centres or {}).get(power.word, ())),
            )
            for power in self.variant.powers
        ]
        return self.say("picture.alt", caption=caption, powers=" ".join(powers))

    def _standing(self, position: Position, power: str) -> list[str]:
        losers = [self.long.unit(loser.unit) for loser in position.dislodged.get(power, ())]
        return [self.long.unit(unit) for unit in position.units.get(power, ())] + [
            self.say("picture.alt_dislodged", unit=unit) for unit in losers
        ]


@lru_cache(maxsize=32)
def speaker_of(variant: Variant, texts: Texts, lang: str) -> Speaker:
    """The speaker of a variant in a language; the last few are kept with their phrases."""
    return Speaker(variant, texts, lang)


def _collided(outcome: Mapping[str, Any]) -> bool:
    """Whether a retreat came to nothing because another unit chose the same place."""
    return "disbanded" in outcome["result"] and bool(outcome["by"])


def _owners_of(centres: Mapping[str, Sequence[str]] | None) -> dict[str, str]:
    """Centre → power."""
    return {code: power for power, codes in (centres or {}).items() for code in codes}
