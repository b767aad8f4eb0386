"""The clock guard: nobody misses a deadline because the judge was away or its clock was wrong.

Two field reports shaped it. In 1993 a judge's clock jumped a year ahead and every late power fell into disorder, which
could not be undone; and a server that comes back after days must not close what nobody could write to.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from judge.game.game import Game, Stage
from judge.usecases.desk import Services
from judge.usecases.letters import Said
from judge.usecases.mails import notify, tell_operator
from judge.usecases.ports import AuditEntry, Store, UnitOfWork

BEAT_EVERY = timedelta(seconds=30)
LONGEST_STEP_BACK = timedelta(seconds=60)
LONGEST_SILENCE = timedelta(minutes=15)
MINIMUM_NOTICE = timedelta(hours=1)
_BEAT, _FROZEN = "heartbeat", "clock_frozen"


def watch(services: Services, store: Store, now: datetime, *, trusted: bool) -> str:
    """Look at the clock before anything closes: `fine`, `gap` (close nothing this time) or `frozen` (until accepted).

    `trusted`: the step to `now` is time that passed with the judge running, whatever its length (a test's clock).
    """
    with store.begin() as uow:
        return watch_within(services, uow, now, trusted=trusted)


def watch_within(services: Services, uow: UnitOfWork, now: datetime, *, trusted: bool) -> str:
    """The same in a transaction that is open."""
    if uow.recall(_FROZEN):
        return "frozen"
    beat = _instant(uow.recall(_BEAT))
    if beat is None or trusted or beat - LONGEST_STEP_BACK <= now <= beat + LONGEST_SILENCE:
        if beat is None or abs(now - beat) >= BEAT_EVERY:
            uow.remember(_BEAT, now.isoformat())
        return "fine"
    if now < beat:
        uow.remember(_FROZEN, {"beat": beat.isoformat(), "now": now.isoformat()})
        uow.audit(AuditEntry(None, now, "judge", "CLOCK", {"frozen": True, "beat": beat.isoformat()}))
        said = Said("operator_clock", {"since": beat.isoformat(), "until": now.isoformat()})
        tell_operator(services, uow, f"frozen:{beat.isoformat()}", now, said)
        return "frozen"
    _give_time(services, uow, beat, now)
    uow.remember(_BEAT, now.isoformat())
    return "gap"


def accept(store: Store, now: datetime, by: str) -> bool:
    """The operator says that the clock is right: deadlines run again. False if nothing was frozen."""
    with store.begin() as uow:
        was = uow.recall(_FROZEN)
        uow.remember(_FROZEN, False)
        uow.remember(_BEAT, now.isoformat())
        if was:
            uow.audit(AuditEntry(None, now, by, "CLOCK", {"frozen": False}))
        return bool(was)


def state(store: Store) -> tuple[datetime | None, bool]:
    """The last heartbeat, and whether deadlines are frozen."""
    with store.begin() as uow:
        return _instant(uow.recall(_BEAT)), bool(uow.recall(_FROZEN))


def _give_time(services: Services, uow: UnitOfWork, beat: datetime, now: datetime) -> None:
    """Deadlines that fell in the gap move to now + the gap's length (at least the minimum notice), and all are told."""
    due = _whole_minute(now + max(now - beat, MINIMUM_NOTICE))
    uow.audit(AuditEntry(None, now, "judge", "CLOCK", {"gap": True, "beat": beat.isoformat()}))
    for name in [game.name for game in uow.games(listed_only=False) if _fell_in(game, beat, now)]:
        game = uow.game(name)
        if game is None or game.deadline is None or not _fell_in(game, beat, now):
            continue
        in_grace = game.base_deadline is not None and game.base_deadline <= beat
        moved = replace(game, deadline=due, base_deadline=game.base_deadline if in_grace else due)
        stored = uow.save_game(moved, expected_phase_no=game.phase_no)
        args = {"game": game.name, "phase": game.position.phase, "since": beat.isoformat(), "until": now.isoformat()}
        args |= {"old": game.deadline.isoformat(), "new": due.isoformat()}
        uow.audit(AuditEntry(game.id, now, "judge", "DEADLINE", args))
        key = f"away:{game.id}:{game.phase_no}:{beat.isoformat()}"
        notify(services, uow, stored, key, Said("deadline_after_gap", args))


def _fell_in(game: Game, beat: datetime, now: datetime) -> bool:
    """A game whose orders are all in, or that its GM processes, needs no more time."""
    if game.stage is not Stage.RUNNING or game.deadline is None or game.early or game.forced:
        return False
    return beat < game.deadline <= now


def _whole_minute(instant: datetime) -> datetime:
    return (instant + timedelta(seconds=59, microseconds=999_999)).replace(second=0, microsecond=0)


def _instant(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).astimezone(UTC)
