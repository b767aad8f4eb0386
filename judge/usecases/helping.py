"""HELP and GET: the command table told to people, a few topics, and everything by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.usecases.desk import Desk
from judge.usecases.look import show_variant
from judge.usecases.script import Command
from judge.usecases.verbs import VERBS, Verb

TOPICS = ("orders", "press", "reply", "deadlines")
"""Topics that are no command; their texts are in the catalogue."""


def help_on(desk: Desk, command: Command) -> None:
    """HELP: the command table, or one command with what it does and its example."""
    topic = _plain(command.args.get("topic", ""))
    chosen = about(topic)
    if topic.lower() in TOPICS:
        desk.blocks.append({"type": "topic", "topic": topic.lower()})
    if chosen or topic.lower() not in TOPICS:
        desk.blocks.append(_block(chosen or VERBS, full=bool(topic and chosen)))
    known = chosen or topic.lower() in TOPICS
    desk.ok(command, "help_ok" if known else "help_unknown", topic=topic)


def about(topic: str) -> list[Verb]:
    """The verbs that a topic means: by name, by a first word, else by any word of their forms."""
    if not topic:
        return list(VERBS)
    words = topic.upper().replace("SET ", "").replace("-", " ").strip()
    names = {verb.name: {verb.name, *map(str.upper, verb.first_words)} - {"SET", "GET", "I"} for verb in VERBS}
    by_name = [verb for verb in VERBS if {words, words.replace(" ", "")} & names[verb.name]]
    if by_name:
        return by_name
    return [verb for verb in VERBS if words in verb.syntax.upper().replace("[", " ").replace("]", " ").split()]


def _plain(topic: str) -> str:
    return " ".join(topic.split()).strip(" .?")


def _block(verbs: Sequence[Verb], *, full: bool) -> dict[str, Any]:
    rows = [
        {"name": v.name, "syntax": v.syntax, "who": v.who, "example": v.example, "summary": v.summary} for v in verbs
    ]
    return {"type": "help", "verbs": rows, "examples": full}


def get_topic(desk: Desk, command: Command) -> None:
    """GET name: a topic, a command's help, a variant; FLIST lists the names."""
    topic = _plain(command.args["topic"])
    if topic.lower() in ("flist", "index", "list", "help"):
        names = [*TOPICS, *(verb.name.lower() for verb in VERBS)]
        desk.blocks.append({"type": "names", "topics": names, "variants": list(desk.services.maps.names())})
        desk.ok(command, "help_ok", topic=topic)
        return
    name = topic.lower().removeprefix("map ").removeprefix("rules ").removeprefix("package ")
    if name in desk.services.maps.names():
        show_variant(desk, Command(command.number, command.text, command.verb, {"variant": name}))
        return
    help_on(desk, Command(command.number, command.text, command.verb, {"topic": topic}))
