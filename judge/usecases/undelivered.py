"""A mail that could not be delivered: its player is marked, and the GM is told, once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game.seats import Role
from judge.usecases.desk import Services
from judge.usecases.letters import Said
from judge.usecases.mails import notify
from judge.usecases.ports import AuditEntry, Mail, Store


def undelivered(services: Services, store: Store, mail: Mail, mail_id: int, why: str, now: datetime) -> None:
    """Note that a mail was refused for good, or for three days. No mail to a GM about his own."""
    with store.begin() as uow:
        if not uow.mark(f"undelivered:{mail_id}", now):
            return
        person = uow.person_at(mail.to)
        if person is not None and not person.bouncing:
            uow.save_person(replace(person, bouncing=True))
        game = uow.game(mail.game) if mail.game else None
        detail = {"mail": mail_id, "kind": mail.kind, "why": why[:500]}
        uow.audit(AuditEntry(game.id if game else None, now, "judge", "UNDELIVERED", detail))
        if game is None:
            return
        masters = [seat for seat in game.seats if seat.role is Role.MASTER and (not person or seat.person != person.id)]
        args = {"game": game.name, "power": mail.power or "", "to": mail.to, "kind": mail.kind, "why": why[:200]}
        notify(services, uow, game, f"undelivered:{mail_id}", Said("mail_undelivered", args), only=masters)
