"""Settings that older judges write as a few words: `SET NO REVEAL`, `MANUAL START`, `NMR WAIT`, `SET GREY PRESS` …"""

from __future__ import annotations

import re
from typing import Any

from judge.game.clock_lines import Result, holidays, read_clock
from judge.game.durations import Duration
from judge.game.settings import NMR_KINDS, BadSetting, Settings, changed

SWITCHES: dict[str, tuple[str, bool]] = {
    "MANUAL START": ("start_by_gm", True),
    "MANUAL PROCESS": ("review", True),
    "QUIET": ("quiet", True),
    "REVEAL": ("reveal", True),
    "EAVESDROP": ("eavesdrop", True),
    "ALL PRESS": ("eavesdrop", True),
    "NORMAL PRESS": ("eavesdrop", False),
    "MODERATED": ("moderated", True),
    "MODERATED PRESS": ("moderated", True),
    "APPROVAL": ("approval", True),
    "GUNBOAT": ("gunboat", True),
    "OBSERVERS": ("observers", True),
    "MUTE OBSERVERS": ("mute_observers", True),
    "ALWAYS WAIT": ("always_wait", True),
    "POWER CHOICE": ("power_choice", True),
    "LIST": ("listed", True),
    "LISTED": ("listed", True),
    "UNLISTED": ("listed", False),
}
"""What can be switched on by its name and off with NO before it."""

PHRASES: dict[str, dict[str, Any]] = {
    "PUBLIC": {"private": ""},
    "DIAS": {"draws": "dias"},
    "NO DIAS": {"draws": "named"},
    "NODIAS": {"draws": "named"},
    "NO DRAW": {"draws": "none"},
    "NO PRESS": {"press": "none"},
    "NO GRACE": {"grace": "0H"},
    "NMR": {"nmr": "disorder"},
    "NO NMR": {"nmr": "replace"},
    "WHITE PRESS": {"press": "white"},
    "GREY PRESS": {"press": "grey"},
    "GRAY PRESS": {"press": "grey"},
    "WHITE/GREY PRESS": {"press": "grey"},
    "GREY/WHITE PRESS": {"press": "grey"},
    "PUBLIC PRESS": {"press": "public"},
    "NO PARTIAL PRESS": {"press": "public"},
    "OBSERVER NO PRESS": {"mute_observers": True},
    "OBSERVER ANY PRESS": {"mute_observers": False},
    "OBSERVER WHITE PRESS": {"mute_observers": False},
}

RULE_NAMES: dict[str, dict[str, Any]] = {
    "CIVIL_DISORDER": {"nmr": "disorder"},
    "NMR": {"nmr": "disorder"},
    "NO_NMR": {"nmr": "replace"},
    "PREVIEW": {"review": True},
    "HIDE_LATE_POWERS": {"quiet": True},
    "QUIET": {"quiet": True},
    "NO_REVEAL": {"reveal": False},
    "EAVESDROP": {"eavesdrop": True},
    "EAVESDROP!": {"eavesdrop": True},
    "FTF_PRESS": {"movement_press": True},
    "MUTE_OBSERVERS": {"mute_observers": True},
    "PRESS_MASTER": {"press": "none"},
    "REAL_TIME": {"delay": "0H"},
    "MANUAL_START": {"start_by_gm": True},
    "NO_LIST": {"listed": False},
    "APPROVAL": {"approval": True},
}
"""Rule names of the GM's side and the settings they stand for, for RULE lines."""

WORDS = ("NMR", "NOT", "HOLIDAYS", "PUBLIC", "CLOCK", "DAYS", "MAX EXTENSION", "MAX PAUSE", *SWITCHES)


def read_gm_setting(settings: Settings, line: str) -> Result | None:
    """Read one line; None if it is none of these."""
    text = re.sub(r"\s+", " ", line.strip().rstrip("."))
    plain = text.upper().replace("_", " ")
    phrase = PHRASES.get(plain)
    if phrase is not None:
        return changed(settings, **phrase)
    off = plain.startswith("NO ")
    switch = SWITCHES.get(plain.removeprefix("NO "))
    if switch is not None:
        return changed(settings, **{switch[0]: switch[1] is not off})
    return _with_value(settings, plain, text) or read_clock(settings, text)


def _with_value(settings: Settings, plain: str, text: str) -> Result | None:
    word, _, rest = plain.partition(" ")
    if word == "NMR":
        kind = rest.lower().replace("civil disorder", "disorder").replace("cd", "disorder")
        if kind not in NMR_KINDS:
            return BadSetting("bad_nmr", {"text": rest[:40], "known": ", ".join(NMR_KINDS)})
        return changed(settings, nmr=kind)
    if word in ("NOT", "HOLIDAYS") and rest:
        return holidays(settings, text.partition(" ")[2])
    limit = re.fullmatch(r"MAX(?:IMUM)? ?(EXTENSION|PAUSE)S? (.+)", plain)
    if limit:
        length = Duration.parse(limit.group(2))
        if length is None:
            return BadSetting("bad_length", {"word": f"MAX {limit.group(1)}", "text": limit.group(2)[:30]})
        return changed(settings, **{"extend_limit" if limit.group(1) == "EXTENSION" else "pause_limit": str(length)})
    return None
