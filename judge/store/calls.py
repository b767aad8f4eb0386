"""Nodes on one PostgreSQL call one another to work, by LISTEN and NOTIFY, so that none waits until it looks again.

A call is only a hint: one that is lost, or comes for nothing, costs time and changes nothing. A node whose connection
was cut answers every call there is when it listens again, since it may have missed any.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Literal, get_args

from sqlalchemy import Engine, Text, bindparam, func, select
from sqlalchemy.exc import SQLAlchemyError

from judge.store.prepared import Run

log = logging.getLogger(__name__)
Topic = Literal["letters", "mails", "deadlines"]
"""What there may be to do: letters to work off, mails to deliver, a deadline that was made or moved."""
_TOPICS: tuple[Topic, ...] = get_args(Topic)
_CHANNEL = "judge"
_LISTEN_SECONDS = 0.5
"""How long one listening lasts."""
_CLOSE_SECONDS = 1.0
_AGAIN_SECONDS = 5.0
"""From a cut connection to the next try."""
_CALL = select(func.pg_notify(_CHANNEL, bindparam("said", type_=Text)))


def call(run: Run, node: str, topic: Topic) -> None:
    """Call the other nodes, who hear of it when the open transaction commits, once however often it is said."""
    run(_CALL, {"said": f"{topic} {node}"})


class Ear:
    """Listens in a thread of its own, and answers the calls of all nodes but `node`. Call `close`."""

    def __init__(self, engine: Engine, node: str, answer: Callable[[Topic], None]) -> None:
        self._engine, self._node, self._answer = engine, node, answer
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ear", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more. A thread that waits for a database that is away is left to its own end: a stop is short."""
        self._closed.set()
        self._thread.join(_CLOSE_SECONDS)

    def _run(self) -> None:
        faults: Any = self._engine.dialect.dbapi
        while not self._closed.is_set():
            try:
                self._listen()
            except (SQLAlchemyError, faults.Error, OSError) as error:
                log.warning("the other nodes are not heard for a while: %s", type(error).__name__)
                self._closed.wait(_AGAIN_SECONDS)

    def _listen(self) -> None:
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            driver: Any = connection.connection.driver_connection
            connection.detach()  # it goes on listening, so nobody else is to get it afterwards
            connection.exec_driver_sql(f"LISTEN {_CHANNEL}")
            for topic in _TOPICS:
                self._answer(topic)
            while not self._closed.is_set():
                for heard in driver.notifies(timeout=_LISTEN_SECONDS):
                    self._hear(heard.payload)

    def _hear(self, said: str) -> None:
        topic, _, node = said.partition(" ")
        for known in _TOPICS:  # a node of a later version may know more
            if known == topic and node != self._node:
                self._answer(known)
