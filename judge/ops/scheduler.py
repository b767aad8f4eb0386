"""APScheduler as an alarm clock only: a bell at the next instant of interest, and a sweep for what a bell missed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

SWEEP_SECONDS = 30
_SETTLE = timedelta(milliseconds=50)
"""A bell rings a breath after its instant, so that letters accepted at the very deadline are in."""


class AlarmClock:
    """Calls `tick` at the bell and at every sweep, never twice at once, never in the caller's thread."""

    def __init__(self, tick: Callable[[], None], sweep_seconds: float = SWEEP_SECONDS) -> None:
        self._work = tick
        self._ticking = threading.Lock()
        # One thread: two ticks at once would only wait for each other. No misfire limit: late is better than never.
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            executors={"default": ThreadPoolExecutor(1)},
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
        )
        self._sweep_seconds = sweep_seconds

    def start(self) -> None:
        """Begin to sweep; the first time at once."""
        self._scheduler.add_job(
            self._tick, "interval", seconds=self._sweep_seconds, id="sweep", next_run_time=datetime.now(UTC)
        )
        self._scheduler.start()

    def ring_at(self, instant: datetime | None) -> None:
        """Set the bell to an instant of the system's clock; None: no bell."""
        if not self._scheduler.running:
            return
        if instant is None:
            if self._scheduler.get_job("bell"):
                self._scheduler.remove_job("bell")
            return
        self._scheduler.add_job(self._tick, "date", run_date=instant + _SETTLE, id="bell", replace_existing=True)

    def ring_now(self) -> None:
        """Tick as soon as may be."""
        if self._scheduler.running:
            self._scheduler.add_job(self._tick, "date", id="now", replace_existing=True)

    def stop(self) -> None:
        """No more ticks; one that runs is waited for.

        Not by the scheduler: while that waits it keeps its jobs locked, and a tick that sets the bell would wait too.
        """
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
        with self._ticking:
            return

    def _tick(self) -> None:
        with self._ticking:
            self._work()
