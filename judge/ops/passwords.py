"""Password hashing with argon2, and a small memory of right answers: a password in each letter costs nothing twice."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import OrderedDict

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

_REMEMBERED = 1024
LONGEST = 200


class Argon2Passwords:
    """`judge.usecases.ports.Passwords`. What is remembered is keyed with a random key of this process."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # OWASP's minimum for argon2id
        self._key = secrets.token_bytes(32)
        self._known: OrderedDict[bytes, None] = OrderedDict()
        self._lock = threading.Lock()

    def hash(self, secret: str) -> str:
        return self._hasher.hash(secret[:LONGEST])

    def matches(self, hashed: str, secret: str) -> bool:
        fingerprint = hmac.new(self._key, f"{hashed}\0{secret}".encode(), hashlib.sha256).digest()
        with self._lock:
            if fingerprint in self._known:
                self._known.move_to_end(fingerprint)
                return True
        try:
            self._hasher.verify(hashed, secret[:LONGEST])
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return False
        with self._lock:
            self._known[fingerprint] = None
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return True
