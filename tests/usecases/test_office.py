"""The office itself: a game begins, orders bring it on, nothing needs a server."""

from __future__ import annotations

from tests.usecases.desk import ANN, BOB, CID, Office


def test_a_game_is_played_by_letters_alone(running: Office) -> None:
    running.write(ANN, "A PAR H\nA ORL H\nA DAU H\nA TOU H\nA PRO H", running.to())
    running.write(BOB, "A CAL H\nA GUY H\nA NMD H\nF LON H\nF DEV H", running.to())
    assert running.game().position.phase == "1425M"
    running.write(CID, "DIJ H\nLUX H\nFLA H\nHOL H", running.to())
    assert running.game().position.phase == "1430M"
    assert "Army Paris HOLD" in running.last(BOB, "results").text


def test_a_deadline_passes(running: Office) -> None:
    running.pass_time(days=3, hours=1)
    assert running.game().position.phase == "1430M"
