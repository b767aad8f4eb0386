"""Time: the system's, or for tests the one written in a file."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime
from pathlib import Path

_REREAD_SECONDS = 0.2


class SystemClock:
    """The machine's clock."""

    steps = False
    """Whether time stands still between steps made from outside."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def reading(self) -> tuple[datetime, bool]:
        """The time, and whether a step to it counts as time that passed: of the machine's clock nobody knows."""
        return self.now(), False


class FileClock:
    """The instant in a file (`2026-03-01T12:00:00Z`), which stands still until the file is replaced.

    `jumped` tells that the last step was marked ` jump`: a fault of the clock, not time that passed.
    """

    steps = True

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._read_at = float("-inf")
        self._now = datetime.now(UTC)
        self.jumped = False
        self._changed_at = time.monotonic()

    def still_for(self) -> float:
        """For how many seconds of real time the clock has shown the same instant."""
        self.now()
        return time.monotonic() - self._changed_at

    def now(self) -> datetime:
        with self._lock:
            if time.monotonic() - self._read_at >= _REREAD_SECONDS:
                self._read()
            return self._now

    def reading(self) -> tuple[datetime, bool]:
        """The time, and whether a step to it counts as time that passed with the judge running."""
        now = self.now()
        with self._lock:
            return now, not self.jumped

    def _read(self) -> None:
        self._read_at = time.monotonic()
        try:
            text, _, mark = self._path.read_text("ascii").strip().partition(" ")
            instant = datetime.fromisoformat(text)
        except (OSError, ValueError):
            return  # between two writes of a careless test: keep the last time
        before, self._now = self._now, instant.astimezone(UTC) if instant.tzinfo else instant.replace(tzinfo=UTC)
        if self._now != before:
            self._changed_at = time.monotonic()
        self.jumped = mark.strip() == "jump"


def clock_for(path: Path | None) -> SystemClock | FileClock:
    """The clock that the settings ask for."""
    return SystemClock() if path is None else FileClock(path)
