"""People and the addresses that count as theirs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Select, bindparam, delete, insert, select, update

from judge.store.rows import Rows
from judge.store.schema import addresses, people
from judge.store.types import storable
from judge.usecases.ports import Person, StoreError


class PeopleRows(Rows):
    """People in one unit of work. Addresses are compared in lower case."""

    def person_at(self, address: str) -> Person | None:
        address = address.lower()
        known = next((person for person in self.known.people.values() if address in person.addresses), None)
        return known or self._read(_BY_ADDRESS, address)

    def person(self, person_id: int) -> Person | None:
        return self.known.people.get(person_id) or self._read(_BY_ID, person_id)

    def foresee_people(self, addresses: Sequence[str]) -> None:
        """Read the people of many addresses with one question, because they are about to be asked for."""
        rows = self.run(_BY_ADDRESSES, {"these": [each.lower() for each in addresses]})
        for _, mine in groupby(rows, key=itemgetter(0)):
            self._noted(list(mine))

    def _read(self, query: Select[Any], wanted: str | int) -> Person | None:
        """A row per address of the person, joined, so that it takes one question."""
        rows = self.run(query, {"wanted": wanted})
        return self._noted(rows) if rows else None

    def _noted(self, rows: Sequence[tuple[Any, ...]]) -> Person:
        person = _person(rows[0], tuple(row[-1] for row in rows if row[-1] is not None))
        self.known.people[person.id] = person
        return person

    def add_person(self, address: str, *, name: str, language: str, zone: str, at: datetime) -> Person:
        """Register somebody. Whoever already has the address is found instead: two nodes may hear of him at once."""
        address = address.lower()
        known = self.person_at(address)
        if known is not None:
            return known
        values: dict[str, Any] = {
            "address": address,
            "name": storable(name),
            "language": language,
            "zone": zone,
            "preferences": {},
            "created_at": at,
        }
        new = self.insert_new(people, [people.c.address], values)
        if new is not None:
            self._own(address, new)
        registered = self.person_at(address)
        if registered is None:
            raise StoreError(f"{address} could not be registered")
        return registered

    def save_person(self, person: Person) -> None:
        """Update a person and his addresses. Raises StoreError if one of them is somebody else's."""
        self.known.people.pop(person.id, None)
        values = {
            "address": person.address.lower(),
            "name": storable(person.name),
            "language": person.language,
            "zone": person.zone,
            "bouncing": person.bouncing,
            "password": person.password,
            "preferences": dict(person.preferences),
        }
        self.connection.execute(update(people).where(people.c.id == person.id).values(**values))
        wanted = {a.lower() for a in person.addresses} | {person.address.lower()}
        kept = set(self._addresses(person.id))
        for address in sorted(kept - wanted):
            self.connection.execute(delete(addresses).where(addresses.c.address == address))
        for address in sorted(wanted - kept):
            self._own(address, person.id)

    def _own(self, address: str, person_id: int) -> None:
        owner = select(addresses.c.person_id).where(addresses.c.address == address)
        if self.connection.execute(owner).scalar_one_or_none() is not None:
            raise StoreError(f"{address} belongs to somebody else")
        self.connection.execute(insert(addresses).values(address=address, person_id=person_id))

    def _addresses(self, person_id: int) -> tuple[str, ...]:
        return tuple(self.connection.execute(_OWNED, {"wanted": person_id}).scalars())


_OWNED = select(addresses.c.address).where(addresses.c.person_id == bindparam("wanted")).order_by(addresses.c.address)
_ONE = (
    select(
        *(people.c[name] for name in ("id", "address", "name", "language", "zone")),
        *(people.c[name] for name in ("bouncing", "password", "preferences")),
        addresses.c.address,
    )
    .select_from(people.outerjoin(addresses, addresses.c.person_id == people.c.id))
    .order_by(addresses.c.address)
)
_BY_ID = _ONE.where(people.c.id == bindparam("wanted"))
_BY_ADDRESS = _ONE.where(
    people.c.id == select(addresses.c.person_id).where(addresses.c.address == bindparam("wanted")).scalar_subquery()
)

_BY_ADDRESSES = (
    _ONE.where(
        people.c.id.in_(
            select(addresses.c.person_id).where(addresses.c.address.in_(bindparam("these", expanding=True)))
        )
    )
    .order_by(None)
    .order_by(people.c.id, addresses.c.address)
)


def _person(row: tuple[Any, ...], owned: tuple[str, ...]) -> Person:
    number, address, name, language, zone, bouncing, password, preferences, _ = row
    return Person(
        id=number,
        address=address,
        name=name,
        language=language,
        zone=zone,
        addresses=owned,
        bouncing=bouncing,
        password=password,
        preferences=preferences,
    )
