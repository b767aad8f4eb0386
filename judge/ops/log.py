"""Logs: one line each on standard error, with the id that leads from a letter to its mails. Secrets never get here."""

from __future__ import annotations

import logging
import sys


def start_logging(level: str = "INFO") -> None:
    """Console lines for a terminal or the journal."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("alembic", "asyncio"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))
    # a bell that rings while the last one is answered is skipped, which is as it should be
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
    logging.getLogger("mail.log").setLevel(logging.ERROR)  # aiosmtpd's: below that it repeats what strangers said
