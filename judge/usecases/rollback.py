"""ROLLBACK, ROLLFORWARD and UNSTART: an earlier phase again, undone as long as nothing was processed since.

The phase number of a game never goes down: it guards every write, and names the mails of a phase, so a phase played
again has mails of its own. What was undone stays on record, marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.adjudicator.position import Position
from judge.game.game import Ending, Game, Stage
from judge.game.schedule import next_deadline
from judge.game.seats import Role
from judge.game.settings import Settings
from judge.usecases.deadlines import deadline_step, people_and_settings
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import announce, running_game
from judge.usecases.letters import Said
from judge.usecases.ports import StoredResult
from judge.usecases.script import Command

LEAST_AFTER_ROLLFORWARD = timedelta(hours=12)
_STAGES = (Stage.RUNNING, Stage.PAUSED, Stage.FINISHED)


def rollback(desk: Desk, command: Command) -> None:
    """ROLLBACK [phase|FORMING] [RESTORE] [FULL]: that phase's orders are due again. RESTORE keeps the orders it was
    processed with, FULL also brings back the settings and people of then."""
    game = running_game(desk, command, *_STAGES)
    if game is None:
        return
    wanted = command.args.get("phase", "").upper()
    if wanted == "FORMING":
        unstart(desk, command)
        return
    result = _result_wanted(desk, command, game, wanted)
    if result is None:
        return
    options = command.text.upper().split()
    _remember(desk, game)
    after = _board_of(desk, game, result)
    if "FULL" in options:
        after = _with_people(after, desk.uow.recall(f"before:{game.id}:{result.phase_no}") or {})
    restore = "RESTORE" in options
    seats = tuple(replace(seat, wait=restore and not seat.vacant and seat.role is Role.POWER) for seat in after.seats)
    undone = [each.phase for each in desk.uow.results(game.id) if each.phase_no >= result.phase_no]
    stored = desk.keep_moved(game, after.with_seats(seats))
    desk.uow.undo_results(game.id, result.phase_no, stored.phase_no)
    _orders_of(desk, stored, (*undone, game.position.phase), result if restore else None)
    _tell(desk, command, stored, "ROLLBACK", "rolled_back_restored" if restore else "rolled_back", game)


def _result_wanted(desk: Desk, command: Command, game: Game, wanted: str) -> StoredResult | None:
    results = desk.uow.results(game.id)
    phase = desk.variant(game).calendar.parse(wanted) if wanted else None
    if not wanted:
        found = results[-1] if results else None
    elif wanted.isdigit():  # nJudge counts turns
        found = results[int(wanted) - 1] if 0 < int(wanted) <= len(results) else None
    else:
        found = next((each for each in reversed(results) if phase is not None and each.phase == phase.code), None)
    if found is None:
        known = ", ".join(each.phase for each in results[-10:]) or "–"
        desk.refuse(command, "no_rollback", phase=wanted or "–", known=known)
    return found


def _board_of(desk: Desk, game: Game, result: StoredResult) -> Game:
    position = Position.from_json(result.before)
    after = _without_wishes(replace(game, position=position, stage=Stage.RUNNING, ending=None, finished_at=None))
    deadline = next_deadline(game.settings, deadline_step(after, desk.variant(game)), desk.now)
    return replace(after, deadline=deadline, base_deadline=deadline, early=False, forced=False)


def _without_wishes(game: Game) -> Game:
    """Standing draws and concessions belong to what was played: they would end the game again at once."""
    extra = {name: value for name, value in game.settings.extra.items() if name not in ("votes", "pause")}
    return replace(game, settings=replace(game.settings, extra=extra))


def _with_people(game: Game, before: Mapping[str, Any]) -> Game:
    """The game with settings and players as they were; who comes back or goes gets another reply address."""
    if not before:
        return game
    settings = Settings.from_json({**before["settings"], "extra": dict(game.settings.extra)})
    seats = []
    for seat in game.seats:
        person = before["seats"].get(str(seat.number), seat.person) if seat.role is Role.POWER else seat.person
        seats.append(seat if person == seat.person else replace(seat.vacated(), person=person))
    return replace(game, settings=settings, seats=tuple(seats))


def _orders_of(desk: Desk, game: Game, phases: tuple[str, ...], restored: StoredResult | None) -> None:
    """The sets on file: none for all phases that were undone, except those restored."""
    for phase in dict.fromkeys(phases):
        before = desk.uow.orders(game.id, phase)
        kept = restored.orders if restored is not None and restored.phase == phase else {}
        for power in {**before, **kept}:
            lines = tuple(kept.get(power, ()))
            if lines != tuple(before.get(power, ())):
                desk.uow.put_orders(game.id, phase, power, lines, letter=desk.letter.id, by="MASTER", at=desk.now)
    desk.forget_owed()


def _remember(desk: Desk, game: Game) -> None:
    """What ROLLFORWARD needs: the game as it stands."""
    phase = game.position.phase
    left = (game.deadline - desk.now).total_seconds() if game.deadline is not None else None
    ending = game.ending
    desk.uow.remember(f"rollback:{game.id}", {
        "phase_no": game.phase_no + 1,
        "position": game.position.to_json(),
        "stage": game.stage.value,
        "ending": None if ending is None
        else {"winner": ending.winner, "draw": list(ending.draw), "terminated": ending.terminated},
        "orders": {power: list(lines) for power, lines in desk.uow.orders(game.id, phase).items()},
        "left": left,
        "finished_at": game.finished_at.isoformat() if game.finished_at else None,
        **people_and_settings(game),
    })  # fmt: skip


def rollforward(desk: Desk, command: Command) -> None:
    """ROLLFORWARD: undo the last rollback, as long as nothing was processed since."""
    game = running_game(desk, command, Stage.RUNNING, Stage.PAUSED)
    if game is None:
        return
    kept = desk.uow.recall(f"rollback:{game.id}")
    if kept is None or kept["phase_no"] != game.phase_no:
        desk.refuse(command, "no_rollforward")
        return
    position = Position.from_json(kept["position"])
    stage = Stage(kept["stage"])
    after = _with_people(replace(game, position=position, stage=stage), kept)
    deadline = _deadline_after(desk.now, kept) if stage is Stage.RUNNING else None
    ending = Ending(**kept["ending"] | {"draw": tuple(kept["ending"]["draw"])}) if kept["ending"] else None
    finished = datetime.fromisoformat(kept["finished_at"]) if kept["finished_at"] else None
    after = replace(after, deadline=deadline, base_deadline=deadline, ending=ending, finished_at=finished)
    stored = desk.keep_moved(game, replace(after, early=False, forced=False))
    desk.uow.redo_results(game.id, game.phase_no)
    for power, lines in kept["orders"].items():
        desk.uow.put_orders(
            game.id, position.phase, power, lines, letter=desk.letter.id, by="MASTER", at=desk.now
        )  # fmt: skip
    desk.forget_owed()
    desk.settle.add(stored.name)
    desk.uow.remember(f"rollback:{game.id}", None)
    _tell(desk, command, stored, "ROLLFORWARD", "rolled_forward", game)


def _deadline_after(now: datetime, kept: Mapping[str, Any]) -> datetime:
    left = max(timedelta(seconds=kept["left"] or 0), LEAST_AFTER_ROLLFORWARD)
    return (now + left).replace(second=0, microsecond=0)


def unstart(desk: Desk, command: Command) -> None:
    """UNSTART (ROLLBACK FORMING): the game is forming again, everybody keeps his seat, FORM draws the powers anew."""
    game = running_game(desk, command, *_STAGES)
    if game is None:
        return
    results = desk.uow.results(game.id)
    phases = (*(each.phase for each in results), game.position.phase)
    seats = tuple(replace(seat, power=None, wait=False) if seat.role is Role.POWER else seat for seat in game.seats)
    after = _without_wishes(replace(game, stage=Stage.FORMING, position=desk.variant(game).start, ending=None))
    after = replace(after, deadline=None, base_deadline=None, early=False, forced=False, started_at=None)
    after = replace(after, finished_at=None, settings=replace(after.settings, start_by_gm=True))
    stored = desk.keep_moved(game, after.with_seats(seats))
    if results:
        desk.uow.undo_results(game.id, results[0].phase_no, stored.phase_no)
    _orders_of(desk, stored, phases, None)
    desk.ok(command, "unstarted", game=game.name)
    told = Said("unstarted_told", {"game": game.name})
    announce(desk, command, stored, "UNSTART", {"phase": game.position.phase}, told)


def _tell(desk: Desk, command: Command, stored: Game, verb: str, code: str, before: Game) -> None:
    args = {"game": stored.name, "phase": stored.position.phase, "from_phase": before.position.phase}
    args |= {"new_when": "–", "new": stored.deadline.isoformat() if stored.deadline else "–"}
    desk.ok(command, code, **args)
    announce(desk, command, stored, verb, args, Said(code, args))
