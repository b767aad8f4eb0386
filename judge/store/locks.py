"""Two locks: threads queue for the writer's pen, and only one server runs on a SQLite store."""

from __future__ import annotations

import fcntl
import os
import threading
from collections import deque
from pathlib import Path

from sqlalchemy.engine import make_url


class FairLock:
    """A lock that is given in the order of asking. SQLite's own waiting is a lottery in which a thread can starve."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._queue: deque[threading.Lock] = deque()
        self._held = False
        self._owner: int | None = None

    def __enter__(self) -> None:
        me = threading.get_ident()
        with self._gate:
            if self._owner == me:
                raise RuntimeError("a unit of work is open in this thread: it cannot wait for itself")
            if not self._held:
                self._held, self._owner = True, me
                return
            turn = threading.Lock()
            turn.acquire()
            self._queue.append(turn)
        turn.acquire()
        self._owner = me

    def __exit__(self, *error: object) -> None:
        with self._gate:
            self._owner = None
            if self._queue:
                self._queue.popleft().release()  # still held: by the next in the queue
            else:
                self._held = False


class AlreadyRunning(Exception):  # noqa: N818 - reads as what happened
    """Another server holds the store."""

    def __init__(self, pid: str) -> None:
        super().__init__(f"another judge is running on this store, process {pid}")
        self.pid = pid


def lock_beside(url: str) -> Path:
    """Where the lock of a SQLite store is: beside its file, since servers with other state folders may share that."""
    return Path(make_url(url).database or "").resolve().with_suffix(".lock")


class ServerLock:
    """Held while a server runs: `flock` on a file with its process id. The kernel frees it when the server ends,
    in whatever way. Forked children drop their copy, so that a child that outlives a killed server keeps nobody out.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd: int | None = None
        os.register_at_fork(after_in_child=self._close)

    def __enter__(self) -> ServerLock:
        self.acquire()
        return self

    def __exit__(self, *error: object) -> None:
        self.release()

    def acquire(self) -> None:
        """Take the lock, or raise AlreadyRunning at once."""
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = os.read(fd, 32).decode("ascii", "replace").strip()
            os.close(fd)
            raise AlreadyRunning(pid or "unknown") from None
        os.ftruncate(fd, 0)
        os.pwrite(fd, f"{os.getpid()}\n".encode(), 0)
        self._fd = fd

    def release(self) -> None:
        """Give the lock back; the file stays, since removing it would race with the next server."""
        self._close()

    def _close(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
