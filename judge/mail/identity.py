"""What a letter proves about its From: DKIM or SPF aligned with it as DMARC has it (RFC 6376, 7208, 7489).

Where the judge is the MX it checks itself. Behind a relay it believes that relay's Authentication-Results (RFC 8601)
and nobody else's. A DKIM signature with `l=` counts as none: text can be added below what it covers.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import dkim
import dkim.util
import spf
from publicsuffixlist import PublicSuffixList

from judge.mail import guard, results_header
from judge.mail.dns import Dns, NoAnswerNow

log = logging.getLogger(__name__)
SECONDS = 5.0
"""All lookups for one letter together; a name server that is slow must not hold up everybody's mail."""
MOST_SIGNATURES = 5
LOCAL_PEERS = frozenset({"inject", "local"})
"""Mail that came through this machine's own pipe or socket: the MTA here is the relay."""


@dataclass(frozen=True, slots=True)
class Proof:
    """`how` is dkim, spf, relay or nothing. `once` names the signature: the same one in another letter is a replay."""

    how: str = ""
    once: str | None = None

    @property
    def authenticated(self) -> bool:
        return bool(self.how)


class Identity:
    """Checks letters. `trusted` are the authserv-ids of our own relay, `relays` the addresses it connects from."""

    def __init__(
        self,
        dns: Dns,
        *,
        trusted: Sequence[str] = (),
        relays: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._dns, self._clock = dns, clock
        self._trusted = frozenset(name.lower() for name in trusted)
        self._relays = frozenset(relays) | LOCAL_PEERS

    def check(self, raw: bytes, sender: str, mail_from: str, peer: str) -> Proof:
        """What proves that `sender`'s own provider sent this. Never raises: what can't be checked proves nothing."""
        domain = sender.rpartition("@")[2].lower()
        until = self._clock() + SECONDS
        try:
            if self._trusted and peer in self._relays:
                signed = self._relay_says(raw, domain)
                if signed is not None:
                    return signed
            return self._check(raw, domain, mail_from, peer, until)
        except Exception:  # libraries meet hostile input here
            log.exception("a letter's proofs could not be checked")
            return Proof()

    def _check(self, raw: bytes, domain: str, mail_from: str, peer: str, until: float) -> Proof:
        signatures = [value for name, value in _headers(raw) if name == "dkim-signature"]
        strict = self._strictness(domain, until) if signatures or peer not in self._relays else {}
        for number, value in enumerate(signatures[:MOST_SIGNATURES]):
            tags = _tags(value)
            signer = tags.get("d", "").lower()
            if self.aligned(signer, domain, strict=strict.get("adkim") == "s") and self._dkim_pass(raw, number, until):
                return Proof("dkim", _once(tags))
        if peer in self._relays or _is_here(peer):
            return Proof()  # the address that connected says nothing about who sent it
        bounce_domain = mail_from.rpartition("@")[2].lower()
        if self.aligned(bounce_domain, domain, strict=strict.get("aspf") == "s"):
            return Proof("spf") if self._spf_pass(mail_from, peer, until) else Proof()
        return Proof()

    def _relay_says(self, raw: bytes, domain: str) -> Proof | None:
        """The topmost results of our relay decide; None where it left none, which is no proof of anything."""
        for name, value in _headers(raw):
            if name != "authentication-results":
                continue
            read = results_header.parse(value.decode("utf-8", "replace"))
            if read is None or read.server.lower() not in self._trusted:
                continue
            return self._from_relay(raw, read.results, domain)
        return None

    def _from_relay(self, raw: bytes, results: Sequence[results_header.Result], domain: str) -> Proof:
        for result in results:
            if result.method == "dmarc":  # the relay has judged the alignment itself
                here = result.properties.get("header.from", domain).lower() == domain
                passed = result.value == "pass" and here
                return self._relayed(raw, results, domain) if passed else Proof()
        return self._relayed(raw, results, domain) if self._aligned_result(results, domain) else Proof()

    def _relayed(self, raw: bytes, results: Sequence[results_header.Result], domain: str) -> Proof:
        if any(result.method == "spf" and self._passes(result, domain) for result in results):
            return Proof("relay")
        for name, value in _headers(raw):
            tags = _tags(value) if name == "dkim-signature" else {}
            if tags and self.aligned(tags.get("d", "").lower(), domain):
                return Proof("relay", _once(tags)) if "l" not in tags else Proof()
        return Proof("relay")

    def _aligned_result(self, results: Sequence[results_header.Result], domain: str) -> bool:
        return any(self._passes(result, domain) for result in results)

    def _passes(self, result: results_header.Result, domain: str) -> bool:
        names = {"dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}.get(result.method, ())
        named = next((result.properties[name] for name in names if name in result.properties), "")
        return result.value == "pass" and self.aligned(named.rpartition("@")[2].lower(), domain)

    def aligned(self, one: str, other: str, *, strict: bool = False) -> bool:
        """Do two domains belong together: the same, or (relaxed) registered as one (RFC 7489 section 3.1)?"""
        if not one or not other:
            return False
        if one == other:
            return True
        first, second = _suffixes().privatesuffix(one), _suffixes().privatesuffix(other)
        return not strict and first is not None and first == second

    def _strictness(self, domain: str, until: float) -> dict[str, str]:
        """`adkim` and `aspf` of the domain's DMARC record, or of the domain it is registered under."""
        for name in dict.fromkeys((domain, _suffixes().privatesuffix(domain) or domain)):
            for text in self._texts(f"_dmarc.{name}", until):
                if text.startswith(b"v=DMARC1"):
                    return _tags(text)
        return {}

    def _texts(self, name: str, until: float) -> list[bytes]:
        try:
            found = self._ask(name, "TXT", until)
        except NoAnswerNow:
            return []
        return [b"".join(part for part in record if isinstance(part, bytes)) for record in found if _is_text(record)]

    def _ask(self, name: str, kind: str, until: float) -> Sequence[Any]:
        left = until - self._clock()
        if left <= 0:
            raise NoAnswerNow(name)
        return self._dns(name, kind, left)

    def _dkim_pass(self, raw: bytes, number: int, until: float) -> bool:
        def text_of(name: bytes | str, timeout: float = 0) -> bytes | None:  # noqa: ARG001 - dkimpy's shape
            host = name.decode("ascii", "replace") if isinstance(name, bytes) else name
            return next(iter(self._texts(host.rstrip("."), until)), None)

        tags = _tags([value for name, value in _headers(raw) if name == "dkim-signature"][number])
        if "l" in tags or not tags.get("a", "").endswith("sha256"):
            return False  # text may have been added; SHA-1 can be forged (RFC 8301)
        try:
            return bool(dkim.DKIM(raw, minkey=1024).verify(number, dnsfunc=text_of))
        except (dkim.DKIMException, ValueError, IndexError, KeyError, TypeError):
            return False

    def _spf_pass(self, mail_from: str, peer: str, until: float) -> bool:
        query = _SpfQuery(peer, mail_from, lambda name, kind: self._ask(name, kind, until))
        return bool(query.check()[0] == "pass")


class _SpfQuery(spf.query):  # type: ignore[misc]
    """pyspf with our name server: its own lookup is one function for the whole process."""

    def __init__(self, peer: str, mail_from: str, ask: Callable[[str, str], Sequence[Any]]) -> None:
        super().__init__(i=peer, s=mail_from, h=mail_from.rpartition("@")[2], querytime=SECONDS)
        self._ask = ask

    def dns(self, name: str, qtype: str, cnames: object = None, ignore_void: bool = False) -> list[Any]:
        del cnames
        host = str(name).rstrip(".").lower()
        if not all(0 < len(label) < 64 for label in host.split(".")):
            return []
        if (host, qtype) not in self.cache:
            try:
                self.cache[(host, qtype)] = list(self._ask(host, qtype)) if qtype != "SPF" else []
            except NoAnswerNow as error:
                raise spf.TempError(str(error)) from error
        found: list[Any] = self.cache[(host, qtype)]
        if not found and not ignore_void:
            self.void_lookups += 1
            if self.void_lookups > spf.MAX_VOID_LOOKUPS:  # RFC 7208 section 4.6.4
                raise spf.PermError(f"Void lookup limit of {spf.MAX_VOID_LOOKUPS} exceeded")
        return found


@cache
def _suffixes() -> PublicSuffixList:
    """The list takes a third of a second to read; trial mode never asks."""
    return PublicSuffixList()


def _headers(raw: bytes) -> list[tuple[str, bytes]]:
    found = []
    for field in guard.fields(guard.split(guard.to_crlf(raw))[0]):
        name, colon, value = field.partition(b":")
        if colon:
            found.append((name.strip().lower().decode("ascii", "replace"), value.replace(b"\r\n", b"").strip()))
    return found


def _tags(value: bytes) -> dict[str, str]:
    """`k=v; k=v` as DKIM and DMARC write it."""
    pairs = (part.partition("=") for part in value.decode("ascii", "replace").split(";"))
    return {name.strip().lower(): re.sub(r"\s+", "", text) for name, equals, text in pairs if equals}


def _once(tags: Mapping[str, str]) -> str:
    return hashlib.sha256(tags.get("b", "").encode()).hexdigest()[:32]


def _is_text(record: object) -> bool:
    return isinstance(record, tuple) and all(isinstance(part, bytes) for part in record)


def _is_here(peer: str) -> bool:
    """This machine, or no address at all."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return True
    return address.is_loopback or address.is_unspecified
