"""Blocks of a reply: lists, a game's state, a summary, past results, help. Structured data in, titled lines out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from judge.adjudicator.position import Position
from judge.render.folding import columns
from judge.render.memos import MEMOS, wrapped
from judge.render.skeleton import Skeleton
from judge.render.speaker import Speaker
from judge.render.texts import FALLBACK, Texts

Block = Mapping[str, Any]


class Blocks:
    """Lays out the blocks of one reply."""

    def __init__(self, texts: Texts, lang: str, zone: str, speaker_of: Callable[[Mapping[str, Any]], Speaker]) -> None:
        self._texts, self._lang, self._zone, self._speaker_of = texts, lang, zone, speaker_of

    def lay_out(self, block: Block) -> dict[str, Any]:
        """A block as `title` and `lines`; one that has them already stays as it is."""
        if "lines" in block:
            return dict(block)
        if memo := MEMOS.get(block["type"]):
            title, lines = memo(self.say, self._when, block)
        else:
            title, lines = _LAYOUTS[block["type"]](self, block)
        return {"title": title, "lines": lines}

    def _when(self, instant: str) -> str:
        return self._texts.when(instant, self._zone, self._lang)

    def _name(self, row: Mapping[str, Any], word: str) -> str:
        """A power as the reader's language has it; in English its word, as it is written in a letter."""
        return word if self._lang == FALLBACK else self._speaker_of(row).long.power(word)

    def say(self, code: str, **args: Any) -> str:
        return self._texts.say(f"blocks.{code}", args, self._lang)

    def games(self, block: Block) -> tuple[str, list[str]]:
        lines = [line for row in block["games"] for line in self._game_lines(row)]
        return "", lines or [self.say("games_none")]

    def _game_lines(self, row: Mapping[str, Any]) -> list[str]:
        phase = row["phase"] or row["stage"]
        head = self.say(
            "game_line",
            game=row["game"],
            phase=phase,
            variant=row["variant"],
            move=row["move"],
            press=row["press"],
            extra="",
        )
        lines = [head]
        if row["comment"]:
            lines.append(self.say("comment", comment=row["comment"]))
        if row.get("paused_until"):
            lines.append(self.say("paused", when=self._when(row["paused_until"])))
        if row["missing"]:
            lines.append(self.say("forming", missing=row["missing"], game=row["game"]))
        if row["vacant"]:
            lines.append(
                self.say("vacant", powers=", ".join(self._name(row, word) for word in row["vacant"]), game=row["game"])
            )
        return lines

    def game(self, block: Block) -> tuple[str, list[str]]:
        row = block["game"]
        lines = self._game_lines(row)
        if row["deadline"]:
            lines.append(self.say("deadline_line", when=self._texts.when(row["deadline"], self._zone, self._lang)))
        lines += ["", self.say("players_title"), *self._players(row, block["players"])]
        lines += ["", self.say("settings_title", game=row["game"], variant=row["variant"])]
        lines += self._settings(block["settings"])
        lines += block.get("wishes", ())
        if block["position"] is not None:
            speaker = self._speaker_of(block)
            lines += ["", *speaker.board_lines(Position.from_json(block["position"]))]
            lines += ["", self.say("centres_title"), *(self._count(row, each) for each in block["counts"])]
        return self.say("game_title", game=row["game"], variant=row["variant"]), lines

    def _count(self, row: Mapping[str, Any], count: Mapping[str, Any]) -> str:
        code = "count_line_points" if "points" in count else "count_line"
        return self.say(code, **{**count, "power": self._name(row, count["power"])})

    def _players(self, row: Mapping[str, Any], players: list[Mapping[str, Any]]) -> list[str]:
        lines = []
        for player in players:
            power = (
                self._name(row, player["power"])
                if player["power"]
                else self.say("player_number", number=player["number"])
            )
            name = self.say("player_free") if player["vacant"] else player["name"] or self.say("player_hidden")
            lines.append(self.say("player_line", power=power, name=name))
        return lines

    def _settings(self, settings: Mapping[str, Any]) -> list[str]:
        hidden = {"extra"} | ({"private"} if settings.get("private") in ("", False) else set())
        shown = {name: value for name, value in settings.items() if name not in hidden and value not in ("", [], {})}
        return [self.say("setting_line", name=name, value=self._value(value)) for name, value in shown.items()]

    def _value(self, value: Any) -> str:
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        if isinstance(value, Mapping):
            return ", ".join(f"{kind} {name} {text}" for kind, own in value.items() for name, text in own.items())
        return ", ".join(value) if isinstance(value, list) else str(value)

    def settings(self, block: Block) -> tuple[str, list[str]]:
        title = self.say("settings_title", game=block["game"], variant=block["variant"])
        return title, self._settings(block["settings"])

    def orders(self, block: Block) -> tuple[str, list[str]]:
        orders = block["orders"]
        lines = self._speaker_of(block).order_lines(orders)
        if orders["missing"]:
            lines += ["", self.say("missing_line", units=", ".join(orders["missing"]))]
        yes_no = {name: self.say("yes" if orders[name] else "no") for name in ("complete", "wait")}
        lines.append(self.say("complete_line", **yes_no))
        lines += block.get("wishes", ())
        if block["deadline"]:
            lines.append(self.say("deadline_line", when=self._texts.when(block["deadline"], self._zone, self._lang)))
        names = {
            "power": self._name(block, orders["power"]),
            "phase": orders["phase"],
            "phase_name": orders["phase_name"],
        }
        return self.say("orders_title", **names), lines

    def summary(self, block: Block) -> tuple[str, list[str]]:
        row = block["game"]
        lines = [*self._game_lines(row), "", self.say("players_title"), *self._players(row, block["players"])]
        grid = {self._name(row, word): numbers for word, numbers in block["summary"]["rows"].items()}
        turns = named_turns(block["summary"], self._texts.say("mail.grid_start", {}, self._lang))
        lines += ["", self.say("summary_title"), *grid_lines({**turns, "rows": grid})]
        return self.say("game_title", game=row["game"], variant=row["variant"]), lines

    def results(self, block: Block) -> tuple[str, list[str]]:
        speaker = self._speaker_of(block)
        skeleton = Skeleton(speaker.variant, self._texts, block["game"], block["result"], self._lang)
        return "", skeleton.lines(None)

    def log(self, block: Block) -> tuple[str, list[str]]:
        lines = []
        for entry in block["entries"]:
            when = self._texts.when(entry["when"], "UTC", self._lang)
            lines.append(self.say("log_line", **{**entry, "when": when}).rstrip())
        return self.say("log_title", game=block["game"]), lines

    def help(self, block: Block) -> tuple[str, list[str]]:
        lines = [] if block["examples"] else ["", *wrapped(self.say("help_start"))]
        for who in ("anyone", "player", "GM") if not block["examples"] else ():
            mine = [verb for verb in block["verbs"] if verb["who"] == who]
            forms = [self.say("help_line", syntax=form) for verb in mine for form in verb["syntax"].split(" | ")]
            lines += ["", self.say(f"help_{who.lower()}"), "", *forms]
        for verb in block["verbs"] if block["examples"] else ():
            lines += [self.say("help_line", syntax=form) for form in verb["syntax"].split(" | ")]
            example = [f"  {line}" for line in verb["example"].splitlines()]
            lines += ["", *wrapped(self._about(verb)), "", self.say("help_example"), *example, ""]
        return self.say("help_title"), lines if block["examples"] else [*lines, "", self.say("help_more")]

    def _about(self, verb: Mapping[str, Any]) -> str:
        """What a command does: the table of commands says it in English, catalogues in other languages."""
        code = f"help.{verb['name']}"
        return self._texts.say(code, {}, self._lang) if self._texts.knows(code, self._lang) else str(verb["summary"])

    def roster(self, block: Block) -> tuple[str, list[str]]:
        row = block["game"]
        return self.say("game_title", game=row["game"], variant=row["variant"]), self._players(row, block["players"])

    def what_if(self, block: Block) -> tuple[str, list[str]]:
        """An assumed phase: every order and what would become of it, and the board that would result."""
        speaker = self._speaker_of(block)
        rows = speaker.outcome_rows(block["result"])
        told = [{name: row[name] for name in ("power", "order", "outcome")} for row in rows]
        lines = [self.say("what_if_line", **row) for row in told]
        after = Position.from_json(block["result"]["after"])
        return self.say("what_if_title", phase=block["result"]["phase"]), [*lines, "", *speaker.board_lines(after)]

    def broadcasts(self, block: Block) -> tuple[str, list[str]]:
        """Press to all, signed as its readers saw it."""
        speaker, lines = self._speaker_of(block), []
        for each in block["press"]:
            name = speaker.long.power(each["from"]) if each["from"] else self.say("unsigned")
            lines.append(self.say("broadcast_line", name=name, phase=each["phase"], when=self._when(each["at"])))
            lines += ["", *(f"  {line}" for line in each["text"].splitlines()), ""]
        return self.say("broadcasts_title"), lines or [self.say("broadcasts_none")]

    def variant(self, block: Block) -> tuple[str, list[str]]:
        return self.say("variant_title", title=block["title"], designer=block["designer"]), wrapped(self._told(block))

    def _told(self, block: Block) -> str:
        """A variant's description: in its own folder in English, in catalogues in other languages."""
        code = f"variants.{block.get('name', '')}"
        return self._texts.say(code, {}, self._lang) if self._texts.knows(code, self._lang) else str(block["text"])

    def map(self, block: Block) -> tuple[str, list[str]]:
        return "", self._speaker_of(block).board_lines(Position.from_json(block["position"]))


def named_turns(summary: Mapping[str, Any], start: str) -> dict[str, Any]:
    """The summary with the reader's word for the column before the first turn."""
    return {**summary, "turns": [start if turn == "start" else turn for turn in summary["turns"]]}


GRID_TURNS = 8
"""Columns of the centre grid: 14 + 8 × 8 letters fit 78."""


def grid_lines(summary: Mapping[str, Any]) -> list[str]:
    """The centre grid: a column per turn in which ownership was settled, so many side by side as a mail is wide."""
    turns, rows = summary["turns"], summary["rows"]
    lines: list[str] = []
    for first in range(0, len(turns) or 1, GRID_TURNS):
        part = slice(first, first + GRID_TURNS)
        lines += [""] if lines else []
        lines.append(" " * 14 + "".join(" " * (8 - columns(turn)) + turn for turn in turns[part]))
        lines += [
            power + " " * (14 - columns(power)) + "".join(f"{n:>8}" for n in counts[part])
            for power, counts in rows.items()
        ]
    return lines


_LAYOUTS: Mapping[str, Callable[[Blocks, Block], tuple[str, list[str]]]] = {
    "games": Blocks.games,
    "game": Blocks.game,
    "settings": Blocks.settings,
    "orders": Blocks.orders,
    "summary": Blocks.summary,
    "results": Blocks.results,
    "help": Blocks.help,
    "roster": Blocks.roster,
    "what_if": Blocks.what_if,
    "broadcasts": Blocks.broadcasts,
    "log": Blocks.log,
    "variant": Blocks.variant,
    "map": Blocks.map,
}
