"""The call for a substitute: who is on the list, and what they are mailed."""

from __future__ import annotations

from judge.game.game import Game, Stage
from judge.game.seats import Seat
from judge.usecases.desk import Services
from judge.usecases.letters import Said
from judge.usecases.mails import to_person
from judge.usecases.ports import UnitOfWork
from judge.usecases.wants import listed


def call_for(
    services: Services,
    uow: UnitOfWork,
    game: Game,
    seat: Seat,
    key: str,
    *,
    letter: int | None,
    private_too: bool = False,
    without: int | None = None,
) -> int:
    """Mail the call; how many got it. A private game's word goes out only if its GM asks for the call himself."""
    if game.settings.private and not private_too:
        return 0
    said = Said("substitute_wanted", {
        "game": game.name, "power": seat.power, "variant": services.variant(uow, game).title,
        "phase": game.position.phase, "word": f" {game.settings.private}" if game.settings.private else "",
    })  # fmt: skip
    inside = {without, *(each.person for each in game.seats)}
    count = 0
    for number in listed(uow):
        person = uow.person(number)
        if person is not None and number not in inside and not person.bouncing:
            to_person(services, uow, person, game, said, f"{key}:{number}", letter=letter)
            count += 1
    return count


def call_if_vacant(
    services: Services, uow: UnitOfWork, game: Game, number: int, *, letter: int | None, without: int | None = None
) -> None:
    """Call substitutes for a power's seat that its player has just left, `without` him."""
    seat = next((each for each in game.powers if each.number == number), None)
    if seat is not None and seat.vacant and game.stage in (Stage.RUNNING, Stage.PAUSED):
        key = f"call:{game.id}:{game.phase_no}:{number}:{seat.token_version}"
        call_for(services, uow, game, seat, key, letter=letter, without=without)
