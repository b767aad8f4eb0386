"""Pure checks on the bytes of a message, cheap enough for the accept path, and the fingerprint that tells copies.

Nothing here uses the email package: its parser takes seconds for 100,000 parts in 976 KiB, recurses for nested parts
and grows quadratically with long headers (CPython 136063), so those are refused before anybody parses them.
"""

import hashlib
import re
from dataclasses import dataclass

from judge.mail import replies
from judge.mail.replies import Reply

HEADER_NAME = re.compile(rb"[!-9;-~]+[ \t]*:")  # RFC 5322 section 2.2: printable ASCII but the colon
MESSAGE_ID_LIMIT = 998  # one line of RFC 5322; an index of PostgreSQL takes no more than 2,704 octets
CONTENT_HEADERS = (b"from", b"to", b"subject", b"date", b"in-reply-to")


@dataclass(frozen=True, slots=True)
class ByteLimits:
    """How much of everything one message may have. Real mail stays far below each of these."""

    header_block: int = 64 * 1024
    header: int = 8 * 1024
    headers: int = 1000
    received: int = 20
    boundary_lines: int = 500
    multiparts: int = 40


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What makes two arrivals one letter. `key` None: nothing does, every arrival is a new letter."""

    message_id: str | None
    content: str
    key: str | None


def to_crlf(raw: bytes) -> bytes:
    """A message from a file or a pipe as it would have come over the wire: every line ended by CR LF."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", b"\r\n")


def has_bare_newline(raw: bytes) -> bool:
    """Is there a CR or LF that is not part of CR LF? Such bytes are how one message smuggles in another."""
    pairs = raw.count(b"\r\n")
    return raw.count(b"\n") != pairs or raw.count(b"\r") != pairs


def split(raw: bytes) -> tuple[bytes, bytes]:
    """The header block (with its last line end) and the body."""
    if raw.startswith(b"\r\n"):
        return b"", raw[2:]
    head, gap, body = raw.partition(b"\r\n\r\n")
    return (head + b"\r\n", body) if gap else (raw, b"")


def fields(head: bytes) -> list[bytes]:
    """The header fields, each with its continuation lines, unfolded to nothing: bytes as they came."""
    found: list[bytes] = []
    for line in head.split(b"\r\n"):
        if line[:1] in (b" ", b"\t") and found:
            found[-1] += b"\r\n" + line
        elif line:
            found.append(line)
    return found


def check(raw: bytes, limits: ByteLimits | None = None) -> Reply | None:
    """Refuse what no honest client sends; None lets the message in."""
    caps = limits or ByteLimits()
    if b"\0" in raw:
        return replies.BAD_BYTES
    if has_bare_newline(raw):
        return replies.BARE_NEWLINE
    head, body = split(raw)
    if len(head) > caps.header_block:
        return replies.HEADER_TOO_BIG
    return _check_head(head, caps) or _check_parts(raw, body, caps)


def _check_head(head: bytes, caps: ByteLimits) -> Reply | None:
    if not head or head[:1] in b" \t":
        return replies.BAD_HEADER
    found = fields(head)
    if len(found) > caps.headers or max(map(len, found)) > caps.header:
        return replies.HEADER_TOO_BIG
    if found[0].startswith(b"From "):  # the mbox line that some pipes leave on top
        found = found[1:]
    if not all(HEADER_NAME.match(field) for field in found):
        return replies.BAD_HEADER
    hops = sum(field[:9].lower() == b"received:" for field in found)
    return replies.LOOP if hops > caps.received else None


def _check_parts(raw: bytes, body: bytes, caps: ByteLimits) -> Reply | None:
    """Bound what the MIME parser will meet: each part needs a delimiter line, each level a multipart of its own."""
    if body.count(b"\n--") <= caps.boundary_lines and len(raw) < 4096:
        return None
    lowered = raw.lower()
    levels = lowered.count(b"multipart/") + lowered.count(b"message/rfc822")
    if levels and (levels > caps.multiparts or body.count(b"\n--") > caps.boundary_lines):
        return replies.TOO_MANY_PARTS
    return None


def fingerprint(raw: bytes) -> Fingerprint:
    """Tell copies of one letter, also when they came over two relays.

    Headers that relays add (Received, Return-Path, DKIM-Signature, Authentication-Results …) stay out of the hash. A
    Message-ID alone is not enough: clients have re-used them for other words, and those would be lost.
    """
    head, body = split(raw if b"\r\n" in raw else to_crlf(raw))
    values: dict[bytes, list[bytes]] = {}
    for field in fields(head):
        name, _, value = field.partition(b":")
        values.setdefault(name.strip().lower(), []).append(b" ".join(value.split()))
    digest = hashlib.sha256()
    for name in CONTENT_HEADERS:
        for value in values.get(name, ()):
            digest.update(b"%s:%d:%s\n" % (name, len(value), value))
    digest.update(b"\n" + body.rstrip(b"\r\n"))
    content = digest.hexdigest()
    message_id = next((value for value in values.get(b"message-id", ()) if value), None)
    if message_id is not None:
        key = hashlib.sha256(message_id + b"\n" + content.encode()).hexdigest()
        return Fingerprint(message_id.decode("ascii", "backslashreplace")[:MESSAGE_ID_LIMIT], content, key)
    return Fingerprint(None, content, content if any(values.get(b"date", ())) else None)
