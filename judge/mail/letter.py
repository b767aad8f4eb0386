"""Bytes to a letter: who wrote it, what in his own words, and what was left aside. `parse` never raises."""

import email
import email.policy
import logging
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from judge.mail import automatic, body, bounces, guard, headers, quoting
from judge.mail.body import Note
from judge.mail.quoting import Line

log = logging.getLogger(__name__)

Unreadable = Literal["no sender", "several senders", "bad sender", "encrypted", "broken"]
SUBJECT_LENGTH = 500
MOST_COMPARED = 200
MOST_UNLIKE = 20
MOST_WORDS_BEFORE_A_FILE = 12
ATTACHED = re.compile(
    r"attach|anhang|angehängt|anbei|beigefügt|ci-joint|pièce jointe|adjunt|allegat|bijlage|bijgevoegd|anex|załącz|"
    r"влож|прилож|прикреп|添付|附件",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Letter:
    """An inbound mail after parsing. With `unreadable` set nothing else may be relied on but what is there."""

    sender: str | None = None
    name: str = ""
    to: tuple[str, ...] = ()
    subject: str = ""
    message_id: str | None = None
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    date: datetime | None = None
    automatic: bool = False
    why_automatic: str | None = None
    bounce: bool = False
    lines: tuple[Line, ...] = ()
    quoted: tuple[Line, ...] = ()
    ignored: tuple[Note, ...] = ()
    unreadable: Unreadable | None = None
    bounced: bounces.Bounce | None = None
    unlike: tuple[str, ...] = ()
    """Lines that only one of its plain text and its HTML has."""

    @property
    def text(self) -> str:
        """The person's own words."""
        return "\n".join(line.text for line in self.lines)


def parse(raw: bytes, *, mail_from: str | None = None, domain: str | None = None) -> Letter:
    """Read a letter. `mail_from` is the envelope's sender (empty: null return path), `domain` the judge's own."""
    try:
        return _parse(raw, mail_from, domain)
    except (Exception, RecursionError):  # CPython's parsers raise on mail that exists; the bytes are kept, so say so
        log.exception("a letter could not be parsed")
        return Letter(unreadable="broken")


def _parse(raw: bytes, mail_from: str | None, domain: str | None) -> Letter:
    crlf = guard.to_crlf(raw)
    values = _values(guard.split(crlf)[0])
    sender, name, trouble = _sender(values.get("from", []))
    why = automatic.why_automatic(values, sender, mail_from, domain)
    found = body.read(email.message_from_bytes(crlf.replace(b"\r\n", b"\n"), policy=email.policy.compat32))
    text, other = quoting.split(found.text), quoting.split(found.other)
    if other.own and not text.own:  # "your program can't show this letter", or nothing but a signature
        text, other = other, quoting.split("")
        found.notes.append(Note("html"))
    left = text.left
    if found.attached is not None and (not text.own or _points_to_a_file(text.own)):
        text = _with_file(text, found)
    notes = [*found.notes, *(Note(kind) for kind in (*left, *text.left))]
    if found.encrypted and not text.own and trouble is None:
        trouble = "encrypted"
    bounce = automatic.is_bounce(values, sender, mail_from)
    references = headers.message_ids(b" ".join(values.get("references", ())))
    answered = headers.message_ids(b" ".join(values.get("in-reply-to", ())))
    return Letter(
        sender=sender,
        name=name,
        to=tuple(address for value in _recipients(values) for _, address in headers.addresses(value)),
        subject=automatic.first(values, "subject")[:SUBJECT_LENGTH],
        message_id=next(iter(headers.message_ids(b" ".join(values.get("message-id", ())))), None),
        in_reply_to=answered[0] if answered else None,
        references=references,
        date=headers.date(values["date"][0]) if "date" in values else None,
        automatic=why is not None,
        why_automatic=why,
        bounce=bounce,
        lines=text.own,
        quoted=text.quoted,
        ignored=tuple(dict.fromkeys(notes)),
        unreadable=trouble,
        bounced=bounces.read(crlf, found.text) if bounce else None,
        unlike=_unlike(text, other),
    )


def _points_to_a_file(own: tuple[Line, ...]) -> bool:
    """Whether the few words of a letter say that what counts is attached: then a file of text is read behind them."""
    return len(own) <= MOST_WORDS_BEFORE_A_FILE and any(ATTACHED.search(line.text) for line in own)


def _with_file(text: quoting.Split, found: body.Body) -> quoting.Split:
    """A person's own words and behind them those of the file of text that came with them."""
    assert found.attached is not None  # noqa: S101 - the caller looked
    name, words = found.attached
    found.notes = [note for note in found.notes if note != Note("attachment", name)]
    file = quoting.split(words)
    after = max((line.number for line in (*text.own, *text.quoted)), default=0)
    moved = tuple(Line(line.number + after, line.text) for line in file.own)
    return quoting.Split((*text.own, *moved), (*text.quoted, *file.quoted), file.left)


def _unlike(text: quoting.Split, other: quoting.Split) -> tuple[str, ...]:
    """Lines of a person's own words that one version of his letter has and the other has not, anywhere."""
    if not other.own:
        return ()
    found: list[str] = []
    for one, another in ((other, text), (text, other)):
        whole = _letters("".join(line.text for line in (*another.own, *another.quoted)))
        found += [line.text[:200] for line in one.own[:MOST_COMPARED] if _letters(line.text) not in whole]
    return tuple(found[:MOST_UNLIKE])


def _letters(text: str) -> str:
    """What of a text is the same however it is wrapped, set and decorated."""
    return "".join(filter(str.isalnum, text.casefold()))


def _values(head: bytes) -> dict[str, list[bytes]]:
    values: dict[str, list[bytes]] = {}
    for field in guard.fields(head):
        name, colon, value = field.partition(b":")
        if colon:
            values.setdefault(name.strip().lower().decode("ascii", "replace"), []).append(
                value.replace(b"\r\n", b"").strip()
            )
    return values


def _recipients(values: dict[str, list[bytes]]) -> list[bytes]:
    return [*values.get("to", ()), *values.get("cc", ())]


def _sender(fields: list[bytes]) -> tuple[str | None, str, Unreadable | None]:
    """Exactly one From with exactly one address: of two, one is a forger's, and which is anybody's guess."""
    if not fields:
        return None, "", "no sender"
    if len(fields) > 1 or headers.entries(fields[0]) > 1:
        return None, "", "several senders"
    found = headers.addresses(fields[0])
    if not found or not found[0][1].isascii():  # an address that our answer could not reach
        return None, "", "bad sender"
    name, address = found[0]
    return address, name[:100], None
