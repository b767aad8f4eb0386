"""A person's own things: addresses, name, reminders, which broadcasts reach him, who is who."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from judge.game.durations import Duration
from judge.game.game import Game, Stage
from judge.game.preferences import read_wishes, with_wishes
from judge.game.seats import Role
from judge.usecases.desk import Desk
from judge.usecases.holding import turn
from judge.usecases.letters import Said
from judge.usecases.player import known_person, observe
from judge.usecases.ports import Mail, Person
from judge.usecases.script import Command

MOST_ADDRESSES = 8
MOST_LEADS = 5
LONGEST_DELAY = 86_400
LONGEST_LEAD = 14 * 86_400
_ADDRESS = re.compile(r"[^\s<>@,;\"']{1,64}@[A-Za-z0-9.-]{1,190}")


def set_name(desk: Desk, command: Command) -> None:
    """SET NAME: what others see."""
    person = known_person(desk)
    _save(desk, replace(person, name=command.args["name"].strip()[:80]))
    desk.ok(command, "name_set", old=person.name or "–", new=command.args["name"])


def no_zone(desk: Desk, command: Command) -> None:
    """SET NO ZONE: times are shown in each game's own zone again."""
    person = known_person(desk)
    _save(desk, replace(person, zone=""))
    desk.ok(command, "zone_none", old=person.zone or "–")


def set_address(desk: Desk, command: Command) -> None:
    """SET ADDRESS: mail goes to all of them, answers to the one written from; all count as this person's now."""
    person = known_person(desk)
    given = [each.strip().lower() for each in command.args.get("addresses", desk.letter.sender).split(",")]
    wrong = next((each for each in given if not _ADDRESS.fullmatch(each)), None)
    if wrong is not None or len({*person.addresses, *given}) > MOST_ADDRESSES:
        desk.refuse(command, "bad_address", text=wrong or ", ".join(given), most=MOST_ADDRESSES)
        return
    others = [found for found in map(desk.uow.person_at, given) if found is not None and found.id != person.id]
    if others and desk.services.identity == "trust":
        desk.refuse(command, "address_of_other", text=", ".join(given))
        return
    act = {"do": "address", "person": person.id, "addresses": given}
    if needs_proof(desk):
        ask(desk, command, person, act)
    else:
        desk.answer(command, "ok", do_act(desk, act))


def also(desk: Desk, command: Command) -> None:
    """I AM ALSO old@address: the sender's address counts as that person's too."""
    old = desk.uow.person_at(command.args["address"].lower())
    if old is None and not needs_proof(desk):
        desk.refuse(command, "nobody_at", address=command.args["address"][:100])
        return
    if old is None:  # whether anybody has that address is nobody's business
        desk.answer(command, "held", Said("address_asked", {}))
        return
    if desk.person is not None and old.id == desk.person.id:
        desk.ok(command, "address_known", address=desk.letter.sender)
        return
    act = {"do": "also", "person": old.id, "address": desk.letter.sender}
    if needs_proof(desk):
        ask(desk, command, old, act)
        return
    desk.answer(command, "ok", do_act(desk, act))


def needs_proof(desk: Desk) -> bool:
    """Address changes are always confirmed outside trial mode."""
    return desk.services.identity != "trust" and desk.letter.id is not None


def ask(desk: Desk, command: Command, person: Person, act: dict[str, Any]) -> None:
    """Hold a change, and ask the address on record. The mail's random Message-ID is the proof: only who got it can
    answer it."""
    until = Said("confirm_address", {"sender": desk.letter.sender})
    data = {"head": None, "text": [until.to_json()], "lines": [command.text], "act": act}
    when = turn(desk.uow, person.address, desk.now)
    if when is None:  # asked so often already that a forger must be at work
        desk.answer(command, "held", Said("address_asked", {}))
        return
    key = f"confirm:{desk.letter.key}:{command.number}"
    mail = Mail("confirm", person.address, data, key, language=person.language, letter=desk.letter.id)
    desk.uow.post(mail, not_before=when)
    desk.answer(command, "held", Said("address_asked", {}))


def confirmed(desk: Desk) -> bool:
    """If the letter answers a question about an address: do what was asked, once. True if it did."""
    for message_id in reversed(desk.letter.references):
        mail = desk.uow.mail_with_id(message_id)
        act = mail.data.get("act") if mail is not None and mail.kind == "confirm" else None
        if mail is None or act is None or mail.to.lower() != desk.letter.sender.lower():
            continue
        if desk.uow.mark(f"confirmed:{mail.key}", desk.now):
            desk.notes.append(do_act(desk, act))
        else:
            desk.notes.append(Said("confirmed_before", {}))
        return True
    return False


def do_act(desk: Desk, act: dict[str, Any]) -> Said:
    """Change a person's addresses; the sentence that says so."""
    person = desk.uow.person(act["person"])
    assert person is not None  # noqa: S101 - people are never deleted while a question about them is open
    if act["do"] == "address":
        given: Sequence[str] = act["addresses"]
        taken = [found for found in map(desk.uow.person_at, given) if found is not None and found.id != person.id]
        if taken:
            return Said("address_of_other", {"text": ", ".join(given)})
        every = tuple(dict.fromkeys((*given, *person.addresses)))
        others = [address for address in given[1:] if address != given[0]]
        kept = {name: value for name, value in person.preferences.items() if name != "also_to"}
        preferences = {**kept, **({"also_to": list(dict.fromkeys(others))} if others else {})}
        _save(desk, replace(person, address=given[0], addresses=every, preferences=preferences, bouncing=False))
        if others:
            return Said("addresses_set", {"to": [given[0], *others], "all": list(every)})
        return Said("address_set", {"address": given[0], "all": list(every)})
    return _also(desk, person, act["address"])


def _also(desk: Desk, person: Person, address: str) -> Said:
    other = desk.uow.person_at(address)
    if other is not None and other.id != person.id:
        together = [game.name for game in desk.uow.games_of(other.id) if game.seats_of(person.id)]
        if together:
            return Said("address_both_play", {"game": together[0]})
        desk.uow.absorb(person.id, other.id)
    _save(desk, replace(person, addresses=tuple(dict.fromkeys((*person.addresses, address)))))
    return Said("address_added", {"address": address, "old": person.address})


def _save(desk: Desk, person: Person) -> None:
    desk.uow.save_person(person)
    if desk.person is None or desk.person.id == person.id or desk.letter.sender in person.addresses:
        desk.person = desk.uow.person(person.id)


def prefer(desk: Desk, person: Person, **values: Any) -> None:
    """Change what a person prefers; None takes a preference back."""
    kept = {name: value for name, value in {**person.preferences, **values}.items() if value is not None}
    _save(desk, replace(person, preferences=kept))


def set_reminder(desk: Desk, command: Command) -> None:
    """SET REMINDER 24H,6H: this person's own lead times, in all games."""
    person = known_person(desk)
    if command.args.get("off"):
        prefer(desk, person, reminders=[])
        desk.ok(command, "reminders_none")
        return
    if command.args.get("usual"):
        prefer(desk, person, reminders=None)
        desk.ok(command, "reminders_usual")
        return
    leads = [Duration.parse(each) for each in re.findall(r"\d+\s?[A-Za-z]+", command.args["leads"])]
    good = [lead for lead in leads if lead is not None and 0 < lead.seconds <= LONGEST_LEAD]
    if len(good) != len(leads) or len(good) > MOST_LEADS:
        desk.refuse(command, "bad_reminders", text=command.args["leads"][:60], most=MOST_LEADS)
        return
    prefer(desk, person, reminders=[str(lead) for lead in good])
    desk.ok(command, "reminders_set", leads=[str(lead) for lead in good])


def set_press_delay(desk: Desk, command: Command) -> None:
    """SET PRESS DELAY 10M: how long this person's press can be taken back."""
    length = Duration.parse(command.args.get("length", "0S")) or Duration.parse("0S")
    assert length is not None  # noqa: S101 - 0S is a length
    if length.seconds > LONGEST_DELAY or (command.args.get("length", "0") != "0" and length.seconds == 0):
        desk.refuse(command, "bad_press_delay", text=command.args["length"])
        return
    prefer(desk, known_person(desk), press_delay=length.seconds or None)
    desk.ok(command, "press_delay_set" if length.seconds else "press_delay_none", length=str(length))


def set_broadcasts(desk: Desk, command: Command) -> None:
    """SET NO BROADCAST: an observer gets results and notices only."""
    game = desk.game
    if game is None or desk.person is None or desk.seat_for(Role.OBSERVER) is None:
        desk.refuse(command, "observers_only")
        return
    off = bool(command.args.get("off"))
    quiet_in(desk, game, quiet=off)
    desk.ok(command, "broadcasts_off" if off else "broadcasts_on", game=game.name)


def quiet_in(desk: Desk, game: Game, *, quiet: bool) -> None:
    """Whether broadcasts of a game reach the sender, who observes it."""
    person = known_person(desk)
    games = [name for name in person.preferences.get("quiet", ()) if name != game.name]
    prefer(desk, person, quiet=[*games, game.name] if quiet else games)


def monitor(desk: Desk, command: Command) -> None:
    """MONITOR: observe, without the broadcasts."""
    observe(desk, command)
    if desk.answers and desk.answers[-1].status == "ok":
        game = desk.uow.game(command.args["target"].lower())
        assert game is not None  # noqa: S101 - observed just now
        quiet_in(desk, game, quiet=True)
        desk.answers[-1] = replace(desk.answers[-1], said=(Said("monitoring", {"game": game.name}),))


def set_preference(desk: Desk, command: Command) -> None:
    """SET PREFERENCE: which powers the sender would like when they are drawn."""
    game, seat = desk.game, desk.seat_for(Role.POWER)
    if game is None or seat is None:
        desk.refuse(command, "sign_on_first" if game is None else "players_only")
        return
    if game.stage is not Stage.FORMING:
        desk.refuse(command, "already_started", game=game.name)
        return
    variant = desk.variant(game)
    wishes = read_wishes(variant, command.args["wishes"])
    if wishes is None:
        letters = ", ".join(f"{power.letter} {power.word}" for power in variant.powers)
        desk.refuse(command, "bad_preference", text=command.args["wishes"], powers=letters)
        return
    desk.keep(with_wishes(game, seat.number, wishes))
    groups = [" = ".join(group) for group in wishes]
    if seat.wish is not None:
        desk.ok(command, "preference_not_needed", power=seat.wish)
    else:
        desk.ok(command, "preference_set" if groups else "preference_none", groups=" > ".join(groups))


def who_is(desk: Desk, command: Command) -> None:
    """WHO IS: people by the beginning of their name, or by their whole address."""
    text = command.args["who"].strip()
    if "@" in text:
        found = [person for person in (desk.uow.person_at(text.lower()),) if person is not None]
    else:
        found = list(desk.uow.people_named(text))[:20] if len(text) > 1 else []
    rows = [_person_row(desk, person) for person in found]
    if not rows:
        desk.refuse(command, "nobody_called", text=text[:60])
        return
    desk.blocks.append({"type": "people", "people": rows})
    desk.ok(command, "who_is_ok", count=len(rows))


def _person_row(desk: Desk, person: Person) -> dict[str, Any]:
    """What anybody may know of a person; games that hide their players count for nothing, lest they be recognised."""
    games = [game for game in desk.uow.games_of(person.id) if not game.settings.gunboat and game.settings.listed]
    seats = [seat for game in games for seat in game.seats_of(person.id) if seat.role is Role.POWER]
    return {
        "name": person.name or person.address.partition("@")[0],
        "zone": person.zone,
        "language": person.language,
        "games": [game.name for game in games if game.stage is not Stage.FINISHED],
        "played": len(seats),
        "missed": sum(seat.missed for seat in seats),
    }
