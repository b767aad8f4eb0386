"""The clock file of tests: what can't be read is said and moves no time, and nothing else is believed."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge import clock
from judge.clock import FileClock
from judge.config import ConfigError
from tests.cli.judge_command import judge

NOON = "2026-03-01T12:00:00Z"
NONSENSE = ["", "noon", "2026-13-01T12:00:00Z", f"{NOON} jumps", f"{NOON}\n{NOON}", "0001-01-01T00:00:00+05:00",
            "9999-12-31T23:00:00Z", "\xff\x00", "1234567890"]  # fmt: skip


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock reads the file, and nothing is taken for being between two writes."""
    monkeypatch.setattr(clock, "_REREAD_SECONDS", 0.0)
    monkeypatch.setattr(clock, "_BETWEEN_WRITES", 0.0)


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_a_clock_file_with_nonsense_is_refused_at_the_start_with_an_example(tmp_path: Path, nonsense: str) -> None:
    (tmp_path / "clock").write_bytes(nonsense.encode("latin-1"))
    with pytest.raises(ConfigError, match=r"clock_file: .* is no instant.* Write an instant such as 2026"):
        FileClock(tmp_path / "clock")


def test_a_judge_whose_clock_file_is_not_there_does_not_start(tmp_path: Path) -> None:
    run = judge(tmp_path, "serve", JUDGE_CLOCK_FILE=str(tmp_path / "clock"), JUDGE_LISTEN="smtp://127.0.0.1:0")
    assert run.returncode == 2
    assert run.stderr.startswith(f"judge: cannot start: clock_file: {tmp_path / 'clock'}: No such file or directory.")
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize("nonsense", NONSENSE)
@pytest.mark.usefixtures("impatient")
def test_nonsense_later_on_stops_time_and_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, nonsense: str
) -> None:
    path = tmp_path / "clock"
    path.write_text(NOON)
    found = FileClock(path)
    path.write_bytes(nonsense.encode("latin-1"))
    with caplog.at_level(logging.WARNING):
        assert {found.now() for _ in range(3)} == {datetime(2026, 3, 1, 12, tzinfo=UTC)}
        path.unlink()
        assert found.reading() == (datetime(2026, 3, 1, 12, tzinfo=UTC), True)
    (said,) = caplog.messages
    assert said.startswith(f"clock_file: {path}: ")
    assert said.endswith("is no instant: time stands still at 2026-03-01T12:00:00+00:00")


@pytest.mark.usefixtures("impatient")
def test_a_clock_file_that_is_mended_moves_time_again(tmp_path: Path) -> None:
    path = tmp_path / "clock"
    path.write_text(NOON)
    found = FileClock(path)
    path.write_text("soon")
    found.now()
    path.write_text("2026-03-01T14:00:00+01:00 jump\n")
    assert found.reading() == (datetime(2026, 3, 1, 13, tzinfo=UTC), False)
