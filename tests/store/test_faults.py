"""When the database is away nothing is half done, and the store recovers by itself."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
import threading
import traceback
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError, OperationalError

from judge.store import engine
from judge.store.keeping import KeptLetter
from judge.store.store import SqlStore
from tests.pg import Postgres
from tests.store.samples import NOON, HandClock, full_disk, letter, open_store

KEEPER = """
import sys
from tests.store.samples import letter, open_store, NOON
store = open_store(sys.argv[1], lambda: NOON)
for batch in range(int(sys.argv[2])):
    answers = store.inbox.keep([letter(batch * 5 + number) for number in range(5)])
    if any(isinstance(answer, Exception) for answer in answers):
        print("FAILED", batch, flush=True)
        sys.exit(3)
    print("KEPT", batch, flush=True)
"""
ROOT = Path(__file__).parents[2]


def keeper(url: str, batches: int, *strace: str) -> subprocess.CompletedProcess[str]:
    """Keeps letters in a process of its own, and says so after each batch; strace watches its syncs, or spoils one."""
    watch = ["strace", "-f", "--seccomp-bpf", "-e", "trace=fdatasync,write", *strace]
    command = [*watch, sys.executable, "-c", KEEPER, url, str(batches)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def path_of(url: str) -> Path:
    return Path(make_url(url).database or "")


def test_while_another_process_holds_the_file_letters_fail_alike_and_are_kept_later(
    sqlite_url: str, clock: HandClock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.1)
    store = open_store(sqlite_url, clock)
    other = sqlite3.connect(path_of(sqlite_url), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    answers = store.inbox.keep([letter(1), letter(2)])
    assert [type(answer) for answer in answers] == [OperationalError] * 2
    with pytest.raises(OperationalError), store.begin():
        pass
    other.close()
    assert [type(answer) for answer in store.inbox.keep([letter(1), letter(2)])] == [KeptLetter] * 2
    store.close()


def test_a_writer_waits_for_another_process_that_is_soon_done(sqlite_url: str, clock: HandClock):
    store = open_store(sqlite_url, clock)
    other = sqlite3.connect(path_of(sqlite_url), isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.3, other.close)
    release.start()
    (kept,) = store.inbox.keep([letter()])
    assert isinstance(kept, KeptLetter)
    release.join()
    store.close()


def test_after_a_crash_of_postgresql_letters_are_kept_again_and_none_is_lost(
    postgres: Postgres, postgres_url: str, clock: HandClock
):
    store = open_store(postgres_url, clock)
    (first,) = store.inbox.keep([letter(1)])
    postgres.stop("immediate")
    try:
        answers = store.inbox.keep([letter(1), letter(2)])
    finally:
        postgres.start()
    assert [isinstance(answer, OperationalError) for answer in answers] == [True] * 2
    again, second = store.inbox.keep([letter(1), letter(2)])
    assert (again.id, again.duplicate, second.duplicate) == (first.id, True, False)
    store.close()


def test_a_server_that_was_restarted_meanwhile_keeps_the_next_letter_at_once(
    postgres: Postgres, postgres_url: str, clock: HandClock
):
    store = open_store(postgres_url, clock)
    store.inbox.keep([letter(1)])
    postgres.stop("fast")
    postgres.start()
    (answer,) = store.inbox.keep([letter(2)])
    assert isinstance(answer, KeptLetter)
    store.close()


def test_an_error_of_the_database_quotes_no_letter(store: SqlStore):
    """Errors go into logs, and an MTA's pipe writes them into its own."""
    with pytest.raises(DatabaseError) as caught, store.begin() as unit:
        unit.connection.execute(text("SELECT :word FROM nowhere"), {"word": "swordfish"})
    assert "nowhere" in str(caught.value)
    assert "swordfish" not in str(caught.value)


def test_a_row_that_is_refused_is_not_quoted_either(store: SqlStore):
    """PostgreSQL's DETAIL shows the whole row that failed, and the value that it could not read."""
    said, secret = [], {"word": "swordfish"}
    hole = replace(letter(1, raw=b"swordfish"), message_id="swordfish@x", key="swordfish", content=None)  # type: ignore[arg-type]
    with pytest.raises(DatabaseError) as caught:
        store._keep([hole])
    said.append(caught.value)
    for values in ("(:word, NULL)", "(:word, 1), (:word, 2)", "('x', CAST(:word AS INTEGER)), (NULL, 1)"):
        with pytest.raises(DatabaseError) as caught, store.begin() as unit:
            unit.connection.execute(text(f"INSERT INTO marks (key, at) VALUES {values}"), secret)
        said.append(caught.value)
    shown = "".join(line for each in said for line in traceback.format_exception(each))
    assert "swordfish" not in shown
    assert b"swordfish".hex() not in shown
    assert "marks" in shown, "what failed is said"


def test_a_full_disk_fails_the_batch_and_the_store_goes_on_when_there_is_room(sqlite_url: str, clock: HandClock):
    store = open_store(sqlite_url, clock)
    big = letter(1, raw=b"x" * 100_000)
    with full_disk(store, 2):
        assert [type(answer) for answer in store.inbox.keep([big, letter(2)])] == [OperationalError] * 2
    with store.begin() as unit:
        assert list(unit.letters_waiting(NOON)) == []
    assert [type(answer) for answer in store.inbox.keep([big, letter(2)])] == [KeptLetter] * 2
    store.close()


@pytest.mark.slow
def test_a_sync_precedes_the_return_of_keep_and_there_is_one_a_batch(sqlite_url: str):
    done = keeper(sqlite_url, 20)
    assert done.returncode == 0, done.stderr[-2000:]
    calls = re.findall(r"(fdatasync)\(|write\(1, \"(KEPT)", done.stderr)
    calls = [sync or kept for sync, kept in calls]
    first, last = calls.index("KEPT"), len(calls) - calls[::-1].index("KEPT")
    assert calls[first - 1 : last] == ["fdatasync", "KEPT"] * 20


@pytest.mark.slow
@pytest.mark.parametrize("count", range(1, 13))
def test_killed_at_any_sync_every_letter_acknowledged_is_there_and_no_batch_is_half(sqlite_url: str, count: int):
    done = keeper(sqlite_url, 10, "-e", f"inject=fdatasync:signal=SIGKILL:when={count}")
    acknowledged = done.stdout.count("KEPT")
    assert done.returncode != 0 or acknowledged == 10
    with sqlite3.connect(path_of(sqlite_url)) as connection:
        (stored,) = connection.execute("SELECT count(*) FROM inbox").fetchone()
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    assert stored % 5 == 0
    assert acknowledged <= stored // 5 <= acknowledged + 1


@pytest.mark.slow
def test_a_sync_that_fails_is_a_failure_of_its_batch_only(sqlite_url: str, clock: HandClock):
    done = keeper(sqlite_url, 10, "-e", "inject=fdatasync:error=EIO:when=4")
    assert done.returncode == 3, done.stdout
    acknowledged = done.stdout.count("KEPT")
    store: SqlStore = open_store(sqlite_url, clock)
    again = store.inbox.keep([letter(number) for number in range((acknowledged + 1) * 5)])
    assert all(answer.duplicate for answer in again[: acknowledged * 5])
    with store.begin() as unit:
        assert len(unit.letters_waiting(NOON)) == (acknowledged + 1) * 5
    store.close()
