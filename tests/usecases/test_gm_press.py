"""Press that the GM reads first."""

from __future__ import annotations

import pytest

from tests.usecases.gm import ANN, BOB, GM, Office, gm, notices

SECRET = "PRESS TO ENGLAND\nMeet me in Calais.\nENDPRESS"


@pytest.fixture
def moderated(office: Office) -> Office:
    office.begin("first", "MODERATED")
    return office


def test_press_waits_for_the_gm_and_goes_when_he_passes_it(moderated: Office) -> None:
    moderated.write(ANN, SECRET, moderated.to())
    assert moderated.statuses() == ["held"]
    assert not moderated.mails(BOB, "press")
    assert "PASS PRESS 1" in notices(moderated, GM)[-1]
    assert "Meet me in Calais." in notices(moderated, GM)[-1]
    gm(moderated, "PASS PRESS 1")
    assert "Meet me in Calais." in moderated.last(BOB, "press").text
    gm(moderated, "PASS PRESS 1")
    assert moderated.said() == ["no_press_waits"]


def test_rejected_press_goes_back_to_its_writer_alone(moderated: Office) -> None:
    moderated.write(ANN, SECRET, moderated.to())
    gm(moderated, "REJECT PRESS 1")
    assert "Meet me in Calais." in notices(moderated, ANN)[-1]
    assert not moderated.mails(BOB, "press")


def test_press_to_the_gm_himself_does_not_wait(moderated: Office) -> None:
    moderated.write(ANN, "PRESS TO GM\nA question.\nENDPRESS", moderated.to())
    assert "A question." in moderated.last(GM, "press").text


def test_a_gm_who_plays_reads_nobodys_press(office: Office) -> None:
    office.begin("first", "MODERATED", seats={"france": ANN, "england": BOB, "burgundy": GM})
    office.write(ANN, SECRET, office.to())
    assert "Meet me in Calais." in office.last(BOB, "press").text
    assert "Calais" not in " ".join(notices(office, GM))
