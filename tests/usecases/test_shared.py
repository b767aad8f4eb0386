"""Builds and movement under one deadline, and votes and corrections, as letters bring them."""

from __future__ import annotations

import pytest

from tests.usecases.desk import GM, Office

POWERS = ("mob", "brook", "hood", "gentry", "northeast", "wards", "southwest")


def address(power: str) -> str:
    return f"{power}@players.example"


@pytest.fixture
def phil(office: Office) -> Office:
    """A judge with a running game of Philadelphia."""
    office.begin("phil", "MAP philadelphia", seats={power: address(power) for power in POWERS})
    return office


def mob(office: Office, lines: str) -> str:
    return office.write(address("mob"), lines, office.to("phil")).text


def test_orders_may_stand_before_the_builds_that_make_their_units(phil: Office) -> None:
    mob(phil, "F NAV - MIF\nA STA H\nA PBR H\nBUILD F NAV\nBUILD A STA\nBUILD A PBR")
    assert phil.statuses() == ["ok"] * 6
    assert phil.orders("MOB", "JAN2007M", "phil") == ["F NAV - MIF", "A STA H", "A PBR H"]
    assert phil.orders("MOB", "DEC2006A", "phil") == ["BUILD F NAV", "BUILD A STA", "BUILD A PBR"]


def test_a_line_that_is_wrong_in_both_phases_is_refused_with_the_reason_that_fits_it(phil: Office) -> None:
    mob(phil, "BUILD F NAV\nBUILD A CEN\nA NAV - CEN")
    assert phil.statuses() == ["ok", "refused", "refused"]
    assert [code for code in phil.said() if code.startswith("why:")] == ["why:not_owned", "why:wrong_kind"]


def test_an_order_of_another_kind_of_phase_is_answered_with_what_the_phase_expects(running: Office) -> None:
    receipt = running.write("ann@players.example", "BUILD A PAR", running.to()).text
    assert running.statuses() == ["refused"]
    assert "holds, moves, supports and convoys" in receipt


def test_clear_takes_back_both_sets(phil: Office) -> None:
    mob(phil, "BUILD F NAV\nF NAV - MIF\nCLEAR")
    assert not phil.orders("MOB", "DEC2006A", "phil")
    assert not phil.orders("MOB", "JAN2007M", "phil")


def test_phase_with_the_code_of_the_second_phase_means_the_orders_owed_now(phil: Office) -> None:
    mob(phil, "BUILD F NAV\nPHASE JAN2007M\nF NAV - MIF")
    assert phil.orders("MOB", "JAN2007M", "phil") == ["F NAV - MIF"]


def test_the_gm_may_order_for_a_power_in_both_phases_too(phil: Office) -> None:
    phil.write(GM, "SIGNON Mphil gmsecret\nMOB: BUILD F NAV\nMOB: F NAV - MIF\nSIGNOFF")
    assert phil.orders("MOB", "JAN2007M", "phil") == ["F NAV - MIF"]


def test_process_names_the_powers_without_orders_for_either_phase_and_its_guard_knows_both(phil: Office) -> None:
    refused = phil.write(GM, "SIGNON Mphil gmsecret\nPROCESS JAN2007M\nSIGNOFF").text
    assert "MOB" in refused
    phil.write(GM, "SIGNON Mphil gmsecret\nPROCESS! JAN2007M\nSIGNOFF")
    results = [mail.subject for mail in phil.mails(GM, "results")]
    assert ["DEC2006A" in results[0], "JAN2007M" in results[1], len(results)] == [True, True, 2]


def test_the_builds_mail_of_a_shared_deadline_asks_for_nothing(phil: Office) -> None:
    phil.write(GM, "SIGNON Mphil gmsecret\nPROCESS!\nSIGNOFF")
    builds, moves = phil.mails(address("mob"), "results")
    assert "follows in the next mail" in builds.text
    assert "You owe" not in builds.text
    assert "You owe orders for 3 units" in moves.text


def test_the_gm_separates_build_turns_and_everybody_is_told(phil: Office) -> None:
    phil.write(GM, "SIGNON Mphil gmsecret\nSET SEPARATE\nSIGNOFF")
    assert phil.statuses()[-1] == "refused" or "opening_together" in phil.said()
    phil.write(GM, "SIGNON Mphil gmsecret\nPROCESS!\nSIGNOFF")
    phil.write(GM, "SIGNON Mphil gmsecret\nSET SEPARATE\nSIGNOFF")
    assert "separate_on" in phil.said()
    assert "deadline of their own" in phil.last(address("hood"), "notice").text
    assert "asked for by MASTER" in mob(phil, "STATUS")


def test_a_game_without_shared_deadlines_has_nothing_to_separate(running: Office) -> None:
    running.write(GM, "SIGNON Mfirst gmsecret\nSET SEPARATE\nSIGNOFF")
    assert "nothing_shared" in running.said()


def test_a_corrected_position_that_cannot_be_is_refused_and_changes_nothing(running: Office) -> None:
    before = running.game().position
    lines = ("SET UNIT france F PAR", "SET UNIT nobody A PAR", "SET CENTRE XXX france")
    running.write(GM, "\n".join(("SIGNON Mfirst gmsecret", *lines, "SIGNOFF")))
    assert running.statuses()[1:4] == ["refused"] * 3
    assert running.game().position == before


def test_a_unit_taken_off_and_a_centre_given_are_on_the_board_of_the_next_order(running: Office) -> None:
    running.write(GM, "SIGNON Mfirst gmsecret\nSET NO UNIT TOU\nSET CENTRE Toulouse england\nSIGNOFF")
    at = running.game().position
    assert "A TOU" not in at.units["FRANCE"]
    assert "TOU" in (at.centres or {})["ENGLAND"]


def test_players_cannot_correct_a_position(running: Office) -> None:
    running.write("ann@players.example", "SIGNON Ffirst annsecret\nSET UNIT france A DIJ\nSIGNOFF")
    assert "gm_only" in running.said()
