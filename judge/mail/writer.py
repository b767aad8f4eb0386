"""The thread that commits: it takes whatever messages wait and keeps them with one synced commit."""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message as it arrived: bytes and envelope. `mail_from` is empty for the null return path."""

    raw: bytes
    mail_from: str
    rcpts: tuple[str, ...]
    peer: str


Kept = TypeVar("Kept")
Keep = Callable[[Sequence[Incoming]], Sequence[Kept | Exception]]


@dataclass(frozen=True, slots=True)
class _Waiting:
    incoming: Incoming
    done: "asyncio.Future[bool]"


class Writer:
    """Hands batches to `keep`, in order of arrival, and tells each session whether its message is safe."""

    def __init__(self, keep: Keep[object], loop: asyncio.AbstractEventLoop, batch: int) -> None:
        self._keep = keep
        self._loop = loop
        self._batch = batch
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="mail-writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout: float) -> None:
        """Finish what waits, then end."""
        self._queue.put(None)
        self._thread.join(timeout)

    async def keep(self, incoming: Incoming) -> bool:
        """True only after the commit. Who vanishes meanwhile stops waiting; his message is kept all the same."""
        done: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put(_Waiting(incoming, done))
        return await done

    def _run(self) -> None:
        going = True
        while going:
            batch, going = self._take()
            if batch:
                results = self._kept(batch)
                try:
                    self._loop.call_soon_threadsafe(_answer, batch, results)
                except RuntimeError:  # the loop has closed: nobody waits for the answer any more
                    return

    def _take(self) -> tuple[list[_Waiting], bool]:
        batch: list[_Waiting] = []
        item = self._queue.get()
        while item is not None:
            batch.append(item)
            if len(batch) >= self._batch:
                return batch, True
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def _kept(self, batch: list[_Waiting]) -> list[bool]:
        try:
            results = self._keep([waiting.incoming for waiting in batch])
        except Exception:
            log.exception("keeping %d messages failed", len(batch))
            return [False] * len(batch)
        for result in results:
            if isinstance(result, Exception):
                log.error("a message was not kept", exc_info=result)
        kept = [not isinstance(result, Exception) for result in results]
        return kept + [False] * (len(batch) - len(kept))  # a message without a result is not safe


def _answer(batch: list[_Waiting], results: list[bool]) -> None:
    for waiting, result in zip(batch, results, strict=False):
        if not waiting.done.done():
            waiting.done.set_result(result)
