"""What a person says about his mails: kinds on and off, the digest, how they look; threads and unsubscribing."""

from __future__ import annotations

import email
import email.policy
import re
from email.message import EmailMessage

import pytest

from tests.usecases.desk import ANN, BOB, CID, DEE, DOMAIN, GM, Got, Office

Headers = EmailMessage


def headers(office: Office, to: str, kind: str) -> list[Headers]:
    """The mails of a kind to somebody as they go over the wire, oldest first."""
    found = []
    for row in office.rows():
        if row.mail.to == to and row.mail.kind == kind:
            raw = office.judge.writer.write(row)
            message = email.message_from_bytes(raw, policy=email.policy.default)
            assert isinstance(message, EmailMessage)
            found.append(message)
    return found


def unsubscribe(office: Office, message: Headers, sender: str) -> Got:
    """What a mail program does when its reader presses Unsubscribe: a letter of its own making to the address."""
    found = re.fullmatch(r"<mailto:([^?>]+)\?subject=([^>]*)>", str(message["List-Unsubscribe"]))
    assert found, message["List-Unsubscribe"]
    return office.write(
        sender, "This message was sent by your mail program.", found[1], subject="unsubscribe", answered=False
    )


# threads


def test_a_games_mails_are_one_thread_for_each_reader_and_nobody_elses(office: Office) -> None:
    office.begin()
    office.write(GM, "SIGNON Mfirst gmsecret\nSET DEADLINE +2D\nSIGNOFF")
    roots: dict[str, set[str]] = {}
    for person in (ANN, BOB, CID):
        mails = [*headers(office, person, "start"), *headers(office, person, "notice")]
        assert len(mails) >= 2
        roots[person] = {str(mail["References"]) for mail in mails} | {str(mail["In-Reply-To"]) for mail in mails}
        assert {str(mail["List-Id"]) for mail in mails} == {f"first <first.games.{DOMAIN}>"}
        assert {str(mail["Auto-Submitted"]) for mail in mails} == {"auto-generated"}
    assert all(len(own) == 1 for own in roots.values())
    assert len(set.union(*roots.values())) == 3
    known = {row.message_id for row in office.rows()}
    assert not known & set.union(*roots.values())


def test_each_press_partner_has_a_thread_of_his_own(office: Office) -> None:
    office.begin()
    for text in ("one", "two"):
        office.write(BOB, f"PRESS TO FRANCE\n{text}\nENDPRESS", office.to())
    office.write(CID, "PRESS TO FRANCE\nthree\nENDPRESS", office.to())
    one, two, three = (str(mail["References"]) for mail in headers(office, ANN, "press"))
    start = str(headers(office, ANN, "start")[0]["References"])
    assert one == two
    assert len({one, three, start}) == 3


def test_unsigned_press_of_everybody_is_one_thread_that_tells_no_writer(office: Office) -> None:
    office.begin("first", "SET GREY PRESS")
    office.write(BOB, "GREY PRESS TO F\none\nENDPRESS", office.to())
    office.write(CID, "GREY PRESS TO F\ntwo\nENDPRESS", office.to())
    one, two = (str(mail["References"]) for mail in headers(office, ANN, "press"))
    assert one == two


def test_an_answer_stays_in_the_thread_of_its_letter(office: Office) -> None:
    office.begin()
    start = office.last(ANN, "start")
    office.reply(ANN, start, "A PAR H")
    receipt = headers(office, ANN, "receipt")[-1]
    assert start.message_id in str(receipt["References"])
    assert str(receipt["In-Reply-To"]).endswith("@players.example>")
    office.write(ANN, "A PAR H", office.to())
    fresh = headers(office, ANN, "receipt")[-1]
    assert str(headers(office, ANN, "start")[0]["References"]) in str(fresh["References"])


# kinds of mail


def test_a_kind_is_switched_off_and_on_by_mail(office: Office) -> None:
    office.begin()
    answer = office.write(ANN, "SET MAIL JOINS OFF")
    assert "SET MAIL JOINS ON" in answer.text
    before = len(office.mails(ANN, "notice"))
    office.write(BOB, "SIGNON england@first\nRESIGN")
    assert len(office.mails(ANN, "notice")) == before
    assert "England has resigned" in office.last(CID, "notice").text or "ENGLAND" in office.last(CID, "notice").text
    office.write(ANN, "SET MAIL JOINS ON")
    office.write(DEE, "TAKEOVER england@first deesecret")
    assert len(office.mails(ANN, "notice")) == before + 1


def test_what_is_needed_to_play_has_no_switch(office: Office) -> None:
    office.begin()
    for kind in ("RESULTS", "RECEIPTS", "PRESS", "START"):
        assert "is no kind of mail" in office.write(ANN, f"SET MAIL {kind} OFF").text
    assert "cannot wait" in office.write(ANN, "SET MAIL REMINDERS DIGEST").text
    office.write(ANN, "SET MAIL BROADCASTS OFF")
    office.write(BOB, "BROADCAST\nHello all.\nENDBROADCAST", office.to())
    assert "Hello all." in office.last(ANN, "press").text


def test_whoever_is_late_hears_of_it_though_he_wants_no_late_notices(office: Office) -> None:
    office.begin("first", "TIMING MOVE 3D GRACE 12H")
    for person in (ANN, BOB):
        office.write(person, "SET MAIL LATE OFF")
    office.write(BOB, "A CAL H\nA GUY H\nA NMD H\nF DEV H\nF LON H", office.to())
    office.pass_time(days=3, hours=1)
    assert office.mails(ANN, "late")
    assert not office.mails(BOB, "late")


def test_unsubscribe_ends_a_kind_whatever_the_mail_program_sends(office: Office) -> None:
    office.begin("first", "TIMING WARN 24H")
    office.pass_time(days=2, hours=1)
    (reminder,) = headers(office, ANN, "reminder")
    unsubscribe(office, reminder, "somebody.else@elsewhere.example")
    answer = office.last(ANN, "reply")
    assert "SET MAIL REMINDERS ON" in answer.text.upper()
    assert not office.mails("somebody.else@elsewhere.example")
    office.pass_time(days=3)
    assert len(headers(office, ANN, "reminder")) == 1
    assert len(headers(office, BOB, "reminder")) >= 2
    office.write(ANN, "SET MAIL REMINDERS ON")
    office.pass_time(days=3)
    assert len(headers(office, ANN, "reminder")) > 1


@pytest.mark.parametrize("kind", ["start", "receipt", "results"])
def test_a_mail_that_must_come_offers_no_unsubscribing(office: Office, kind: str) -> None:
    office.begin()
    office.write(ANN, "A PAR H", office.to())
    office.pass_time(days=3, hours=1)
    assert headers(office, ANN, kind)
    assert all(message["List-Unsubscribe"] is None for message in headers(office, ANN, kind))


# the digest


def test_what_may_wait_comes_in_one_mail_at_the_hour_chosen(office: Office) -> None:
    office.begin()
    office.write(ANN, "SET ZONE Asia/Tokyo\nSET DIGEST 7:00")
    office.write(BOB, "BROADCAST\nHello all.\nENDBROADCAST", office.to())
    office.write(CID, "PRESS TO FRANCE\nOnly you.\nENDPRESS", office.to())
    office.write(CID, "SIGNON burgundy@first\nRESIGN")
    assert [mail.text.count("Only you.") for mail in office.mails(ANN, "press")] == [1]
    office.pass_time(hours=9)  # 21:00 UTC is 6:00 in Tokyo
    assert not office.mails(ANN, "digest")
    office.pass_time(hours=1)
    (digest,) = office.mails(ANN, "digest")
    assert digest.subject == "Digest: first (2)"
    assert "Hello all." in digest.text
    assert "Hello all." in digest.html
    assert "has resigned" in digest.text
    office.pass_time(hours=24)
    assert len(office.mails(ANN, "digest")) == 1  # nothing in it, no mail


def test_ending_the_digest_sends_what_waited_at_once(office: Office) -> None:
    office.begin()
    office.write(ANN, "SET DIGEST 07:00")
    office.write(BOB, "BROADCAST\nHello all.\nENDBROADCAST", office.to())
    office.write(ANN, "SET NO DIGEST")
    assert "Hello all." in office.last(ANN, "digest").text
    office.write(BOB, "BROADCAST\nAgain.\nENDBROADCAST", office.to())
    assert "Again." in office.last(ANN, "press").text


def test_press_taken_back_in_time_is_in_no_digest(office: Office) -> None:
    office.begin()
    for person in (ANN, CID, GM):
        office.write(person, "SET DIGEST 07:00")
    office.write(BOB, "BROADCAST\nMy secret plan.\nENDBROADCAST", office.to())
    office.write(BOB, "CANCEL PRESS", office.to())
    office.pass_time(days=1)
    assert "My secret plan." not in "".join(mail.text for mail in office.mails(ANN))


@pytest.mark.parametrize(
    ("said", "at"), [("7", "07:00"), ("7:30", "07:30"), ("7 PM", "19:00"), ("12am", "00:00"), ("23.59", "23:59")]
)
def test_the_hour_is_read_as_people_write_it(office: Office, said: str, at: str) -> None:
    assert f"daily at {at} (UTC)" in office.write(ANN, f"JOIN nothing\nSET DIGEST {said}").text


def test_a_time_that_is_none_is_refused(office: Office) -> None:
    assert "is no time of day" in office.write(ANN, "SET DIGEST 25:00").text


# how mails look


def test_text_only_brings_one_plain_part_and_no_map_no_picture(office: Office) -> None:
    office.begin()
    office.write(ANN, "SET TEXT ONLY")
    office.pass_time(days=3, hours=1)
    (mail,) = headers(office, ANN, "results")
    assert "text/html" not in {part.get_content_type() for part in mail.walk()}
    office.judge.renderer.illustrator.paint = lambda svg: b"png"
    office.write(BOB, "SET NO MAP")
    office.pass_time(days=1)
    office.write(GM, "SIGNON Mfirst gmsecret\nPROCESS!\nSIGNOFF")
    office.pass_time(hours=1)
    assert "<img" not in office.last(BOB, "results").html
    assert "<img" in office.last(CID, "results").html


def test_preferences_shows_all_and_how_to_change_it(office: Office) -> None:
    office.begin()
    office.write(
        ANN, "SET ZONE Europe/Paris\nSET REMINDER 24H,6H\nSET DIGEST 07:00\nSET MAIL CALLS ON\nSET MAIL JOINS OFF"
    )
    text = office.write(ANN, "PREFERENCES").text
    for line in ("Time zone        Europe/Paris", "Reminders before 24H, 6H", "Digest at        07:00"):
        assert line in text
    assert re.search(r"JOINS +off", text)
    assert re.search(r"LATE +digest", text)
    assert re.search(r"CALLS +on", text)
    office.write(ANN, "SET LANGUAGE ja")
    assert "時間帯: Europe/Paris" in office.write(ANN, "PREFERENCES").text
