"""What leaves the judge is well-formed, the same each time, and cannot be bent by what players are called."""

import email
import email.policy
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail import guard
from judge.mail.message import Attachment, Draft, Picture, compose

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 3
DRAFT = Draft(
    message_id="kings.S1901M.7@judge.example",
    date=datetime(2026, 3, 3, 21, 0, tzinfo=UTC),
    from_name="Judge: kings",
    from_addr="kings@judge.example",
    to="ann@example.org",
    reply_to="kings+abcdefghijklmnopqrstuvwx23@judge.example",
    subject="[kings S1901M] Spring 1901",
    text="A PAR - BUR\n",
)


def read(raw: bytes) -> email.message.EmailMessage:
    return email.message_from_bytes(raw, policy=email.policy.default)  # type: ignore[return-value]


def test_a_mail_carries_the_headers_that_every_mail_of_the_judge_has() -> None:
    mail = read(compose(replace(DRAFT, in_reply_to="<1@example.org>", references=["<0@x.example>", "<1@example.org>"])))
    assert mail["From"] == '"Judge: kings" <kings@judge.example>'
    assert mail["To"] == "ann@example.org"
    assert mail["Reply-To"].addresses[0].addr_spec == DRAFT.reply_to
    assert mail["Date"].datetime == DRAFT.date
    assert mail["Message-ID"] == "<kings.S1901M.7@judge.example>"
    assert mail["MIME-Version"] == "1.0"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["In-Reply-To"] == "<1@example.org>"
    assert mail["References"] == "<0@x.example> <1@example.org>"
    assert mail.get_content() == "A PAR - BUR\r\n"


def test_the_same_draft_gives_the_same_bytes() -> None:
    draft = replace(DRAFT, html="<p>x</p>", pictures=[Picture("map@judge.example", PNG, "The board")])
    assert compose(draft) == compose(draft)


def test_text_comes_first_then_html_with_its_picture_then_the_files() -> None:
    draft = replace(
        DRAFT,
        html='<p>Ä</p><img src="cid:map@judge.example">',
        pictures=[Picture("map@judge.example", PNG, "The board: France in Paris")],
        attachments=[Attachment("deadline.ics", "text/calendar; method=PUBLISH", b"BEGIN:VCALENDAR\r\n")],
    )
    mail = read(compose(draft))
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/mixed", "multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png",
        "text/calendar",
    ]  # fmt: skip
    picture = next(part for part in mail.walk() if part.get_content_type() == "image/png")
    assert picture.get_content() == PNG
    assert picture["Content-ID"] == "<map@judge.example>"
    assert picture.get_content_disposition() == "inline"
    assert picture["Content-Description"] == "The board: France in Paris"


def test_without_html_the_picture_is_an_attachment() -> None:
    mail = read(compose(replace(DRAFT, pictures=[Picture("map@judge.example", PNG, "x")])))
    assert [part.get_content_type() for part in mail.walk()] == ["multipart/mixed", "text/plain", "image/png"]


EVIL = [
    "a\r\nBcc: evil@example.net", "a\nBcc: x", "a\rBcc: x", "a\x0bBcc: x", "a\x0cb", "a\x85Bcc: x", "a\u2028Bcc: x",
    "a\u2029b", "=?UTF-8?Q?=0A?=Bcc: injected@example.com", "a\x00b", "\u202emoc", "a\n\n.\nb",
    '"; <evil@example.net>', "a, evil@example.net", "<evil@example.net>", "évil\nBcc: x", "x" * 3000, "é" * 3000, " ",
    "", "a\\", '"',
]  # fmt: skip


@pytest.mark.parametrize("words", EVIL, ids=repr)
def test_no_words_of_a_player_become_a_header_or_a_recipient(words: str) -> None:
    draft = replace(
        DRAFT,
        from_name=words,
        subject=words,
        headers={"X-Judge-Game": words, "X-Judge-Kind": "reply"},
        references=[words],
    )
    raw = compose(draft)
    head = guard.split(raw)[0]
    names = [field.split(b":")[0] for field in guard.fields(head)]
    assert names == [
        b"Date", b"Message-ID", b"From", b"To", b"Reply-To", b"Subject", b"Auto-Submitted", b"References",
        b"X-Judge-Game", b"X-Judge-Kind", b"MIME-Version", b"Content-Type", b"Content-Transfer-Encoding",
    ]  # fmt: skip
    assert not guard.has_bare_newline(raw)
    mail = read(raw)
    assert [address.addr_spec for address in mail["From"].addresses] == ["kings@judge.example"]
    assert [address.addr_spec for address in mail["To"].addresses] == ["ann@example.org"]


@pytest.mark.parametrize(
    "address", ["a@b.example\r\nRCPT TO:<x@y.example>", "a b@c.example", "<a@b.example>", "a", "", "jörg@b.example"]
)
def test_a_mail_to_what_is_no_address_is_not_made(address: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        compose(replace(DRAFT, to=address))


@pytest.mark.parametrize("name", ["Bcc", "from", "X Y", "X:Y", "", "X\r\nBcc"])
def test_headers_of_the_mail_itself_cannot_be_given_twice(name: str) -> None:
    with pytest.raises(ValueError, match="not a header"):
        compose(replace(DRAFT, headers={name: "x"}))


def test_every_line_is_short_enough_for_any_relay() -> None:
    raw = compose(replace(DRAFT, subject="é" * 400, text="ü" * 5000 + "\n" + "x" * 5000, html="<p>" + "x" * 5000))
    assert max(map(len, raw.split(b"\r\n"))) <= 80


@given(st.text(alphabet=st.characters(codec="utf-8")), st.text(alphabet=st.characters(codec="utf-8"), max_size=80))
def test_any_text_comes_back_as_it_was_written(text: str, subject: str) -> None:
    mail = email.message_from_bytes(compose(replace(DRAFT, text=text, subject=subject)))
    wanted = "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")).rstrip(
        "\n"
    )
    charset = mail.get_content_charset() or ""
    got = mail.get_payload(decode=True).decode(charset).replace("\r\n", "\n")  # type: ignore[union-attr]
    assert got == wanted + "\n"
    assert not re.search(rb"[^\x00-\x7f]", compose(replace(DRAFT, text=text, subject=subject)))


@pytest.mark.parametrize(
    "line", ["\u00e9" * 3000, "x=" * 3000 + "\u00e9", "\u30d1\u30ea" * 40, "\u00e9" + " " * 300 + "."]
)
def test_long_lines_are_broken_between_whole_characters_and_read_back_the_same(line: str) -> None:
    raw = compose(replace(DRAFT, text=f"{line}\nA PAR H"))
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    body = read(raw).get_body(("plain",))
    assert body is not None
    assert body.get_content().splitlines() == [line, "A PAR H"]
