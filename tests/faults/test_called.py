"""What one node takes in, another works off and delivers at once: neither waits until it looks again by itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge import server as serving
from judge.app import Judge
from judge.config import Settings
from judge.server import Server
from tests.bench.loop import Hall
from tests.pg import Postgres


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    with postgres.database() as url:
        yield url


def files(folder: Path, count: int) -> list[Path]:
    """The mails in a Maildir as soon as there are so many; those that are there if it takes too long."""
    end = time.monotonic() + 60
    found: list[Path] = []
    while len(found) < count and time.monotonic() < end:
        time.sleep(0.05)
        found = sorted((folder / "new").glob("*"))
    return found


def test_a_letter_that_another_node_took_in_is_answered_by_a_node_that_never_looks_by_itself(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LETTERS_AGAIN", 3600.0)
    monkeypatch.setattr(serving, "MAILS_AGAIN", 3600.0)
    monkeypatch.setattr(serving, "SWEEP_SECONDS", 3600.0)
    outbox = tmp_path / "outbox"
    server = Server(
        Judge(
            Settings(tmp_path / "two", database_url=url, listen=("smtp://127.0.0.1:0",), delivery=f"maildir:{outbox}")
        )
    )
    server.start()
    door = Hall(tmp_path / "one", database_url=url)  # takes letters in, and does no more
    try:
        for number in range(3):  # each after the answer to the one before, when the other node rests again
            door.judge.keep([door.letter(f"ann{number}@x.example", "HELP")])
            assert len(files(outbox, number + 1)) == number + 1
    finally:
        server.stop()
        server.judge.close()
        door.judge.close()
