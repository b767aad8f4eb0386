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
    rb"no (?:such|valid) (?:user|address|mailbox|recipient)s?|"
    rb"user (?:unknown|not known)|unknown (?:user|recipient|address|host)|mailbox (?:unavailable|not found|full)|"
    rb"(?:address|recipient|e?mail) (?:rejected|not found|is wrong|is (?:not|no longer) valid)|"
    rb"over (?:(?:its|their|the|disk|storage) )*quota|"
    rb"exceed(?:ing|ed|s) (?:their quota|allowed size|(?:the )?(?:maximum|max)\b)|"
    rb"(?:could(?: not|n't)|can(?: not|not|'t)) be delivered|(?:was|were|been) (?:not|undeliverable|un-?able)|"
    rb"(?:un|not )able to deliver|not (?:been )?delivered|did not (?:reach|exactly match)|"
    rb"delivery (?:failed|impossible)|"
    rb"not recogni[sz]ed|undeliverable +to|recipients? was aborted|could not find a (?:gateway|route)|not listed in|"
    rb"invalid (?:final|recipient|address|user)|fails to locate|account (?:has been )?(?:disabled|closed|suspended)|"
    rb"host or domain name not found|recipients? failed|is not .{1,40}users?\b|"
    rb"nicht zugestellt werden|existiert nicht|pas pu .{1,2}tre|n'existe pas|no (?:se )?ha podido|no existe|"
    + (
        "配信できません|配送できません|送信できません|届きません|存在しません|見つかりません|无法发送|无法投递|不存在|無法傳遞|"
        "не существует|не удалось доставить"
    ).encode(),
    re.IGNORECASE,
)  # fmt: skip
PASSING = re.compile(
    rb"will (?:retry|be retried|keep trying|continue)|delayed|no action is required|still (?:trying|being retried)|"
    rb"do(?: not| n't|n't) need to resend|not yet been delivered|still undelivered",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Bounce:
    """`failed`: for good. `message_ids` are those named in it, the mail's own among them."""

    failed: bool
    why: str
    message_ids: tuple[str, ...]


def read(raw: bytes, words: str = "") -> Bounce:
    """Read a bounce's bytes; `words` is its text, decoded, where somebody has that. Never raises."""
    text = raw[:LONGEST]
    body = text.partition(b"\r\n\r\n")[2] or text
    ids = dict.fromkeys(found.decode("ascii", "replace") for found in ORIGINAL_ID.findall(body))
    spoken = b" ".join(b"\n".join((body, words[:LONGEST].encode("utf-8", "replace"))).split())
    return Bounce(_failed(body, spoken), _why(body), tuple(ids)[:20])


def _failed(body: bytes, spoken: bytes) -> bool:
    """A report says so in fields; where there are none its words have to do, across line ends."""
    actions = {found.lower() for found in ACTION.findall(body)}
    if actions:
        return bool(actions & {b"failed", b"failure", b"error"})
    if any(status.startswith(b"5") for status in STATUS.findall(body)):
        return True
    return PASSING.search(spoken) is None and PERMANENT.search(spoken) is not None


def _why(body: bytes) -> str:
    found = DIAGNOSTIC.search(body)
    status = STATUS.search(body)
    words = found[1] if found else status[1] if status else b"returned as undeliverable"
    return " ".join(words.decode("ascii", "replace").split())[:300]
