"""Killed in the middle of an upgrade, the store is the old or the new one, and the next start completes it (F15)."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect

from judge.store.migrate import migrate
from tests.cli.judge_command import ROOT, judge
from tests.faults.office import PLAYERS, open_office, orders
from tests.faults.sizes import FULL, LONG, STRIDE
from tests.pg import Postgres
from tests.store.samples import MIGRATIONS, HandClock, open_store
from tests.store.test_migrations import fill

STEPS = [path.name[:4] for path in sorted((MIGRATIONS / "versions").glob("0*.py"))][:-1]
"""The revisions that earlier programs left behind."""
LINES = "A PAR - BUR\nA CAL - DOV\nA DIJ H"
SPOILS = {"fdatasync": 8, "pwrite64": 60}
"""System calls at which an upgrade of a SQLite file is killed, and more of each than there are."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a game that has results, a letter set aside and mails; its folder."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch, open_office(folder / "var", patch) as office:
        office.begin_game("first")
        for _ in range(3):
            for power in PLAYERS:
                office.mail(PLAYERS[power], orders(power, "first", f"{LINES}\nPRESS\nHi.\nENDPRESS"))
            office.clock.advance(days=4)
            office.judge.tick()
        office.keep(PLAYERS["france"], "another letter", serial="<1@x>")
        office.keep(PLAYERS["france"], "with the same number", serial="<1@x>")
        assert office.game("first").phase_no > 3
    return folder


@pytest.fixture(params=STEPS if FULL else STEPS[:1])
def old(request: pytest.FixtureRequest, played: Path, tmp_path: Path) -> Path:
    """The store as a program of an earlier revision left it, under `tmp_path/old`."""
    shutil.copytree(played / "var", tmp_path / "old")
    store = open_store(f"sqlite:///{tmp_path / 'old' / 'judge.sqlite3'}", HandClock())
    migrate(store.engine, MIGRATIONS, request.param, down=True)
    store.close()
    return tmp_path / "old" / "judge.sqlite3"


def upgrade(url: str, fatal: int = 0, *strace: str) -> subprocess.CompletedProcess[str]:
    """Bring a store up in a process of its own that is killed before its n-th statement, or as strace says."""
    command = [*strace, sys.executable, "-m", "tests.faults.upgrade", url, str(fatal)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


def contents(url: str) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Tables with their columns and indexes, and all rows of all tables: what must be whole."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            look = inspect(connection)
            names = sorted(look.get_table_names())
            shape = {name: [sorted(str(each["name"]) for each in look.get_columns(name)),
                            sorted(map(str, look.get_indexes(name)))] for name in names}  # fmt: skip
            rows = {name: sorted(map(repr, connection.exec_driver_sql(f"SELECT * FROM {name}").all()))
                    for name in names}  # fmt: skip
        return shape, rows
    finally:
        engine.dispose()


def spoilt(file: Path) -> Iterator[Path]:
    """Copies of the old store, each after an upgrade that was killed somewhere else."""
    count = int(upgrade(_url(_copy(file, "count"))).stdout)
    assert count > 10
    for fatal in range(1, count + 1, STRIDE):
        copy = _copy(file, f"statement{fatal}")
        assert upgrade(_url(copy), fatal).returncode == -signal.SIGKILL
        yield copy
    for call, most in SPOILS.items():
        killed = 0
        for fatal in range(1, most, STRIDE if call == "pwrite64" else 1):
            copy = _copy(file, f"{call}{fatal}")
            inject = f"inject={call}:signal=SIGKILL:when={fatal}"
            strace = ("strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject)
            if upgrade(_url(copy), 0, *strace).returncode == 0:
                break
            killed += 1
            yield copy
        assert 0 < killed < most - 1, f"{call}: {killed}"


def _copy(file: Path, name: str) -> Path:
    folder = file.parent.with_name(name)
    shutil.copytree(file.parent, folder)
    return folder / file.name


def _url(file: Path) -> str:
    return f"sqlite:///{file}"


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_killed_anywhere_in_an_upgrade_a_sqlite_store_is_old_or_new_and_comes_up_whole(old: Path) -> None:
    before = contents(_url(old))
    fresh = _copy(old, "fresh")
    upgrade(_url(fresh))
    wanted = contents(_url(fresh))
    assert before[0] != wanted[0]
    for copy in spoilt(old):
        with sqlite3.connect(copy) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",), copy.parent.name
        connection.close()
        assert contents(_url(copy)) in (before, wanted), copy.parent.name
        assert upgrade(_url(copy)).returncode == 0, copy.parent.name
        assert contents(_url(copy)) == wanted, copy.parent.name
        shutil.rmtree(copy.parent)


@pytest.mark.slow
def test_after_an_upgrade_every_phase_of_a_game_is_adjudicated_to_the_same_bytes(old: Path, tmp_path: Path) -> None:
    environ = {"JUDGE_DATA_DIR": str(old.parent)}
    verified = judge(tmp_path, "game", "first", "verify", **environ)
    assert verified.returncode == 0, verified.stderr
    assert verified.stdout.count(" same ") >= 3
    exported = judge(tmp_path, "game", "first", "export", **environ)
    again = judge(tmp_path, "adjudicate", given=exported.stdout)
    assert len(json.loads(again.stdout)["phases"]) >= 3


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_killed_at_any_statement_of_an_upgrade_a_postgresql_store_is_the_old_one(postgres: Postgres) -> None:
    fatal, count = 1, 2
    while fatal < count:
        with postgres.database() as url:
            store = open_store(url, HandClock())
            store.migrate(MIGRATIONS)
            fill(store)
            migrate(store.engine, MIGRATIONS, STEPS[0], down=True)
            store.close()
            before = contents(url)
            assert upgrade(url, fatal).returncode == -signal.SIGKILL
            assert contents(url) == before
            done = upgrade(url)
            assert done.returncode == 0, done.stderr
            after = contents(url)
            assert after[0] != before[0]
            kept = [name for name in after[1] if name in before[1]]
            assert [len(after[1][name]) for name in kept] == [len(before[1][name]) for name in kept]
            count = int(done.stdout)
        fatal += STRIDE
    assert count > 10
