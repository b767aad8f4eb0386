"""The smaller promises of reading a letter: headers, numbers of lines, and signs of a machine."""

import encodings
import pkgutil
from datetime import UTC, datetime

import pytest

from judge.mail.body import unflowed
from judge.mail.letter import parse
from judge.mail.quoting import MARKER, split

HEAD = b"From: Ann <ann@example.org>\r\nTo: judge@judge.example\r\nCc: <kings@judge.example>, bob@example.net\r\n"
FULL = (
    HEAD
    + b"Subject: =?UTF-8?Q?Z=C3=BCge?=\r\n  for  spring\r\nDate: Tue, 3 Mar 2026 21:00:00 +0100\r\n"
    + b"Message-ID: <3@example.org>\r\nIn-Reply-To: <2@judge.example>\r\n"
    + b"References: <1@judge.example>\r\n <2@judge.example>\r\n\r\n\r\nA PAR - BUR\r\n\r\n> F BRE H\r\n"
)


def test_the_headers_of_a_letter_are_read() -> None:
    letter = parse(FULL)
    assert (letter.sender, letter.name, letter.subject) == ("ann@example.org", "Ann", "Züge for spring")
    assert letter.to == ("judge@judge.example", "kings@judge.example", "bob@example.net")
    assert letter.message_id == "<3@example.org>"
    assert letter.in_reply_to == "<2@judge.example>"
    assert letter.references == ("<1@judge.example>", "<2@judge.example>")
    assert letter.date == datetime(2026, 3, 3, 20, 0, tzinfo=UTC)


def test_lines_keep_the_numbers_they_had_in_the_letter() -> None:
    letter = parse(FULL)
    assert [(line.number, line.text) for line in letter.lines] == [(2, "A PAR - BUR")]
    assert [(line.number, line.text) for line in letter.quoted] == [(4, "> F BRE H")]


def test_a_letter_with_unix_line_ends_or_a_mbox_line_reads_the_same() -> None:
    unix = FULL.replace(b"\r\n", b"\n")
    assert parse(unix) == parse(FULL) == parse(b"From ann@example.org Tue Mar  3 21:00:00 2026\n" + unix)


def test_the_null_return_path_makes_a_letter_automatic_and_an_unknown_one_does_not() -> None:
    assert parse(FULL, mail_from="").why_automatic == "null return path"
    assert not parse(FULL, mail_from="ann@example.org").automatic
    assert not parse(FULL).automatic
    assert parse(b"Return-Path: <>\r\n" + FULL).automatic


@pytest.mark.parametrize(
    "header",
    ["Auto-Submitted: auto-replied", "Auto-Submitted: auto-generated; x=y", "Precedence: bulk", "Precedence: JUNK",
     "List-Id: <a.b>", "X-Auto-Response-Suppress: All", "X-Autoreply: yes", "X-Failed-Recipients: a@b.example",
     "X-Judge-Kind: receipt",
     "Content-Type: multipart/report; report-type=disposition-notification; boundary=x"],
)  # fmt: skip
def test_a_header_of_a_machine_makes_a_letter_automatic(header: str) -> None:
    assert parse(header.encode() + b"\r\n" + HEAD + b"\r\nx\r\n").automatic


@pytest.mark.parametrize(
    ("subject", "automatic"),
    [("Out of Office: orders", True), ("Out of office", True), ("Out of office next week, please wait", False),
     ("Automatic reply: x", True), ("Re: Automatic reply", False), ("Abwesend vom 3. bis 9.", False),
     ("Réponse automatique : x", True)],
)  # fmt: skip
def test_a_subject_is_a_sign_only_where_nobody_would_write_it(subject: str, automatic: bool) -> None:
    assert parse(HEAD + b"Subject: " + subject.encode() + b"\r\n\r\nx\r\n").automatic == automatic


@pytest.mark.parametrize(
    "name", ["MAILER-DAEMON", "postmaster", "noreply", "no-reply", "do-not-reply", "bounces+x", "kings-bounces"]
)
def test_a_program_that_writes_is_not_answered(name: str) -> None:
    assert parse(f"From: {name}@example.org\r\n\r\nx\r\n".encode()).automatic


def test_our_own_mail_that_comes_back_is_automatic() -> None:
    mail = HEAD + b"Message-ID: <kings.S1901M@JUDGE.example>\r\n\r\nx\r\n"
    assert parse(mail, domain="judge.example").why_automatic == "our own mail"


@pytest.mark.parametrize("line", [MARKER, f"  {MARKER.upper()}", MARKER.replace("--", "—"), f"*{MARKER}*"])
def test_nothing_below_our_marker_line_is_obeyed(line: str) -> None:
    found = split(f"A PAR H\n{line}\nA MAR H\n\nF BRE H")
    assert [one.text for one in found.own] == ["A PAR H"]
    assert "marker" in found.left


@pytest.mark.parametrize(
    "text",
    [
        "PRESS TO ENGLAND\nMy spy at 21:30 wrote:\nattack at dawn\nENDPRESS\nA PAR H",
        "PRESS TO ENGLAND\nOn reflection I wrote:\npeace\nENDPRESS\nA PAR H",
        "PRESS TO ENGLAND\nTo: London\nFrom: Paris\nhello\nENDPRESS",
        "Sent from the Sultan's palace to you",
        "1901/3/1 orders by me@x.example:\nA PAR H",
        "Spring 1901, 12:00 orders:\nA PAR - BUR",
        "A PAR H\n-----\nA MAR H",
        "PAR>BUR\nA PAR -> BUR",
        "- A PAR - BUR\n* A MAR H\n1. F BRE - MAO",
    ],
)
def test_what_only_looks_like_a_clients_work_is_the_writers_own(text: str) -> None:
    found = split(text)
    assert "\n".join(line.text for line in found.own) == text
    assert found.left == ()


def test_a_paragraph_of_thousands_of_flowed_lines_is_joined_in_little_time() -> None:
    lines = ["one two three four five six seven eight nine ten eleven twelve "] * 4000
    text = unflowed("\n".join([*lines, "end"]), del_space=False)
    assert text.count("\n") == 0
    assert text.endswith("twelve end")


@pytest.mark.parametrize("coding", ["8bit", "base64", "quoted-printable"])
@pytest.mark.parametrize("kind", ["text/plain", "text/html", "multipart/mixed"])
def test_whatever_charset_a_letter_claims_it_is_read(kind: str, coding: str) -> None:
    """Python takes `punycode`, `idna` or `undefined` for charsets too, and those raise errors of their own kinds."""
    head = f"From: a@b.example\r\nContent-Transfer-Encoding: {coding}\r\nContent-Type: {kind}; charset="
    for charset in (*sorted({each.name for each in pkgutil.iter_modules(encodings.__path__)}), "no-such-thing"):
        raw = f"{head}{charset}\r\n\r\n".encode() + b"pon\xc5\x91-\xc3\xa9 \xff\xfe\r\nF BRE H\r\n"
        assert not parse(raw, mail_from="a@b.example", domain="judge.example").unreadable, charset
