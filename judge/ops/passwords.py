"""Password hashing with argon2, and a small memory of right answers: a password in each letter costs nothing twice."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections import OrderedDict

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

_REMEMBERED = 4096
LONGEST = 200


class Argon2Passwords:
    """`judge.usecases.ports.Passwords`. What is remembered is keyed with a random key of this process."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # OWASP's minimum for argon2id
        self._key = secrets.token_bytes(32)
        self._known: OrderedDict[bytes, None] = OrderedDict()
        self._lock = threading.Lock()

    def hash(self, secret: str) -> str:
        hashed = self._hasher.hash(secret[:LONGEST])
        self._remember(self._fingerprint(hashed, secret))  # the next letter brings it
        return hashed

    def matches(self, hashed: str, secret: str) -> bool:
        fingerprint = self._fingerprint(hashed, secret)
        with self._lock:
            if fingerprint in self._known:
                self._known.move_to_end(fingerprint)
                return True
        try:
            self._hasher.verify(hashed, secret[:LONGEST])
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return False
        self._remember(fingerprint)
        return True

    def _fingerprint(self, hashed: str, secret: str) -> bytes:
        return hmac.digest(self._key, f"{hashed}\0{secret}".encode("utf-8", "surrogatepass"), "sha256")

    def _remember(self, fingerprint: bytes) -> None:
        """A changed password has another hash, so nothing remembered is ever wrong; the oldest are forgotten."""
        with self._lock:
            self._known[fingerprint] = None
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
