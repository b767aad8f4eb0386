"""GMs' stories through the real listener: a late player, grace, a replacement, a rollback; a game like postal."""

from __future__ import annotations

from tests.stories.house import House, text_of

GM, ANN, BOB, CID, DEE = (f"{name}@players.example" for name in ("gm", "ann", "bob", "cid", "dee"))
HOLDS = {
    ANN: "A PAR H\nA ORL H\nA DAU H\nA TOU H\nA PRO H",
    BOB: "A CAL H\nA GUY H\nA NMD H\nF LON H\nF DEV H",
    CID: "DIJ H\nLUX H\nFLA H\nHOL H",
}


def begin(house: House, *settings: str) -> None:
    lines = ("CREATE first gmsecret", "MAP hundred", "TIMING MOVE 3D RETREAT 1D ADJUST 1D", *settings, "FORM")
    assert "is created" in text_of(house.ask(GM, "\n".join(lines)))
    for player, power in ((ANN, "france"), (BOB, "england"), (CID, "burgundy")):
        house.ask(player, f"JOIN {power}@first secret")


def notice(house: House, to: str, words: str) -> str:
    mail = house.wait_for(
        lambda m: m["To"] == to and m["X-Judge-Kind"] == "notice" and words in " ".join(text_of(m).split()),
        f"notice {words!r} for {to}",
    )
    return " ".join(text_of(mail).split())


def test_a_late_player_is_replaced_and_a_wrong_result_taken_back(house: House) -> None:
    begin(house, "TIMING GRACE 12H", "NMR REPLACE")
    house.ask(DEE, "SUBSTITUTE\nSIGNOFF")
    for player in (ANN, BOB):
        house.ask(player, HOLDS[player], "first@judge.localhost")
    house.pass_time(days=3, minutes=1)
    house.wait_for(lambda m: m["To"] == CID and m["X-Judge-Kind"] == "late", "late notice for Burgundy")
    house.pass_time(hours=12, minutes=1)
    notice(house, CID, "you have lost the seat")
    assert "TAKEOVER BURGUNDY@first password" in notice(house, DEE, "needs a player")
    house.ask(DEE, f"TAKEOVER burgundy@first deesecret\n{HOLDS[CID]}")
    house.results(DEE, "1425M")
    assert "rolled back" in " ".join(text_of(house.ask(GM, "SIGNON Mfirst gmsecret\nROLLBACK")).split())
    notice(house, ANN, "rolled back from 1430M to 1425M")
    house.ask(ANN, HOLDS[ANN].replace("A PAR H", "A PAR - DIJ"), "first@judge.localhost")
    house.ask(BOB, HOLDS[BOB], "first@judge.localhost")
    house.ask(DEE, HOLDS[CID], "first@judge.localhost")
    house.wait_for(
        lambda m: m["To"] == BOB and m["X-Judge-Kind"] == "results" and "Army Paris -> Dijon" in text_of(m),
        "results of the phase played again",
    )


def test_a_postal_game_waits_for_its_days_and_can_be_paused(house: House) -> None:
    house.ask(GM, "CREATE slow gmsecret hundred LIKE postal\nFORM")
    for player in (ANN, BOB, CID):
        house.ask(player, "JOIN slow secret")
    house.wait_for(lambda m: m["To"] == CID and m["X-Judge-Kind"] == "start", "start")
    answer = " ".join(text_of(house.ask(GM, "SIGNON Mslow gmsecret\nPAUSE 2W\nSTATUS")).split())
    assert "is paused until" in answer
    house.pass_time(days=14, minutes=1)
    notice(house, ANN, "The pause of game slow is over")
