"""Orders: amended, taken back, kept for later, used at a missed deadline, tried out."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.usecases.desk import ANN, BOB, CID, DEE, GM, Office

FRANCE = "A PAR H\nA ORL H\nA DAU H\nA TOU H\nA PRO H"
ENGLAND = "A CAL H\nA GUY H\nA NMD H\nF LON H\nF DEV H"
BURGUNDY = "A DIJ H\nA LUX H\nA FLA H\nF HOL H"


def all_hold(office: Office, *but: str) -> None:
    """Everybody orders holds, so that the phase is processed."""
    for player, orders in ((ANN, FRANCE), (BOB, ENGLAND), (CID, BURGUNDY)):
        if player not in but:
            office.write(player, orders, office.to())


def test_an_order_is_amended(running: Office) -> None:
    running.write(ANN, "A PAR H\nAMEND A PAR - ORL", running.to())
    assert running.orders("FRANCE") == ["A PAR - ORL"]


def test_a_receipt_says_which_order_a_line_replaces_and_how_it_was_read(running: Office) -> None:
    answer = running.write(ANN, "A PAR H\nArmy Paris - Orleanais", running.to())
    assert running.said() == ["order_ok", "order_replaces"]
    replaced = answer.text.split("Army Paris - Orleanais", 1)[1].splitlines()
    assert [line.strip() for line in replaced[1:3]] == ["This replaces A PAR H.", "Read as: A PAR - ORL"]


@pytest.mark.parametrize("line", ["A ORL, A TOU, A PRO hold", "Armies Orleanais, Toulouse and Provence stand"])
def test_units_that_are_told_together_have_an_order_and_a_line_of_the_receipt_each(running: Office, line: str) -> None:
    answer = running.write(ANN, line, running.to())
    assert running.orders("FRANCE") == ["A ORL H", "A TOU H", "A PRO H"]
    assert running.said() == ["order_ok"] * 3
    assert answer.text.count("Read as: A ") == 3


def test_one_units_order_is_cleared_and_the_others_stay(running: Office) -> None:
    running.write(ANN, "A PAR H\nA ORL H", running.to())
    running.write(ANN, "CLEAR A PAR", running.to())
    assert running.said() == ["cleared_unit"]
    assert running.orders("FRANCE") == ["A ORL H"]
    running.write(ANN, "CLEAR A TOU", running.to())
    assert running.said() == ["nothing_to_clear"]


def test_clear_takes_the_whole_set_back(running: Office) -> None:
    running.write(ANN, FRANCE, running.to())
    running.write(ANN, "CLEAR", running.to())
    assert running.orders("FRANCE") == []


def test_undo_goes_back_letter_by_letter(running: Office) -> None:
    running.write(ANN, "A PAR H\nA ORL H", running.to())
    running.write(ANN, "A PAR - DIJ\nA TOU H", running.to())
    running.write(ANN, "UNDO", running.to())
    assert running.orders("FRANCE") == ["A PAR H", "A ORL H"]
    running.write(ANN, "UNDO", running.to())
    assert running.orders("FRANCE") == []
    running.write(ANN, "UNDO", running.to())
    assert running.said() == ["nothing_to_undo"]


def test_undo_after_undo_and_new_orders(running: Office) -> None:
    running.write(ANN, "A PAR H", running.to())
    running.write(ANN, "A PAR - DIJ", running.to())
    running.write(ANN, "UNDO", running.to())
    running.write(ANN, "A PAR - ORL", running.to())
    running.write(ANN, "UNDO", running.to())
    assert running.orders("FRANCE") == ["A PAR H"]
    running.write(ANN, "UNDO", running.to())
    assert running.orders("FRANCE") == []


def test_undo_brings_cleared_orders_back(running: Office) -> None:
    running.write(ANN, "A PAR H\nA ORL H", running.to())
    running.write(ANN, "CLEAR", running.to())
    running.write(ANN, "UNDO", running.to())
    assert running.orders("FRANCE") == ["A PAR H", "A ORL H"]


def test_wait_and_ready(running: Office) -> None:
    running.write(ANN, f"{FRANCE}\nSET WAIT", running.to())
    all_hold(running, ANN)
    assert running.game().position.phase == "1425M"
    running.write(ANN, "READY", running.to())
    assert running.game().position.phase == "1430M"


def test_a_letter_that_only_signs_on_is_answered_with_the_orders_on_file(running: Office) -> None:
    running.write(ANN, "A PAR H", running.to())
    assert "Army Paris HOLD" in running.write(ANN, "SIGNON Ffirst annsecret\nSIGNOFF").text


# in advance


def test_orders_in_advance_are_kept_used_and_reported(running: Office) -> None:
    running.write(ANN, "PHASE 1430M\nA PAR - ORL\nA ORL - PAR\nPHASE NOW\nA PAR H", running.to())
    assert running.orders("FRANCE") == ["A PAR H"]
    status = running.write(ANN, "STATUS", running.to()).text
    assert "For 1430M" in status
    all_hold(running)
    assert running.game().position.phase == "1430M"
    assert running.orders("FRANCE") == ["A PAR - ORL", "A ORL - PAR"]
    results = running.last(ANN, "results").text
    assert "Of your orders kept for 1430M these now count: A PAR - ORL and A ORL - PAR" in results
    assert "kept for" not in running.last(BOB, "results").text


def test_what_is_not_possible_when_the_phase_comes_is_dropped_with_the_reason(running: Office) -> None:
    running.write(ANN, "PHASE 1430M\nA DIJ H\nA TOU H", running.to())
    all_hold(running)
    assert running.orders("FRANCE") == ["A TOU H"]
    assert "A DIJ H, kept for 1430M, is not possible" in running.last(ANN, "results").text


def test_the_last_letter_about_a_later_phase_counts(running: Office) -> None:
    running.write(ANN, "PHASE 1430M\nA PAR - ORL", running.to())
    running.write(ANN, "PHASE 1430M\nA TOU H", running.to())
    all_hold(running)
    assert running.orders("FRANCE") == ["A TOU H"]


def test_clear_under_phase_forgets_what_was_kept(running: Office) -> None:
    running.write(ANN, "PHASE 1430M\nA PAR - ORL", running.to())
    running.write(ANN, "PHASE 1430M\nCLEAR", running.to())
    assert running.said() == ["phase_ahead", "cleared_ahead"]
    all_hold(running)
    assert running.orders("FRANCE") == []


@pytest.mark.parametrize(
    ("spelt", "code"),
    [("1430M", "1430M"), ("1430 Movement", "1430M"), ("1430", "1430M"), ("1430 Builds", "1430A"), ("1425 R", "1425R")],
)
def test_phases_are_understood_as_people_write_them(running: Office, spelt: str, code: str) -> None:
    answer = running.write(ANN, f"PHASE {spelt}", running.to())
    assert running.said() == ["phase_ahead"]
    assert code in answer.text


@pytest.mark.parametrize("phase", ["1420M", "1427M", "1990M"])
def test_a_phase_that_does_not_come_is_refused_and_its_orders_are_not_taken_for_now(
    running: Office, phase: str
) -> None:
    running.write(ANN, f"PHASE {phase}\nA PAR H", running.to())
    assert running.statuses() == ["refused", "ignored"]
    assert running.orders("FRANCE") == []


CONDITIONAL = (
    "PHASE 1430M\nIF ENGLAND A GUY\nA TOU - GUY\nELSE IF NOT A NMD\nA TOU H\nELSE\nA TOU - PRO\nENDIF\nA PAR H"
)


def test_a_condition_asks_the_board_of_its_phase(running: Office) -> None:
    running.write(ANN, CONDITIONAL, running.to())
    assert set(running.statuses()) == {"ok"}
    all_hold(running)
    assert running.orders("FRANCE") == ["A TOU - GUY", "A PAR H"]


def test_the_other_branch_counts_when_the_unit_is_gone(running: Office) -> None:
    running.write(ANN, CONDITIONAL, running.to())
    running.write(BOB, "A CAL H\nA GUY - ARA\nA NMD H\nF LON H\nF DEV H", running.to())
    all_hold(running, BOB)
    assert running.orders("FRANCE") == ["A TOU - PRO", "A PAR H"]


@pytest.mark.parametrize("line", ["IF XYZZY", "ELSE", "ENDIF"])
def test_a_condition_that_is_none_is_refused(running: Office, line: str) -> None:
    running.write(ANN, f"PHASE 1430M\n{line}\nA PAR H", running.to())
    assert running.statuses()[1] == "refused"


def test_prose_that_begins_with_if_is_prose(running: Office) -> None:
    running.write(ANN, "If you can read this, thanks.\nA PAR H", running.to())
    assert running.statuses() == ["ignored", "ok"]


def retreat_is_owed(office: Office) -> None:
    """France throws Burgundy's army out of Dijon."""
    office.write(ANN, "A PAR - DIJ\nA DAU S A PAR - DIJ\nA ORL H\nA TOU H\nA PRO H", office.to())
    office.write(BOB, ENGLAND, office.to())
    office.write(CID, BURGUNDY, office.to())


def test_a_retreat_in_advance_takes_the_first_place_that_is_free(running: Office) -> None:
    running.write(CID, "PHASE 1425R\nA DIJ R LUX\nA DIJ R CAN\nA DIJ D", running.to())
    retreat_is_owed(running)
    assert running.game().position.phase == "1430M", "the retreat was in, so nobody waited"
    assert "A CAN" in running.game().position.units["BURGUNDY"]


def test_builds_in_advance_are_wishes_and_the_first_possible_count(running: Office) -> None:
    running.write(ANN, "PHASE 1430A\nREMOVE A PAR\nREMOVE A ORL\nREMOVE A TOU", running.to())
    all_hold(running)
    all_hold(running)
    assert running.game().position.phase == "1435M"
    assert "A PAR" not in running.game().position.units["FRANCE"]
    assert "A ORL" in running.game().position.units["FRANCE"]


def test_whoever_takes_a_power_over_does_not_inherit_secret_orders(running: Office) -> None:
    running.write(ANN, "PHASE 1430M\nA PAR - ORL\nPHASE NOW\nFALLBACK\nA TOU H\nEND", running.to())
    running.write(GM, "SIGNON Mfirst gmsecret\nEJECT france\nSIGNOFF")
    running.write(DEE, "TAKEOVER france@first deesecret\nSIGNOFF")
    assert "A PAR - ORL" not in running.write(DEE, "STATUS", running.to()).text
    running.write(DEE, FRANCE, running.to())
    all_hold(running, ANN)
    assert running.orders("FRANCE") == []


# fallback


def test_fallback_orders_are_used_at_a_missed_deadline_and_told(running: Office) -> None:
    running.write(ANN, "FALLBACK\nA PAR - ORL\nA ORL - PAR\nEND", running.to())
    assert running.orders("FRANCE") == []
    running.write(ANN, "A TOU - PRO", running.to())
    running.pass_time(days=3, hours=1)
    results = running.last(ANN, "results").text
    assert "your fallback orders were used" in results
    assert "France: Army Paris -> Orleanais" in results
    assert "fallback" not in running.last(BOB, "results").text.lower()
    assert "fallback" not in running.last(GM, "results").text.lower()


def test_fallback_orders_are_not_used_when_orders_are_complete(running: Office) -> None:
    running.write(ANN, f"FALLBACK\nA PAR - ORL\nEND\n{FRANCE}", running.to())
    running.pass_time(days=3, hours=1)
    assert "Army Paris HOLD" in running.last(ANN, "results").text


def test_fallback_orders_stay_until_they_are_taken_back(running: Office) -> None:
    running.write(ANN, "FALLBACK\nA PAR H\nEND", running.to())
    assert "A PAR H" in running.write(ANN, "FALLBACK", running.to()).text
    running.write(ANN, "SET NO FALLBACK", running.to())
    running.write(ANN, "FALLBACK", running.to())
    assert running.said() == ["fallback_empty"]


def test_a_forgotten_end_of_a_fallback_block_swallows_no_command(running: Office) -> None:
    running.write(ANN, "FALLBACK\nA PAR H\nSET WAIT\nSIGNOFF", running.to())
    assert running.said() == ["fallback_set", "wait_set"]


# what if


def test_what_if_shows_what_would_happen_and_changes_nothing(running: Office) -> None:
    running.write(ANN, "A DAU S A PAR - DIJ", running.to())
    answer = running.write(ANN, "WHAT IF\nA PAR - DIJ\nBURGUNDY: A LUX S A DIJ\nEND", running.to())
    assert "bounced" in answer.text
    assert "BURGUNDY" in answer.text
    assert running.orders("FRANCE") == ["A DAU S A PAR - DIJ"]
    alone = running.write(ANN, "WHAT IF\nA PAR - DIJ\nEND", running.to())
    assert "dislodged" in alone.text
    assert not running.mails(CID, "press") + running.mails(CID, "notice")


def test_what_if_uses_nobody_elses_orders(running: Office) -> None:
    running.write(CID, "A LUX S A DIJ", running.to())
    running.write(ANN, "A PAR - DIJ\nA DAU S A PAR - DIJ", running.to())
    answer = running.write(ANN, "WHAT IF", running.to())
    assert "Burgundy: Army Luxembourg HOLD: had no order and held." in answer.text


def test_a_wish_to_wait_is_kept_with_the_orders_for_a_later_phase(running: Office) -> None:
    running.write(ANN, "PHASE 1430M\nA PAR H\nSET WAIT\nPHASE NOW", running.to())
    assert "wait_ahead" in running.said()
    assert not running.game().seat_of("FRANCE").wait
    all_hold(running)
    assert running.game().position.phase == "1430M"
    assert running.game().seat_of("FRANCE").wait
    told = " ".join(running.last(ANN, "results").text.split())
    assert "not processed before its deadline, as you asked ahead" in told


def test_a_wait_kept_for_later_is_taken_back_and_may_depend_on_the_board(running: Office) -> None:
    running.write(ANN, "PHASE 1430M\nSET WAIT\nSET NOWAIT", running.to())
    running.write(BOB, "PHASE 1430M\nIF A PAR\nSET WAIT\nELSE\nA CAL H\nENDIF", running.to())
    all_hold(running)
    assert not running.game().seat_of("FRANCE").wait
    assert running.game().seat_of("ENGLAND").wait


def test_orders_that_somebody_else_gave_with_the_password_are_told_to_the_address_on_record(running: Office) -> None:
    before = len(running.mails(ANN, "notice"))
    running.write(BOB, "SIGNON france@first annsecret\nA PAR - DIJ")
    told = " ".join(running.last(ANN, "notice").text.split())
    assert f"Somebody who writes from {BOB} knows the password of FRANCE" in told
    assert "A PAR - DIJ" in told
    running.write(ANN, "A PAR H", running.to())
    assert len(running.mails(ANN, "notice")) == before + 1, "not of her own"
    assert not [mail for mail in running.mails(CID, "notice") if "A PAR" in mail.text]


@pytest.mark.parametrize("line", ["F LON NORTSEA", "A CAL DIJONN"])
def test_a_few_words_that_begin_with_a_unit_are_answered_as_an_order(running: Office, line: str) -> None:
    answer = running.write(BOB, line, running.to())
    assert running.statuses() == ["refused"]
    assert "Did you mean" in answer.text
    assert running.orders("ENGLAND") == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_orders_under_a_failed_signon_are_answered_without_a_subject_too(running: Office, language: str) -> None:
    running.write(ANN, f"SET LANGUAGE {language}")
    answer = running.write(ANN, "SIGNON Ffirst wrong\nA PAR H", running.to(), subject="")
    assert "SIGNON Ffirst …" in answer.text
    assert answer.subject.startswith("[judge] 1")


def test_the_subject_of_a_receipt_tells_of_refused_lines(running: Office) -> None:
    def subject(text: str) -> str:
        return running.write(ANN, text, running.to(), subject="").subject

    assert subject("A PAR H") == "[first 1425M] Orders received"
    assert subject("A PAR H\nA LON H") == "[first 1425M] Orders received, 1 line refused"
    assert subject("A LON H\nA CAL H") == "[first 1425M] 2 lines refused"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_asked_beside_orders_is_in_the_receipt(running: Office, language: str) -> None:
    running.write(ANN, f"SET LANGUAGE {language}")
    receipt = running.write(ANN, "A PAR H\nHELP JOIN", running.to())
    assert receipt.kind == "receipt"
    for part in (receipt.text, receipt.html):
        assert "JOIN game [password]" in part


@pytest.mark.parametrize("line", ["A EDI - YOR", "A Edi H", "F SEV S A UKR - RUM", "BUILD A EDI"])
def test_an_order_for_a_place_of_another_map_is_refused_with_the_place(running: Office, line: str) -> None:
    answer = running.write(ANN, line, running.to())
    place = line.replace("BUILD ", "").split()[1]
    assert f"{place} is no place on this map" in answer.text


@pytest.mark.parametrize("line", ["A few - but not all", "A Few Good Men", "F off"])
def test_prose_that_begins_with_the_letter_of_a_unit_is_prose(running: Office, line: str) -> None:
    running.write(ANN, f"{line}\nA PAR H", running.to())
    assert running.said() == ["not_understood", "order_ok"]


def test_an_order_under_a_condition_is_not_taken_as_if_there_were_none(running: Office) -> None:
    running.write(ANN, "A ORL H\nIf Burgundy attacks, A PAR - DIJ, else A PAR H", running.to())
    assert running.orders("FRANCE") == ["A ORL H"]
    assert running.said() == ["order_ok", "order_unreadable", "why:conditional"]


def test_clear_all_is_clear(running: Office) -> None:
    running.write(ANN, "A ORL H\nA PAR H", running.to())
    running.write(ANN, "clear all", running.to())
    assert running.said() == ["cleared"]
    assert running.orders("FRANCE") == []


def test_an_order_taken_back_in_the_delay_brings_the_full_time_back(office: Office) -> None:
    office.begin("first", "TIMING DELAY 2H")
    full = office.game().deadline
    all_hold(office)
    assert office.game().deadline == office.clock.time + timedelta(hours=2)
    office.write(ANN, "CLEAR A PAR", office.to())
    assert (office.game().deadline, office.game().early) == (full, False)
    office.write(ANN, "A PAR H", office.to())
    assert office.game().deadline == office.clock.time + timedelta(hours=2)
