"""Mail records for seats and people: who gets what, in which language and zone, under which key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.game.game import Game
from judge.game.press import voice
from judge.game.seats import Role, Seat
from judge.game.view import head
from judge.usecases import calendar, digest
from judge.usecases.desk import Services
from judge.usecases.letters import Letter, Said
from judge.usecases.ports import Mail, Person, UnitOfWork
from judge.usecases.rates import next_fold, within
from judge.usecases.wants import mode_at, picture, plain, topic_of

OPERATOR_AN_HOUR = 30
"""Mails to the operator in an hour: enough for any day's trouble, and no use to who would flood him."""


def to_seat(
    services: Services,
    uow: UnitOfWork,
    game: Game,
    seat: Seat,
    kind: str,
    data: Mapping[str, Any],
    key: str,
    *,
    phase: str | None = None,
    letter: int | None = None,
    not_before: datetime | None = None,
    topic: str = "",
) -> None:
    """Post a mail to whoever holds a seat; nobody, no mail. One of a kind (`topic`) that its reader wants no more of is
    left out, one that may wait for his digest waits."""
    person = uow.person(seat.person) if seat.person is not None else None
    wanted = mode_at(person, topic, seat) if person is not None else "off"
    if person is None or wanted == "off":
        return
    shown = head(game, services.variant(uow, game))
    if wanted == "digest":
        kept = {"head": shown, "game_id": game.id, **data}
        digest.add(uow, person, {"key": key, "kind": kind, "game": game.name, "phase": shown["phase"], "data": kept})
        return
    deadlines = calendar.entries(uow, services.domain, game, seat, person, kind, together=bool(data.get("together")))
    _post(
        uow,
        person,
        Mail(
            kind=kind,
            to=person.address,
            data={"head": shown, **data, **({"calendar": deadlines} if deadlines else {})},
            key=key,
            language=person.language,
            zone=person.zone or game.settings.zone,
            game=game.name,
            phase=phase or shown["phase"],
            power=seat.power,
            seat=seat.id,
            token_version=seat.token_version,
            letter=letter,
            thread=thread_of(game, person, kind, data, seat),
            topic=topic,
            plain=plain(person),
            picture=picture(person),
        ),
        not_before=not_before,
    )


def thread_of(game: Game, person: Person, kind: str, data: Mapping[str, Any], seat: Seat) -> str:
    """The thread of a mail: one a game and reader, one for each set of press partners that the reader knows of."""
    thread = f"{game.id} {person.id}"
    if kind != "press":
        return thread
    partners = {data["from"] or "GREY", *data["to"]} - {voice(seat)}
    return f"{thread} press {' '.join(sorted(partners))}"


def _post(uow: UnitOfWork, person: Person, mail: Mail, not_before: datetime | None = None) -> None:
    """Post a mail to a person's address of record, and a copy to each further one that SET ADDRESS named."""
    uow.post(mail, not_before=not_before)
    for number, address in enumerate(person.preferences.get("also_to", ()), 2):
        uow.post(replace(mail, to=address, key=f"{mail.key}:{number}"), not_before=not_before)


def is_quiet(person: Person | None, game: str) -> bool:
    """Whether a person who observes a game wants no broadcasts of it."""
    return person is not None and game in person.preferences.get("quiet", ())


def one_seat_each(seats: Iterable[Seat]) -> list[Seat]:
    """One seat per person, powers before the GM's chair: nobody gets a notice twice."""
    chosen: dict[int, Seat] = {}
    for seat in sorted(seats, key=lambda each: (each.role is not Role.POWER, each.number)):
        if seat.person is not None:
            chosen.setdefault(seat.person, seat)
    return list(chosen.values())


def notify(
    services: Services,
    uow: UnitOfWork,
    game: Game,
    key: str,
    *said: Said,
    letter: int | None = None,
    without: int | None = None,
    only: Iterable[Seat] | None = None,
) -> None:
    """A notice to everybody in a game (or `only` these seats), once a person; `without` a person who knows already."""
    for seat in one_seat_each(game.seats if only is None else only):
        if seat.person != without:
            data = {"text": [each.to_json() for each in said]}
            to_seat(services, uow, game, seat, "notice", data, f"{key}:{seat.id}", letter=letter, topic=topic_of(said))


def to_person(
    services: Services, uow: UnitOfWork, person: Person, game: Game, said: Said, key: str, *, letter: int | None = None
) -> None:
    """A notice about a game to somebody who has no seat in it."""
    shown = head(game, services.variant(uow, game))
    _post(
        uow,
        person,
        Mail(
            kind="notice",
            to=person.address,
            data={"head": shown, "text": [said.to_json()]},
            key=key,
            language=person.language,
            zone=person.zone or game.settings.zone,
            game=game.name,
            phase=shown["phase"],
            letter=letter,
            thread=f"{game.id} {person.id}",
            topic=topic_of((said,)),
            plain=plain(person),
            picture=picture(person),
        ),
    )


def tell_operator(
    services: Services,
    uow: UnitOfWork,
    key: str,
    now: datetime,
    *said: Said,
    lines: Iterable[str] = (),
    reply_to: str = "",
) -> None:
    """A notice to the operator, if the settings name one; after so many an hour one says that more waits."""
    if not services.operator:
        return
    person = uow.person_at(services.operator)
    data = {"head": None, "text": [each.to_json() for each in said], "lines": list(lines), "reply_to": reply_to}
    if not within(uow, "operator", "", now, OPERATOR_AN_HOUR):
        key = f"enough:{now:%Y-%m-%d %H}"
        data = {"head": None, "text": [Said("operator_enough", {"most": OPERATOR_AN_HOUR}).to_json()]}
    language, zone = (person.language, person.zone or "UTC") if person is not None else ("en", "UTC")
    uow.post(Mail("notice", services.operator, data, f"operator:{key}", language=language, zone=zone))


def answer_mail(
    services: Services,
    uow: UnitOfWork,
    letter: Letter,
    kind: str,
    data: Mapping[str, Any],
    *,
    person: Person | None,
    game: Game | None,
    seat: Seat | None,
) -> None:
    """The one receipt or reply to a letter, to its sender if he is known or proven and asks for no more than he may."""
    to = _answer_address(services, uow, letter, person, seat)
    if to is None:
        return
    key, not_before = f"answer:{letter.key}", None
    most = services.replies_per_hour
    if most is not None and not within(uow, "answers", to, letter.accepted_at, most):
        if kind != "receipt":
            return
        not_before = next_fold(letter.accepted_at)
        _fold(uow, to, key, letter.accepted_at)
    shown = head(game, services.variant(uow, game)) if game else None
    references = (*letter.references[-10:], letter.message_id) if letter.message_id else letter.references[-10:]
    zone = (person.zone if person else "") or (game.settings.zone if game else "UTC")
    uow.post(
        Mail(
            kind=kind,
            to=to,
            data={"head": shown, "re": letter.subject, **data},
            key=key,
            language=person.language if person else "en",
            zone=zone,
            game=game.name if game else None,
            phase=shown["phase"] if shown else None,
            power=seat.power if seat else None,
            seat=seat.id if seat else None,
            token_version=seat.token_version if seat else 0,
            in_reply_to=letter.message_id,
            references=references,
            letter=letter.id,
            thread=f"{game.id} {person.id if person else to}" if game else "",
            plain=plain(person),
            picture=picture(person),
        ),
        not_before=not_before,
    )


def _fold(uow: UnitOfWork, to: str, key: str, now: datetime) -> None:
    """In a flood the latest receipt, which shows the whole set, takes the place of one that has not gone yet."""
    before = uow.recall(f"folded:{to}")
    if before is not None:
        uow.drop_mails(before, now)
    uow.remember(f"folded:{to}", key)


def _answer_address(
    services: Services, uow: UnitOfWork, letter: Letter, person: Person | None, seat: Seat | None
) -> str | None:
    """Mail goes to registered and authenticated addresses only; for a seat's password, to the address on record."""
    if services.identity == "trust" or letter.id is None or person is not None or letter.authenticated:
        return letter.sender
    holder = uow.person(seat.person) if seat is not None and seat.person is not None else None
    return holder.address if holder is not None else None
