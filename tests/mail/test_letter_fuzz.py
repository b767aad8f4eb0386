"""Whatever bytes arrive, a letter comes out; and no size of nonsense takes long."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.adjudicator.orders import Order
from judge.adjudicator.phases import Step
from judge.mail import bounces, guard, headers, quoting, webtext
from judge.mail.letter import parse
from judge.mail.letterjson import from_json, to_json
from judge.maps import files
from judge.notation.answers import Hints
from judge.notation.lines import looks_like_order
from judge.notation.reader import read as read_order
from judge.notation.writer import write
from judge.usecases.script import read_script

CASES = sorted((Path(__file__).parent.parent / "cases" / "letters").glob("*.eml"))
PIECES = rb"""From: a@b.example
Subject: =?utf-8?b?AAA?=
Content-Type: text/plain; name*

--x
Content-Type: multipart/mixed; boundary=x
Content-Type: text/html
<blockquote><p>
> A PAR H
Content-Transfer-Encoding: base64
Content-Transfer-Encoding: quoted-printable
=?idna?q?=?=
Content-Type: text/plain; charset="punycode"
Content-Type: text/plain; charset=utf-16
Content-Type: text/plain; format=flowed; delsp=yes
Content-Type: message/rfc822
Message-ID: <[a]@b>
To: (c):
--\x20
On Tue, 3 Mar 2026 at 21:00, X wrote:
Date: Tue, 99 Foo
=E9=
begin 644 x
-----BEGIN PGP SIGNATURE-----""".replace(b"\\x20", b" ").splitlines(keepends=True)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from([*PIECES, b"\x1b$B", b"\xff\xfe"]) | st.binary(max_size=30), max_size=30).map(b"".join))
def test_any_pile_of_pieces_gives_a_letter(raw: bytes) -> None:
    parse(raw, mail_from="a@b.example", domain="judge.example")


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(CASES), st.integers(0, 2000), st.binary(max_size=8), st.integers(0, 40))
def test_a_real_letter_with_a_piece_cut_out_or_put_in_gives_a_letter(path: Path, at: int, put: bytes, cut: int) -> None:
    raw = path.read_bytes()
    parse(raw[:at] + put + raw[at + cut :])


@settings(deadline=None)
@given(st.text())
def test_lines_are_sorted_once_each_and_keep_their_numbers(text: str) -> None:
    found = quoting.split(text)
    lines = [line.rstrip() for line in text.split("\n")]
    for line in (*found.own, *found.quoted):
        assert lines[line.number - 1] == line.text
    numbers = [line.number for line in (*found.own, *found.quoted)]
    assert len(numbers) == len(set(numbers))


@given(st.binary(max_size=200))
def test_any_header_value_is_read_as_one_line_without_control_characters(value: bytes) -> None:
    assert not re.search("[\x00-\x1f\x7f\u2028\u2029\u202e]", headers.unencoded(value))
    headers.addresses(value)
    headers.message_ids(value)
    headers.date(value)


def test_deep_and_wide_nonsense_is_worked_off() -> None:
    assert webtext.lines_of("<div>" * 20_000 + "A PAR - BUR").lines == ["A PAR - BUR"]
    assert headers.addresses(b"(" * 3000 + b"a@b.example") == []
    for line in (
        "x" * 900_000,
        "a@" * 400_000,
        "On " + "1:00 " * 200_000,
        "> " * 400_000,
        "-" * 900_000,
        "=?" * 400_000,
    ):
        quoting.split(line + "\n" + line)
        headers.unencoded(line[:8000].encode())
        headers.addresses(line[:8000].encode())
    quoting.split("On Tue\n" * 100_000)
    quoting.split("From: x\n" * 100_000)


def mutated(chance: random.Random, raws: Sequence[bytes]) -> bytes:
    """A letter with pieces cut out, put in, doubled, swapped with another letter's, or with bits turned."""
    raw = bytearray(chance.choice(raws)[:6000])
    for _ in range(chance.randint(1, 6)):
        at, length = chance.randrange(len(raw) + 1), chance.randrange(1, 40)
        change = chance.randrange(5)
        if change == 0:
            del raw[at : at + length]
        elif change == 1:
            raw[at:at] = chance.choice(PIECES)
        elif change == 2:
            raw[at:at] = raw[at : at + length] * chance.randint(1, 20)
        elif change == 3:
            other = chance.choice(raws)
            start = chance.randrange(len(other))
            raw[at : at + length] = other[start : start + length * 5]
        elif at < len(raw):
            raw[at] ^= 1 << chance.randrange(8)
    return bytes(raw)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_of_twenty_thousand_spoilt_letters_each_is_read_whole_and_travels_unchanged(seed: int) -> None:
    """FAULTS D6: guard, letter, quoting, bounces, commands and orders; eight times 2,500."""
    chance, raws = random.Random(seed), [path.read_bytes() for path in CASES]
    variant = files.load("standard")
    for _ in range(2500):
        raw = mutated(chance, raws)
        guard.check(raw)
        guard.fingerprint(raw)
        letter = parse(raw, mail_from="ann@example.org", domain="judge.example")
        assert letter.unreadable != "broken", raw
        assert from_json(to_json(letter)) == letter
        bounces.read(raw, letter.text)
        for command in read_script([(line.number, line.text) for line in letter.lines])[:6]:
            if command.verb is None and looks_like_order(variant, command.text):
                found = read_order(variant, command.text, Step.MOVEMENT, Hints(2, lambda _: None))
                if isinstance(found, Order):
                    again = read_order(variant, write(variant, found), Step.MOVEMENT, Hints(2, lambda _: None))
                    assert again == found, command.text
