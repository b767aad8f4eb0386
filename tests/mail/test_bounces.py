"""Bounces that are no reports (RFC 3464): their own words say whether the mail failed for good."""

from __future__ import annotations

import base64

import pytest

from judge.mail.letter import parse

FOR_GOOD = {
    "over quota": "Address: ann@example.org\nReason: the owner is over disk quota and takes no mail.",
    "no such address": "The address you wrote to, ann@example.org, did not exactly match one of ours.",
    "no valid recipient": "There were no valid recipients for this message.\n  ann@example.org ... unknown host",
    "wrong address": "You wrote to ann@example.org, but this address is no longer valid.",
    "not been delivered": "Your message to ann@example.org has NOT\nbeen delivered.",
    "aborted": "Sending to the following recipients was aborted after 5 hours:\n * ann@example.org",
    "no route": "Routing: could not find a gateway for ann@example.org",
    "undeliverable to": "undeliverable  to ann@example.org\nYour message follows.",
    "too big a mailbox": "The mailbox exceeds allowed size: ann@example.org",
    "German": "Ihre Nachricht an ann@example.org konnte leider nicht zugestellt werden.",
    "French": "Votre message n'a pas pu être remis à ann@example.org.",
    "Spanish": "El mensaje para ann@example.org no se ha podido entregar.",
    "Japanese": "次の宛先にメールを配信できませんでした: ann@example.org",
    "Chinese": "邮件无法发送到您指定的地址 ann@example.org",
}
FOR_NOW = {
    "goes on trying": "Your message could not be delivered to ann@example.org.\nAttempts will continue for 5 days.",
    "a warning": "Your message is still undelivered after 4 hours.\nYou do not need to resend it.",
    "not yet": "Your message has not yet been delivered to ann@example.org; we will keep trying.",
}


def bounce(words: str, *, base64_encoded: bool = False) -> bytes:
    data = words.encode()
    encoding = "base64" if base64_encoded else "8bit"
    body = base64.encodebytes(data) if base64_encoded else data
    head = (
        "Return-Path: <>\r\nFrom: Mail system <MAILER-DAEMON@mx.example.org>\r\nTo: bounce@judge.example\r\n"
        "Subject: Undeliverable mail\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Transfer-Encoding: {encoding}\r\n\r\n"
    )
    return head.encode() + body.replace(b"\n", b"\r\n")


@pytest.mark.parametrize("encoded", [False, True], ids=["plain", "base64"])
@pytest.mark.parametrize("words", FOR_GOOD.values(), ids=FOR_GOOD)
def test_a_bounce_says_in_words_that_the_mail_failed_for_good(words: str, encoded: bool) -> None:
    letter = parse(bounce(words, base64_encoded=encoded), mail_from="", domain="judge.example")
    assert letter.bounce
    assert letter.automatic
    assert letter.bounced is not None
    assert letter.bounced.failed


@pytest.mark.parametrize("words", FOR_NOW.values(), ids=FOR_NOW)
def test_a_warning_that_a_mail_is_late_marks_nobody(words: str) -> None:
    letter = parse(bounce(words), mail_from="", domain="judge.example")
    assert letter.bounced is not None
    assert not letter.bounced.failed
