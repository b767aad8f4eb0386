"""Reading the arguments of MAIL and RCPT.

By a strict pattern and not with the email package, whose address parser recurses and costs more than the rest of the
command.
"""

import re

from judge.mail import replies
from judge.mail.replies import Reply

PATH = re.compile(r"\s*<((?:\"(?:[^\"\\]|\\.)*\"|[^\s<>\"])*)>(?:\s+(.*))?", re.DOTALL)
MAIL_PARAMETERS = frozenset({"SIZE", "BODY", "SMTPUTF8"})
BODIES = frozenset({"7BIT", "8BITMIME"})


def path(arg: str | None, keyword: str) -> tuple[str | None, str]:
    """The address between the angle brackets and the parameters after it; None when it can't be read."""
    if arg is None or arg[: len(keyword)].upper() != keyword:
        return None, ""
    match = PATH.fullmatch(arg[len(keyword) :])
    if match is None or any(character < " " or "\x7f" <= character < "\xa0" for character in match[1]):
        return None, ""
    return match[1], (match[2] or "").strip()


def mail_refusal(address: str | None, parameters: str, size: int) -> Reply | None:
    """Why MAIL is refused, or None."""
    if address is None or (address and "@" not in address):
        return replies.BAD_SENDER
    given = parameters.upper().split()
    if not address.isascii() and ("SMTPUTF8" not in given or not address.isprintable()):
        return replies.BAD_SENDER  # RFC 6531 section 3.4; octets that are no UTF-8 came as surrogates
    for parameter in given:
        name, _, value = parameter.partition("=")
        if name not in MAIL_PARAMETERS:
            return replies.UNKNOWN_PARAMETER
        if (name == "BODY" and value not in BODIES) or (name == "SIZE" and not value.isdecimal()):
            return replies.BAD_ARGUMENT
        if name == "SIZE" and len(value) < 20 and int(value) > size:
            return replies.TOO_BIG
    return None
