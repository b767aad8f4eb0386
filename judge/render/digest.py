"""The lines of a digest: what each of its items says, in its reader's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from judge.render.speaker import Speaker

When = Callable[[str], str]


def entries(
    items: Sequence[Mapping[str, Any]], speaker_of: Callable[[Mapping[str, Any]], Speaker], when: When
) -> list[dict[str, Any]]:
    """The items by game, in their order: `game`, and `parts` of sentences, each with a person's own text or none."""
    games: dict[str, list[dict[str, Any]]] = {}
    for item in items:
        part = _PARTS[item["kind"]](speaker_of(item["data"]), item["data"], when)
        games.setdefault(item["game"], []).append({"phase": item["phase"] or "", **part})
    return [{"game": game, "parts": parts} for game, parts in games.items()]


def _notice(speaker: Speaker, data: Mapping[str, Any], when: When) -> dict[str, Any]:  # noqa: ARG001 - all alike
    return {"said": list(data["text"]), "own": ""}


def _late(speaker: Speaker, data: Mapping[str, Any], when: When) -> dict[str, Any]:
    powers = speaker.texts.listed(map(speaker.long.power, data["late"]), speaker.lang)
    said = [speaker.say("digest.late" if powers else "digest.late_some", powers=powers, when=when(data["deadline"]))]
    after = "_after" if data["grace"] else ""
    if data["grace"]:
        said.append(speaker.say("digest.grace", when=when(data["grace"])))
    return {"said": [*said, speaker.say(f"late.{data['then']}{after}")], "own": ""}


def _press(speaker: Speaker, data: Mapping[str, Any], when: When) -> dict[str, Any]:  # noqa: ARG001
    writer = speaker.long.power(data["from"]) if data["from"] else speaker.say("digest.unsigned")
    return {"said": [speaker.say("digest.broadcast", writer=writer)], "own": data["text"]}


_PARTS: Mapping[str, Callable[[Speaker, Mapping[str, Any], When], dict[str, Any]]] = {
    "notice": _notice,
    "late": _late,
    "press": _press,
}
