"""Who a letter speaks for: SIGNON in both dialects, the reply address, or simply the sender's own seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.variant import Variant
from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.notation.powers import find_power
from judge.usecases.desk import Desk, Services
from judge.usecases.letters import Letter, Said
from judge.usecases.mails import notify
from judge.usecases.ports import UnitOfWork
from judge.usecases.script import Command, without_secrets

NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdCE$3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
"""A hash in the form of the others that no password has: to be asked where there is none."""
MOST_MISSES = 20
"""Wrong passwords for one seat in a day, from anybody; the player himself still has his address and his token."""


def open_by_address(desk: Desk) -> None:
    """Before the first line: the seat of the reply token if it is the sender's, else the game the address names."""
    letter = desk.letter
    if letter.token_hash is not None:
        found = desk.uow.seat_by_token(letter.token_hash)
        if found is None:
            desk.notes.append(Said("old_reply_address"))
        elif belongs(desk, found[1]):
            desk.shown[found[1].id] = "token"
            desk.open(*found)
            return
        else:
            tell_owner(desk.services, desk.uow, desk.letter, *found)
            desk.notes.append(Said("token_of_other"))
    if letter.game is not None:
        game = desk.uow.game(letter.game)
        if game is None:
            desk.notes.append(Said("no_game", {"game": letter.game}))
        else:
            desk.open(game, None)


def tell_owner(services: Services, uow: UnitOfWork, letter: Letter, game: Game, seat: Seat) -> None:
    """Somebody else wrote to a seat's reply address: its mail was passed on. Its player hears of it once."""
    key = f"leaked:{seat.id}:{seat.token_version}"
    if services.identity != "trust" and uow.mark(key, letter.accepted_at):
        said = Said("token_leaked", {"seat": seat_name(seat), "game": game.name})
        notify(services, uow, game, key, said, only=(seat,))


def belongs(desk: Desk, seat: Seat) -> bool:
    """Whether the sender is the person who holds a seat."""
    return desk.person is not None and seat.person == desk.person.id


def sign_on(desk: Desk, command: Command) -> None:
    """`SIGNON Fgame pw`, `SIGNON france@game pw`, `SIGNON Mgame pw`: go on for that seat."""
    desk.game, desk.seat, desk.locked = None, None, True
    target, password = command.args["target"], command.args.get("password")
    command = replace(command, text=hide_password(command))
    found = find_seat(desk, target)
    if isinstance(found, Said):
        desk.answer(command, "refused", found)
        return
    game, seat = found
    problem = proof_problem(desk, game, seat, password)
    if problem is not None:
        desk.answer(command, "refused", problem)
        return
    desk.open(game, seat)
    desk.ok(command, "signed_on", seat=seat_name(seat), game=game.name)


def proof_problem(desk: Desk, game: Game, seat: Seat, password: str | None) -> Said | None:
    """Why the sender may not speak for a seat (None: he may). A password given must be right, from any address."""
    if seat.vacant:
        return Said("seat_vacant", {"seat": seat_name(seat), "game": game.name})
    if desk.services.identity == "strict" and not belongs(desk, seat):
        # whatever the password is: a guesser shall not learn whether it was right
        return Said("address_needed", {"seat": seat_name(seat), "game": game.name})
    if password is not None and (seat.password is not None or not belongs(desk, seat)):
        if not right_password(desk, seat, password):
            return Said("wrong_password", {"seat": seat_name(seat), "game": game.name})
        desk.shown[seat.id] = "password"
        return None
    if belongs(desk, seat):
        return None
    # One answer for "no password set" and "password left out": a stranger shall not learn which.
    return Said("password_needed", {"seat": seat_name(seat), "game": game.name})


def right_password(desk: Desk, seat: Seat, password: str) -> bool:
    """Is it the seat's password? Outside trial mode a seat is not asked again after so many misses a day."""
    hashed = seat.password or NOBODYS  # a guesser shall not learn from words or time that a seat has none
    key, today = f"misses:{seat.id}", desk.now.date().isoformat()
    counted = (desk.uow.recall(key) or {}) if desk.services.identity != "trust" else {}
    missed = counted.get("count", 0) if counted.get("day") == today else 0
    if missed >= MOST_MISSES:
        return False
    if desk.services.passwords.matches(hashed, password) and seat.password is not None:
        return True
    if desk.services.identity != "trust":
        desk.uow.remember(key, {"day": today, "count": missed + 1})
    return False


def hide_password(command: Command) -> str:
    """A command line as it may be repeated."""
    return without_secrets(command)


def seat_name(seat: Seat) -> str:
    """How a seat is called in answers."""
    if seat.role is Role.POWER:
        return seat.power or f"player {seat.number}"
    return seat.role.value


def find_seat(desk: Desk, target: str) -> tuple[Game, Seat] | Said:
    """The seat that `france@first`, `Ffirst`, `Mfirst` or plain `first` means."""
    target = target.replace(" ", "").lower()
    if "@" in target:
        who, _, name = target.partition("@")
        game = desk.uow.game(name)
        return Said("no_game", {"game": name}) if game is None else _seat_named(desk, game, who)
    if target[:1].isalnum() and len(target) > 2:
        game = desk.uow.game(target[1:])
        if game is not None:
            seat = _seat_named(desk, game, target[0])
            if not isinstance(seat, Said) or desk.uow.game(target) is None:
                return seat
    game = desk.uow.game(target)
    if game is None:
        return Said("no_game", {"game": target[1:] if len(target) > 2 else target})
    own = game.seats_of(desk.person.id) if desk.person else ()
    if len(own) == 1:
        return game, own[0]
    return Said("which_seat", {"game": game.name})


def _seat_named(desk: Desk, game: Game, who: str) -> tuple[Game, Seat] | Said:
    special = {
        "m": Role.MASTER,
        "master": Role.MASTER,
        "gm": Role.MASTER,
        "o": Role.OBSERVER,
        "observer": Role.OBSERVER,
    }
    if who in special:
        return _special_seat(desk, game, special[who])
    if who.isdigit():
        numbered = [seat for seat in game.powers if seat.number == int(who)]
        return (game, numbered[0]) if numbered else Said("no_such_seat", {"seat": who, "game": game.name})
    power = power_word(desk.variant(game), who)
    own = game.seats_of(desk.person.id) if desk.person is not None else ()
    if power is None and len(own) == 1 and own[0].role is Role.OBSERVER:
        return game, own[0]  # observers of the DPjudge have names of their own choice
    if power is None:
        return Said("no_such_power", {"text": who, "game": game.name, "powers": power_list(desk.variant(game))})
    if game.stage is Stage.FORMING:
        return _forming_seat(desk, game, power)
    seat = game.seat_of(power)
    return (game, seat) if seat is not None else Said("no_such_seat", {"seat": power, "game": game.name})


def _special_seat(desk: Desk, game: Game, role: Role) -> tuple[Game, Seat] | Said:
    chairs = [seat for seat in game.seats if seat.role is role]
    own = [seat for seat in chairs if desk.person is not None and seat.person == desk.person.id]
    if role is Role.OBSERVER and not own:
        return Said("observe_first", {"game": game.name})
    chosen = own or chairs
    if not chosen:
        return Said("no_such_seat", {"seat": role.value, "game": game.name})
    return game, chosen[0]


def _forming_seat(desk: Desk, game: Game, power: str) -> tuple[Game, Seat] | Said:
    # Before the powers are drawn nobody is France yet, but the player himself may be told so by name.
    own = [seat for seat in game.powers if desk.person is not None and seat.person == desk.person.id]
    if own and (own[0].wish in (None, power)):
        return game, own[0]
    return Said("not_started_no_power", {"power": power, "game": game.name})


def power_word(variant: Variant, text: str) -> str | None:
    """A power's word from its word, name, letter or an unambiguous beginning; None if it is none or several."""
    found = find_power(variant, text)
    return None if found is None else variant.powers[found].word


def power_list(variant: Variant) -> str:
    """All powers' words, for an answer."""
    return ", ".join(power.word for power in variant.powers)


def game_at_hand(desk: Desk, command: Command) -> Game | None:
    """The game signed on to, or the only one the sender plays or masters; else an answer that says to sign on."""
    if desk.game is None:
        lone = lone_seat(desk, (Role.POWER, Role.MASTER))
        if lone is not None:
            desk.open(*lone)
    if desk.game is None:
        desk.refuse(command, "sign_on_first")
    return desk.game


def lone_seat(desk: Desk, roles: Sequence[Role]) -> tuple[Game, Seat] | None:
    """The only running seat of the sender in these roles, for a letter that names neither game nor seat."""
    if desk.person is None:
        return None
    found = [
        (game, seat)
        for game in desk.uow.games_of(desk.person.id)
        if game.stage in (Stage.RUNNING, Stage.PAUSED, Stage.FORMING)
        for seat in game.seats_of(desk.person.id)
        if seat.role in roles
    ]
    return found[0] if len(found) == 1 else None
