"""What happened is added to and never changed; what may happen once happens once."""

from __future__ import annotations

import pytest

from judge.store.store import SqlStore
from judge.usecases.ports import AuditEntry, StoredPress
from tests.store.samples import NOON, letter, names, race, result, stored_game


def test_every_version_of_an_order_set_is_kept_and_the_newest_counts(store: SqlStore):
    game = stored_game(store)
    with store.begin() as unit:
        for lines in (["A PAR H"], ["A PAR - BUR", "F DIE H"], []):
            unit.put_orders(game.id, "1425M", "FRANCE", lines, letter=None, by="FRANCE", at=NOON)
        unit.put_orders(game.id, "1425M", "ENGLAND", ["A LON H"], letter=None, by="ENGLAND", at=NOON)
        unit.put_orders(game.id, "1425R", "FRANCE", ["A PAR D"], letter=None, by="FRANCE", at=NOON)
    with store.begin() as unit:
        assert unit.orders(game.id, "1425M") == {"FRANCE": (), "ENGLAND": ("A LON H",)}
        rows = unit.connection.exec_driver_sql(
            "SELECT version, lines FROM order_sets WHERE power = 'FRANCE' AND phase = '1425M' ORDER BY version"
        ).all()
    assert [tuple(row) for row in rows] == [(1, '["A PAR H"]'), (2, '["A PAR - BUR","F DIE H"]'), (3, "[]")]


def test_the_lines_of_one_letter_make_one_version_and_are_seen_at_once(store: SqlStore):
    game = stored_game(store)
    (kept,) = [answer.id for answer in store.inbox.keep([letter()]) if not isinstance(answer, Exception)]
    with store.begin() as unit:
        for lines in (["A PAR H"], ["A PAR H", "F DIE H"]):
            unit.put_orders(game.id, "1425M", "FRANCE", lines, letter=kept, by="FRANCE", at=NOON)
            assert unit.orders(game.id, "1425M") == {"FRANCE": tuple(lines)}
        (version,) = unit.order_versions(game.id, "1425M", "FRANCE")
        assert (version.version, version.lines) == (1, ("A PAR H", "F DIE H"))
        unit.put_orders(game.id, "1425M", "FRANCE", [], letter=kept, by="UNDO 1", at=NOON)
    with store.begin() as unit:
        assert [each.lines for each in unit.order_versions(game.id, "1425M", "FRANCE")] == [("A PAR H", "F DIE H"), ()]


def test_a_unit_of_work_that_fails_files_no_orders(store: SqlStore):
    game = stored_game(store)

    def fail() -> None:
        with store.begin() as unit:
            unit.put_orders(game.id, "1425M", "FRANCE", ["A PAR H"], letter=None, by="FRANCE", at=NOON)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with store.begin() as unit:
        assert unit.orders(game.id, "1425M") == {}


def test_of_eight_adjudications_of_a_phase_one_is_kept(store: SqlStore):
    game = stored_game(store)

    def adjudicate(_: int) -> None:
        with store.begin() as unit:
            unit.add_result(result(game.id))

    assert names(race(8, adjudicate)) == ["AlreadyAdjudicated"] * 7 + ["NoneType"]
    with store.begin() as unit:
        assert list(unit.results(game.id)) == [result(game.id)]


def test_results_come_in_the_order_of_the_phases(store: SqlStore):
    game = stored_game(store)
    with store.begin() as unit:
        for phase_no in (2, 10, 1):
            unit.add_result(result(game.id, phase_no))
        assert [stored.phase_no for stored in unit.results(game.id)] == [1, 2, 10]


def test_press_and_audit_come_back_in_order_with_the_letter_that_caused_them(store: SqlStore):
    game = stored_game(store)
    kept = store.inbox.keep([letter()])[0]
    assert not isinstance(kept, Exception)
    entry = AuditEntry(game.id, NOON, "MASTER", "SET DEADLINE", {"before": None, "after": "x"}, kept.id)
    with store.begin() as unit:
        first = unit.add_press(game.id, "1425M", "FRANCE", ["ENGLAND", "MASTER"], "Héllo\n", letter=kept.id, at=NOON)
        second = unit.add_press(game.id, "1425M", "MASTER", ["ALL"], "", letter=None, at=NOON)
        unit.audit(entry)
        unit.audit(AuditEntry(None, NOON, "judge", "START", {}))
    with store.begin() as unit:
        assert list(unit.press(game.id)) == [
            StoredPress(first, game.id, "1425M", "FRANCE", ("ENGLAND", "MASTER"), "Héllo\n", NOON),
            StoredPress(second, game.id, "1425M", "MASTER", ("ALL",), "", NOON),
        ]
        assert list(unit.audit_of(game.id)) == [entry]


def test_a_mark_is_made_once_whoever_tries(store: SqlStore):
    def mark(_: int) -> bool:
        with store.begin() as unit:
            return unit.mark("reminder:1:1425M", NOON)

    assert sorted(race(8, mark)) == [False] * 7 + [True]


def test_a_remembered_value_is_the_last_one(store: SqlStore):
    with store.begin() as unit:
        assert unit.recall("beat") is None
        unit.remember("beat", 1)
        unit.remember("beat", {"at": 2})
    with store.begin() as unit:
        assert unit.recall("beat") == {"at": 2}
