"""Who may join: allow and deny lists, the GM's approval, invitations. Addresses on them are for the GM's eyes only."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from judge.game.game import Game, Stage
from judge.game.memory import ALLOWED, ASKING, DENIED, DUMMIES, keep, recall
from judge.game.seats import Role, Seat
from judge.usecases import any_game, player
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import announce, master_game
from judge.usecases.letters import Said
from judge.usecases.mails import notify, tell_operator, to_person
from judge.usecases.ports import Person
from judge.usecases.script import Command
from judge.usecases.seating import seat_person, take_chair
from judge.usecases.signing import hide_password, power_word
from judge.usecases.start import full

MOST_INVITED = 20
"""Invitations to one game within a day: the judge is nobody's mass mailer."""
_ADDRESS = re.compile(r"[^\s@<>,]{1,64}@[^\s@<>,]{1,190}")


def join(desk: Desk, command: Command) -> None:
    """JOIN, with the GM's lists looked at first; where approval is needed the wish is noted and the GM told."""
    named = any_game.named(desk, command)
    if named is None:
        return
    command = named
    who, at, name = command.args["target"].lstrip("? ").lower().rpartition("@")
    game = desk.uow.game(name)
    refused = problem(desk, game) if game is not None and game.stage is not Stage.FINISHED else None
    if game is None or refused is None:
        _joined(desk, command, player.join)
        return
    shown = replace(command, text=hide_password(command))
    if refused.code == "join_asks" and game.stage is Stage.FORMING:
        wish = player.wish_for(desk, game, who) if at else None
        barred = wish if isinstance(wish, Said) else player.join_problem(desk, game, command)
        if barred is None:
            _ask(desk, game, command, wish if isinstance(wish, str) else None)
            desk.answer(shown, "held", refused)
            return
        refused = barred
    desk.answer(shown, "refused", refused)


def take_over(desk: Desk, command: Command) -> None:
    """TAKEOVER of a power, by the GM's lists, or of the GM's chair."""
    target = command.args["target"].replace(" ", "").lower()
    who, _, name = target.rpartition("@")
    if who in ("m", "master", "gm"):
        take_chair(desk, command)
        return
    game = desk.uow.game(name) or desk.uow.game(target[1:])
    refused = problem(desk, game) if game is not None else None
    power = power_word(desk.variant(game), who or target[:1]) if game is not None else None
    if game is not None and refused is None and power in recall(game, DUMMIES, {}):
        refused = Said("dummy_not_free", {"power": power, "game": game.name})
    if game is not None and refused is not None:
        if refused.code == "join_asks":
            _ask(desk, game, command, power)
        desk.answer(replace(command, text=hide_password(command)), "refused", refused)
        return
    _joined(desk, command, player.take_over)


def _joined(desk: Desk, command: Command, act: Callable[[Desk, Command], None]) -> None:
    act(desk, command)
    seat = desk.seat_for(Role.POWER)
    if desk.answers and desk.answers[-1].status == "ok" and desk.game is not None and seat is not None:
        same_hand(desk, desk.game, seat)


def problem(desk: Desk, game: Game) -> Said | None:
    """Why the GM's lists keep the sender out; None if they don't."""
    mine = {desk.letter.sender.lower(), *(desk.person.addresses if desk.person is not None else ())}
    if mine & set(recall(game, DENIED, ())):
        return Said("join_denied", {"game": game.name})
    allowed = set(recall(game, ALLOWED, ()))
    if mine & allowed:
        return None
    if game.settings.approval:
        return Said("join_asks", {"game": game.name})
    return Said("join_not_allowed", {"game": game.name}) if allowed else None


def _ask(desk: Desk, game: Game, command: Command, wish: str | None) -> None:
    person = player.known_person(desk)
    password = command.args.get("password")
    note: dict[str, Any] = {"wish": wish, "password": desk.services.passwords.hash(password) if password else None}
    asking = {**recall(game, ASKING, {}), person.address: note}
    stored = desk.keep(keep(game, ASKING, asking))
    told = Said("wants_to_join", {"game": game.name, "address": person.address, "name": person.name or "–"})
    key = f"asks:{game.id}:{person.id}:{desk.now:%Y-%m-%d}"
    notify(desk.services, desk.uow, stored, key, told, letter=desk.letter.id, only=stored.masters)


def set_player(desk: Desk, command: Command) -> None:
    """SET ALLOW|DENY|APPROVED PLAYER address…, and with NO to take an address off a list."""
    game = master_game(desk, command)
    if game is None:
        return
    addresses = [each.lower() for each in _ADDRESS.findall(command.args["who"])]
    if not addresses:
        desk.refuse(command, "no_address", text=command.args["who"][:60])
        return
    word = command.args["list"].upper()
    name = DENIED if word.startswith("DEN") else ALLOWED
    other = ALLOWED if name == DENIED else DENIED
    old = list(recall(game, name, ()))
    if "no" in command.args:
        game = keep(game, name, [each for each in old if each not in addresses])
    else:
        game = keep(game, name, [*old, *(each for each in addresses if each not in old)])
        game = keep(game, other, [each for each in recall(game, other, ()) if each not in addresses])
    stored = desk.keep(game)
    desk.ok(command, "list_changed", list=name, old=", ".join(old) or "–", now=", ".join(recall(stored, name)) or "–")
    announce(desk, command, stored, word, {"addresses": addresses, "off": "no" in command.args})
    if word.startswith("APPROV") and "no" not in command.args:
        for address in addresses:
            _seat_asking(desk, command, address)


def _seat_asking(desk: Desk, command: Command, address: str) -> None:
    """Somebody who asked and is approved now has his seat at once."""
    game = desk.game
    person = desk.uow.person_at(address)
    note = recall(game, ASKING, {}).get(person.address) if game is not None and person is not None else None
    if game is None or person is None or note is None:
        return
    if game.stage is not Stage.FORMING or full(game):
        told = Said("approved", {"game": game.name})
        key = f"approved:{game.id}:{desk.letter.key}:{person.id}"
        to_person(desk.services, desk.uow, person, game, told, key, letter=desk.letter.id)
        return
    asking = {who: wish for who, wish in recall(game, ASKING, {}).items() if who != person.address}
    game = keep(game, ASKING, asking or None)
    free = next(seat for seat in game.powers if seat.vacant)
    taken = {seat.wish for seat in game.powers if not seat.vacant}
    wish = note["wish"] if note["wish"] not in taken else None
    seat_person(desk, command, game, replace(free, wish=wish, password=note["password"]), person)


def invite(desk: Desk, command: Command) -> None:
    """INVITE address[, address…]: mails each how to join, with the word of a private game."""
    game = master_game(desk, command)
    if game is None:
        return
    addresses = list(dict.fromkeys(each.lower() for each in _ADDRESS.findall(command.args["who"])))
    if not addresses:
        desk.refuse(command, "no_address", text=command.args["who"][:60])
        return
    if len(addresses) + _invited_today(desk, game) > MOST_INVITED or game.stage is Stage.FINISHED:
        desk.refuse(command, "too_many_invited", most=MOST_INVITED)
        return
    wanted = [seat.power for seat in game.powers if seat.vacant and seat.power]
    for address in addresses:
        person = desk.uow.person_at(address) or _stranger(desk, address)
        to_person(
            desk.services, desk.uow, person, game, _invitation(desk, game, wanted),
            f"invite:{game.id}:{desk.letter.key}:{person.id}", letter=desk.letter.id,
        )  # fmt: skip
    if recall(game, ALLOWED) or game.settings.approval:
        old = list(recall(game, ALLOWED, ()))
        game = desk.keep(keep(game, ALLOWED, [*old, *(each for each in addresses if each not in old)]))
    desk.ok(command, "invited", count=len(addresses), game=game.name)
    announce(desk, command, game, "INVITE", {"addresses": addresses})


def _invited_today(desk: Desk, game: Game) -> int:
    since = desk.now - timedelta(days=1)
    entries = [each for each in desk.uow.audit_of(game.id) if each.verb == "INVITE" and each.at > since]
    return sum(len(each.detail["addresses"]) for each in entries)


def _invitation(desk: Desk, game: Game, wanted: list[str]) -> Said:
    args = {
        "game": game.name,
        "variant": desk.variant(game).title,
        "word": f" password {game.settings.private}" if game.settings.private else "",
        "powers": wanted,
        "power": (wanted[0] if wanted else "power").lower(),
    }
    return Said("invitation" if game.stage is Stage.FORMING else "invitation_takeover", args)


def _stranger(desk: Desk, address: str) -> Person:
    return desk.uow.add_person(address, name="", language="en", zone="", at=desk.now)


def same_hand(desk: Desk, game: Game, seat: Seat) -> None:
    """Tell the GM who does not play, or else the operator, where two powers may be one person's: a name in common, or
    the same mailbox with different tags (`ann+x@…`)."""
    person = desk.uow.person(seat.person) if seat.person is not None else None
    if person is None:
        return
    for other in game.powers:
        rival = desk.uow.person(other.person) if other.person not in (None, seat.person) else None
        if rival is not None and alike(person, rival):
            told = Said("same_hand", {"one": _seat_text(seat), "two": _seat_text(other), "game": game.name})
            masters = [m for m in game.masters if all(p.person != m.person for p in game.powers)]
            key = f"alike:{game.id}:{seat.number}:{other.number}:{person.id}"
            notify(desk.services, desk.uow, game, key, told, letter=desk.letter.id, only=masters)
            if not masters:
                tell_operator(desk.services, desk.uow, key, desk.now, told)


def alike(one: Person, other: Person) -> bool:
    """Whether two people may be one: the same mailbox but for its tag or dots, or the same full name."""
    if {mailbox(each) for each in (one.address, *one.addresses)} & {
        mailbox(each) for each in (other.address, *other.addresses)
    }:
        return True
    return " " in one.name.strip() and one.name.strip().casefold() == other.name.strip().casefold()


def mailbox(address: str) -> str:
    """An address without its tag and the dots of its local part."""
    local, _, domain = address.lower().partition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


def _seat_text(seat: Seat) -> str:
    return seat.power or f"player {seat.number}" if seat.role is Role.POWER else seat.role.value
