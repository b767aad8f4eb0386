"""Registering, addresses, names, zones, preferences: a person's own things, in the players' language."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.usecases import undelivered
from tests.usecases.desk import ANN, BOB, CID, DEE, GM, Office

NJUDGE_FORM = """REGISTER
Name: Ann Lee
Phone: 555
Site: home
Address: 1 Street
Country: France
Timezone: Europe/Paris
Email: ann@players.example
Level: 3
Birthdate: 1 Jan 1980
Sex: F
Package: standard
END
SIGNOFF"""


def test_the_whole_form_of_the_older_judge_registers(office: Office) -> None:
    answer = office.write(ANN, NJUDGE_FORM)
    assert "registered" in office.said()
    assert "Ann Lee" in answer.text
    assert "Ann Lee" in office.write(BOB, "WHO IS Ann\nSIGNOFF").text


def test_one_line_registers_too(office: Office) -> None:
    office.write(ANN, "REGISTER Ann Lee\nSIGNOFF")
    assert office.said() == ["registered"]


def test_a_second_address_is_added_from_the_new_one(running: Office) -> None:
    running.write("ann@phone.example", f"I AM ALSO {ANN}\nSIGNOFF")
    assert running.said() == ["address_added"]
    receipt = running.write("ann@phone.example", "A PAR H", running.to())
    assert receipt.kind == "receipt"
    assert running.orders("FRANCE") == ["A PAR H"]


def test_an_unknown_old_address_is_said_to_be_unknown(running: Office) -> None:
    running.write("ann@phone.example", "I AM ALSO nobody@players.example\nSIGNOFF")
    assert running.said() == ["nobody_at"]


def test_two_people_become_one_unless_they_play_in_one_game(running: Office) -> None:
    running.write(DEE, "REGISTER Dee\nSIGNOFF")
    running.write(DEE, f"I AM ALSO {ANN}\nSIGNOFF")
    assert running.said() == ["address_added"]
    running.write(BOB, f"I AM ALSO {ANN}\nSIGNOFF")
    assert running.said() == ["address_both_play"]


def test_mail_goes_to_the_address_that_was_set(running: Office) -> None:
    running.write(ANN, "SET ADDRESS ann@new.example,ann@work.example\nSIGNOFF")
    assert running.said() == ["addresses_set"]
    running.write(BOB, "PRESS TO FRANCE\nHello\nENDPRESS", running.to())
    assert running.last("ann@new.example", "press").power == "FRANCE"
    running.write("ann@work.example", "A PAR H", running.to())
    assert running.orders("FRANCE") == ["A PAR H"]


def test_somebody_elses_address_is_not_taken(running: Office) -> None:
    running.write(ANN, f"SET ADDRESS {BOB}\nSIGNOFF")
    assert running.said() == ["address_of_other"]


def test_outside_trial_mode_the_address_on_record_is_asked_first(tmp_path: Path, store_template: Path) -> None:
    office = Office(tmp_path / "var", store_template, identity="confirm")
    try:
        with office.judge.store.begin() as uow:
            uow.add_person(ANN, name="Ann", language="en", zone="", at=office.clock.time)
        office.write("thief@evil.example", f"I AM ALSO {ANN}\nSIGNOFF", answered=False)
        assert office.statuses() == ["held"]
        question = office.last(ANN, "confirm")
        assert "thief@evil.example" in question.text
        office.write("thief@evil.example", "yes", answering=question.message_id, answered=False)
        with office.judge.store.begin() as uow:
            assert uow.person_at("thief@evil.example") is None
        office.reply(ANN, question, "Yes, that is me.")
        with office.judge.store.begin() as uow:
            assert uow.person_at("thief@evil.example").address == ANN
    finally:
        office.close()


def test_name_zone_and_language_are_set_and_echoed(running: Office) -> None:
    answer = running.write(ANN, "SET NAME Ann of Paris\nSET ZONE Asia/Tokyo\nSET LANGUAGE en\nSIGNOFF")
    assert running.statuses() == ["ok"] * 3
    assert "Ann of Paris" in answer.text
    assert "JST" in running.write(ANN, "STATUS", running.to()).text
    running.write(ANN, "SET NO ZONE\nSIGNOFF")
    assert "JST" not in running.write(ANN, "STATUS", running.to()).text


@pytest.mark.parametrize("line", ["SET ZONE Nowhere/City", "SET LANGUAGE klingon", "SET ADDRESS a@b,c@"])
def test_what_cannot_be_set_is_refused(running: Office, line: str) -> None:
    running.write(ANN, f"{line}\nSIGNOFF")
    assert running.statuses() in (["refused"], ["ignored"])


def test_a_draw_heeds_preferences(office: Office) -> None:
    office.create("first", "RULE RANDOM_POWERS")
    for player, wishes in ((ANN, "B[EF]"), (BOB, "BE"), (CID, "*")):
        office.write(player, f"JOIN first secret\nSET PREFERENCE {wishes}\nSIGNOFF")
        assert office.statuses()[0] == "ok"
    seats = {seat.power: seat.person for seat in office.game().powers}
    with office.judge.store.begin() as uow:
        ann, bob = uow.person_at(ANN), uow.person_at(BOB)
    assert seats["BURGUNDY"] == ann.id
    assert seats["ENGLAND"] == bob.id


def test_a_preference_that_is_none_is_refused_with_the_letters(office: Office) -> None:
    office.create("first", "RULE RANDOM_POWERS")
    answer = office.write(ANN, "JOIN first secret\nSET PREFERENCE XYZ\nSIGNOFF")
    assert office.statuses() == ["ok", "refused"]
    assert "B BURGUNDY" in answer.text


def test_a_power_is_joined_by_name_and_a_vacant_one_taken_over(running: Office) -> None:
    running.write(BOB, "RESIGN", running.to())
    assert "ENGLAND" in running.last(ANN, "notice").text
    running.write(DEE, "TAKEOVER england@first deesecret\nSIGNOFF")
    assert running.said() == ["took_over"]
    assert "new player" in running.last(ANN, "notice").text


def test_an_observer_gets_broadcasts_and_a_monitor_only_results(running: Office) -> None:
    running.write(DEE, "OBSERVE first\nSIGNOFF")
    running.write("eve@bots.example", "MONITOR robot@first pw\nSIGNOFF")
    assert running.said() == ["monitoring"]
    running.write(ANN, "BROADCAST\nPeace!\nENDBROADCAST", running.to())
    assert "Peace!" in running.last(DEE, "press").text
    assert not running.mails("eve@bots.example", "press")
    running.pass_time(days=3)
    assert running.last("eve@bots.example", "results")


def test_an_observer_can_do_without_broadcasts(running: Office) -> None:
    running.write(DEE, "OBSERVE first\nSIGNOFF")
    running.write(DEE, "SET NO BROADCAST", running.to())
    running.write(ANN, "BROADCAST\nPeace!\nENDBROADCAST", running.to())
    assert not running.mails(DEE, "press")
    running.write(DEE, "SET BROADCAST", running.to())
    running.write(ANN, "BROADCAST\nWar!\nENDBROADCAST", running.to())
    assert "War!" in running.last(DEE, "press").text


def test_a_player_is_reminded_at_his_own_lead_times_and_others_at_the_games(running: Office) -> None:
    running.write(ANN, "SET REMINDER 48H,6H\nSIGNOFF")
    running.write(BOB, "SET NO REMINDER\nSIGNOFF")
    running.pass_time(days=1, hours=1)
    assert len(running.mails(ANN, "reminder")) == 1
    running.pass_time(days=1, hours=22)
    assert len(running.mails(ANN, "reminder")) == 2
    assert not running.mails(BOB, "reminder")
    assert len(running.mails(CID, "reminder")) == 1


def test_whoever_has_ordered_is_not_reminded(running: Office) -> None:
    running.write(CID, "DIJ H\nLUX H\nFLA H\nHOL H", running.to())
    running.pass_time(days=2, hours=23)
    assert not running.mails(CID, "reminder")
    assert running.mails(ANN, "reminder")


def test_who_is_tells_no_address_and_nothing_of_hidden_games(office: Office) -> None:
    office.begin("first", "GUNBOAT")
    office.write(ANN, "REGISTER Ann Lee\nSIGNOFF")
    answer = office.write(GM, "WHO IS Ann\nSIGNOFF")
    assert "Ann Lee" in answer.text
    assert ANN not in answer.text
    assert "first" not in answer.text.partition("Ann Lee")[2].partition("--")[0]


def test_a_new_password_brings_a_new_reply_address_and_the_old_one_is_out_of_use(running: Office) -> None:
    old = running.write(ANN, "STATUS", "first@judge.localhost").reply_to
    changed = running.write(ANN, "SIGNON france@first annsecret\nSET PASSWORD newsecret\nSIGNOFF")
    assert changed.reply_to != old
    assert "no longer in use" not in running.write(ANN, "A PAR H", changed.reply_to.split()[-1].strip("<>")).text
    assert "no longer in use" in running.write(ANN, "A PAR H", old.split()[-1].strip("<>")).text


def test_all_addresses_of_set_address_get_the_seats_mail_and_answers_go_where_the_letter_came_from(
    running: Office,
) -> None:
    running.write(ANN, "SET ADDRESS ann@x.example,ann@y.example")
    assert running.said() == ["addresses_set"]
    answer = running.write("ann@y.example", "A PAR H", running.to())
    assert (answer.to, answer.kind) == ("ann@y.example", "receipt")
    running.write(BOB, "BROADCAST\nHello.\nENDBROADCAST", running.to())
    for address in ("ann@x.example", "ann@y.example"):
        assert "Hello." in running.last(address, "press").text
    running.reply("ann@y.example", running.last("ann@y.example", "press"), "Hello to you.")
    assert "press_sent" in running.said()


def test_set_address_with_one_address_ends_the_copies(running: Office) -> None:
    running.write(ANN, "SET ADDRESS ann@x.example,ann@y.example")
    running.write("ann@x.example", "SET ADDRESS ann@x.example")
    running.write(BOB, "BROADCAST\nHello.\nENDBROADCAST", running.to())
    assert running.mails("ann@x.example", "press")
    assert not running.mails("ann@y.example", "press")


def test_press_that_is_taken_back_is_taken_back_from_all_addresses(running: Office) -> None:
    running.write(ANN, "SET ADDRESS ann@x.example,ann@y.example")
    running.write(BOB, "SET PRESS DELAY 10M")
    running.write(BOB, "BROADCAST\nHello.\nENDBROADCAST\nCANCEL PRESS", running.to())
    running.pass_time(hours=1)
    assert not [mail for mail in running.mails(kind="press") if "Hello." in mail.text]


def test_a_further_address_that_takes_no_mail_is_dropped_and_its_player_told(running: Office) -> None:
    running.write(ANN, "SET ADDRESS ann@x.example,ann@y.example")
    running.write(BOB, "BROADCAST\nHello.\nENDBROADCAST", running.to())
    row = next(row for row in running.rows() if row.mail.to == "ann@y.example" and row.mail.kind == "press")
    with running.judge.store.begin() as uow:
        undelivered.note(running.judge.services, uow, row.mail, row.id, "no such user", running.clock.time)
    assert "ann@y.example could not be delivered" in " ".join(running.last("ann@x.example", "notice").text.split())
    running.write(BOB, "BROADCAST\nAgain.\nENDBROADCAST", running.to())
    assert len(running.mails("ann@y.example", "press")) == 1
    assert "Again." in running.last("ann@x.example", "press").text


@pytest.mark.parametrize(
    ("zone", "known"),
    [("paris", "Europe/Paris"), ("new_york", "America/New_York"), ("Tokyo", "Asia/Tokyo"), ("utc", "UTC")],
)
def test_a_zone_is_known_by_its_city_too(running: Office, zone: str, known: str) -> None:
    assert f"→ {known}" in running.write(ANN, f"SET ZONE {zone}").text


def test_a_misspelt_zone_is_answered_with_the_nearest_one(running: Office) -> None:
    assert "Did you mean Europe/Paris?" in " ".join(running.write(ANN, "SET ZONE Europe/Pariss").text.split())
    assert "Did you mean" not in running.write(ANN, "SET ZONE Mars").text
