"""`judge adjudicate`: positions and games in, outcomes out, one JSON line each. Needs no database and imports none."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge.adjudicator.compiled import PositionError
from judge.adjudicator.variant import Variant
from judge.cli.jsontext import read, utf8
from judge.maps.files import MapError, load
from judge.notation.answer_text import error_text
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
    except IsADirectoryError as fault:
        print(f"judge adjudicate: {args.file}: {fault.strerror}", file=sys.stderr)
        return 2
    finally:
        if args.file != "-":
            os.close(source)
    return 0


def _stream(source: int, target: int) -> None:
    """Answers leave whenever the input pauses: what one read brings is answered before the next read."""
    variants = Variants()
    gc.freeze()
    gc.set_threshold(50_000)  # a position leaves no circles behind, so looking for them so often only costs time
    for lines in _batches(source):
        answers = [variants.answer(line) for line in lines if line.strip()]
        data = b"\n".join([*answers, b""])
        while data:
            data = data[os.write(target, data) :]


def _batches(source: int) -> Iterator[list[bytes]]:
    begun: list[bytes] = []  # the pieces of a line not ended yet, joined once: a line of many megabytes stays linear
    while chunk := os.read(source, _CHUNK):
        *ended, rest = chunk.split(b"\n")
        if ended:
            ended[0] = b"".join([*begun, ended[0]])
            begun = []
            yield ended
        begun.append(rest)
    yield [b"".join(begun)]


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
            try:
                found = self.loaded[name] = load(name, self.folders)
            except MapError as fault:
                raise PositionError(f"variant {name}: {fault}") from None
        return found

    def answer(self, line: bytes) -> bytes:
        """The answer to one line, as JSON text. Whatever the line holds, the run goes on."""
        try:
            data, name = read(line)
        except (ValueError, RecursionError):  # nested beyond measure, for example
            return _NO_JSON
        try:
            found = answer(self.load, data)
        except Exception as fault:  # a fault of ours in one line must not take the others with it
            print(f"judge adjudicate: {type(fault).__name__}: {fault} in {line[:2000]!r}", file=sys.stderr)
            found = error_text(f"the judge failed on this line ({type(fault).__name__})")
        return utf8(f'{{"id": {name}, {found}}}')


_NO_JSON = b'{"id": null, "error": "this line is no JSON"}'
