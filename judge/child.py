"""A long-lived process of our own that is asked by frames on its standard input and answers on its standard output.

A frame is a length and so many bytes, JSON; bytes that it speaks of may follow.
"""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
"""The folder of the package, which the child is told: it runs isolated."""


def packed(frame: bytes, *more: bytes) -> bytes:
    """A frame as it is sent, and the bytes that it speaks of."""
    return b"".join((struct.pack(">I", len(frame)), frame, *more))


def asked(source: IO[bytes]) -> Any:
    """In the child: what the judge asks next. None at the end, which is within a frame if the judge was killed."""
    head = source.read(4)
    size = struct.unpack(">I", head)[0] if len(head) == 4 else 0
    frame = source.read(size)
    return json.loads(frame) if size and len(frame) == size else None


class Child:
    """In the judge: one such process. Raises OSError or EOFError where it has ended. Call `end`."""

    def __init__(self, script: Path, *arguments: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own file, no shell
            [sys.executable, "-I", str(script), str(ROOT), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin is not None  # noqa: S101 - opened as a pipe
        assert self._process.stdout is not None  # noqa: S101 - the same
        self._in, self._out = self._process.stdin, self._process.stdout

    @property
    def ended(self) -> bool:
        """Whether somebody or something has ended it."""
        return self._process.poll() is not None

    def tell(self, frame: bytes, *more: bytes) -> None:
        """Send a frame, and bytes that it speaks of."""
        self._in.write(packed(frame, *more))
        self._in.flush()

    def answer(self) -> Any:
        """The JSON of the next frame."""
        (size,) = struct.unpack(">I", self.read(4))
        return json.loads(self.read(size))

    def read(self, size: int) -> bytes:
        """So many bytes."""
        data = self._out.read(size)
        if len(data) < size:
            raise EOFError
        return data

    def kill(self) -> None:
        """End it at once, whatever it does; who waits for its answer hears of it."""
        self._process.kill()

    def end(self) -> None:
        """End it when it has done what it was asked."""
        for pipe in (self._in, self._out):
            _shut(pipe)
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _shut(pipe: IO[bytes]) -> None:
    """Close a pipe whose other end may be gone."""
    try:
        pipe.close()
    except OSError:
        return
