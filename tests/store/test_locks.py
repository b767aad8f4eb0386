"""One server on a SQLite store: the second is told who is first, and a dead one keeps nobody out."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from judge.store.locks import AlreadyRunning, ServerLock

HOLDER = """
import os, sys, time
from pathlib import Path
from judge.store.locks import ServerLock
ServerLock(Path(sys.argv[1])).acquire()
if sys.argv[2] == "fork" and os.fork() == 0:
    print(os.getpid(), flush=True)
    time.sleep(60)
if sys.argv[2] != "fork":
    print(0, flush=True)
time.sleep(60)
"""


def holder(path: Path, how: str = "alone") -> tuple[subprocess.Popen[str], int]:
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(path), how], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, int(process.stdout.readline())


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_a_second_server_is_refused_with_the_process_of_the_first(tmp_path: Path):
    process, _ = holder(tmp_path / "judge.lock")
    with pytest.raises(AlreadyRunning, match=str(process.pid)) as refused:
        ServerLock(tmp_path / "judge.lock").acquire()
    assert refused.value.pid == str(process.pid)
    end(process)


def test_a_killed_server_leaves_the_store_free(tmp_path: Path):
    process, _ = holder(tmp_path / "judge.lock")
    end(process)
    with ServerLock(tmp_path / "judge.lock"):
        assert (tmp_path / "judge.lock").read_text() == f"{os.getpid()}\n"
        assert stat.S_IMODE((tmp_path / "judge.lock").stat().st_mode) == 0o600


def test_a_child_that_outlives_a_killed_server_keeps_nobody_out(tmp_path: Path):
    process, child = holder(tmp_path / "judge.lock", "fork")
    process.kill()
    process.wait()
    try:
        ServerLock(tmp_path / "judge.lock").acquire()
    finally:
        os.kill(child, signal.SIGKILL)
        end(process)


def test_a_server_that_stopped_gives_the_lock_back(tmp_path: Path):
    lock = ServerLock(tmp_path / "judge.lock")
    for _ in range(2):
        with lock, pytest.raises(AlreadyRunning, match=str(os.getpid())):
            ServerLock(tmp_path / "judge.lock").acquire()
