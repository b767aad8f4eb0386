"""Absences: announced, limited, taken back; deadlines make way, also the current one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from judge.game.absences import read_span
from tests.usecases.desk import ANN, BOB, GM, START, Office
from tests.usecases.test_ordering import all_hold

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("24 DEC TO 6 JAN", "2026-12-24 00:00", "2027-01-06 23:59"),
        ("Jan 1 TO Jan 15", "2027-01-01 00:00", "2027-01-15 23:59"),
        ("FROM 24 Dec UNTIL 26 Dec", "2026-12-24 00:00", "2026-12-26 23:59"),
        ("TO 13:00", "2026-12-01 12:00", "2026-12-01 13:00"),
        ("TO 3 Dec", "2026-12-01 12:00", "2026-12-03 23:59"),
        ("24 Dec", "2026-12-24 00:00", "2026-12-24 23:59"),
        ("1 Dec", "2026-12-01 00:00", "2026-12-01 23:59"),
        ("Saturday", "2026-12-05 00:00", "2026-12-05 23:59"),
        ("2026-12-20 10:00 TO 2026-12-21 10:00", "2026-12-20 10:00", "2026-12-21 10:00"),
    ],
)
def test_both_older_judges_ways_to_write_an_absence(text: str, start: str, end: str) -> None:
    span = read_span(text, NOW, "UTC")
    assert span is not None
    assert [f"{each:%Y-%m-%d %H:%M}" for each in span] == [start, end]


@pytest.mark.parametrize("text", ["", "soon", "24 Dec TO", "TO never", "2026-12-10 10:00 TO 2026-12-01 10:00"])
def test_what_is_no_time_is_no_absence(text: str) -> None:
    assert read_span(text, NOW, "UTC") is None


def test_an_absence_is_announced_and_moves_the_current_deadline(running: Office) -> None:
    due = running.game().deadline
    assert due == START + timedelta(days=3)
    running.write(ANN, "SET ABSENCE 4 Mar TO 8 Mar", running.to())
    assert running.said() == ["absence_set", "deadline_changed"]
    moved = running.game().deadline
    assert moved == datetime(2026, 3, 10, 12, 0, tzinfo=UTC), "a day after the return, at the old time of day"
    notice = running.last(BOB, "notice").text
    assert "FRANCE is absent" in notice
    assert "is now" in notice
    running.pass_time(days=7)
    assert running.game().position.phase == "1425M"
    running.pass_time(days=2)
    assert running.game().position.phase == "1430M"


def test_a_later_deadline_that_would_fall_inside_moves_too(running: Office) -> None:
    running.write(ANN, "SET VACATION 7 Mar TO 9 Mar", running.to())
    assert running.said() == ["absence_set"]
    running.pass_time(days=3, hours=1)
    assert running.game().deadline == datetime(2026, 3, 11, 12, 0, tzinfo=UTC)


def test_a_phase_in_which_the_absent_owe_nothing_is_not_moved(running: Office) -> None:
    running.write(BOB, "SET ABSENCE 3 Mar TO 4 Mar", running.to())
    running.write(ANN, "A PAR - DIJ\nA DAU S A PAR - DIJ\nA ORL H\nA TOU H\nA PRO H", running.to())
    all_hold(running, ANN)
    assert running.game().position.phase == "1425R"
    assert running.game().deadline == START + timedelta(days=1)


def test_an_absence_is_taken_back_and_told(running: Office) -> None:
    running.write(ANN, "SET ABSENCE 7 Mar TO 9 Mar", running.to())
    running.write(ANN, "SET NO ABSENCE", running.to())
    assert running.said() == ["absence_off"]
    assert "not absent after all" in running.last(BOB, "notice").text
    running.pass_time(days=3, hours=1)
    assert running.game().deadline == datetime(2026, 3, 8, 12, 0, tzinfo=UTC)
    running.write(ANN, "SET NO ABSENCE", running.to())
    assert running.said() == ["no_such_absence"]


def test_the_gm_limits_absences(running: Office) -> None:
    running.write(GM, "SIGNON Mfirst gmsecret\nMAX ABSENCE 2D\nSIGNOFF")
    running.write(ANN, "SET ABSENCE 4 Mar TO 8 Mar", running.to())
    assert running.said() == ["absence_too_long"]
    running.write(GM, "SIGNON Mfirst gmsecret\nMAX ABSENCE 0D\nSIGNOFF")
    running.write(ANN, "SET ABSENCE 4 Mar", running.to())
    assert running.said() == ["absence_not_here"]


def test_absences_one_after_another_move_a_deadline_no_farther_than_the_limit(running: Office) -> None:
    running.write(GM, "SIGNON Mfirst gmsecret\nMAX ABSENCE 4D\nSIGNOFF")
    running.write(ANN, "SET ABSENCE 4 Mar TO 7 Mar", running.to())
    running.write(BOB, "SET ABSENCE 8 Mar TO 11 Mar", running.to())
    assert running.game().deadline == START + timedelta(days=7)


def test_three_absences_are_the_most(running: Office) -> None:
    for day in (20, 22, 24, 26):
        running.write(ANN, f"SET ABSENCE {day} Mar", running.to())
    assert running.said() == ["absence_too_many"]
