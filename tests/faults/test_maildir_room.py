"""The process that puts mails into the Maildir may die or find its folder gone: every mail comes, and once."""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.mail.delivery import Maildir
from judge.maildirroom import MaildirRoom

MAILS = {f"17.M{number}": f"Subject: number {number}\r\n\r\nhello\r\n".encode() for number in range(40)}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[MaildirRoom]:
    room = MaildirRoom(tmp_path / "outbox", 64)
    yield room
    room.close()


def carry(room: MaildirRoom) -> None:
    for name, raw in MAILS.items():
        assert room(raw, "ann@ann.example", name).fate == "sent"
    room.settle()


def shown(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "new").iterdir()}


def test_mails_that_another_process_puts_there_are_those_that_this_one_would(room: MaildirRoom, tmp_path: Path) -> None:
    carry(room)
    own = Maildir(tmp_path / "own")
    for name, raw in MAILS.items():
        own.put(raw, "ann@ann.example", name)
    own.settle()
    assert shown(tmp_path / "outbox") == shown(tmp_path / "own")
    assert list((tmp_path / "outbox" / "tmp").iterdir()) == []


def test_nothing_is_called_sent_by_a_process_that_has_ended_and_the_next_one_finishes_its_work(
    room: MaildirRoom, tmp_path: Path
) -> None:
    carry(room)
    shutil.rmtree(tmp_path / "outbox" / "new")
    assert room._child is not None
    number = room._child._process.pid
    os.kill(number, signal.SIGSTOP)
    end = threading.Timer(0.3, os.kill, (number, signal.SIGKILL))
    end.start()
    with pytest.raises(OSError, match="has ended"):
        carry(room)
    end.join()
    carry(room)
    assert sorted(shown(tmp_path / "outbox")) == sorted(MAILS)


def test_a_folder_that_cannot_be_written_to_gets_everything_when_it_can(room: MaildirRoom, tmp_path: Path) -> None:
    (tmp_path / "outbox").write_text("somebody put a file here")
    with pytest.raises(NotADirectoryError):
        carry(room)
    (tmp_path / "outbox").unlink()
    carry(room)
    carry(room)
    assert sorted(shown(tmp_path / "outbox")) == sorted(MAILS)


def test_a_name_that_leads_out_of_the_maildir_is_refused(room: MaildirRoom) -> None:
    for name in ("../17.M1", ".17", "a/b", ""):
        with pytest.raises(ValueError, match="not a file name"):
            room(b"", "ann@ann.example", name)
