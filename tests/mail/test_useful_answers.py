"""Every letter that holds no order is answered with words that help (issue: every other letter answered usefully)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attacks.gate import ANN, DOMAIN, Gate, open_gate, text_of


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    with open_gate(tmp_path_factory.mktemp("answers") / "var", "trust") as gate:
        gate.begin()
        yield gate


def built(number: int, content_type: str, body: str, extra: str = "") -> bytes:
    return (
        f"From: {ANN}\r\nTo: first@{DOMAIN}\r\nSubject: x\r\nMessage-ID: <useful{number}@x>\r\nMIME-Version: 1.0\r\n"
        f"Date: Mon, 02 Mar 2026 12:00:00 +0000\r\n{extra}Content-Type: {content_type}\r\n\r\n{body}\r\n"
    ).encode()


BASE64 = "Content-Transfer-Encoding: base64\r\n"
QUOTE = "On Tue, Mar 3, 2026 at 9:00 PM Judge <first@judge.example> wrote:\r\n> A PAR - DIJ"
LETTERS = {
    "empty": (built(1, "text/plain", ""), ["no text of your own"]),
    "only a quote": (built(2, "text/plain", QUOTE), ["no text of your own", "Quoted text was left out"]),
    "winmail.dat": (
        built(3, 'application/ms-tnef; name="winmail.dat"', "AAAA", BASE64),
        ["winmail.dat was not read; please send plain text"],
    ),
    "a picture": (built(4, 'image/png; name="map.png"', "AAAA", BASE64), ["no text of your own", "map.png"]),
    "encrypted": (
        built(5, "multipart/encrypted; boundary=b", "--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nx\r\n--b--"),
        ["is encrypted", "send it unencrypted"],
    ),
    "prose": (built(6, "text/plain", "When is the deadline, please?"), ["Nothing in your letter was", "STATUS"]),
    "orders in the subject": (
        built(7, "text/plain", "").replace(b"Subject: x", b"Subject: Re: [first 1425M] A PAR - DIJ"),
        ["The subject line is not read", "A PAR - DIJ"],
    ),
    "a forwarded letter": (
        built(8, "text/plain", "FYI\r\n---------- Forwarded message ---------\r\nFrom: Bob <b@b.example>\r\nDate: x\r\n"
              "Subject: y\r\nTo: z\r\n\r\nA PAR - DIJ"),
        ["A forwarded letter was left out", "Nothing in your letter was"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LETTERS)
def test_a_letter_without_orders_is_told_why_nothing_happened(gate: Gate, name: str) -> None:
    raw, words = LETTERS[name]
    before = len(gate.rows())
    state = gate.letter(ANN, "", f"first@{DOMAIN}", raw=raw)
    assert state.status == "done"
    answered = [mail for mail in gate.mails(ANN)[-1:] if len(gate.rows()) == before + 1]
    text = " ".join(text_of(answered[0]).split())
    assert all(each in text for each in words), text
    assert gate.orders() == ()
