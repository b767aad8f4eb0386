"""Time: what was accepted before a deadline counts, and no fault of a clock costs anybody a turn (T1, T2, T4, T5)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from judge.usecases import clerk, clockguard
from tests.faults.office import ANN, BOB, CID, GM, PLAYERS, Office, open_office, orders
from tests.faults.world import World


@pytest.mark.parametrize(("early", "counts"), [(1000, True), (1, True), (0, True), (-1, False), (-1000, False)])
def test_a_letter_counts_by_the_time_of_its_acceptance_to_the_microsecond(
    office: Office, early: int, counts: bool
) -> None:
    office.begin_game("first")
    deadline = office.game("first").deadline
    assert deadline is not None
    office.clock.time = deadline - timedelta(microseconds=early)
    office.keep(ANN, orders("france", "first", "A PAR - BUR\nA PAR - DIJ"))
    office.clock.time = deadline + timedelta(hours=1)
    office.judge.tick()
    office.judge.clerk.work_letters()
    assert bool(office.on_file("first", "1425M").get("FRANCE")) is counts
    assert bool(office.on_file("first", "1430M").get("FRANCE")) is not counts
    assert office.game("first").phase_no == 2
    office.assert_clean()


def test_a_late_letter_that_is_worked_off_before_the_tick_closes_its_phase_first(office: Office) -> None:
    office.begin_game("first")
    office.keep(BOB, orders("england", "first", "A CAL H"))
    office.clock.advance(days=3, microseconds=1)
    office.keep(ANN, orders("france", "first", "A PAR H"))
    office.judge.clerk.work_letters()
    assert office.on_file("first", "1425M").keys() == {"ENGLAND"}
    assert office.on_file("first", "1430M").keys() == {"FRANCE"}
    office.assert_clean()


def test_a_sweep_closes_what_an_alarm_missed_and_closes_it_once(office: Office) -> None:
    office.begin_game("first")
    office.clock.advance(days=3, seconds=90)
    for _ in range(3):
        office.judge.tick()
    assert office.game("first").phase_no == 2
    assert len(office.mails("results", ANN)) == 1


@pytest.mark.parametrize("step", [{"hours": 1}, {"days": 4}, {"days": 366}])
def test_a_clock_that_jumps_ahead_closes_no_phase_and_everybody_is_told_the_new_deadline_once(
    office: Office, step: dict[str, int]
) -> None:
    office.begin_game("first", "TIMING MOVE 30M RETREAT 30M ADJUST 30M GRACE 0H DELAY 0H")
    office.judge.tick()
    office.clock.trusted = False
    office.clock.advance(**step)
    for _ in range(3):
        office.judge.tick()
    game = office.game("first")
    assert game.phase_no == 1
    assert game.deadline == office.clock.time + max(timedelta(**step), clockguard.MINIMUM_NOTICE)
    for person in (*PLAYERS.values(), GM):
        assert len([m for m in office.mails("notice", person) if "was away" in str(m.get_body(("plain",)))]) == 1
    office.clock.time = game.deadline
    office.clock.trusted = True
    office.judge.tick()
    assert office.game("first").phase_no == 2
    office.assert_clean()


def test_a_letter_right_after_a_jump_does_not_close_a_phase_either(office: Office) -> None:
    office.begin_game("first")
    office.judge.tick()
    office.clock.trusted = False
    office.clock.advance(days=30)
    office.mail(ANN, orders("france", "first", "A PAR H"))
    office.judge.clerk.work_letters()  # the first look found the jump, and the letter waited
    assert office.game("first").phase_no == 1
    assert office.on_file("first", "1425M").keys() == {"FRANCE"}
    office.assert_clean()


def test_a_clock_that_goes_back_freezes_deadlines_until_the_operator_accepts_it(office: Office) -> None:
    office.begin_game("first")
    office.judge.tick()
    office.clock.trusted = False
    office.clock.advance(hours=-1)
    office.judge.tick()
    for _ in range(80):  # time goes on, tick by tick, over the deadline
        office.clock.advance(hours=1)
        office.judge.tick()
    assert office.game("first").phase_no == 1
    letter = office.mail(ANN, orders("france", "first", "A PAR H"))
    state = office.judge.store.inbox.state(letter.id)
    assert state is not None
    assert state.status == "new", "a letter after a frozen deadline waits, and is no failure"
    assert state.attempts == 0
    assert clockguard.accept(office.judge.store, office.clock.time, "operator")
    office.judge.tick()
    assert office.game("first").phase_no == 2
    office.judge.clerk.work_letters()
    office.assert_clean()


def test_small_steps_of_the_clock_either_way_change_nothing(office: Office) -> None:
    office.begin_game("first")
    office.clock.trusted = False
    for step in (1, -59, 600, -30, 899):
        office.clock.advance(seconds=step)
        office.judge.tick()
    assert clockguard.state(office.judge.store) == (office.clock.time, False)
    office.clock.time = office.game("first").deadline  # type: ignore[assignment]
    office.clock.trusted = True
    office.judge.tick()
    assert office.game("first").phase_no == 2


@pytest.mark.parametrize("away", [{"minutes": 20}, {"hours": 5}, {"days": 3}])
def test_nobody_misses_a_deadline_while_the_server_is_down_and_queued_letters_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, away: dict[str, int]
) -> None:
    with open_office(tmp_path, monkeypatch) as office:
        office.begin_game("first")
        deadline = office.game("first").deadline
        assert deadline is not None
        office.clock.time = deadline - timedelta(seconds=10)
        office.judge.tick()
        stopped = office.clock.time
    with open_office(tmp_path, monkeypatch) as office:
        office.clock.time, office.clock.trusted = stopped + timedelta(**away), False
        office.judge.tick()
        office.judge.tick()
        assert office.game("first").phase_no == 1
        office.mail(BOB, orders("england", "first", "A CAL H"))  # the relay brings what it kept for us
        assert office.on_file("first", "1425M").keys() == {"ENGLAND"}
        moved = office.game("first").deadline
        assert moved is not None
        assert moved >= office.clock.time + max(timedelta(**away), clockguard.MINIMUM_NOTICE)


def test_a_game_with_all_orders_in_is_not_held_up_by_an_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_office(tmp_path, monkeypatch) as office:
        office.begin_game("first")
        office.judge.tick()
        office.order("france", "first", "A PAR H\nA DAU H\nA ORL H\nA TOU H\nA PRO H")
        office.order("england", "first", "F DEV H\nA NMD H\nF LON H\nA CAL H\nA GUY H")
        office.order("burgundy", "first", "A DIJ H\nA LUX H\nA FLA H\nF HOL H")
        assert office.game("first").early
        stopped = office.clock.time
    with open_office(tmp_path, monkeypatch) as office:
        office.clock.time, office.clock.trusted = stopped + timedelta(hours=2), False
        office.judge.tick()
        assert office.game("first").phase_no == 1, "never on the first tick after a gap"
        office.judge.tick()
        assert office.game("first").phase_no == 2


def test_with_a_clock_file_skipped_time_counts_as_running_and_a_marked_jump_does_not(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.start()
    world.begin_game("first")
    world.stop()
    world.pass_time(days=4)
    world.start()
    world.results(ANN, "1425M")
    world.stop()
    world.pass_time(days=4)
    clock = tmp_path / "clock"
    clock.write_text(clock.read_text("ascii") + " jump", "ascii")
    world.start()
    world.wait_for(lambda m: m["To"] == CID and m["X-Judge-Kind"] == "notice", "notice of a new deadline")
    assert not [m for m in world.mails() if m["X-Judge-Phase"] == "1430M" and m["X-Judge-Kind"] == "results"]
    world.settle()
    world.stop()
    world.verdict().assert_clean()


def test_with_a_clock_that_stands_still_process_acts_within_seconds(world: World) -> None:
    world.begin_game("first")
    world.ask(GM, "SIGNON Mfirst gmsecret\nPROCESS!\nSIGNOFF")
    world.results(ANN, "1425M")
    world.settle()
    world.stop()
    world.verdict().assert_clean()


def test_letters_that_keep_coming_hold_up_no_deadline(office: Office) -> None:
    office.begin_game("first")
    office.keep(ANN, orders("france", "first", "A PAR - DIJ"))
    office.clock.advance(days=3, microseconds=1)
    came: list[str] = []

    def one_more() -> None:
        if len(came) < 50:  # else a judge that waits for their end would never end this test either
            came.append("a letter")
            office.keep(f"stranger{len(came)}@players.example", "HELP")

    one_more()
    office.judge.clerk.after_commit = one_more
    office.judge.tick()
    assert office.game("first").phase_no == 2
    assert office.on_file("first", "1425M").keys() == {"FRANCE"}
    assert len(came) < 50
    office.judge.clerk.after_commit = lambda: None
    office.judge.clerk.work_letters()
    office.assert_clean()


def test_letters_make_way_when_they_are_asked_to_and_go_on_in_order(office: Office) -> None:
    office.begin_game("first")
    for number in range(40):
        office.keep(ANN, orders("france", "first", f"A PAR {'H' if number < 39 else '- DIJ'}"))
    looks = iter([False, True])
    assert 0 < office.judge.clerk.work_letters(lambda: next(looks)) < 40
    assert office.on_file("first", "1425M")["FRANCE"] == ("A PAR H",)
    office.judge.clerk.work_letters()
    assert office.on_file("first", "1425M")["FRANCE"] == ("A PAR - DIJ",)
    office.assert_clean()


def test_reminders_are_looked_for_now_and_then_and_when_a_game_names_the_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy judge ticks with every letter; all its games need not be looked through each time."""
    with open_office(tmp_path, monkeypatch) as office:
        looked: list[str] = []
        monkeypatch.setattr(clerk, "remind", lambda _services, _store, name, _now: looked.append(name))
        office.judge.clerk._remind_every = timedelta(seconds=25)
        office.begin_game("first")
        deadline = office.game("first").deadline
        assert deadline is not None
        for seconds in (20, 19, 1):
            office.clock.time = deadline - timedelta(hours=4, seconds=seconds)
            office.judge.tick()
        assert looked == ["first"]
        office.clock.time = deadline - timedelta(hours=4)
        office.judge.tick()
        assert looked == ["first", "first"], "the hour that the game names"
        office.clock.time += timedelta(seconds=26)
        office.judge.tick()
        assert len(looked) == 3, "players have hours of their own"
        office.clock.time -= timedelta(seconds=20)
        office.judge.tick()
        assert len(looked) == 4, "a clock that was put back"
