"""Hostile shapes of any size, and the stages of reading that meet them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from judge.adjudicator.phases import Step
from judge.mail import bounces, charsets, guard, headers, quoting, webtext
from judge.mail.letter import parse
from judge.maps import files
from judge.notation.answers import Hints
from judge.notation.lines import looks_like_order
from judge.notation.reader import read
from judge.usecases.near_verbs import near_verbs
from judge.usecases.script import read_script

HEAD = b"From: ann@example.org\r\nTo: kings@judge.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n"
STANDARD = files.load("standard")
NOTHING = Hints(2, lambda _: None)


@dataclass(frozen=True)
class Case:
    """A shape for a stage. `size` is what it is first tried at; it must still be small."""

    stage: str
    name: str
    make: Callable[[int], Any]
    size: int


def guarded(raw: bytes) -> None:
    guard.check(raw)
    guard.fingerprint(raw)


def orders(text: str) -> None:
    """As the use cases read lines: commands, then whether a line is an order, what it means, what was meant."""
    for command in read_script(list(enumerate(text.split("\n"), 1)))[:300]:
        if command.verb is None:
            if looks_like_order(STANDARD, command.text):
                read(STANDARD, command.text, Step.MOVEMENT, NOTHING)
            near_verbs(command.text)


def header(value: bytes) -> None:
    headers.unencoded(value)
    headers.addresses(value)
    headers.entries(value)
    headers.message_ids(value)
    headers.date(value)


STAGES: dict[str, Callable[[Any], object]] = {
    "guard": guarded,
    "header": header,
    "letter": lambda raw: parse(raw, domain="judge.example"),
    "quoting": quoting.split,
    "webtext": webtext.lines_of,
    "charsets": lambda data: [charsets.decode(data, each) for each in (None, "utf-8", "iso-2022-jp", "shift_jis", "x")],
    "bounces": bounces.read,
    "orders": orders,
}

LINES = {  # a line, or a piece of one, that is repeated
    "greater": ">", "greater blank": "> ", "dashes": "-", "underlines": "_", "stars": "*", "colons": ":", "open": "(",
    "close": ")", "brackets": "[", "less": "<", "at": "a@", "addresses": "a@b.example ", "times": "1:00 ",
    "years": "2026 ",
    "dates": "3.3.26 ", "On": "On ", "On wrote": "On Tue, 3 Mar 2026 at 21:00 ", "wrote": "wrote: ",
    "schrieb": "schrieb ",
    "blanks": " ", "tabs": "\t", "zero width": "\u200b", "letters": "x", "words": "par ", "order": "A PAR - BUR ",
    "near order": "A PARR - BURR ", "support": "S ", "semicolons": ";", "commas": ", ", "order commas": "A PAR - BUR, ",
    "via": "via ", "coasts": "/nc", "numbers": "1 ", "kana": "パリ", "accents": "e\u0301", "marks": "\u0301",
    "from": "From: x ", "forwarded": "-----Original Message----- ", "sent": "Sent from my ", "backslashes": "\\",
    "equals": "=?", "not": "// ", "word": "=?utf-8?q?a?= ", "ot": "от ", "mixed dashes": "- -", "arrows": "=>",
}  # fmt: skip
MARKUP = {
    "div": "<div>", "closed div": "<div></div>", "open tags": "<", "unclosed": "<a href='",
    "comments": "<!--", "cdata": "<![CDATA[",
    "entities": "&#", "amp": "&amp;", "numbers": "&#65;", "blockquote": "<blockquote>", "p": "<p>x",
    "table": "<table><tr><td>",
    "span": "<span style='color:red'>", "attributes": "<a b=c d=e f=g>", "br": "<br>", "s": "<s>", "pre": "<pre>\n",
    "script": "<script>", "style": "<style>a{", "font": "<font><b><i>", "misnested": "<b><i></b></i>",
    "nbsp": "&nbsp; ",
    "closing": "</div>", "select": "<select><option>", "a": "<a>", "form": "<form>", "svg": "<svg>",
    "math": "<math><mi>",
}  # fmt: skip
BYTES = {
    "escapes": b"\x1b$B", "escapes back": b"\x1b$B\x1b(B", "high": b"\xff", "half": b"\xe3\x81", "kana": b"\xb1",
    "sjis": b"\x82\xa0", "latin": b"\xe9 ", "equals": b"=\n", "nul": b"\x00", "e9": b"a\xe9",
}  # fmt: skip
HEADERS = {
    "open": b"(", "quotes": b'"', "backslashes": b"\\", "less": b"<", "addresses": b"a@b.example, ",
    "words": b"=?utf-8?q?a?= ",
    "words b": b"=?utf-8?b?w6k=?=\r\n ", "equals": b"=?", "questions": b"=?a?q?", "ats": b"a@",
    "ids": b"<a@b> ", "commas": b",",
    "colons": b":", "blanks": b" ", "stars": b"=?a*b?q?c?=",
}  # fmt: skip
BOUNCES = {
    "message-id": b"Message-ID: <a@b>\r\n", "diagnostic": b"Diagnostic-Code: x\r\n ", "status": b"Status: 5.1.1\r\n",
    "could": b"could not ", "is not": b"is not ", "blanks": b" ", "lines": b"\r\n", "quoted id": b">    ",
    "pas pu": b"pas pu ",
    "over": b"over its their the ",
}  # fmt: skip


def _letters() -> Iterator[tuple[str, Callable[[int], bytes], int]]:
    def parts(count: int) -> bytes:
        return HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * count + b"--b--\r\n"

    def nested(depth: int) -> bytes:
        opened = b"".join(
            b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(depth)
        )
        return HEAD + opened + b"Content-Type: text/plain\r\n\r\nA PAR H\r\n"

    yield "parts", parts, 50
    yield "nested", nested, 8
    yield "headers", lambda n: b"X-Y: z\r\n" * n + HEAD + b"\r\nA PAR H\r\n", 200
    yield "folded", lambda n: HEAD + b"X-Y: z\r\n" + b" y\r\n" * n + b"\r\nA PAR H\r\n", 1000
    yield "references", lambda n: HEAD + b"References:" + b" <a@b.example>\r\n" * n + b"\r\nA PAR H\r\n", 100
    yield "parameters", lambda n: HEAD + b"Content-Type: text/plain" + b"; a=b" * n + b"\r\n\r\nA PAR H\r\n", 300
    yield "comments", lambda n: HEAD + b"Content-Type: text/plain" + b" (" * n + b"\r\n\r\nA PAR H\r\n", 300
    yield (
        "quoted-printable",
        lambda n: HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + b"=E9=\r\n" * n,
        3000,
    )
    yield "base64", lambda n: HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + b"QSBQ\r\n" * n, 3000
    yield "flowed", lambda n: HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"a word \r\n" * n, 3000
    yield (
        "flowed quotes",
        lambda n: HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n" + b">" * n + b" \r\n",
        5000,
    )
    yield "both halves", _halves, 100


def _halves(count: int) -> bytes:
    lines = b"".join(b"line %d of it\r\n" % n for n in range(count))
    page = lines.replace(b"line", b"<br>another")
    return (
        HEAD + b"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n" + lines
        + b"--b\r\nContent-Type: text/html\r\n\r\n" + page + b"--b--\r\n"
    )  # fmt: skip


def _shown(count: int) -> str:
    return "PRESS TO FRANCE\n" + ":: Judge: x\n" * count


def cases() -> Iterator[Case]:
    """Every shape for every stage that may meet it."""
    for name, make, size in _letters():
        yield Case("letter", name, make, size)
        yield Case("guard", name, make, size)
    yield Case("quoting", "our own first line, in press", _shown, 500)
    yield Case("orders", "commands on one line", lambda n: "\\\\; " + "a;" * n, 1000)
    for name, piece in LINES.items():
        yield Case("quoting", f"{name}, one line", lambda n, p=piece: (p * n)[: 20 * n], 5000)
        yield Case("quoting", f"{name}, many lines", lambda n, p=piece: (p * 20 + "\n") * n, 200)
        yield Case("quoting", f"{name}, a line each", lambda n, p=piece: (p + "\n") * n, 2000)
        yield Case("orders", f"{name}, one line", lambda n, p=piece: (p * n)[: 20 * n], 100)
        yield Case("orders", f"{name}, many lines", lambda n, p=piece: "\n".join(f"{p * 5}{k}" for k in range(n)), 20)
    for name, piece in MARKUP.items():
        yield Case("webtext", name, lambda n, p=piece: p * n, 500)
    for name, data in BYTES.items():
        yield Case("charsets", name, lambda n, p=data: p * n, 2000)
        yield Case("charsets", f"{name} in text", lambda n, p=data: (p + b"A PAR - BUR\n") * n, 500)
    for name, data in HEADERS.items():
        yield Case("header", name, lambda n, p=data: (p * n)[: 8 * n], 250)
    for name, data in BOUNCES.items():
        yield Case("bounces", name, lambda n, p=data: b"X: y\r\n\r\n" + p * n, 2000)
