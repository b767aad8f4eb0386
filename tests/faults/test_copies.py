"""A copy made while the judge is busy has every letter acknowledged before it, and a judge goes on from it (F16)."""

from __future__ import annotations

import random
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, select, update

from judge.store.schema import inbox, outbox
from tests.cli.judge_command import ROOT
from tests.faults.ledger import mails_in
from tests.faults.sizes import COPIES, GAMES, LONG
from tests.faults.world import PLAYERS, World, orders
from tests.pg import Postgres, tool

Copy = Callable[[str], str]
"""Copies the store to a name; gives the copy's database URL."""


@contextmanager
def busy(world: World) -> Iterator[None]:
    """Players order all the time; phases close every few seconds."""
    over, serials, chance = threading.Event(), count(1), random.Random(16)

    def play() -> None:
        while not over.is_set():
            name, power = chance.choice(GAMES), chance.choice(tuple(PLAYERS))
            text = orders(power, name, "A PAR H\nA CAL H\nA DIJ H")
            world.try_to_send(PLAYERS[power], text, f"<busy-{next(serials)}@players.example>")
            time.sleep(0.02)

    player = threading.Thread(target=play)
    player.start()
    try:
        yield
    finally:
        over.set()
        player.join()


def copied_while_busy(world: World, copy: Copy) -> tuple[str, set[str]]:
    """Make copies; each must hold what was acknowledged before. The last one, and that."""
    for name in GAMES:
        world.begin_game(name, "TIMING MOVE 4S RETREAT 2S ADJUST 2S GRACE 0H DELAY 0H")
    before: set[str] = set()
    url = ""
    with busy(world):
        for number in range(COPIES):
            time.sleep(1)
            before = set(world.ledger.acknowledged)
            url = copy(f"copy{number}")
            engine = create_engine(url)
            with engine.connect() as connection:
                held = set(connection.execute(select(inbox.c.message_id)).scalars())
            engine.dispose()
            assert before <= held
    assert len(before) > 10 * COPIES
    return url, before


def goes_on(folder: Path, url: str, old: World, before: set[str]) -> None:
    """A judge on the copy works off what it holds; nothing that was in it is lost or comes about twice."""
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(update(inbox).values(claimed_until=None))  # else, on PostgreSQL, a minute goes by
        connection.execute(update(outbox).values(leased_until=None))  # and five
        known = {tuple(row) for row in connection.execute(select(outbox.c.message_id, outbox.c.recipient))}
    engine.dispose()
    arrived = [mail for mail in mails_in(old.outbox) if (mail["Message-ID"], mail["To"]) in known]
    folder.mkdir()
    environ = {"JUDGE_DATABASE_URL": url, "JUDGE_DELIVERY": f"maildir:{folder / 'outbox'}"}
    world = World(folder, clock=False, environ=environ)
    world.start()
    for name in GAMES:  # so that no phase closes while the books are compared
        world.send("gm@desk.example", f"SIGNON M{name} gmsecret\nTERMINATE\nSIGNOFF")
    world.settle()
    assert world.stop() == 0
    world.ledger.acknowledged |= before
    again = mails_in(folder / "outbox")
    verdict = world.ledger.verdict(url, [*arrived, *again])
    # what was not sent yet when the copy was made has left twice since, under one Message-ID
    verdict.assert_clean(resent=len({mail["Message-ID"] for mail in arrived} & {mail["Message-ID"] for mail in again}))


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_a_copy_of_a_busy_sqlite_store_made_as_the_manual_says_is_whole(tmp_path: Path) -> None:
    manual = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    (statement,) = set(re.findall(r'judge\.sqlite3 "([A-Z ]+) \'/var/backups/judge/\w+\.sqlite3\'"', manual))

    def copy(name: str) -> str:
        target = tmp_path / f"{name}.sqlite3"
        command = ["sqlite3", str(tmp_path / "var" / "judge.sqlite3"), f"{statement} '{target}'"]
        subprocess.run(command, check=True, timeout=60)
        said = subprocess.run(["sqlite3", target, "PRAGMA integrity_check"], check=True, capture_output=True, text=True)
        assert said.stdout == "ok\n"
        return f"sqlite:///{target}"

    world = World(tmp_path, clock=False)
    world.start()
    url, before = copied_while_busy(world, copy)
    assert world.stop() == 0
    goes_on(tmp_path / "restored", url, world, before)


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_a_dump_of_a_busy_postgresql_made_as_the_manual_says_is_whole(postgres: Postgres, tmp_path: Path) -> None:
    with postgres.database() as url, postgres.database() as target:
        socket = str(make_url(url).query["host"])

        def copy(name: str) -> str:
            dump = str(tmp_path / f"{name}.dump")
            whole = ["-h", socket, "-U", "judge"]
            subprocess.run([tool("pg_dump"), *whole, "-Fc", "-f", dump, make_url(url).database or ""], check=True)
            into = ["--clean", "--if-exists", "-d", make_url(target).database or "", dump]
            subprocess.run([tool("pg_restore"), *whole, *into], check=True)
            return target

        (tmp_path / "first").mkdir()
        world = World(tmp_path / "first", clock=False, environ={"JUDGE_DATABASE_URL": url})
        world.start()
        _, before = copied_while_busy(world, copy)
        assert world.stop() == 0
        goes_on(tmp_path / "restored", target, world, before)
