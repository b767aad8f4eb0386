"""The docket: all that the powers owe under the current deadline, which may cover two phases.

In variants that share adjustments (Philadelphia's seed, rule 4: builds and the next movement are due together) a
power's orders for the movement are judged on the board as its own builds would leave it; others' builds are secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.adjudicator.phases import Step
from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.game import Game
from judge.game.submissions import Standing, standing
from judge.game.votes import Vote, votes
from judge.notation.adjudication import Checked, Owed, Status, adjudicate, check, owed


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one power owes in one phase, and what it has on file for it."""

    phase: str
    owed: Owed
    lines: tuple[str, ...] = ()

    @property
    def standing(self) -> Standing:
        """What is missing."""
        return standing(self.owed, self.lines)


Docket = Mapping[str, tuple[Sheet, ...]]
"""Power → its sheets, one a phase; powers that owe nothing are left out."""
OrdersOf = Callable[[str], Mapping[str, Sequence[str]]]
"""The orders on file for a phase, by power."""


def is_opening(game: Game, variant: Variant) -> bool:
    """Whether the game is in its variant's very first phase."""
    return game.position.phase == variant.calendar.first.code


def can_separate(game: Game, variant: Variant) -> bool:
    """Whether build turns may be separated at all; the opening never is (seed of Philadelphia, rule 4)."""
    return variant.rules.shared_adjustments and not is_opening(game, variant)


def covered(game: Game, variant: Variant) -> tuple[str, ...]:
    """The phases that the current deadline covers: one, or a build turn and the movement after it."""
    phase = variant.calendar.parse(game.position.phase)
    here = game.position.phase
    if phase is None or phase.step is not Step.ADJUSTMENTS or not variant.rules.shared_adjustments:
        return (here,)
    if votes(game, Vote.SEPARATE) and not is_opening(game, variant):
        return (here,)
    return here, variant.calendar.following(phase).code


def docket(game: Game, variant: Variant, orders_of: OrdersOf) -> Docket:
    """What every power owes under the current deadline."""
    sheets: dict[str, tuple[Sheet, ...]] = {}
    codes = covered(game, variant)
    debts = [owed(variant, game.position)]
    if len(codes) > 1:
        filed = orders_of(codes[0])
        everybody = {power.word: filed.get(power.word, ()) for power in variant.powers}
        debts.append(owed(variant, expected(game, variant, everybody)))
    for code, debt in zip(codes, debts, strict=True):
        filed = orders_of(code)
        for word, due in debt.items():
            sheets[word] = (*sheets.get(word, ()), Sheet(code, due, tuple(filed.get(word, ()))))
    return sheets


def expected(game: Game, variant: Variant, sets: Mapping[str, Sequence[str]]) -> Position:
    """The board of the second phase as the adjustments of these powers, and of nobody else, would leave it.

    Builds that are still open count only where the rules say what they become (armies, at the opening).
    """
    units = {word: list(texts) for word, texts in game.position.units.items()}
    for outcome in adjudicate(variant, game.position, sets).outcomes:
        if outcome.power not in sets or outcome.unit is None:
            continue
        own = units.setdefault(outcome.power, [])
        is_build = (outcome.order or "").startswith("BUILD")
        if "built" in outcome.result or ("default" in outcome.result and is_build):
            own.append(outcome.unit)
        elif "removed" in outcome.result and outcome.unit in own:
            own.remove(outcome.unit)
    texts = {word: tuple(sorted(own)) for word, own in units.items()}
    return replace(game.position, phase=covered(game, variant)[-1], units=texts)


def check_second(game: Game, variant: Variant, power: str, own: Sequence[str], line: str) -> Checked:
    """Judge a line for the movement under a shared deadline: on the board after the power's own builds.

    A support or convoy for a unit that another power may be building is taken; it comes to nothing if that unit is not
    there (the rules of Philadelphia).
    """
    board = expected(game, variant, {power: own})
    checked = check(variant, board, power, line)
    if checked.status is Status.OK:
        return checked
    guesses = [check(variant, _with_possible(game, variant, board, power, kind), power, line) for kind in ("A", "F")]
    good = next((guess for guess in guesses if guess.status is Status.OK), None)
    # Where even a unit that may come into being does not help, what else is wrong is the better answer.
    return good or next((guess for guess in guesses if guess.reason != checked.reason), checked)


def _with_possible(game: Game, variant: Variant, board: Position, power: str, kind: str) -> Position:
    """The board with a unit of a kind wherever another power may build one."""
    units = {word: list(texts) for word, texts in board.units.items()}
    for word, due in owed(variant, game.position).items():
        if word == power or not due.builds:
            continue
        tries = (check(variant, game.position, word, f"BUILD {kind} {site}") for site in due.sites)
        units.setdefault(word, []).extend(each.unit for each in tries if each.status is Status.OK and each.unit)
    return replace(board, units={word: tuple(texts) for word, texts in units.items()})


def late_powers(game: Game, due: Docket) -> tuple[str, ...]:
    """Powers that a person holds and whose orders are not complete, in seat order."""
    held = [seat.power for seat in game.powers if seat.power is not None and not seat.vacant]
    return tuple(word for word in held if not all(sheet.standing.complete for sheet in due.get(word, ())))


def all_in(game: Game, due: Docket) -> bool:
    """Whether nothing more is to be waited for: every held power has its orders in and nobody who owes any waits."""
    waiting = any(seat.wait and not seat.vacant and seat.power in due for seat in game.powers)
    return not waiting and not late_powers(game, due)
