"""Going back: ROLLBACK, ROLLFORWARD and UNSTART."""

from __future__ import annotations

import re

from tests.usecases.gm import ANN, BOB, CID, GM, Office, all_orders, gm, notices


def test_a_rollback_clears_the_orders_and_tells_everybody(running: Office) -> None:
    before = running.game().position
    all_orders(running)
    assert running.game().position.phase == "1430M"
    gm(running, "ROLLBACK")
    assert running.game().position == before
    assert running.orders("FRANCE") == []
    assert running.game().deadline > running.clock.time
    for player in (ANN, BOB, CID):
        assert "rolled back from 1430M to 1425M" in notices(running, player)[-1]


def test_a_rollback_names_the_new_deadline(running: Office) -> None:
    """A dash stands for no deadline only: sorted by the store, the names of the values let it hide the date."""
    all_orders(running)
    answer = " ".join(gm(running, "ROLLBACK").split())
    assert re.search(r"1425M is due \w{3} \d+ \w{3} 20\d\d", answer), answer
    for player in (ANN, BOB, CID):
        assert re.search(r"1425M is due \w{3} \d+ \w{3} 20\d\d", " ".join(notices(running, player)[-1].split()))


def test_a_phase_played_again_has_results_of_its_own(running: Office) -> None:
    all_orders(running)
    gm(running, "ROLLBACK 1425M")
    running.write(ANN, "A PAR - DIJ\nA ORL H\nA DAU H\nA TOU H\nA PRO H", running.to())
    all_orders(running, BOB, CID)
    assert running.game().position.phase == "1430M"
    results = running.mails(ANN, "results")
    assert len(results) == 2
    assert "Army Paris -> Dijon" in results[1].text
    history = running.write(BOB, "HISTORY first").text
    assert "Army Paris -> Dijon" in history
    assert "Army Paris HOLD" not in history


def test_restore_keeps_the_orders_and_waits_for_the_players(running: Office) -> None:
    all_orders(running)
    gm(running, "ROLLBACK RESTORE")
    assert running.game().position.phase == "1425M"
    assert len(running.orders("ENGLAND")) == 5
    for player in (ANN, BOB, CID):
        assert running.game().position.phase == "1425M"
        running.write(player, "SET NOWAIT", running.to())
    assert running.game().position.phase == "1430M"


def test_full_brings_back_settings_and_players_of_then(running: Office) -> None:
    all_orders(running)
    gm(running, "EJECT france\nTIMING MOVE 9D")
    gm(running, "ROLLBACK FULL")
    assert running.game().settings.move == "3D"
    running.write(ANN, "A PAR H", running.to())
    assert "order_ok" in running.said()


def test_a_rollback_is_undone_as_long_as_nothing_was_processed(running: Office) -> None:
    all_orders(running)
    running.write(BOB, "A CAL H", running.to())
    after = running.game().position
    gm(running, "ROLLBACK")
    gm(running, "ROLLFORWARD")
    assert running.game().position == after
    assert running.orders("ENGLAND") == ["A CAL H"]
    assert "Army Paris HOLD" in running.write(BOB, "HISTORY first").text
    assert "is undone" in notices(running, CID)[-1]
    gm(running, "ROLLFORWARD")
    assert running.said() == ["no_rollforward"]


def test_a_finished_game_comes_back_to_life(running: Office) -> None:
    for player in (ANN, BOB, CID):
        running.write(player, "SET DRAW", running.to())
    all_orders(running)
    assert running.game().stage.value in ("finished", "running")
    if running.game().stage.value == "finished":
        gm(running, "ROLLFORWARD")
    running.write(GM, "SIGNON Mfirst gmsecret\nTERMINATE")
    assert running.game().stage.value == "finished"


def test_there_is_nothing_to_roll_back_before_the_first_result(running: Office) -> None:
    gm(running, "ROLLBACK")
    assert running.said() == ["no_rollback"]


def test_unstart_keeps_the_seats_and_start_deals_anew(running: Office) -> None:
    all_orders(running)
    gm(running, "UNSTART")
    assert running.game().stage.value == "forming"
    assert [seat.vacant for seat in running.game().powers] == [False, False, False]
    assert "back before its start" in notices(running, ANN)[-1]
    gm(running, "FORM")
    assert running.game().position.phase == "1425M"
    assert len(running.mails(ANN, "start")) == 2
    all_orders(running)
    assert running.game().position.phase == "1430M"


def test_a_rolled_back_position_is_in_the_log(running: Office) -> None:
    all_orders(running)
    gm(running, "ROLLBACK")
    assert "ROLLBACK" in gm(running, "LOG")
