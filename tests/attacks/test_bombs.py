"""Letters made to eat time and memory are refused or worked off in their own small box (FAULTS D1)."""

from __future__ import annotations

import base64
import os
import resource
import signal
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from judge.mail import guard
from judge.mail.letter import Letter
from judge.mail.reading import LetterReader, ReadingFailed, Unread
from judge.usecases.ports import StoredLetter
from tests.attacks.gate import ANN, DOMAIN, START, Gate

HEAD = (
    f"From: {ANN}\r\nTo: first@{DOMAIN}\r\nSubject: x\r\nDate: Mon, 02 Mar 2026 12:00:00 +0000\r\nMIME-Version: 1.0\r\n"
)


def nested(depth: int) -> bytes:
    opened = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(depth))
    return (HEAD + opened + "Content-Type: text/plain\r\n\r\nA PAR H\r\n").encode()


def flat(parts: int) -> bytes:
    return (
        HEAD + 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + "--b\r\n\r\nx\r\n" * parts + "--b--\r\n"
    ).encode()


def wrapped(depth: int) -> bytes:
    return (HEAD + "Content-Type: message/rfc822\r\n\r\n" * depth + "A PAR H\r\n").encode()


def with_header(field: str) -> bytes:
    return (HEAD + field + "\r\n\r\nA PAR H\r\n").encode()


def with_charset(name: str, body: bytes = b"A PAR H \x82\xa0\xff") -> bytes:
    return f"{HEAD}Content-Type: text/plain; charset={name}\r\n\r\n".encode() + body + b"\r\n"


def with_html(text: str) -> bytes:
    return f"{HEAD}Content-Type: text/html\r\n\r\n{text}".encode()


BOMBS: dict[str, Callable[[], bytes]] = {
    "multiparts in multiparts": lambda: nested(1000),
    "a hundred thousand parts": lambda: flat(100_000),
    "twenty thousand boundaries": lambda: flat(20_000),
    "letters in letters": lambda: wrapped(2000),
    "a header of a mebibyte": lambda: with_header("X-Long: " + "x" * (1 << 20)),
    "ten thousand headers": lambda: with_header("\r\n".join(f"X-{n}: y" for n in range(10_000))),
    "sixteen thousand addresses": lambda: with_header("Cc: " + ", ".join(f"a{n}@b.example" for n in range(16_000))),
    "eight thousand encoded words": lambda: with_header("X: " + "\r\n ".join(["=?utf-8?q?=41?="] * 8000)),
    "three thousand comments": lambda: with_header("Cc: " + "(" * 3000),
    "a zip of nothing in base64": lambda: (
        HEAD + "Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    ).encode()
    + base64.encodebytes(zlib.compress(b"\0" * 50_000_000)).replace(b"\n", b"\r\n"),
    "one line of a mebibyte": lambda: with_charset("utf-8", b"A" * 1_000_000),
    "a mebibyte of quotes": lambda: with_charset("utf-8", b"> " * 480_000),
    "blank lines without end": lambda: with_charset("utf-8", b"\r\n" * 500_000),
    "HTML nested without end": lambda: with_html("<div>" * 150_000),
    "a table without end": lambda: with_html("<table><tr><td>" * 60_000),
    "entities without end": lambda: with_html("&lt;&#x41;&amp;" * 60_000),
    "quoted-printable gone wrong": lambda: with_header(
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + "=\r\n=" * 200_000
    ),
    "attributions without end": lambda: with_charset("utf-8", b"On 1 Jan 2026 at 10:00 Ann\r\n" * 30_000),
    "blanks in an attribution": lambda: with_charset("utf-8", b"On " + b" " * 60_000 + b"wrote"),
    **{f"charset {name}": (lambda name=name: with_charset(name)) for name in (  # type: ignore[misc]
        "punycode", "unicode_escape", "utf-7", "idna", "rot13", "zip", "base64", "x" * 300, '"\0"', "undefined", "mbcs",
        "iso-2022-jp", "hz", "utf-16", "raw_unicode_escape")},
}  # fmt: skip


@pytest.fixture(scope="module")
def reader() -> object:
    """The judge's own way of reading."""
    reader = LetterReader()
    yield reader
    reader.close()


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_at_the_door_or_read_in_a_small_box(reader: LetterReader, name: str) -> None:
    raw = BOMBS[name]()
    if guard.check(raw) is not None or len(raw) > 1024 * 1024:
        return
    child = reader._running()
    before = child.pid
    letter = reader.read(raw, domain=DOMAIN)
    assert isinstance(letter, Letter)
    if reader._child is not None and reader._child.pid == before:
        status = Path(f"/proc/{before}/status").read_text().splitlines()
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        assert peak < 256 * 1024


def test_the_door_takes_hardly_any_time_for_the_largest(reader: LetterReader) -> None:
    spent = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    for make in BOMBS.values():
        guard.check(make()[: 1024 * 1024])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - spent < 20  # a runaway, not a slow machine


def test_after_a_bomb_the_next_letter_is_read(gate: Gate) -> None:
    for name in ("HTML nested without end", "a mebibyte of quotes", "charset idna"):
        gate.letter(ANN, "", f"first@{DOMAIN}", raw=BOMBS[name]())
    gate.letter(ANN, "A PAR - DIJ", gate.reply_address(ANN))
    assert gate.orders() == ("A PAR - DIJ",)


def test_a_letter_that_hangs_the_child_is_unreadable_and_others_go_on() -> None:
    reader = LetterReader(patience=0.3)
    try:
        child = reader._running()
        stop(child.pid)
        assert reader.read(with_header("X: y"), domain=DOMAIN).unreadable == "broken"
        reader._patience = 30.0
        assert reader.read(with_header("X: y"), domain=DOMAIN).text == "A PAR H"
    finally:
        reader.close()


def test_a_child_that_dies_of_something_else_says_so_and_is_replaced() -> None:
    reader = LetterReader()
    try:
        child = reader._running()
        child.terminate()
        child.wait()
        reader._child = child
        assert reader.read(with_header("X: y"), domain=DOMAIN).text == "A PAR H"
        child = reader._running()
        child.stdin.close()  # type: ignore[union-attr]
        with pytest.raises(ReadingFailed):
            reader.read(with_header("X: y"), domain=DOMAIN)
        assert reader.read(with_header("X: y"), domain=DOMAIN).text == "A PAR H"
    finally:
        reader.close()


def test_letters_that_are_read_together_are_read_as_each_alone(reader: LetterReader) -> None:
    raws = [with_header(f"X-Number: {number}") for number in range(40)]
    together = reader.read_together([Unread(raw, "ann@ann.example", DOMAIN) for raw in raws])
    assert together == [reader.read(raw, mail_from="ann@ann.example", domain=DOMAIN) for raw in raws]


def test_where_a_letter_hangs_those_that_came_with_it_are_read_alone(gate: Gate) -> None:
    """They are one bundle for the child: it hangs over them together, and then over nothing any more."""
    opener = gate.judge.clerk._open
    hanging = Hanging(opener._reader)
    opener._reader = hanging
    stored = [
        StoredLetter(number, with_header(f"X-Number: {number}"), ANN, (f"judge@{DOMAIN}",), "198.51.100.1", START)
        for number in range(3)
    ]
    opened = [each() for each in opener.ahead(stored)]
    assert [each.letter and each.letter.id for each in opened] == [0, 1, 2]
    assert hanging.together == [3]


class Hanging:
    """A reader whose child is stopped before the first bundle comes."""

    def __init__(self, reader: LetterReader) -> None:
        self.reader, self.together = reader, []
        self.read = reader.read

    def read_together(self, letters: Sequence[Unread]) -> list[Letter] | None:
        self.together.append(len(letters))
        patience, self.reader._patience = self.reader._patience, 0.3
        stop(self.reader._running().pid)
        try:
            return self.reader.read_together(letters)
        finally:
            self.reader._patience = patience


def stop(pid: int) -> None:
    """Stop a child as a letter that takes for ever would."""
    os.kill(pid, signal.SIGSTOP)
