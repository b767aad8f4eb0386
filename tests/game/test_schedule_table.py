"""Deadlines over changes of summer time, days off and leap days: a table (T3)."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from judge.game.durations import Duration
from judge.game.schedule import early_deadline, grace_end, next_deadline, reminders
from judge.game.settings import Settings
from judge.game.when import read_when

BERLIN, KOLKATA, NEPAL, SYDNEY, LORD_HOWE = (
    "Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Sydney", "Australia/Lord_Howe",
)  # fmt: skip
NEW_YORK, CHATHAM, SAO_PAULO = "America/New_York", "Pacific/Chatham", "America/Sao_Paulo"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "length", "begins", "due"),
    [
        # a day is a day of the wall clock: 23 hours in spring, 25 in autumn
        (BERLIN, "1D", "2026-03-28T11:00", "2026-03-29T10:00"),
        (BERLIN, "1D", "2026-10-24T10:00", "2026-10-25T11:00"),
        (BERLIN, "24H", "2026-03-28T11:00", "2026-03-29T11:00"),
        (BERLIN, "24H", "2026-10-24T10:00", "2026-10-25T10:00"),
        (BERLIN, "1W", "2026-03-24T20:00", "2026-03-31T19:00"),
        (BERLIN, "3D", "2026-10-23T19:00", "2026-10-26T20:00"),
        # a time that spring skips is the later one (02:30 → 03:30), a time that autumn has twice is the first
        (BERLIN, "1D", "2026-03-28T01:30", "2026-03-29T01:30"),
        (BERLIN, "1D", "2026-10-24T00:30", "2026-10-25T00:30"),
        (NEW_YORK, "1D", "2026-03-07T07:30", "2026-03-08T07:30"),
        (NEW_YORK, "1D", "2026-10-31T05:30", "2026-11-01T05:30"),
        # the southern half, where summer time begins in October
        (SYDNEY, "1D", "2026-10-03T02:00", "2026-10-04T01:00"),
        (SYDNEY, "1D", "2026-04-04T01:00", "2026-04-05T02:00"),
        # half an hour of summer time, and zones at odd quarters
        (LORD_HOWE, "1D", "2026-10-03T01:00", "2026-10-04T00:30"),
        (LORD_HOWE, "1D", "2026-04-04T01:00", "2026-04-05T01:30"),
        (KOLKATA, "1D", "2026-03-28T12:00", "2026-03-29T12:00"),
        (NEPAL, "3D", "2026-10-24T12:00", "2026-10-27T12:00"),
        (CHATHAM, "1D", "2026-09-26T00:00", "2026-09-26T23:00"),
        # a rule that was dropped: Brazil has had no summer time since 2019
        (SAO_PAULO, "1D", "2018-11-03T15:00", "2018-11-04T14:00"),
        (SAO_PAULO, "1D", "2026-11-03T15:00", "2026-11-04T15:00"),
        # leap days and year ends
        ("UTC", "1D", "2028-02-28T12:00", "2028-02-29T12:00"),
        ("UTC", "1D", "2027-02-28T12:00", "2027-03-01T12:00"),
        ("UTC", "2D", "2026-12-31T12:00", "2027-01-02T12:00"),
        # short phases are to the second, longer ones are rounded up to the minute
        ("UTC", "30S", "2026-03-02T12:00:00.25", "2026-03-02T12:00:31"),
        ("UTC", "90M", "2026-03-02T12:00:01", "2026-03-02T13:31"),
        ("UTC", "1D", "2026-03-02T12:00:00.000001", "2026-03-03T12:01"),
    ],
)
def test_a_phase_is_due_when_the_table_says(zone: str, length: str, begins: str, due: str) -> None:
    assert next_deadline(Settings(move=length, zone=zone), "M", utc(begins)) == utc(due)


@pytest.mark.parametrize(
    ("zone", "at", "days", "begins", "due"),
    [
        # a fixed time of day keeps its wall clock over both changes
        (BERLIN, "20:00", "SMTWTFS", "2026-03-28T19:00", "2026-03-29T18:00"),
        (BERLIN, "20:00", "SMTWTFS", "2026-10-24T18:00", "2026-10-25T19:00"),
        # processing some hours late costs no day
        (BERLIN, "20:00", "SMTWTFS", "2026-03-02T23:30", "2026-03-03T19:00"),
        # a time of day that spring skips
        (BERLIN, "02:30", "SMTWTFS", "2026-03-28T01:30", "2026-03-29T01:30"),
        # days off: Saturday and Sunday
        ("UTC", "20:00", "-MTWTF-", "2026-03-06T20:00", "2026-03-09T20:00"),
        ("UTC", "20:00", "-MTWTF-", "2026-03-02T20:00", "2026-03-03T20:00"),
        (BERLIN, "20:00", "-MTWTF-", "2026-03-27T19:00", "2026-03-30T18:00"),
        (SYDNEY, "08:00", "-MTWTF-", "2026-10-01T22:00", "2026-10-04T21:00"),
    ],
)
def test_a_fixed_time_of_day_and_days_off_are_kept(zone: str, at: str, days: str, begins: str, due: str) -> None:
    settings = Settings(move="1D", zone=zone, at=at, days=days)
    assert next_deadline(settings, "M", utc(begins)) == utc(due)


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, SYDNEY, LORD_HOWE, NEPAL, CHATHAM, "UTC"])
def test_over_a_whole_year_a_daily_deadline_shows_the_same_wall_clock_and_never_goes_back(zone: str) -> None:
    settings = Settings(move="1D", zone=zone, at="20:00")
    due = next_deadline(settings, "M", utc("2026-01-01T12:00"))
    for _ in range(370):
        following = next_deadline(settings, "M", due)
        assert 22 * 3600 < (following - due).total_seconds() < 26 * 3600
        assert f"{following.astimezone(ZoneInfo(zone)):%H:%M}" == "20:00"
        due = following


@pytest.mark.parametrize(
    ("text", "zone", "now", "meant"),
    [
        ("2026-03-29 02:30", BERLIN, "2026-03-20T12:00", "2026-03-29T01:30"),
        ("2026-10-25 02:30", BERLIN, "2026-10-20T12:00", "2026-10-25T00:30"),
        ("2026-10-25T02:30+01:00", BERLIN, "2026-10-20T12:00", "2026-10-25T01:30"),
        ("Sunday 20:00", BERLIN, "2026-03-28T12:00", "2026-03-29T18:00"),
        ("Jun 15 23:30", NEW_YORK, "2026-03-02T12:00", "2026-06-16T03:30"),
        ("29 Feb 12:00", "UTC", "2026-03-02T12:00", "2028-02-29T12:00"),
        ("+1D", BERLIN, "2026-03-28T11:00", "2026-03-29T10:00"),
        ("+24H", BERLIN, "2026-03-28T11:00", "2026-03-29T11:00"),
        ("20:00", SYDNEY, "2026-10-03T10:30", "2026-10-04T09:00"),
        ("20:00", KOLKATA, "2026-03-02T15:00", "2026-03-03T14:30"),
    ],
)
def test_a_typed_moment_is_meant_in_the_games_zone(text: str, zone: str, now: str, meant: str) -> None:
    assert read_when(text, utc(now), zone) == utc(meant)


def test_grace_delay_and_reminders_follow_the_same_wall_clock() -> None:
    settings = Settings(grace="1D", delay="1H", zone=BERLIN, warn=("1D", "4H"))
    assert grace_end(settings, utc("2026-03-28T11:00")) == utc("2026-03-29T10:00")
    assert early_deadline(settings, utc("2026-03-28T11:00")) == utc("2026-03-28T12:00")
    assert reminders(settings, None, utc("2026-03-29T10:00")) == (utc("2026-03-28T10:00"), utc("2026-03-29T06:00"))
    assert Duration.parse("1D") == Duration(1, "D")


@pytest.mark.parametrize(
    ("step", "due"), [("M", "2026-03-09T20:00"), ("R", "2026-03-07T20:00"), ("A", "2026-03-07T20:00")]
)
def test_a_weekday_in_lower_case_is_off_for_movement_alone(step: str, due: str) -> None:
    """As in DPjudge: from Friday on, retreats and builds fall on the Saturday that movement passes over."""
    settings = Settings(move="1D", retreat="1D", adjust="1D", zone="UTC", at="20:00", days="-MTWTFs")
    assert next_deadline(settings, step, utc("2026-03-06T20:00")) == utc(due)


@pytest.mark.parametrize(
    ("began", "expected"),
    [("2026-03-01T12:00", "2026-03-03T12:00"), ("2026-03-03T12:00", "2026-03-04T06:00")],
)
def test_a_reminder_is_never_due_before_half_of_the_phase_is_over(began: str, expected: str) -> None:
    """A day before the deadline of a phase of three days; a quarter of a phase that has only a day."""
    assert reminders(Settings(move="3D", warn=("24H",)), utc(began), utc("2026-03-04T12:00")) == (utc(expected),)
