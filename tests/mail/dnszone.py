"""Names and a signing key for tests: a name server that is a table, and letters signed as a provider signs them."""

from __future__ import annotations

import base64
import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import dkim

from judge.mail.dns import NoAnswerNow, Record

KEY = Path(__file__).with_name("dkim_test.pem")


@cache
def public_key() -> bytes:
    """The TXT record that goes with the key."""
    made = subprocess.run(["openssl", "rsa", "-in", KEY, "-pubout", "-outform", "DER"], capture_output=True, check=True)
    return b"v=DKIM1; k=rsa; p=" + base64.b64encode(made.stdout)


class Zone:
    """The whole of DNS for a test. `broken` names can't be asked."""

    def __init__(self, *signing: str, **more: Sequence[Record]) -> None:
        self.records: dict[tuple[str, str], Sequence[Record]] = {}
        self.broken: set[str] = set()
        self.asked: list[str] = []
        for domain in signing:
            self.records[(f"s1._domainkey.{domain}", "TXT")] = [(public_key(),)]

    def text(self, name: str, *texts: str) -> Zone:
        self.records[(name, "TXT")] = [(text.encode(),) for text in texts]
        return self

    def __call__(self, name: str, kind: str, seconds: float) -> Sequence[Record]:
        self.asked.append(name)
        if name in self.broken or seconds <= 0:
            raise NoAnswerNow(name)
        return self.records.get((name.lower(), kind), [])


def signed(raw: bytes, domain: str, *, length: bool = False, headers: Sequence[bytes] | None = None) -> bytes:
    """The letter with a DKIM signature on top."""
    chosen = list(headers or [b"from", b"to", b"subject", b"message-id", b"date"])
    signature = dkim.sign(
        raw, b"s1", domain.encode(), KEY.read_bytes(), include_headers=chosen, length=length,
        canonicalize=(b"relaxed", b"relaxed"),
    )  # fmt: skip
    return re.sub(rb"\r?\n", b"\r\n", signature) + raw
