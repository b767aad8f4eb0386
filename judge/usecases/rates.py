"""How much one address or seat may cause in an hour; counted in the store, so that a restart forgives nobody."""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.usecases.ports import UnitOfWork

WINDOW = timedelta(hours=1)
FOLD = timedelta(minutes=1)
PRESS_AN_HOUR = 60


def within(uow: UnitOfWork, what: str, who: str, now: datetime, most: int) -> bool:
    """Count one more; False when it is one too many in its hour."""
    key = f"rate:{what}:{who}"
    kept = uow.recall(key) or {}
    since = datetime.fromisoformat(kept["since"]) if kept else now
    count = kept.get("count", 0) + 1 if kept and since <= now < since + WINDOW else 1
    if count <= most + 1:  # a flood is not written down letter by letter
        uow.remember(key, {"since": (since if count > 1 else now).isoformat(), "count": count})
    return count <= most


def next_fold(now: datetime) -> datetime:
    """When the receipts of a flood are sent as one: at the next full minute."""
    return now.replace(second=0, microsecond=0) + FOLD
