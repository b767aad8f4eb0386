"""The server: listener, letter worker, alarm clock and delivery around one judge; start and orderly stop."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.app import CannotStart, Judge
from judge.config import Settings
from judge.mail.limits import Limits
from judge.mail.listener import Incoming, Listener
from judge.mail.tls import Certificate
from judge.ops.scheduler import SWEEP_SECONDS, AlarmClock
from judge.store.calls import Ear, Topic
from judge.store.keeping import KeptLetter
from judge.store.locks import ServerLock, lock_beside
from judge.usecases.reminding import next_bell

log = logging.getLogger(__name__)
_AT_A_STRETCH = 5.0
"""Seconds after which letters make way for a look at what is due, also where only they have made it due."""
LETTERS_AGAIN, MAILS_AGAIN = 5.0, 30.0
"""Seconds after which letters and mails are looked for although no bell rang: for what a killed node left."""


class Server:
    """A serving judge: listener, letter worker, alarm clock and delivery, in one process."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self._stop = threading.Event()
        self._letters, self._mails = threading.Event(), threading.Event()
        self._no_tick = threading.Event()
        """Not set while a tick waits or runs: letters make way for it, however many come."""
        self._no_tick.set()
        judge.clerk.after_commit = self._mails.set
        sweep = 0.5 if judge.clock.steps else SWEEP_SECONDS
        self._alarm = AlarmClock(self._tick, sweep)
        self._certificate = certificate_for(judge.settings)
        self._listener = Listener(
            judge.settings.listen, self._keep, judge.route, hostname=judge.settings.domain, known=judge.known,
            limits=limits_for(judge.settings), tls=self._certificate.context if self._certificate else None,
        )  # fmt: skip
        self._threads = [
            threading.Thread(target=self._loop, args=(name, work, bell), name=name, daemon=True)
            for name, work, bell in (
                ("letters", self._work_letters, self._letters),
                ("delivery", self._deliver, self._mails),
            )
        ]
        self._lock = ServerLock(lock_beside(judge.settings.database)) if judge.settings.sqlite else None
        self._ear: Ear | None = None

    def start(self) -> list[str]:
        """Begin to serve; the endpoints with their real ports. Raises AlreadyRunning, OSError."""
        if self._lock is not None:
            self._lock.acquire()
            self.judge.store.inbox.release_claims()
            self.judge.store.outbox.release_leases()
        self.judge.write_apart()
        for thread in self._threads:
            thread.start()
        self._alarm.start()
        self._ear = self.judge.store.listen(self._called)
        return self._listener.start()

    def stop(self) -> None:
        """Orderly: no new mail, what is in hand is finished, the rest waits in the store."""
        self.judge.clerk.stop()
        self.judge.post_room.stop()
        self._stop.set()
        if self._ear is not None:
            self._ear.close()
        self._listener.stop()
        self._letters.set()
        self._mails.set()
        self._alarm.stop()
        for thread in self._threads:
            thread.join(timeout=1)
        if self._lock is not None:
            self._lock.release()

    def _called(self, topic: Topic) -> None:
        """Another node says that there is something to do."""
        {"letters": self._letters.set, "mails": self._mails.set, "deadlines": self._alarm.ring_now}[topic]()

    def _keep(self, batch: Sequence[Incoming]) -> list[KeptLetter | Exception]:
        kept = self.judge.keep(batch)
        self._letters.set()
        return kept

    def _work_letters(self) -> float:
        stopped, began = False, time.monotonic()

        def enough() -> bool:
            nonlocal stopped
            stopped = not self._no_tick.is_set() or time.monotonic() - began > _AT_A_STRETCH
            return stopped

        self._no_tick.wait()
        with self.judge.work:
            worked = self.judge.clerk.work_letters(enough)
        if worked:
            self._mails.set()
            self._alarm.ring_now()
        return 0.0 if stopped else LETTERS_AGAIN

    def _deliver(self) -> float:
        self.judge.post_room.deliver_due()
        following = self.judge.store.outbox.next_attempt()
        if following is None:
            return MAILS_AGAIN
        return min(MAILS_AGAIN, max(0.2, (following - self.judge.now()).total_seconds()))

    def _tick(self) -> None:
        if self._stop.is_set():
            return
        if self._certificate is not None:
            self._certificate.renew()
        self._no_tick.clear()
        try:
            self.judge.tick()
        finally:
            self._no_tick.set()
        self._mails.set()
        if not self.judge.clock.steps and not self._stop.is_set():
            self._alarm.ring_at(next_bell(self.judge.store, self.judge.now()))

    def _loop(self, name: str, work: Callable[[], float], bell: threading.Event) -> None:
        """Work whenever the bell rings, and now and then without it. A failure is logged and tried again."""
        while not self._stop.is_set():
            bell.clear()
            try:
                pause = work()
            except Exception:
                log.exception("%s: failed, trying again", name)
                pause = 1.0
            bell.wait(pause)
            if self._stop.is_set():
                return
            time.sleep(0)


def limits_for(settings: Settings) -> Limits:
    """The listener's limits. Relays of ours bring everybody's mail, and what strangers guess at with it."""
    usual = Limits()
    return replace(usual, neighbours=usual.neighbours | set(settings.trusted_relays))


def certificate_for(settings: Settings) -> Certificate | None:
    """The certificate for STARTTLS, if there is one. Raises CannotStart where it can't be used."""
    if settings.tls_certificate is None:
        return None
    try:
        return Certificate(settings.tls_certificate, settings.tls_key)
    except OSError as error:
        why = error.strerror or error
        raise CannotStart(f"cannot start: tls_certificate: {settings.tls_certificate} can't be used: {why}") from error
