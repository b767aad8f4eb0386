"""What its writer may still take back: diary notes, press that waits, people's mails that have not gone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, update

from judge.store.outbox import MailRows
from judge.store.people import PeopleRows
from judge.store.schema import addresses, diary, outbox, people, press, seats
from judge.store.types import storable
from judge.usecases.ports import DiaryNote, Mail, Person


class NoteRows(PeopleRows, MailRows):
    """Notes in one unit of work."""

    def mark_press(self, press_id: int, status: str) -> None:
        self.connection.execute(update(press).where(press.c.id == press_id).values(status=status))

    def add_note(self, game_id: int, seat_id: int, voice: str, phase: str, text: str, *, at: datetime) -> int:
        mine = (diary.c.game_id == game_id) & (diary.c.seat_id == seat_id)
        last: int | None = self.connection.execute(select(func.max(diary.c.number)).where(mine)).scalar_one()
        number = (last or 0) + 1
        values = {"game_id": game_id, "seat_id": seat_id, "voice": voice, "phase": phase, "number": number}
        self.connection.execute(insert(diary).values(**values, text=storable(text), at=at))
        return number

    def diary(self, game_id: int, seat_id: int | None = None) -> Sequence[DiaryNote]:
        query = select(diary).where(diary.c.game_id == game_id).order_by(diary.c.id)
        if seat_id is not None:
            query = query.where(diary.c.seat_id == seat_id)
        rows = self.connection.execute(query)
        return [DiaryNote(row.number, row.voice, row.phase, row.text, row.at) for row in rows]

    def delete_note(self, game_id: int, seat_id: int, number: int) -> bool:
        same = (diary.c.game_id == game_id) & (diary.c.seat_id == seat_id) & (diary.c.number == number)
        return self.connection.execute(delete(diary).where(same)).rowcount == 1

    def absorb(self, person_id: int, other_id: int) -> None:
        self.known.people.clear()
        self.known.games.clear()
        for table in (addresses, seats):
            theirs = update(table).where(table.c.person_id == other_id)
            self.connection.execute(theirs.values(person_id=person_id))
        self.connection.execute(delete(people).where(people.c.id == other_id))

    def people_named(self, beginning: str) -> Sequence[Person]:
        wanted = beginning.casefold()
        rows = self.connection.execute(select(people.c.id, people.c.name).order_by(people.c.id))
        ids = [row.id for row in rows if row.name.casefold().startswith(wanted)]
        found = (self.person(each) for each in ids)
        return [person for person in found if person is not None]

    def mail_numbered(self, mail_id: int) -> Mail | None:
        return self._mail(outbox.c.id == mail_id)

    def mail_with_id(self, message_id: str) -> Mail | None:
        return self._mail(outbox.c.message_id == message_id)

    def _mail(self, where: ColumnElement[bool]) -> Mail | None:
        self.write_mails()
        record = self.connection.execute(select(outbox.c.record).where(where)).scalar()
        return None if record is None else Mail(**record | {"references": tuple(record["references"])})

    def drop_mails(self, key_prefix: str, at: datetime) -> bool:
        """All or nothing: press that half its readers have cannot be taken back from the others only."""
        self.write_mails()
        mine = outbox.c.key.startswith(key_prefix, autoescape=True)
        gone = or_(outbox.c.status != "ready", outbox.c.attempts > 0, outbox.c.leased_until > at)
        if self.connection.execute(select(func.count()).where(mine, gone)).scalar_one():
            return False
        values = {"status": "dropped", "leased_until": None, "error": f"{at.isoformat()} taken back by its writer"}
        self.connection.execute(update(outbox).where(mine).values(**values))
        return True

    def drop_stale_mails(self, key_prefix: str, at: datetime, why: str) -> None:
        self.write_mails()
        mine = outbox.c.key.startswith(key_prefix, autoescape=True)
        here = or_(outbox.c.leased_until.is_(None), outbox.c.leased_until <= at)
        values = {"status": "dropped", "leased_until": None, "error": f"{at.isoformat()} {why}"}
        self.connection.execute(update(outbox).where(mine, here, outbox.c.status == "ready").values(**values))
