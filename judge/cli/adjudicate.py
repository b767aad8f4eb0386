"""`judge adjudicate`: positions and games in, outcomes out, one JSON line each. Needs no database and imports none."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge.adjudicator.variant import Variant
from judge.maps.files import load
from judge.notation.positions import answer

_CHUNK = 1 << 16
_EXAMPLE = """example:
  echo '{"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}' | judge adjudicate
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand to the argument tree."""
    parser = subparsers.add_parser(
        "adjudicate",
        help="play positions or whole games given as JSON lines",
        description="Reads JSON lines (positions with orders, or games with phases) and writes one JSON line for each.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", default="-", help="the lines to read; standard input if left out or -")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer every line of the file. 2 if it cannot be opened, otherwise 0, whatever the lines hold."""
    try:
        source = sys.stdin.fileno() if args.file == "-" else os.open(args.file, os.O_RDONLY)
    except OSError as fault:
        print(f"judge adjudicate: {args.file}: {fault.strerror}", file=sys.stderr)
        return 2
    try:
        _stream(source, sys.stdout.fileno())
    except BrokenPipeError:
        # The reader has had enough, as in `judge adjudicate games.jsonl | head`; nothing is left to flush to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    finally:
        if args.file != "-":
            os.close(source)
    return 0


def _stream(source: int, target: int) -> None:
    """Answers leave whenever the input pauses: what one read brings is answered before the next read."""
    variants = Variants()
    for lines in _batches(source):
        text = "".join(f"{variants.answer(line)}\n" for line in lines if line.strip())
        data = text.encode()
        while data:
            data = data[os.write(target, data) :]


def _batches(source: int) -> Iterator[list[bytes]]:
    rest = b""
    while chunk := os.read(source, _CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        yield lines
    yield [rest]


class Variants:
    """The variants asked for in this run, each loaded once."""

    def __init__(self) -> None:
        folder = os.environ.get("JUDGE_MAPS_DIR")
        self.folders = [Path(folder)] if folder else []
        self.loaded: dict[str, Variant] = {}

    def load(self, name: str) -> Variant:
        """A variant by name; KeyError if there is none."""
        found = self.loaded.get(name)
        if found is None:
            found = self.loaded[name] = load(name, self.folders)
        return found

    def answer(self, line: bytes) -> str:
        """The answer to one line, as JSON text."""
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            return json.dumps({"id": None, "error": "this line is no JSON"})
        return json.dumps(answer(self.load, data), ensure_ascii=False)
