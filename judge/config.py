"""A judge's settings: `judge.toml`, overridden by JUDGE_* variables. Every field has its meaning, default and check."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

LOOPBACK = ("127.0.0.1", "::1", "localhost")
BOUNCES = ("null", "verp")
USUAL_REPLIES = 60
IDENTITIES = ("trust", "confirm", "strict")
_PATHS = frozenset({"data_dir", "maps_dir", "clock_file", "tls_certificate", "tls_key"})


class ConfigError(Exception):
    """A setting that can't be used: names the key, the value and the way out."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator sets. With nothing set this is trial mode: loopback only, everything under ./var."""

    data_dir: Path = field(default=Path("var"), metadata={"doc": "state folder"})
    database_url: str = field(default="", metadata={"doc": "SQLAlchemy URL; empty: an SQLite file in the state folder"})
    listen: tuple[str, ...] = field(
        default=("smtp://127.0.0.1:2525",),
        metadata={"doc": "endpoints: smtp://host:port, lmtp://host:port, lmtp+unix:/path"},
    )
    delivery: str = field(
        default="", metadata={"doc": "maildir:PATH or smtp://host:port; empty: a Maildir in the state folder"}
    )
    domain: str = field(default="judge.localhost", metadata={"doc": "the judge's mail domain"})
    identity: str = field(
        default="trust", metadata={"doc": "trust (trial), confirm (one proof) or strict (two proofs)"}
    )
    trusted_authserv: tuple[str, ...] = field(
        default=(),
        metadata={
            "doc": "the authserv-ids of our own relay, whose Authentication-Results are believed; the relay must take "
            "headers that bear its name off incoming mail"
        },
    )
    trusted_relays: tuple[str, ...] = field(
        default=("127.0.0.1", "::1"),
        metadata={
            "doc": "addresses that this relay connects from; they are never checked by SPF, nor shut out for what "
            "strangers send through them"
        },
    )
    operator: str = field(
        default="",
        metadata={"doc": "the operator's own address: postmaster@ and abuse@ are passed on to it, and trouble is told"},
    )
    tls_certificate: Path | None = field(
        default=None, metadata={"doc": "a PEM file with the certificate chain: STARTTLS is offered where it is set"}
    )
    tls_key: Path | None = field(
        default=None, metadata={"doc": "the PEM file of its key; empty: the key is in the certificate's file"}
    )
    bounces: str = field(
        default="null",
        metadata={"doc": "return path of our mail: null, or verp (bounce+…@ the domain) where bounces are to be read"},
    )
    replies_per_hour: int | None = field(
        default=None, metadata={"doc": "answers an address gets in an hour; empty: 60, and no limit in trial mode"}
    )
    maps_dir: Path | None = field(default=None, metadata={"doc": "a folder with more variants"})
    clock_file: Path | None = field(default=None, metadata={"doc": "tests only: a file that holds the time"})

    @property
    def database(self) -> str:
        """The database URL in use."""
        return self.database_url or f"sqlite:///{self.data_dir / 'judge.sqlite3'}"

    @property
    def sqlite(self) -> bool:
        """Whether the store is an SQLite file, which one server at a time may use."""
        return self.database.startswith("sqlite")

    @property
    def answers_per_hour(self) -> int | None:
        """The limit in use."""
        if self.replies_per_hour is None:
            return None if self.identity == "trust" else USUAL_REPLIES
        return self.replies_per_hour

    @property
    def delivery_target(self) -> str:
        """Where outgoing mail goes."""
        return self.delivery or f"maildir:{self.data_dir / 'outbox'}"


def load(config: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings: defaults, then `judge.toml` (here or at `config`), then the environment. Raises ConfigError."""
    values = _from_file(config)
    for each in fields(Settings):
        variable = f"JUDGE_{each.name.upper()}"
        given = (os.environ if environ is None else environ).get(variable)
        if given is not None and given.strip():
            values[each.name] = (given.strip(), variable)
    typed: dict[str, Any] = {name: _typed(name, value, source) for name, (value, source) in values.items()}
    settings = Settings(**typed)
    _check(settings)
    return settings


def misspelt(environ: Mapping[str, str] | None = None) -> list[str]:
    """What to say of JUDGE_* variables that are no setting: a slip there would otherwise be followed by silence."""
    known = [f"JUDGE_{each.name.upper()}" for each in fields(Settings)]
    said = []
    for name in sorted(os.environ if environ is None else environ):
        if name.startswith("JUDGE_") and name not in known:
            near = get_close_matches(name, known, 1)
            said.append(f"{name} is no setting and has no effect.{f' Did you mean {near[0]}?' if near else ''}")
    return said


def _from_file(config: Path | None) -> dict[str, tuple[object, str]]:
    path = config or Path("judge.toml")
    if not path.exists():
        if config is not None:
            raise ConfigError(f"{path}: no such file")
        return {}
    try:
        data = tomllib.loads(path.read_text("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    known = {each.name for each in fields(Settings)}
    for name in data:
        if name not in known:
            raise ConfigError(f"{path}: {name} is no setting. Known: {', '.join(sorted(known))}")
    return {name: (value, f"{path}: {name}") for name, value in data.items()}


def _typed(name: str, value: object, source: str) -> object:
    if name in ("listen", "trusted_authserv", "trusted_relays"):
        parts = value if isinstance(value, list) else str(value).split(",")
        return tuple(part.strip() for part in map(str, parts) if part.strip())
    if name == "replies_per_hour":
        if not str(value).isdecimal() or int(str(value)) < 1:
            raise ConfigError(f"{source}: {value!r} must be a number of at least 1")
        return int(str(value))
    if not isinstance(value, str):
        raise ConfigError(f"{source}: {value!r} must be text in quotes")
    return Path(value).expanduser() if name in _PATHS else value


def _check(settings: Settings) -> None:
    if settings.identity not in IDENTITIES:
        raise ConfigError(f"identity: {settings.identity!r} must be one of {', '.join(IDENTITIES)}")
    if settings.bounces not in BOUNCES:
        raise ConfigError(f"bounces: {settings.bounces!r} must be one of {', '.join(BOUNCES)}")
    if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", settings.domain):
        raise ConfigError(f"domain: {settings.domain!r} is no mail domain, such as judge.example.org")
    _check_operator(settings)
    if not settings.listen:
        raise ConfigError("listen: at least one endpoint is needed, such as smtp://127.0.0.1:2525")
    for endpoint in settings.listen:
        _check_endpoint(endpoint, settings.identity)
    _check_delivery(settings.delivery_target)
    if not re.match(r"(sqlite|postgresql\+psycopg)://", settings.database):
        raise ConfigError(
            f"database_url: {_without_password(settings.database)!r} must begin with sqlite:// or postgresql+psycopg://"
        )
    if settings.tls_key is not None and settings.tls_certificate is None:
        raise ConfigError("tls_key: it needs tls_certificate beside it")
    if settings.maps_dir is not None and not settings.maps_dir.is_dir():
        raise ConfigError(f"maps_dir: {settings.maps_dir} is no folder. Make it, or leave maps_dir out.")


def _check_operator(settings: Settings) -> None:
    """An address here would come back to us for ever."""
    if not settings.operator:
        return
    name, at, host = settings.operator.rpartition("@")
    if not at or not re.fullmatch(r"[^\s<>@,;\"']{1,64}", name) or not re.fullmatch(r"[A-Za-z0-9.-]{1,190}", host):
        raise ConfigError(f"operator: {settings.operator!r} is no mail address, such as ann@example.org")
    if host.lower() == settings.domain.lower():
        raise ConfigError(f"operator: {settings.operator!r} is an address of the judge itself. Name your own mailbox.")


def _check_delivery(target: str) -> None:
    if re.match(r"maildir:.", target):
        return
    parts = urlsplit(target)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or _port(target, 25) is None:
        raise ConfigError(f"delivery: {_without_password(target)!r} must be maildir:PATH or smtp://host:port")


def _check_endpoint(endpoint: str, identity: str) -> None:
    if endpoint.startswith("lmtp+unix:/"):
        return
    parts = urlsplit(endpoint)
    if parts.scheme not in ("smtp", "lmtp") or parts.hostname is None or _port(endpoint) is None:
        raise ConfigError(f"listen: {endpoint!r} must be smtp://host:port, lmtp://host:port or lmtp+unix:/path")
    if identity == "trust" and parts.hostname not in LOOPBACK:
        raise ConfigError(
            f"listen: {endpoint!r} is not a loopback address, and with identity = trust every sender is believed. "
            "Listen on 127.0.0.1, or set identity to confirm or strict."
        )


def _port(url: str, default: int | None = None) -> int | None:
    try:
        port = urlsplit(url).port
    except ValueError:
        return None
    return default if port is None else port


def _without_password(url: str) -> str:
    return re.sub(r"(?<=:)[^:@/]+(?=@)", "…", url)
