"""The child that puts mails into a Maildir, so that each of its many steps need not wait for a thread of the judge's.

Run as a file with the folder of the package and the Maildir. A frame in: JSON with the name, the recipient and the size
of each mail, and then their bytes. A frame out: null when all of them are safe and shown; the number and the words of
the operating system's error otherwise, and then all of them have to come again. The child ends when standard input
does, and by no signal that its parent gets as well: the mails in hand are finished.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

Mails = Sequence[tuple[str, str, bytes]]
"""Names, recipients and bytes."""


def main() -> int:
    """Serve frames until standard input ends."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.path.insert(0, sys.argv[1])
    from judge.child import packed  # noqa: PLC0415 - the path is known only now

    folder, sink = Path(sys.argv[2]), sys.stdout.buffer
    with suppress(BrokenPipeError):
        while (mails := _mails(sys.stdin.buffer)) is not None:
            sink.write(packed(json.dumps(_put(mails, folder)).encode("ascii")))
            sink.flush()
    return 0


def _mails(source: IO[bytes]) -> Mails | None:
    """What the judge wants to be put there; None at the end. Half a mail, of a judge that was killed, is none."""
    from judge.child import asked  # noqa: PLC0415

    named = asked(source)
    if named is None:
        return None
    mails = [(name, recipient, source.read(size)) for name, recipient, size in named]
    return mails if sum(len(raw) for _, _, raw in mails) == sum(size for _, _, size in named) else None


def _put(mails: Mails, folder: Path) -> tuple[int | None, str | None] | None:
    from judge.mail.delivery import Maildir  # noqa: PLC0415

    try:
        with _alone(folder):
            maildir = Maildir(folder)
            for name, recipient, raw in mails:
                maildir.put(raw, recipient, name)
            maildir.settle()
    except OSError as error:
        return error.errno, error.strerror
    return None


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait for the child of a judge that was killed: it may still be putting the same mails there."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


if __name__ == "__main__":
    sys.exit(main())
