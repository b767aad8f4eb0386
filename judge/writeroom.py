"""Mails written by a process of its own: the parent's side of `judge.writechild`."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from judge.child import Child
from judge.store.outbox import OutboxRow

log = logging.getLogger(__name__)
PATIENCE = 60.0
"""Seconds for a handful of mails: each picture has its own bound, far below this."""
_CHILD = Path(__file__).resolve().with_name("writechild.py")


class WriteRoom:
    """Writes mails in one long-lived child, which is replaced when it dies or hangs. Call `close`.

    `about` is what all mails share; `variant_text` finds the text of a variant that is no longer among the maps. Where
    several mails went down with the child, each is tried alone, so that only the one to blame stays unwritten.
    """

    def __init__(self, about: Mapping[str, Any], variant_text: Callable[[str], str | None]) -> None:
        self._about = {**about, "log": logging.getLevelName(logging.getLogger().level)}
        self._variant_text = variant_text
        self._lock = threading.Lock()
        self._child: Child | None = self._begun()

    def __call__(self, rows: Sequence[OutboxRow]) -> dict[int, bytes]:
        """The bytes of mails by their rows' ids; what can't be made is left out."""
        made = self._together(rows)
        if made is None and len(rows) > 1:
            return {number: raw for row in rows for number, raw in self([row]).items()}
        if made is None:  # the child may have been ended by somebody else
            made = self._together(rows)
        return made or {}

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._end()

    def _together(self, rows: Sequence[OutboxRow]) -> dict[int, bytes] | None:
        """None: the child ended over them."""
        texts: dict[str, str | None] = {}
        while True:
            with self._lock:
                answer = self._asked(_asking(rows, texts))
            if answer is None:
                log.error("the writer of mails ended over %s", ", ".join(str(row.id) for row in rows))
                return None
            head, made = answer
            if not head["missing"]:
                return made
            texts |= {each: self._variant_text(each) for each in head["missing"]}

    def _asked(self, asked: bytes) -> tuple[Any, dict[int, bytes]] | None:
        """Ask the child; a watchdog kills it when it takes too long, which ends the waiting here."""
        if self._child is None or self._child.ended:
            self._end()
            self._child = self._begun()
        child = self._child
        watchdog = threading.Timer(PATIENCE, child.kill)
        watchdog.start()
        try:
            child.tell(asked)
            head = child.answer()
            return head, {int(number): child.read(length) for number, length in head["sizes"].items()}
        except (OSError, EOFError, ValueError, KeyError):  # it died, or said something else than it should
            self._end()
            return None
        finally:
            watchdog.cancel()

    def _begun(self) -> Child:
        child = Child(_CHILD)
        child.tell(json.dumps(self._about).encode("ascii"))
        return child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


def _asking(rows: Sequence[OutboxRow], texts: Mapping[str, str | None]) -> bytes:
    """The frame that asks for mails. Their records are JSON already: the child reads them, and nobody here."""
    packed = (f"[{row.id},{row.record},{json.dumps([row.message_id, row.created_at.isoformat()])[1:]}" for row in rows)
    return f'{{"rows":[{",".join(packed)}],"texts":{json.dumps(texts)}}}'.encode()
