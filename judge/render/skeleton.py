"""The results skeleton that both older judges share, so that their tools and their players can read ours.

The layout is fixed and English in every language; the sentences are in `[results]` of the English catalogue.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.render.longform import long_form
from judge.render.routes import convoy_route
from judge.render.texts import FALLBACK, Texts, header_date

COLUMN = 12
"""Lists start in column 13, as in DPjudge."""
WIDTH = 76
JOIN = "\xa0"
"""Stands for a blank at which a line must not be folded."""
UNSHOWN = frozenset({"replaced"})
PLAIN = frozenset({"moved", "holds", "supports", "convoys", "retreated", "built", "removed", "waived", "default"})


class Skeleton:
    """Writes one phase's results as lines. `result` is the `result` of a results mail's data.

    The mail of results has it in English always, because tools read it; HISTORY has it in the reader's language.
    """

    def __init__(
        self, variant: Variant, texts: Texts, game: str, result: Mapping[str, Any], lang: str = FALLBACK
    ) -> None:
        self._variant = variant
        self._texts = texts
        self._lang = lang
        self._long = long_form(variant, texts, lang)
        self._game = game
        self._result = result
        self._before = Position.from_json(result["before"])
        self._owners = unit_owners(self._before)

    def lines(self, following: Mapping[str, Any] | None) -> list[str]:
        """The whole skeleton, with what comes next at its end."""
        blocks = [self._title(), self._orders(), self._dislodged()]
        if self._result.get("ownership", self._result["centres_changed"]):
            blocks += [self._ownership(), self._table()]
        blocks.append(self._next(following))
        return joined(blocks)

    def _title(self) -> list[str]:
        result = self._result
        return [
            self._say(
                f"results.title_{result['step']}",
                phase_name=self._turn(result["phase"]),
                game=self._game,
                phase=result["phase"],
            )
        ]

    def _orders(self) -> list[str]:
        """One line per order, a block per power; one space after the colon, because Norman's Mapper breaks on more."""
        write = self._adjustment if self._result["step"] == "A" else self._movement
        blocks = []
        for power in self._variant.powers:
            mine = [o for o in self._result["outcomes"] if o["power"] == power.word and not UNSHOWN & set(o["result"])]
            block = [line for outcome in mine if (line := write(outcome))]
            if self._result["step"] == "A":
                block += self._pending(power.word, mine)
            blocks.append(block)
        return joined(blocks) or [self._say("results.nothing")]

    def _movement(self, outcome: Mapping[str, Any]) -> str:
        if (outcome["order"] or "").startswith(("BUILD ", "REMOVE ")):
            return self._adjustment(outcome)  # Petit: the judge's own builds belong to the movement phase
        power = self._long.power(outcome["power"])
        order = self._order_text(outcome)
        return self._marked(power, order, self._marks(outcome)) if order else ""

    def _order_text(self, outcome: Mapping[str, Any]) -> str:
        text, unit = outcome["order"], outcome.get("unit")
        if text is None and outcome["given"] is not None:
            return str(outcome["given"])
        if text is None or (outcome["given"] is None and "retreated" not in outcome["result"]):
            return self._say("results.unordered", unit=self._long.unit(unit)) if unit else ""
        route = convoy_route(self._variant.board, self._result["outcomes"], text) or ()
        return self._long.order(text, own=outcome["power"], owners=self._owners, route=route)

    def _marks(self, outcome: Mapping[str, Any]) -> list[str]:
        words = list(outcome["result"])
        if self._result["step"] == "R":
            return self._retreat_marks(outcome, words)
        return [self._say(f"marks.{word}") for word in words if word not in PLAIN]

    def _retreat_marks(self, outcome: Mapping[str, Any], words: Sequence[str]) -> list[str]:
        marks = [self._say(f"marks.{word}") for word in words if word not in PLAIN | {"disbanded", "dislodged"}]
        chosen = outcome["order"] is not None and outcome["given"] is not None and outcome["order"].endswith(" D")
        if "retreated" not in words and not chosen:
            collided = outcome["by"] and "bounced" not in words
            marks += [self._say("marks.bounced")] if collided else []
            marks.append(self._say("marks.destroyed"))
        return marks

    def _marked(self, power: str, order: str, marks: Sequence[str]) -> str:
        if not marks:
            return self._say("results.line", power=power, order=order)
        return self._say("results.marked", power=power, order=order, marks=", ".join(marks))

    def _adjustment(self, outcome: Mapping[str, Any]) -> str:
        order, words = outcome["order"] or "", outcome["result"]
        name = self._column(outcome["power"])
        if "waived" in words or order == "WAIVE":
            return name + self._say("results.waives")
        verb, _, unit = order.partition(" ")
        kind, _, place = unit.partition(" ")
        if verb not in {"BUILD", "REMOVE"}:
            return ""
        sentence = ("default_" if "default" in words else "") + ("builds" if verb == "BUILD" else "removes")
        spoken = self._say(
            f"results.{sentence}",
            kind=self._say(f"kinds.{kind.lower()}"),
            a_kind=self._say(f"kinds.an_{kind.lower()}"),
            place=self._long.place(place),
        )
        marks = [self._say(f"marks.{word}") for word in words if word not in PLAIN]
        return name + spoken + (f"  (*{', '.join(marks)}*)" if marks else "")

    def _pending(self, power: str, outcomes: Iterable[Mapping[str, Any]]) -> list[str]:
        """Builds that a power left unused without a WAIVE."""
        if self._before.centres is None:
            return []
        owed = len(self._before.centres.get(power, ())) - len(self._before.units.get(power, ()))
        used = sum(1 for outcome in outcomes if {"built", "waived", "default"} & set(outcome["result"]))
        left = owed - used
        return [self._column(power) + self._say("results.pending", n=left)] if left > 0 else []

    def _dislodged(self) -> list[str]:
        if self._result["step"] != "M" or not self._result["dislodged"]:
            return []
        return [self._say("results.dislodged_title"), "", *self.fates()]

    def fates(self) -> list[str]:
        """A sentence for each dislodged unit: where it can go, or that it was destroyed."""
        return [self._fate(text) for text in self._result["dislodged"]]

    def _fate(self, text: str) -> str:
        word, kind, place = text.split(" ", 2)
        ways = self._result["retreats"].get(text, ())
        places = self._texts.listed(map(self._long.place, ways), self._lang, last="or")
        return self._say(
            "results.can_retreat" if ways else "results.destroyed",
            adjective=self._long.adjective(word),
            kind=self._say(f"kinds.{kind.lower()}"),
            place=self._long.place(place),
            places=places,
        )

    def _ownership(self) -> list[str]:
        return [
            self._say("results.ownership_title"),
            "",
            *ownership_lines(self._variant, self._texts, self._result["centres"], self._lang),
        ]

    def _table(self) -> list[str]:
        winner = self._result.get("winner")
        return [
            self._count(row) + (self._say("results.victory") if row["power"] == winner else "")
            for row in self._result["counts"]
        ]

    def _count(self, row: Mapping[str, Any]) -> str:
        """A row of the centre table, aligned as the older judges align it."""
        adjust = row["adjust"]
        code = "results.count_removes" if adjust < 0 else "results.count_builds"
        return self._say(
            code, name=self._column(row["power"]), centres=row["centres"], units=row["units"], n=abs(adjust)
        )

    def _next(self, following: Mapping[str, Any] | None) -> list[str]:
        if following is None:
            return self._end()
        step = self._say(f"steps.{following['step']}")
        lines = [self._say("results.next_phase", game=self._game, step=step, phase_name=self._turn(following["phase"]))]
        if following["deadline"]:
            lines.append(self._say("results.next_deadline", date=header_date(following["deadline"])))
        return lines

    def _turn(self, codes: str) -> str:
        """A phase's name by its code, or the names of several under one deadline, in the skeleton's own language."""
        calendar = self._variant.calendar
        phases = [phase for phase in map(calendar.parse, codes.split(", ")) if phase is not None]
        return self._texts.phase_name(", ".join(map(calendar.name, phases)), self._lang)

    def _end(self) -> list[str]:
        winner, draw = self._result.get("winner"), self._result.get("draw") or ()
        lines = []
        if winner:
            lines.append(self._say("results.won", power=self._long.power(winner)))
        elif draw:
            lines.append(self._say("results.drawn", powers=self._texts.listed(map(self._long.power, draw), self._lang)))
        return [*lines, self._say("results.over")]

    def _column(self, power: str) -> str:
        return column(self._long.power(power))

    def _say(self, code: str, **args: Any) -> str:
        return self._texts.say(code, args, self._lang)


def ownership_lines(
    variant: Variant, texts: Texts, centres: Mapping[str, Sequence[str]], lang: str = FALLBACK
) -> list[str]:
    """Who owns what: a line per power that owns something, then the unowned; lists wrap with an indent."""
    long = long_form(variant, texts, lang)
    owned = {code for codes in centres.values() for code in codes}
    rows = [(long.power(power.word), centres.get(power.word, ())) for power in variant.powers]
    unowned = [place.code for place in variant.board.provinces if place.centre and place.code not in owned]
    rows.append((texts.say("results.unowned", None, lang), unowned))
    return [line for name, codes in rows if codes for line in wrapped(name, sorted(map(long.place, codes)))]


def wrapped(name: str, items: Iterable[str]) -> list[str]:
    """`Austria:    Budapest, Serbia.` wrapped below its list, never inside an item."""
    whole = ", ".join(item.replace(" ", JOIN) for item in items) + "."
    lines = textwrap.wrap(
        whole,
        WIDTH,
        initial_indent=column(name),
        subsequent_indent=" " * COLUMN,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [line.replace(JOIN, " ") for line in lines]


def column(name: str) -> str:
    """A power's name and colon, padded to the list's column."""
    return f"{name + ':':<{COLUMN - 1}} "


def unit_owners(position: Position) -> dict[str, str]:
    """Unit text → power, dislodged units behind those that stand."""
    owners = {d.unit: power for power, ds in position.dislodged.items() for d in ds}
    return owners | {unit: power for power, units in position.units.items() for unit in units}


def joined(blocks: Iterable[Sequence[str]]) -> list[str]:
    """Blocks of lines with one empty line between them; empty blocks vanish."""
    lines: list[str] = []
    for block in blocks:
        if block:
            lines += ["", *block] if lines else block
    return lines
