"""SVG → PNG in a child of its own, bounded in size, memory and time."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
import threading
from collections import OrderedDict
from pathlib import Path
from types import TracebackType
from typing import IO, Self

LARGEST_SVG = 4_000_000
LARGEST_PNG = 150_000
"""What a mail may carry: a picture that comes out larger is painted narrower."""
WIDTHS = (1000, 900, 800, 650)
TALLEST = 4.0
"""Height over width: a sheet far from a map's shape is refused before the renderer allocates it."""
PATIENCE = 20.0
KEPT = 64
_SIZE = re.compile(r"<svg\b[^>]*?\bwidth=\"([\d.]+)\"[^>]*?\bheight=\"([\d.]+)\"")
_WORKER = Path(__file__).resolve().with_name("paintworker.py")


class PaintError(Exception):
    """A picture could not be made; the mail goes without it."""


class Painter:
    """Paints pictures, one at a time, in one long-lived child that is replaced when it dies or hangs.

    The last pictures are kept, so that all who see the same position share one. Call `close` (or use it in a `with`).
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __call__(self, svg: str) -> bytes:
        """The PNG of a drawing, at most `LARGEST_PNG` bytes. Raises PaintError."""
        _check(svg)
        with self._lock:
            if svg in self._kept:
                self._kept.move_to_end(svg)
                return self._kept[svg]
            png = self._small_enough(svg)
            self._kept[svg] = png
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return png

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._end()

    def _small_enough(self, svg: str) -> bytes:
        png = b""
        for width in WIDTHS:
            png = self._asked(svg.encode("utf-8"), width)
            if len(png) <= LARGEST_PNG:
                return png
        raise PaintError(f"the picture has {len(png)} bytes even at {WIDTHS[-1]} pixels")

    def _asked(self, svg: bytes, width: int) -> bytes:
        """Ask the child; a watchdog kills it when it takes too long, which ends the waiting here."""
        child = self._running()
        assert child.stdin is not None  # noqa: S101 - for the type checker: both were opened as pipes
        assert child.stdout is not None  # noqa: S101
        watchdog = threading.Timer(self._patience, child.kill)
        watchdog.start()
        try:
            child.stdin.write(struct.pack(">II", len(svg), width) + svg)
            child.stdin.flush()
            answer = _frame(child.stdout)
        except OSError as error:
            self._end()
            raise PaintError(f"the painter ended: {error}") from error
        finally:
            watchdog.cancel()
        if answer is None:
            self._end()
            raise PaintError("the painter ended before its picture was ready")
        if answer[:1] != b"+":
            raise PaintError(answer[1:].decode("utf-8", "replace"))
        return answer[1:]

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is not None and self._child.poll() is not None:
            self._end()
        if self._child is None:
            command = [sys.executable, "-I", str(_WORKER)]
            self._child = subprocess.Popen(  # noqa: S603 - our own file, no shell
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                _shut(pipe)
        child.wait()


def _shut(pipe: IO[bytes]) -> None:
    """Close a pipe whose other end may be gone."""
    try:
        pipe.close()
    except OSError:
        return


def _frame(source: IO[bytes]) -> bytes | None:
    head = source.read(4)
    if len(head) < 4:
        return None
    (size,) = struct.unpack(">I", head)
    body = source.read(size)
    return body if len(body) == size else None


def _check(svg: str) -> None:
    """Refuse what would make the renderer allocate without bound."""
    if len(svg) > LARGEST_SVG:
        raise PaintError(f"the drawing has {len(svg)} characters")
    found = _SIZE.search(svg)
    if not found or float(found.group(1)) <= 0 or float(found.group(2)) > TALLEST * float(found.group(1)):
        raise PaintError("the drawing states no size, or one that no map has")
