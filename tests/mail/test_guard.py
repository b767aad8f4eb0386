"""What no honest client sends is refused on its bytes, and copies of one letter are recognised."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail import replies
from judge.mail.guard import Fingerprint, check, fingerprint, to_crlf
from judge.mail.replies import Reply
from tests.mail.house import LETTER

HEAD = b"From: ann@example.org\r\nMessage-ID: <1@example.org>\r\n"
NESTED = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(1000))

BAD: dict[str, tuple[bytes, Reply]] = {
    "a NUL": (HEAD + b"\r\nA PAR\0 - BUR\r\n", replies.BAD_BYTES),
    "a bare LF in the body": (HEAD + b"\r\nx\ny\r\n", replies.BARE_NEWLINE),
    "a bare CR in a header": (HEAD + b"Subject: a\rb\r\n\r\nx\r\n", replies.BARE_NEWLINE),
    "a header block over 64 KiB": (HEAD + b"X-A: %s\r\n" % (b"x" * 7000) * 10 + b"\r\nx\r\n", replies.HEADER_TOO_BIG),
    "a From of 16,000 addresses": (b"From: %s\r\n\r\nx\r\n" % (b"a@b.example," * 4000), replies.HEADER_TOO_BIG),
    "a folded header over 8 KiB": (HEAD + b"X-A: a\r\n" + b" x\r\n" * 3000 + b"\r\nx\r\n", replies.HEADER_TOO_BIG),
    "10,000 headers": (HEAD + b"A: b\r\n" * 10_000 + b"\r\nx\r\n", replies.HEADER_TOO_BIG),
    "a header without a colon": (HEAD + b"no colon here\r\n\r\nx\r\n", replies.BAD_HEADER),
    "a first line that continues nothing": (b" folded\r\n" + HEAD + b"\r\nx\r\n", replies.BAD_HEADER),
    "no header at all": (b"\r\nA PAR - BUR\r\n", replies.BAD_HEADER),
    "nothing at all": (b"", replies.BAD_HEADER),
    "21 hops": (b"Received: by x\r\n" * 21 + HEAD + b"\r\nx\r\n", replies.LOOP),
    "100,000 parts": (
        HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n\r\n\r\n" * 100_000,
        replies.TOO_MANY_PARTS,
    ),
    "parts a thousand deep": (HEAD + NESTED, replies.TOO_MANY_PARTS),
    "a chain of letters in letters": (
        HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 200,
        replies.TOO_MANY_PARTS,
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_message_with_this_is_refused(name: str) -> None:
    raw, reply = BAD[name]
    assert check(raw) == reply


GOOD = {
    "20 hops": b"Received: by x\r\n" * 20 + LETTER,
    "a mbox line on top": b"From ann@example.org Tue Mar  3 21:00:00 2026\r\n" + LETTER,
    "raw UTF-8 in a header": "From: Jörg <j@b.example>\r\n\r\nx\r\n".encode(),
    "many lines of dashes in plain text": LETTER + b"--------\r\n" * 2000,
    "no body": HEAD + b"\r\n",
    "no blank line": HEAD,
}


@pytest.mark.parametrize("name", GOOD)
def test_a_message_with_this_is_let_in(name: str) -> None:
    assert check(GOOD[name]) is None


def test_a_copy_that_came_over_another_relay_is_the_same_letter() -> None:
    relayed = b"Received: by a\r\nReturn-Path: <x@y.example>\r\nDKIM-Signature: v=1\r\n" + LETTER.replace(
        b"Subject: orders", b"subject:  orders"
    )
    assert fingerprint(relayed + b"\r\n") == fingerprint(LETTER)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"A PAR", b"A MAR"),
        (b"ann@", b"bob@"),
        (b"orders", b"other"),
        (b"judge@", b"kings@"),
        (b"\r\n\r\n", b"\r\nDate: x\r\n\r\n"),
    ],
)
def test_the_same_message_id_with_other_content_is_another_letter(old: bytes, new: bytes) -> None:
    first, second = fingerprint(LETTER), fingerprint(LETTER.replace(old, new, 1))
    assert first.message_id == second.message_id == "<1@example.org>"
    assert first.key != second.key


def test_without_a_message_id_the_content_with_its_date_is_the_key_and_without_a_date_there_is_none() -> None:
    dated = fingerprint(b"From: a@b.example\r\nDate: Tue, 3 Mar 2026 21:00:00 +0000\r\n\r\nx\r\n")
    assert dated == Fingerprint(None, dated.content, dated.content)
    assert fingerprint(b"From: a@b.example\r\n\r\nx\r\n").key is None
    assert fingerprint(b"From: a@b.example\r\nMessage-ID:\r\n\r\nx\r\n").key is None


def test_moving_text_between_headers_changes_the_fingerprint() -> None:
    one = fingerprint(b"From: a\r\nTo: b\r\nDate: x\r\n\r\ny")
    two = fingerprint(b"From: a\r\nSubject: b\r\nDate: x\r\n\r\ny")
    assert one.content != two.content


def test_keys_are_short_enough_for_any_index() -> None:
    found = fingerprint(b"Message-ID: <" + b"\xff" * 7000 + b">\r\n\r\nx")
    assert len((found.message_id or "").encode()) <= 998
    assert len(found.key or "") == 64


@given(st.binary(max_size=2000))
def test_any_bytes_are_judged_without_an_exception(raw: bytes) -> None:
    check(raw)
    fingerprint(raw)
    check(to_crlf(raw))
    assert fingerprint(to_crlf(raw)) == fingerprint(to_crlf(to_crlf(raw)))
