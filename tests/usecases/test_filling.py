"""The order template: a changed line in the quoted mail is an order, an unchanged one never is; the receipt says so."""

from __future__ import annotations

import html
from collections.abc import Callable

import pytest

from judge.mail.listener import Incoming
from tests.usecases.desk import ANN, BOB, CID, DOMAIN, GM, Got, Office

Style = Callable[[str, str], str]


def marked(own: str, mail: str) -> str:
    """Top-posting with `>` marks, as Gmail and Apple Mail quote."""
    return f"{own}\n\nOn Mon, 2 Mar 2026 at 12:00, Judge <first@{DOMAIN}> wrote:\n\n" + "".join(
        f"> {line}\n" for line in mail.splitlines()
    )


def outlook(own: str, mail: str) -> str:
    """The whole mail below a header block, unmarked."""
    head = f"From: Judge <first@{DOMAIN}>\nSent: Monday, March 2, 2026 12:00\nTo: Ann\nSubject: [first 1425M]\n"
    return f"{own}\n\n________________________________\n{head}\n{mail}"


def tight(own: str, mail: str) -> str:
    """Bottom-posting with marks that have no blank behind them."""
    return "".join(f">{line}\n" for line in mail.splitlines()) + f"\n{own}\n"


def dashed(own: str, mail: str) -> str:
    """A client that makes typographic dashes and hard blanks of ours."""
    return marked(own, mail.replace(" - ", " – ").replace("A ", "A\u00a0"))


STYLES = [marked, outlook, tight, dashed]


def answer(office: Office, mail: Got, text: str) -> Got:
    return office.reply(ANN, mail, text)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
def test_a_changed_line_is_an_order_and_the_receipt_says_where_it_was_read(running: Office, style: Style) -> None:
    start = running.last(ANN, "start")
    assert "\n:: Orders: 1425M\nA DAU\nA ORL\nA PAR\nA PRO\nA TOU\n:: End of orders\n" in start.text
    edited = start.text.replace("\nA PAR\n", "\nA PAR - DIJ\n")
    receipt = answer(running, start, style("", edited))
    assert running.orders("FRANCE") == ["A PAR - DIJ"]
    assert receipt.kind == "receipt"
    assert "because you changed these lines of my mail: A PAR - DIJ" in receipt.text


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
def test_an_unchanged_mail_sent_back_is_no_order(running: Office, style: Style) -> None:
    for mail in (running.last(ANN, "start"), answer(running, running.last(ANN, "start"), "A PAR - DIJ")):
        before = running.orders("FRANCE")
        reply = answer(running, mail, style("HELP JOIN", mail.text))
        assert running.orders("FRANCE") == before
        assert reply.kind == "reply"
        assert "changed these lines" not in reply.text


def test_an_order_on_file_stands_in_the_receipt_and_is_changed_there(running: Office) -> None:
    receipt = answer(running, running.last(ANN, "start"), "A PAR - DIJ\nA ORL H")
    assert "\nA ORL H\nA PAR - DIJ\nA PRO\n" in receipt.text
    answer(running, receipt, marked("", receipt.text.replace("\nA PAR - DIJ\n", "\nA PAR H\n")))
    assert set(running.orders("FRANCE")) == {"A PAR H", "A ORL H"}


def test_own_words_above_count_more_than_a_line_changed_below(running: Office) -> None:
    start = running.last(ANN, "start")
    answer(running, start, marked("A PAR H", start.text.replace("\nA PAR\n", "\nA PAR - DIJ\n")))
    assert running.orders("FRANCE") == ["A PAR H"]


def test_a_template_deep_in_a_thread_gives_no_order(running: Office) -> None:
    start = running.last(ANN, "start")
    edited = start.text.replace("\nA PAR\n", "\nA PAR - DIJ\n")
    receipt = answer(running, start, "A ORL H")
    # Ann quotes the receipt, and her program quotes the start mail that she once edited below it
    answer(running, receipt, marked("HELP", receipt.text + marked("", edited)))
    assert running.orders("FRANCE") == ["A ORL H"]


def test_own_orders_quoted_from_an_own_letter_are_none(running: Office) -> None:
    start = running.last(ANN, "start")
    letter = "<own@players.example>"
    text = marked("HELP", marked("", start.text.replace("\nA PAR\n", "\nA PAR - DIJ\n")))
    running.write(ANN, text, start.reply_to, answering=letter, references=f"{start.message_id} {letter}")
    assert running.orders("FRANCE") == []


def test_the_template_of_a_phase_gone_by_is_not_obeyed_and_its_writer_is_told(running: Office) -> None:
    start = running.last(ANN, "start")
    running.pass_time(days=3, hours=1)
    assert running.game().position.phase == "1430M"
    reply = answer(running, start, marked("", start.text.replace("\nA PAR\n", "\nA PAR - DIJ\n")))
    assert running.orders("FRANCE") == []
    assert "about 1425M" in reply.text


def test_nobody_orders_by_the_mail_of_another(running: Office) -> None:
    start = running.last(BOB, "start")
    edited = marked("", start.text.replace("\nA CAL\n", "\nA CAL - DIJ\n"))
    running.write(ANN, edited, running.to(), answering=start.message_id)
    running.write(CID, edited, start.reply_to, answering=start.message_id)
    assert running.orders("ENGLAND") == running.orders("FRANCE") == running.orders("BURGUNDY") == []


def test_commands_in_the_template_are_not_obeyed(running: Office) -> None:
    start = running.last(ANN, "start")
    edited = start.text.replace("\nA PAR\n", "\nRESIGN\nSIGNON Mfirst gmsecret\nA PAR H\n")
    reply = answer(running, start, marked("", edited))
    assert running.orders("FRANCE") == ["A PAR H"]
    assert "they are no orders: RESIGN" in reply.text
    assert running.game().seat_of("FRANCE").person is not None


def test_an_html_reply_that_changes_the_quoted_lines_is_read_alike(running: Office) -> None:
    start = running.last(ANN, "start")
    quoted = start.html.partition("<body>")[2].partition("</body>")[0]
    assert "A PAR\n" in quoted
    page = f"<html><body><p>See below</p><blockquote type=cite>{quoted}</blockquote></body></html>"
    page = page.replace("A PAR\n", html.escape("A PAR - DIJ\n"))
    raw = (
        f"From: {ANN}\r\nTo: {start.reply_to}\r\nSubject: Re\r\nMessage-ID: <html@players.example>\r\n"
        f"In-Reply-To: {start.message_id}\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    ) + page.replace("\n", "\r\n")
    running.judge.keep([Incoming(raw.encode(), ANN, (start.reply_to,), "test")])
    running.judge.clerk.work_letters()
    assert running.orders("FRANCE") == ["A PAR - DIJ"]


def test_retreats_and_builds_are_filled_in_too(running: Office) -> None:
    running.write(BOB, "A CAL - PIC\nA NMD H\nA GUY H\nF LON H\nF DEV H", running.to())
    running.write(GM, "SIGNON Mfirst gmsecret\nPROCESS!\nSIGNOFF")
    running.pass_time(hours=1)
    results = running.last(ANN, "results")
    assert f"\n:: Orders: {running.game().position.phase}\n" in results.text
