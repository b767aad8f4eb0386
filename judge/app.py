"""The composition root: settings → store, maps, renderer, mail. All wiring; `judge.server` serves with it."""

from __future__ import annotations

import hmac
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
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
from judge.mail.listener import Incoming
from judge.mail.quoting import MARKER
from judge.mail.reading import LetterReader
from judge.maps import files
from judge.maps.faults import MapError
from judge.maps.shelf import Shelf
from judge.opening import Opener
from judge.ops import presets
from judge.ops.chance import SystemChance
from judge.ops.passwords import Argon2Passwords
from judge.ops.scheduler import SWEEP_SECONDS
from judge.post import PostRoom, carrier_for
from judge.render.mails import Renderer
from judge.render.picture import Painters
from judge.store.engine import DATABASE_AWAY
from judge.store.keeping import KeptLetter, NewLetter
from judge.store.migrate import MigrationFailed
from judge.store.outbox import SentMail
from judge.store.store import SqlStore
from judge.usecases import clockguard
from judge.usecases.claiming import HANDFUL
from judge.usecases.clerk import Clerk
from judge.usecases.desk import Services
from judge.usecases.undelivered import undelivered
from judge.writeroom import WriteRoom
from judge.writing import GAMES_AT_ONCE, Writer

log = logging.getLogger(__name__)
_STAND_STILL_SECONDS = 1.5
"""How long a test clock must stand at a deadline before it counts as passed: mail sent at that instant is in."""
_REMIND_EVERY = timedelta(seconds=SWEEP_SECONDS - 5)
"""A little less than a sweep, so that each sweep finds it time."""
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
