"""What each kind of mail needs beside its own data: lines and rows worked out here, so that templates only lay out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from judge.adjudicator.position import Position
from judge.render.blocks import grid_lines, named_turns
from judge.render.folding import columns
from judge.render.skeleton import Skeleton, ownership_lines
from judge.render.speaker import Speaker
from judge.render.texts import header_date

Context = Mapping[str, Any]


def _orders(speaker: Speaker, context: Context) -> dict[str, Any]:
    """Receipts and reminders: the order set on file, in lines and in rows of unit and order."""
    orders = context["orders"]
    if not orders:
        return {"order_lines": [], "order_rows": []}
    rows = [
        (
            speaker.long.unit(entry["unit"]) if entry["unit"] else "",
            speaker.order(entry["order"]) if entry["order"] else "",
        )
        for entry in orders["set"]
    ]
    return {"order_lines": speaker.order_lines(orders), "order_rows": rows}


def _start(speaker: Speaker, context: Context) -> dict[str, Any]:
    """A game's start: who plays what, and what stands where."""
    board: Position = context["board"]
    players = {player["power"]: player["name"] for player in context["players"]}
    rows = [
        {
            "power": speaker.long.power(power.word),
            "player": players.get(power.word, ""),
            "units": [speaker.long.unit(unit) for unit in board.units.get(power.word, ())],
        }
        for power in speaker.variant.powers
    ]
    lines = [speaker.say("results.line", power=row["power"], order=unit) for row in rows for unit in row["units"]]
    return {"starters": rows, "start_lines": lines, "deadline_long": header_date(context["deadline"])}


def _results(speaker: Speaker, context: Context) -> dict[str, Any]:
    """A phase's results: the fixed skeleton, the same in words, and what the reader owes next."""
    result, following = context["result"], context["next"]
    skeleton = Skeleton(speaker.variant, speaker.texts, context["head"]["game"], result)
    return {
        "skeleton": skeleton.lines(following),
        "fates": skeleton.fates(),
        "ownership": ownership_lines(speaker.variant, speaker.texts, result["centres"] or {}),
        "rows": speaker.outcome_rows(result),
        "troubles": speaker.troubles(result),
        "headline": speaker.headline(result),
        "points": ", ".join(
            f"{speaker.long.power(row['power'])} {row['points']}" for row in result["counts"] if "points" in row
        ),
        "examples": _examples(speaker, context, following["step"] if following else ""),
        **_in_words(speaker, context, result),
    }


def _in_words(speaker: Speaker, context: Context, result: Mapping[str, Any]) -> dict[str, Any]:
    """What the skeleton tells, in the reader's language: the reader's own orders first."""
    own = speaker.long.power(context["power"]) if context["power"] else ""
    rows = speaker.outcome_rows(result)
    skeleton = Skeleton(speaker.variant, speaker.texts, context["head"]["game"], result, speaker.lang)
    return {
        "own_first": sorted(rows, key=lambda row: row["power"] != own),
        "fates_said": skeleton.fates() if result["step"] == "M" else [],
        "ownership_said": ownership_lines(speaker.variant, speaker.texts, result["centres"] or {}, speaker.lang),
        "gains": speaker.gains(result),
        "owes": _owes(speaker, context),
    }


def _owes(speaker: Speaker, context: Context) -> str:
    """What the reader owes, in one or two sentences."""
    owed, following = context["owed"], context["next"]
    said = []
    if owed["units"]:
        kind = "retreats" if following and following["step"] == "R" else "orders"
        said.append(speaker.say(f"mail.owes_{kind}", units=speaker.texts.listed(owed["units"], speaker.lang)))
    said += [speaker.say(f"mail.owes_{kind}", n=owed[kind]) for kind in ("builds", "removals") if owed[kind]]
    return " ".join(said)


def _examples(speaker: Speaker, context: Context, step: str) -> list[str]:
    """Order lines that the reader may send as they are, or bend to his wishes."""
    owed = context["owed"]
    if step == "M":
        return [f"{unit} H" for unit in owed["units"]]
    if step == "R":
        ways = {unit: context["result"]["retreats"].get(f"{context['power']} {unit}", ()) for unit in owed["units"]}
        return [f"{unit} R {places[0]}" if places else f"{unit} D" for unit, places in ways.items()]
    if owed["builds"]:
        sites = owed.get("sites") or ()
        return [f"BUILD A {site.partition('/')[0]}" for site in sites[: owed["builds"]]] or [
            speaker.say("orders.build_example")
        ]
    return [speaker.say("orders.remove_example")] if owed["removals"] else []


def _press(speaker: Speaker, context: Context) -> dict[str, Any]:
    """Press: its readers by name."""
    return {"readers": speaker.texts.listed(map(speaker.long.power, context["to"]), speaker.lang)}


def _end(speaker: Speaker, context: Context) -> dict[str, Any]:
    """The end of a game in one sentence."""
    game = context["head"]["game"]
    if context["winner"]:
        verdict = speaker.say("results.won", power=speaker.long.power(context["winner"]))
    elif context["draw"]:
        powers = speaker.texts.listed(map(speaker.long.power, context["draw"]), speaker.lang)
        verdict = speaker.say("results.drawn", powers=powers)
    else:
        verdict = speaker.say("results.terminated" if context["terminated"] else "results.over", game=game)
    summary = context["summary"]
    if not isinstance(summary, Mapping):
        return {"verdict": verdict, "summary": summary, "grid": None, "chart": []}
    summary = named_turns(summary, speaker.say("mail.grid_start"))
    return {
        "verdict": verdict,
        "summary": grid_lines(summary),
        "grid": _grid(speaker, summary),
        "chart": _chart(speaker, summary),
    }


def _grid(speaker: Speaker, summary: Mapping[str, Any]) -> dict[str, Any]:
    """The centre grid with turns downwards, so that a long game fits a narrow window; powers by their letter."""
    rows: Mapping[str, Sequence[int]] = summary["rows"]
    letters = {power.word: power.letter for power in speaker.variant.powers}
    return {
        "powers": [(letters.get(word, word), speaker.long.power(word)) for word in rows],
        "turns": [(turn, [counts[at] for counts in rows.values()]) for at, turn in enumerate(summary["turns"])],
    }


def told(answers: Sequence[Mapping[str, Any]], word: Callable[[str], str]) -> list[dict[str, Any]]:
    """A letter's lines and what became of each, as they are shown; `word` says a status. Lines of prose in a row are
    told once that they were ignored, and no order is told twice."""
    return [
        {
            "line": answer["line"],
            "status": word(answer["status"]),
            "refused": answer["status"] == "refused",
            "taken": answer["status"] == "ok" and bool(answer.get("order")),
            "text": "" if _goes_on(answer, after) or answer["text"] == answer.get("order") else answer["text"],
            "read_as": "" if answer.get("order") == answer["line"] else answer.get("order") or "",
        }
        for answer, after in zip(answers, [*answers[1:], None], strict=False)
    ]


def _goes_on(answer: Mapping[str, Any], after: Mapping[str, Any] | None) -> bool:
    """Whether the next line is ignored for the same reason."""
    return after is not None and answer["status"] == after["status"] == "ignored" and answer["text"] == after["text"]


MOST_TURNS = 12
"""Turns that the chart of centres shows, spread over a long game."""


def _chart(speaker: Speaker, summary: Mapping[str, Any]) -> list[str]:
    """The centres of each power as bars, turn by turn, for whoever reads text."""
    turns = summary["turns"]
    shown = sorted({round(at * (len(turns) - 1) / max(1, MOST_TURNS - 1)) for at in range(MOST_TURNS)})
    lines: list[str] = []
    for power, counts in summary["rows"].items():
        bars = [f"  {turns[at]}{' ' * (9 - columns(turns[at]))}{'#' * counts[at]} {counts[at]}" for at in shown]
        lines += [*([""] if lines else []), speaker.long.power(power), *bars]
    return lines


ADDED: Mapping[str, Callable[[Speaker, Context], dict[str, Any]]] = {
    "receipt": _orders,
    "reminder": _orders,
    "start": _start,
    "results": _results,
    "press": _press,
    "end": _end,
}
