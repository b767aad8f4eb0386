"""Name lookups for proofs of identity: one question, one answer, never longer than it was given time for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import dns.exception
import dns.resolver

Record = str | tuple[int, str] | tuple[bytes, ...]


class NoAnswerNow(Exception):  # noqa: N818 - reads as what happened
    """The name server could not be asked; another time it may answer."""


class Dns(Protocol):
    """Looks a name up. TXT gives tuples of byte strings, A and AAAA addresses, MX (preference, host), PTR names."""

    def __call__(self, name: str, kind: str, seconds: float) -> Sequence[Record]: ...


class SystemDns:
    """The machine's own name servers, with a small cache."""

    def __init__(self) -> None:
        self._resolver: dns.resolver.Resolver | None = None

    def __call__(self, name: str, kind: str, seconds: float) -> Sequence[Record]:
        """The records of a kind; none where there are none. Raises NoAnswerNow."""
        try:
            answer = self._ready().resolve(name, kind, lifetime=max(0.1, seconds), search=False)
        except (dns.resolver.NoAnswer, dns.resolver.NXDOMAIN, dns.resolver.YXDOMAIN):
            return []
        except (dns.exception.DNSException, OSError, ValueError) as error:
            raise NoAnswerNow(f"{kind} {name}: {type(error).__name__}") from error
        return [_record(kind, data) for data in answer]

    def _ready(self) -> dns.resolver.Resolver:
        # made on first use: trial mode asks nobody, also where there is no resolv.conf
        if self._resolver is None:
            self._resolver = dns.resolver.Resolver()
            self._resolver.cache = dns.resolver.LRUCache(2000)
        return self._resolver


def _record(kind: str, data: object) -> Record:
    if kind == "TXT":
        return tuple(data.strings)  # type: ignore[attr-defined]
    if kind == "MX":
        return data.preference, data.exchange.to_text(omit_final_dot=True)  # type: ignore[attr-defined]
    if kind == "PTR":
        return str(data.target.to_text(omit_final_dot=True))  # type: ignore[attr-defined]
    return str(data.address)  # type: ignore[attr-defined]
