"""A mail that could not be delivered: its player is marked, and the GM is told, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.seats import Role
from judge.usecases.desk import Services
from judge.usecases.letters import Said
from judge.usecases.mails import notify, to_person
from judge.usecases.ports import AuditEntry, Mail, Person, Store, UnitOfWork


def undelivered(services: Services, store: Store, mail: Mail, mail_id: int, why: str, now: datetime) -> None:
    """Note that a mail was refused for good, or for three days. No mail to a GM about his own."""
    with store.begin() as uow:
        note(services, uow, mail, mail_id, why, now)


def bounced(
    services: Services, uow: UnitOfWork, mail_id: int | None, message_ids: Sequence[str], why: str, now: datetime
) -> None:
    """A bounce came: of the mail its return path names, or of one whose Message-ID it repeats. Others say nothing."""
    mail = uow.mail_numbered(mail_id) if mail_id is not None else None
    found = (uow.mail_with_id(each) for each in message_ids)
    mail = mail or next((each for each in found if each is not None), None)
    if mail is not None:
        note(services, uow, mail, mail_id, why, now)


def _drop_copy(services: Services, uow: UnitOfWork, person: Person, mail: Mail) -> None:
    """A further address of a player takes no mail: nothing more goes there, and the player hears of it at the first."""
    others = [address for address in person.preferences["also_to"] if address != mail.to]
    uow.save_person(replace(person, preferences={**person.preferences, "also_to": others}))
    game = uow.game(mail.game) if mail.game else None
    if game is not None:
        said = Said("copy_undelivered", {"address": mail.to})
        to_person(services, uow, replace(person, preferences={}), game, said, f"undelivered:{mail.key}")


def note(services: Services, uow: UnitOfWork, mail: Mail, mail_id: int | None, why: str, now: datetime) -> None:
    """Mark the player, and tell the GM if it is news."""
    if not uow.mark(f"undelivered:{mail.key}", now):
        return
    person = uow.person_at(mail.to)
    if person is not None and mail.to in person.preferences.get("also_to", ()):
        _drop_copy(services, uow, person, mail)
        return
    known = person is not None and person.bouncing
    if person is not None and not known:
        uow.save_person(replace(person, bouncing=True))
    game = uow.game(mail.game) if mail.game else None
    detail = {"mail": mail_id, "kind": mail.kind, "why": why[:500]}
    uow.audit(AuditEntry(game.id if game else None, now, "judge", "UNDELIVERED", detail))
    if game is None or known:
        return
    masters = [seat for seat in game.seats if seat.role is Role.MASTER and (not person or seat.person != person.id)]
    args = {"game": game.name, "power": mail.power or "", "to": mail.to, "kind": mail.kind, "why": why[:200]}
    notify(services, uow, game, f"undelivered:{mail.key}", Said("mail_undelivered", args), only=masters)
