"""The certificate for STARTTLS, read again when the operator's renewal has replaced it."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path

log = logging.getLogger(__name__)


class Certificate:
    """A server's TLS context from PEM files. Raises OSError or ssl.SSLError (an OSError too) where they don't fit."""

    def __init__(self, chain: Path, key: Path | None = None) -> None:
        self._chain, self._key = chain, key
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._state = self._looked()
        self.context.load_cert_chain(chain, key)

    def renew(self) -> None:
        """Take new files up; sessions that begin from now on get them. A bad pair leaves the old one in use."""
        try:
            state = self._looked()
            if state == self._state:
                return
            self._state = state
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(self._chain, self._key)
            self.context.load_cert_chain(self._chain, self._key)
            log.info("the certificate was read again")
        except OSError as error:
            log.warning("the new certificate can't be used: %s", error)

    def _looked(self) -> tuple[int, ...]:
        return tuple(path.stat().st_mtime_ns for path in (self._chain, self._key) if path is not None)
