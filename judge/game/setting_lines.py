"""Settings lines of both older judges: TIMING, ZONE, RULE, PRESS, PRIVATE, COMMENT …"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from judge.game.clock_lines import read_days, time_of_day, timing_dates
from judge.game.durations import Duration
from judge.game.gm_lines import RULE_NAMES, WORDS, read_gm_setting
from judge.game.settings import DRAW_KINDS, PRESS_KINDS, BadSetting, Change, Settings, changed

Result = tuple[Settings, tuple[Change, ...]] | BadSetting

_LENGTHS = {
    "MOVE": "move", "MOVES": "move", "MOVEMENT": "move", "RETREAT": "retreat", "RETREATS": "retreat",
    "ADJUST": "adjust", "ADJUSTMENT": "adjust", "ADJUSTMENTS": "adjust", "BUILD": "adjust", "BUILDS": "adjust",
    "GRACE": "grace", "DELAY": "delay",
}  # fmt: skip
RULES: dict[str, dict[str, Any]] = {
    "NO_PRESS": {"press": "none"},
    "PUBLIC_PRESS": {"press": "public"},
    "GREY_PRESS": {"press": "grey"},
    "GRAY_PRESS": {"press": "grey"},
    "WHITE_GREY": {"press": "grey"},
    "WHITE_PRESS": {"press": "white"},
    "GUNBOAT": {"gunboat": True},
    "POWER_CHOICE": {"power_choice": True},
    "RANDOM_POWERS": {"power_choice": False},
    "START_MASTER": {"start_by_gm": True},
    "ALWAYS_WAIT": {"always_wait": True},
    "NO_OBSERVERS": {"observers": False},
    "UNLISTED": {"listed": False},
    "DIAS": {"draws": "dias"},
    "NO_DIAS": {"draws": "named"},
    "NODIAS": {"draws": "named"},
    "NO_DRAW": {"draws": "none"},
    **RULE_NAMES,
}
"""Rule names and the settings they stand for; `!NAME` or `NO NAME` takes the default back."""


def read_setting(settings: Settings, line: str) -> Result | None:
    """Read one settings line; None when the line is no settings line at all (its first word is none of ours)."""
    in_words = read_gm_setting(settings, line)
    if in_words is not None:
        return in_words
    word, _, rest = line.strip().partition(" ")
    reader = _READERS.get(word.upper().rstrip(":"))
    return None if reader is None else reader(settings, rest.strip())


def setting_words() -> tuple[str, ...]:
    """All first words of settings lines, for suggestions."""
    return (*_READERS, *WORDS)


def _timing(settings: Settings, text: str) -> Result:
    words = text.replace(",", " , ").split()
    values: dict[str, Any] = {}
    at = 0
    while at < len(words):
        word = words[at].upper()
        bad, used = _timing_word(word, words[at + 1 :], values)
        if bad is not None:
            return bad
        at += 1 + used
    if not values:
        return BadSetting("timing_empty", {})
    return changed(settings, **values)


def _timing_word(word: str, after: list[str], values: dict[str, Any]) -> tuple[BadSetting | None, int]:
    if word in _LENGTHS:
        length = Duration.parse(after[0]) if after else None
        if length is None or (length.count == 0 and _LENGTHS[word] not in ("grace", "delay")):
            return BadSetting("bad_length", {"word": word, "text": after[0] if after else ""}), 0
        values[_LENGTHS[word]] = str(length)
        return None, 1
    if word == "NEXT":  # DPjudge: the length of every phase that is not named
        length = Duration.parse(after[0]) if after else None
        if length is None or length.count == 0:
            return BadSetting("bad_length", {"word": word, "text": after[0] if after else ""}), 0
        for name in ("move", "retreat", "adjust"):
            values.setdefault(name, str(length))
        return None, 1
    if word == "AT":
        time = time_of_day(after[0]) if after else None
        if time is None:
            return BadSetting("bad_time", {"text": after[0] if after else ""}), 0
        values["at"] = time
        return None, 1
    if word == "DAYS":
        days = read_days(after[0]) if after else None
        if days is None:
            return BadSetting("bad_days", {"text": after[0] if after else ""}), 0
        values["days"] = days
        return None, 1
    if word == "WARN":
        return _warn(after, values)
    if word == "NOT":  # DPjudge: dates without deadlines
        dates, used = timing_dates(after)
        if isinstance(dates, BadSetting):
            return dates, 0
        values.update(dates)
        return None, used
    return BadSetting("bad_timing_word", {"word": word}), 0


def _warn(after: list[str], values: dict[str, Any]) -> tuple[BadSetting | None, int]:
    leads: list[str] = []
    used = 0
    for word in after:
        if word == ",":
            used += 1
            continue
        length = Duration.parse(word)
        if length is None and word != "0":
            break
        used += 1
        if length is not None and length.count:
            leads.append(str(length))
    if used == 0 or len(leads) > 5:
        return BadSetting("bad_length", {"word": "WARN", "text": after[0] if after else ""}), 0
    values["warn"] = tuple(leads)
    return None, used


def _zone(settings: Settings, text: str) -> Result:
    known = find_zone(text)
    if known is None:
        return BadSetting("bad_zone", {"text": text, "near": near_zones(text)})
    return changed(settings, zone=known)


def find_zone(text: str) -> str | None:
    """An IANA zone by its name in any case, or by its city alone (`new york`) where one zone has it; else None."""
    name = text.strip().lower()
    return _zones().get(name) or _cities().get(name.replace(" ", "_"))


def near_zones(text: str) -> list[str]:
    """The zones that a misspelt name may mean."""
    return [_zones()[name] for name in get_close_matches(text.strip().lower()[:60], _zones(), 2, 0.8)]


_REGIONS = frozenset({"Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"})


@cache
def _zones() -> dict[str, str]:
    """Zones by their names in small letters: gathered once, since looking through the files takes a while."""
    return {name.lower(): name for name in available_timezones()}


@cache
def _cities() -> dict[str, str]:
    """Zones by the last part of their names, where it is a place of one zone only."""
    found: dict[str, str | None] = {}
    for name in _zones().values():
        region, slash, _ = name.partition("/")
        city = name.rpartition("/")[2].lower()
        if slash and region in _REGIONS:
            found[city] = name if city not in found else None
    return {city: name for city, name in found.items() if name is not None}


def _rule(settings: Settings, text: str) -> Result:
    names = text.upper().replace(",", " ").split()
    if not names:
        return BadSetting("rule_empty", {"known": ", ".join(RULES)})
    values: dict[str, Any] = {}
    for name in names:
        plain = name.lstrip("!")
        if plain not in RULES:
            return BadSetting("bad_rule", {"rule": plain, "known": ", ".join(RULES)})
        for field, value in RULES[plain].items():
            values[field] = value if plain == name else getattr(Settings(), field)
    return changed(settings, **values)


def _press(settings: Settings, text: str) -> Result:
    kind = text.lower().replace("gray", "grey")
    if kind not in PRESS_KINDS:
        return BadSetting("bad_press", {"text": text, "known": ", ".join(PRESS_KINDS)})
    return changed(settings, press=kind)


def _draws(settings: Settings, text: str) -> Result:
    kind = text.lower()
    if kind not in DRAW_KINDS:
        return BadSetting("bad_draws", {"text": text, "known": ", ".join(DRAW_KINDS)})
    return changed(settings, draws=kind)


def _talk(settings: Settings, text: str) -> Result:
    """`TALK FIRST 52H OPEN 20:00 CLOSE 24:00`, or `TALK ALWAYS`."""
    words = text.upper().split()
    if words == ["ALWAYS"]:
        return changed(settings, opens="", closes="", first_move="")
    given = dict(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or not set(given) <= {"FIRST", "OPEN", "CLOSE"} or not {"OPEN", "CLOSE"} <= set(given):
        return BadSetting("bad_talk", {"text": text})
    opens, closes = time_of_day(given["OPEN"]), "24:00" if given["CLOSE"] == "24:00" else time_of_day(given["CLOSE"])
    first = Duration.parse(given["FIRST"]) if "FIRST" in given else None
    if opens is None or closes is None or ("FIRST" in given and (first is None or first.count == 0)):
        return BadSetting("bad_talk", {"text": text})
    return changed(settings, opens=opens, closes=closes, first_move=str(first) if first else "")


def _max_absence(settings: Settings, text: str) -> Result:
    """`MAX ABSENCE 14D`; `MAX ABSENCE 0D` allows none."""
    word, _, rest = text.upper().partition(" ")
    length = Duration.parse(rest) if word == "ABSENCE" else None
    if length is None:
        return BadSetting("bad_length", {"word": "MAX ABSENCE", "text": text})
    return changed(settings, max_absence=str(length))


def _private(settings: Settings, text: str) -> Result:
    if not re.fullmatch(r"[^\s<>]{1,40}", text):
        return BadSetting("bad_word", {"text": text})
    return changed(settings, private=text)


def _comment(settings: Settings, text: str) -> Result:
    return changed(settings, comment=text[:200])


def _flag(name: str, value: bool) -> Callable[[Settings, str], Result]:
    def read(settings: Settings, text: str) -> Result:
        if text:
            return BadSetting("setting_takes_nothing", {"text": text})
        return changed(settings, **{name: value})

    return read


_READERS: dict[str, Callable[[Settings, str], Result]] = {
    "TIMING": _timing,
    "MAX": _max_absence,
    "ZONE": _zone,
    "TIMEZONE": _zone,
    "RULE": _rule,
    "RULES": _rule,
    "PRIVATE": _private,
    "DESC": _comment,
    "COMMENT": _comment,
    "GUNBOAT": _flag("gunboat", True),
    "LISTED": _flag("listed", True),
    "UNLISTED": _flag("listed", False),
    "PRESSRULE": _press,
    "DRAWS": _draws,
    "TALK": _talk,
}
