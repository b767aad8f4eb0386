"""What players do besides ordering and writing: register, join, take over, observe, wait, resign."""

from __future__ import annotations

from dataclasses import replace

from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.setting_lines import find_zone, near_zones
from judge.game.view import roster
from judge.game.votes import without_voter
from judge.usecases.calls import call_if_vacant
from judge.usecases.desk import Desk
from judge.usecases.languages import LANGUAGES, find_language, language_of
from judge.usecases.letters import Said
from judge.usecases.mails import notify, one_seat_each
from judge.usecases.ports import AuditEntry, Person
from judge.usecases.script import Command
from judge.usecases.signing import find_seat, hide_password, power_list, power_word, proof_problem, seat_name
from judge.usecases.start import full, start_game


def known_person(desk: Desk, name: str = "") -> Person:
    """The sender as a person; a first letter registers him."""
    if desk.person is None:
        desk.person = desk.uow.add_person(
            desk.letter.sender,
            name=name or desk.letter.sender_name,
            language=language_of(line for _, line in desk.letter.lines),
            zone="",
            at=desk.now,
        )
    return desk.person


def register(desk: Desk, command: Command) -> None:
    """REGISTER … END: name, zone and language of the sender; again to change them."""
    known = desk.person is not None
    person = known_person(desk)
    values: dict[str, str] = {"name": command.args.get("name", "")}
    for _, line in command.body:
        word, _, value = line.partition(":")
        values[word.strip().lower()] = value.strip()
    values["name"] = values["name"] or values.get("名前", "")
    zone = values.get("timezone") or values.get("zone") or values.get("時間帯") or ""
    found = find_zone(zone) if zone else person.zone
    language = find_language(values.get("language") or values.get("言語") or "") or person.language
    desk.person = replace(person, name=values["name"] or person.name, zone=found or person.zone, language=language)
    desk.uow.save_person(desk.person)
    said = [Said("registered_again" if known else "registered", {"name": desk.person.name, "address": person.address})]
    if zone and found is None:
        said.append(Said("bad_zone", {"text": zone, "near": near_zones(zone)}))
    desk.answer(command, "ok" if not zone or found else "refused", *said)


def set_zone(desk: Desk, command: Command) -> None:
    """SET ZONE: the zone in which this person's mails name the time."""
    zone = find_zone(command.args["zone"])
    if zone is None:
        desk.refuse(command, "bad_zone", text=command.args["zone"], near=near_zones(command.args["zone"]))
        return
    person = known_person(desk)
    desk.person = replace(person, zone=zone)
    desk.uow.save_person(desk.person)
    desk.ok(command, "zone_set", old=person.zone or "–", new=zone)


def set_language(desk: Desk, command: Command) -> None:
    """SET LANGUAGE: the language of this person's mails."""
    language = find_language(command.args["language"])
    if language is None:
        desk.refuse(command, "bad_language", text=command.args["language"][:20], known=", ".join(LANGUAGES))
        return
    person = known_person(desk)
    desk.person = replace(person, language=language)
    desk.uow.save_person(desk.person)
    desk.ok(command, "language_set", old=person.language, new=language)


def set_password(desk: Desk, command: Command) -> None:
    """SET PASSWORD: a new password for the seat signed on to, and a new reply address, should the old one have leaked.

    The password is never repeated in the answer.
    """
    seat = desk.seat or desk.seat_for(Role.POWER) or desk.seat_for(Role.MASTER)
    if seat is None or desk.game is None:
        desk.refuse(command, "sign_on_first")
        return
    hashed = desk.services.passwords.hash(command.args["password"])
    desk.keep(desk.game.with_seat(replace(seat, password=hashed, token_version=seat.token_version + 1)))
    hidden = replace(command, text="SET PASSWORD …")
    desk.ok(hidden, "password_set", seat=seat_name(seat), game=desk.game.name)


def join(desk: Desk, command: Command) -> None:
    """JOIN: take a seat of a forming game; the last one starts it. In a running game a vacant power is taken over."""
    who, at, name = command.args["target"].lstrip("? ").lower().rpartition("@")
    game = desk.find_game(command, name)
    if game is None:
        return
    if game.stage is not Stage.FORMING:
        if at and game.stage in (Stage.RUNNING, Stage.PAUSED):
            take_over(desk, command)
        else:
            desk.refuse(command, "joined_too_late", game=game.name)
        return
    wish = wish_for(desk, game, who) if at else None
    problem = wish if isinstance(wish, Said) else join_problem(desk, game, command)
    if problem is not None:
        desk.answer(command, "refused", problem)
        return
    _sit_down(desk, game, command, wish if isinstance(wish, str) else None)


def wish_for(desk: Desk, game: Game, who: str) -> str | Said:
    """The power that JOIN names, if it is free and the game allows the choice."""
    variant = desk.variant(game)
    power = power_word(variant, who)
    if power is None:
        return Said("no_such_power", {"text": who, "game": game.name, "powers": power_list(variant)})
    if not game.settings.power_choice:
        return Said("powers_are_drawn", {"game": game.name})
    taken = {seat.wish for seat in game.powers if not seat.vacant}
    if power in taken:
        free = ", ".join(p.word for p in variant.powers if p.word not in taken)
        return Said("power_taken", {"power": power, "free": free})
    return power


def join_problem(desk: Desk, game: Game, command: Command) -> Said | None:
    """Why the sender can't sit down in a forming game, None if he can."""
    if desk.person is not None and any(seat.role is Role.POWER for seat in game.seats_of(desk.person.id)):
        return Said("already_joined", {"game": game.name})
    if game.settings.private and command.args.get("word") != game.settings.private:
        return Said("private_word_needed", {"game": game.name})
    if full(game):
        return Said("game_full", {"game": game.name})
    return None


def _sit_down(desk: Desk, game: Game, command: Command, wish: str | None) -> None:
    person = known_person(desk)
    free = next(seat for seat in game.powers if seat.vacant)
    password = command.args.get("password")
    hashed = desk.services.passwords.hash(password) if password else None
    seat = replace(free, person=person.id, password=hashed, wish=wish, joined_at=desk.now)
    game = desk.keep(game.with_seat(seat))
    seated = next(each for each in game.powers if each.number == seat.number)
    desk.game, desk.seat, desk.locked = game, seated, False
    missing = sum(each.vacant for each in game.powers)
    said = [Said("joined_as" if wish else "joined", {"game": game.name, "power": wish or "", "missing": missing})]
    if missing == 0 and not game.settings.start_by_gm:
        game = start_game(desk.services, desk.uow, game, desk.now, desk.letter.id)
        desk.game = game
        desk.seat = next(each for each in game.powers if each.number == seat.number)
        said = [Said("joined_and_started", {"game": game.name, "power": desk.seat.power})]
    else:
        tell_joined(desk, command, game, seated)
    if missing == 0 and game.stage is Stage.FORMING:
        said.append(Said("full_waits_for_gm", {}))
        notify(
            desk.services,
            desk.uow,
            game,
            f"full:{game.id}",
            Said("game_is_full", {"game": game.name}),
            only=game.masters,
        )
    hidden = replace(command, text=hide_password(command))
    desk.answer(hidden, "ok", *said)


def tell_joined(desk: Desk, command: Command, game: Game, seat: Seat) -> None:
    """Tell the others in a forming game that somebody has joined; where players are hidden, not who."""
    person = known_person(desk)
    missing = sum(each.vacant for each in game.powers)
    key = f"joined:{game.id}:{desk.letter.key}:{command.number}"
    for viewer in one_seat_each(game.seats):
        row = next(each for each in roster(game, {person.id: person}, viewer) if each["number"] == seat.number)
        named = {"name": row["name"], "power": seat.wish or ""}
        code = "somebody_joined" if not row["name"] else "has_joined_as" if seat.wish else "has_joined"
        said = Said(code, {"game": game.name, "missing": missing, **(named if row["name"] else {})})
        if viewer.person != seat.person:
            notify(desk.services, desk.uow, game, key, said, letter=desk.letter.id, only=(viewer,))


def take_over(desk: Desk, command: Command) -> None:
    """TAKEOVER: sit down on a vacant power of a running game."""
    found = find_seat(desk, command.args["target"])
    if isinstance(found, Said):
        desk.answer(command, "refused", found)
        return
    game, seat = found
    problem = _takeover_problem(desk, game, seat, command)
    if problem is not None:
        desk.answer(command, "refused", problem)
        return
    person = known_person(desk)
    password = command.args.get("password")
    hashed = desk.services.passwords.hash(password) if password else None
    desk.open(game, seat)
    game = desk.keep(game.with_seat(replace(seat, person=person.id, password=hashed, joined_at=desk.now, missed=0)))
    desk.settle.add(game.name)
    desk.show_orders = True
    desk.answer(
        replace(command, text=hide_password(command)), "ok", Said("took_over", {"power": seat.power, "game": game.name})
    )
    told = Said("taken_over", {"power": seat.power, "game": game.name})
    key = f"takeover:{game.id}:{desk.letter.key}:{command.number}"
    notify(desk.services, desk.uow, game, key, told, letter=desk.letter.id, without=person.id)


def _takeover_problem(desk: Desk, game: Game, seat: Seat, command: Command) -> Said | None:
    if seat.role is not Role.POWER or game.stage not in (Stage.RUNNING, Stage.PAUSED):
        return Said("no_takeover", {"game": game.name})
    if not seat.vacant:
        return Said("seat_held", {"power": seat.power, "game": game.name})
    if desk.person is not None and any(each.role is Role.POWER for each in game.seats_of(desk.person.id)):
        return Said("already_joined", {"game": game.name})
    if game.settings.private and command.args.get("word") != game.settings.private:
        return Said("private_word_needed", {"game": game.name})
    return None


def observe(desk: Desk, command: Command) -> None:
    """OBSERVE: get results and broadcasts of a game without playing."""
    game = desk.find_game(command, command.args["target"])
    if game is None:
        return
    if not game.settings.observers:
        desk.refuse(command, "no_observers", game=game.name)
        return
    person = known_person(desk)
    if game.seats_of(person.id):
        desk.refuse(command, "already_joined", game=game.name)
        return
    number = 1 + max((seat.number for seat in game.seats if seat.role is Role.OBSERVER), default=0)
    seat = Seat(0, Role.OBSERVER, number, person=person.id, joined_at=desk.now)
    desk.keep(game.with_seats((*game.seats, seat)))
    desk.answer(replace(command, text=hide_password(command)), "ok", Said("observing", {"game": game.name}))


def set_wait(desk: Desk, command: Command) -> None:
    """SET WAIT / SET NOWAIT: do not process before the deadline / go ahead when all is in."""
    seat = desk.seat_for(Role.POWER)
    if seat is None or desk.game is None:
        desk.refuse(command, "sign_on_first" if desk.game is None else "players_only")
        return
    if desk.game.stage is not Stage.RUNNING:
        desk.refuse(command, "not_started" if desk.game.stage is Stage.FORMING else "game_over", game=desk.game.name)
        return
    wait = command.verb is not None and command.verb.name == "WAIT"
    desk.keep(desk.game.with_seat(replace(seat, wait=wait)))
    desk.settle.add(desk.game.name)
    desk.show_orders = True
    desk.ok(command, "wait_set" if wait else "wait_off", game=desk.game.name)


def resign(desk: Desk, command: Command) -> None:
    """RESIGN: leave a seat. Acts at the end of the letter, and only if the letter has no bad line."""
    target = command.args.get("target")
    if target:
        found = find_seat(desk, target)
        if isinstance(found, Said):
            desk.answer(command, "refused", found)
            return
        game, seat = found
        problem = proof_problem(desk, game, seat, command.args.get("password"))
        if problem is not None:
            desk.answer(command, "refused", problem)
            return
        desk.open(game, seat)
    seat_now = desk.seat_for(Role.POWER) or desk.seat_for(Role.OBSERVER)
    if desk.game is None or seat_now is None:
        desk.refuse(command, "sign_on_first" if desk.game is None else "gm_cannot_resign")
        return
    if desk.game.stage is Stage.FINISHED:
        desk.refuse(command, "game_over", game=desk.game.name)
        return
    game_name, number, role = desk.game.name, seat_now.number, seat_now.role
    shown = replace(command, text=hide_password(command))
    desk.deferred.append((shown, lambda: _leave(desk, shown, game_name, number, role)))


def _leave(desk: Desk, command: Command, name: str, number: int, role: Role) -> None:
    game = desk.uow.game(name)
    assert game is not None  # noqa: S101 - it was there a moment ago, in this transaction
    seat = next(each for each in game.seats if (each.number, each.role) == (number, role))
    game = desk.keep(vacate(game, seat))
    desk.settle.add(game.name)
    desk.uow.audit(AuditEntry(game.id, desk.now, "player", "RESIGN", {"seat": seat_name(seat)}, desk.letter.id))
    desk.ok(command, "resigned", seat=seat_name(seat), game=game.name)
    if seat.role is Role.POWER:
        missing = sum(each.vacant for each in game.powers)
        left = Said("has_left", {"game": game.name, "missing": missing})
        told = Said("has_resigned", {"power": seat.power, "game": game.name}) if seat.power else left
        key = f"resign:{game.id}:{desk.letter.key}:{command.number}"
        without = seat.person
        notify(desk.services, desk.uow, game, key, told, letter=desk.letter.id, without=without)
        call_if_vacant(desk.services, desk.uow, game, seat.number, letter=desk.letter.id, without=without)


def vacate(game: Game, seat: Seat) -> Game:
    """The game after a seat's holder left: before the start the chair is simply free again."""
    left = seat.vacated()
    if seat.power is not None:
        game = without_voter(game, seat.power)
    return game.with_seat(replace(left, wish=None) if game.stage is Stage.FORMING else left)
