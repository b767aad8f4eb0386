"""Is a letter a machine's? Such letters are never orders and never answered (RFC 3834, RFC 5321 section 4.5.5)."""

import re
from collections.abc import Mapping, Sequence

from judge.mail.headers import unencoded

Values = Mapping[str, Sequence[bytes]]

DAEMONS = re.compile(
    r"(?:mailer-daemon|postmaster|daemon|mail-?daemon|no-?reply|do-?not-?reply|noreply.*|bounces?(?:[+-].*)?|"
    r"majordomo|listserv|.*-(?:bounces|request|owner)|owner-.*|auto-?reply|autoresponder)",
    re.IGNORECASE,
)
BULK = frozenset({"bulk", "list", "junk", "auto_reply", "auto-reply"})
MARKS = (  # headers whose mere presence says that a program wrote or relayed the letter
    "list-id", "list-post", "x-auto-response-suppress", "x-autoreply", "x-autorespond", "x-autoresponder",
    "auto-reply", "x-failed-recipients", "x-judge-kind", "x-auto-reply-from", "x-mail-autoreply",
)  # fmt: skip
SUBJECT = re.compile(  # a player may well write "Out of office next week": the vague ones count only as a label
    r"automatic reply|auto(?:-| )?reply|auto(?:matic)?(?:-| )?response|vacation (?:reply|notice)|automatische antwort|"
    r"abwesenheits(?:notiz|meldung|assistent)|réponse automatique|respuesta automática|risposta automatica|"
    r"automatisch antwoord|afwezigheids(?:bericht|assistent)|resposta automática|odpowiedź automatyczna|autoodpowiedź|"
    r"автоматический ответ|автоответ|自动回复|自動回覆|自動応答|自動返信|不在通知|out of (?:the )?office auto-?reply|"
    r"(?:out of (?:the )?office|away from (?:my|the) (?:mail|office|desk)|absence du bureau|fuera de (?:la )?oficina|"
    r"fuori sede|fora do escritório|abwesend|afwezig)\s*(?:[:：]|$)",
    re.IGNORECASE,
)
FAILURE = re.compile(
    r"undeliver|delivery (?:status|fail|has failed|incomplete)|returned mail|failure notice|mail delivery|"
    r"unzustellbar|non remis|配信不能|delivery notification",
    re.IGNORECASE,
)


def why_automatic(values: Values, sender: str | None, mail_from: str | None, domain: str | None) -> str | None:
    """The sign that a machine sent it, in a word or two for the log; None for a person's letter."""
    if mail_from == "" or any(not value.strip(b"<> \t") for value in values.get("return-path", ())):
        return "null return path"
    auto = first(values, "auto-submitted").lower().split(";")[0].strip()
    if auto and auto != "no":
        return f"Auto-Submitted: {auto}"
    precedence = first(values, "precedence").lower()
    if precedence in BULK:
        return f"Precedence: {precedence}"
    for name in MARKS:
        if name in values:
            return name
    if b"multipart/report" in b" ".join(values.get("content-type", ())).lower():
        return "multipart/report"
    if sender and DAEMONS.fullmatch(sender.rpartition("@")[0]):
        return "sender is a program"
    if domain and first(values, "message-id").lower().rstrip("> ").endswith("@" + domain.lower()):
        return "our own mail"
    return "subject of an absence notice" if SUBJECT.match(first(values, "subject")) else None


def is_bounce(values: Values, sender: str | None) -> bool:
    """Does it report that a mail could not be delivered?"""
    kind = b" ".join(values.get("content-type", ())).lower()
    if (b"multipart/report" in kind and b"delivery-status" in kind) or "x-failed-recipients" in values:
        return True
    name = (sender or "").lower().partition("@")[0]
    return name in {"mailer-daemon", "postmaster", "mail-daemon"} and bool(FAILURE.search(first(values, "subject")))


def first(values: Values, name: str) -> str:
    """The first value of a header, decoded, or nothing."""
    found = values.get(name)
    return unencoded(found[0]) if found else ""
