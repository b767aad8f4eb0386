"""Held letters: short of proofs, they change nothing until the address on record answers one mail."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from judge.game.view import head
from judge.usecases.desk import Services
from judge.usecases.letters import Answer, Letter, Said, Taken
from judge.usecases.mails import answer_mail
from judge.usecases.ports import Mail, Person, Store, UnitOfWork
from judge.usecases.proofs import ProofNeeded
from judge.usecases.script import Command, read_script
from judge.usecases.signing import hide_password, tell_owner

BETWEEN_QUESTIONS = timedelta(hours=1)
MOST_WAITING = timedelta(hours=2)
"""Questions wait their turn, one an hour. Where so much is queued a forger is at work, and no more is added."""
MOST_LINES = 40
NO = re.compile(
    r"\W*(?:no|not|never|nein|nicht|non|nee|niet|não|nao|nie|нет|不|いいえ|違います|ちがいます|"
    r"(?:i )?did ?n[o']?t|wasn'?t)\b",
    re.IGNORECASE,
)


def hold(services: Services, store: Store, letter: Letter, need: ProofNeeded) -> None:
    """Keep a letter for its confirmation and ask for it; with nobody to ask it is done, and nobody hears of it."""
    assert letter.id is not None  # noqa: S101 - only mailed letters are short of proofs
    with store.begin() as uow:
        current = uow.letter(letter.id)
        if current is None or current.status not in ("new", "claimed"):
            return
        report = held_report(letter)
        if need.address is None:
            uow.letter_done(letter.id, report=report, at=letter.accepted_at)
            return
        person = uow.person_at(letter.sender)
        games = [need.game] if need.game else list(uow.games_of(person.id) if person else ())
        report |= {"asked": need.address, "phases": {game.name: game.phase_no for game in games}}
        uow.hold_letter(letter.id, report=report)
        written_to = uow.seat_by_token(letter.token_hash) if letter.token_hash is not None else None
        if written_to is not None and (person is None or written_to[1].person != person.id):
            tell_owner(services, uow, letter, *written_to)
        when = turn(uow, need.address, letter.accepted_at)
        if when is not None:
            uow.post(_question(services, uow, letter, need), not_before=when)


def turn(uow: UnitOfWork, address: str, now: datetime) -> datetime | None:
    """When the next question may go to an address: one an hour; None: too many wait already."""
    key = f"confirm:{address.lower()}"
    last = uow.recall(key)
    when = max(now, datetime.fromisoformat(last) + BETWEEN_QUESTIONS) if last else now
    if when - now > MOST_WAITING:
        return None
    uow.remember(key, when.isoformat())
    return when


def held_report(letter: Letter) -> dict[str, Any]:
    """What the inbox keeps of a held letter: its commands, none carried out."""
    answers = tuple(_held(command) for command in read_script(letter.lines))
    return Taken("letter", None, answers).to_json()


def _held(command: Command) -> Answer:
    verb = command.verb.name if command.verb is not None else "LINE"
    return Answer(command.number, hide_password(command), verb, "held", (Said("held", {}),))


def _question(services: Services, uow: UnitOfWork, letter: Letter, need: ProofNeeded) -> Mail:
    """The mail to the address on record. It repeats commands and orders only: nobody shall write through us."""
    game, person = need.game, need.person
    lines = [hide_password(command)[:100] for command in read_script(letter.lines) if _repeatable(command)]
    data: dict[str, Any] = {
        "head": head(game, services.variant(uow, game)) if game is not None else None,
        "re": letter.subject if person is None else None,
        "text": [Said("confirm_letter", {}).to_json()],
        "lines": lines[:MOST_LINES],
        "until": game.deadline.isoformat() if game is not None and game.deadline is not None else None,
    }
    return Mail(
        kind="confirm",
        to=need.address or "",
        data=data,
        key=f"confirm:{letter.key}",
        language=person.language if person is not None else "en",
        zone=(person.zone if person is not None else "") or (game.settings.zone if game is not None else "UTC"),
        game=game.name if game is not None else None,
        in_reply_to=letter.message_id,
        letter=letter.id,
    )


def _repeatable(command: Command) -> bool:
    return command.verb is not None or re.fullmatch(r"[\w /()>-]{3,60}", command.text) is not None


def settle(services: Services, uow: UnitOfWork, letter: Letter) -> Taken:
    """A letter to a question's reply address: it settles the held letter. Only who was asked can answer."""
    assert letter.settles is not None  # noqa: S101 - the caller looked
    person = uow.person_at(letter.sender)
    found = uow.held_letter(letter.settles)
    asked = (found or {}).get("asked", "")
    ours = letter.sender == asked or (person is not None and person == uow.person_at(asked))
    if found is None:
        said = Said("confirm_settled", {}) if person is not None else None
        return _answered(services, uow, letter, person, "refused", said)
    if not ours:
        return _answered(services, uow, letter, person, "refused", Said("confirm_not_yours", {}) if person else None)
    if says_no(letter):
        uow.letter_done(letter.settles, report=_without_question(found), at=letter.accepted_at)
        return _answered(services, uow, letter, person, "ok", Said("confirm_dropped", {}), to=asked)
    uow.release_letter(letter.settles, report={"confirmed": asked, "phases": found["phases"]})
    return _answered(services, uow, letter, person, "ok", None, code="confirm_taken")


def says_no(letter: Letter) -> bool:
    """Whoever answers "I did not write this" must not confirm it by that."""
    return any(NO.match(text) for _, text in letter.lines[:5])


def _without_question(report: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in report.items() if name not in ("asked", "phases")}


def _answered(
    services: Services,
    uow: UnitOfWork,
    letter: Letter,
    person: Person | None,
    status: str,
    said: Said | None,
    *,
    to: str = "",
    code: str = "confirm_settled",
) -> Taken:
    """Close the answering letter; the receipt of the letter that it settles is answer enough where all is well."""
    sentence = said or Said(code, {})
    first = letter.lines[0] if letter.lines else (1, "")
    taken = Taken("letter", None, (Answer(first[0], first[1][:100], "CONFIRM", status, (sentence,)),))
    if said is not None and (person is not None or to):
        data = {"answers": [], "notes": [said.to_json()], "blocks": []}
        answer_mail(services, uow, letter, "reply", data, person=person, game=None, seat=None)
    assert letter.id is not None  # noqa: S101 - only mailed letters come here
    uow.letter_done(letter.id, report=taken.to_json(), at=letter.accepted_at)
    return taken
