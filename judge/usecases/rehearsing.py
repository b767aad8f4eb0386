"""What a tick would do now, in a transaction that is rolled back: what a rehearsal shows comes after it."""

from __future__ import annotations

from datetime import datetime

from judge.usecases import clockguard
from judge.usecases.deadlines import close_within
from judge.usecases.desk import Services
from judge.usecases.ports import UnitOfWork

_MOST_PHASES = 10


def catch_up(services: Services, uow: UnitOfWork, now: datetime, *, trusted: bool) -> None:
    """Look at the clock and close what is due. Raises LettersFirst while letters that came in time are unread."""
    if clockguard.watch_within(services, uow, now, trusted=trusted) != "fine":
        return
    for _ in range(_MOST_PHASES):
        if not [name for name in uow.due(now) if close_within(services, uow, name, now).what == "adjudicated"]:
            return
