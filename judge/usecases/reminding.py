"""Reminders before a deadline: only to those who still owe something, at their own lead times or the game's."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.docket import docket, late_powers
from judge.game.game import Game, Stage
from judge.game.schedule import reminders
from judge.game.seats import Seat
from judge.game.settings import duration
from judge.game.view import order_set
from judge.usecases.desk import Services
from judge.usecases.mails import to_seat
from judge.usecases.ports import Person, Store, UnitOfWork


def remind(services: Services, store: Store, name: str, now: datetime) -> int:
    """Send the reminders of a game whose time has come; how many."""
    with store.begin() as uow:
        game = uow.game(name)
        if game is None or game.stage is not Stage.RUNNING or game.deadline is None or game.deadline <= now:
            return 0
        due = {seat.id: at for seat in game.powers if (at := _due(uow, game, seat, now)) is not None}
        fresh = [number for number, at in due.items() if uow.mark(_mark(game, number, at), now)]
        return _remind(services, uow, game, {number: due[number] for number in fresh}) if fresh else 0


def lead_times(person: Person | None, game: Game) -> tuple[str, ...]:
    """How long before a deadline somebody is reminded."""
    own = person.preferences.get("reminders") if person is not None else None
    return game.settings.warn if own is None else tuple(own)


def _due(uow: UnitOfWork, game: Game, seat: Seat, now: datetime) -> datetime | None:
    """The latest reminder of a seat whose time has come: after a pause nobody gets two at once."""
    person = uow.person(seat.person) if seat.person is not None else None
    due = game.base_deadline or game.deadline
    if person is None or due is None:
        return None
    settings = replace(game.settings, warn=lead_times(person, game))
    own = person.preferences.get("reminders") is not None
    # a lead that the player chose himself is not shortened: he may want to be told at once
    instants = reminders(settings, None, due) if not own else _exact(settings.warn, due)
    return max((at for at in instants if at <= now), default=None)


def _exact(leads: tuple[str, ...], due: datetime) -> list[datetime]:
    return [due - timedelta(seconds=duration(lead).seconds) for lead in leads]


def reminders_of(game: Game) -> str:
    """How the keys of all reminders of a game's phase begin."""
    return f"remind:{game.id}:{game.phase_no}:"


def _mark(game: Game, seat: int, at: datetime) -> str:
    return f"{reminders_of(game)}{at.isoformat()}:{seat}"


def _remind(services: Services, uow: UnitOfWork, game: Game, due: dict[int, datetime]) -> int:
    variant = services.variant(uow, game)
    sheets = docket(game, variant, lambda phase: uow.orders(game.id, phase))
    sent = 0
    for power in late_powers(game, sheets):
        seat = game.seat_of(power)
        if seat is None or seat.id not in due:
            continue
        shown = order_set(game, variant, power, sheets[power])
        data = {
            "power": power,
            "deadline": game.deadline.isoformat() if game.deadline else None,
            "orders": shown,
            "missing": shown["missing"],
        }
        to_seat(services, uow, game, seat, "reminder", data, _mark(game, seat.id, due[seat.id]), topic="reminders")
        sent += 1
    return sent


def next_bell(store: Store, now: datetime) -> datetime | None:
    """The next instant after `now` at which something is due: a deadline or a reminder of a game's own.

    Players' own lead times ring no bell: the sweep, which comes every half minute, is soon enough for them.
    """
    with store.begin() as uow:
        instants: list[datetime] = []
        for game in uow.games(listed_only=False):
            if game.stage is Stage.RUNNING and game.deadline is not None:
                instants.append(game.deadline)
                instants += reminders(game.settings, None, game.base_deadline or game.deadline)
        return min((instant for instant in instants if instant > now), default=None)
