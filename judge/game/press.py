"""Who may write to whom, and what the reader is told about the writer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.view import sees_all

MASTER = "MASTER"
OBSERVERS = "OBSERVERS"
ALL = "ALL"


@dataclass(frozen=True, slots=True)
class PressRefused:
    """Why press is not relayed: an answers code and its values."""

    code: str
    args: dict[str, str]


def voice(seat: Seat) -> str:
    """How a seat is named as a writer or a reader: the power's word, MASTER or OBSERVERS."""
    if seat.role is Role.POWER:
        return seat.power or f"PLAYER {seat.number}"
    return MASTER if seat.role is Role.MASTER else OBSERVERS


def may_write(game: Game, writer: Seat, to: Sequence[str], *, grey: bool) -> PressRefused | None:
    """Whether the game's press rules let `writer` send to these; to and from the GM press is always open and signed."""
    kind = game.settings.press
    if writer.role is Role.MASTER or tuple(to) == (MASTER,):
        return PressRefused("press_master_signed", {}) if grey else None
    if game.stage is Stage.FORMING or game.stage is Stage.FINISHED:
        return None if not grey else PressRefused("press_no_grey", {})
    if writer.role is Role.OBSERVER and game.settings.mute_observers:
        return PressRefused("press_observers_muted", {"game": game.name})
    if game.settings.movement_press and not game.position.phase.endswith("M"):
        return PressRefused("press_movement_only", {"game": game.name})
    if kind == "none":
        return PressRefused("press_none", {"game": game.name})
    if kind == "public" and tuple(to) != (ALL,):
        return PressRefused("press_public_only", {"game": game.name})
    if grey and kind != "grey":
        return PressRefused("press_no_grey", {})
    return None


def readers(game: Game, writer: Seat, to: Sequence[str]) -> tuple[Seat, ...]:
    """The seats that get a message to `to`, the writer's own left out; one seat a person, his power's before others."""
    wanted = set(to)
    chosen: dict[int, Seat] = {}
    for seat in sorted(game.seats, key=lambda each: (each.role is not Role.POWER, each.number)):
        if seat.person is None or seat.id == writer.id:
            continue
        overhears = game.settings.eavesdrop and sees_all(game, seat)
        addressed = ALL in wanted or voice(seat) in wanted or overhears
        if addressed and seat.person != writer.person:
            chosen.setdefault(seat.person, seat)
    return tuple(chosen.values())
