"""Fallback orders under a deadline that covers builds and the movement after them (Philadelphia)."""

from __future__ import annotations

from tests.usecases.desk import GM, Office
from tests.usecases.test_shared import POWERS, address


def test_fallback_orders_fill_the_builds_and_then_the_movement_on_their_board(office: Office) -> None:
    office.begin("phil", "MAP philadelphia", seats={power: address(power) for power in POWERS})
    office.write(
        address("mob"),
        "FALLBACK\nBUILD F NAV\nBUILD A STA\nBUILD A PBR\nF NAV - MIF\nA STA H\nEND",
        office.to("phil"),
    )
    assert "fallback_set" in office.said(), office.report
    office.write(GM, "SIGNON Mphil gmsecret\nPROCESS!\nSIGNOFF")
    builds, moves = office.mails(address("mob"), "results")
    assert "F NAV" in builds.text
    assert "fallback orders were used" in builds.text
    assert "F NAV - MIF" in moves.text
