"""Reading a bounce: did a mail of ours fail for good, which one, and why (RFC 3464, and the forms that others use)."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 200_000
ACTION = re.compile(rb"^action:\s*([a-z]+)", re.IGNORECASE | re.MULTILINE)
STATUS = re.compile(rb"^status:\s*([245]\.\d{1,3}\.\d{1,3})", re.IGNORECASE | re.MULTILINE)
DIAGNOSTIC = re.compile(
    rb"^diagnostic-code:\s*([^\r\n]{1,300}(?:\r?\n[ \t][^\r\n]{1,200}){0,3})", re.IGNORECASE | re.MULTILINE
)
ORIGINAL_ID = re.compile(rb"^>?\s{0,4}message-id:\s*(<[^<>\s]{3,250}>)", re.IGNORECASE | re.MULTILINE)
PERMANENT = re.compile(
    rb"\b5(?:\d\d[ -]5\.\d\.\d|\d\d[ -])|permanent|(?:does ?n[o']t|do not) exist|"
    rb"no such (?:user|address|mailbox|recipient)|"
    rb"user (?:unknown|not known)|unknown (?:user|recipient|address)|mailbox (?:unavailable|not found|full)|"
    rb"address (?:rejected|not found)|over quota|exceed(?:ing|ed|s) (?:their quota|(?:the )?(?:maximum|max)\b)|"
    rb"(?:could(?: not|n't)|can(?: not|not|'t)) be delivered|(?:was|were|been) (?:not|undeliverable|un-?able)|"
    rb"(?:un|not )able to deliver|not delivered|did not reach|delivery failed|not recogni[sz]ed|"
    rb"not listed in|"
    rb"invalid (?:final|recipient|address|user)|fails to locate|account (?:has been )?(?:disabled|closed|suspended)|"
    rb"host or domain name not found|recipients? failed|is not .{1,40}users?\b",
    re.IGNORECASE,
)
PASSING = re.compile(
    rb"will (?:retry|be retried|keep trying)|delayed|no action is required|still (?:trying|being retried)|"
    rb"do not need to resend",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Bounce:
    """`failed`: for good. `message_ids` are those named in it, the mail's own among them."""

    failed: bool
    why: str
    message_ids: tuple[str, ...]


def read(raw: bytes) -> Bounce:
    """Read a bounce's bytes; never raises."""
    text = raw[:LONGEST]
    body = text.partition(b"\r\n\r\n")[2] or text
    ids = dict.fromkeys(found.decode("ascii", "replace") for found in ORIGINAL_ID.findall(body))
    return Bounce(_failed(body), _why(body), tuple(ids)[:20])


def _failed(body: bytes) -> bool:
    """A report says so in fields; where there are none its words have to do."""
    actions = {found.lower() for found in ACTION.findall(body)}
    if actions:
        return bool(actions & {b"failed", b"failure", b"error"})
    if any(status.startswith(b"5") for status in STATUS.findall(body)):
        return True
    return PASSING.search(body) is None and PERMANENT.search(body) is not None


def _why(body: bytes) -> str:
    found = DIAGNOSTIC.search(body)
    status = STATUS.search(body)
    words = found[1] if found else status[1] if status else b"returned as undeliverable"
    return " ".join(words.decode("ascii", "replace").split())[:300]
