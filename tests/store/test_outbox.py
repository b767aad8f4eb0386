"""A mail is made once, keeps its Message-ID and its first rendering, and is sent by one node at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from types import MappingProxyType

import pytest
from sqlalchemy import select

from judge.store.outbox import LEASE
from judge.store.schema import outbox
from judge.store.store import SqlStore
from tests.store.samples import NOON, HandClock, letter, mail, race


def post(store: SqlStore, *keys: str, **changes) -> list[int]:
    with store.begin() as unit:
        for key in keys:
            unit.post(mail(key, **changes))
        unit.write()
        rows = unit.connection.execute(select(outbox.c.id).where(outbox.c.key.in_(keys)).order_by(outbox.c.id))
        return list(rows.scalars())


def test_a_posted_mail_is_leased_as_it_was_written(store: SqlStore):
    (kept,) = store.inbox.keep([letter()])
    full = {"game": "first", "phase": "1425M", "power": "FRANCE", "seat": 7, "token_version": 2, "letter": kept.id}
    (mail_id,) = post(store, "k1", in_reply_to="<a@b>", references=("<a@b>", "<c@d>"), zone="Asia/Tokyo", **full)
    (row,) = store.outbox.lease(NOON, 10)
    expected = mail("k1", in_reply_to="<a@b>", references=("<a@b>", "<c@d>"), zone="Asia/Tokyo", **full)
    assert (row.id, row.mail, row.attempts, row.rendered, row.created_at) == (mail_id, expected, 0, None, NOON)


def test_data_of_any_mapping_is_stored_as_plain_data(store: SqlStore):
    post(store, "k1", data=MappingProxyType({"units": MappingProxyType({"FRANCE": ("A PAR",)})}))
    (row,) = store.outbox.lease(NOON, 10)
    assert row.mail.data == {"units": {"FRANCE": ["A PAR"]}}


def test_the_same_key_is_posted_once_whoever_tries(store: SqlStore):
    def once(_: int) -> None:
        with store.begin() as unit:
            unit.post(mail("results:1:1425M:FRANCE"))

    race(8, once)
    assert len(store.outbox.lease(NOON, 10)) == 1


def test_a_mail_of_a_transaction_that_failed_was_never_posted(store: SqlStore):
    def fail() -> None:
        with store.begin() as unit:
            unit.post(mail())
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert store.outbox.lease(NOON, 10) == []


def test_a_message_id_is_fixed_when_the_mail_is_made_and_tells_nothing(store: SqlStore):
    post(store, "k1", "k2")
    first, second = store.outbox.lease(NOON, 10)
    assert re.fullmatch(r"<[0-9a-f]{32}@judge\.localhost>", first.message_id)
    assert first.message_id != second.message_id
    store.outbox.failed(first.id, NOON, "421 later", NOON)
    (again,) = store.outbox.lease(NOON, 1)
    assert (again.id, again.message_id, again.attempts) == (first.id, first.message_id, 1)


def test_the_first_rendering_is_kept_and_sent_for_ever(store: SqlStore):
    (mail_id,) = post(store, "k1")
    assert store.outbox.keep_rendered({mail_id: b"first \xff\r\n"}) == {mail_id: b"first \xff\r\n"}
    assert store.outbox.keep_rendered({mail_id: b"second"}) == {mail_id: b"first \xff\r\n"}
    (row,) = store.outbox.lease(NOON, 1)
    assert row.rendered == b"first \xff\r\n"


def test_due_mails_are_leased_oldest_first_up_to_the_limit(store: SqlStore):
    ids = post(store, "k1", "k2", "k3")
    assert [row.id for row in store.outbox.lease(NOON, 2)] == ids[:2]
    assert [row.id for row in store.outbox.lease(NOON, 2)] == ids[2:]
    assert store.outbox.lease(NOON - timedelta(seconds=1), 2) == []


def test_only_the_mails_asked_for_are_leased(store: SqlStore):
    ids = post(store, "k1", "k2", "k3")
    assert [row.id for row in store.outbox.lease(NOON, 10, only=ids[1:2])] == ids[1:2]
    assert store.outbox.lease(NOON, 10, only=[]) == []


def test_no_mail_is_leased_by_two_nodes(url: str, opened: Callable[[str], SqlStore]):
    nodes = [opened(url), opened(url)]
    ids = post(nodes[0], *(f"k{n}" for n in range(20)))
    leased = [row.id for rows in race(8, lambda n: nodes[n % 2].outbox.lease(NOON, 3)) for row in rows]
    assert len(leased) == len(set(leased))
    leased += [row.id for row in nodes[0].outbox.lease(NOON, 20)]
    assert sorted(leased) == ids


def test_a_lease_of_a_node_that_died_ends(store: SqlStore):
    post(store, "k1")
    assert len(store.outbox.lease(NOON, 1)) == 1
    assert store.outbox.lease(NOON, 1) == []
    assert len(store.outbox.lease(NOON + LEASE, 1)) == 1
    store.outbox.release_leases()
    assert len(store.outbox.lease(NOON, 1)) == 1


def test_a_sent_mail_is_never_leased_again(store: SqlStore, clock: HandClock):
    (mail_id,) = post(store, "k1")
    store.outbox.sent([mail_id], NOON)
    store.outbox.failed(mail_id, NOON, "a late failure", NOON)
    clock.advance(days=1)
    assert store.outbox.lease(clock(), 10) == []
    assert store.outbox.next_attempt() is None


def test_a_failed_mail_waits_for_its_next_attempt_and_is_given_up_without_one(store: SqlStore):
    (mail_id,) = post(store, "k1")
    later = NOON + timedelta(minutes=5)
    store.outbox.failed(mail_id, NOON, "451 \ud800", later)
    assert store.outbox.next_attempt() == later
    assert store.outbox.lease(NOON, 1) == []
    (row,) = store.outbox.lease(later, 1)
    assert row.attempts == 1
    store.outbox.failed(mail_id, later, "550 unknown", None)
    assert store.outbox.lease(later + LEASE, 1) == []


def test_a_dropped_mail_is_not_sent(store: SqlStore):
    post(store, "k1")
    with store.begin() as unit:
        unit.drop_stale_mails("k1", NOON, "the phase is over")
    assert store.outbox.lease(NOON, 1) == []


def test_the_mails_that_a_letter_caused_are_listed_in_order(store: SqlStore):
    first, second = store.inbox.keep([letter(1), letter(2)])
    ids = post(store, "k1", "k2", letter=first.id)
    post(store, "k3", letter=second.id)
    post(store, "k4")
    assert [row.id for row in store.outbox.outbox_of(first.id)] == ids
    assert [row.status for row in store.outbox.outbox_of(first.id)] == ["ready", "ready"]
