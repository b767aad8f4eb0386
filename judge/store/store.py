"""The store: one unit of work at a time on SQLite, row locks on PostgreSQL; the same tables and promises on both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import OperationalError

from judge.game.game import Stage
from judge.store.calls import Ear, Topic, call
from judge.store.engine import ONLY_READS, open_engine
from judge.store.fastlane import FastLane
from judge.store.games import GameRows
from judge.store.inbox import Inbox
from judge.store.keeping import KeptLetter, NewLetter, keep_letters
from judge.store.letters import LetterRows
from judge.store.locks import FairLock
from judge.store.migrate import migrate
from judge.store.notes import NoteRows
from judge.store.outbox import HIGHEST, Outbox, SentMail
from judge.store.prepared import Run, Statements
from judge.store.records import RecordRows
from judge.store.rows import Surroundings
from judge.store.schema import games, meta, outbox, seats


class SqlUnit(NoteRows, GameRows, RecordRows, LetterRows):
    """All repositories on one transaction: `judge.usecases.ports.UnitOfWork`."""

    def foresee(self, senders: Sequence[str], names: Sequence[str]) -> None:
        """Read what letters of these senders about games of these names will ask for: a few questions for all."""
        self.foresee_people(senders)
        self.foresee_games(names)
        running = [game for game in self.known.games.values() if game.stage is Stage.RUNNING]
        self.foresee_orders({game.id: game.position.phase for game in running})

    def write(self) -> None:
        """Write what was put off until the end, many rows at a time: order sets, mails, letters that are done."""
        self.write_orders()
        self.write_mails()
        self.write_done()

    def remember(self, key: str, value: Any) -> None:
        """Keep one value of the judge's own, such as its heartbeat; None forgets it."""
        if value is None:
            self.connection.execute(_FORGET, {"wanted": key})
        elif self.connection.execute(_REMEMBER, {"wanted": key, "value": value}).rowcount == 0 and (
            self.insert_new(meta, [meta.c.key], {"key": key, "value": value}) is None  # another node was first
        ):
            self.connection.execute(_REMEMBER, {"wanted": key, "value": value})

    def recall(self, key: str) -> Any:
        """The value kept, or None."""
        return next((value for (value,) in self.run(_RECALL, {"wanted": key})), None)


_FORGET = meta.delete().where(meta.c.key == bindparam("wanted"))
_REMEMBER = meta.update().where(meta.c.key == bindparam("wanted"))
_RECALL = select(meta.c.value).where(meta.c.key == bindparam("wanted"))


class SqlStore:
    """Begins units of work. `inbox` and `outbox` are the app's doors with short transactions of their own."""

    def __init__(
        self,
        url: str,
        clock: Callable[[], datetime],
        token_hash_for: Callable[[int, int], str],
        domain: str,
        *,
        database_time: bool = False,
    ) -> None:
        self.engine = open_engine(url)
        one_at_a_time = self.engine.dialect.name == "sqlite"
        self._surroundings = Surroundings(clock, token_hash_for, domain, database_time and not one_at_a_time)
        self._pen: AbstractContextManager[None] = FairLock() if one_at_a_time else nullcontext()
        self._statements = Statements(self.engine.dialect)
        self._lane = FastLane(self.engine, self._statements)
        self.inbox = Inbox(self.begin, self._keep)
        self.outbox = Outbox(self.begin)

    @contextmanager
    def begin(self) -> Iterator[SqlUnit]:
        """A read-write transaction: commits at the end of the block, rolls back on an exception.

        After a failure of the database the connection is thrown away: one that could not begin, or whose sync failed,
        is not to be trusted again (sqlalchemy #5034).
        """
        with self._pen, self.engine.connect() as connection:
            try:
                with connection.begin():
                    unit = self.unit(connection)
                    yield unit
                    unit.write()
            except OperationalError:
                connection.invalidate()
                raise

    def unit(self, connection: Connection) -> SqlUnit:
        """A unit of work in a transaction that the caller has begun and ends."""
        return SqlUnit(connection, self._surroundings, self._statements)

    def _keep(self, batch: Sequence[NewLetter]) -> list[KeptLetter]:
        nodes = self.engine.dialect.name == "postgresql"

        def work(run: Run) -> list[KeptLetter]:
            kept = keep_letters(run, lambda: self._surroundings.now(run), batch, nodes=nodes)
            if nodes:
                call(run, self._surroundings.node, "letters")
            return kept

        with self._pen:
            return self._lane.transaction(work)

    def listen(self, answer: Callable[[Topic], None]) -> Ear | None:
        """From now on, in a thread of its own, answer what other nodes on this store call; None where there is one."""
        if self.engine.dialect.name != "postgresql":
            return None
        return Ear(self.engine, self._surroundings.node, answer)

    def seat_numbers(self, game: str) -> Sequence[tuple[int, int]] | None:
        """The seats of a game with the versions of their tokens; None: no such game. Waits for no writer."""
        query = select(seats.c.id, seats.c.token_version).select_from(games.outerjoin(seats))
        with self.engine.connect() as connection, connection.execution_options(**{ONLY_READS: True}).begin():
            rows = connection.execute(query.where(games.c.name_key == game.lower())).all()
        return [(row.id, row.token_version) for row in rows if row.id is not None] if rows else None

    def sent_mail(self, mail_id: int) -> SentMail | None:
        """The mail with a number, if there is one. Waits for no writer."""
        if mail_id > HIGHEST:
            return None
        query = select(outbox.c.id, outbox.c.message_id, outbox.c.letter_id).where(outbox.c.id == mail_id)
        with self.engine.connect() as connection, connection.execution_options(**{ONLY_READS: True}).begin():
            row = connection.execute(query).one_or_none()
        return SentMail(*row) if row is not None else None

    def now(self) -> datetime:
        """The time that acceptance goes by: the clock's, or the database's."""
        with self.begin() as unit:
            return unit.now

    def shared_key(self, offered: bytes) -> bytes:
        """The key of reply tokens that all nodes on this store share: the first one offered stays for ever."""
        with self.begin() as unit:
            unit.insert_new(meta, [meta.c.key], {"key": "reply_key", "value": offered.hex()})
            return bytes.fromhex(unit.recall("reply_key"))

    def migrate(self, scripts: Path) -> None:
        """Bring the tables up to this program's version, from the folder with the migrations."""
        with self._pen:
            migrate(self.engine, scripts)

    def close(self) -> None:
        self._lane.close()
        self.engine.dispose()
