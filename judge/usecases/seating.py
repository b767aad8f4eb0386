"""Who sits where by the GM's hand: replace, dummy and revive, several GMs, taking over the GM's chair."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from judge.game.game import Game, Stage
from judge.game.memory import DUMMIES, keep, recall
from judge.game.seats import Role, Seat
from judge.game.votes import without_voter
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import announce, master_game, plays, power_named, running_game
from judge.usecases.letters import Said
from judge.usecases.mails import notify
from judge.usecases.player import known_person, vacate
from judge.usecases.ports import Person
from judge.usecases.script import Command
from judge.usecases.signing import hide_password, right_password
from judge.usecases.start import full, start_game

_ADDRESS = re.compile(r"[^\s@<>,]{1,64}@[^\s@<>,]{1,190}")


def seat_person(desk: Desk, command: Command, game: Game, seat: Seat, person: Person) -> Game:
    """Put a person on a power's seat; he is told, and the game starts if that was its last seat."""
    seat = replace(seat, person=person.id, joined_at=desk.now, missed=0, token_version=seat.token_version + 1)
    game = desk.keep(game.with_seat(seat))
    desk.settle.add(game.name)
    seated = next(each for each in game.powers if each.number == seat.number)
    code = "seated_forming" if game.stage is Stage.FORMING else "seated"
    key = f"seated:{game.id}:{desk.letter.key}:{command.number}:{person.id}"
    told = Said(code, {"game": game.name, "power": seat.power or seat.wish or "–"})
    notify(desk.services, desk.uow, game, key, told, letter=desk.letter.id, only=(seated,))
    if game.stage is Stage.FORMING and full(game) and not game.settings.start_by_gm:
        game = start_game(desk.services, desk.uow, game, desk.now, desk.letter.id)
        if desk.game is not None and desk.game.id == game.id:
            desk.game = game
            desk.seat = next((s for s in game.masters if desk.seat and s.number == desk.seat.number), desk.seat)
    return game


def replace_player(desk: Desk, command: Command) -> None:
    """REPLACE power address: the seat is this person's from now on; the old player and everybody are told."""
    game = running_game(desk, command, Stage.RUNNING, Stage.PAUSED)
    seat = power_named(desk, command, game, command.args["power"]) if game is not None else None
    if game is None or seat is None:
        return
    address = command.args["address"].lower()
    if not _ADDRESS.fullmatch(address):
        desk.refuse(command, "no_address", text=address[:60])
        return
    if plays(desk, game) and game.settings.gunboat:
        desk.refuse(command, "not_for_playing_gm")
        return
    person = desk.uow.person_at(address)
    if person is not None and any(each.role is Role.POWER for each in game.seats_of(person.id)):
        desk.refuse(command, "plays_already", address=address, game=game.name)
        return
    person = person or desk.uow.add_person(address, name="", language="en", zone="", at=desk.now)
    told = Said("ejected", {"power": seat.power, "game": game.name})
    if not seat.vacant:
        key = f"replaced:{game.id}:{desk.letter.key}:{command.number}"
        notify(desk.services, desk.uow, game, key, told, letter=desk.letter.id, only=(seat,))
    game = without_voter(_without_dummy(game, seat), seat.power or "")
    stored = seat_person(desk, command, game, replace(seat.vacated(), token_version=seat.token_version), person)
    desk.ok(command, "replaced", power=seat.power, address=person.address)
    said = Said("taken_over", {"power": seat.power, "game": game.name})
    others = [each for each in stored.seats if each.person != person.id]
    announce(desk, command, stored, "REPLACE", {"power": seat.power, "address": address}, said, only=others)


def dummy(desk: Desk, command: Command) -> None:
    """DUMMY power: nobody plays it, its units hold, nobody is asked to take it over. REVIVE gives it back."""
    game = running_game(desk, command, Stage.RUNNING, Stage.PAUSED)
    seat = power_named(desk, command, game, command.args["power"]) if game is not None else None
    if game is None or seat is None:
        return
    told = Said("is_dummy", {"power": seat.power, "game": game.name})
    if not seat.vacant:
        key = f"dummied:{game.id}:{desk.letter.key}:{command.number}"
        notify(desk.services, desk.uow, game, key, told, letter=desk.letter.id, only=(seat,))
    dummies = {**recall(game, DUMMIES, {}), seat.power: seat.person}
    stored = desk.keep(keep(vacate(game, seat), DUMMIES, dummies))
    desk.settle.add(stored.name)
    desk.ok(command, "dummy_ok", power=seat.power)
    announce(desk, command, stored, "DUMMY", {"power": seat.power}, told)


def revive(desk: Desk, command: Command) -> None:
    """REVIVE power: its old player has it again; without one, anybody may take it over."""
    game = running_game(desk, command, Stage.RUNNING, Stage.PAUSED)
    seat = power_named(desk, command, game, command.args["power"]) if game is not None else None
    if game is None or seat is None:
        return
    if seat.power not in recall(game, DUMMIES, {}) or not seat.vacant:
        desk.refuse(command, "no_dummy", power=seat.power)
        return
    number = recall(game, DUMMIES)[seat.power]
    person = desk.uow.person(number) if number is not None else None
    game = _without_dummy(game, seat)
    told = Said("revived_told", {"power": seat.power, "game": game.name})
    if person is not None and not any(each.role is Role.POWER for each in game.seats_of(person.id)):
        stored = seat_person(desk, command, game, seat, person)
    else:
        stored = desk.keep(game)
    desk.ok(command, "revived", power=seat.power)
    announce(desk, command, stored, "REVIVE", {"power": seat.power}, told)


def _without_dummy(game: Game, seat: Seat) -> Game:
    dummies: dict[str, Any] = {name: who for name, who in recall(game, DUMMIES, {}).items() if name != seat.power}
    return keep(game, DUMMIES, dummies or None)


def promote(desk: Desk, command: Command) -> None:
    """PROMOTE address: one more GM, with the same rights; an observer's seat becomes the GM's."""
    game = master_game(desk, command)
    if game is None:
        return
    person = desk.uow.person_at(command.args["address"].lower())
    if person is None or any(seat.person == person.id for seat in game.masters):
        desk.refuse(command, "cannot_promote", address=command.args["address"][:80])
        return
    number = 1 + max(seat.number for seat in game.masters)
    chair = Seat(0, Role.MASTER, number, person=person.id, joined_at=desk.now)
    rest = [s for s in game.seats if not (s.role is Role.OBSERVER and s.person == person.id)]
    stored = desk.keep(game.with_seats((*rest, chair)))
    name = person.name or person.address.partition("@")[0]
    desk.ok(command, "promoted", name=name, game=game.name)
    hidden = game.settings.gunboat and any(s.role is Role.POWER for s in game.seats_of(person.id))
    told = Said("one_more_gm", {"name": "–" if hidden else name, "game": game.name})
    announce(desk, command, stored, "PROMOTE", {"address": person.address}, told)


def demote(desk: Desk, command: Command) -> None:
    """DEMOTE [address]: one GM fewer (without an address, the one who writes); one always stays."""
    game = master_game(desk, command)
    if game is None:
        return
    address = command.args.get("address", "").lower()
    person = desk.uow.person_at(address) if address else desk.person
    chair = next((seat for seat in game.masters if person is not None and seat.person == person.id), None)
    if chair is None or len(game.masters) < 2:
        desk.refuse(command, "cannot_demote")
        return
    told = Said("one_gm_fewer", {"game": game.name})
    stored = desk.keep(game.with_seats(s for s in game.seats if s.id != chair.id))
    desk.ok(command, "demoted", game=game.name)
    announce(desk, command, stored, "DEMOTE", {"number": chair.number}, told)


def take_chair(desk: Desk, command: Command) -> None:
    """TAKEOVER master@game password: the GM's chair changes hands, to whoever knows its password."""
    name = command.args["target"].lower().rpartition("@")[2]
    game = desk.find_game(command, name)
    if game is None:
        return
    shown = replace(command, text=hide_password(command))
    password = command.args.get("password")
    chair = next((s for s in game.masters if s.password and password and right_password(desk, s, password)), None)
    if chair is None:
        desk.answer(shown, "refused", Said("wrong_password", {"seat": "master", "game": game.name}))
        return
    person = known_person(desk)
    old = chair
    changed = replace(chair, person=person.id, token_version=chair.token_version + 1, joined_at=desk.now)
    told = Said("new_gm", {"name": person.name or person.address.partition("@")[0], "game": game.name})
    if old.person not in (None, person.id):
        key = f"chair:{game.id}:{desk.letter.key}:{command.number}"
        notify(desk.services, desk.uow, game, key, told, letter=desk.letter.id, only=(old,))
    desk.game = game
    desk.seat = old
    stored = desk.keep(game.with_seat(changed))
    desk.answer(shown, "ok", Said("chair_taken", {"game": game.name}))
    announce(desk, command, stored, "TAKEOVER", {"seat": "master"}, told)
