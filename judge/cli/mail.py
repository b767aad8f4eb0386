"""`judge mail`: take single messages, look at letters set aside and send them through again."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from judge.cli.tracing import add_verbs

if TYPE_CHECKING:
    from judge.app import Judge
    from judge.inject import Injector
    from judge.store.inbox import LetterState

TRY_AGAIN = 75
"""EX_TEMPFAIL: an MTA's pipe transport keeps the message and tries again. For one that is refused too: with 0 it would
be gone without a word; it stays in the MTA's queue, where a person sees it, and goes back to its sender in the end."""
EXAMPLE = """examples:
  judge mail inject letter.eml
  judge mail inject --dry-run --mail-from ann@example.org --rcpt-to first@judge.localhost -
  judge mail trace 17
  judge mail list --status held
  judge mail aside list
  judge mail aside retry 17"""

_LOOKS = {
    "list": "judge mail list --status held",
    "show": "judge mail show 17",
    "trace": "judge mail trace 17",
}
"""The verbs of `judge.cli.tracing`, each with an example."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `judge mail` and its verbs."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = subparsers.add_parser("mail", help="take and look at single messages", epilog=EXAMPLE, formatter_class=raw)
    parser.add_argument("--config", type=Path, help="settings file (default: ./judge.toml if there is one)")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    verb = verbs.add_parser(
        "inject", help="take messages as if they had arrived now", epilog=EXAMPLE, formatter_class=raw
    )
    verb.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help=".eml files, folders or Maildirs; - or none: standard input"
    )
    verb.add_argument("--mail-from", metavar="A", help="envelope sender (default: the From header)")
    verb.add_argument(
        "--rcpt-to", metavar="B", action="append", default=[], help="envelope recipient (default: To and Cc here)"
    )
    verb.add_argument("--dry-run", action="store_true", help="change nothing; show the answers")
    verb.set_defaults(run=inject)
    add_verbs(verbs)
    for each, example in _LOOKS.items():
        verbs.choices[each].set_defaults(run=look)
        verbs.choices[each].epilog = f"example: {example}"
    verb = verbs.add_parser("aside", help="letters set aside", epilog=EXAMPLE, formatter_class=raw)
    verb.add_argument("what", choices=("list", "show", "retry"))
    verb.add_argument("id", nargs="?", type=int)
    verb.set_defaults(run=aside)


def inject(arguments: argparse.Namespace) -> int:
    """Take each message; one JSON line each. Exit 0 when every one was stored, 75 when one was not."""
    from judge.inject import Injector, messages

    def run(judge: Judge) -> int:
        injector = Injector(judge)
        code = 0
        files = [path for path in arguments.files if str(path) != "-"]
        if not arguments.files or len(files) < len(arguments.files):
            code = max(code, _one(injector, "-", sys.stdin.buffer.read(), arguments))
        for path in messages(files):
            code = max(code, _one(injector, str(path), path.read_bytes(), arguments))
        return code

    missing = [path for path in arguments.files if str(path) != "-" and not path.exists()]
    if missing:
        print(f"judge: {missing[0]}: no such file", file=sys.stderr)
        return 2
    return with_judge(arguments, run)


def _one(injector: Injector, name: str, raw: bytes, arguments: argparse.Namespace) -> int:
    try:
        line = injector.inject(name, raw, arguments.mail_from, arguments.rcpt_to, dry_run=arguments.dry_run)
    except Exception as error:
        # one line: an MTA puts it into its log, and what a database says below that may quote the letter
        said = f"{type(error).__name__} {str(error).partition(chr(10))[0]}".rstrip()
        print(f"judge: {name}: could not be kept: {said}", file=sys.stderr)
        return TRY_AGAIN
    print(json.dumps(line, ensure_ascii=False), flush=True)
    return 0 if line["accepted"] else TRY_AGAIN


def look(arguments: argparse.Namespace) -> int:
    """List, show or trace letters."""
    return with_judge(arguments, lambda judge: int(arguments.look(judge, arguments)))


def aside(arguments: argparse.Namespace) -> int:
    """List, show or retry letters set aside."""

    def run(judge: Judge) -> int:
        if arguments.what == "list":
            return _list_aside(judge)
        state = judge.store.inbox.state(arguments.id) if arguments.id is not None else None
        if state is None:
            print("judge: no such letter; `judge mail aside list` shows them", file=sys.stderr)
            return 1
        return _show(judge, state) if arguments.what == "show" else _retry(judge, state.id)

    return with_judge(arguments, run)


def _list_aside(judge: Judge) -> int:
    for state in judge.store.inbox.aside():
        why = (state.error or "").strip().splitlines()[-1:]
        print(f"{state.id:8} {state.accepted_at:%Y-%m-%d %H:%M} {state.mail_from:40} {''.join(why)}")
    return 0


def _show(judge: Judge, state: LetterState) -> int:
    with judge.store.begin() as uow:
        letter = uow.letter(state.id)
    print(state.error or "no error noted", file=sys.stderr, flush=True)
    sys.stdout.buffer.write(letter.raw if letter else b"")
    return 0


def _retry(judge: Judge, letter_id: int) -> int:
    if not judge.store.inbox.retry(letter_id):
        print(f"judge: letter {letter_id} is not set aside", file=sys.stderr)
        return 1
    with judge.work:
        judge.clerk.work_letters()
    judge.post_room.deliver_due()
    return 0


def with_judge(arguments: argparse.Namespace, run: Callable[[Judge], int]) -> int:
    """Open the judge that the settings name and run something on it; 2 with one line when it can't be opened."""
    from judge.app import CannotStart, open_judge
    from judge.ops.log import start_logging

    start_logging("WARNING")
    try:
        judge = open_judge(arguments.config)
    except CannotStart as error:
        print(f"judge: {error}", file=sys.stderr)
        return 2
    try:
        return run(judge)
    finally:
        judge.close()
