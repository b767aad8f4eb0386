"""What the use cases need from the world, as Protocols. Adapters implement them; `judge.app` hands them in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from judge.adjudicator.variant import Variant
from judge.game.game import Game
from judge.game.seats import Seat


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody known to the judge. `address` is the address of record, `zone` an IANA name or '' (the game's zone)."""

    id: int
    address: str
    name: str = ""
    language: str = "en"
    zone: str = ""
    addresses: tuple[str, ...] = ()
    """All addresses that count as this person's, the address of record among them; lower case."""
    bouncing: bool = False
    password: str | None = None
    preferences: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoredLetter:
    """An accepted letter as the inbox keeps it. `accepted_at` is the instant inside the committing write."""

    id: int
    raw: bytes
    mail_from: str
    rcpts: tuple[str, ...]
    peer: str
    accepted_at: datetime
    status: str = "new"
    attempts: int = 0
    message_id: str | None = None
    report: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class AsideLetter:
    """A letter that waits for the operator."""

    id: int
    sender: str
    rcpts: tuple[str, ...]
    accepted_at: datetime


@dataclass(frozen=True, slots=True)
class StoredResult:
    """One adjudicated phase: the position before it, the orders used and the outcome, as JSON data."""

    game_id: int
    phase_no: int
    phase: str
    before: Mapping[str, Any]
    orders: Mapping[str, Sequence[str]]
    outcome: Mapping[str, Any]
    processed_at: datetime
    digest: str


@dataclass(frozen=True, slots=True)
class StoredPress:
    """One press message as it was relayed."""

    id: int
    game_id: int
    phase: str
    sender: str
    """Power word, MASTER or OBSERVER; what is shown to readers is decided by the game's press rules."""
    recipients: tuple[str, ...]
    """Power words, MASTER, OBSERVERS; ALL for a broadcast."""
    text: str
    at: datetime
    status: str = "sent"
    """sent; postal: comes out with the next results; cancelled: taken back by its writer before anybody read it."""
    grey: bool = False
    seat: int | None = None
    """The writer's seat."""


@dataclass(frozen=True, slots=True)
class OrderVersion:
    """One version of a power's order set: every one is kept."""

    version: int
    lines: tuple[str, ...]
    letter: int | None
    by: str


@dataclass(frozen=True, slots=True)
class DiaryNote:
    """A private note; `voice` is the power that wrote it. Released to all when the game is over."""

    number: int
    voice: str
    phase: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail to send, as an immutable record from which it is rendered.

    `data` is what the template of `kind` needs, already filtered for this recipient by `judge.game.view`; plain JSON.
    `seat` and `token_version` make the reply address. `key` is unique: adding the same key again adds nothing.
    """

    kind: str
    to: str
    data: Mapping[str, Any]
    key: str
    language: str = "en"
    zone: str = "UTC"
    game: str | None = None
    phase: str | None = None
    power: str | None = None
    seat: int | None = None
    token_version: int = 0
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    letter: int | None = None
    """The inbox row that caused it, for `judge mail inject` and tracing."""
    thread: str = ""
    """Game, reader and press partners: mails with the same words stand in one thread."""
    topic: str = ""
    """The kind of mail that its reader may switch off; empty: none."""
    plain: bool = False
    """The reader wants text only."""
    picture: bool = True


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One act of a GM or of the judge itself, with what changed."""

    game_id: int | None
    at: datetime
    actor: str
    verb: str
    detail: Mapping[str, Any]
    letter: int | None = None


class UnitOfWork(Protocol):
    """One transaction. Everything read in it is locked against other writers of the same game."""

    @property
    def now(self) -> datetime:
        """The transaction's instant."""
        ...

    # people
    def person_at(self, address: str) -> Person | None: ...
    def person(self, person_id: int) -> Person | None: ...
    def add_person(self, address: str, *, name: str, language: str, zone: str, at: datetime) -> Person: ...
    def save_person(self, person: Person) -> None: ...
    def absorb(self, person_id: int, other_id: int) -> None:
        """Make one person of two: the first keeps its own things and gets the other's addresses and seats."""
        ...

    def people_named(self, beginning: str) -> Sequence[Person]:
        """People whose name begins with a text, in any case."""
        ...

    # games
    def game(self, name: str) -> Game | None: ...
    def game_by_id(self, game_id: int) -> Game | None: ...
    def games(self, *, listed_only: bool = True) -> Sequence[Game]: ...
    def games_of(self, person_id: int) -> Sequence[Game]: ...
    def seat_by_token(self, token_hash: str) -> tuple[Game, Seat] | None: ...
    def add_game(self, game: Game) -> Game:
        """Insert; seats get ids. Raises NameTaken if the name exists."""
        ...

    def save_game(self, game: Game, *, expected_phase_no: int) -> Game:
        """Update by compare-and-set on phase_no; raises StaleGame if another writer moved the phase. New seats (id 0)
        are inserted, changed ones updated. Returns the game as stored (with seat ids)."""
        ...

    def keep_variant(self, variant: Variant) -> None: ...
    def variant_text(self, variant_hash: str) -> str | None: ...
    # orders, results, press
    def orders(self, game_id: int, phase: str) -> Mapping[str, tuple[str, ...]]:
        """The order sets now on file for a phase, canonical lines by power."""
        ...

    def put_orders(
        self, game_id: int, phase: str, power: str, lines: Sequence[str], *, letter: int | None, by: str, at: datetime
    ) -> None:
        """File a new version of a power's set; every version is kept."""
        ...

    def order_versions(self, game_id: int, phase: str, power: str) -> Sequence[OrderVersion]:
        """All versions of a power's set for a phase, oldest first."""
        ...

    def phases_ordered(self, game_id: int, power: str) -> Sequence[str]:
        """The phases for which a power has filed anything, in the order of filing."""
        ...

    def add_result(self, result: StoredResult) -> None:
        """Insert; raises AlreadyAdjudicated where (game, phase_no) exists."""
        ...

    def results(self, game_id: int) -> Sequence[StoredResult]:
        """The results that stand, oldest first; those that a rollback undid are left out."""
        ...

    def undo_results(self, game_id: int, first: int, by: int) -> None:
        """Mark all results from a phase number on as undone by the rollback that gave the game the number `by`."""
        ...

    def redo_results(self, game_id: int, by: int) -> None:
        """Take the mark off the results that a rollback undid."""
        ...

    def add_press(
        self,
        game_id: int,
        phase: str,
        sender: str,
        recipients: Sequence[str],
        text: str,
        *,
        letter: int | None,
        at: datetime,
        status: str = "sent",
        grey: bool = False,
        seat: int | None = None,
    ) -> int: ...
    def press(self, game_id: int) -> Sequence[StoredPress]: ...
    def mark_press(self, press_id: int, status: str) -> None: ...
    def add_note(self, game_id: int, seat_id: int, voice: str, phase: str, text: str, *, at: datetime) -> int:
        """Write a diary note; its number, counted per seat."""
        ...

    def diary(self, game_id: int, seat_id: int | None = None) -> Sequence[DiaryNote]:
        """A seat's notes, or all of a game's, oldest first."""
        ...

    def delete_note(self, game_id: int, seat_id: int, number: int) -> bool: ...
    # mails, letters, audit
    def post(self, mail: Mail, *, not_before: datetime | None = None) -> None:
        """Add to the outbox, unless the key is already there."""
        ...

    def mail_numbered(self, mail_id: int) -> Mail | None:
        """The mail of an outbox row."""
        ...

    def mail_with_id(self, message_id: str) -> Mail | None:
        """The mail that was sent with a Message-ID, for answers to it."""
        ...

    def drop_mails(self, key_prefix: str, at: datetime) -> bool:
        """Take back all mails whose keys begin so, if none of them has gone or is going; False: none is taken back."""
        ...

    def drop_stale_mails(self, key_prefix: str, at: datetime, why: str) -> None:
        """Drop those mails whose keys begin so that have not gone and are not going: they are true no more."""
        ...

    def foresee(self, senders: Sequence[str], names: Sequence[str]) -> None:
        """Letters of these senders about games of these names (if there are such) are worked off next: a hint, so that
        the store reads for all of them at once."""
        ...

    def letter(self, letter_id: int) -> StoredLetter | None: ...
    def letters_open(self, letter_ids: Sequence[int]) -> set[int]:
        """Which of these letters are still to be worked off."""
        ...

    def letter_done(self, letter_id: int, *, report: Mapping[str, Any], at: datetime) -> None:
        """Mark a letter done; raises LetterDone, at the end of the unit at the latest, if somebody was first."""
        ...

    def hold_letter(self, letter_id: int, *, report: Mapping[str, Any]) -> None:
        """Keep a letter for a confirmation."""
        ...

    def held_letter(self, letter_id: int) -> Mapping[str, Any] | None:
        """The report of a held letter; None if it is not held."""
        ...

    def release_letter(self, letter_id: int, *, report: Mapping[str, Any]) -> None:
        """Put a held letter back in the queue, at its own time of acceptance."""
        ...

    def letters_waiting(self, until: datetime) -> Sequence[int]:
        """Ids of letters accepted at or before an instant that are not worked off yet, oldest first."""
        ...

    def letters_aside(self) -> Sequence[AsideLetter]:
        """The letters that wait for the operator, oldest first."""
        ...

    def audit(self, entry: AuditEntry) -> None: ...
    def audit_of(self, game_id: int) -> Sequence[AuditEntry]: ...
    # deadlines
    def due(self, now: datetime) -> Sequence[str]:
        """Names of running games with deadline at or before `now`."""
        ...

    def next_deadline(self) -> datetime | None: ...
    def mark(self, key: str, at: datetime) -> bool:
        """Remember that something was done once (a reminder, a notice). False if the key was marked before."""
        ...

    def remember(self, key: str, value: Any) -> None:
        """Keep one value of the judge's own, such as its heartbeat."""
        ...

    def recall(self, key: str) -> Any:
        """The value kept, or None."""
        ...


class Store(Protocol):
    """Begins units of work."""

    def begin(self) -> AbstractContextManager[UnitOfWork]:
        """A read-write transaction: commits at the end of the block, rolls back on an exception."""
        ...


class Maps(Protocol):
    """Variants by name, and re-created from the text a game keeps."""

    def names(self) -> Sequence[str]: ...
    def load(self, name: str) -> Variant: ...
    def load_text(self, text: str) -> Variant: ...


class Passwords(Protocol):
    """Hashing of secrets."""

    def hash(self, secret: str) -> str: ...
    def matches(self, hashed: str, secret: str) -> bool: ...


class Chance(Protocol):
    """The only source of chance."""

    def shuffled(self, items: Sequence[str]) -> list[str]: ...


class StoreError(Exception):
    """A store's refusal that a use case handles."""


class NameTaken(StoreError):  # noqa: N818 - reads as what happened
    """A game of this name exists."""


class StaleGame(StoreError):  # noqa: N818
    """The game's phase moved meanwhile: begin again."""


class AlreadyAdjudicated(StoreError):  # noqa: N818
    """The phase has a result: somebody else was first."""


class LetterDone(StoreError):  # noqa: N818
    """The letter was worked off meanwhile: its effects are there, begin nothing again."""
