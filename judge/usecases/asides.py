"""Letters set aside: operator and writer are told, and a due game waits for its seats' letters (DESIGN, rule 7).

What was answered 250 before the deadline counts, also where it takes a person to work it off; but no game waits for
ever, since anybody can send a letter that names a player.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.game import Game, Stage
from judge.game.schedule import grace_end
from judge.game.seats import Role
from judge.usecases.desk import Services
from judge.usecases.letters import Said
from judge.usecases.mails import notify, tell_operator
from judge.usecases.ports import AsideLetter, AuditEntry, Mail, Store, UnitOfWork
from judge.usecases.rates import within

SHORTEST_WAIT = timedelta(hours=1)
"""How long a game waits at least, whatever its grace: the operator has to see the mail."""
WRITER_AN_HOUR = 2


def tell_asides(services: Services, store: Store, now: datetime) -> None:
    """Tell the operator and the writer of each letter set aside since the last look."""
    with store.begin() as uow:
        for letter in uow.letters_aside():
            if uow.mark(f"aside:{letter.id}", now):
                said = Said("operator_aside", {"number": letter.id, "sender": letter.sender})
                tell_operator(services, uow, f"aside:{letter.id}", now, said)
                _tell_writer(uow, letter, now)


def _tell_writer(uow: UnitOfWork, letter: AsideLetter, now: datetime) -> None:
    person = uow.person_at(letter.sender)
    if person is None or not within(uow, "aside", person.address, now, WRITER_AN_HOUR):
        return
    said = Said("letter_aside", {"when": letter.accepted_at.isoformat()})
    data = {"head": None, "text": [said.to_json()]}
    key = f"aside-writer:{letter.id}"
    uow.post(Mail("notice", person.address, data, key, language=person.language, zone=person.zone or "UTC"))


def hold_back(services: Services, uow: UnitOfWork, game: Game, step: str, now: datetime) -> bool:
    """Whether a due phase waits for a letter set aside; then its deadline is later, and everybody is told. Once a
    phase, up to the end of the grace."""
    base = game.base_deadline or game.deadline
    letters = [each for each in uow.letters_aside() if _concerns(uow, game, each)]
    if base is None or not letters:
        return False
    until = max(grace_end(game.settings.for_step(step), base), base + SHORTEST_WAIT)
    if until <= now or not uow.mark(f"aside-wait:{game.id}:{game.phase_no}", now):
        return False
    stored = uow.save_game(replace(game, deadline=until, early=False), expected_phase_no=game.phase_no)
    args = {"game": game.name, "phase": game.position.phase, "until": until.isoformat()}
    numbers = [letter.id for letter in letters]
    uow.audit(AuditEntry(game.id, now, "judge", "DEADLINE", args | {"letters": numbers}))
    key = f"aside-wait:{game.id}:{game.phase_no}"
    notify(services, uow, stored, key, Said("waits_for_letter", args))
    listed = ", ".join(map(str, numbers))
    tell_operator(services, uow, key, now, Said("operator_game_waits", args | {"letters": listed}))
    return True


def _concerns(uow: UnitOfWork, game: Game, letter: AsideLetter) -> bool:
    """A letter of one of the game's seats that came in time for this phase, and was not sent to another game."""
    if game.deadline is None or letter.accepted_at > game.deadline or game.stage is not Stage.RUNNING:
        return False
    began = max((result.processed_at for result in uow.results(game.id)), default=game.started_at)
    if began is not None and letter.accepted_at < began:
        return False
    names = [rcpt.partition("@")[0].lower().partition("+") for rcpt in letter.rcpts]
    if any(name == game.name and token for name, _, token in names):
        return True  # the listener takes no token that was never given out
    person = uow.person_at(letter.sender)
    players = {seat.person for seat in game.seats if seat.role is not Role.OBSERVER}
    return person is not None and person.id in players and any(name in (game.name, "judge") for name, _, _ in names)
