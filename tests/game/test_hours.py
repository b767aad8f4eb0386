"""Opening hours: when talk opens and orders close, as Petit's seed sets them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from judge.game.hours import hours_deadline, opens_at
from judge.game.setting_lines import read_setting
from judge.game.settings import BadSetting, Settings


def petit() -> Settings:
    read = read_setting(Settings(zone="Asia/Tokyo", move="28H"), "TALK FIRST 52H OPEN 20:00 CLOSE 24:00")
    assert isinstance(read, tuple)
    return read[0]


def tokyo(day: int, hour: int, minute: int = 0) -> datetime:
    """A wall-clock time of March 2026 in Tokyo (UTC+9), as UTC."""
    return datetime(2026, 3, day, hour, minute, tzinfo=ZoneInfo("Asia/Tokyo")).astimezone(UTC)


@pytest.mark.parametrize(
    ("begins", "first", "opens", "due"),
    [
        # 20:00 of the first day, 52 hours: 24:00 of the third.
        ((2, 20), True, (2, 20), (5, 0)),
        # A game that fills in the afternoon opens in the evening.
        ((2, 15), True, (2, 20), (5, 0)),
        # One that fills while the hours of the day last opens at once, and ends as if it had opened at 20:00.
        ((2, 21, 30), True, (2, 20), (5, 0)),
        # The next year, made at 24:00, opens the same day at 20:00 and is due 28 hours later, at 24:00.
        ((5, 0), False, (5, 20), (7, 0)),
        # A year made late, in the morning, still opens at 20:00.
        ((5, 9), False, (5, 20), (7, 0)),
    ],
)
def test_a_phase_opens_at_20_and_is_due_at_24(
    begins: tuple[int, ...], first: bool, opens: tuple[int, ...], due: tuple[int, ...]
) -> None:
    settings = petit()
    deadline = hours_deadline(settings, tokyo(*begins), first=first)
    assert deadline == tokyo(*due)
    assert opens_at(settings, deadline, first=first) == tokyo(*opens)


@pytest.mark.parametrize(
    "text", ["", "FIRST 52H", "OPEN 25:00 CLOSE 24:00", "OPEN 20:00", "FIRST x OPEN 20:00 CLOSE 24:00"]
)
def test_hours_that_make_no_sense_are_refused(text: str) -> None:
    assert isinstance(read_setting(Settings(), f"TALK {text}".strip()), BadSetting)


def test_talk_always_takes_the_hours_away() -> None:
    read = read_setting(petit(), "TALK ALWAYS")
    assert isinstance(read, tuple)
    assert read[0].opens == ""
