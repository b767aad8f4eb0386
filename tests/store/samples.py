"""Small values that the store's tests share."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from sqlalchemy import event

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.settings import Settings
from judge.store.keeping import NewLetter
from judge.store.store import SqlStore
from judge.usecases.ports import Mail, StoredResult

MIGRATIONS = Path(__file__).parents[2] / "migrations"
NOON = datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=UTC)
HUNDRED = cast("Variant", SimpleNamespace(hash="abc", text="[variant]\nname = hundred\n"))


class HandClock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime:
        return self.time

    def advance(self, **length: float) -> None:
        self.time += timedelta(**length)


def token_hash(seat_id: int, version: int) -> str:
    return f"hash-{seat_id}-{version}"


def open_store(url: str, clock: Callable[[], datetime]) -> SqlStore:
    return SqlStore(url, clock, token_hash, "judge.localhost")


def letter(number: int = 1, **changes: Any) -> NewLetter:
    """A letter; equal numbers make the same message."""
    values: dict[str, Any] = {
        "raw": b"From: ann@x.example\r\n\r\n\xff\x00 letter %d\r\n" % number,
        "mail_from": "ann@x.example",
        "rcpts": ("judge@judge.localhost",),
        "peer": "127.0.0.1",
        "message_id": f"<{number}@x.example>",
        "content": f"content {number}",
        "key": f"<{number}@x.example> content {number}",
    }
    return NewLetter(**values | changes)


def position(phase: str = "1425M") -> Position:
    return Position(phase, {"FRANCE": ("A PAR", "F DIE")}, {"FRANCE": ("PAR",), "ENGLAND": ()})


def game(name: str = "first", **changes: Any) -> Game:
    """A running game with a GM and three powers, not stored yet."""
    powers = ("BURGUNDY", "ENGLAND", "FRANCE")
    seats = (*(Seat(0, Role.POWER, n, power) for n, power in enumerate(powers)), Seat(0, Role.MASTER, 0))
    values: dict[str, Any] = {
        "id": 0,
        "name": name,
        "variant": "hundred",
        "variant_hash": HUNDRED.hash,
        "stage": Stage.RUNNING,
        "phase_no": 1,
        "position": position(),
        "settings": Settings(),
        "seats": seats,
        "deadline": NOON + timedelta(days=3),
        "base_deadline": NOON + timedelta(days=3),
        "created_at": NOON,
    }
    return Game(**values | changes)


def stored_game(store: SqlStore, name: str = "first", **changes: Any) -> Game:
    with store.begin() as unit:
        unit.keep_variant(HUNDRED)
        return unit.add_game(game(name, **changes))


def result(game_id: int, phase_no: int = 1) -> StoredResult:
    before = position().to_json()
    return StoredResult(game_id, phase_no, "1425M", before, {"FRANCE": ["A PAR H"]}, {"final": []}, NOON, "digest")


def mail(key: str = "k1", **changes: Any) -> Mail:
    values: dict[str, Any] = {"kind": "results", "to": "ann@x.example", "data": {"b": 1, "a": ["é", "\0"]}, "key": key}
    return Mail(**values | changes)


def race(racers: int, run: Callable[[int], Any]) -> list[Any]:
    """Run in as many threads at once; each one's answer, or the exception that it raised."""
    answers: list[Any] = [None] * racers
    start = threading.Barrier(racers)

    def racer(number: int) -> None:
        start.wait()
        try:
            answers[number] = run(number)
        except Exception as error:
            answers[number] = error

    threads = [threading.Thread(target=racer, args=(number,)) for number in range(racers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def names(values: Sequence[Any]) -> list[str]:
    """The types of answers, for counting who won."""
    return sorted(type(value).__name__ for value in values)


@contextmanager
def full_disk(store: SqlStore, pages: int) -> Iterator[None]:
    """Room for so many more pages of SQLite only, on whatever connection the store uses meanwhile."""
    with store.begin() as unit:
        most = unit.connection.exec_driver_sql("PRAGMA page_count").scalar_one() + pages

    def limit(driver: Any, *_: object) -> None:
        driver.execute(f"PRAGMA max_page_count = {most}")

    store._lane.close()
    event.listen(store.engine, "checkout", limit)
    yield
    event.remove(store.engine, "checkout", limit)
    store._lane.close()
    store.engine.dispose()
