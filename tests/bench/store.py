"""How many letters a second the inbox keeps, synced, beside bare sqlite3 on the same disk as a control.

    python -m tests.bench.store [postgresql+psycopg://…]

Figures of different runs do not compare: read each against its control.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from judge.store.keeping import NewLetter
from judge.store.store import SqlStore
from tests.store.samples import MIGRATIONS, NOON, letter, open_store

RAW = b"From: ann@x.example\r\n\r\nA PAR - BUR\r\n".ljust(1024, b".")
SECONDS = 1.5


def rate(size: int, keep: Callable[[int], None]) -> float:
    """Letters a second, in batches of a size."""
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        keep(count)
        count += size
    return count / spent


def control(path: Path, size: int) -> float:
    """The same sync and the same bytes with nothing of ours around them."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS inbox (id INTEGER PRIMARY KEY, raw BLOB, key TEXT UNIQUE)")
    connection.execute("DELETE FROM inbox")

    def keep(first: int) -> None:
        connection.execute("BEGIN IMMEDIATE")
        rows = [(RAW, f"{size} {first + n}") for n in range(size)]
        connection.executemany("INSERT INTO inbox (raw, key) VALUES (?, ?)", rows)
        connection.execute("COMMIT")

    result = rate(size, keep)
    connection.close()
    return result


def inbox(store: SqlStore, size: int) -> float:
    def keep(first: int) -> None:
        answers = store.inbox.keep([fresh(f"{size} {first + n}") for n in range(size)])
        assert not any(isinstance(answer, Exception) for answer in answers)

    return rate(size, keep)


def fresh(serial: str) -> NewLetter:
    return letter(raw=RAW, message_id=f"<{serial}>", content=serial, key=serial)


def main(urls: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for url in [f"sqlite:///{folder}/judge.sqlite", *urls]:
            store = open_store(url, lambda: NOON)
            store.migrate(MIGRATIONS)
            print(url.partition(":")[0])
            for size in (1, 20, 200):
                line = f"  batches of {size:3}: {inbox(store, size):7.0f} letters/s"
                print(f"{line}   bare sqlite3: {control(Path(folder) / 'control', size):7.0f} rows/s", flush=True)
            store.close()


if __name__ == "__main__":
    main(sys.argv[1:])
