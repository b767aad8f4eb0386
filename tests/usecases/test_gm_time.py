"""The GM and time: deadlines, extensions, pauses, what happens to those who are late."""

from __future__ import annotations

from datetime import timedelta

import pytest

from judge.mail.listener import Incoming
from tests.usecases.desk import DOMAIN, START
from tests.usecases.gm import ANN, BOB, CID, DEE, GM, Office, all_orders, flat, gm, notices


def test_a_new_deadline_is_answered_old_and_new_and_told_to_all(running: Office) -> None:
    answer = gm(running, "SET DEADLINE Mar 20 20:00")
    assert "Thu 5 Mar 2026 12:00 UTC → Fri 20 Mar 2026 20:00 UTC" in answer
    for player in (ANN, BOB, CID):
        assert "20 Mar 2026 20:00" in notices(running, player)[-1]


def test_an_extension_sent_six_times_in_a_second_is_one(running: Office) -> None:
    before = running.game().deadline
    for _ in range(6):
        gm(running, "EXTEND 24H")
    assert running.game().deadline == before + timedelta(days=1)
    assert "extended_already" in running.said()
    assert len([text for text in notices(running, ANN) if "is now" in text]) == 1


def test_extensions_of_a_phase_have_a_limit_in_all(running: Office) -> None:
    gm(running, "MAX EXTENSION 2D")
    gm(running, "EXTEND 1D")
    running.pass_time(hours=1)
    gm(running, "EXTEND 2D")
    assert "extension_limited" in running.said()
    gm(running, "EXTEND 1D")
    assert "deadline_set" in running.said()
    assert running.game().deadline == START + timedelta(days=5)


def test_a_paused_game_lets_no_deadline_pass_and_goes_on_with_the_time_left(running: Office) -> None:
    running.pass_time(days=1)
    gm(running, "PAUSE 5D")
    assert "The GM has paused game first" in notices(running, ANN)[-1]
    running.pass_time(days=3)
    assert running.game().position.phase == "1425M"
    gm(running, "RESUME")
    assert running.game().deadline == START + timedelta(days=6)
    assert "runs again" in notices(running, BOB)[-1]


def test_a_pause_ends_by_itself(running: Office) -> None:
    gm(running, "PAUSE UNTIL Mar 10 12:00")
    running.pass_time(days=8, hours=1)
    game = running.game()
    assert game.stage.value == "running"
    assert game.deadline == START + timedelta(days=11)
    assert "The pause of game first is over" in notices(running, CID)[-1]


def test_nobody_pauses_longer_than_the_game_allows(running: Office) -> None:
    gm(running, "PAUSE 90D")
    assert running.said() == ["pause_limited"]
    assert running.game().stage.value == "running"


def test_orders_for_a_paused_game_are_refused_with_words(running: Office) -> None:
    gm(running, "PAUSE")
    running.write(ANN, "A PAR H", running.to())
    assert running.said() == ["game_paused_until"]


def test_units_hold_when_the_policy_says_hold(office: Office) -> None:
    office.begin("first", "NMR HOLD")
    office.pass_time(days=3, hours=1)
    assert office.game().position.phase == "1430M"


def test_a_game_that_waits_asks_the_late_again_each_day(office: Office) -> None:
    office.begin("first", "NMR WAIT", "TIMING GRACE 6H")
    all_orders(office, ANN, BOB)
    office.pass_time(days=5, hours=1)
    assert office.game().position.phase == "1425M"
    assert len(office.mails(CID, "late")) >= 3
    assert "the game still waits" in office.mails(CID, "late")[0].text
    assert len(office.mails(ANN, "late")) == 2  # the grace, and that the game waits
    all_orders(office, CID)
    assert office.game().position.phase == "1430M"


def test_in_disorder_the_late_lose_their_seat_and_are_told_themselves(office: Office) -> None:
    office.begin("first", "NMR DISORDER")
    all_orders(office, ANN, BOB)
    office.pass_time(days=3, hours=1)
    assert office.game().position.phase == "1430M"
    assert office.game().seat_of("BURGUNDY").vacant
    assert "you have lost the seat" in notices(office, CID)[-1]
    assert "TAKEOVER BURGUNDY@first" in notices(office, ANN)[-1]


def test_a_replacement_is_called_waited_for_and_plays(office: Office) -> None:
    office.begin("first", "NMR REPLACE")
    office.write(DEE, "SUBSTITUTE")
    all_orders(office, ANN, BOB)
    office.pass_time(days=3, hours=1)
    assert office.game().position.phase == "1425M"
    assert "TAKEOVER BURGUNDY@first password" in notices(office, DEE)[-1]
    office.write(DEE, "TAKEOVER burgundy@first deesecret\nDIJ H\nLUX H\nFLA H\nHOL H")
    assert office.game().position.phase == "1430M"
    assert office.last(DEE, "results").power == "BURGUNDY"


def test_without_a_replacement_the_game_goes_on_after_a_week(office: Office) -> None:
    office.begin("first", "NMR REPLACE")
    all_orders(office, ANN, BOB)
    office.pass_time(days=10, hours=2)
    assert office.game().position.phase == "1430M"


def test_in_a_quiet_game_only_the_gm_learns_who_is_late(office: Office) -> None:
    office.begin("first", "QUIET", "TIMING GRACE 1D")
    all_orders(office, ANN)
    office.pass_time(days=3, hours=1)
    assert "Burgundy" not in office.last(ANN, "late").text
    assert "Burgundy" in office.last(GM, "late").text
    assert "Burgundy" in office.last(CID, "late").text
    assert "England" not in office.last(CID, "late").text


def test_a_game_under_review_is_adjudicated_by_its_gm_alone(office: Office) -> None:
    office.begin("first", "MANUAL PROCESS")
    all_orders(office)
    office.pass_time(days=4)
    assert office.game().position.phase == "1425M"
    assert "waits for you" in notices(office, GM)[-1]
    gm(office, "PROCESS 1425M")
    assert office.game().position.phase == "1430M"


def test_process_is_about_the_phase_that_was_open_when_the_letter_came(running: Office) -> None:
    """The deadline's phase is adjudicated while the letter waits: its writer did not mean all to miss the next."""
    deadline = running.game().deadline
    running.clock.time = deadline + timedelta(seconds=1)
    raw = (
        f"From: {GM}\r\nMessage-ID: <late@gm.example>\r\n\r\nSIGNON Mfirst gmsecret\r\nPROCESS!\r\nSIGNOFF\r\n".encode()
    )
    running.judge.keep([Incoming(raw, GM, (f"judge@{DOMAIN}",), "test")])
    running.clock.time = deadline + timedelta(seconds=2)
    running.tick()
    running.judge.clerk.work_letters()
    running.tick()
    assert running.game().position.phase == "1430M"
    assert "The current phase is 1430M, not 1425M" in running.last(GM, "reply").text
    gm(running, "PROCESS!")
    assert running.game().position.phase != "1430M"


def test_process_names_the_missing_and_guards_the_phase(running: Office) -> None:
    all_orders(running, ANN)
    answer = gm(running, "PROCESS")
    assert "ENGLAND, BURGUNDY" in answer or "BURGUNDY, ENGLAND" in answer
    gm(running, "PROCESS! 1430M")
    assert running.said() == ["wrong_phase"]
    gm(running, "PROCESS! 1425M")
    assert running.game().position.phase == "1430M"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("TIMING AT 21:00 DAYS -MTWTF- NOT 20260309", "not_on: none → 2026-03-09"),
        ("SET MOVE CLOCK 1260 NEXT 71 GRACE 24", "M at 21:00, M grace 24H"),
        ("TIMING WARN 1D,6H GRACE 12H DELAY 30M", "delay: 0H → 30M"),
        ("NOT 20261224-20261226", "2026-12-24/2026-12-26"),
        ("SET NMR", "nmr: hold → disorder"),
        ("SET NO NMR", "nmr: hold → replace"),
        ("MAX PAUSE 3D", "pause_limit: 14D → 3D"),
    ],
)
def test_time_settings_are_answered_old_and_new_and_told_to_all(running: Office, line: str, shown: str) -> None:
    assert shown in gm(running, line)
    assert shown in notices(running, ANN)[-1]


def test_no_deadline_falls_on_a_holiday_or_a_day_off(office: Office) -> None:
    office.begin("first", "TIMING MOVE 3D AT 20:00 DAYS -MTWTF- NOT 20260309")
    office.pass_time(days=4)
    # from Thu 5 Mar: Sun 8 is a day off, Mon 9 a holiday
    assert office.game().deadline.isoformat() == "2026-03-10T20:00:00+00:00"


def test_movement_has_weekdays_of_its_own(office: Office) -> None:
    office.create("first", "TIMING MOVE 1D DAYS sMTWTFs")
    assert office.game().settings.days == "sMTWTFs"


def test_a_step_has_a_grace_of_its_own(office: Office) -> None:
    office.begin("first", "MOVE GRACE 48", "TIMING GRACE 0H")
    office.pass_time(days=4)
    assert office.game().position.phase == "1425M"
    office.pass_time(days=2)
    assert office.game().position.phase == "1430M"


def test_who_orders_or_looks_in_a_pause_is_told_when_it_ends(running: Office) -> None:
    gm(running, "PAUSE 3D")
    assert "paused until Thu 5 Mar 2026 12:00 UTC" in flat(running.write(ANN, "A PAR H", running.to()))
    assert "Paused until Thu 5 Mar 2026 12:00 UTC" in flat(running.write(ANN, "LIST first"))
    running.pass_time(days=3)
    assert "The pause of game first is over." in notices(running, ANN)[-1]
