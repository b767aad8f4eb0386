"""The composition root: settings → store, maps, renderer, mail, alarm clock; start and orderly stop. All wiring."""

from __future__ import annotations

import hmac
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from judge import __version__
from judge.adjudicator.variant import Variant
from judge.clock import FileClock, clock_for
from judge.config import ConfigError, Settings, load
from judge.mail import guard, headers
from judge.mail.addresses import Purpose, Route, number_in, numbered, parse_address, token, token_hash
from judge.mail.dns import SystemDns
from judge.mail.identity import Identity
from judge.mail.limits import Limits
from judge.mail.listener import Incoming, Listener
from judge.mail.quoting import MARKER
from judge.mail.reading import LetterReader
from judge.mail.tls import Certificate
from judge.maps import files
from judge.maps.faults import MapError
from judge.maps.shelf import Shelf
from judge.opening import Opener
from judge.ops import presets
from judge.ops.chance import SystemChance
from judge.ops.passwords import Argon2Passwords
from judge.ops.scheduler import SWEEP_SECONDS, AlarmClock
from judge.post import PostRoom, carrier_for
from judge.render.mails import Renderer
from judge.render.picture import Painters
from judge.store.calls import Ear, Topic
from judge.store.engine import DATABASE_AWAY
from judge.store.keeping import KeptLetter, NewLetter
from judge.store.locks import ServerLock, lock_beside
from judge.store.migrate import MigrationFailed
from judge.store.outbox import SentMail
from judge.store.store import SqlStore
from judge.usecases import clockguard
from judge.usecases.claiming import HANDFUL
from judge.usecases.clerk import Clerk
from judge.usecases.desk import Services
from judge.usecases.reminding import next_bell
from judge.usecases.undelivered import undelivered
from judge.writeroom import WriteRoom
from judge.writing import GAMES_AT_ONCE, Writer

log = logging.getLogger(__name__)
_STAND_STILL_SECONDS = 1.5
"""How long a test clock must stand at a deadline before it counts as passed: mail sent at that instant is in."""
_REMIND_EVERY = timedelta(seconds=SWEEP_SECONDS - 5)
"""A little less than a sweep, so that each sweep finds it time."""
_AT_A_STRETCH = 5.0
"""Seconds after which letters make way for a look at what is due, also where only they have made it due."""
LETTERS_AGAIN, MAILS_AGAIN = 5.0, 30.0
"""Seconds after which letters and mails are looked for although no bell rang: for what a killed node left."""
SHEETS = "sheets"
"""The folder, beside the database, of what all pictures of a map share: may be emptied at any time."""
NO_SEATS = [(0, 0)] * 8
"""Whose tokens are reckoned where a game is not there: those of seven players and a GM."""


class Judge:
    """One judge, wired but not yet serving: what `serve`, `mail` and `game` share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        _make_folder(settings.data_dir)
        self.clock = clock_for(settings.clock_file)
        # nodes share PostgreSQL's time, so that they agree on what came before a deadline; a test's clock is the same
        shared_time = not settings.sqlite and not self.clock.steps
        self.store = SqlStore(
            settings.database, self.clock.now, self._token_hash, settings.domain, database_time=shared_time
        )
        self.now: Callable[[], datetime] = self.store.now if shared_time else self.clock.now
        self.store.migrate(files.data_root("migrations"))
        self.secret = self.store.shared_key(_offered_key(settings.data_dir / "secret"))
        self.maps = Shelf([settings.maps_dir] if settings.maps_dir else [])
        self.services = Services(
            maps=self.maps,
            passwords=Argon2Passwords(),
            chance=SystemChance(),
            domain=settings.domain,
            identity=settings.identity,
            operator=settings.operator,
            version=__version__,
            replies_per_hour=settings.answers_per_hour,
            presets=presets.load(files.data_root("templates") / "presets.toml"),
        )
        self.reader = LetterReader()
        self.painter = Painters(GAMES_AT_ONCE, settings.data_dir / SHEETS)
        self.renderer = Renderer(files.data_root("templates"), self.variant_of, marker=MARKER, paint=self.painter)
        self.writer = Writer(self.renderer, settings.domain, self.secret, passed_on=DATABASE_AWAY)
        self.post_room = PostRoom(
            self.store.outbox,
            self.writer,
            carrier_for(settings.delivery_target, settings.domain),
            domain=settings.domain,
            secret=self.secret,
            now=self.now,
            verp=settings.bounces == "verp",
            given_up=lambda mail, number, why: undelivered(self.services, self.store, mail, number, why, self.now()),
        )
        self.opener = Opener(settings.domain, self.named, self.reader, identity_for(settings), settings.operator)
        self.clerk = Clerk(
            self.services,
            self.store,
            self.store.inbox,
            self.opener,
            away=DATABASE_AWAY,
            may_close=self._clock_is_fine,
            # nodes that held the locks of several games would wait for each other crosswise
            together=HANDFUL if settings.sqlite else 1,
            watch=time.monotonic,
            remind_every=timedelta() if self.clock.steps else _REMIND_EVERY,
        )
        self.write_room: WriteRoom | None = None
        self.work = threading.RLock()
        """Held by whoever works letters or closes phases: one at a time in a process."""
        self._said_frozen = False

    def write_apart(self) -> None:
        """From now on mails are written, and put where they go, by processes of their own."""
        about = {
            "templates": str(files.data_root("templates")),
            "maps": str(self.settings.maps_dir) if self.settings.maps_dir else None,
            "sheets": str(self.settings.data_dir / SHEETS),
            "marker": MARKER,
            "domain": self.settings.domain,
            "secret": self.secret.hex(),
        }
        self.write_room = WriteRoom(about, self._variant_text)
        self.post_room.write = self.write_room
        self.post_room.carry = carrier_for(self.settings.delivery_target, self.settings.domain, apart=True)

    def close(self) -> None:
        """Let go of the store, the writer and the picture maker."""
        self.post_room.close()
        if self.write_room is not None:
            self.write_room.close()
        self.opener.close()
        self.painter.close()
        self.reader.close()
        self.store.close()

    def keep(self, batch: Sequence[Incoming]) -> list[KeptLetter | Exception]:
        """Commit accepted messages with one sync."""
        return self.store.inbox.keep([new_letter(each) for each in batch])

    def route(self, address: str) -> Route | None:
        """Where a recipient leads; None: none of ours."""
        return parse_address(address, self.settings.domain)

    def known(self, route: Route) -> bool:
        """Whether there is such a game, and such a token was ever given out. An old one still gets an answer."""
        if route.kind == "bounce" or (route.kind == "judge" and route.token):
            purposes: tuple[Purpose, ...] = ("bounce",) if route.kind == "bounce" else ("confirm", "stop")
            return any(self.named(each, route.token or "") is not None for each in purposes)
        if route.kind != "game":
            return True
        seats = self.store.seat_numbers(route.game or "")
        if route.token is None:
            return seats is not None
        asked = seats or NO_SEATS  # a game that is not there costs what one costs that is
        given = (token(self.secret, seat, version) for seat, newest in asked for version in range(newest + 1))
        return sum([hmac.compare_digest(each, route.token) for each in given]) > 0 and seats is not None

    def named(self, purpose: Purpose, token: str) -> SentMail | None:
        """The mail of ours that a token names for a purpose; one number costs what another does."""
        number = number_in(token)
        if number is None:
            return None
        sent = self.store.sent_mail(number)
        ours = numbered(self.secret, purpose, number, sent.message_id if sent is not None else "")
        return sent if hmac.compare_digest(ours, token) else None

    def variant_of(self, data: Mapping[str, Any]) -> Variant:
        """The variant that a mail's data speaks of, as it was when the game was made."""
        return self.maps.of_mail(data, self._variant_text)

    def _variant_text(self, variant_hash: str) -> str | None:
        with self.store.begin() as uow:
            return uow.variant_text(variant_hash)

    def tick(self) -> None:
        """Close what is due. A test clock must have stood still for a moment before its instant counts as passed."""
        with self.work:
            now = self._effective_now()
            if self._clock_is_fine():
                self.clerk.tick(now)

    def _clock_is_fine(self) -> bool:
        now, trusted = self.clock.reading()
        found = clockguard.watch(self.services, self.store, now if self.clock.steps else self.now(), trusted=trusted)
        if found == "frozen" and not self._said_frozen:
            log.error("the clock went back: deadlines are frozen until `judge clock accept`")
        if found == "gap":
            log.error("the judge was away or its clock jumped: deadlines that fell into the gap were moved")
        self._said_frozen = found == "frozen"
        return found == "fine"

    def _effective_now(self) -> datetime:
        now = self.now()
        if not isinstance(self.clock, FileClock) or self.clock.still_for() >= _STAND_STILL_SECONDS:
            return now
        return now - timedelta(microseconds=1)

    def _token_hash(self, seat_id: int, version: int) -> str:
        return token_hash(token(self.secret, seat_id, version))


def identity_for(settings: Settings) -> Identity | None:
    """Who checks what letters prove; nobody in trial mode."""
    if settings.identity == "trust":
        return None
    return Identity(SystemDns(), trusted=settings.trusted_authserv, relays=settings.trusted_relays)


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


def new_letter(incoming: Incoming) -> NewLetter:
    """The inbox's form of an accepted message: its fingerprint, and whose letters it stays in order with."""
    print_ = guard.fingerprint(incoming.raw)
    return NewLetter(
        raw=incoming.raw,
        mail_from=incoming.mail_from,
        rcpts=incoming.rcpts,
        peer=incoming.peer,
        message_id=print_.message_id,
        content=print_.content,
        key=print_.key,
        sender=_from_address(incoming.raw) or incoming.mail_from.lower(),
    )


def _from_address(raw: bytes) -> str:
    for field in guard.fields(guard.split(guard.to_crlf(raw[:65_536]))[0]):
        name, _, value = field.partition(b":")
        if name.strip().lower() == b"from":
            found = headers.addresses(value[:1000])
            return found[0][1].lower() if found else ""
    return ""


def _offered_key(path: Path) -> bytes:
    """The key of reply tokens for a new store; early versions kept it in a file, whose tokens go on to work."""
    return path.read_bytes() if path.exists() else secrets.token_bytes(32)


def _make_folder(path: Path) -> None:
    """The state folder, for the judge's own user only."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"data_dir: {path} can't be made: {error.strerror}. Name another folder.") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ConfigError(f"data_dir: {path} can't be written to. Name another folder, or make it this user's own.")


class CannotStart(Exception):  # noqa: N818 - reads as what happened
    """Why the judge can't be opened, in one line."""


def open_judge(config: Path | None) -> Judge:
    """The judge that the settings name. Raises CannotStart with one clear line."""
    try:
        return Judge(load(config))
    except MigrationFailed as error:
        raise CannotStart(f"cannot start: database_url: {str(error).splitlines()[0]}") from error
    except (ConfigError, MapError, OSError) as error:
        raise CannotStart(f"cannot start: {error}") from error
    except SQLAlchemyError as error:
        raise CannotStart(f"cannot start: the database can't be used: {str(error).splitlines()[0]}") from error


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
