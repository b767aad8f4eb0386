"""A mail as bytes: the same draft gives the same bytes, and no value of it can become a header of its own.

Built by hand rather than with EmailMessage: on Python 3.11 a subject holding `=?UTF-8?Q?=0A?=Bcc:` serialises to a real
Bcc header (CPython 121650), refolding drops quotes from addresses (121284), and boundaries are random.
"""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime
from functools import lru_cache
from typing import Literal

from judge.mail.headers import ADDRESS, one_line

LINE = 76
HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}")
PLAIN = re.compile(r"[ -~]*")
ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")
WORD_BYTES = 42  # of UTF-8 in one encoded word: base64 makes 56 letters of it, and the word stays under 75
OWN_HEADERS = frozenset(
    {"date", "message-id", "mime-version", "auto-submitted", "from", "to", "cc", "bcc", "reply-to", "subject", "sender",
     "in-reply-to", "references", "content-type", "content-transfer-encoding", "content-disposition", "return-path",
     "delivered-to", "received"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture shown inside the HTML part as `cid:…`, with the words for those who can't see it."""

    cid: str
    png: bytes
    alt: str
    name: str = "map.png"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file beside the letter, such as a deadline's calendar entry."""

    name: str
    content_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that is in one mail to one recipient. `date` and `message_id` are fixed when the mail is decided."""

    message_id: str
    date: datetime
    from_name: str
    from_addr: str
    to: str
    reply_to: str
    subject: str
    text: str
    html: str | None = None
    pictures: Sequence[Picture] = ()
    attachments: Sequence[Attachment] = ()
    in_reply_to: str | None = None
    references: Sequence[str] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    auto: Literal["replied", "generated"] = "generated"


def compose(draft: Draft) -> bytes:
    """The mail as it goes over the wire: CR LF, ASCII, MIME as mixed(related(alternative(text, html), png), files)."""
    lines = [
        _field("Date", format_datetime(draft.date)),
        _field("Message-ID", message_id(draft.message_id)),
        _field("From", mailbox(draft.from_name, draft.from_addr)),
        _field("To", mailbox("", draft.to)),
        _field("Reply-To", mailbox(draft.from_name if _same_domain(draft) else "", draft.reply_to)),
        _field("Subject", encoded(draft.subject)),
        _field("Auto-Submitted", f"auto-{draft.auto}"),
    ]
    if draft.in_reply_to:
        lines.append(_field("In-Reply-To", message_id(draft.in_reply_to)))
    chain = [message_id(reference) for reference in draft.references][-20:]
    if chain:
        lines.append(_field("References", " ".join(chain)))
    for name, value in draft.headers.items():
        if not HEADER_NAME.fullmatch(name) or name.lower() in OWN_HEADERS:
            raise ValueError(f"not a header to be added: {name!r}")
        lines.append(_field(name, encoded(value)))
    lines.append(b"MIME-Version: 1.0\r\n")
    return b"".join(lines) + _content(draft)


def _same_domain(draft: Draft) -> bool:
    """A mail passed on is to be answered to its writer, under his name and not ours."""
    return draft.reply_to.rpartition("@")[2] == draft.from_addr.rpartition("@")[2]


def message_id(text: str) -> str:
    """A Message-ID in its brackets and with nothing in it that could end a header."""
    return "<" + re.sub(r"[^!-;=?-~]", "", text) + ">"


def mailbox(name: str, address: str) -> str:
    """`Name <address>`; raises ValueError for what is no address, so that no mail goes to a made-up recipient."""
    if not ADDRESS.fullmatch(address) or not address.isascii():
        raise ValueError("not an address")
    cleaned = one_line(name)[:100]
    if not cleaned:
        return address
    if ATOMS.fullmatch(cleaned) and not cleaned.startswith("=?"):
        return f"{cleaned} <{address}>"
    if PLAIN.fullmatch(cleaned) and "=?" not in cleaned:
        escaped = cleaned.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}" <{address}>'
    return f"{_words(cleaned)} <{address}>"


def encoded(text: str) -> str:
    """Unstructured header text on one line; RFC 2047 words where it is more than plain ASCII."""
    cleaned = one_line(text)
    return cleaned if PLAIN.fullmatch(cleaned) and "=?" not in cleaned else _words(cleaned)


def _words(text: str) -> str:
    """Encoded words of whole characters, none longer than RFC 2047 allows."""
    words: list[str] = []
    piece = b""
    for character in text:
        data = character.encode("utf-8", "replace")
        if len(piece) + len(data) > WORD_BYTES:
            words.append(_word(piece))
            piece = b""
        piece += data
    return " ".join([*words, _word(piece)])


def _word(data: bytes) -> str:
    return f"=?UTF-8?B?{base64.b64encode(data).decode('ascii')}?="


def _field(name: str, value: str) -> bytes:
    """A header folded at its spaces. What is still not printable ASCII here never reaches the wire."""
    value = value if PLAIN.fullmatch(value) else re.sub(r"[^ -~]", "", value)
    if len(name) + 2 + len(value) <= LINE:
        return f"{name}: {value}\r\n".encode("ascii")
    line, lines = f"{name}:", []
    for word in value.split(" "):
        if len(line) + 1 + len(word) > LINE and line.strip() and not line.endswith(":"):
            lines.append(line)
            line = ""
        line += " " + word
    return "\r\n".join([*lines, line]).encode("ascii") + b"\r\n"


def _content(draft: Draft) -> bytes:
    seed = hashlib.sha256(f"{draft.message_id}\n{draft.to}".encode("utf-8", "replace")).hexdigest()[:24]
    text = _text_part("plain", draft.text)
    if draft.html is None:
        inner = text
        loose = [_picture(picture, inline=False) for picture in draft.pictures]
    else:
        inner = _multipart("alternative", f"=_a{seed}", [text, _text_part("html", draft.html)])
        loose = []
        if draft.pictures:
            pictures = [_picture(picture, inline=True) for picture in draft.pictures]
            inner = _multipart("related", f"=_r{seed}", [inner, *pictures], '; type="multipart/alternative"')
    loose += [_attachment(attachment) for attachment in draft.attachments]
    return _multipart("mixed", f"=_m{seed}", [inner, *loose]) if loose else inner


def _multipart(kind: str, boundary: str, parts: Sequence[bytes], more: str = "") -> bytes:
    """A boundary that begins with `=_` can't occur in quoted-printable or base64 (RFC 2045 section 6.7)."""
    head = f'Content-Type: multipart/{kind}{more};\r\n boundary="{boundary}"\r\n\r\n'.encode("ascii")
    delimiter = f"--{boundary}".encode("ascii")
    return head + b"".join(delimiter + b"\r\n" + part + b"\r\n" for part in parts) + delimiter + b"--\r\n"


def _text_part(kind: str, text: str) -> bytes:
    """Text as UTF-8 (ASCII where it is), quoted-printable only where 7bit would not do."""
    body = "\n".join(map(str.rstrip, text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))).rstrip("\n")
    data = (body + "\n").encode("utf-8", "replace")
    simple = data.isascii() and b"\0" not in data and max(map(len, data.split(b"\n"))) <= 900
    charset = "us-ascii" if data.isascii() else "utf-8"
    encoding, wire = ("7bit", data.replace(b"\n", b"\r\n")) if simple else ("quoted-printable", _quoted_printable(data))
    head = f'Content-Type: text/{kind}; charset="{charset}"\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n'
    return head.encode("ascii") + wire


def _quoted_printable(data: bytes) -> bytes:
    """RFC 2045 section 6.7; lines broken between whole escapes."""
    lines = data.rstrip(b"\n").split(b"\n")
    return b"\r\n".join([(_quoted if len(line) > _KEPT else _quoted_before)(line) for line in lines]) + b"\r\n"


def _quoted(line: bytes) -> bytes:
    """One line."""
    out: list[bytes] = []
    row, at = _UNSAFE.sub(_escape, line), 0
    while len(row) - at >= LINE:
        cut = row.rfind(b"=", at + LINE - 3, at + LINE - 1)
        cut = at + LINE - 1 if cut < 0 else cut
        out.append(row[at:cut] + b"=")
        at = cut
    rest = row[at:]
    out.append(rest[:-1] + b"=20" if rest.endswith(b" ") else rest)
    return b"\r\n".join(out)


_KEPT = 200
"""Octets of a line that may be kept: those of templates are shorter, those of players have no end."""
_quoted_before = lru_cache(maxsize=1024)(_quoted)
"""Most lines of a mail are those of its template and came before."""


_UNSAFE = re.compile(rb"[^ -<>-~]")


def _escape(found: re.Match[bytes]) -> bytes:
    return b"=%02X" % ord(found.group())


def _picture(picture: Picture, *, inline: bool) -> bytes:
    where = "inline" if inline else "attachment"
    return b"".join(
        [
            f'Content-Type: image/png; name="{_file_name(picture.name)}"\r\n'.encode("ascii"),
            _field("Content-ID", message_id(picture.cid)),
            _field("Content-Description", encoded(picture.alt[:500])),
            f'Content-Disposition: {where}; filename="{_file_name(picture.name)}"\r\n'.encode("ascii"),
            b"Content-Transfer-Encoding: base64\r\n\r\n",
            _base64(picture.png),
        ]
    )


def _attachment(attachment: Attachment) -> bytes:
    if not re.fullmatch(r"[a-z]+/[a-z0-9.+-]+(?:; [a-z]+=[A-Za-z0-9-]+)*", attachment.content_type):
        raise ValueError(f"not a content type: {attachment.content_type!r}")
    return b"".join(
        [
            f"Content-Type: {attachment.content_type}\r\n".encode("ascii"),
            f'Content-Disposition: attachment; filename="{_file_name(attachment.name)}"\r\n'.encode("ascii"),
            b"Content-Transfer-Encoding: base64\r\n\r\n",
            _base64(attachment.data),
        ]
    )


def _file_name(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "_", name)[:80] or "file"


@lru_cache(maxsize=8)
def _base64(data: bytes) -> bytes:
    """Kept for the last few, because one picture goes to everybody in a game."""
    letters = base64.b64encode(data)
    return b"".join(letters[at : at + LINE] + b"\r\n" for at in range(0, len(letters), LINE))
