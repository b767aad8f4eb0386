"""Players at their desks: replies, orders for later, a holiday over a deadline, a new address; with a real listener."""

from __future__ import annotations

from email.message import EmailMessage

from tests.stories.house import House, text_of
from tests.stories.test_hundred import ANN, BOB, CID, begin


def reply(house: House, sender: str, mail: EmailMessage, text: str) -> EmailMessage:
    """Answer a mail as a mail program does: to its Reply-To, with its Message-ID and the text quoted."""
    quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
    body = f"{text}\n\nOn Mon, 2 Mar 2026 at 12:00, Judge wrote:\n{quoted}\n"
    headers = [("In-Reply-To", str(mail["Message-ID"])), ("References", str(mail["Message-ID"]))]
    to = mail["Reply-To"].addresses[0].addr_spec
    message_id = house.send(sender, body, to, subject=f"Re: {mail['Subject']}", headers=headers)
    return house.wait_for(lambda answer: answer["In-Reply-To"] == message_id, f"answer to {text!r}")


def latest(house: House, to: str, kind: str) -> EmailMessage:
    return house.wait_for(lambda mail: mail["To"] == to and mail["X-Judge-Kind"] == kind, f"{kind} for {to}")


def test_a_talk_by_replies_and_orders_by_reply_to_the_start(house: House) -> None:
    begin(house)
    house.ask(ANN, "SIGNON france@first annsecret\nPRESS TO EB\nShall we three share Dijon?\nENDPRESS\nSIGNOFF")
    reply(house, BOB, latest(house, BOB, "press"), "Why not.")
    for reader in (ANN, CID):
        house.wait_for(lambda m, to=reader: m["To"] == to and "Why not." in text_of(m), f"Bob's answer for {reader}")
    receipt = reply(house, BOB, latest(house, BOB, "start"), "F LON H\nA CAL H")
    assert receipt["X-Judge-Kind"] == "receipt"
    assert "Army Calais HOLD" in text_of(receipt)
    asked = reply(house, CID, latest(house, CID, "press"), "Good, and then you order\nA DIJ H\nto be sure.")
    assert "SEND PRESS" in text_of(asked)
    assert "Army Dijon HOLD" not in text_of(house.ask(CID, "SIGNON burgundy@first cidsecret\nSTATUS\nSIGNOFF"))


def test_a_holiday_over_a_deadline_with_orders_left_behind(house: House) -> None:
    begin(house)
    house.ask(ANN, "SIGNON france@first annsecret\nSET ABSENCE 4 Mar TO 8 Mar\nFALLBACK\nA PAR - ORL\nEND\nSIGNOFF")
    notice = latest(house, BOB, "notice")
    assert "FRANCE is absent" in text_of(notice)
    assert "10 Mar 2026" in text_of(notice)
    house.pass_time(days=4)
    house.ask(BOB, "SIGNON england@first bobsecret\nSTATUS\nSIGNOFF")
    assert not [mail for mail in house.mails() if mail["X-Judge-Kind"] == "results"]
    house.pass_time(days=4, hours=1)
    assert "fallback orders were used" in text_of(house.results(ANN, "1425M"))
    assert "fallback" not in text_of(house.results(BOB, "1425M"))


def test_a_player_moves_to_a_new_address_and_plays_on(house: House) -> None:
    begin(house)
    new = "ann@phone.example"
    house.ask(new, f"I AM ALSO {ANN}\nSET ADDRESS {new}\nSIGNOFF")
    receipt = house.ask(new, "A PAR H", "first@judge.localhost")
    assert receipt["X-Judge-Power"] == "FRANCE"
    house.ask(BOB, "SIGNON england@first bobsecret\nPRESS TO F\nWhere are you?\nENDPRESS\nSIGNOFF")
    assert "Where are you?" in text_of(latest(house, new, "press"))
    assert not [mail for mail in house.mails() if mail["To"] == ANN and mail["X-Judge-Kind"] == "press"]
