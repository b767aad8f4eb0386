"""A judge without a server: letters in, the mails that they cause out, on a real SQLite store and real templates."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from judge import app
from judge.app import Judge
from judge.config import Settings
from judge.mail.addresses import reply_address, token
from judge.mail.listener import Incoming
from judge.mail.reading import LetterReader
from judge.maps import files
from judge.store.outbox import MAILS, OutboxRow
from judge.store.schema import outbox
from judge.store.store import SqlStore
from judge.usecases import clockguard

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
DOMAIN = "judge.localhost"
GM, ANN, BOB, CID, DEE = (f"{name}@players.example" for name in ("gm", "ann", "bob", "cid", "dee"))
SEATS = {"france": ANN, "england": BOB, "burgundy": CID}
_serial = count(1)
_compiled: dict[str, Any] = {}
"""Templates, compiled once for all offices."""


@dataclass(frozen=True, slots=True)
class Got:
    """A mail as its reader gets it."""

    to: str
    kind: str
    subject: str
    text: str
    html: str
    message_id: str
    reply_to: str
    power: str | None


class QuickPasswords:
    """Hashing that takes no time; the real one is tested in its own room."""

    def hash(self, secret: str) -> str:
        return f"hashed {secret}"

    def matches(self, hashed: str, secret: str) -> bool:
        return hashed == f"hashed {secret}"


class SameOrder:
    """Chance that leaves things as they are."""

    def shuffled(self, items: Sequence[str]) -> list[str]:
        return list(items)


class StillClock:
    """Stands until a test moves it."""

    steps = True

    def __init__(self) -> None:
        self.time = START

    def now(self) -> datetime:
        return self.time

    def reading(self) -> tuple[datetime, bool]:
        return self.time, True


class KeptReader(LetterReader):
    """One reading child for all offices, which lives as long as the tests."""

    def close(self) -> None:
        """Not yet."""


@cache
def _reader() -> KeptReader:
    made = KeptReader()
    atexit.register(LetterReader.close, made)
    return made


class Office:
    """One judge, worked by hand."""

    def __init__(self, folder: Path, template: Path | None = None, *, identity: str = "trust") -> None:
        if template is not None:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(template, folder / "judge.sqlite3")
        with patch.object(app, "LetterReader", _reader):
            self.judge = Judge(Settings(data_dir=folder, identity=identity))
        self.clock = StillClock()
        self.judge.clock = self.clock  # type: ignore[assignment]
        self.judge.now = self.clock.now
        surroundings = replace(self.judge.store._surroundings, clock=self.clock.now)
        self.judge.store._surroundings = surroundings
        services = replace(self.judge.services, passwords=QuickPasswords(), chance=SameOrder())
        self.judge.services = services
        self.judge.clerk._services = services
        self.judge.renderer.illustrator.paint = None
        self.judge.renderer._templates = _compiled.setdefault("templates", self.judge.renderer._templates)
        self.judge.painter.close()
        self._seen = 0

    def close(self) -> None:
        self.judge.close()

    # letters
    def write(
        self,
        sender: str,
        text: str,
        to: str = f"judge@{DOMAIN}",
        *,
        answering: str = "",
        references: str = "",
        subject: str = "to the judge",
        answered: bool = True,
    ) -> Got:
        """Mail a letter; the one answer to it."""
        message_id = f"<{next(_serial)}@players.example>"
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, subject
        message["Message-ID"], message["Date"] = message_id, "Mon, 02 Mar 2026 12:00:00 +0000"
        if answering:
            message["In-Reply-To"] = answering
        if answering or references:
            message["References"] = references or answering
        message.set_content(text)
        kept = self.judge.keep([Incoming(bytes(message), sender, (to,), "test")])[0]
        assert not isinstance(kept, Exception)
        self.judge.clerk.work_letters()
        state = self.judge.store.inbox.state(kept.id)
        assert state is not None
        assert state.status == "done", f"{state.status}: {state.error}"
        self.report: Mapping[str, Any] = state.report or {}
        self.tick()
        rows = [row for row in self.rows() if row.mail.in_reply_to == message_id and row.mail.kind != "confirm"]
        if not answered:  # whether a stranger is answered is told in the room of letters
            return self._got(rows[0]) if rows else Got(sender, "", "", "", "", "", "", None)
        assert len(rows) == 1, f"{len(rows)} answers to one letter"
        return self._got(rows[0])

    def reply(self, sender: str, mail: Got, text: str) -> Got:
        """Answer a mail as a mail program does: to its Reply-To, with its Message-ID."""
        return self.write(sender, text, mail.reply_to, answering=mail.message_id, subject=f"Re: {mail.subject}")

    def said(self) -> list[str]:
        """The codes of what was answered to the last letter."""
        return [said["code"] for command in self.report["commands"] for said in command["said"]]

    def statuses(self) -> list[str]:
        return [command["status"] for command in self.report["commands"]]

    # time
    def tick(self) -> None:
        self.judge.clerk.tick(self.clock.time)

    def pass_time(self, **length: float) -> None:
        """Let time pass, hour by hour, as a judge that is never away lives through it."""
        end = self.clock.time + timedelta(**length)
        while self.clock.time < end:
            self.clock.time = min(end, self.clock.time + timedelta(hours=1))
            clockguard.watch(self.judge.services, self.judge.store, self.clock.time, trusted=True)
            self.tick()
            self.judge.store.outbox.sent([row.id for row in self.rows()], self.clock.time)

    # mails
    def rows(self) -> list[OutboxRow]:
        """Everything that is in the outbox and was not taken back, oldest first."""
        with self.judge.store.begin() as uow:
            query = MAILS.where(outbox.c.status != "dropped", outbox.c.next_attempt_at <= self.clock.time)
            return [OutboxRow(*row) for row in uow.connection.execute(query.order_by(outbox.c.id))]

    def mails(self, to: str | None = None, kind: str | None = None) -> list[Got]:
        """All mails, oldest first."""
        wanted = [r for r in self.rows() if to in (None, r.mail.to) and kind in (None, r.mail.kind)]
        return [self._got(row) for row in wanted]

    def last(self, to: str, kind: str) -> Got:
        """The latest mail of a kind to somebody."""
        found = self.mails(to, kind)
        assert found, f"no {kind} to {to}"
        return found[-1]

    def _got(self, row: OutboxRow) -> Got:
        mail = row.mail
        rendered = self.judge.renderer.render(mail)
        address = f"{mail.game or 'judge'}@{DOMAIN}"
        if mail.seat is not None and mail.game is not None:
            address = reply_address(mail.game, token(self.judge.secret, mail.seat, mail.token_version), DOMAIN)
        return Got(
            mail.to, mail.kind, rendered.subject, rendered.text, rendered.html, row.message_id, address, mail.power
        )

    def raw_mails(self) -> list[tuple[str, bytes]]:
        """Every mail's reader and bytes, headers and all."""
        return [(row.mail.to, self.judge.writer.write(row)) for row in self.rows()]

    # games
    def create(self, name: str = "first", *settings: str, variant: str = "hundred") -> None:
        """A forming game; its GM is `gm`."""
        lines = (f"CREATE {name} gmsecret", f"MAP {variant}", "TIMING MOVE 3D RETREAT 1D ADJUST 1D", *settings)
        answer = self.write(GM, "\n".join((*lines, "FORM", "SIGNOFF")))
        assert "created" in self.said(), answer.text

    def begin(self, name: str = "first", *settings: str, seats: Mapping[str, str] = SEATS) -> None:
        """A running game of Hundred: France is Ann, England Bob, Burgundy Cid."""
        self.create(name, *settings)
        for power, player in seats.items():
            self.write(player, f"JOIN {power}@{name} {player.partition('@')[0]}secret\nSIGNOFF")

    def to(self, name: str = "first") -> str:
        return f"{name}@{DOMAIN}"

    def game(self, name: str = "first") -> Any:
        with self.judge.store.begin() as uow:
            return uow.game(name)

    def orders(self, power: str, phase: str | None = None, name: str = "first") -> list[str]:
        with self.judge.store.begin() as uow:
            game = uow.game(name)
            assert game is not None
            return list(uow.orders(game.id, phase or game.position.phase).get(power, ()))


def make_template(folder: Path) -> Path:
    """A migrated store to copy."""
    store = SqlStore(f"sqlite:///{folder / 'judge.sqlite3'}", lambda: START, lambda *_: "", DOMAIN)
    store.migrate(files.data_root("migrations"))
    store.close()
    return folder / "judge.sqlite3"
