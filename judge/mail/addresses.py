"""The judge's own addresses, and the keyed tokens that stand in them.

A seat's mail carries a Reply-To such as `kings+<token>@judge.example`: whoever answers it needs neither SIGNON nor
password. Clients lower-case local parts and providers refuse more than 64 octets of them (RFC 5321 section
4.5.3.1.1), so a token is lower-case base32 and short.
"""

import hashlib
import hmac
import re
from base64 import b32decode, b32encode
from dataclasses import dataclass
from typing import Literal

RESERVED = frozenset({"judge", "postmaster", "abuse", "bounce", "mailer-daemon", "noreply", "master"})
LOCAL_PART_LIMIT = 64
TOKEN_BYTES = 16  # 128 bits are 26 letters: the longest game name, a plus and a token make 57 octets
NUMBER_BYTES = 4
NUMBERED_LENGTH = 32  # 20 bytes in base32, without padding
GAME_NAME = re.compile(r"[a-z][a-z0-9_-]{1,29}")
TOKEN = re.compile(r"[a-z2-7]{16,33}")
OPERATOR_NAMES = frozenset({"postmaster", "abuse"})

RouteKind = Literal["judge", "game", "operator", "bounce"]
Purpose = Literal["confirm", "bounce", "stop"]


@dataclass(frozen=True, slots=True)
class Route:
    """Where a recipient address leads: to the judge, to one game, to the operator, or a mail of ours came back."""

    kind: RouteKind
    game: str | None = None
    token: str | None = None


def is_game_name(name: str) -> bool:
    """May a game be called this? Names are case-blind, so the lower-case form is judged."""
    lowered = name.lower()
    return GAME_NAME.fullmatch(lowered) is not None and lowered not in RESERVED


def parse_address(rcpt: str, domain: str) -> Route | None:
    """Read a recipient address; None means that it is none of ours and is refused in the dialogue.

    Anything clever (source routes, the percent hack, quoted local parts, address literals) fails to match, which
    is what keeps the judge from being a relay.
    """
    if rcpt.lower() == "postmaster":  # the one address that needs no domain (RFC 5321 section 4.5.1)
        return Route("operator")
    local, at, host = rcpt.lower().rpartition("@")
    if not at or host != domain.lower() or len(local.encode("utf-8", "surrogatepass")) > LOCAL_PART_LIMIT:
        return None
    name, plus, token = local.partition("+")
    if plus and not TOKEN.fullmatch(token):
        return None
    if name in OPERATOR_NAMES:
        return None if plus else Route("operator")
    if name == "judge":
        return Route("judge", None, token or None)
    if name == "bounce":
        return Route("bounce", None, token) if token else None
    return Route("game", name, token or None) if is_game_name(name) else None


def reply_address(game: str | None, token: str, domain: str) -> str:
    """The address that a mail's Reply-To carries: of a game, or of the judge itself where there is no game."""
    name = (game or "judge").lower()
    if game is not None and not is_game_name(name):
        raise ValueError(f"not a game name: {game!r}")
    if not TOKEN.fullmatch(token):
        raise ValueError("not a token")
    return f"{name}+{token}@{domain}"


def token(secret: bytes, seat_id: int, version: int) -> str:
    """A seat's token: keyed, so that it can be made again from the seat; a higher version replaces a leaked one."""
    digest = hmac.digest(secret, b"seat token %d.%d" % (seat_id, version), "sha256")
    return b32encode(digest[:TOKEN_BYTES]).decode("ascii").rstrip("=").lower()


def numbered(secret: bytes, purpose: Purpose, number: int, message_id: str) -> str:
    """A keyed token that names one mail of ours: a question to be answered, a mail that may bounce or be stopped.

    It carries the mail's number and is sealed over its Message-ID too: numbers come again after a restore from an older
    copy, and a late answer to a mail that the store has lost must not be taken for one to its namesake.
    """
    head = number.to_bytes(NUMBER_BYTES, "big")
    said = b"%s token %s %s" % (purpose.encode(), head, message_id.encode())
    seal = hmac.digest(secret, said, "sha256")[:TOKEN_BYTES]
    return b32encode(head + seal).decode("ascii").rstrip("=").lower()


def number_in(token: str) -> int | None:
    """The number of the mail that a token may name; whether it does, `numbered` tells."""
    if len(token) != NUMBERED_LENGTH:
        return None
    return int.from_bytes(b32decode(token.upper())[:NUMBER_BYTES], "big")


def token_hash(token: str) -> str:
    """What the store keeps of a token. Unsalted: a token has 128 random bits, so there is nothing to guess at."""
    return hashlib.sha256(token.lower().encode("ascii", "replace")).hexdigest()
