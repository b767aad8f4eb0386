"""What GMs do: create, form, set deadlines and settings, process, eject, terminate; all announced and logged."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.adjudicator.variant import Variant
from judge.game.docket import covered, late_powers
from judge.game.durations import LONGEST
from judge.game.game import Ending, Game, Stage
from judge.game.hours import has_hours
from judge.game.seats import Role, Seat
from judge.game.setting_lines import read_setting, setting_words
from judge.game.settings import BadSetting, Change, Settings
from judge.game.when import read_when
from judge.usecases.deadlines import end_mails
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.mails import notify
from judge.usecases.ordering import settle
from judge.usecases.player import known_person, vacate
from judge.usecases.ports import AuditEntry
from judge.usecases.script import Command, slips
from judge.usecases.signing import hide_password, power_list, power_word
from judge.usecases.start import full, start_game

NAME = re.compile(r"[a-z][a-z0-9_-]{1,29}")
RESERVED = frozenset({"judge", "postmaster", "abuse", "bounce", "mailer-daemon", "noreply", "master"})


def create(desk: Desk, command: Command) -> None:
    """CREATE: read all its lines; the game comes into being at the end of the letter, if it has no bad line."""
    name, shown = command.args["target"].lstrip("?").lower(), replace(command, text=hide_password(command))
    problem = _name_problem(desk, name)
    if problem is not None:
        desk.answer(shown, "refused", problem)
    variant_name, password = _variant_and_password(desk, command)
    settings, variant_name, good = _read_lines(desk, command, variant_name)
    if variant_name not in desk.services.maps.names():
        known = ", ".join(desk.services.maps.names())
        desk.answer(shown, "refused", Said("no_such_variant", {"text": variant_name, "known": known}))
        good = False
    if problem is None and good:
        desk.deferred.append((shown, lambda: _create(desk, shown, name, password, variant_name, settings)))
    elif problem is None:
        desk.answer(shown, "refused", Said("not_created", {"game": name}))


def _name_problem(desk: Desk, name: str) -> Said | None:
    if not NAME.fullmatch(name):
        return Said("bad_game_name", {"text": name[:40]})
    if name in RESERVED:
        return Said("reserved_game_name", {"text": name})
    return Said("name_taken", {"game": name}) if desk.uow.game(name) is not None else None


def _variant_and_password(desk: Desk, command: Command) -> tuple[str, str | None]:
    # `CREATE name hundred` most likely names the variant; its reply shows which variant was taken.
    password, variant = command.args.get("password"), command.args.get("variant")
    if variant is None and password is not None and password.lower() in desk.services.maps.names():
        return password.lower(), None
    return (variant or "standard").lower(), password


def _read_lines(desk: Desk, command: Command, variant: str) -> tuple[Settings, str, bool]:
    variant = next((each for each in map(_named_variant, reversed(command.body)) if each), variant)
    settings, good = _defaults(desk, variant), True
    for number, text in command.body:
        line = Command(number, text.strip(), None)
        if not text.strip() or text.lstrip().startswith("//"):
            continue
        named = _named_variant((number, text))
        if named:
            good = _map_line(desk, line, named) and good
            continue
        good, settings = _setting_line(desk, line, settings, good)
    return settings, variant, good


def _named_variant(line: tuple[int, str]) -> str:
    """The variant that a line MAP or VARIANT names; its own settings are the defaults for all other lines."""
    named = re.fullmatch(r"(?:MAP|VARIANT)\s+(\S+)", line[1].strip(), re.IGNORECASE)
    return named.group(1).lower() if named else ""


def _defaults(desk: Desk, variant: str) -> Settings:
    settings = Settings()
    if variant in desk.services.maps.names():
        for word, value in desk.services.maps.load(variant).settings.items():
            read = read_setting(settings, f"{word} {value}")
            if isinstance(read, tuple):
                settings = read[0]
    return settings


def _map_line(desk: Desk, line: Command, variant: str) -> bool:
    known = desk.services.maps.names()
    if variant in known:
        desk.answer(line, "ok", Said("setting_ok", {"changes": f"variant: {variant}"}), verb="MAP")
        return True
    near = [name for name in known if slips(variant, name) <= 2]
    said = Said("no_such_variant", {"text": variant, "known": ", ".join(near or known)})
    desk.answer(line, "refused", said, verb="MAP")
    return False


def _setting_line(desk: Desk, line: Command, settings: Settings, good: bool) -> tuple[bool, Settings]:
    read = read_setting(settings, line.text)
    if read is None:
        word = line.text.split()[0].upper()
        near = [each for each in (*setting_words(), "MAP", "FORM") if slips(word, each) <= 2]
        desk.answer(line, "refused", Said("unknown_setting", {"word": word[:30], "near": near}), verb="SETTING")
        return False, settings
    if isinstance(read, BadSetting):
        desk.answer(line, "refused", Said(read.code, dict(read.args)), verb="SETTING")
        return False, settings
    desk.answer(line, "ok", Said("setting_ok", {"changes": echo(read[1])}), verb="SETTING")
    return good, read[0]


def echo(changes: tuple[Change, ...]) -> str:
    """`move: 3D → 1D; grace: 0H → 12H`."""
    return "; ".join(f"{change.name}: {change.old} → {change.new}" for change in changes)


def _create(
    desk: Desk, command: Command, name: str, password: str | None, variant_name: str, settings: Settings
) -> None:
    variant = desk.services.maps.load(variant_name)
    person = known_person(desk)
    desk.uow.keep_variant(variant)
    hashed = desk.services.passwords.hash(password) if password else None
    chair = Seat(0, Role.MASTER, 1, person=person.id, password=hashed, joined_at=desk.now)
    seats = (chair, *(Seat(0, Role.POWER, number) for number in range(1, len(variant.powers) + 1)))
    game = desk.uow.add_game(_new_game(name, variant, settings, seats, desk))
    desk.uow.audit(AuditEntry(game.id, desk.now, "GM", "CREATE", {"variant": variant.name}, desk.letter.id))
    desk.game, desk.seat = game, game.masters[0]
    said = [Said("created", {"game": name, "variant": variant.title, "seats": len(variant.powers)})]
    if password is None:
        said.append(Said("created_no_password", {}))
    desk.answer(command, "ok", *said)
    desk.blocks.append({"type": "settings", "game": name, "variant": variant.title, "settings": settings.to_json()})
    desk.blocks.append(
        {"type": "variant", "title": variant.title, "designer": variant.designer, "text": variant.description}
    )


def _new_game(name: str, variant: Variant, settings: Settings, seats: tuple[Seat, ...], desk: Desk) -> Game:
    return Game(
        id=0,
        name=name,
        variant=variant.name,
        variant_hash=variant.hash,
        stage=Stage.FORMING,
        phase_no=0,
        position=variant.start,
        settings=settings,
        seats=seats,
        created_at=desk.now,
    )


def master_game(desk: Desk, command: Command) -> Game | None:
    """The game for which this letter speaks as the GM, or an answer that says why it does not."""
    if desk.game is None and desk.person is not None:
        own = [
            g
            for g in desk.uow.games_of(desk.person.id)
            if _is_master(g, desk.person.id) and g.stage is not Stage.FINISHED
        ]
        if len(own) == 1:
            desk.open(own[0], next(seat for seat in own[0].masters if seat.person == desk.person.id))
    if desk.game is None:
        desk.refuse(command, "sign_on_first_gm")
        return None
    if desk.seat_for(Role.MASTER) is None:
        desk.refuse(command, "gm_only", game=desk.game.name)
        return None
    return desk.game


def _is_master(game: Game, person: int) -> bool:
    return any(seat.person == person for seat in game.masters)


def announce(desk: Desk, command: Command, game: Game, verb: str, detail: Mapping[str, Any], *said: Said) -> None:
    """Log a GM's act and tell everybody in the game but the GM himself."""
    desk.uow.audit(AuditEntry(game.id, desk.now, "GM", verb, detail, desk.letter.id))
    without = desk.person.id if desk.person else None
    key = f"{verb.lower()}:{game.id}:{desk.letter.key}:{command.number}"
    notify(desk.services, desk.uow, game, key, *said, letter=desk.letter.id, without=without)


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
        desk.refuse(command, "not_running", game=game.name)
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
        desk.refuse(command, "not_running", game=game.name)
        return
    if has_hours(game.settings):
        desk.refuse(command, "not_before_deadline", game=game.name)
        return
    guard = command.args.get("phase", "").rstrip("!")
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
    desk.uow.audit(AuditEntry(stored.id, desk.now, "GM", "PROCESS", detail, desk.letter.id))
    desk.ok(command, "processing", game=game.name, phase=game.position.phase)


def eject(desk: Desk, command: Command) -> None:
    """EJECT: a power's player (or, before the start, a player by number or address) loses the seat."""
    game = master_game(desk, command)
    if game is None:
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
    desk.uow.audit(AuditEntry(game.id, desk.now, "GM", "TERMINATE", {}, desk.letter.id))
    end_mails(desk.services, desk.uow, stored, letter=desk.letter.id, without=desk.person.id if desk.person else None)
    desk.ok(command, "terminated", game=name)


def change_setting(desk: Desk, command: Command) -> bool:
    """A settings line from the GM of a game: changed and announced. False if the line is no settings line."""
    text = re.sub(r"^SET\s+", "", command.text, flags=re.IGNORECASE)
    game = desk.game
    if game is None or desk.seat_for(Role.MASTER) is None or desk.seat_for(Role.POWER) is not None:
        return False
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
