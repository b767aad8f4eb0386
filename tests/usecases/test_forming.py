"""A game that is forming: getting in without knowing its name, and hearing of one another."""

from __future__ import annotations

from dataclasses import replace

from tests.usecases.desk import ANN, BOB, CID, DEE, GM, Office
from tests.usecases.gm import flat, gm, notices


def test_signon_with_a_question_mark_takes_a_seat_in_the_open_game_that_lacks_the_fewest(office: Office) -> None:
    office.create("first")
    office.create("second")
    office.write(ANN, "JOIN second annsecret")
    answer = office.write(BOB, "SIGNON ? bobsecret\nSIGNOFF")
    assert "You have joined game second" in flat(answer)
    assert "bobsecret" not in answer.text
    office.write(BOB, "SIGNON second bobsecret\nSTATUS")
    assert "signed_on" in office.said()


def test_a_blank_after_the_question_mark_does_no_harm(office: Office) -> None:
    office.create("first")
    office.create("second")
    office.write(ANN, "JOIN second annsecret")
    answer = office.write(BOB, "SIGNON ? first bobsecret")
    assert "You have joined game first" in flat(answer)
    assert "bobsecret" not in answer.text


def test_a_question_mark_never_leads_into_a_game_that_is_not_open_to_everybody(office: Office) -> None:
    office.create("first", "PRIVATE sesame")
    office.create("second", "APPROVAL")
    office.create("third")
    gm(office, f"SET DENY PLAYER {BOB}", "third")
    office.write(BOB, "SIGNON ? bobsecret")
    assert office.said() == ["no_open_game"]


def test_variant_words_must_be_those_of_the_game(office: Office) -> None:
    office.create("first", "GUNBOAT")
    office.write(ANN, "SIGNON ?first annsecret standard")
    assert office.said() == ["other_variant"]
    office.write(ANN, "SIGNON ?first annsecret hundred gunboat")
    assert office.said() == ["joined"]
    office.write(BOB, "SIGNON ? bobsecret standard")
    assert office.said() == ["no_open_game"]


def test_the_word_of_a_private_game_may_stand_among_them(office: Office) -> None:
    office.create("first", "PRIVATE sesame")
    answer = office.write(ANN, "SIGNON ?first annsecret sesame")
    assert office.said() == ["joined"]
    assert "sesame" not in answer.text
    assert "annsecret" not in answer.text


def test_whoever_signs_on_as_an_observer_without_being_one_is_told_how(running: Office) -> None:
    running.write(DEE, "SIGNON Ofirst deesecret")
    assert running.said() == ["observe_first"]
    running.write(DEE, "OBSERVE owl@first")
    running.write(DEE, "SIGNON owl@first deesecret")
    assert "signed_on" in running.said()


def test_the_others_hear_who_has_joined(office: Office) -> None:
    office.create()
    office.write(ANN, "REGISTER Ann Lee\nEND")
    office.write(BOB, "JOIN first bobsecret")
    office.write(ANN, "JOIN france@first annsecret")
    assert "Ann Lee has joined game first as FRANCE. 1 more player is needed." in notices(office, BOB)[-1]
    assert "Ann Lee has joined" in notices(office, GM)[-1]
    assert not notices(office, ANN)


def test_in_a_gunboat_game_they_hear_only_that_somebody_has(office: Office) -> None:
    office.create("first", "GUNBOAT")
    office.write(ANN, "REGISTER Ann Lee\nEND")
    office.write(BOB, "JOIN first bobsecret")
    office.write(ANN, "JOIN france@first annsecret")
    told = [raw for to, raw in office.raw_mails() if to == BOB]
    assert "A player has joined game first. 1 more player is needed." in notices(office, BOB)[-1]
    assert not [raw for raw in told if b"Ann" in raw or b"ann@" in raw or b"FRANCE" in raw]
    assert "Ann Lee has joined" in notices(office, GM)[-1], "the GM who does not play knows"


def test_who_leaves_before_the_start_is_missed_in_words_that_fit(office: Office) -> None:
    office.create()
    office.write(BOB, "JOIN first bobsecret")
    office.write(ANN, "JOIN first annsecret")
    office.write(ANN, "RESIGN", office.to())
    assert "A player has left game first, which has not started. 2 more players are needed." in notices(office, BOB)[-1]


def test_two_powers_that_may_be_one_persons_are_pointed_out_to_the_operator_if_the_gm_plays(office: Office) -> None:
    services = replace(office.judge.services, operator="op@judge.example")
    office.judge.services = services
    office.judge.clerk._services = services
    office.create()
    office.write(GM, "JOIN first gmplays")
    office.write(CID, "JOIN first cidsecret")
    office.write("cid+two@players.example", "JOIN first othersecret")
    assert "may be one person's" in notices(office, "op@judge.example")[-1]
    assert not [text for text in notices(office, GM) if "one person" in text]
