"""Nodes on one PostgreSQL call one another: who has work to do hears of it when it is committed, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from queue import Queue

import pytest

from judge.store import calls
from judge.store.store import SqlStore
from tests.store.samples import NOON, HandClock, letter, mail, open_store, stored_game

TOPICS = ["letters", "mails", "deadlines"]


class Node:
    """One node's store, and the calls that it has heard."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.heard: Queue[str] = Queue()

    def next(self) -> str:
        return self.heard.get(timeout=20)


@contextmanager
def node(url: str) -> Iterator[Node]:
    store = open_store(url, HandClock())
    found = Node(store)
    ear = store.listen(found.heard.put)
    assert ear is not None
    assert [found.next() for _ in TOPICS] == TOPICS  # whatever came before it listened
    yield found
    ear.close()
    store.close()


@pytest.fixture
def nodes(postgres_url: str) -> Iterator[tuple[Node, Node]]:
    with ExitStack() as stack:
        yield stack.enter_context(node(postgres_url)), stack.enter_context(node(postgres_url))


def test_a_letter_that_one_node_keeps_is_heard_of_by_the_other(nodes: tuple[Node, Node]):
    one, two = nodes
    one.store.inbox.keep([letter(1)])
    assert two.next() == "letters"
    two.store.inbox.keep([letter(2)])
    assert one.next() == "letters"
    assert one.heard.empty()  # a node does not call itself
    assert two.heard.empty()


def test_mails_and_deadlines_are_heard_of_once_for_all_in_a_transaction(nodes: tuple[Node, Node]):
    one, two = nodes
    made = stored_game(one.store)
    assert two.next() == "deadlines"
    assert made.deadline is not None
    with one.store.begin() as unit:
        unit.post(mail("k1"))
        unit.outbox_of(1)  # has them written
        unit.post(mail("k2"))
        unit.save_game(replace(made, deadline=made.deadline + timedelta(hours=1)), expected_phase_no=made.phase_no)
    assert sorted(two.next() for _ in range(2)) == ["deadlines", "mails"]
    assert two.heard.empty()


def test_a_letter_that_is_tried_again_is_heard_of(nodes: tuple[Node, Node]):
    one, two = nodes
    one.store.inbox.keep([letter(1)])
    assert two.next() == "letters"
    (claimed,) = one.store.inbox.next_letters(1)
    while not one.store.inbox.letter_failed(claimed.id, "poison"):
        pass
    assert one.store.inbox.retry(claimed.id)
    assert two.next() == "letters"


def test_what_is_not_committed_calls_nobody(nodes: tuple[Node, Node]):
    one, two = nodes
    with one.store.begin() as unit:
        unit.post(mail())
        unit.write()
        unit.connection.rollback()
    one.store.inbox.keep([letter(1)])
    assert two.next() == "letters"


def test_a_node_whose_connection_was_cut_listens_again_and_looks_at_everything(
    nodes: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(calls, "_AGAIN_SECONDS", 0.01)
    one, two = nodes
    with one.store.begin() as unit:
        cut = unit.connection.exec_driver_sql(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%%' AND datname = current_database()"
        ).scalar_one()
    assert cut == 2
    assert [two.next() for _ in TOPICS] == TOPICS
    assert [one.next() for _ in TOPICS] == TOPICS
    one.store.inbox.keep([letter(1)])
    assert two.next() == "letters"


def test_on_sqlite_there_is_nobody_to_listen_to(sqlite_url: str):
    store = open_store(sqlite_url, lambda: NOON)
    assert store.listen(lambda _: None) is None
    store.close()
