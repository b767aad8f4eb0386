"""`judge game GAME VERB …`: everything a GM can mail, at the shell, through the same code."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from judge.cli.mail import with_judge

if TYPE_CHECKING:
    from judge.app import Judge

EXAMPLE = """examples:
  judge game first status
  judge game first set deadline +2D
  judge game first 'process!'
  judge game --dry-run first rollback 1425M restore
  judge game first 'official House rules\\nBe nice.\\nENDPRESS'
  judge game first log
  judge game first export | judge adjudicate
  judge game first verify"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `judge game`."""
    parser = subparsers.add_parser(
        "game", help="act as a game's GM", epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--config", type=Path, help="settings file (default: ./judge.toml if there is one)")
    parser.add_argument("--dry-run", action="store_true", help="show what would be answered; nothing is kept or mailed")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("command", nargs="+", metavar="VERB", help="a command as in a mail, or log, export, verify")
    parser.set_defaults(run=game)


def game(arguments: argparse.Namespace) -> int:
    """Carry a command out as the game's GM; exit 1 when it was refused."""
    from judge.shell import Shell

    def run(judge: Judge) -> int:
        shell = Shell(judge)
        text = " ".join(arguments.command)
        try:
            look = {"log": shell.log, "export": shell.export, "verify": shell.verify}.get(text)
            lines, good = look(arguments.game) if look else shell.run(arguments.game, text, dry=arguments.dry_run)
        except LookupError:
            print(f"judge: there is no game {arguments.game}", file=sys.stderr)
            return 1
        print("\n".join(lines))
        return 0 if good else 1

    return with_judge(arguments, run)
