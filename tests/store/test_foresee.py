"""What is read ahead, for many letters at once, is what each would have read; what is written late is written once."""

from __future__ import annotations

import pytest

from judge.store.store import SqlStore, SqlUnit
from judge.usecases.ports import LetterDone, StoreError
from tests.store.samples import NOON, letter, mail, position, stored_game

SENDERS = ("ann@x.example", "bob@x.example", "nobody@x.example")
NAMES = ("first", "second", "later", "nothing")


@pytest.fixture
def filled(store: SqlStore) -> SqlStore:
    """People, one with two addresses, and games with orders, some of them of other phases."""
    for name, phase in (("first", "1425M"), ("second", "1425R"), ("later", "1426M"), ("another", "1425M")):
        stored = stored_game(store, name, position=position(phase))
        with store.begin() as unit:
            for lines in (("A PAR H",), ("A PAR H", "F DIE H")):
                unit.put_orders(stored.id, phase, "FRANCE", lines, letter=None, by="FRANCE", at=NOON)
            unit.put_orders(stored.id, "1425M", "ENGLAND", (name,), letter=None, by="ENGLAND", at=NOON)
    with store.begin() as unit:
        for sender in SENDERS[:2]:
            unit.add_person(sender, name=sender[:3], language="en", zone="", at=NOON)
    with store.begin() as unit:
        ann = unit.person_at(SENDERS[0])
        if ann is None:
            raise StoreError(SENDERS[0])
        unit.save_person(type(ann)(ann.id, ann.address, ann.name, "ja", "", (ann.address, "ann@other.example")))
    return store


def read(unit: SqlUnit) -> list[object]:
    games = [unit.game(name) for name in NAMES]
    orders = [unit.orders(each.id, phase) for each in games if each for phase in ("1425M", "1425R", "1426M")]
    return [[unit.person_at(each) for each in SENDERS], games, orders]


def test_what_was_foreseen_is_what_would_have_been_read(filled: SqlStore) -> None:
    with filled.begin() as unit:
        one_by_one = read(unit)
    with filled.begin() as unit:
        unit.foresee(SENDERS, NAMES)
        assert read(unit) == one_by_one
    with filled.begin() as unit:
        unit.foresee((), ())
        assert read(unit) == one_by_one


def test_letters_of_one_commit_are_done_together_or_not_at_all(store: SqlStore) -> None:
    kept = [store.inbox.keep([letter(number)])[0] for number in (1, 2)]
    ids = [each.id for each in kept if not isinstance(each, Exception)]
    with store.begin() as unit:
        unit.letter_done(ids[1], report={}, at=NOON)
        assert unit.letters_open(ids) == {ids[0]}

    def both() -> None:
        with store.begin() as unit:
            unit.post(mail("k1"))
            for number in ids:
                unit.letter_done(number, report={}, at=NOON)

    with pytest.raises(LetterDone):
        both()
    with store.begin() as unit:
        assert unit.letters_open(ids) == {ids[0]}
    assert store.outbox.lease(NOON, 10) == []
