"""Dates as people type them, in English and in Japanese."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from judge.game.absences import read_span
from judge.game.when import read_when

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""A Monday, 21:00 in Tokyo."""


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("tomorrow", "2026-03-03 23:59"),
        ("tomorrow 20:00", "2026-03-03 20:00"),
        ("today 23:00", "2026-03-02 23:00"),
        ("明日 20:00", "2026-03-03 20:00"),
        ("明日の 20:00", None),
        ("3月10日", "2026-03-10 23:59"),
        ("3月10日 21時30分", "2026-03-10 21:30"),
        ("３月１０日　２１時", "2026-03-10 21:00"),
        ("2026年6月5日 21:00", "2026-06-05 21:00"),
        ("金曜日 21:00", "2026-03-06 21:00"),
        ("金曜 21時", "2026-03-06 21:00"),
        ("十月", None),
    ],
)
def test_a_date_is_read_as_it_is_typed(text: str, there: str | None) -> None:
    found = read_when(text, NOW, "Asia/Tokyo")
    wanted = None if there is None else datetime.fromisoformat(f"{there}+09:00").astimezone(UTC)
    assert found == wanted


@pytest.mark.parametrize("text", ["3月4日から3月7日まで", "3月4日 TO 3月7日", "4 Mar TO 7 Mar", "FROM 4 Mar TO 7 Mar"])
def test_a_time_away_is_read_in_both_languages(text: str) -> None:
    span = read_span(text, NOW, "Asia/Tokyo")
    assert span is not None
    first, last = (each.astimezone(UTC) for each in span)
    assert (first, last) == (datetime(2026, 3, 3, 15, tzinfo=UTC), datetime(2026, 3, 7, 14, 59, tzinfo=UTC))


def test_tomorrow_is_the_day_after_today() -> None:
    span = read_span("tomorrow", NOW, "UTC")
    assert span is not None
    assert span[0] == datetime(2026, 3, 3, tzinfo=UTC)
