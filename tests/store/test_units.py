"""A unit of work happens whole or not at all, one after the other, and instants stay instants."""

from __future__ import annotations

import json
import stat
import threading
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import StatementError

from judge.store.engine import open_engine
from judge.store.locks import FairLock
from judge.store.store import SqlStore
from judge.store.types import canonical, from_micros, to_micros
from tests.store.samples import NOON, HandClock, open_store


def test_a_unit_of_work_that_fails_leaves_nothing(store: SqlStore):
    def fail() -> None:
        with store.begin() as unit:
            unit.mark("one", NOON)
            unit.add_person("ann@x.example", name="", language="en", zone="", at=NOON)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with store.begin() as unit:
        assert unit.person_at("ann@x.example") is None
        assert unit.mark("one", NOON)


def test_what_one_unit_of_work_did_the_next_sees_also_after_reopening(url: str, clock: HandClock):
    for expected in (True, False):
        store = open_store(url, clock)
        with store.begin() as unit:
            assert unit.mark("one", NOON) is expected
        store.close()


def test_a_thread_that_would_wait_for_its_own_unit_of_work_is_told(sqlite_url: str, clock: HandClock):
    store = open_store(sqlite_url, clock)
    with store.begin(), pytest.raises(RuntimeError, match="wait for itself"), store.begin():
        pass
    with store.begin() as unit:
        assert unit.mark("one", NOON)
    store.close()


def test_the_pen_is_given_in_the_order_of_asking():
    pen, order = FairLock(), []

    def write(number: int) -> None:
        with pen:
            order.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    with pen:
        for number, thread in enumerate(threads):
            thread.start()
            while len(pen._queue) <= number:
                pass
    for thread in threads:
        thread.join()
    assert order == list(range(8))


def test_sqlite_syncs_every_commit_enforces_keys_and_is_readable_by_its_owner_only(tmp_path: Path, clock: HandClock):
    path = tmp_path / "new" / "judge.sqlite"
    store = open_store(f"sqlite:///{path}", clock)
    with store.begin() as unit:
        pragmas = [
            unit.connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
        unit.connection.exec_driver_sql("CREATE TABLE t (x)")
    assert pragmas == ["wal", 2, 1]
    files = sorted(path.parent.iterdir())
    assert len(files) == 3
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    store.close()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://localhost/judge"])
def test_a_store_that_keeps_nothing_or_is_not_known_is_refused(url: str):
    with pytest.raises(ValueError, match="the store"):
        open_engine(url)


def test_an_instant_comes_back_the_same_and_in_utc_whatever_its_zone(store: SqlStore):
    tokyo = datetime(2026, 11, 30, 21, 0, 0, 123457, tzinfo=timezone(timedelta(hours=9)))
    with store.begin() as unit:
        unit.add_person("ann@x.example", name="", language="en", zone="", at=tokyo)
        stored = unit.connection.exec_driver_sql("SELECT created_at FROM people").scalar_one()
    assert stored == to_micros(tokyo)
    assert from_micros(stored) == tokyo
    assert from_micros(stored).tzinfo is UTC


def test_a_time_without_a_zone_is_refused(store: SqlStore):
    with pytest.raises(StatementError, match="without a zone"), store.begin() as unit:
        unit.mark("one", datetime(2026, 11, 30))  # noqa: DTZ001


@given(st.datetimes(timezones=st.just(UTC)))
def test_microseconds_lose_nothing(instant: datetime):
    assert from_micros(to_micros(instant)) == instant


def test_equal_data_has_one_text():
    one, other = {"b": [1, "é"], "a": None}, {"a": None, "b": [1, "é"]}
    assert canonical(one) == canonical(other) == '{"a":null,"b":[1,"\\u00e9"]}'


VALUES = st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=()))


@given(st.recursive(VALUES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12))
def test_that_text_is_plain_ascii_json_with_sorted_keys_and_says_the_same(data: object):
    text = canonical(data)
    assert text == json.dumps(data, sort_keys=True, separators=(",", ":"))
    assert json.loads(text) == data


def test_what_is_no_plain_data_is_refused():
    for odd in (NOON, object(), Decimal(1)):
        with pytest.raises(TypeError):
            canonical({"odd": odd})


def test_on_postgresql_the_time_may_be_the_databases(postgres_url: str):
    store = SqlStore(postgres_url, lambda: NOON, lambda *_: "", "judge.localhost", database_time=True)
    first, second = store.now(), store.now()
    assert NOON != first <= second
    store.close()


def test_the_time_of_a_unit_of_work_stands_still(store: SqlStore, clock: HandClock):
    with store.begin() as unit:
        first = unit.now
        clock.advance(seconds=1)
        assert unit.now == first
    assert store.now() == first + timedelta(seconds=1)
