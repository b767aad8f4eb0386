"""People are found by any of their addresses, whatever its case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.store.store import SqlStore
from judge.usecases.ports import Person, StoreError
from tests.store.samples import NOON, race


def add(store: SqlStore, address: str = "ann@x.example", name: str = "Ann") -> Person:
    with store.begin() as unit:
        return unit.add_person(address, name=name, language="de", zone="Europe/Berlin", at=NOON)


def test_a_person_is_found_by_address_in_any_case(store: SqlStore):
    ann = add(store, "Ann@X.example")
    assert ann == Person(ann.id, "ann@x.example", "Ann", "de", "Europe/Berlin", ("ann@x.example",))
    with store.begin() as unit:
        assert unit.person_at("ANN@x.example") == unit.person(ann.id) == ann
        assert unit.person_at("bob@x.example") is None
        assert unit.person(ann.id + 1) is None


def test_a_changed_person_comes_back_changed_with_all_addresses(store: SqlStore):
    ann = add(store)
    changed = replace(
        ann,
        address="ann@new.example",
        addresses=("ann@new.example", "ann@x.example"),
        bouncing=True,
        password="hash",
        preferences={"html": False},
    )
    with store.begin() as unit:
        unit.save_person(changed)
    with store.begin() as unit:
        assert unit.person_at("ann@x.example") == unit.person_at("ann@new.example") == changed
        unit.save_person(replace(changed, addresses=()))
    with store.begin() as unit:
        assert unit.person_at("ann@x.example") is None
        assert unit.person_at("ann@new.example") is not None


def test_nobody_gets_the_address_of_somebody_else(store: SqlStore):
    ann, bob = add(store), add(store, "bob@x.example", "Bob")
    with pytest.raises(StoreError), store.begin() as unit:
        unit.save_person(replace(bob, addresses=("bob@x.example", "ann@x.example")))
    with store.begin() as unit:
        assert unit.person_at("ann@x.example") == ann
        assert unit.person_at("bob@x.example") == bob


def test_a_person_registered_by_eight_writers_at_once_is_one_person(store: SqlStore):
    answers = race(8, lambda _: add(store))
    assert len({person.id for person in answers}) == 1


def test_a_name_no_engine_would_store_is_kept_escaped(store: SqlStore):
    assert add(store, name="A\0\ud800").name == "A\\x00\\ud800"
