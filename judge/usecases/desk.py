"""The desk at which one letter is worked off: who writes, for which seat, what was answered, what is left to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from judge.adjudicator.variant import Variant
from judge.game.docket import Docket, docket
from judge.game.game import Game
from judge.game.presets import Preset
from judge.game.seats import Role, Seat
from judge.notation.adjudication import Owed, owed
from judge.notation.lines import orders_of, split
from judge.notation.shared import shared
from judge.usecases.letters import Answer, Letter, Said, cut, within_bounds
from judge.usecases.ports import Chance, Maps, Passwords, Person, UnitOfWork
from judge.usecases.script import Command, without_secrets


@dataclass(frozen=True, slots=True)
class Services:
    """What every use case may lean on, besides the unit of work."""

    maps: Maps
    passwords: Passwords
    chance: Chance
    domain: str
    identity: str = "trust"
    operator: str = ""
    version: str = ""
    presets: Mapping[str, Preset] = field(default_factory=dict)
    replies_per_hour: int | None = None
    """How many answers an address gets in an hour; None: as many as it asks for."""

    def variant(self, uow: UnitOfWork, game: Game) -> Variant:
        """The variant a game plays: the text it keeps, which is the built-in one as long as that has not changed."""
        if game.variant in self.maps.names():
            current = self.maps.load(game.variant)
            if current.hash == game.variant_hash:
                return current
        text = uow.variant_text(game.variant_hash)
        if text is None:
            raise LookupError(f"the variant text of game {game.name} is missing from the store")
        return self.maps.load_text(text)


MOST_ORDERS = 400
"""Orders of one letter that are read: many times what any board has units, few enough that nobody waits for them."""


LONGEST_LINE = 400
"""Characters of a line that its answer repeats."""


class PhaseDue(Exception):  # noqa: N818 - reads as what happened
    """The letter came after a deadline that is not worked off yet: adjudicate that game first, then take the letter."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


@dataclass(slots=True)
class Desk:
    """One letter in work. Handlers read and change it; nothing outlives the transaction but what `uow` was told."""

    services: Services
    uow: UnitOfWork
    letter: Letter
    person: Person | None = None
    game: Game | None = None
    seat: Seat | None = None
    """The seat signed on to, by SIGNON or by the reply address; None: any seat of the person in `game`."""
    answers: list[Answer] = field(default_factory=list)
    blocks: list[dict[str, Any]] = field(default_factory=list)
    notes: list[Said] = field(default_factory=list)
    deferred: list[tuple[Command, Callable[[], None]]] = field(default_factory=list)
    locked: bool = False
    """A SIGNON failed: what follows it is not acted on."""
    ahead: str | None = None
    """The later phase for which orders are being read (PHASE); empty where PHASE was refused."""
    shown: dict[int, Literal["token", "password"]] = field(default_factory=dict)
    """What the letter showed for a seat, by the seat's id."""
    acting: str | None = None
    """The power for which a GM's bare order lines are (BECOME, or a heading line)."""
    show_orders: bool = False
    settle: set[str] = field(default_factory=set)
    """Games whose readiness may have changed."""
    later: list[Callable[[], None]] = field(default_factory=list)
    """Orders for the second phase under a shared deadline: judged when the builds of the letter are known."""
    filed: dict[str, list[str]] = field(default_factory=dict)
    """Lines filed by this letter, by power."""
    given: dict[str, frozenset[str]] = field(default_factory=dict)
    """Orders that this letter gives outside its press, by power; worked out once."""
    _orders_read: int = 0
    _variants: dict[str, Variant] = field(default_factory=dict)
    _owed: dict[tuple[str, str], Mapping[str, Owed]] = field(default_factory=dict)

    def orders_in(self, text: str) -> Iterator[str]:
        """The orders of a line, one by one, as many as a letter may have: what it costs the others has an end."""
        variant = None if self.game is None else self.variant(self.game)
        parts = split(text) if variant is None else shared(variant, orders_of(variant, text))
        for part in parts:
            if self._orders_read == MOST_ORDERS:
                self.notes.append(Said("too_many_orders", {"most": MOST_ORDERS}))
            self._orders_read += 1
            if self._orders_read > MOST_ORDERS:
                return
            yield part

    @property
    def now(self) -> datetime:
        """The letter's instant: when it was accepted."""
        return self.letter.accepted_at

    def answer(self, command: Command, status: str, *said: Said, verb: str | None = None, **more: Any) -> None:
        """Note what became of a command."""
        name = verb or (command.verb.name if command.verb else "")
        line = cut(without_secrets(command), LONGEST_LINE)
        self.answers.append(Answer(command.number, line, name, status, tuple(map(within_bounds, said)), **more))

    def ok(self, command: Command, code: str, **args: Any) -> None:
        """Note a command that was carried out."""
        self.answer(command, "ok", Said(code, args))

    def refuse(self, command: Command, code: str, **args: Any) -> None:
        """Note a command that was not carried out, and why."""
        self.answer(command, "refused", Said(code, args))

    def find_game(self, command: Command, name: str | None) -> Game | None:
        """The game a command names (or the one signed on to), or an answer that says what is wrong."""
        if name is None:
            if self.game is None:
                self.refuse(command, "which_game")
            return self.game
        found = self.game if self.game and self.game.name == name.lower() else self.uow.game(name.lower())
        if found is None:
            self.refuse(command, "no_game", game=name)
        return found

    def open(self, game: Game, seat: Seat | None) -> None:
        """Go on in the name of a seat. A game whose deadline passed before this letter came is adjudicated first."""
        check_due(game, self.now)
        if self.game is None or self.game.id != game.id:
            self.acting = None
        self.game, self.seat, self.locked = game, seat, False

    def keep(self, game: Game) -> Game:
        """Write a changed game back and go on with it."""
        return self._go_on(self.uow.save_game(game, expected_phase_no=game.phase_no))

    def _go_on(self, stored: Game) -> Game:
        if self.game is not None and self.game.id == stored.id:
            self.game = stored
            if self.seat is not None:
                number, role = self.seat.number, self.seat.role
                self.seat = next((s for s in stored.seats if (s.number, s.role) == (number, role)), None)
        return stored

    def keep_moved(self, game: Game, after: Game) -> Game:
        """Write a game back that goes on at another phase, under a new phase number."""
        moved = replace(after, phase_no=game.phase_no + 1)
        return self._go_on(self.uow.save_game(moved, expected_phase_no=game.phase_no))

    def variant(self, game: Game) -> Variant:
        """The variant of a game, looked for once a letter."""
        if game.variant_hash not in self._variants:
            self._variants[game.variant_hash] = self.services.variant(self.uow, game)
        return self._variants[game.variant_hash]

    def owed(self, game: Game) -> Mapping[str, Owed]:
        """What each power owes now, computed once a letter and phase."""
        key = (game.name, game.position.phase)
        if key not in self._owed:
            self._owed[key] = owed(self.variant(game), game.position)
        return self._owed[key]

    def docket(self, game: Game) -> Docket:
        """What each power owes under the deadline and has on file, as it is now."""
        return docket(game, self.variant(game), lambda phase: self.uow.orders(game.id, phase))

    def settle_later(self) -> None:
        """Judge the orders that waited for the builds of this letter."""
        waiting, self.later = self.later, []
        for act in waiting:
            act()

    def forget_owed(self) -> None:
        """A position was corrected: what is owed is to be worked out anew."""
        self._owed.clear()

    def seat_for(self, role: Role) -> Seat | None:
        """The seat this letter speaks for in a role: the one signed on to, else the person's own in the game."""
        if self.seat is not None:
            return self.seat if self.seat.role is role else None
        if self.game is None or self.person is None:
            return None
        return next((s for s in self.game.seats_of(self.person.id) if s.role is role), None)


def check_due(game: Game, now: datetime) -> None:
    """Raise PhaseDue where a game's deadline lies before `now`: that phase is closed to what came later."""
    if game.stage.value == "running" and game.deadline is not None and game.deadline < now:
        raise PhaseDue(game.name)
