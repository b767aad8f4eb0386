"""`judge serve`: listener, deadline runner and delivery in one process."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import threading
from pathlib import Path

EXAMPLE = """examples:
  judge serve                                  trial mode: loopback only, everything under ./var
  judge serve --config /etc/judge/judge.toml
  JUDGE_LISTEN=lmtp://127.0.0.1:2424 judge serve"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `judge serve`."""
    parser = subparsers.add_parser(
        "serve", help="run the judge", epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--config", type=Path, help="settings file (default: ./judge.toml if there is one)")
    parser.set_defaults(run=serve)


CLOSE_SECONDS = 1.0
"""For children to end that are in the middle of a mail, which the next start makes anew."""


class Told:
    """Told to stop, by a signal.

    A signal wakes no thread that waits for a lock if it comes an instant before the waiting begins, or to another one:
    the judge would never stop. So its byte is waited for, which nothing can miss.
    """

    def __init__(self, *numbers: signal.Signals) -> None:
        self._reader, writer = os.pipe()
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        for number in numbers:
            signal.signal(number, lambda *_: None)  # with a handler, Python writes the byte

    def wait(self) -> None:
        """Until the first of the signals."""
        os.read(self._reader, 1)


def serve(arguments: argparse.Namespace) -> int:
    """Serve until SIGTERM, SIGINT, or SIGHUP of a terminal that is closed. Prints the ready line.

    Exits 2 with one clear line when it can't start.
    """
    # a shell lets its jobs in the background ignore SIGINT, which `kill -INT` must stop all the same; nohup has its way
    hang_up = () if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else (signal.SIGHUP,)
    told = Told(signal.SIGTERM, signal.SIGINT, *hang_up)
    from judge.app import CannotStart, open_judge
    from judge.config import misspelt
    from judge.ops.log import start_logging
    from judge.server import Server
    from judge.store.locks import AlreadyRunning

    start_logging()
    for each in misspelt():
        print(f"judge: {each}", file=sys.stderr)
    try:
        judge = open_judge(arguments.config)
        server = Server(judge)
        endpoints = server.start()
    except CannotStart as error:
        print(f"judge: {error}", file=sys.stderr)
        return 2
    except (AlreadyRunning, OSError) as error:
        print(f"judge: cannot start: {error}", file=sys.stderr)
        return 2
    if judge.settings.identity == "trust":
        print("judge: trial mode: every sender is taken at his word, loopback only", file=sys.stderr)
        print(f"judge: mails go to {judge.settings.delivery_target}", file=sys.stderr)
    print(f"judge ready: {' '.join(endpoints)}", flush=True)
    gc.freeze()  # a look for circles through all that stays stops everything for 0.1 s, whenever many connections come
    told.wait()
    server.stop()
    closing = threading.Thread(target=judge.close, daemon=True)
    closing.start()
    closing.join(CLOSE_SECONDS)
    sys.stderr.flush()
    os._exit(0)  # to take the interpreter apart takes four times as long as all this
