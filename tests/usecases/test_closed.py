"""Petit's hours as letters meet them: what is closed, what never moves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.usecases.desk import GM, Office

POWERS = ("england", "france", "germany", "austria", "russia", "italy", "turkey")
CLOSE = datetime(2026, 3, 4, 15, 0, tzinfo=UTC)
"""The office opens on 2 March at 21:00 in Tokyo; 1901 closes on the third day at 24:00."""


def address(power: str) -> str:
    return f"{power}@players.example"


@pytest.fixture
def petit(office: Office) -> Office:
    """A judge with a running game of Petit."""
    office.write(GM, "CREATE petit1 gmsecret petit\nFORM\nSIGNOFF")
    for power in POWERS:
        office.write(address(power), f"JOIN {power}@petit1 pw\nSIGNOFF")
    return office


def close(office: Office) -> None:
    office.pass_time(seconds=(CLOSE - office.clock.time).total_seconds() + 60)


def france(office: Office, lines: str) -> str:
    return office.write(address("france"), lines, office.to("petit1")).text


def test_a_game_of_petit_has_the_hours_of_its_variant_named_at_once_or_by_map(office: Office) -> None:
    office.write(GM, "CREATE one gmsecret petit\nFORM\nSIGNOFF")
    office.write(GM, "CREATE two gmsecret\nMAP petit\nTIMING WARN 2H\nFORM\nSIGNOFF")
    for name in ("one", "two"):
        settings = office.game(name).settings
        assert (settings.opens, settings.closes, settings.first_move) == ("20:00", "24:00", "52H")
        assert (settings.move, settings.zone, settings.draws) == ("28H", "Asia/Tokyo", "peace")


def test_1901_closes_on_the_third_day_and_later_years_28_hours_after_they_open(petit: Office) -> None:
    assert petit.game("petit1").deadline == CLOSE
    close(petit)
    assert petit.game("petit1").position.phase == "1902M"
    assert petit.game("petit1").deadline == CLOSE + timedelta(days=2)


def test_the_whole_of_1901_is_open_from_its_first_evening_for_52_hours(petit: Office) -> None:
    for hours in (0, 12, 36):
        petit.clock.time = CLOSE - timedelta(hours=51 - hours)
        france(petit, "PAR H\nPRESS TO ITALY\nhello\nENDPRESS")
        assert petit.statuses() == ["ok", "ok"]


def test_in_closed_hours_nothing_of_the_game_is_taken_but_letters_to_the_gm_are(petit: Office) -> None:
    close(petit)
    ahead = ("FALLBACK\nPAR H\nEND", "PHASE 1903M\nPAR H")
    for lines in ("PAR H", "CLEAR", "PEACE", "PRESS TO ITALY\nhello\nENDPRESS", *ahead):
        france(petit, lines)
        assert "closed_hours" in petit.said(), lines
    france(petit, "PRESS TO MASTER\nWhen does it open?\nENDPRESS")
    assert "press_sent" in petit.said()


def test_the_gm_can_write_to_all_in_closed_hours(petit: Office) -> None:
    close(petit)
    petit.write(GM, "SIGNON Mpetit1 gmsecret\nBROADCAST\nThe board is up.\nENDBROADCAST\nSIGNOFF")
    assert "The board is up." in petit.last(address("france"), "press").text


def test_the_moment_of_opening_is_open(petit: Office) -> None:
    close(petit)
    petit.clock.time = CLOSE + timedelta(hours=20, seconds=-1)
    assert "20:00 JST" in france(petit, "PAR H")
    petit.clock.time = CLOSE + timedelta(hours=20)
    france(petit, "PAR H")
    assert petit.statuses() == ["ok"]


@pytest.mark.parametrize("line", ["SET DEADLINE +2D", "PROCESS", "PROCESS!", "EXTEND 1D"])
def test_no_deadline_moves_either_way(petit: Office, line: str) -> None:
    petit.write(GM, f"SIGNON Mpetit1 gmsecret\n{line}\nSIGNOFF")
    assert petit.statuses()[1] == "refused"
    assert petit.game("petit1").deadline == CLOSE


def test_all_orders_in_do_not_bring_the_deadline_forward(petit: Office) -> None:
    for power in POWERS:
        unit = petit.game("petit1").position.units[power.upper()][0]
        petit.write(address(power), f"{unit} H", petit.to("petit1"))
    assert petit.game("petit1").deadline == CLOSE
    assert not petit.mails(kind="results")


def test_who_has_lost_everything_is_told_once_the_year_is_made_and_owes_nothing(petit: Office) -> None:
    petit.write(GM, "SIGNON Mpetit1 gmsecret\nSET NO UNIT PAR\nSET CENTRE PAR england\nSIGNOFF")
    close(petit)
    assert "you are out of the game" in petit.last(address("france"), "results").text
    petit.clock.time = CLOSE + timedelta(hours=21)
    france(petit, "PEACE")
    assert "votes_survivors_only" in petit.said()


def test_observers_are_welcome(petit: Office) -> None:
    petit.write("eve@watchers.example", "OBSERVE petit1\nSIGNOFF")
    close(petit)
    assert petit.mails("eve@watchers.example", "results")
