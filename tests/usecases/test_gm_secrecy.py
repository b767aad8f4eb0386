"""Roles and secrecy: a GM who plays learns nothing that a player may not; a gunboat game leaks nothing."""

from __future__ import annotations

import pytest

from tests.usecases.gm import ANN, BOB, CID, DEE, GM, Office, all_orders, flat, gm, notices

CANARY = "A PAR - DIJ"


@pytest.fixture
def gunboat(office: Office) -> Office:
    """A gunboat game whose GM plays Burgundy himself."""
    office.begin("first", "GUNBOAT", seats={"france": ANN, "england": BOB, "burgundy": GM})
    office.write(ANN, "SIGNON france@first annsecret\n" + CANARY)
    return office


def test_preview_shows_a_gm_who_does_not_play_what_would_come(running: Office) -> None:
    all_orders(running, ANN)
    answer = gm(running, "PREVIEW")
    assert "Army Paris HOLD" in answer
    assert "Missing: ENGLAND and BURGUNDY" in answer or "Missing: BURGUNDY and ENGLAND" in answer
    assert not running.mails(ANN, "results")


@pytest.mark.parametrize(
    "line",
    ["PREVIEW", "STATUS", "LOG", "WHO IS LATE", "LIST first", "SUMMARY first", "WHO GAME first", "HISTORY", "PROCESS",
     "FRANCE: A PAR H", "FRANCE: A XYZ H", "BECOME france\nA PAR H", "FRANCE\nA PAR H", "EJECT nobody", "HELP LOG",
     f"EJECT {ANN}", f"REPLACE france {DEE}"],
)  # fmt: skip
def test_a_gm_who_plays_learns_nothing_by_any_command(gunboat: Office, line: str) -> None:
    answer = gunboat.write(GM, "SIGNON Mfirst gmsecret\n" + line)
    body = " ".join((answer.subject, flat(answer), answer.html)).lower()
    own_words = line.lower()
    assert CANARY.lower() not in body
    assert "paris -> dijon" not in body
    assert "paris -&gt; dijon" not in body
    for hidden in ("ann@players.example", "bob@players.example"):
        assert hidden in own_words or hidden not in body


def test_a_gm_who_plays_may_not_preview_or_order_for_others(gunboat: Office) -> None:
    for line in ("PREVIEW", "FRANCE: A PAR H", "BECOME france", f"REPLACE france {DEE}"):
        gunboat.write(GM, "SIGNON Mfirst gmsecret\n" + line)
        assert "not_for_playing_gm" in gunboat.said()
    assert gunboat.orders("FRANCE") == [CANARY]


def test_nobody_is_ejected_by_address_by_a_gm_who_plays_gunboat(gunboat: Office) -> None:
    gunboat.write(GM, f"SIGNON Mfirst gmsecret\nEJECT {ANN}")
    assert "not_for_playing_gm" in gunboat.said()


def test_a_gm_who_plays_under_another_address_is_still_one_who_plays(gunboat: Office) -> None:
    gunboat.write("gm-at-work@players.example", "SIGNON Mfirst gmsecret\nPREVIEW")
    assert "not_for_playing_gm" in gunboat.said()


def test_players_cannot_use_what_is_the_gms(running: Office) -> None:
    for line in (
        "PREVIEW",
        "LOG",
        "ROLLBACK",
        "PAUSE",
        "EXTEND 1D",
        "EJECT france",
        "PROCESS!",
        "REVEAL",
        "INVITE a@b.example",
    ):
        running.write(ANN, line, running.to())
        assert running.said() == ["gm_only"], line


def test_names_of_a_no_reveal_game_are_shown_when_the_gm_says_so(office: Office) -> None:
    office.begin("first", "GUNBOAT", "SET NO REVEAL")
    office.write(ANN, "SET NAME Ann Lee")
    gm(office, "TERMINATE")
    assert "Ann Lee" not in office.last(BOB, "end").text
    gm(office, "REVEAL")
    assert "Ann Lee" in office.last(BOB, "end").text


def test_a_gm_who_does_not_play_hears_press_only_where_the_game_says_so(office: Office) -> None:
    office.begin()
    office.write(ANN, "PRESS TO ENGLAND\nOnly for you.\nENDPRESS", office.to())
    assert not office.mails(GM, "press")
    gm(office, "EAVESDROP")
    assert "eavesdrop: no → yes" in notices(office, ANN)[-1]
    office.write(ANN, "PRESS TO ENGLAND\nSecond word.\nENDPRESS", office.to())
    assert "Second word." in office.last(GM, "press").text


def test_who_is_late_is_told_to_others_only_after_the_deadline(office: Office) -> None:
    office.begin("first", "TIMING GRACE 1D")
    all_orders(office, ANN)
    office.write(ANN, "WHO IS LATE", office.to())
    assert office.said() == ["late_after_deadline"]
    assert "ENGLAND" in gm(office, "WHO IS LATE")
    office.pass_time(days=3, hours=1)
    assert "ENGLAND" in flat(office.write(ANN, "WHO IS LATE", office.to()))


def test_every_act_of_the_gm_is_in_the_log(running: Office) -> None:
    gm(running, "EXTEND 1D\nTIMING MOVE 4D\nEJECT france\nPAUSE 1D\nRESUME")
    text = gm(running, "LOG")
    for act in ("CREATE", "EXTEND", "SETTING", "EJECT", "PAUSE", "RESUME", "START"):
        assert act in text


def test_press_rules_of_the_gm_hold(office: Office) -> None:
    office.begin("first", "MUTE OBSERVERS")
    office.write(DEE, "OBSERVE first")
    office.write(DEE, "BROADCAST\nHello all.\nENDBROADCAST", office.to())
    assert "press_observers_muted" in office.said()
    assert not office.mails(CID, "press")


def test_status_shows_a_gm_who_does_not_play_all_orders_and_one_who_plays_none(running: Office) -> None:
    running.write(ANN, CANARY, running.to())
    assert "Army Paris -> Dijon" in gm(running, "STATUS")
    assert "Army Paris -> Dijon" not in flat(running.write(BOB, "STATUS", running.to()))


def test_who_missed_a_deadline_without_grace_is_told_so_himself(running: Office) -> None:
    all_orders(running, ANN, BOB)
    running.pass_time(days=3, hours=1)
    assert "were not all there at the deadline" in flat(running.last(CID, "results"))
    assert "were not all there at the deadline" not in flat(running.last(ANN, "results"))
