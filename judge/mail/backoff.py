"""When a mail that could not be sent is tried again."""

MINUTE, HOUR = 60, 3600
TABLE = (1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 1 * HOUR, 2 * HOUR, 4 * HOUR)
GIVE_UP_AFTER = 3 * 24 * HOUR  # RFC 5321 section 4.5.4.1 asks for four or five days; orders are stale by then


def backoff(attempt: int) -> int:
    """Seconds to wait after this many failed attempts (the first failure is 1)."""
    return TABLE[min(max(attempt, 1), len(TABLE)) - 1]


def exhausted(attempt: int) -> bool:
    """Have three days of trying gone by after this many failed attempts?"""
    return sum(backoff(number) for number in range(1, attempt + 1)) > GIVE_UP_AFTER
