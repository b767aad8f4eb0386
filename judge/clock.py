"""Time: the system's, or for tests the one written in a file."""

from __future__ import annotations

import logging
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

from judge.config import ConfigError

_REREAD_SECONDS = 0.2
_BETWEEN_WRITES = 1.0
"""Seconds that a file may be unreadable before it is said: a careless test does not replace it at one blow."""
_YEARS = range(1970, 9000)
"""Beyond them the end of a phase may be no date any more."""
log = logging.getLogger(__name__)


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
        self._read_at = self._changed_at = self._good_at = time.monotonic()
        self._said = False
        try:
            self._now, self.jumped = _instant_in(path)
        except ValueError as error:
            raise ConfigError(f"clock_file: {error}. Write an instant such as 2026-03-01T12:00:00Z into it.") from None

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
        """What can't be read moves nothing: time stands still, and if that lasts it is said, once."""
        self._read_at = time.monotonic()
        before = self._now
        try:
            self._now, self.jumped = _instant_in(self._path)
        except ValueError as error:
            if not self._said and self._read_at - self._good_at >= _BETWEEN_WRITES:
                self._said = True
                log.error("clock_file: %s: time stands still at %s", error, before.isoformat())  # noqa: TRY400
            return
        if self._said:
            log.warning("clock_file: it can be read again: %s", self._now.isoformat())
        self._said, self._good_at = False, self._read_at
        if self._now != before:
            self._changed_at = self._read_at


def _instant_in(path: Path) -> tuple[datetime, bool]:
    """The instant in a file and whether it is marked as a jump. Raises ValueError, saying what is wrong."""
    try:
        written = path.read_bytes()[:100].decode("ascii", "backslashreplace").strip()
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    text, _, mark = written.partition(" ")
    try:
        instant = datetime.fromisoformat(text)
        instant = instant.astimezone(UTC) if instant.tzinfo else instant.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise ValueError(f"{path}: {written!r} is no instant") from None
    if mark.strip() not in ("", "jump") or instant.year not in _YEARS:
        raise ValueError(f"{path}: {written!r} is no instant")
    return instant, bool(mark)


def clock_for(path: Path | None) -> SystemClock | FileClock:
    """The clock that the settings ask for."""
    return SystemClock() if path is None else FileClock(path)
