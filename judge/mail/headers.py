"""Header fields read by hand: encoded words, addresses, message ids. Never raises.

The standard library's header classes raise on mail that real clients send (CPython 94306, 151857), so raw values are
taken from the bytes and decoded here, each by itself.
"""

import binascii
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from judge.mail.charsets import decode

ENCODED_WORD = re.compile(rb"=\?([^?*\s]{1,40})(?:\*[^?\s]*)?\?([bBqQ])\?([^?]*)\?=")
BETWEEN_WORDS = re.compile(rb"(\?=)[ \t\r\n]+(?==\?[^?\s]{1,60}\?[bBqQ]\?)")
TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"?|<[^<>,]*>?|[(),;:]|[^"<(),;:]+', re.DOTALL)
QUOTED_PAIR = re.compile(r"\\(.)", re.DOTALL)
MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
ADDRESS = re.compile(r"[^\s<>\"(),:;\\@\[\]]{1,64}@[^\s<>\"(),:;\\@\[\]]{1,253}")
UNWANTED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
)
LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f]")


def clean(text: str) -> str:
    """Text without control, invisible and direction-changing characters; one kind of line end, plain spaces."""
    if text.isascii() and text.isprintable():
        return text
    return UNWANTED.sub("", SPACES.sub(" ", LINE_ENDS.sub("\n", text)))


def one_line(text: str) -> str:
    """The same on a single line."""
    return " ".join(clean(text).split())


def unencoded(value: bytes) -> str:
    """A header value with its RFC 2047 encoded words decoded, on one line.

    Neighbouring words of one character set are joined as bytes first: clients cut a UTF-8 or ISO-2022-JP sequence in
    the middle, which the RFC forbids and everybody does.
    """
    joined = BETWEEN_WORDS.sub(rb"\1", value)
    pieces: list[tuple[str | None, bytes]] = []
    position = 0
    for match in ENCODED_WORD.finditer(joined):
        if match.start() > position:
            pieces.append((None, joined[position : match.start()]))
        charset = match[1].decode("ascii", "replace").lower()
        data = _word(match[2], match[3])
        if pieces and pieces[-1][0] == charset and match.start() == position:
            pieces[-1] = (charset, pieces[-1][1] + data)
        else:
            pieces.append((charset, data))
        position = match.end()
    pieces.append((None, joined[position:]))
    return one_line("".join(decode(data, charset)[0] for charset, data in pieces))


def _word(encoding: bytes, data: bytes) -> bytes:
    if encoding in b"bB":
        return base64(data)
    return binascii.a2b_qp(data.replace(b"_", b" "), header=False)


def base64(data: bytes) -> bytes:
    """Base64 as mail has it: foreign characters skipped, missing padding made good, never an error."""
    letters = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    if len(letters) % 4 == 1:
        letters = letters[:-1]
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def addresses(value: bytes) -> list[tuple[str, str]]:
    """The addresses of a header value as (display name, address). What can't be read is left out.

    One pass over the characters, so that 3,000 opening parentheses cost nothing (they were a RecursionError).
    """
    found: list[tuple[str, str]] = []
    for entry in _entries(value):
        words, angle = entry
        address = angle if angle is not None else words.strip()
        address = address.strip().strip("'")
        if ADDRESS.fullmatch(address):
            name = words if angle is not None else ""
            found.append((unencoded(name.encode("utf-8", "surrogateescape")).strip(" '\""), address))
    return found


def entries(value: bytes) -> int:
    """How many mailboxes the value holds, readable or not."""
    return sum(bool(words.strip() or angle) for words, angle in _entries(value))


def _entries(value: bytes) -> list[tuple[str, str | None]]:
    """Cut a value into (words, what stood in angle brackets): quoted strings are words, comments nothing."""
    found: list[tuple[str, str | None]] = []
    words, angle, depth = "", None, 0
    for piece in TOKENS.findall(decode(value, "utf-8")[0] + ","):
        if piece in {"(", ")"}:
            depth = max(0, depth + (1 if piece == "(" else -1))
        elif piece in {",", ";"}:  # these end a comment that was never closed, too
            found.append((words, angle))
            words, angle, depth = "", None, 0
        elif depth:
            continue
        elif piece[0] == "<":
            angle = piece.strip("<>")
        elif piece[0] == '"':
            words += QUOTED_PAIR.sub(r"\1", piece.strip('"'))
        else:
            words = "" if piece == ":" and angle is None else words + piece  # a colon ends the name of a group
    return found


def message_ids(value: bytes) -> tuple[str, ...]:
    """Each `<id>` in the value; an id without its brackets is given them."""
    text = decode(value, "utf-8")[0]
    found = MESSAGE_ID.findall(clean(text))
    bare = one_line(text)
    if not found and bare and " " not in bare and len(bare) <= 250 and not set(bare) & set("<>"):
        return (f"<{bare}>",)
    return tuple(found[-50:])


def date(value: bytes) -> datetime | None:
    """What the Date header says, as UTC. It never decides anything: acceptance time does."""
    try:
        moment = parsedate_to_datetime(value.decode("ascii", "replace").strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return None
