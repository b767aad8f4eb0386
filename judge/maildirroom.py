"""Mails put into a Maildir by a process of its own: the parent's side of `judge.maildirchild`."""

from __future__ import annotations

import json
from pathlib import Path

from judge.child import ROOT, Child
from judge.mail.delivery import Outcome, checked_name

_CHILD = ROOT / "judge" / "maildirchild.py"


class MaildirRoom:
    """A `Carrier` that hands mails to one long-lived child, which is replaced when it dies.

    A mail takes half a dozen steps in the file system. In a busy judge each waits for its turn among the threads, up to
    five milliseconds; all together they held up the answers more than making them did.
    """

    def __init__(self, maildir: Path, unmarked: int) -> None:
        self._maildir = maildir
        self.unmarked = unmarked
        self._held: list[tuple[str, str, bytes]] = []
        self._child: Child | None = None

    def __call__(self, raw: bytes, recipient: str, name: str, return_path: str = "") -> Outcome:  # noqa: ARG002
        self._held.append((checked_name(name), recipient, raw))
        return Outcome("sent", "in the Maildir")

    def settle(self) -> None:
        """The mails are synced and shown under their names. Raises OSError: then all of them have to come again."""
        held, self._held = self._held, []
        if not held:
            return
        if self._child is None or self._child.ended:
            self.close()
            self._child = Child(_CHILD, str(self._maildir))
        named = [(name, recipient, len(raw)) for name, recipient, raw in held]
        try:
            self._child.tell(json.dumps(named).encode("ascii"), *(raw for _, _, raw in held))
            trouble = self._child.answer()
        except (OSError, EOFError, ValueError) as error:
            self.close()
            raise ConnectionError("the process that puts mails into the Maildir has ended") from error
        if trouble is not None:
            raise OSError(*trouble)

    def rest(self) -> None:
        """Nothing is held."""

    def close(self) -> None:
        """End the child."""
        child, self._child = self._child, None
        if child is not None:
            child.end()
