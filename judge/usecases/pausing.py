"""PAUSE and RESUME, and EXTEND: time that a GM gives, within limits, announced to all.

A pause always has an end: a manager who plays once paused a game for ever to avoid losing it (diplicity-react #1058).
An extension is bounded and the same one sent again is one: a click once pushed a daily game 85 days out (#1057).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from judge.adjudicator.variant import Variant
from judge.game.durations import Duration
from judge.game.game import Game, Stage
from judge.game.hours import has_hours
from judge.game.memory import EXTENDED, PAUSE, keep, recall
from judge.game.schedule import next_deadline
from judge.game.settings import duration
from judge.game.when import read_when
from judge.usecases.deadlines import deadline_step
from judge.usecases.desk import Desk, Services
from judge.usecases.gm_acts import announce, plays, running_game
from judge.usecases.letters import Said
from judge.usecases.mails import notify
from judge.usecases.ports import AuditEntry, Store
from judge.usecases.script import Command

LEAST_AFTER_PAUSE = timedelta(hours=1)
"""Nobody is late in the first hour after a pause."""
SAME_EXTENSION = timedelta(minutes=5)
"""The same extension again within this time is the same one."""


def pause(desk: Desk, command: Command) -> None:
    """PAUSE [UNTIL date | length]: no deadline runs until RESUME or the end of the pause."""
    game = running_game(desk, command)
    if game is None or game.deadline is None:
        return
    limit = desk.now + timedelta(seconds=duration(game.settings.pause_limit).seconds)
    until = _pause_end(desk, game, command.args.get("until", ""), limit)
    if until is None:
        desk.refuse(command, "bad_when", text=command.args["until"][:60], zone=game.settings.zone)
        return
    if not desk.now < until <= limit:
        desk.refuse(command, "pause_limited", until=limit.isoformat(), limit=game.settings.pause_limit)
        return
    left = max(timedelta(0), (game.base_deadline or game.deadline) - desk.now)
    paused = keep(game, PAUSE, {"left": left.total_seconds(), "until": until.isoformat()})
    stored = desk.keep(
        replace(paused, stage=Stage.PAUSED, deadline=None, base_deadline=None, early=False, forced=False)
    )
    desk.ok(command, "paused", game=game.name, until=until.isoformat())
    args = {"game": game.name, "until": until.isoformat()}
    announce(desk, command, stored, "PAUSE", args, Said("paused_told", args))


def _pause_end(desk: Desk, game: Game, text: str, limit: datetime) -> datetime | None:
    if not text:
        return limit
    length = Duration.parse(text)
    if length is not None:
        return length.after(desk.now, game.settings.zone)
    return read_when(text, desk.now, game.settings.zone, game.settings.at or "23:59")


def resume(desk: Desk, command: Command) -> None:
    """RESUME: the deadline runs on with the time that was left."""
    game = running_game(desk, command, Stage.PAUSED)
    if game is None:
        return
    stored = desk.keep(resumed(game, desk.variant(game), desk.now))
    desk.settle.add(stored.name)
    args = {"game": game.name, "phase": game.position.phase, "new": _iso(stored.deadline)}
    desk.ok(command, "resumed", **args)
    announce(desk, command, stored, "RESUME", args, Said("resumed_told", args))


def resumed(game: Game, variant: Variant, now: datetime) -> Game:
    """The game running again: with the time that was left, or a whole phase where none was kept."""
    kept = recall(game, PAUSE)
    if kept is None or has_hours(game.settings):
        deadline = next_deadline(game.settings, deadline_step(game, variant), now, first=game.phase_no == 1)
    else:
        deadline = now + max(timedelta(seconds=kept["left"]), LEAST_AFTER_PAUSE)
        deadline = (deadline + timedelta(seconds=59)).replace(second=0, microsecond=0)
    running = replace(keep(game, PAUSE, None), stage=Stage.RUNNING, deadline=deadline, base_deadline=deadline)
    return replace(running, early=False, forced=False)


def resume_due(services: Services, store: Store, now: datetime) -> int:
    """Resume every game whose pause is over; everybody is told. How many there were."""
    count = 0
    with store.begin() as uow:
        names = [game.name for game in uow.games(listed_only=False) if _pause_over(game, now)]
    for name in names:
        with store.begin() as uow:
            game = uow.game(name)
            if game is None or not _pause_over(game, now):
                continue
            stored = uow.save_game(resumed(game, services.variant(uow, game), now), expected_phase_no=game.phase_no)
            args = {"game": name, "phase": game.position.phase, "new": _iso(stored.deadline)}
            uow.audit(AuditEntry(game.id, now, "judge", "RESUME", args))
            notify(services, uow, stored, f"resume:{game.id}:{now.isoformat()}", Said("resumed_self", args))
            count += 1
    return count


def _pause_over(game: Game, now: datetime) -> bool:
    kept = recall(game, PAUSE)
    return game.stage is Stage.PAUSED and kept is not None and datetime.fromisoformat(kept["until"]) <= now


def extend(desk: Desk, command: Command) -> None:
    """EXTEND length: the deadline as announced moves by so much, in all no more than the game's MAX EXTENSION."""
    game = running_game(desk, command)
    if game is None or game.deadline is None:
        return
    length = Duration.parse(command.args["length"])
    if length is None or length.count == 0:
        desk.refuse(command, "bad_length", word="EXTEND", text=command.args["length"][:30])
        return
    if has_hours(game.settings):
        desk.refuse(command, "no_extensions", game=game.name)
        return
    base = game.base_deadline or game.deadline
    last = recall(game, EXTENDED) or {}
    same_phase = last.get("phase_no") == game.phase_no
    if same_phase and last["length"] == str(length) and desk.now - _time(last["at"]) <= SAME_EXTENSION:
        desk.ok(command, "extended_already", new=_iso(game.deadline), phase=game.position.phase)
        return
    first = _time(last["from"]) if same_phase else base
    _extend(desk, command, game, length, first)


def _extend(desk: Desk, command: Command, game: Game, length: Duration, first: datetime) -> None:
    """`first` is the deadline as it was before any extension: the limit counts from it."""
    base = game.base_deadline or game.deadline
    assert base is not None  # noqa: S101 - the caller looked
    new = length.after(base, game.settings.zone)
    limit = duration(game.settings.extend_limit).after(first, game.settings.zone)
    if new > limit:
        desk.refuse(command, "extension_limited", limit=game.settings.extend_limit, until=limit.isoformat())
        return
    note = {"phase_no": game.phase_no, "from": first.isoformat(), "length": str(length), "at": desk.now.isoformat()}
    moved = replace(keep(game, EXTENDED, note), deadline=new, base_deadline=new, early=False)
    stored = desk.keep(moved)
    desk.settle.add(stored.name)
    args = {"old": base.isoformat(), "new": new.isoformat(), "game": game.name, "phase": game.position.phase}
    desk.ok(command, "deadline_set", **args)
    announce(desk, command, stored, "EXTEND", args, Said("deadline_changed", args))


def too_far(desk: Desk, game: Game, when: datetime) -> datetime | None:
    """For a GM who plays, SET DEADLINE has EXTEND's limit too: how far it may go, if `when` is beyond."""
    if not plays(desk, game):
        return None
    base = game.base_deadline or game.deadline or desk.now
    last = recall(game, EXTENDED) or {}
    first = _time(last["from"]) if last.get("phase_no") == game.phase_no else base
    limit = duration(game.settings.extend_limit).after(first, game.settings.zone)
    return limit if when > limit else None


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _iso(instant: datetime | None) -> str:
    return instant.isoformat() if instant is not None else ""
