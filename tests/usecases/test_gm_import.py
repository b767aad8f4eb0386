"""A running game taken over from another judge's mail."""

from __future__ import annotations

from judge.maps import files
from judge.notation.pasted import read_pasted
from tests.usecases.gm import ANN, BOB, CID, Office, all_orders, gm, notices

STANDARD = files.load("standard")
FALL = """
:: Judge: USTV  Game: demo  Variant: Standard
Movement results for Fall of 1901.  (demo.F1901M)

Austria: Army Galicia -> Warsaw.  (*bounce*)
Austria: Army Serbia -> Greece.
Austria: Fleet Trieste, No Order Processed.
France: Army Picardy -> Belgium.
France: Army Spain HOLD.
France: Fleet Mid-Atlantic Ocean -> Portugal.
Russia: Army Ukraine SUPPORT Russian Army Moscow -> Warsaw.
Russia: Army Moscow -> Warsaw.  (*bounce, dislodged*)

The following units were dislodged:

The Russian Army in Moscow can retreat to Sevastopol or St Petersburg.

Ownership of supply centers:

Austria:   Budapest, Greece, Serbia, Trieste, Vienna.
France:    Belgium, Brest, Marseilles, Paris, Portugal, Spain.

The next phase of 'demo' will be Retreats for Fall of 1901.
"""


def test_results_of_another_judge_are_read() -> None:
    pasted = read_pasted(STANDARD, FALL.splitlines())
    assert pasted.phase == "F1901R"
    assert pasted.units["AUSTRIA"] == ("A GAL", "A GRE", "F TRI")
    assert pasted.units["FRANCE"] == ("A BEL", "A SPA", "F POR")
    assert pasted.centres["FRANCE"] == ("BEL", "BRE", "MAR", "PAR", "POR", "SPA")
    assert pasted.dislodged["RUSSIA"][0].unit == "A MOS"
    assert pasted.unread == []


def test_what_cannot_be_read_is_named() -> None:
    pasted = read_pasted(STANDARD, ["Phase: S1902M", "France: Army Atlantis.", "France: Army Paris."])
    assert pasted.unread == ["France: Army Atlantis."]
    assert pasted.units["FRANCE"] == ("A PAR",)
    assert pasted.phase == "S1902M"


def test_our_own_results_pasted_into_a_new_game_give_the_same_board(office: Office) -> None:
    office.begin()
    office.write(ANN, "A PAR - DIJ\nA ORL - PAR\nA DAU H\nA TOU H\nA PRO H", office.to())
    all_orders(office, BOB, CID)
    wanted = office.game().position
    results = office.last(ANN, "results").text.partition("-- reply above")[0]
    status = office.write(ANN, "STATUS first\nSUMMARY first", office.to())
    assert status
    office.begin("second")
    answer = gm(office, f"IMPORT\n{results}\nENDIMPORT", "second")
    assert "import_read" in office.said(), answer
    assert office.game("second").position.phase == "1425M"
    gm(office, "IMPORT CONFIRM", "second")
    assert office.game("second").position.phase == wanted.phase
    assert {p: u for p, u in office.game("second").position.units.items() if u} == dict(wanted.units)
    assert "it goes on at 1430M" in notices(office, ANN)[-1]


def test_a_listing_with_its_phase_is_enough_and_a_forming_game_starts_there(office: Office) -> None:
    office.create("first")
    for player, power in ((ANN, "france"), (BOB, "england"), (CID, "burgundy")):
        if player != CID:
            office.write(player, f"JOIN {power}@first secret")
    gm(office, (
        "IMPORT\nPhase: 1430M\nUnits:\nBurgundy:   A DIJ, A FLA.\nEngland:    A CAL, F LON.\n"
        "France:     A PAR, A ORL.\n\nSupply centres:\nBurgundy:   DIJ, FLA.\n"
        "England:    CAL, LON.\nFrance:     PAR, ORL.\nENDIMPORT"
    ))  # fmt: skip
    assert "import_read" in office.said()
    gm(office, "IMPORT CONFIRM")
    game = office.game()
    assert game.position.phase == "1430M"
    assert game.position.units["ENGLAND"] == ("A CAL", "F LON")
    office.write(ANN, "A PAR H\nA ORL H", office.to())
    assert office.said() == ["order_ok", "order_ok"]


def test_nothing_is_put_on_the_board_unread_or_unconfirmed(running: Office) -> None:
    before = running.game().position
    gm(running, "IMPORT CONFIRM")
    assert running.said() == ["import_first"]
    gm(running, "IMPORT\nHello there.\nENDIMPORT")
    assert running.said() == ["import_no_units"]
    gm(running, "IMPORT\nFrance: Army Paris.\nENDIMPORT")
    assert running.said() == ["import_no_phase"]
    assert running.game().position == before


def test_a_corrected_position_is_told_to_all_and_logged(running: Office) -> None:
    gm(running, "SET UNIT france A DIJ\nSET CENTRE DIJ france")
    assert "FRANCE" in notices(running, BOB)[-1].upper()
    assert "CORRECT" in gm(running, "LOG")
