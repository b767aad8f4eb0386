"""How much one peer, one session and one message may ask of the listener."""

from dataclasses import dataclass, field

from judge.mail.guard import ByteLimits


@dataclass(frozen=True, slots=True)
class Limits:
    """aiosmtpd sets none of these itself: 5,000 recipients and 1,500 idle connections were accepted without them."""

    size: int = 1024 * 1024
    recipients: int = 20
    connections: int = 2000
    connections_per_address: int = 50
    neighbours: frozenset[str] = frozenset({"127.0.0.1", "::1", "local"})  # our own relays: counted in all only
    commands: int = 2000
    session_seconds: float = 900.0
    idle_seconds: float = 120.0
    errors: int = 3
    misses: int = 20  # unknown recipients, who are also what a guesser of tokens produces
    miss_seconds: float = 3600.0  # how long they are held against a peer
    batch: int = 500
    line: int = 64 * 1024
    message: ByteLimits = field(default_factory=ByteLimits)
