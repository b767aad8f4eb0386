"""When a deadline and its grace have passed with orders missing: what the game's policy says; who is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.game import Game
from judge.game.seats import Role, Seat
from judge.game.view import sees_all
from judge.game.votes import without_voter
from judge.usecases.calls import call_for
from judge.usecases.desk import Services
from judge.usecases.letters import Said
from judge.usecases.mails import notify, one_seat_each, to_seat
from judge.usecases.ports import AuditEntry, UnitOfWork

ASKED_AGAIN = timedelta(days=1)
"""A game that waits for somebody asks again so often."""
REPLACEMENT_TIME = timedelta(days=7)
"""How long a game waits for a new player before it goes on without one."""


def hold_back(services: Services, uow: UnitOfWork, game: Game, late: Sequence[str], now: datetime) -> bool:
    """Whether the phase must wait though its deadline has passed; then it has a later one, and people are told."""
    if game.settings.review:
        _wait_for_review(services, uow, game, late, now)
        return True
    if late and game.settings.nmr == "wait":
        _wait_for_late(services, uow, game, late, now)
        return True
    if late and game.settings.nmr == "replace":
        dismiss(services, uow, game, late, now, wait=True)
        return True
    return False


def _postponed(uow: UnitOfWork, game: Game, until: datetime) -> Game:
    return uow.save_game(replace(game, deadline=until, early=False), expected_phase_no=game.phase_no)


def _wait_for_review(services: Services, uow: UnitOfWork, game: Game, late: Sequence[str], now: datetime) -> None:
    stored = _postponed(uow, game, now + ASKED_AGAIN)
    said = [Said("review_ready", {"game": game.name, "phase": game.position.phase})]
    if late:
        said.append(Said("review_missing", {"powers": list(late)}))
    if uow.mark(f"review:{game.id}:{game.phase_no}:{len(late)}:{now.date()}", now):
        key = f"review:{game.id}:{game.phase_no}:{now.isoformat()}"
        notify(services, uow, stored, key, *said, only=stored.masters)


def _wait_for_late(services: Services, uow: UnitOfWork, game: Game, late: Sequence[str], now: datetime) -> None:
    """The first notice goes to all, later ones to those who are late and the GM."""
    stored = _postponed(uow, game, now + ASKED_AGAIN)
    first = uow.mark(f"late-wait:{game.id}:{game.phase_no}", now)
    owing = [seat for seat in stored.seats if seat.power in late or seat.role is Role.MASTER]
    base = game.base_deadline or now
    tell_late(services, uow, stored, late, base, None, f"late:{now.isoformat()}", only=None if first else owing)


def tell_late(
    services: Services,
    uow: UnitOfWork,
    game: Game,
    late: Sequence[str],
    deadline: datetime,
    grace: datetime | None,
    key: str,
    *,
    only: Sequence[Seat] | None = None,
) -> None:
    """The late notice: who is late (in a quiet game only a GM who does not play is told), and what happens then."""
    for seat in one_seat_each(game.seats if only is None else only):
        named = late_for(game, late, seat)
        data = {
            "late": list(named),
            "deadline": deadline.isoformat(),
            "grace": grace.isoformat() if grace else None,
            "then": game.settings.nmr,
            "power": seat.power,
        }
        topic = "" if seat.power in late or seat.role is Role.MASTER else "late"
        to_seat(services, uow, game, seat, "late", data, f"{key}:{game.id}:{game.phase_no}:{seat.id}", topic=topic)


def late_for(game: Game, late: Sequence[str], viewer: Seat | None) -> tuple[str, ...]:
    """The late powers that one viewer may know of."""
    if not game.settings.quiet or sees_all(game, viewer):
        return tuple(late)
    return tuple(power for power in late if viewer is not None and viewer.power == power)


def dismiss(services: Services, uow: UnitOfWork, game: Game, late: Sequence[str], now: datetime, *, wait: bool) -> Game:
    """Late players lose their seats: they are told, then everybody; substitutes are called. `wait`: the phase stays
    open for their successors."""
    gone = [seat for seat in game.powers if seat.power in late and not seat.vacant]
    seats = tuple(seat.vacated() if seat in gone else seat for seat in game.seats)
    after = replace(game, seats=seats)
    for power in late:
        after = without_voter(after, power)
    if wait:
        after = replace(after, deadline=now + REPLACEMENT_TIME, base_deadline=now + REPLACEMENT_TIME, early=False)
    for seat in gone:
        told = Said("dismissed_you", {"power": seat.power, "game": game.name, "phase": game.position.phase})
        notify(services, uow, game, f"dismissed:{game.id}:{game.phase_no}:{seat.number}", told, only=(seat,))
    stored = uow.save_game(after, expected_phase_no=game.phase_no)
    args = {"powers": list(late), "power": late[0], "game": game.name, "phase": game.position.phase}
    code = "dismissed_wait" if wait else "dismissed_disorder"
    until = {"until": (now + REPLACEMENT_TIME).isoformat()}
    notify(services, uow, stored, f"dismissed:{game.id}:{game.phase_no}", Said(code, args | until))
    uow.audit(AuditEntry(game.id, now, "judge", "DISMISS", {"powers": list(late), "phase": game.position.phase}))
    for seat in stored.powers:
        if seat.power in late and seat.vacant:
            call_for(services, uow, stored, seat, f"call:{game.id}:{game.phase_no}:{seat.number}", letter=None)
    return stored
