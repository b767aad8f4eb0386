"""What GMs do: form, set deadlines and settings, process, eject, terminate; all announced and logged."""

from __future__ import annotations

import re
from dataclasses import replace

from judge.game.docket import covered, late_powers
from judge.game.durations import LONGEST
from judge.game.game import Ending, Game, Stage
from judge.game.hours import has_hours
from judge.game.seats import Role, Seat
from judge.game.setting_lines import read_setting
from judge.game.settings import BadSetting
from judge.game.when import read_when
from judge.usecases.calls import call_if_vacant
from judge.usecases.creating import echo
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import announce, log_act, master_game, plays
from judge.usecases.letters import Said
from judge.usecases.mails import notify
from judge.usecases.ordering import settle
from judge.usecases.pausing import too_far
from judge.usecases.player import vacate
from judge.usecases.result_mails import end_mails
from judge.usecases.script import Command
from judge.usecases.signing import power_list, power_word
from judge.usecases.start import full, start_game


def form(desk: Desk, command: Command) -> None:
    """FORM (or START): a full game begins; one that is not full says how many players are missing."""
    game = master_game(desk, command)
    if game is None:
        return
    if game.stage is not Stage.FORMING:
        desk.refuse(command, "already_started", game=game.name)
        return
    if not full(game):
        missing = sum(seat.vacant for seat in game.powers)
        desk.refuse(command, "seats_missing", game=game.name, missing=missing)
        return
    stored = start_game(desk.services, desk.uow, game, desk.now, desk.letter.id)
    desk.game = stored
    desk.seat = stored.masters[0] if desk.seat is not None else None
    desk.ok(command, "started", game=game.name)


def set_deadline(desk: Desk, command: Command) -> None:
    """SET DEADLINE: a new deadline for the current phase, announced to all."""
    game = master_game(desk, command)
    if game is None:
        return
    if game.stage is not Stage.RUNNING or game.deadline is None:
        desk.refuse(command, "is_paused" if game.stage is Stage.PAUSED else "not_running", game=game.name)
        return
    if has_hours(game.settings):
        desk.refuse(command, "no_extensions", game=game.name)
        return
    settings = game.settings
    when = read_when(command.args["when"], desk.now, settings.zone, settings.at or "23:59")
    if when is None:
        desk.refuse(command, "bad_when", text=command.args["when"][:60], zone=settings.zone)
        return
    if when <= desk.now:
        desk.refuse(command, "deadline_past", when=when.isoformat())
        return
    if (when - desk.now).total_seconds() > LONGEST:
        desk.refuse(command, "deadline_too_far", when=when.isoformat())
        return
    if (limit := too_far(desk, game, when)) is not None:
        desk.refuse(command, "extension_limited", limit=game.settings.extend_limit, until=limit.isoformat())
        return
    old = game.base_deadline or game.deadline
    stored = desk.keep(replace(game, deadline=when, base_deadline=when, early=False, forced=False))
    args = {"old": old.isoformat(), "new": when.isoformat(), "game": game.name, "phase": game.position.phase}
    desk.ok(command, "deadline_set", **args)
    announce(desk, command, stored, "DEADLINE", args, Said("deadline_changed", args))


def process(desk: Desk, command: Command) -> None:
    """PROCESS: adjudicate now; refused while orders are missing. PROCESS! goes ahead without them."""
    game = master_game(desk, command)
    if game is None:
        return
    if game.stage is not Stage.RUNNING:
        desk.refuse(command, "is_paused" if game.stage is Stage.PAUSED else "not_running", game=game.name)
        return
    if has_hours(game.settings):
        desk.refuse(command, "not_before_deadline", game=game.name)
        return
    guard = command.args.get("phase", "").rstrip("!") or _closed_since(desk, game)
    phase = desk.variant(game).calendar.parse(guard) if guard else None
    if guard and (phase is None or phase.code not in covered(game, desk.variant(game))):
        desk.refuse(command, "wrong_phase", given=guard[:20], phase=game.position.phase)
        return
    force = "!" in command.text
    missing = late_powers(game, desk.docket(game))
    if missing and not force:
        desk.refuse(command, "orders_missing", powers=", ".join(missing))
        return
    stored = desk.keep(replace(game, deadline=desk.now, forced=True))
    detail = {"phase": game.position.phase, "force": force, "missing": list(missing)}
    log_act(desk, stored, "PROCESS", detail)
    desk.ok(command, "processing", game=game.name, phase=game.position.phase)


def _closed_since(desk: Desk, game: Game) -> str:
    """The phase that was adjudicated while the letter waited: its writer meant that one, and not the next."""
    phases = [each.phase for each in desk.uow.results(game.id) if each.processed_at > desk.letter.accepted_at]
    return phases[0] if phases else ""


def eject(desk: Desk, command: Command) -> None:
    """EJECT: a power's player (or, before the start, a player by number or address) loses the seat."""
    game = master_game(desk, command)
    if game is None:
        return
    if "@" in command.args["who"] and game.settings.gunboat and plays(desk, game):
        desk.refuse(command, "not_for_playing_gm")
        return
    seat = _seat_to_eject(desk, game, command.args["who"])
    if seat is None or seat.vacant or game.stage is Stage.FINISHED:
        named = command.args["who"][:60]
        desk.refuse(command, "nobody_to_eject", who=named, powers=power_list(desk.variant(game)))
        return
    holder = seat.person
    who = seat.power or f"player {seat.number}"
    told = Said("ejected", {"power": who, "game": game.name})
    without = desk.person.id if desk.person else None
    key = f"eject:{game.id}:{desk.letter.key}:{command.number}"
    if holder != without:
        notify(desk.services, desk.uow, game, key, told, letter=desk.letter.id, only=(seat,))
    stored = desk.keep(vacate(game, seat))
    desk.settle.add(stored.name)
    desk.ok(command, "ejected_ok", power=who, game=game.name)
    announce(desk, command, stored, "EJECT", {"power": who}, told)
    call_if_vacant(desk.services, desk.uow, stored, seat.number, letter=desk.letter.id)


def _seat_to_eject(desk: Desk, game: Game, who: str) -> Seat | None:
    if "@" in who:
        person = desk.uow.person_at(who.lower())
        return next((seat for seat in game.powers if person is not None and seat.person == person.id), None)
    if who.isdigit():
        return next((seat for seat in game.powers if seat.number == int(who)), None)
    power = power_word(desk.variant(game), who)
    return game.seat_of(power) if power is not None else None


def terminate(desk: Desk, command: Command) -> None:
    """TERMINATE: the game ends without a result. Acts at the end of the letter, if it has no bad line."""
    game = master_game(desk, command)
    if game is None:
        return
    if game.stage is Stage.FINISHED:
        desk.refuse(command, "game_over", game=game.name)
        return
    desk.deferred.append((command, lambda: _terminate(desk, command, game.name)))


def _terminate(desk: Desk, command: Command, name: str) -> None:
    game = desk.uow.game(name)
    assert game is not None  # noqa: S101 - it was there a moment ago, in this transaction
    over = replace(game, stage=Stage.FINISHED, deadline=None, ending=Ending(terminated=True), finished_at=desk.now)
    stored = desk.keep(over)
    log_act(desk, stored, "TERMINATE", {})
    end_mails(desk.services, desk.uow, stored, letter=desk.letter.id, without=desk.person.id if desk.person else None)
    desk.ok(command, "terminated", game=name)


def change_setting(desk: Desk, command: Command) -> bool:
    """A settings line from the GM of a game: changed and announced. False if the line is no settings line."""
    game = desk.game
    if game is None or desk.seat_for(Role.MASTER) is None or desk.seat_for(Role.POWER) is not None:
        return False
    text = re.sub(r"^SET\s+", "", command.text, flags=re.IGNORECASE)
    read = read_setting(game.settings, text)
    if read is None:
        return False
    if isinstance(read, BadSetting):
        desk.answer(command, "refused", Said(read.code, dict(read.args)), verb="SETTING")
        return True
    stored = desk.keep(replace(game, settings=read[0]))
    said = Said("setting_ok", {"changes": echo(read[1])})
    desk.answer(command, "ok", said, verb="SETTING")
    told = Said("settings_changed", {"game": game.name, "changes": echo(read[1])})
    announce(desk, command, stored, "SETTING", {"changes": echo(read[1])}, told)
    return True


def settle_games(desk: Desk) -> None:
    """At the end of a letter: bring deadlines forward or back where readiness changed."""
    for name in sorted(desk.settle):
        game = desk.uow.game(name)
        if game is None:
            continue
        stored = settle(desk.services, desk.uow, game, desk.now)
        if desk.game is not None and desk.game.id == stored.id:
            desk.game = stored
