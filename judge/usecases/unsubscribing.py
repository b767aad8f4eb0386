"""List-Unsubscribe: a letter to the address that one mail carries ends that kind of mail for its reader.

The address is keyed and names the mail, so it is the proof: programs send such letters without any words of ours. It
ends optional kinds only, and the answer goes to the address on record with the way back.
"""

from __future__ import annotations

from dataclasses import replace

from judge.usecases.desk import Services
from judge.usecases.letters import Answer, Letter, Said, Taken
from judge.usecases.mails import answer_mail
from judge.usecases.ports import UnitOfWork
from judge.usecases.wants import TOPICS, with_mode


def stop(services: Services, uow: UnitOfWork, letter: Letter) -> Taken:
    """End the kind of mail that the letter's address names, and say so to whom it was sent."""
    mail = uow.mail_numbered(letter.stops) if letter.stops is not None else None
    person = uow.person_at(mail.to) if mail is not None else None
    answers: tuple[Answer, ...] = ()
    if mail is not None and person is not None and mail.topic in TOPICS:
        uow.save_person(with_mode(uow, person, mail.topic, "off"))
        said = Said("mail_off", {"topic": mail.topic.upper()})
        answers = (Answer(1, f"SET MAIL {mail.topic.upper()} OFF", "MAIL", "ok", (said,)),)
        data = {"answers": [each.to_json() for each in answers], "notes": [], "blocks": []}
        to_owner = replace(letter, sender=mail.to, references=())
        answer_mail(services, uow, to_owner, "reply", data, person=person, game=None, seat=None)
    taken = Taken("letter", None, answers)
    if letter.id is not None:
        uow.letter_done(letter.id, report=taken.to_json(), at=letter.accepted_at)
    return taken
