"""Letters are read in a child of our own making, so that no letter can stop or swell the judge.

MIME has forms that take seconds of CPU and hundreds of megabytes (CPython 136063 and others); the guard refuses those
we know, and this bounds the rest.
"""

from __future__ import annotations

import json
import logging
import os
import select
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from judge.mail.letter import Letter
from judge.mail.letterjson import from_json

log = logging.getLogger(__name__)
PATIENCE = 5.0
"""Wall seconds for one letter; the child's own limit is two of CPU."""
START_PATIENCE = 30.0
LARGEST_ANSWER = 16 << 20
TOGETHER = 32 << 10
"""Bytes of letters that are sent at once: fewer than a pipe holds, so that sending them never waits for an answer."""
_CHILD = Path(__file__).resolve().with_name("readchild.py")
_ROOT = Path(__file__).resolve().parent.parent.parent


class ReadingFailed(Exception):  # noqa: N818 - reads as what happened
    """The child ended without an answer, and not because the letter took too long."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A letter's bytes, and what its envelope tells: the sender (empty: null return path), the judge's own domain."""

    raw: bytes
    mail_from: str | None = None
    domain: str | None = None

    def frame(self, *, more: bool) -> bytes:
        """As the child gets it; `more`: others follow at once."""
        known = {"mail_from": self.mail_from, "domain": self.domain, "more": more}
        about = json.dumps(known).encode("ascii")
        return struct.pack(">II", len(about), len(self.raw)) + about + self.raw


class LetterReader:
    """Reads letters in one long-lived child, which is replaced when it dies or hangs. Call `close`."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None

    def read(self, raw: bytes, *, mail_from: str | None = None, domain: str | None = None) -> Letter:
        """The letter; one that asks for too much is unreadable. Raises ReadingFailed where the fault may be ours."""
        with self._lock:
            began = time.monotonic()
            try:
                return self._asked([Unread(raw, mail_from, domain)])[0]
            except _TooSlowError:
                self._end()
                return Letter(unreadable="broken")
            except _TROUBLE as error:
                code = self._end()
                if code is not None and -code in _LIMIT_SIGNALS:
                    log.warning("a letter took more than its share: %.1f s", time.monotonic() - began)
                    return Letter(unreadable="broken")
                raise ReadingFailed(f"the reader ended ({code})") from error

    def read_together(self, letters: Sequence[Unread]) -> list[Letter] | None:
        """Letters of at most `TOGETHER` bytes in all, with one question. None: one of them is bad, so that each has to
        be read alone."""
        with self._lock:
            try:
                return self._asked(letters)
            except (_TooSlowError, *_TROUBLE):
                self._end()
                return None

    def _asked(self, letters: Sequence[Unread]) -> list[Letter]:
        child, last = self._running(), len(letters) - 1
        _write(child, b"".join(each.frame(more=at < last) for at, each in enumerate(letters)), self._patience)
        return [from_json(_frame(child, self._patience)) for _ in letters]

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is not None and self._child.poll() is not None:
            self._end()
        if self._child is None:
            self._child = subprocess.Popen(  # noqa: S603 - our own file, no shell
                [sys.executable, "-I", str(_CHILD), str(_ROOT)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}, bufsize=0,
            )  # fmt: skip
            for pipe in (self._child.stdin, self._child.stdout):
                os.set_blocking(_number(pipe), False)
            _frame(self._child, START_PATIENCE)
        return self._child

    def _end(self) -> int | None:
        """End the child; how it ended, if it did so by itself."""
        child, self._child = self._child, None
        if child is None:
            return None
        try:
            code: int | None = child.wait(0.2)
        except subprocess.TimeoutExpired:
            code = None
            child.kill()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                pipe.close()
        child.wait()
        return code


_TROUBLE = (OSError, ValueError, TypeError, EOFError)
"""What comes of a child that died, or says something else than it should."""
_LIMIT_SIGNALS = frozenset({9, 24})
"""SIGXCPU, and SIGKILL as the kernel gives it to who takes all memory."""


class _TooSlowError(Exception):
    pass


def _number(pipe: IO[bytes] | None) -> int:
    assert pipe is not None  # noqa: S101 - both were opened as pipes
    return pipe.fileno()


def _write(child: subprocess.Popen[bytes], data: bytes, patience: float) -> None:
    number, end, left = _number(child.stdin), time.monotonic() + patience, memoryview(data)
    while left:
        _await(number, select.POLLOUT, end)
        left = left[os.write(number, left[:65_536]) :]


def _frame(child: subprocess.Popen[bytes], patience: float) -> bytes:
    number, end = _number(child.stdout), time.monotonic() + patience
    (size,) = struct.unpack(">I", _exactly(number, 4, end))
    if size > LARGEST_ANSWER:
        raise ValueError("an answer of that size is none of ours")
    return _exactly(number, size, end)


def _exactly(number: int, size: int, end: float) -> bytes:
    data = bytearray()
    while len(data) < size:
        _await(number, select.POLLIN, end)
        piece = os.read(number, min(size - len(data), 1 << 20))
        if not piece:
            raise EOFError
        data += piece
    return bytes(data)


def _await(number: int, event: int, end: float) -> None:
    poll = select.poll()
    poll.register(number, event)
    if not poll.poll(max(0, int((end - time.monotonic()) * 1000))):
        raise _TooSlowError
