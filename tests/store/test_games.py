"""Games come back as they were stored, and a phase moves once however many writers try."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from judge.game.game import Ending, Stage
from judge.game.seats import Role, Seat
from judge.game.settings import Settings
from judge.store.store import SqlStore
from judge.usecases.ports import NameTaken, StaleGame
from tests.store.samples import HUNDRED, NOON, game, names, position, race, stored_game, token_hash


def test_a_game_comes_back_equal_to_the_one_that_was_stored(store: SqlStore):
    with store.begin() as unit:
        ann = unit.add_person("ann@x.example", name="Ann", language="en", zone="", at=NOON)
        unit.keep_variant(HUNDRED)
        seat = Seat(0, Role.POWER, 0, "FRANCE", "FRANCE", ann.id, "hash", 4, True, 2, NOON)
        full = game(
            seats=(seat,),
            settings=Settings(warn=("1D", "4H"), extra={"k": [1]}),
            ending=Ending(None, ("ENGLAND", "FRANCE")),
            early=True,
            forced=True,
            started_at=NOON,
            finished_at=NOON + timedelta(microseconds=1),
        )
        stored = unit.add_game(full)
    assert stored.id > 0
    assert stored == replace(full, id=stored.id, seats=(replace(seat, id=stored.seats[0].id),))
    with store.begin() as unit:
        assert unit.game("first") == unit.game_by_id(stored.id) == stored
        assert list(unit.games()) == list(unit.games_of(ann.id)) == [stored]
        assert unit.game("other") is None
        assert list(unit.games_of(ann.id + 1)) == []


def test_a_name_is_taken_whatever_its_case_and_the_refusal_harms_nothing(store: SqlStore):
    stored_game(store)
    with store.begin() as unit:
        with pytest.raises(NameTaken):
            unit.add_game(game("FIRST"))
        assert unit.game("First") is not None


def test_a_saved_game_keeps_its_seats_adds_new_ones_and_drops_those_it_no_longer_has(store: SqlStore):
    old = stored_game(store)
    kept = tuple(seat for seat in old.seats if seat.power != "ENGLAND")
    observer = Seat(0, Role.OBSERVER, 0)
    changed = replace(old.with_seats((*kept, observer)), phase_no=2, position=position("1425R"), deadline=None)
    with store.begin() as unit:
        saved = unit.save_game(changed, expected_phase_no=1)
    assert saved.seats[:-1] == kept
    assert saved.seats[-1].id not in {0, *(seat.id for seat in old.seats)}
    with store.begin() as unit:
        assert unit.game("first") == saved


def test_a_seat_is_found_by_its_newest_token_only(store: SqlStore):
    old = stored_game(store)
    france = old.seat_of("FRANCE")
    assert france is not None
    with store.begin() as unit:
        assert unit.seat_by_token(token_hash(france.id, 1)) == (old, france)
        saved = unit.save_game(old.with_seat(france.vacated()), expected_phase_no=1)
    with store.begin() as unit:
        assert unit.seat_by_token(token_hash(france.id, 1)) is None
        assert unit.seat_by_token(token_hash(france.id, 2)) == (saved, saved.seat_of("FRANCE"))


def test_the_id_of_a_seat_that_is_gone_is_never_used_again(store: SqlStore):
    old = stored_game(store)
    last = max(seat.id for seat in old.seats)
    with store.begin() as unit:
        fewer = unit.save_game(old.with_seats(s for s in old.seats if s.id != last), expected_phase_no=1)
        more = unit.save_game(fewer.with_seats((*fewer.seats, Seat(0, Role.OBSERVER, 0))), expected_phase_no=1)
    assert last not in {seat.id for seat in more.seats}


def test_of_eight_writers_that_saw_the_same_phase_one_moves_it(store: SqlStore):
    seen = stored_game(store)

    def move(number: int) -> int:
        with store.begin() as unit:
            unit.save_game(replace(seen, phase_no=2, variant=f"by {number}"), expected_phase_no=seen.phase_no)
            return number

    answers = race(8, move)
    assert names(answers) == ["StaleGame"] * 7 + ["int"]
    winner = next(answer for answer in answers if isinstance(answer, int))
    with store.begin() as unit:
        now = unit.game("first")
    assert now is not None
    assert (now.phase_no, now.variant) == (2, f"by {winner}")


def test_who_reads_a_game_to_change_it_sees_what_the_writer_before_did(store: SqlStore):
    stored_game(store)

    def miss_one(_: int) -> None:
        with store.begin() as unit:
            now = unit.game("first")
            assert now is not None
            france = now.seat_of("FRANCE")
            assert france is not None
            unit.save_game(now.with_seat(replace(france, missed=france.missed + 1)), expected_phase_no=1)

    assert race(8, miss_one) == [None] * 8
    with store.begin() as unit:
        now = unit.game("first")
    assert now is not None
    assert [seat.missed for seat in now.powers] == [0, 0, 8]


def test_a_game_that_moved_is_stale_for_who_expects_the_old_phase(store: SqlStore):
    old = stored_game(store)
    with store.begin() as unit:
        unit.save_game(replace(old, phase_no=2), expected_phase_no=1)
    with pytest.raises(StaleGame), store.begin() as unit:
        unit.save_game(old, expected_phase_no=1)


def test_due_are_running_games_at_or_past_their_deadline_earliest_first(store: SqlStore):
    second = timedelta(seconds=1)
    stored_game(store, "later", deadline=NOON + second)
    stored_game(store, "now", deadline=NOON)
    stored_game(store, "long", deadline=NOON - second)
    stored_game(store, "paused", deadline=NOON - second, stage=Stage.PAUSED)
    stored_game(store, "open", deadline=None, stage=Stage.FORMING)
    with store.begin() as unit:
        assert list(unit.due(NOON)) == ["long", "now"]
        assert unit.next_deadline() == NOON - second


def test_no_running_game_has_no_next_deadline(store: SqlStore):
    stored_game(store, stage=Stage.FINISHED)
    with store.begin() as unit:
        assert unit.next_deadline() is None


def test_an_unlisted_game_is_shown_only_to_who_asks_for_all(store: SqlStore):
    stored_game(store, "open")
    stored_game(store, "hidden", settings=Settings(listed=False))
    with store.begin() as unit:
        assert [g.name for g in unit.games()] == ["open"]
        assert [g.name for g in unit.games(listed_only=False)] == ["open", "hidden"]


def test_a_game_cannot_be_stored_without_the_text_of_its_variant(store: SqlStore):
    with pytest.raises(IntegrityError), store.begin() as unit:
        unit.add_game(game())
    with store.begin() as unit:
        unit.add_game(game())
        unit.keep_variant(HUNDRED)
        unit.keep_variant(HUNDRED)
        assert unit.variant_text(HUNDRED.hash) == HUNDRED.text
        assert unit.variant_text("none") is None
