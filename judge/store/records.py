"""What a game leaves behind: order sets, results, press, pictures, the audit trail, and marks of things done once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, insert, select, update

from judge.store.rows import Rows
from judge.store.schema import audit, marks, order_sets, pictures, press, results
from judge.store.types import storable
from judge.usecases.ports import AlreadyAdjudicated, AuditEntry, OrderVersion, StoredPress, StoredResult


class RecordRows(Rows):
    """Records of games in one unit of work. Nothing is ever taken out; a rollback only marks the results it undid."""

    def orders(self, game_id: int, phase: str) -> Mapping[str, tuple[str, ...]]:
        query = select(order_sets.c.power, order_sets.c.lines).where(
            order_sets.c.game_id == game_id, order_sets.c.phase == phase
        )
        rows = self.connection.execute(query.order_by(order_sets.c.power, order_sets.c.version))
        return {row.power: tuple(row.lines) for row in rows}  # the highest version comes last and stays

    def put_orders(
        self, game_id: int, phase: str, power: str, lines: Sequence[str], *, letter: int | None, by: str, at: datetime
    ) -> None:
        same = (order_sets.c.game_id == game_id) & (order_sets.c.phase == phase) & (order_sets.c.power == power)
        last = self.connection.execute(select(func.max(order_sets.c.version)).where(same)).scalar_one()
        values = {"game_id": game_id, "phase": phase, "power": power, "version": (last or 0) + 1}
        values |= {"lines": list(lines), "letter_id": letter, "by": by, "at": at}
        self.connection.execute(insert(order_sets).values(**values))

    def order_versions(self, game_id: int, phase: str, power: str) -> Sequence[OrderVersion]:
        same = (order_sets.c.game_id == game_id) & (order_sets.c.phase == phase) & (order_sets.c.power == power)
        rows = self.connection.execute(select(order_sets).where(same).order_by(order_sets.c.version))
        return [OrderVersion(row.version, tuple(row.lines), row.letter_id, row.by) for row in rows]

    def phases_ordered(self, game_id: int, power: str) -> Sequence[str]:
        same = (order_sets.c.game_id == game_id) & (order_sets.c.power == power)
        query = select(order_sets.c.phase).where(same).group_by(order_sets.c.phase)
        return list(self.connection.execute(query.order_by(func.min(order_sets.c.id))).scalars())

    def add_result(self, result: StoredResult) -> None:
        values = {
            "game_id": result.game_id,
            "phase_no": result.phase_no,
            "phase": result.phase,
            "before": dict(result.before),
            "orders": {power: list(lines) for power, lines in result.orders.items()},
            "outcome": dict(result.outcome),
            "processed_at": result.processed_at,
            "digest": result.digest,
        }
        if self.insert_new(results, [results.c.game_id, results.c.phase_no], values) is None:
            raise AlreadyAdjudicated(f"game {result.game_id}, phase {result.phase_no}")

    def results(self, game_id: int) -> Sequence[StoredResult]:
        kept = [column for column in results.c if column.name != "undone_by"]
        query = select(*kept).where(results.c.game_id == game_id, results.c.undone_by.is_(None))
        rows = self.connection.execute(query.order_by(results.c.phase_no))
        return [StoredResult(**row._mapping) for row in rows]  # noqa: SLF001 - public API

    def undo_results(self, game_id: int, first: int, by: int) -> None:
        undone = (results.c.game_id == game_id) & (results.c.phase_no >= first) & results.c.undone_by.is_(None)
        self.connection.execute(update(results).where(undone).values(undone_by=by))

    def redo_results(self, game_id: int, by: int) -> None:
        undone = (results.c.game_id == game_id) & (results.c.undone_by == by)
        self.connection.execute(update(results).where(undone).values(undone_by=None))

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
    ) -> int:
        values = {"game_id": game_id, "phase": phase, "sender": sender, "recipients": list(recipients)}
        values |= {
            "text": storable(text),
            "letter_id": letter,
            "at": at,
            "status": status,
            "grey": grey,
            "seat_id": seat,
        }
        new: int = self.connection.execute(insert(press).values(**values).returning(press.c.id)).scalar_one()
        return new

    def press(self, game_id: int) -> Sequence[StoredPress]:
        query = select(press).where(press.c.game_id == game_id).order_by(press.c.id)
        return [_press(row) for row in self.connection.execute(query)]

    def audit(self, entry: AuditEntry) -> None:
        values: dict[str, Any] = {
            "game_id": entry.game_id,
            "at": entry.at,
            "actor": storable(entry.actor),
            "verb": entry.verb,
        }
        values |= {"detail": dict(entry.detail), "letter_id": entry.letter}
        self.connection.execute(insert(audit).values(**values))

    def audit_of(self, game_id: int) -> Sequence[AuditEntry]:
        query = select(audit).where(audit.c.game_id == game_id).order_by(audit.c.id)
        return [
            AuditEntry(row.game_id, row.at, row.actor, row.verb, row.detail, row.letter_id)
            for row in self.connection.execute(query)
        ]

    def mark(self, key: str, at: datetime) -> bool:
        return self.insert_new(marks, [marks.c.key], {"key": key, "at": at}) is not None

    def picture(self, game_id: int, phase_no: int) -> bytes | None:
        query = select(pictures.c.png).where(pictures.c.game_id == game_id, pictures.c.phase_no == phase_no)
        return self.connection.execute(query).scalar_one_or_none()

    def keep_picture(self, game_id: int, phase_no: int, png: bytes) -> None:
        """Keep the picture of a phase. The first one stays: every mail of a phase shows the same."""
        values = {"game_id": game_id, "phase_no": phase_no, "png": png}
        self.insert_new(pictures, [pictures.c.game_id, pictures.c.phase_no], values)


def _press(row: Row[Any]) -> StoredPress:
    return StoredPress(
        id=row.id,
        game_id=row.game_id,
        phase=row.phase,
        sender=row.sender,
        recipients=tuple(row.recipients),
        text=row.text,
        at=row.at,
        status=row.status,
        grey=row.grey,
        seat=row.seat_id,
    )
