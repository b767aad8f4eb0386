"""The text of a letter out of its MIME parts. Never raises; what is left aside is named.

The message is taken apart with the standard library's compat32 parser, which is 25 times faster than its modern one and
raises on less; every value is then decoded here, each by itself.
"""

import logging
import re
from dataclasses import dataclass, field
from email.message import Message
from typing import Literal

from judge.mail import webtext
from judge.mail.charsets import decode
from judge.mail.headers import clean, unencoded

log = logging.getLogger(__name__)

PART_LIMIT = 200
TEXT_LIMIT = 200_000  # characters; orders and press of a whole phase are a tenth of it
Ignored = Literal[
    "attachment", "html", "forwarded", "charset", "winmail", "calendar", "struck", "signature", "quote", "boilerplate",
    "marker", "pgp", "parts", "long",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Note:
    """Something in a letter that was not read, or was read in a way its writer may not expect."""

    what: Ignored
    detail: str = ""


@dataclass(slots=True)
class Body:
    """The text found, where it came from, and what was not read."""

    text: str = ""
    notes: list[Note] = field(default_factory=list)
    encrypted: bool = False
    other: str = ""
    """The HTML that stands beside the text as its equal, as text."""
    attached: tuple[str, str] | None = None
    """The name and the text of the first file of text beside it."""


def read(message: Message) -> Body:
    """Plain text if there is any, else HTML, else a text attachment."""
    found = Body()
    parts = _Parts(found.notes)
    parts.walk(message)
    found.encrypted = parts.encrypted
    texts = [text for text in parts.plain if text.strip()]
    if texts:
        found.text = "\n".join(texts)
        pages = [webtext.lines_of(_text(part)[0]) for part in parts.beside[:1]]
        found.other = "\n".join(line for page in pages for line in page.lines)[:TEXT_LIMIT]
    elif parts.html:
        pages = [webtext.lines_of(html) for html in parts.html]
        found.text = "\n".join(line for page in pages for line in page.lines)
        found.notes.append(Note("html"))
        found.notes.extend([Note("signature")] * any(page.signature for page in pages))
        found.notes.extend([Note("struck")] * any(page.struck for page in pages))
    if parts.attached:
        name, text = parts.attached[0]
        found.attached = (name, text[:TEXT_LIMIT])
    if len(found.text) > TEXT_LIMIT:
        found.text = found.text[:TEXT_LIMIT].rpartition("\n")[0]
        found.notes.append(Note("long"))
    return found


class _Parts:
    """Walks the parts in order without recursion and sorts their contents."""

    def __init__(self, notes: list[Note]) -> None:
        self.notes = notes
        self.plain: list[str] = []
        self.beside: list[Message] = []
        self.html: list[str] = []
        self.attached: list[tuple[str, str]] = []
        self.encrypted = False

    def walk(self, message: Message) -> None:
        waiting = [message]
        for _ in range(PART_LIMIT):
            if not waiting:
                return
            part = waiting.pop()
            kind = _kind(part)
            if kind.startswith("multipart/") and part.is_multipart():
                inner = [child for child in part.get_payload() if isinstance(child, Message)]
                waiting.extend(reversed(self._children(kind, inner)))
            else:
                self._leaf(part, kind)
        self.notes.append(Note("parts"))

    def _children(self, kind: str, payload: list[Message]) -> list[Message]:
        if kind == "multipart/encrypted":
            self.encrypted = True
            return []
        if kind in {"multipart/signed", "multipart/related"}:
            return payload[:1]
        if kind == "multipart/alternative":
            plain = [part for part in payload if _kind(part) == "text/plain" and _text(part)[0].strip()]
            if plain:
                self.beside.extend(part for part in payload if _kind(part) == "text/html")
            return plain[-1:] or [part for part in payload if _kind(part) != "text/plain"][-1:]
        return payload

    def _leaf(self, part: Message, kind: str) -> None:
        name = _file_name(part)
        attached = _first(part, "content-disposition").lower().startswith(b"attachment") or bool(name)
        if kind in {"message/rfc822", "message/global"}:
            self.notes.append(Note("forwarded"))
        elif kind in {"application/ms-tnef", "application/vnd.ms-tnef"} or name.lower() == "winmail.dat":
            self.notes.append(Note("winmail"))
        elif kind == "text/calendar":
            self.notes.append(Note("calendar"))
        elif kind in {"application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"}:
            self.encrypted = True
        elif kind in {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}:
            return
        elif attached or not kind.startswith("text/"):
            self.notes.append(Note("attachment", name or kind))
            named = name.lower().endswith(".txt") and (kind.startswith("text/") or kind in _ANY_FILE)
            if kind == "text/plain" or named:
                self.attached.append((name or kind, _text(part)[0]))
        else:
            self._inline_text(part, kind)

    def _inline_text(self, part: Message, kind: str) -> None:
        text, as_declared = _text(part)
        if not as_declared and text.strip() and not text.isascii():
            self.notes.append(Note("charset"))
        (self.html if kind == "text/html" else self.plain).append(text)


_ANY_FILE = frozenset({"application/octet-stream", "application/x-unknown", "application/text"})
"""What clients call a file of text that they know nothing of but its name."""


def _first(part: Message, name: str) -> bytes:
    """A header's raw value, or nothing: compat32 hands raw values out where get() would decode."""
    for key, value in part.raw_items():
        if key.lower() == name:
            return str(value).encode("utf-8", "surrogateescape")
    return b""


def _kind(part: Message) -> str:
    value = re.sub(rb"\([^()]*\)", b"", _first(part, "content-type")).split(b";")[0].strip().lower()
    kind = value.decode("ascii", "replace")
    if kind.startswith("multipart/") and not part.is_multipart():
        return "text/plain"  # it names no boundary, or none that occurs
    if re.fullmatch(r"[\w.+-]+/[\w.+-]+", kind):
        return kind
    return "multipart/mixed" if part.is_multipart() else "text/plain"


def parameter(value: bytes, name: str) -> bytes:
    """A parameter of a MIME header, in plain, RFC 2231 or outright broken form."""
    pattern = rb";\s*%s\*?(?:0\*?)?\s*=\s*(?:\"([^\"]*)\"?|([^\s;]+))" % re.escape(name.encode())
    match = re.search(pattern, value, re.IGNORECASE)
    return (match[1] if match[1] is not None else match[2]) if match else b""


def _file_name(part: Message) -> str:
    for header, name in (("content-disposition", "filename"), ("content-type", "name")):
        value = parameter(_first(part, header), name)
        if value:
            return unencoded(value.rpartition(b"''")[2])[:100]
    return ""


def _text(part: Message) -> tuple[str, bool]:
    """A part's text, and whether its character set was as declared."""
    content_type = _first(part, "content-type")
    data = _bytes(part)
    charset = parameter(content_type, "charset").decode("ascii", "replace") or None
    text, as_declared = decode(data, charset)
    text = clean(text)
    if parameter(content_type, "format").lower() == b"flowed":
        text = unflowed(text, parameter(content_type, "delsp").lower() == b"yes")
    return text, as_declared


def _bytes(part: Message) -> bytes:
    """A part's content with its transfer encoding taken off; only this form of get_payload leaves the bytes alone."""
    try:
        data = part.get_payload(decode=True)
    except Exception:  # a transfer encoding that the library can't take off: read what is there
        log.info("a part could not be decoded", exc_info=True)
        data = None
    return data if isinstance(data, bytes) else b""


FLOWED_WIDTH = 60


def unflowed(text: str, del_space: bool) -> str:
    """Join the lines that format=flowed has wrapped (RFC 3676).

    Only where the next word would not have fitted: people type spaces at the end of an order, and by the letter of the
    RFC that would glue the next order to it.
    """
    result: list[list[str]] = []
    open_line, depth, width = False, 0, 0
    for raw in text.split("\n"):
        quotes = len(raw) - len(raw.lstrip(">"))
        content = raw[quotes:].removeprefix(" ")
        goes_on = open_line and quotes == depth and content.strip() and content != "-- "
        if goes_on and width + _width(content.split(maxsplit=1)[0]) > FLOWED_WIDTH:
            if del_space:
                result[-1][-1] = result[-1][-1][:-1]
            result[-1].append(content)
            width += _width(content)
        else:
            line = f"{'>' * quotes} {content}" if quotes else content
            result.append([line])
            depth, width = quotes, _width(line)
        open_line = content.endswith(" ") and content != "-- "
    return "\n".join("".join(pieces) for pieces in result)


def _width(text: str) -> int:
    return sum(2 if character > "\u1100" else 1 for character in text)
