"""Where the demo plays: a judge of its own on a free loopback port, its Maildir, and a clock that can be moved on."""

from __future__ import annotations

import email
import email.policy
import smtplib
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from judge.app import Judge
from judge.config import Settings
from judge.demo.script import SCENES, Awaited, Scene, Written
from judge.server import Server

_START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
_PAST_ANY_DEADLINE = timedelta(days=4)
_PATIENCE_SECONDS = 60.0
_LOOK_SECONDS = 0.02


class Failed(Exception):  # noqa: N818 - reads as what happened
    """A mail that the script needs did not come."""


class Audience(Protocol):
    """Whoever watches: told of each step as it happens."""

    def scene(self, title: str) -> None: ...

    def sent(self, letter: Written, to: str) -> None: ...

    def arrived(self, mail: EmailMessage) -> None: ...

    def deadline(self, now: datetime) -> None: ...


class Stage:
    """A serving judge under one folder: `store` is its state, `mails` its Maildir, `pictures` what the mails showed."""

    def __init__(self, folder: Path, audience: Audience) -> None:
        self.mails, self.pictures, self.store = folder / "mails", folder / "pictures", folder / "store"
        self._audience = audience
        self._clock = folder / "clock"
        self._now = _START
        self._serial = count(1)
        self._read: set[str] = set()
        self._arrived: list[EmailMessage] = []
        self.pictures.mkdir(parents=True)
        self._set_clock(_START)
        self._judge = Judge(
            Settings(
                data_dir=self.store,
                listen=("smtp://127.0.0.1:0",),
                delivery=f"maildir:{self.mails}",
                clock_file=self._clock,
            )
        )
        self._server = Server(self._judge)
        self._domain = self._judge.settings.domain

    def __enter__(self) -> Self:
        self._port = int(self._server.start()[0].rpartition(":")[2])
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.stop()
        self._judge.close()

    def play(self) -> int:
        """Play every scene; how many mails the judge has sent. Raises Failed."""
        for scene in SCENES:
            self._play(scene)
        return len(self._arrived)

    def _play(self, scene: Scene) -> None:
        self._audience.scene(scene.title)
        for letter in scene.letters:
            self._write(letter)
        if scene.late:
            self._set_clock(self._now + _PAST_ANY_DEADLINE)
            self._audience.deadline(self._now)
        for awaited in scene.brings:
            self._await(awaited)

    def _write(self, letter: Written) -> None:
        """Mail a letter and wait for the answer to it."""
        message = EmailMessage()
        to = self._address(letter)
        message["From"], message["To"], message["Subject"] = letter.sender, to, "to the judge"
        message["Message-ID"] = f"<{next(self._serial)}@demo.example>"
        message["Date"] = self._now
        message.set_content(letter.text + "\n")
        self._audience.sent(letter, to)
        with smtplib.SMTP("127.0.0.1", self._port, timeout=_PATIENCE_SECONDS) as client:
            client.send_message(message)
        self._look_until(
            lambda: any(mail["In-Reply-To"] == message["Message-ID"] for mail in self._arrived),
            f"answer to {letter.sender}",
        )

    def _address(self, letter: Written) -> str:
        """The judge's address, or the Reply-To of the last mail of the kind that is answered."""
        if not letter.reply_to:
            return f"judge@{self._domain}"
        answered = [m for m in self._arrived if m["To"] == letter.sender and m["X-Judge-Kind"] == letter.reply_to]
        if not answered:
            raise Failed(f"{letter.sender} got no {letter.reply_to} to answer")
        return parseaddr(answered[-1]["Reply-To"])[1]

    def _await(self, awaited: Awaited) -> None:
        for to in awaited.to:
            self._look_until(
                lambda to=to: any(_is(mail, awaited, to) for mail in self._arrived),  # type: ignore[misc]
                f"{awaited.kind} {awaited.phase} for {to}",
            )

    def _look_until(self, done: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + _PATIENCE_SECONDS
        while not done():
            if time.monotonic() > end:
                raise Failed(f"no {what} after {_PATIENCE_SECONDS:.0f} seconds")
            for mail in self._new_mails():
                self._arrived.append(mail)
                self._keep_picture(mail)
                self._audience.arrived(mail)
            time.sleep(_LOOK_SECONDS)

    def _new_mails(self) -> Iterator[EmailMessage]:
        new = self.mails / "new"
        for path in sorted(new.iterdir()) if new.is_dir() else ():
            if path.name not in self._read:
                self._read.add(path.name)
                yield email.message_from_bytes(path.read_bytes(), policy=email.policy.default)

    def _keep_picture(self, mail: EmailMessage) -> None:
        """One picture a phase: everybody's mail shows the same."""
        file = self.pictures / f"{mail['X-Judge-Phase'] or 'last'}-{mail['X-Judge-Kind']}.png"
        for part in mail.walk():
            if part.get_content_type() == "image/png" and not file.exists():
                file.write_bytes(part.get_content())

    def _set_clock(self, instant: datetime) -> None:
        self._now = instant
        beside = self._clock.with_suffix(".new")
        beside.write_text(instant.isoformat(), "ascii")
        beside.replace(self._clock)


def _is(mail: EmailMessage, awaited: Awaited, to: str) -> bool:
    fits = mail["To"] == to and mail["X-Judge-Kind"] == awaited.kind
    return fits and (not awaited.phase or mail["X-Judge-Phase"] == awaited.phase)
