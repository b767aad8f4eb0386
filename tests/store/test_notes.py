"""What a writer may take back: notes, press, mails that wait; two people that are one. On both engines."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from judge.store.store import SqlStore
from tests.store.samples import NOON, HandClock, mail, stored_game


def test_notes_are_counted_per_seat_and_a_deleted_number_is_not_given_to_an_older_note(store: SqlStore):
    game = stored_game(store)
    one, two = game.seats[0].id, game.seats[1].id
    with store.begin() as unit:
        assert [unit.add_note(game.id, seat, "FRANCE", "1425M", text, at=NOON) for seat, text in
                ((one, "first"), (one, "second"), (two, "other"))] == [1, 2, 1]  # fmt: skip
        assert [note.text for note in unit.diary(game.id, one)] == ["first", "second"]
        assert unit.delete_note(game.id, one, 1)
        assert not unit.delete_note(game.id, one, 1)
        assert [note.text for note in unit.diary(game.id)] == ["second", "other"]


def test_press_remembers_its_seat_whether_it_is_grey_and_that_it_was_taken_back(store: SqlStore):
    game = stored_game(store)
    with store.begin() as unit:
        number = unit.add_press(
            game.id, "1425M", "FRANCE", ["ALL"], "Hi", letter=None, at=NOON, status="postal", grey=True, seat=7
        )
        unit.mark_press(number, "cancelled")
        (kept,) = unit.press(game.id)
    assert (kept.status, kept.grey, kept.seat) == ("cancelled", True, 7)


def test_a_mail_that_waits_is_not_leased_before_its_time_and_can_be_taken_back(store: SqlStore, clock: HandClock):
    with store.begin() as unit:
        unit.post(mail("press:1:2"), not_before=NOON + timedelta(hours=1))
        unit.post(mail("press:12:2"))
    assert [row.mail.key for row in store.outbox.lease(clock(), 10)] == ["press:12:2"]
    with store.begin() as unit:
        assert unit.drop_mails("press:1:", clock())
        assert not unit.drop_mails("press:12:", clock()), "it is on its way"
    clock.advance(hours=2)
    assert "press:1:2" not in [row.mail.key for row in store.outbox.lease(clock(), 10)]


def test_a_mail_is_found_by_the_message_id_it_was_sent_with(store: SqlStore, clock: HandClock):
    with store.begin() as unit:
        unit.post(mail("k1"))
    (row,) = store.outbox.lease(clock(), 10)
    with store.begin() as unit:
        found = unit.mail_with_id(row.message_id)
        assert found is not None
        assert found.key == "k1"
        assert unit.mail_with_id("<unknown@x.example>") is None


def test_all_versions_of_a_set_and_all_phases_are_kept_in_order(store: SqlStore):
    game = stored_game(store)
    with store.begin() as unit:
        for phase, line in (("1430M", "A PAR H"), ("1425M", "A ORL H"), ("1430M", "A PAR - DIJ")):
            unit.put_orders(game.id, phase, "FRANCE", [line], letter=None, by="FRANCE", at=NOON)
        versions = unit.order_versions(game.id, "1430M", "FRANCE")
        assert [(each.version, each.lines) for each in versions] == [(1, ("A PAR H",)), (2, ("A PAR - DIJ",))]
        assert unit.phases_ordered(game.id, "FRANCE") == ["1430M", "1425M"]


def test_two_people_become_one_with_all_addresses_and_seats(store: SqlStore):
    game = stored_game(store)
    with store.begin() as unit:
        ann = unit.add_person("ann@x.example", name="Ann Lee", language="en", zone="", at=NOON)
        new = unit.add_person("new@x.example", name="", language="en", zone="", at=NOON)
        seat = game.seats[0]
        seated = game.with_seat(replace(seat, person=new.id))
        unit.save_game(seated, expected_phase_no=game.phase_no)
        unit.absorb(ann.id, new.id)
        one = unit.person_at("new@x.example")
        assert one is not None
        assert (one.id, set(one.addresses)) == (ann.id, {"ann@x.example", "new@x.example"})
        assert unit.person(new.id) is None
        assert [each.name for each in unit.games_of(ann.id)] == [game.name]
        assert [each.id for each in unit.people_named("ANN")] == [ann.id]
