"""The child that reads letters, bounded in memory and CPU; run as a file with the folder of the package.

A frame in: two lengths, what is known of the letter as JSON, its bytes. A frame out: the letter as JSON. Where others
follow at once, answers are kept until the last one, since each that is sent alone costs as much as half its reading. A
letter that needs more than its share kills this child and nothing else.
"""

from __future__ import annotations

import json
import logging
import resource
import struct
import sys
import time

MEMORY = 256 << 20
CPU_SECONDS = 2


def main() -> int:
    """Serve frames until standard input ends."""
    sys.path.insert(0, sys.argv[1])
    from judge.mail.letter import parse  # noqa: PLC0415 - the path is known only now
    from judge.mail.letterjson import to_json  # noqa: PLC0415

    logging.disable(logging.CRITICAL)  # a traceback shows the letter's words; the parent logs what matters
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sink.write(struct.pack(">I", 0))  # ready: the first letter does not pay for the start
    sink.flush()
    while len(head := source.read(8)) == 8:
        about, size = struct.unpack(">II", head)
        known = json.loads(source.read(about))
        raw = source.read(size)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + CPU_SECONDS + 1, hard))
        answer = to_json(parse(raw, mail_from=known["mail_from"], domain=known["domain"]))
        sink.write(struct.pack(">I", len(answer)) + answer)
        if not known["more"]:
            sink.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
