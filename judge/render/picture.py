"""Scene → PNG in a child of its own, bounded in size, memory and time."""

from __future__ import annotations

import hashlib
import struct
import subprocess
import sys
import threading
from collections import OrderedDict
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from judge.render.scene import Scene

LARGEST_SVG = 4_000_000
LARGEST_PNG = 150_000
"""What a mail may carry: a picture that comes out larger is painted narrower."""
SMALLER = (0.85, 0.7)
LARGEST_SHEET = 4_000_000
"""Pixels: a sheet far larger than any map is refused before the renderer allocates it."""
PATIENCE = 20.0
KEPT = 64
_WORKER = Path(__file__).resolve().with_name("paintworker.py")


class PaintError(Exception):
    """A picture could not be made; the mail goes without it."""


class Painter:
    """Paints pictures, one at a time, in one long-lived child that is replaced when it dies or hangs.

    The last pictures are kept, so that all who see the same position share one. What all pictures of a map share stays
    in `folder`, if one is given, also for later processes. Call `close` (or use it in a `with`).
    """

    def __init__(self, patience: float = PATIENCE, folder: Path | None = None) -> None:
        self._patience = patience
        self._command = [sys.executable, "-I", str(_WORKER), *([str(folder)] if folder is not None else [])]
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __call__(self, scene: Scene) -> bytes:
        """The PNG of a picture, at most `LARGEST_PNG` bytes. Raises PaintError."""
        if not 0 < scene.width * scene.height <= LARGEST_SHEET:
            raise PaintError(f"the sheet is {scene.width} by {scene.height}")
        packed = scene.packed(scene.width)
        if len(packed) > LARGEST_SVG:
            raise PaintError(f"the drawing has {len(packed)} bytes")
        with self._lock:
            key = hashlib.sha256(packed).digest()
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            png = self._small_enough(scene, packed)
            self._kept[key] = png
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return png

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._end()

    def _small_enough(self, scene: Scene, packed: bytes) -> bytes:
        png = self._asked(packed)
        for part in SMALLER:
            if len(png) <= LARGEST_PNG:
                return png
            png = self._asked(scene.packed(round(scene.width * part)))
        if len(png) <= LARGEST_PNG:
            return png
        raise PaintError(f"the picture has {len(png)} bytes even at {SMALLER[-1]} of its width")

    def _asked(self, packed: bytes) -> bytes:
        """Ask the child; a watchdog kills it when it takes too long, which ends the waiting here."""
        child = self._running()
        assert child.stdin is not None  # noqa: S101 - for the type checker: both were opened as pipes
        assert child.stdout is not None  # noqa: S101
        watchdog = threading.Timer(self._patience, child.kill)
        watchdog.start()
        try:
            child.stdin.write(struct.pack(">I", len(packed)) + packed)
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
            self._child = subprocess.Popen(  # noqa: S603 - our own file, no shell
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
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


class Painters:
    """Several painters. The same picture always goes to the same one, which keeps it for all who may see it."""

    def __init__(self, count: int, folder: Path | None = None) -> None:
        self._painters = [Painter(folder=folder) for _ in range(count)]

    def __call__(self, scene: Scene) -> bytes:
        """The picture as PNG."""
        return self._painters[hash((scene.lower, scene.upper)) % len(self._painters)](scene)

    def close(self) -> None:
        """End their processes."""
        for painter in self._painters:
            painter.close()


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
