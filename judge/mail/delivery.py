"""Handing a finished mail on: into a Maildir, or to a smarthost. Each is safe to repeat for the same mail."""

import contextlib
import os
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from judge.mail.headers import ADDRESS

SAFE_NAME = re.compile(r"[A-Za-z0-9_.=-]{1,200}")
SMTP_TIMEOUT = 30.0
AT_ONCE = 8
"""Files of a Maildir that are synced at once: the file system writes its journal once for all that wait."""


def checked_name(name: str) -> str:
    """A name that a file of a Maildir may have; ValueError for any other."""
    if not SAFE_NAME.fullmatch(name) or name.startswith("."):
        raise ValueError(f"not a file name for a Maildir: {name!r}")
    return name


class Maildir:
    """A Maildir that gets mails: `put` writes them, `settle` makes them safe and shows them, many with few syncs.

    A mail's `name` is unique to it and its recipient (made from the outbox row's id), so that a second try after a
    crash finds the first and does nothing, also when a reader has already moved it to `cur`. Written in `tmp`, synced,
    then renamed: a reader never sees half a mail. Lines end in LF, as is the custom in Maildirs.
    """

    def __init__(self, path: Path) -> None:
        self._tmp, self._new, self._cur = (str(path / folder) for folder in ("tmp", "new", "cur"))
        self._drafts: list[str] = []
        """Names of mails that are written and not settled."""

    def put(self, raw: bytes, recipient: str, name: str) -> None:
        """Write one mail for one recipient."""
        checked_name(name)
        if not self._drafts:
            for folder in (self._tmp, self._new, self._cur):
                if not os.path.isdir(folder):  # noqa: PTH112 - text, as below
                    os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        envelope = f"Return-Path: <>\nDelivered-To: {re.sub(r'[^!-~]', '', recipient)}\n".encode("ascii")
        # buffered: one write(2) may take a part only, on a disk that is nearly full, and say so by a number
        with open(f"{self._tmp}/{name}", "wb") as file:  # noqa: PTH123 - a Path takes as long as the file
            file.write(envelope + raw.replace(b"\r\n", b"\n"))
        self._drafts.append(name)

    def settle(self) -> None:
        """Sync and show what was put since the last time. If that fails, all of it has to be put again."""
        drafts, self._drafts = self._drafts, []
        if not drafts:
            return
        with ThreadPoolExecutor(min(len(drafts), AT_ONCE), "settling") as pool:
            # `new` first: from there a reader moves mails to `cur`, with flags after their names
            in_new = list(pool.map(self._synced, drafts))
            there = {name for name, found in zip(drafts, in_new, strict=True) if found}
            there |= {re.split("[:,]", each, maxsplit=1)[0] for each in _names(self._cur)}
            list(pool.map(lambda name: self._shown(name, again=name in there), drafts))
        _sync(self._new, os.O_RDONLY)

    def _synced(self, name: str) -> bool:
        """Make a draft safe; whether the mail is there already."""
        _sync(f"{self._tmp}/{name}", os.O_RDWR)
        return os.path.exists(f"{self._new}/{name}")  # noqa: PTH110

    def _shown(self, name: str, *, again: bool) -> None:
        if again:
            os.unlink(f"{self._tmp}/{name}")  # noqa: PTH108
        else:
            os.rename(f"{self._tmp}/{name}", f"{self._new}/{name}")  # noqa: PTH104


def _names(folder: str) -> list[str]:
    return os.listdir(folder)  # noqa: PTH208 - names are enough


def _sync(path: str, how: int) -> None:
    descriptor = os.open(path, how)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


Fate = Literal["sent", "temporary", "permanent"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mail for one recipient, with the smarthost's words."""

    fate: Fate
    reply: str


@dataclass(frozen=True, slots=True)
class Smarthost:
    """The server that takes our mail. From `smtp://user:password@host:port` (STARTTLS when offered) or `smtps://`."""

    host: str
    port: int
    implicit_tls: bool = False
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    hostname: str | None = None
    timeout: float = SMTP_TIMEOUT

    @classmethod
    def parse(cls, url: str, *, hostname: str | None = None, timeout: float = SMTP_TIMEOUT) -> "Smarthost":
        """Read the URL of `delivery` in the settings."""
        parts = urlsplit(url)
        if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
            raise ValueError("not a smarthost: smtp://HOST:PORT or smtps://HOST:PORT is needed")
        tls = parts.scheme == "smtps"
        user = unquote(parts.username) if parts.username else None
        password = unquote(parts.password) if parts.password else None
        return cls(parts.hostname, parts.port or (465 if tls else 25), tls, user, password, hostname, timeout)

    def send(self, raw: bytes, mail_from: str, recipients: tuple[str, ...]) -> dict[str, Outcome]:
        """Send one mail; says for each recipient what came of it."""
        with contextlib.closing(Connection(self)) as connection:
            return connection.send(raw, mail_from, recipients)

    def connect(self) -> smtplib.SMTP:
        """A connection on which mail may be sent: greeted, under TLS where that is to be had, logged in."""
        context = ssl.create_default_context()
        client: smtplib.SMTP
        if self.implicit_tls:
            client = smtplib.SMTP_SSL(self.host, self.port, self.hostname, timeout=self.timeout, context=context)
        else:
            client = smtplib.SMTP(self.host, self.port, self.hostname, timeout=self.timeout)
        try:
            client.ehlo_or_helo_if_needed()
            if not self.implicit_tls and client.has_extn("starttls"):
                client.starttls(context=context if self.user else _unverified())
                client.ehlo()
            if self.user is not None:
                _log_in(client, self.user, self.password or "")
        except BaseException:
            client.close()
            raise
        return client


class Connection:
    """One connection to a smarthost for as many mails as there are; opened for the first, `close` ends it."""

    def __init__(self, host: Smarthost) -> None:
        self._host = host
        self._client: smtplib.SMTP | None = None

    def send(self, raw: bytes, mail_from: str, recipients: tuple[str, ...]) -> dict[str, Outcome]:
        """Send one mail; says for each recipient what came of it. What is not clearly permanent is temporary."""
        good = tuple(address for address in recipients if ADDRESS.fullmatch(address) and address.isascii())
        outcomes = dict.fromkeys(recipients, Outcome("permanent", "not an address"))  # a line end would be a command
        if good:
            outcomes |= self._tried(raw, mail_from, good)
        return outcomes

    def close(self) -> None:
        """Say goodbye."""
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(OSError, smtplib.SMTPException):
                client.quit()
            client.close()

    def _tried(self, raw: bytes, mail_from: str, recipients: tuple[str, ...]) -> dict[str, Outcome]:
        try:
            fates = self._addressed(raw, mail_from, recipients)
            if any(outcome.fate == "sent" for outcome in fates.values()):
                assert self._client is not None  # noqa: S101 - it answered a moment ago
                code, text = self._client.data(raw)
                if code != 250:
                    raise smtplib.SMTPDataError(code, text)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            self.close()
            return dict.fromkeys(recipients, _failure(error))
        return fates

    def _addressed(self, raw: bytes, mail_from: str, recipients: tuple[str, ...]) -> dict[str, Outcome]:
        """A connection that served before may have been closed meanwhile, or have enough: then on a new one."""
        if self._client is not None:
            try:
                return _envelope(self._client, raw, mail_from, recipients)
            except (OSError, smtplib.SMTPException):
                self.close()
        self._client = self._host.connect()
        return _envelope(self._client, raw, mail_from, recipients)


def _envelope(client: smtplib.SMTP, raw: bytes, mail_from: str, recipients: tuple[str, ...]) -> dict[str, Outcome]:
    """MAIL and RCPT, in one packet where the smarthost takes that (RFC 2920); what it said of each recipient."""
    size = f" size={len(raw)}" if client.has_extn("size") else ""
    commands = [f"mail FROM:<{mail_from}>{size}", *(f"rcpt TO:<{each}>" for each in recipients)]
    if client.has_extn("pipelining"):
        client.send("\r\n".join([*commands, ""]))
        sender, *answers = [client.getreply() for _ in commands]
    else:
        sender, answers = client.docmd(commands[0]), []
    if sender[0] != 250:
        raise smtplib.SMTPSenderRefused(*sender, mail_from)
    answers = answers or [client.docmd(each) for each in commands[1:]]
    if all(code not in (250, 251) for code, _ in answers):
        client.rset()
    return {
        each: Outcome("sent", "250") if code in (250, 251) else _outcome(code, text)
        for each, (code, text) in zip(recipients, answers, strict=True)
    }


def _log_in(client: smtplib.SMTP, user: str, password: str) -> None:
    if not isinstance(client.sock, ssl.SSLSocket):
        raise smtplib.SMTPException("the smarthost offers no TLS: the password is not sent in clear")
    client.login(user, password)


def _unverified() -> ssl.SSLContext:
    """Opportunistic TLS: without a password to protect, an unknown certificate still beats clear text (RFC 7435)."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _outcome(code: int, text: bytes | str) -> Outcome:
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return Outcome("permanent" if 500 <= code < 600 else "temporary", f"{code} {' '.join(words.split())}"[:500])


def _failure(error: Exception) -> Outcome:
    """Only a refusal of the message is permanent: a refused greeting, login or sender is the operator's trouble."""
    if isinstance(error, smtplib.SMTPResponseException):
        outcome = _outcome(error.smtp_code, error.smtp_error)
        return outcome if isinstance(error, smtplib.SMTPDataError) else Outcome("temporary", outcome.reply)
    kind = "timed out" if isinstance(error, TimeoutError) else type(error).__name__
    return Outcome("temporary", f"{kind}: {error}"[:500])
