"""A GM's command and the tick at the same instant, on two nodes: one comes first, and never both at once (T6)."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.game.game import Game, Stage
from tests.faults.notices import contradicted
from tests.faults.office import GM, Office, open_office
from tests.faults.sizes import LONG, RACES
from tests.pg import Postgres
from tests.stories.house import text_of
from tests.usecases.desk import QuickPasswords

DAY = timedelta(days=1)


@pytest.fixture
def nodes(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Office, Office]]:
    """Two judges on one database, with the same clock and the same folder for mails."""
    with ExitStack() as stack:
        url = stack.enter_context(postgres.database())
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        delivery = f"maildir:{tmp_path / 'one' / 'outbox'}"
        one, two = (
            stack.enter_context(open_office(tmp_path / name, patch, delivery=delivery, database=url))
            for name in ("one", "two")
        )
        for each in (one, two):
            each.judge.renderer.illustrator.paint = None
            each.judge.clerk._services = replace(each.judge.services, passwords=QuickPasswords())
        two.ledger = one.ledger
        yield one, two


def race(nodes: tuple[Office, Office], name: str, command: str, pause: float) -> Game:
    """One node closes what is due, the other works off the GM's letter, which came at that instant; the game then.

    `pause`: seconds that the tick begins later, or if negative the letter.
    """
    one, two = nodes
    deadline = one.game(name).deadline
    assert deadline is not None
    two.clock.time = deadline
    one.clock.time = deadline + timedelta(seconds=1)  # it is never looked at in the very instant
    start = threading.Barrier(2)
    failed: list[BaseException] = []

    def tick() -> None:
        start.wait()
        time.sleep(max(0.0, pause))
        one.judge.tick()

    def letter() -> None:
        start.wait()
        time.sleep(max(0.0, -pause))
        two.mail(GM, f"SIGNON M{name} gmsecret\n{command}\nSIGNOFF")

    def kept(run: object) -> None:
        try:
            run()  # type: ignore[operator]
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=kept, args=(each,)) for each in (tick, letter)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed
    one.judge.tick()  # a tick that met a letter in the other node's hands comes back
    return one.game(name)


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_what_a_gm_does_at_the_instant_of_a_deadline_comes_before_or_after_it_and_never_both(
    nodes: tuple[Office, Office],
) -> None:
    one, two = nodes
    chance = random.Random(6)
    closed = {"EXTEND 1D": 0, "PAUSE": 0, "PROCESS! 1425M": 0, "PROCESS!": 0}
    for number in range(RACES):
        command = list(closed)[number % len(closed)]
        one.clock.advance(minutes=1)
        two.clock.time = one.clock.time
        name = f"race{number}"
        one.begin_game(name)
        before = one.game(name)
        after = race(nodes, name, command, chance.uniform(-0.1, 0.05))
        done = after.phase_no - 1
        assert done in ((1,) if command.startswith("PROCESS!") else (0, 1)), (command, done)
        if command.startswith("EXTEND") and done == 0:
            assert after.deadline == before.deadline + DAY  # type: ignore[operator]
        if command == "PAUSE":
            assert after.stage is Stage.PAUSED
        closed[command] += done
        _answered_as_it_is(one, after, command)
        one.mail(GM, f"SIGNON M{name} gmsecret\nTERMINATE\nSIGNOFF")
    one.assert_clean()
    assert contradicted(one.judge.settings.database, one.mails(), timedelta(seconds=1)) == []
    print(closed)


def _answered_as_it_is(office: Office, game: Game, command: str) -> None:
    """What the GM is told of the deadline is what it is."""
    answer = text_of([mail for mail in office.mails(to=GM) if mail["X-Judge-Kind"] in ("reply", "receipt")][-1])
    if command.startswith("EXTEND"):
        assert game.deadline is not None
        assert re.search(game.deadline.strftime(r":: Deadline: \S+ %a %b %d %Y %H:%M:%S"), answer), answer
