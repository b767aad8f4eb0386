"""The tables. Unique keys carry the exactly-once promises; `migrations/` builds the same, which a test compares."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from judge.store.types import CanonicalJson, UtcDateTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _table(name: str, *parts: Any) -> Table:
    """A table whose ids are never used again: a seat's id is part of its reply address."""
    return Table(name, metadata, *parts, sqlite_autoincrement=True)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False, server_default=false())


def _count(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False, server_default=text("0"))


people = _table(
    "people",
    _id(),
    Column("address", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("zone", Text, nullable=False),
    _flag("bouncing"),
    Column("password", Text),
    Column("preferences", CanonicalJson, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)

addresses = Table(
    "addresses",
    metadata,
    Column("address", Text, primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False, index=True),
)

variants = Table(
    "variants",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("text", Text, nullable=False),
)

games = _table(
    "games",
    _id(),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("variant", Text, nullable=False),
    # checked at commit: a game and the text of its variant may be written in either order
    Column("variant_hash", ForeignKey("variants.hash", deferrable=True, initially="DEFERRED"), nullable=False),
    Column("stage", Text, nullable=False),
    Column("phase_no", Integer, nullable=False),
    Column("position", CanonicalJson, nullable=False),
    Column("settings", CanonicalJson, nullable=False),
    Column("ending", CanonicalJson),
    Column("deadline", UtcDateTime),
    Column("base_deadline", UtcDateTime),
    _flag("early"),
    _flag("forced"),
    Column("created_at", UtcDateTime),
    Column("started_at", UtcDateTime),
    Column("finished_at", UtcDateTime),
    Index(None, "stage", "deadline"),
)

seats = _table(
    "seats",
    _id(),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("role", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("power", Text),
    Column("wish", Text),
    Column("person_id", ForeignKey("people.id"), index=True),
    Column("password", Text),
    Column("token_version", Integer, nullable=False),
    Column("token_hash", Text, unique=True),
    _flag("wait"),
    _count("missed"),
    Column("joined_at", UtcDateTime),
    UniqueConstraint("game_id", "role", "number"),
)

inbox = _table(
    "inbox",
    _id(),
    Column("raw", LargeBinary, nullable=False),
    Column("envelope", CanonicalJson, nullable=False),
    Column("sender", Text, nullable=False),
    Column("peer", Text, nullable=False),
    Column("accepted_at", UtcDateTime, nullable=False),
    Column("key", Text, unique=True),
    Column("content", Text, nullable=False),
    Column("message_id", Text, index=True),
    Column("status", Text, nullable=False),
    _count("attempts"),
    Column("claimed_until", UtcDateTime),
    Column("error", Text),
    Column("report", CanonicalJson),
    Column("done_at", UtcDateTime),
    Index(None, "status", "sender"),
    Index(None, "status", "id"),  # the oldest letters first, however many wait
)

order_sets = _table(
    "order_sets",
    _id(),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("phase", Text, nullable=False),
    Column("power", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("lines", CanonicalJson, nullable=False),
    Column("letter_id", ForeignKey("inbox.id")),
    Column("by", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("game_id", "phase", "power", "version"),
)

results = Table(
    "results",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("phase_no", Integer, primary_key=True),
    Column("phase", Text, nullable=False),
    Column("before", CanonicalJson, nullable=False),
    Column("orders", CanonicalJson, nullable=False),
    Column("outcome", CanonicalJson, nullable=False),
    Column("processed_at", UtcDateTime, nullable=False),
    Column("digest", Text, nullable=False),
    Column("undone_by", Integer),  # the phase number that the rollback gave the game
)

press = _table(
    "press",
    _id(),
    Column("game_id", ForeignKey("games.id"), nullable=False, index=True),
    Column("phase", Text, nullable=False),
    Column("sender", Text, nullable=False),
    Column("recipients", CanonicalJson, nullable=False),
    Column("text", Text, nullable=False),
    Column("letter_id", ForeignKey("inbox.id")),
    Column("at", UtcDateTime, nullable=False),
    Column("status", Text, nullable=False, server_default=text("'sent'")),
    _flag("grey"),
    Column("seat_id", Integer),
)

diary = _table(
    "diary",
    _id(),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("seat_id", Integer, nullable=False),
    Column("voice", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("game_id", "seat_id", "number"),
)

outbox = _table(
    "outbox",
    _id(),
    Column("key", Text, nullable=False, unique=True),
    Column("message_id", Text, nullable=False, unique=True),
    Column("record", CanonicalJson, nullable=False),
    Column("kind", Text, nullable=False),
    Column("recipient", Text, nullable=False),
    Column("letter_id", ForeignKey("inbox.id"), index=True),
    Column("status", Text, nullable=False),
    _count("attempts"),
    Column("next_attempt_at", UtcDateTime, nullable=False),
    Column("leased_until", UtcDateTime),
    Column("rendered", LargeBinary),
    Column("created_at", UtcDateTime, nullable=False),
    Column("sent_at", UtcDateTime),
    Column("error", Text),
    Index(None, "status", "next_attempt_at"),
    Index(None, "status", "id"),
)

marks = Table(
    "marks",
    metadata,
    Column("key", Text, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)

audit = _table(
    "audit",
    _id(),
    Column("game_id", ForeignKey("games.id"), index=True),
    Column("at", UtcDateTime, nullable=False),
    Column("actor", Text, nullable=False),
    Column("verb", Text, nullable=False),
    Column("detail", CanonicalJson, nullable=False),
    Column("letter_id", ForeignKey("inbox.id")),
)

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", CanonicalJson, nullable=False),
)
