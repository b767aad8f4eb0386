"""A whole game of Hundred by mail: joined, fought, a retreat, builds, a disbanding, and won with nine centres."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.stories.house import House, text_of

GM, ANN, BOB, CID = "gm@desk.example", "ann@players.example", "bob@players.example", "cid@players.example"
PLAYERS = {"FRANCE": ANN, "ENGLAND": BOB, "BURGUNDY": CID}
CREATE = "CREATE first gmsecret\nMAP hundred\nTIMING MOVE 3D RETREAT 1D ADJUST 1D GRACE 0H DELAY 0H\nFORM\nSIGNOFF"


def begin(house: House) -> None:
    """A game of Hundred with three players who chose their powers."""
    house.ask(GM, CREATE)
    house.ask(ANN, "JOIN france@first annsecret\nSIGNOFF")
    house.ask(BOB, "JOIN england@first bobsecret\nSIGNOFF")
    house.ask(CID, "JOIN burgundy@first cidsecret\nSIGNOFF")
    for player in PLAYERS.values():
        house.wait_for(lambda m, to=player: m["To"] == to and m["X-Judge-Kind"] == "start", "start mail")


BY_DEADLINE = {"1430M", "1435M", "1440M", "1445M", "1450M"}
"""Phases in which somebody sends nothing, so that only the deadline closes them."""
TURNS: list[tuple[str, dict[str, str]]] = [
    (
        "1425M",
        {
            ANN: "SIGNON france@first annsecret\nArmy Paris - Dijon\nArmy Dauphine supports Army Paris to Dijon\n"
            "Army Orleanais holds\nArmy Toulouse holds\nArmy Provence holds\nSIGNOFF",
            BOB: "SIGNON Efirst bobsecret\nf dev wal\na nmd-brt\nf lon h; a cal h; a guy h\nSIGNOFF",
            CID: "SIGNON burgundy@first cidsecret\nDIJ H\nLUX H\nFLA H\nHOL H\nSIGNOFF",
        },
    ),
    ("1425R", {CID: "SIGNON Bfirst cidsecret\nA DIJ - CAN\nSIGNOFF"}),
    (
        "1430M",
        {
            ANN: "SIGNON Ffirst annsecret\nA DIJ - PAR\nSIGNOFF",
            BOB: "SIGNON Efirst bobsecret\nF WAL - NUM\nSIGNOFF",
        },
    ),
    (
        "1430A",
        {
            ANN: "SIGNON Ffirst annsecret\nREMOVE A ORL\nSIGNOFF",
            BOB: "SIGNON Efirst bobsecret\nBUILD F DEV\nSIGNOFF",
            CID: "SIGNON Bfirst cidsecret\nBuild army Dijon\nSIGNOFF",
        },
    ),
    ("1435M", {BOB: "SIGNON Efirst bobsecret\nF NUM/WC - SCO\nA GUY - ARA\nSIGNOFF"}),
    ("1440M", {BOB: "SIGNON Efirst bobsecret\nA ARA - CAS\nA BRT - GUY\nSIGNOFF"}),
    ("1440A", {BOB: "SIGNON Efirst bobsecret\nBUILD A BRT\nBUILD A NMD\nSIGNOFF"}),
    ("1445M", {BOB: "SIGNON Efirst bobsecret\nF LON - DOV\nSIGNOFF"}),
    ("1450M", {BOB: "SIGNON Efirst bobsecret\nA CAL - FLA\nF DOV S A CAL - FLA\nSIGNOFF"}),
]


def play(house: House, phase: str, letters: dict[str, str]) -> None:
    """Send a phase's letters; if they don't bring everybody in, let the deadline pass. Wait for everybody's results."""
    for sender, text in letters.items():
        receipt = house.ask(sender, text)
        assert receipt["X-Judge-Kind"] == "receipt"
        assert "REFUSED" not in text_of(receipt)
    if phase in BY_DEADLINE:
        house.pass_time(days=4)
    for player in (*PLAYERS.values(), GM):
        house.results(player, phase)


@pytest.mark.slow
def test_a_whole_game_of_hundred_is_played_by_mail_and_won_with_nine_centres(house: House) -> None:
    begin(house)
    for phase, letters in TURNS:
        play(house, phase, letters)
    first = house.results(ANN, "1425M")
    assert any(part.get_content_type() == "image/png" for part in first.walk())
    assert "The Burgundian army in Dijon can retreat to" in text_of(first)
    assert "Removes the army in Orleanais." in text_of(house.results(CID, "1430A"))
    assert "Builds an army in Brittany." in text_of(house.results(CID, "1440A"))
    for player in (*PLAYERS.values(), GM):
        end = house.wait_for(lambda m, to=player: m["To"] == to and m["X-Judge-Kind"] == "end", "end mail")
        assert "England" in text_of(end)
    kinds = [(m["To"], m["X-Judge-Phase"]) for m in house.mails() if m["X-Judge-Kind"] == "results"]
    assert len(kinds) == len(set(kinds)), "somebody got the same results twice"


def test_the_game_starts_by_itself_when_its_last_seat_is_taken(house: House) -> None:
    begin(house)
    start = house.wait_for(lambda m: m["To"] == ANN and m["X-Judge-Kind"] == "start", "start mail")
    assert start["X-Judge-Power"] == "FRANCE"
    assert start["X-Judge-Phase"] == "1425M"
    due = house.now + timedelta(days=3)
    assert f"{due:%a %b %d %Y %H:%M:%S} +0000" in text_of(start)


def test_three_notations_bring_everybody_in_and_the_phase_is_processed_before_its_deadline(house: House) -> None:
    begin(house)
    for sender, text in TURNS[0][1].items():
        house.ask(sender, text)
    assert "1425" in text_of(house.results(ANN, "1425M"))


def test_a_misspelt_order_is_answered_with_the_right_one_and_the_good_lines_stand(house: House) -> None:
    begin(house)
    receipt = text_of(house.ask(ANN, "SIGNON france@first annsecret\nA PAR - ORLEANIAS\nA TOU H\nSIGNOFF"))
    assert "A PAR - ORL" in receipt
    status = text_of(house.ask(ANN, "SIGNON france@first annsecret\nSTATUS\nSIGNOFF"))
    assert "Army Toulouse HOLD" in status


def test_a_reply_to_the_judges_mail_needs_no_signon(house: House) -> None:
    begin(house)
    start = house.wait_for(lambda m: m["To"] == BOB and m["X-Judge-Kind"] == "start", "start mail")
    address = start["Reply-To"].addresses[0].addr_spec
    assert address.startswith("first+")
    receipt = house.ask(BOB, "A CAL H\n\n> old text\n", address)
    assert receipt["X-Judge-Kind"] == "receipt"
    assert receipt["X-Judge-Power"] == "ENGLAND"
    assert "Army Calais HOLD" in text_of(receipt)


def test_press_goes_from_one_power_to_another_and_to_nobody_else(house: House) -> None:
    begin(house)
    house.ask(ANN, "SIGNON france@first annsecret\nPRESS TO ENGLAND\nShall we share Dijon?\nENDPRESS\nSIGNOFF")
    press = house.wait_for(lambda m: m["X-Judge-Kind"] == "press", "press")
    assert press["To"] == BOB
    assert "Shall we share Dijon?" in text_of(press)
    assert not [m for m in house.mails() if m["To"] in (CID, GM) and "share Dijon" in text_of(m)]


def test_process_is_refused_while_orders_are_missing_and_process_with_a_mark_goes_ahead(house: House) -> None:
    begin(house)
    refused = text_of(house.ask(GM, "SIGNON Mfirst gmsecret\nPROCESS\nSIGNOFF"))
    assert "FRANCE" in refused
    house.ask(GM, "SIGNON Mfirst gmsecret\nPROCESS!\nSIGNOFF")
    house.results(BOB, "1425M")


def test_the_same_message_twice_has_one_effect_and_one_answer(house: House) -> None:
    begin(house)
    text = "SIGNON france@first annsecret\nA PAR H\nPRESS TO ENGLAND\nOnce only.\nENDPRESS\nSIGNOFF"
    house.ask(ANN, text, message_id="<twice@players.example>")
    house.send(ANN, text, message_id="<twice@players.example>")
    house.ask(ANN, "SIGNON france@first annsecret\nSTATUS\nSIGNOFF")
    assert len([m for m in house.mails() if m["In-Reply-To"] == "<twice@players.example>"]) == 1
    assert len([m for m in house.mails() if m["X-Judge-Kind"] == "press"]) == 1


def test_a_bad_line_in_create_creates_nothing_and_every_bad_line_is_answered(house: House) -> None:
    reply = text_of(house.ask(GM, "CREATE second gmsecret\nMAP hundredd\nTIMING MOVE 3\nFORM\nSIGNOFF"))
    assert "hundred" in reply
    assert "3D" in reply
    listed = text_of(house.ask(GM, "LIST\nSIGNOFF"))
    assert "second" not in listed
