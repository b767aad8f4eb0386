"""A game's settings: timing, zone, press, admission. Read line by line, each answered with old → new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from judge.game.durations import Duration

PRESS_KINDS = ("white", "grey", "public", "none")
DRAW_KINDS = ("dias", "named", "peace", "none")
NMR_KINDS = ("hold", "wait", "disorder", "replace")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a GM chooses for a game. Lengths are `Duration` texts (`3D`), to be shown as they were written."""

    move: str = "3D"
    retreat: str = "1D"
    adjust: str = "1D"
    grace: str = "0H"
    delay: str = "0H"
    at: str = ""
    """Fixed time of day `HH:MM` in the game's zone for deadlines; empty: whenever the length ends."""
    days: str = "SMTWTFS"
    """Weekdays on which a deadline may fall, Sunday first, `-` for a day off."""
    opens: str = ""
    """Time of day at which talk and orders open; empty: they are never closed."""
    closes: str = ""
    """With `opens`: the time of day (up to 24:00) at which a phase is due."""
    first_move: str = ""
    """With `opens`: the length of the first phase."""
    zone: str = "UTC"
    warn: tuple[str, ...] = ("4H",)
    """How long before the deadline those who owe orders are reminded; empty: never."""
    press: str = "white"
    """white: signed; grey: signed or without a name; public: broadcasts only; none."""
    gunboat: bool = False
    """Players' names are hidden from each other until the end."""
    power_choice: bool = True
    """`JOIN france@game` gets France if it is free; who names no power gets one by chance."""
    start_by_gm: bool = False
    """The game waits for FORM from its GM when it is full."""
    always_wait: bool = False
    """Never processed before the deadline."""
    draws: str = "dias"
    """dias: draws of all survivors; named: of any set that all agree on; peace: public, year by year; none."""
    observers: bool = True
    nmr: str = "hold"
    """When a deadline and its grace have passed with orders missing. hold: units without orders hold. wait: the game
    waits. disorder: units hold and the power is nobody's any more. replace: the game waits for a new player."""
    by_kind: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Step (M, R, A) → its own `at`, `days`, `grace` or `delay`, where it differs from the game's."""
    not_on: tuple[str, ...] = ()
    """Dates without deadlines: `2026-12-25`, or a span `2026-12-24/2026-12-26`."""
    extend_limit: str = "7D"
    """How much later than first announced a phase's deadline may become by EXTEND."""
    pause_limit: str = "14D"
    """How long one PAUSE may last; then the game resumes by itself."""
    max_absence: str = "14D"
    """How long a player's absence may be, and how much later than first announced it may make a deadline; 0D: never."""
    review: bool = False
    """Nothing is adjudicated before the GM says PROCESS, also when the deadline has passed."""
    quiet: bool = False
    """Who is late is told to the GM only."""
    reveal: bool = True
    """Players' names are shown when a gunboat game is over."""
    eavesdrop: bool = False
    """A GM who does not play gets a copy of all press."""
    moderated: bool = False
    """A GM who does not play reads press first and lets it go."""
    movement_press: bool = False
    """Press to other players in movement phases only."""
    mute_observers: bool = False
    """Observers write to the GM only."""
    approval: bool = False
    """Nobody joins unless the GM approves."""
    listed: bool = True
    private: str = ""
    """A word that JOIN must give; empty: open to all."""
    comment: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """What a running game remembers beside its settings: standing wishes (`judge.game.votes`), `judge.game.memory`."""

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {name: getattr(self, name) for name in self.__slots__} | {
            "warn": list(self.warn),
            "not_on": list(self.not_on),
            "by_kind": {kind: dict(values) for kind, values in self.by_kind.items()},
            "extra": dict(self.extra),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Settings:
        """The settings that `to_json` wrote; unknown names of other versions are kept out."""
        known = {name: value for name, value in data.items() if name in cls.__slots__}
        return cls(**known | {"warn": tuple(data.get("warn", ("4H",))), "not_on": tuple(data.get("not_on", ()))})

    def for_step(self, step: str) -> Settings:
        """The settings as they are in phases of a step: with that step's own time of day, weekdays, grace and delay."""
        own: dict[str, Any] = dict(self.by_kind.get(step, {}))
        return replace(self, **own) if own else self

    def length(self, step: str) -> Duration:
        """How long a phase of a step (M, R, A) takes."""
        text = {"M": self.move, "R": self.retreat, "A": self.adjust}[step]
        return duration(text)


def duration(text: str) -> Duration:
    """A stored length. Raises ValueError if it is none (settings are checked when they are read)."""
    found = Duration.parse(text)
    if found is None:
        raise ValueError(f"not a length of time: {text}")
    return found


@dataclass(frozen=True, slots=True)
class Change:
    """One changed setting, for the echo `name: old → new`."""

    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class BadSetting:
    """Why a settings line was refused: an answers code and its values."""

    code: str
    args: Mapping[str, Any]


def changed(settings: Settings, **values: Any) -> tuple[Settings, tuple[Change, ...]]:
    """New settings and the echo of each value given, changed or not."""
    after = replace(settings, **values)
    changes = tuple(Change(name, shown(getattr(settings, name)), shown(getattr(after, name))) for name in values)
    return after, changes


def shown(value: Any) -> str:
    """A setting's value as text for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        kinds = (f"{kind} {name} {text}" for kind, values in value.items() for name, text in values.items())
        return ", ".join(kinds) or "none"
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return str(value) or "none"
