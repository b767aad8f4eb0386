"""Press: whom it reaches, how it is signed, what is held back, what a reply is, postal press, diaries."""

from __future__ import annotations

import pytest

from tests.usecases.desk import ANN, BOB, CID, DEE, GM, Got, Office


def press_of(office: Office, to: str) -> list[str]:
    """The texts of the press that somebody got."""
    return [mail.text for mail in office.mails(to, "press")]


def got(office: Office, text: str) -> set[str]:
    """Who got press with a text in it."""
    return {mail.to for mail in office.mails(kind="press") if text in mail.text}


@pytest.mark.parametrize(
    ("line", "readers"),
    [
        ("PRESS TO ENGLAND", {BOB}),
        ("PRESS TO ENGLAND,BURGUNDY", {BOB, CID}),
        ("PRESS TO england and burgundy:", {BOB, CID}),
        ("PRESS TO eb", {BOB, CID}),
        ("PRESS +eb", {BOB, CID}),
        ("PRESS TO EBM", {BOB, CID, GM}),
        ("PRESS TO GM", {GM}),
        ("PRESS TO M", {GM}),
        ("PRESS TO E,M,O", {BOB, GM, DEE}),
        ("PRESS TO ALL BUT e", {CID, GM, DEE}),
        ("PRESS TO ALL EXCEPT England", {CID, GM, DEE}),
        ("PRESS -e", {CID, GM, DEE}),
        ("PRESS TO ALL", {BOB, CID, GM, DEE}),
        ("BROADCAST", {BOB, CID, GM, DEE}),
        ("BROADCAST TO E", {BOB}),
        ("PRESS QUIET TO E", {BOB}),
        ("PRESS TO E NOFAKE", {BOB}),
    ],
)
def test_whom_a_press_line_addresses(running: Office, line: str, readers: set[str]) -> None:
    running.write(DEE, "OBSERVE first\nSIGNOFF")
    running.write(ANN, f"{line}\nThe message.\nENDPRESS", running.to())
    assert running.statuses() == ["ok"]
    assert got(running, "The message.") == readers


def test_who_is_left_out_of_press_to_all_but_finds_no_trace_of_himself(running: Office) -> None:
    running.write(ANN, "PRESS TO ALL BUT e\nBeware of them.\nENDPRESS", running.to())
    assert "England" not in press_of(running, CID)[0]


@pytest.mark.parametrize(
    "line", ["PRESS", "PRESS TO ATLANTIS", "PRESS TO FRANCE", "FAKE PRESS TO E", "PRESS TO E FAKE FROM B"]
)
def test_press_to_nobody_to_oneself_or_in_anothers_name_is_not_sent(running: Office, line: str) -> None:
    running.write(ANN, f"{line}\nThe message.\nENDPRESS\nA PAR H", running.to())
    assert running.statuses() == ["refused", "ok"]
    assert not running.mails(kind="press")


def test_grey_press_hides_its_writer_where_the_game_allows_it(office: Office) -> None:
    office.begin("first", "RULE GREY_PRESS")
    office.write(ANN, "GREY PRESS TO E\nI know something.\nENDPRESS", office.to())
    mail = office.last(BOB, "press")
    assert "France" not in mail.text + mail.subject + mail.html
    assert ANN not in mail.text
    office.write(ANN, "PRESS TO E ANONYMOUSLY\nAgain.\nENDPRESS", office.to())
    assert "France" not in office.last(BOB, "press").text


def test_grey_press_is_refused_in_a_white_game(running: Office) -> None:
    running.write(ANN, "GREY PRESS TO E\nI know something.\nENDPRESS", running.to())
    assert running.said() == ["press_no_grey"]
    running.write(ANN, "WHITE PRESS TO E\nSigned.\nENDPRESS", running.to())
    assert running.statuses() == ["ok"]


def test_observers_write_to_all_and_to_the_master(running: Office) -> None:
    running.write(DEE, "OBSERVE first\nSIGNOFF")
    running.write(DEE, "BROADCAST\nWhat a game.\nENDBROADCAST", running.to())
    assert "observers" in running.last(ANN, "press").text


# replies


def talk(office: Office, line: str = "PRESS TO ENGLAND") -> Got:
    office.write(ANN, f"{line}\nShall we share Dijon?\nENDPRESS", office.to())
    return office.last(BOB, "press")


def test_a_reply_to_press_is_press_to_its_writer(running: Office) -> None:
    answer = running.reply(BOB, talk(running), "Gladly.\n\nOn Monday Ann wrote:\n> Shall we share Dijon?\n")
    assert answer.kind == "reply"
    assert running.report["commands"][0]["to"] == ["FRANCE"]
    assert got(running, "Gladly.") == {ANN}
    assert "England" in running.last(ANN, "press").text


def test_a_reply_to_press_goes_to_all_whom_it_was_addressed_to(running: Office) -> None:
    running.reply(BOB, talk(running, "PRESS TO EB"), "All three of us?")
    assert got(running, "All three of us?") == {ANN, CID}


def test_a_reply_to_a_broadcast_is_a_broadcast_and_the_mail_says_so(running: Office) -> None:
    mail = talk(running, "BROADCAST")
    assert "everybody" in mail.text
    running.reply(BOB, mail, "No.")
    assert got(running, "No.") == {ANN, CID, GM}


def test_a_conversation_goes_on(running: Office) -> None:
    running.reply(BOB, talk(running), "Gladly.")
    running.reply(ANN, running.last(ANN, "press"), "Then it is settled.")
    assert got(running, "Then it is settled.") == {BOB}


def test_a_reply_to_grey_press_reaches_its_writer_and_names_him_to_nobody(office: Office) -> None:
    office.begin("first", "RULE GREY_PRESS")
    office.write(ANN, "GREY PRESS TO EB\nI know something.\nENDPRESS", office.to())
    answer = office.reply(BOB, office.last(BOB, "press"), "Who are you?")
    assert got(office, "Who are you?") == {ANN, CID}
    assert "FRANCE" not in answer.text
    assert "France" not in answer.text
    assert "France" not in office.last(CID, "press").text


def test_orders_in_reply_to_press_are_orders(running: Office) -> None:
    receipt = running.reply(BOB, talk(running), "A NMD H\nF LON H")
    assert receipt.kind == "receipt"
    assert running.orders("ENGLAND") == ["A NMD H", "F LON H"]
    assert not running.mails(ANN, "press")


def test_commands_in_reply_to_press_are_commands_and_the_rest_is_kept_back(running: Office) -> None:
    running.reply(BOB, talk(running), "STATUS\nGladly, if you wait.")
    assert not running.mails(ANN, "press")
    running.write(BOB, "SEND PRESS", running.to())
    assert "Gladly, if you wait." in running.last(ANN, "press").text


def test_text_and_orders_in_reply_to_press_are_asked_about_before_anything_is_done(running: Office) -> None:
    answer = running.reply(BOB, talk(running), "Gladly. You do this:\nA NMD H\nand all is well.")
    assert running.statuses() == ["held"]
    assert "A NMD H" in answer.text
    assert not running.mails(ANN, "press")
    assert running.orders("ENGLAND") == []
    running.reply(BOB, answer, "SEND PRESS")
    assert "and all is well." in running.last(ANN, "press").text


def test_a_reply_to_results_is_never_press(running: Office) -> None:
    talk(running)
    running.pass_time(days=3, hours=1)
    running.reply(BOB, running.last(BOB, "results"), "Thanks, what a turn.")
    assert running.statuses() == ["ignored"]
    assert not running.mails(ANN, "press")


def test_a_thief_of_a_press_mail_cannot_answer_in_its_readers_name(running: Office) -> None:
    mail = talk(running)
    running.write(CID, "I am England.", mail.reply_to, answering=mail.message_id)
    assert not running.mails(ANN, "press")


# doubt


def test_an_unended_block_with_orders_is_held_and_taken_as_orders_on_request(running: Office) -> None:
    answer = running.write(ANN, "PRESS TO ENGLAND\nHello.\nA PAR H\nA ORL H\nSIGNOFF", running.to())
    assert running.statuses() == ["held"]
    assert "A PAR H" in answer.text
    assert not running.mails(BOB, "press")
    running.write(ANN, "TAKE ORDERS", running.to())
    assert running.orders("FRANCE") == ["A PAR H", "A ORL H"]
    assert not running.mails(BOB, "press")
    running.write(ANN, "SEND PRESS", running.to())
    assert running.said() == ["nothing_held"]


def test_an_unended_block_with_a_command_is_held(running: Office) -> None:
    running.write(ANN, "PRESS TO ENGLAND\nHello.\nSET WAIT\nSIGNOFF", running.to())
    assert running.statuses() == ["held"]


def test_an_unended_block_of_mere_text_is_sent_and_said(running: Office) -> None:
    running.write(ANN, "PRESS TO ENGLAND\nHello, how are you?\nSIGNOFF", running.to())
    assert running.said() == ["press_sent", "press_not_ended"]
    assert got(running, "Hello, how are you?") == {BOB}


def test_a_misspelt_end_ends_the_block(running: Office) -> None:
    running.write(ANN, "PRESS TO ENGLAND\nHello.\nENDPRES\nA PAR H\nSIGNOFF", running.to())
    assert running.orders("FRANCE") == ["A PAR H"]
    assert "A PAR H" not in press_of(running, BOB)[0]


def test_an_own_order_given_nowhere_else_is_asked_about(running: Office) -> None:
    running.write(ANN, "PRESS TO ENGLAND\nA PAR - DIJ\nENDPRESS\nSIGNOFF", running.to())
    assert running.statuses() == ["held"]
    running.write(ANN, "CANCEL PRESS", running.to())
    assert running.said() == ["press_dropped"]
    assert not running.mails(BOB, "press")


@pytest.mark.parametrize(
    "letter",
    [
        "PRESS TO ENGLAND\nA PAR - DIJ\nENDPRESS\nA PAR - DIJ",
        "A PAR H\nPRESS TO ENGLAND\nA PAR - DIJ\nENDPRESS",
        "PRESS TO ENGLAND\nYou could do\nF LON - DOV\nENDPRESS",
        "PRESS! TO ENGLAND\nA PAR - DIJ\nENDPRESS",
    ],
)
def test_orders_in_press_that_are_plainly_meant_as_talk_are_sent(running: Office, letter: str) -> None:
    running.write(ANN, letter, running.to())
    assert "held" not in running.statuses()
    assert running.mails(BOB, "press")


# taking back, postal press, diary


def test_press_waits_for_its_delay_and_can_be_taken_back(running: Office) -> None:
    running.write(ANN, "SET PRESS DELAY 2H\nPRESS TO ENGLAND\nI hate you.\nENDPRESS", running.to())
    assert "press_waits" in running.said()
    assert not running.mails(BOB, "press")
    running.write(ANN, "CANCEL PRESS", running.to())
    assert running.said() == ["press_cancelled"]
    running.write(ANN, "PRESS TO ENGLAND\nI love you.\nENDPRESS", running.to())
    running.pass_time(hours=3)
    assert len(running.mails(BOB, "press")) == 1
    assert "I love you." in running.last(BOB, "press").text


def test_press_that_has_gone_is_said_to_be_gone(running: Office) -> None:
    running.write(ANN, "PRESS TO ENGLAND\nHello.\nENDPRESS", running.to())
    running.judge.post_room.deliver_due()
    running.write(ANN, "CANCEL PRESS", running.to())
    assert running.said() == ["press_gone"]


def test_postal_press_comes_out_with_the_results(running: Office) -> None:
    running.write(ANN, "POSTAL PRESS\nParis: all is quiet.\nENDPRESS", running.to())
    assert running.said() == ["postal_kept"]
    assert not running.mails(kind="press")
    running.pass_time(days=3, hours=1)
    for reader in (ANN, BOB, CID, GM):
        assert "Paris: all is quiet." in running.last(reader, "results").text
        assert "Paris: all is quiet." in running.last(reader, "results").html
    running.pass_time(days=3)
    assert "Paris: all is quiet." not in running.last(BOB, "results").text


def test_postal_press_can_be_taken_back(running: Office) -> None:
    running.write(ANN, "POSTAL PRESS\nParis: all is quiet.\nENDPRESS\nCANCEL PRESS", running.to())
    running.pass_time(days=3, hours=1)
    assert "Paris" not in running.last(BOB, "results").text.partition("Postal press")[2]


def test_a_diary_is_private_until_the_game_is_over(running: Office) -> None:
    running.write(ANN, "DIARY RECORD\nI trust nobody.\nENDPRESS\nDIARY RECORD\nNot even me.\nENDDIARY", running.to())
    assert running.said() == ["diary_kept", "diary_kept"]
    assert "I trust nobody." in running.write(ANN, "DIARY LIST", running.to()).text
    assert "I trust nobody." in running.write(ANN, "DIARY READ 1", running.to()).text
    running.write(ANN, "DIARY DELETE 2", running.to())
    assert "Not even me." not in running.write(ANN, "DIARY", running.to()).text
    assert "I trust nobody." not in running.write(BOB, "DIARY LIST", running.to()).text
    running.write(BOB, "DIARY READ 1", running.to())
    assert running.said() == ["no_such_note"]
    running.write(GM, "SIGNON Mfirst gmsecret\nTERMINATE\nSIGNOFF")
    assert "I trust nobody." in running.last(BOB, "end").text
    assert "Not even me." not in running.last(BOB, "end").text


def test_a_note_is_cut_off_by_nothing_but_its_end(running: Office) -> None:
    running.write(ANN, "DIARY RECORD\nA PAR - DIJ is a trap.\nSIGNOFF", running.to())
    assert running.said() == ["diary_kept", "diary_not_ended"]


@pytest.mark.parametrize(("language", "everybody"), [("en", "everybody"), ("ja", "全員（国際会議場）")])
def test_a_broadcast_is_answered_in_words(running: Office, language: str, everybody: str) -> None:
    running.write(ANN, f"SET LANGUAGE {language}")
    answer = running.write(ANN, "BROADCAST\nPeace!\nENDBROADCAST", running.to())
    assert everybody in answer.text
    assert "ALL" not in answer.text
