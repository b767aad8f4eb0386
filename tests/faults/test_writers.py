"""Mails are written by a process of its own: whatever becomes of it, every mail goes out once and is whole."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from judge.child import Child
from judge.mail.delivery import Outcome
from judge.store.outbox import OutboxRow
from judge.store.schema import games, outbox
from judge.writeroom import WriteRoom
from tests.faults.office import ANN, BOB, CID, GM, Office, open_office


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    """A running game, its first mails gone; from now on mails are written apart."""
    with open_office(tmp_path, monkeypatch) as opened:
        opened.begin_game("first")
        opened.judge.post_room.deliver_due()
        opened.judge.write_apart()
        yield opened


def child_of(office: Office) -> int:
    room = office.judge.write_room
    assert isinstance(room, WriteRoom)
    assert room._child is not None
    return room._child._process.pid


def test_a_mail_written_apart_is_the_same_to_the_byte(office: Office) -> None:
    office.order("france", "first", "A PAR H")
    (row,) = [each for each in office.judge.store.outbox.lease(office.clock.now(), 10) if each.rendered is None]
    assert office.judge.write_room is not None
    assert office.judge.write_room([row]) == {row.id: office.judge.writer.write(row)}


def test_the_writer_may_be_killed_and_every_mail_still_goes_out_once(office: Office) -> None:
    for letters in range(1, 4):
        os.kill(child_of(office), signal.SIGKILL)
        office.order("france", "first", "A PAR H")
        assert len(office.mails("receipt")) == letters
    office.assert_clean()


def test_a_mail_that_can_not_be_written_holds_up_no_other(office: Office) -> None:
    office.order("france", "first", "A PAR H")
    broken = office.judge.store.outbox.lease(office.clock.now(), 10)
    office.judge.store.outbox.release([each.id for each in broken])
    with office.judge.store.begin() as unit:
        hole = {**unit.outbox_of(broken[0].mail.letter or 0)[0].mail.data, "answers": None, "head": {"game": "first"}}
        record = {each: getattr(replace(broken[0].mail, data=hole), each) for each in broken[0].mail.__slots__}
        unit.connection.execute(update(outbox).where(outbox.c.id == broken[0].id).values(record=record))
    office.order("england", "first", "F LON H")
    assert [mail["To"] for mail in office.mails("receipt")] == ["bob@players.example"]


def test_a_game_whose_variant_is_no_longer_among_the_maps_gets_its_mails(office: Office) -> None:
    with office.judge.store.begin() as unit:
        found = unit.game("first")
        assert found is not None
        text = office.judge.maps.load("hundred").text + "\n"
        variant = office.judge.maps.load_text(text)
        unit.keep_variant(variant)
        unit.connection.execute(update(games).where(games.c.id == found.id).values(variant_hash=variant.hash))
    assert office.judge.maps.with_hash(variant.hash) is None
    office.order("burgundy", "first", "A DIJ H")
    (receipt,) = office.mails("receipt")
    assert receipt["To"] == CID
    assert GM not in str(receipt)


def test_a_writer_that_hangs_is_replaced(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    office.order("france", "first", "A PAR H")
    assert len(office.mails("receipt")) == 1
    os.kill(child_of(office), signal.SIGSTOP)
    monkeypatch.setattr("judge.writeroom.PATIENCE", 10.0)
    office.order("france", "first", "A PAR H")
    assert len(office.mails("receipt")) == 2


def test_a_writer_that_says_something_else_is_replaced(office: Office, tmp_path: Path) -> None:
    """The frames of its answers are lost then: whatever it said next would be taken for another mail's."""
    says = "import sys; sys.stdin.buffer.read(4); sys.stdout.write(chr(0) * 3 + chr(3) + '?' * 99); sys.stdout.flush()"
    babble = tmp_path / "babble.py"
    babble.write_text(f"{says}; sys.stdin.buffer.read()")
    room = office.judge.write_room
    assert isinstance(room, WriteRoom)
    room.close()
    room._child = Child(babble)
    office.order("france", "first", "A PAR H")
    office.order("england", "first", "F LON H")
    assert {mail["To"] for mail in office.mails("receipt")} == {ANN, BOB}
    office.assert_clean()


def test_a_mail_that_took_longer_to_write_than_its_lease_lasts_is_leased_anew_before_it_goes(office: Office) -> None:
    """Another node may have it by then."""
    room, carry = office.judge.post_room, office.judge.post_room.carry
    write, leased = room.write, []

    def slowly(rows: Sequence[OutboxRow]) -> Mapping[int, bytes]:
        office.clock.advance(minutes=6)
        return write(rows)

    class Watched:
        unmarked, settle, rest, close = carry.unmarked, carry.settle, carry.rest, carry.close

        def __call__(self, *mail: Any) -> Outcome:
            with office.judge.store.begin() as unit:
                until = unit.connection.execute(select(func.max(outbox.c.leased_until))).scalar()
            leased.append(until is not None and until > office.clock.now())
            return carry(*mail)

    room.write, room.carry = slowly, Watched()
    office.order("france", "first", "A PAR H")
    assert len(office.mails("receipt")) == 1
    assert leased == [True]
    office.assert_clean()
