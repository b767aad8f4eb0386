"""The ledger of a fault experiment: what was acknowledged, what the store holds, what arrived, and the verdict.

Three books are kept apart and compared at the end. The client's: serials noted when their 250 arrives. The store's:
inbox, orders, results, outbox, read without the judge. The sink's: the mails that left, by Message-ID and recipient.
"""

from __future__ import annotations

import email
import email.policy
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, select, text

from judge.store.schema import games, inbox, order_sets, outbox, people, press, results, seats


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong, by kind; each list says which. All must be empty."""

    lost: list[str] = field(default_factory=list)
    """Acknowledged letters neither worked off with one answer nor set aside, and mails of the store that never left."""
    doubled: list[str] = field(default_factory=list)
    """Effects above one per letter or phase: inbox rows, order versions, results, press, answers."""
    resent: list[str] = field(default_factory=list)
    """Copies of a mail beyond the first, as many as there are."""
    let_in: list[str] = field(default_factory=list)
    """Orders filed by letters that came from somebody who does not hold the power."""
    told: list[str] = field(default_factory=list)
    """Secret words seen by somebody they were not meant for."""
    broken: list[str] = field(default_factory=list)
    """What the database says about its own integrity, unless it is ok."""

    def numbers(self) -> dict[str, int]:
        return {each.name: len(getattr(self, each.name)) for each in fields(self)}

    def assert_clean(self, *, resent: int = 0) -> None:
        """Nothing lost, nothing doubled, nobody let in, nothing told; at most so many copies, one a kill."""
        allowed = {"resent": resent}
        if os.environ.get("LEDGER"):
            with Path(os.environ["LEDGER"]).open("a", encoding="utf-8") as book:
                book.write(f"{os.environ.get('PYTEST_CURRENT_TEST', '')} {self.numbers()}\n")
        bad = {name: getattr(self, name) for name, n in self.numbers().items() if n > allowed.get(name, 0)}
        assert not bad, bad


class Ledger:
    """Notes what clients were told, and judges in the end."""

    def __init__(self) -> None:
        self.acknowledged: set[str] = set()
        self.secrets: dict[str, frozenset[str]] = {}

    def acknowledge(self, message_id: str) -> None:
        """A 250 arrived for this Message-ID."""
        self.acknowledged.add(message_id)

    def secret(self, word: str, *allowed: str) -> str:
        """A word that only these addresses may ever read; for letters to carry."""
        self.secrets[word] = frozenset(allowed)
        return word

    def verdict(self, database: str, mails: Sequence[EmailMessage]) -> Verdict:
        """Compare the three books. The judge has had time to finish its work."""
        found = Verdict()
        engine = create_engine(database)
        try:
            with engine.connect() as connection:
                self._letters(connection, found)
                _effects(connection, found)
                _arrivals(connection, mails, found)
                if engine.dialect.name == "sqlite":
                    said = connection.execute(text("PRAGMA integrity_check")).scalar_one()
                    found.broken.extend([said] if said != "ok" else [])
        finally:
            engine.dispose()
        self._canaries(mails, found)
        return found

    def _letters(self, connection: Connection, found: Verdict) -> None:
        by_id = rows_by(connection.execute(select(inbox)).mappings(), "message_id")
        answers = Counter(
            row.letter_id
            for row in connection.execute(select(outbox.c.letter_id).where(outbox.c.kind.in_(("receipt", "reply"))))
        )
        for serial in sorted(self.acknowledged):
            rows = by_id.get(serial, [])
            done = [row for row in rows if row["status"] == "done" and answers[row["id"]] == 1]
            if not done and not any(row["status"] in ("aside", "held") for row in rows):
                found.lost.append(f"letter {serial}: {[row['status'] for row in rows] or 'not in the store'}")
        for serial, rows in by_id.items():
            same = Counter(row["content"] for row in rows)
            found.doubled.extend(f"letter {serial} kept twice" for count in same.values() for _ in range(count - 1))
            found.doubled.extend(f"letter {serial} answered twice" for row in rows if answers[row["id"]] > 1)

    def _canaries(self, mails: Sequence[EmailMessage], found: Verdict) -> None:
        for mail in mails:
            said = words_of(mail)
            for word, allowed in self.secrets.items():
                if word in said and mail["To"] not in allowed:
                    found.told.append(f"{word} to {mail['To']} in a {mail['X-Judge-Kind']} mail")


def _effects(connection: Connection, found: Verdict) -> None:
    """One phase, one result, and the phases are 1 to n; a letter's orders are filed once, in one phase of a game."""
    for game in connection.execute(select(games.c.id, games.c.name, games.c.phase_no)):
        done = list(connection.execute(select(results.c.phase, results.c.phase_no).where(results.c.game_id == game.id)))
        numbers = sorted(row.phase_no for row in done)
        phases = Counter(row.phase for row in done)
        found.doubled.extend(f"{game.name}: {phase} twice" for phase, count in phases.items() if count > 1)
        if numbers != list(range(1, game.phase_no)):
            found.lost.append(f"{game.name}: results {numbers} of a game whose phase number is {game.phase_no}")
    letters = {row["id"]: row for row in connection.execute(select(inbox)).mappings()}
    filed: Counter[int] = Counter()
    where: dict[tuple[int, int], set[str]] = {}
    for row in connection.execute(select(order_sets).where(order_sets.c.letter_id.is_not(None))):
        filed[row.letter_id] += 1
        where.setdefault((row.letter_id, row.game_id), set()).add(row.phase)
        if row.by != "MASTER" and not _holds(connection, row.game_id, row.power, letters[row.letter_id]["sender"]):
            found.let_in.append(f"orders for {row.power} by {letters[row.letter_id]['sender']}")
    for letter, versions in filed.items():
        report = letters[letter]["report"] or {"commands": []}
        given = sum(each["verb"] in ("ORDER", "CLEAR") and each["status"] == "ok" for each in report["commands"])
        found.doubled.extend(f"letter {letter}: orders filed again" for _ in range(versions - given))
    found.doubled.extend(f"letter {key[0]}: in {phases}" for key, phases in where.items() if len(phases) > 1)
    said = Counter(tuple(row) for row in connection.execute(select(press.c.letter_id, press.c.text, press.c.sender)))
    found.doubled.extend(f"press {words} kept twice" for words, count in said.items() if count > 1)


def _holds(connection: Connection, game: int, power: str, sender: str) -> bool:
    seat = (seats.c.game_id == game) & (seats.c.power == power) & (people.c.address == sender)
    return connection.execute(select(seats.c.id).join(people).where(seat)).first() is not None


def _arrivals(connection: Connection, mails: Sequence[EmailMessage], found: Verdict) -> None:
    arrived = Counter((mail["Message-ID"], mail["To"]) for mail in mails)
    found.resent.extend(f"{mail}" for mail, count in arrived.items() for _ in range(count - 1))
    bodies: dict[str, set[bytes]] = {}
    for mail in mails:
        bodies.setdefault(mail["Message-ID"], set()).add(mail.as_bytes())
    found.doubled.extend(f"{serial} in two versions" for serial, forms in bodies.items() if len(forms) > 1)
    known = {}
    for row in connection.execute(select(outbox.c.message_id, outbox.c.recipient, outbox.c.kind, outbox.c.status)):
        known[row.message_id, row.recipient] = row
        if row.status in ("ready", "sent") and (row.message_id, row.recipient) not in arrived:
            found.lost.append(f"a {row.kind} mail to {row.recipient} ({row.status})")
    found.doubled.extend(f"{mail} is not in the outbox" for mail in arrived if mail not in known)


def rows_by(rows: Iterable[Any], name: str) -> Mapping[str, list[Any]]:
    """Rows in groups."""
    groups: dict[str, list[Any]] = {}
    for row in rows:
        groups.setdefault(row[name], []).append(row)
    return groups


def words_of(mail: EmailMessage) -> str:
    """All that a mail says, headers and decoded text parts."""
    parts = [str(part.get_content()) for part in mail.walk() if part.get_content_maintype() == "text"]
    return "\n".join([*map(str, mail.values()), *parts])


def mails_in(maildir: Path) -> list[EmailMessage]:
    """The mails in a Maildir, oldest first, without the lines that the delivery put above them."""
    found = []
    for path in sorted((maildir / "new").iterdir()) if (maildir / "new").is_dir() else ():
        mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        found.append(mail)
    return found
