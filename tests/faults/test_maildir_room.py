"""The process that puts mails into the Maildir may die or find its folder gone: every mail comes, and once."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.child import ROOT, packed
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


def test_of_a_mail_that_a_killed_judge_sent_by_half_nothing_is_shown(tmp_path: Path) -> None:
    """And its other half can never come: the next judge finds the file there and takes it for the mail."""
    raw = MAILS["17.M1"]
    frame = packed(json.dumps([("17.M1", "ann@ann.example", len(raw))]).encode(), raw)
    for cut in (3, 10, len(frame) - len(raw), len(frame) - 1):
        child = [sys.executable, "-I", str(ROOT / "judge" / "maildirchild.py"), str(ROOT), str(tmp_path / "outbox")]
        run = subprocess.run(child, input=frame[:cut], capture_output=True, timeout=60, check=False)
        assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")
        assert not (tmp_path / "outbox").exists()


def test_a_process_waits_for_that_of_a_judge_that_was_killed(room: MaildirRoom, tmp_path: Path) -> None:
    """Both may have the same mails in hand, and would write to the same file."""
    outbox = tmp_path / "outbox"
    outbox.mkdir()
    descriptor = os.open(outbox, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    carrying = threading.Thread(target=carry, args=(room,))
    carrying.start()
    carrying.join(1)
    assert list(outbox.iterdir()) == []
    os.close(descriptor)
    carrying.join()
    assert sorted(shown(outbox)) == sorted(MAILS)


def test_a_folder_that_cannot_be_written_to_gets_everything_when_it_can(room: MaildirRoom, tmp_path: Path) -> None:
    (tmp_path / "outbox").write_text("somebody put a file here")
    with pytest.raises(FileExistsError):
        carry(room)
    (tmp_path / "outbox").unlink()
    carry(room)
    carry(room)
    assert sorted(shown(tmp_path / "outbox")) == sorted(MAILS)


def test_a_name_that_leads_out_of_the_maildir_is_refused(room: MaildirRoom) -> None:
    for name in ("../17.M1", ".17", "a/b", ""):
        with pytest.raises(ValueError, match="not a file name"):
            room(b"", "ann@ann.example", name)
