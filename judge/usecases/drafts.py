"""Press that waits for a word from its writer: is this press, or are these orders? Nothing is sent before he says.

How it is decided (docs/press.md has the table): a block that was not ended properly and holds lines that are orders or
commands; an ended block that holds an order of the writer's own which is neither on file nor elsewhere in the letter;
and a reply to press that has both text and orders. `PRESS!` asks nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.submissions import subject
from judge.notation.adjudication import Status, check
from judge.notation.lines import looks_like_order, split
from judge.usecases.desk import MOST_ORDERS, Desk
from judge.usecases.script import Command, match, read_script

_SHOWN = 3
_LOOKED_AT = 60
"""Lines of a press block, and orders of a line, that are read to tell whether they were meant as orders."""


def order_lines(desk: Desk, game: Game, lines: Sequence[str]) -> list[str]:
    """The lines that look like orders in this game."""
    variant = desk.variant(game)
    return [line for line in lines if looks_like_order(variant, line)]


def command_lines(lines: Sequence[str]) -> list[str]:
    """The lines that are commands by their form."""
    return [line for line in lines if line.strip() and match(0, line).verb is not None]


def doubtful(desk: Desk, game: Game, writer: Seat, command: Command) -> list[str]:
    """The lines of a press block that may not have been meant as press; empty where there is no doubt."""
    lines = [line for _, line in command.body]
    if not command.ended or command.end_line:
        inside = lines if not command.ended else []
        return [*order_lines(desk, game, inside), *command_lines(inside)]
    return _own_orders(desk, game, writer, lines)


def _own_orders(desk: Desk, game: Game, writer: Seat, lines: Sequence[str]) -> list[str]:
    """Orders of the writer's own units that are given nowhere else: likely meant for the judge."""
    if writer.role is not Role.POWER or writer.power is None or game.stage is not Stage.RUNNING:
        return []
    filed = set(desk.uow.orders(game.id, game.position.phase).get(writer.power, ()))
    given = filed | _given_outside(desk, game, writer.power)
    found: dict[str, str] = {}
    for line in order_lines(desk, game, lines)[:_LOOKED_AT]:
        for part in split(line)[:_LOOKED_AT]:
            checked = check(desk.variant(game), game.position, writer.power, part)
            if checked.status is Status.OK and checked.order is not None:
                found[checked.order] = line
    if not found or set(found) & given or {subject(order) for order in given} & {subject(order) for order in found}:
        return []
    return list(dict.fromkeys(found.values()))


def _given_outside(desk: Desk, game: Game, power: str) -> frozenset[str]:
    """Orders in the same letter, before or after the press."""
    key = f"{game.name} {power}"
    if key not in desk.given:
        bare = [each.text for each in read_script(desk.letter.lines) if each.verb is None]
        parts = [part for line in order_lines(desk, game, bare) for part in split(line)]
        read = [check(desk.variant(game), game.position, power, part) for part in parts[:MOST_ORDERS]]
        desk.given[key] = frozenset(each.order for each in read if each.order is not None)
    return desk.given[key]


def _key(seat: Seat) -> str:
    return f"draft:{seat.id}:{seat.person}"


def hold(desk: Desk, seat: Seat, draft: Mapping[str, Any]) -> None:
    """Keep press until its writer says what it is; a newer one takes its place."""
    desk.uow.remember(_key(seat), dict(draft))


def held(desk: Desk, seat: Seat) -> dict[str, Any] | None:
    """The press that waits for its writer, if any."""
    found: dict[str, Any] | None = desk.uow.recall(_key(seat))
    return found or None


def forget(desk: Desk, seat: Seat) -> None:
    """Let go of the press that waits."""
    desk.uow.remember(_key(seat), None)


def shown(lines: Sequence[str]) -> str:
    """A few of the lines in question, for the answer."""
    some = [line.strip()[:60] for line in lines[:_SHOWN]]
    return " / ".join(some) + (" / …" if len(lines) > _SHOWN else "")
