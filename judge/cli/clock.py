"""`judge clock`: the clock guard's state, and the operator's word that the clock is right again."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from judge.cli.mail import with_judge

if TYPE_CHECKING:
    from judge.app import Judge

EXAMPLE = """examples:
  judge clock show
  judge clock accept               the clock is right: deadlines run again"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `judge clock`."""
    parser = subparsers.add_parser(
        "clock", help="the clock guard", epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--config", type=Path, help="settings file (default: ./judge.toml if there is one)")
    parser.add_argument("what", choices=("show", "accept"))
    parser.set_defaults(run=clock)


def clock(arguments: argparse.Namespace) -> int:
    """Show the guard's state (1 when deadlines are frozen), or accept the clock as it is."""
    from judge.usecases import clockguard

    def run(judge: Judge) -> int:
        if arguments.what == "accept":
            was_frozen = clockguard.accept(judge.store, judge.now(), "operator")
            print("Deadlines run again." if was_frozen else "Nothing was frozen.")
            return 0
        beat, frozen = clockguard.state(judge.store)
        last = f"{beat:%Y-%m-%d %H:%M:%S} UTC" if beat else "never"
        print(f"clock {judge.now():%Y-%m-%d %H:%M:%S} UTC, last heartbeat {last}, deadlines {_word(frozen)}")
        return 1 if frozen else 0

    return with_judge(arguments, run)


def _word(frozen: bool) -> str:
    return "frozen: `judge clock accept` lets them run again" if frozen else "run"
