"""From codes to sentences: a mail's record says things as code and values, and only here do they become words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from judge.render.texts import Texts

_REASON = "why:"
_VERBATIM = frozenset({"text", "line", "word", "game"})
"""Values that are somebody's own words: never put in other ones."""
_PLACES = frozenset({"gained", "lost", "sites"})
"""Lists of places by their codes."""
_CHAIRS = frozenset({"master", "observer"})
"""Seats that are no power's; their words are what commands take: `SIGNON master@first`."""
_NESTED = (dict, list, tuple)
_INSTANTS = frozenset({"old", "new", "when", "since", "until", "due"})


class Saying:
    """Turns every `{"code": …, "args": …}` in plain data into a sentence of one language, in one reader's zone."""

    def __init__(self, texts: Texts, lang: str, zone: str, names: Mapping[str, str] | None = None) -> None:
        """`names`: values that are names of the game, and how the reader's language has them (`FRANCE`, `Paris`)."""
        self._texts, self._lang, self._zone, self._names = texts, lang, zone, names or {}

    def data(self, data: Any) -> Any:
        """The data with all sayings spoken. An answer's list `said` becomes its `text`."""
        if isinstance(data, dict):
            if len(data) == 2 and "code" in data and "args" in data:
                return self.sentence(data["code"], data["args"])
            spoken = {name: self.data(value) if isinstance(value, _NESTED) else value for name, value in data.items()}
            if isinstance(spoken.get("phase_name"), str):
                spoken["phase_name"] = self._texts.phase_name(spoken["phase_name"], self._lang)
            if isinstance(spoken.get("said"), list):
                own = {"own_words": spoken["text"]} if "text" in spoken else {}
                spoken |= {"text": " ".join(spoken["said"]), **own}
            return spoken
        if isinstance(data, list | tuple):
            return [self.data(each) if isinstance(each, _NESTED) else each for each in data]
        return data

    def sentence(self, code: str, args: Mapping[str, Any]) -> str:
        """One sentence. Lists are joined, instants shown in the reader's zone."""
        values = self._values(args)
        if code.startswith(_REASON):
            # With its section, because an answer may have the same code with other values.
            return self._texts.say(f"reasons.{code.removeprefix(_REASON)}", values, self._lang)
        return self._texts.say(f"answers.{code}", values, self._lang)

    def _values(self, args: Mapping[str, Any]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        shown: dict[str, str] = {}
        for name, value in args.items():
            if isinstance(value, list | tuple):
                place = "#" if name in _PLACES else ""
                items = [self._names.get(f"{place}{item}", str(item)) for item in value]
                values[name] = self._texts.listed(items, self._lang, last="or" if name == "choices" else "and")
                values[f"{name}_text"] = values[name] or "–"
                values[f"count_{name}"] = len(items)
                if name == "near":
                    values["near_text"] = self._near(items)
                continue
            values[name] = self._names.get(value, value) if isinstance(value, str) and name not in _VERBATIM else value
            if name == "seat":
                values["seat_word"] = value
                values[name] = self._texts.say(f"people.{value}", {}, self._lang) if value in _CHAIRS else values[name]
            if name in _INSTANTS and isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT", value):
                shown[f"{name}_when"] = self._texts.when(datetime.fromisoformat(value), self._zone, self._lang)
        return values | shown  # over what stands for "no date", in whatever order the store gives them back

    def _near(self, items: list[str]) -> str:
        if not items:
            return ""
        choices = self._texts.listed(items, self._lang, last="or")
        return " " + self._texts.say("answers.did_you_mean", {"choices": choices}, self._lang)
