"""What a game leaves behind: order sets, results, press, the audit trail, and marks of things done once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import Row, bindparam, func, insert, select, update

from judge.store.rows import Rows
from judge.store.schema import audit, marks, order_sets, press, results
from judge.store.types import storable
from judge.usecases.ports import AlreadyAdjudicated, AuditEntry, OrderVersion, StoredPress, StoredResult


class RecordRows(Rows):
    """Records of games in one unit of work. Nothing is ever taken out; a rollback only marks the results it undid."""

    def orders(self, game_id: int, phase: str) -> Mapping[str, tuple[str, ...]]:
        return {power: lines for power, (_, lines) in self._sets(game_id, phase).items()}

    def _sets(self, game_id: int, phase: str) -> dict[str, tuple[int, tuple[str, ...]]]:
        """The latest version and lines by power, read once in a unit of work."""
        key = (game_id, phase)
        if key not in self.known.orders:
            rows = self.run(_LATEST, {"in_game": game_id, "in_phase": phase})
            self.known.orders[key] = {power: (version, tuple(lines)) for power, version, lines in rows}
        return self.known.orders[key]

    def foresee_orders(self, phases: Mapping[int, str]) -> None:
        """Read the sets of many games, each for one phase, because they are about to be asked for."""
        wanted = {game_id: phase for game_id, phase in phases.items() if (game_id, phase) not in self.known.orders}
        if wanted:
            asked = {"these": list(wanted), "phases": list(set(wanted.values()))}
            found: dict[int, dict[str, tuple[int, tuple[str, ...]]]] = {game_id: {} for game_id in wanted}
            for game_id, phase, power, version, lines in self.run(_LATEST_OF_MANY, asked):
                if wanted[game_id] == phase:
                    found[game_id][power] = (version, tuple(lines))
            self.known.orders |= {(game_id, wanted[game_id]): sets for game_id, sets in found.items()}

    def put_orders(
        self, game_id: int, phase: str, power: str, lines: Sequence[str], *, letter: int | None, by: str, at: datetime
    ) -> None:
        sets, key = self._sets(game_id, phase), (game_id, phase, power)
        last = self._unfiled.get(key)
        if last is not None and letter is not None and (last["letter_id"], last["by"]) == (letter, by):
            version = last["version"]  # the lines of one letter make one version
        else:
            if last is not None:  # by another letter: the version before this one
                self.write_orders()
            version = sets[power][0] + 1 if power in sets else 1
        values = {"game_id": game_id, "phase": phase, "power": power, "version": version}
        self._unfiled[key] = values | {"lines": list(lines), "letter_id": letter, "by": by, "at": at}
        self.known.orders[game_id, phase] = {**sets, power: (version, tuple(lines))}

    def write_orders(self) -> None:
        """Write the sets that were filed: once a letter, not once a line. The store calls it before it commits."""
        if self._unfiled:
            self.run_many(_FILE, list(self._unfiled.values()))
            self._unfiled.clear()

    @cached_property
    def _unfiled(self) -> dict[tuple[int, str, str], dict[str, Any]]:
        """Sets not written yet, by game, phase and power; `orders` knows them already."""
        return {}

    def order_versions(self, game_id: int, phase: str, power: str) -> Sequence[OrderVersion]:
        self.write_orders()
        same = (order_sets.c.game_id == game_id) & (order_sets.c.phase == phase) & (order_sets.c.power == power)
        rows = self.connection.execute(select(order_sets).where(same).order_by(order_sets.c.version))
        return [OrderVersion(row.version, tuple(row.lines), row.letter_id, row.by) for row in rows]

    def phases_ordered(self, game_id: int, power: str) -> Sequence[str]:
        self.write_orders()
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


_FILE = insert(order_sets)
_SAME = order_sets.alias("same")
_NEWEST = order_sets.c.version == (
    select(func.max(_SAME.c.version))
    .where(
        _SAME.c.game_id == order_sets.c.game_id,
        _SAME.c.phase == order_sets.c.phase,
        _SAME.c.power == order_sets.c.power,
    )
    .scalar_subquery()
)
_LATEST = (
    select(order_sets.c.power, order_sets.c.version, order_sets.c.lines)
    .where(order_sets.c.game_id == bindparam("in_game"), order_sets.c.phase == bindparam("in_phase"), _NEWEST)
    .order_by(order_sets.c.power)
)
_LATEST_OF_MANY = (
    select(*(order_sets.c[name] for name in ("game_id", "phase", "power", "version", "lines")))
    .where(
        order_sets.c.game_id.in_(bindparam("these", expanding=True)),
        order_sets.c.phase.in_(bindparam("phases", expanding=True)),
        _NEWEST,
    )
    .order_by(order_sets.c.power)
)


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
