"""When a mail that could not be sent is tried again."""

MINUTE, HOUR = 60, 3600
TABLE = (1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 1 * HOUR, 2 * HOUR, 4 * HOUR)


def backoff(attempt: int) -> int:
    """Seconds to wait after this many failed attempts (the first failure is 1)."""
    return TABLE[min(max(attempt, 1), len(TABLE)) - 1]
