"""Coverage-guided fuzzing of what meets a stranger's bytes, from the guard to the reading of commands and orders.

    python tests/fuzz/letters.py tests/cases/letters -max_total_time=60 -max_len=20000

Starts from the letters of the corpus. Anything raised is a find; so is an input that takes seconds (`-timeout`).
"""

import logging
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import atheris

with atheris.instrument_imports(include=["judge"]):
    from judge.mail import bounces, guard, quoting, results_header
    from judge.mail.identity import Identity
    from judge.mail.letter import parse
    from judge.mail.letterjson import from_json, to_json
    from judge.maps import files
    from judge.notation.lines import looks_like_order
    from judge.usecases.script import read_script

logging.disable(logging.CRITICAL)
VARIANT = files.load("standard")
IDENTITY = Identity(lambda name, kind, seconds: [])


def try_one(data: bytes) -> None:
    """One input through every stage that a letter goes through before it reaches the store."""
    raw = guard.to_crlf(data)
    guard.fingerprint(raw)
    if guard.check(raw) is not None:
        return
    letter = parse(raw, domain="judge.example")
    assert letter.unreadable != "broken", "the parser raised"
    assert from_json(to_json(letter)) == letter
    bounces.read(raw)
    IDENTITY.check(raw, letter.sender or "ann@example.org", "ann@example.org", "203.0.113.9")
    results_header.parse(raw.decode("latin-1"))
    quoting.split(raw.decode("latin-1"))
    for command in read_script([(line.number, line.text) for line in letter.lines])[:50]:
        looks_like_order(VARIANT, command.text)


if __name__ == "__main__":
    atheris.Setup([*sys.argv, "-timeout=10", "-ignore_crashes=0"], try_one)
    atheris.Fuzz()
