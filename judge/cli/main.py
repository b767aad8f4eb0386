"""The argument tree of `judge` and its exit codes: 0 fine, 1 findings, 2 wrong arguments or no start, 75 try again."""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from judge import __version__

EXAMPLES = """examples:
  judge serve                      run the judge in trial mode, everything under ./var
  judge demo                       watch a whole game of Hundred go by mail
  judge adjudicate positions.jsonl play positions without a game
  judge maps list                  the variants it plays
  judge mail inject letter.eml     take one message without a server
  judge game first status          look at a game from the shell
"""


_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF})


class Command(Protocol):
    """A subcommand: its arguments in, an exit code out."""

    def __call__(self, arguments: argparse.Namespace) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _set_up_output()
    arguments = _parser().parse_args(argv)
    command = cast("Command", arguments.run)
    try:
        return command(arguments)
    except BrokenPipeError:  # the reader of our output went away; nothing more to say to it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as fault:
        if fault.filename is not None or fault.errno not in _FULL:
            raise
        print(f"judge: the output could not be written: {fault.strerror}", file=sys.stderr)
        return 1


def _set_up_output() -> None:
    """Output is UTF-8 wherever we run, as JSON is and Japanese names need; a closed one is a place to write to too."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it stays open, as it was
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _parser() -> argparse.ArgumentParser:
    from judge.cli import adjudicate, clock, demo, game, mail, maps, serve

    parser = argparse.ArgumentParser(
        prog="judge",
        description="An email judge for Diplomacy.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for each in (serve, demo, adjudicate, mail, game, clock, maps):
        each.add_parser(subparsers)
    return parser
