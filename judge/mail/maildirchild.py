"""The child that puts mails into a Maildir, so that each of its many steps need not wait for a thread of the judge's.

Run as a file with the folder of the package and the Maildir. A frame in: a length, JSON with the name, the recipient
and the size of each mail, and then their bytes. A frame out: a length, and null as JSON when all of them are safe and
shown; the number and the words of the operating system's error otherwise, and then all of them have to come again. The
child ends when standard input does, and by no signal that its parent gets as well: the mails in hand are finished.
"""

from __future__ import annotations

import json
import signal
import struct
import sys
from pathlib import Path
from typing import Any


def main() -> int:
    """Serve frames until standard input ends."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.path.insert(0, sys.argv[1])
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while len(head := source.read(4)) == 4:
        named = json.loads(source.read(struct.unpack(">I", head)[0]))
        answer = json.dumps(_put([(name, recipient, source.read(size)) for name, recipient, size in named]))
        sink.write(struct.pack(">I", len(answer)) + answer.encode("ascii"))
        sink.flush()
    return 0


def _put(mails: list[tuple[str, str, bytes]]) -> Any:
    from judge.mail.delivery import Maildir  # noqa: PLC0415 - the path is known only now

    maildir = Maildir(Path(sys.argv[2]))
    try:
        for name, recipient, raw in mails:
            maildir.put(raw, recipient, name)
        maildir.settle()
    except OSError as error:
        return [error.errno, error.strerror]
    return None


if __name__ == "__main__":
    sys.exit(main())
