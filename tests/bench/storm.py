"""A storm: many games due in one minute; how long it takes to adjudicate, draw, write and hand over all results.

    python tests/bench/storm.py [--games 200]

Every game is of Hundred, with a GM and three players, all orders in, all due at the same instant. The results go over
SMTP to a smarthost in a process of its own that takes everything. Each stage's seconds are those of its own calls;
games are drawn two at a time, so the stages of the delivery overlap.
"""

import argparse
import logging
import multiprocessing
import resource
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from tests.bench.accept import serve_sink
from tests.bench.loop import POWERS, Hall


class Stage:
    """Calls of one kind, counted and timed, whichever thread makes them."""

    def __init__(self, what: str) -> None:
        self.what, self.calls, self.seconds = what, 0, 0.0
        self._lock = threading.Lock()

    def around(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **more: Any) -> Any:
            begun = time.perf_counter()
            try:
                return work(*args, **more)
            finally:
                with self._lock:
                    self.calls += 1
                    self.seconds += time.perf_counter() - begun

        return timed

    def show(self) -> None:
        print(f"  {self.what}: {self.calls}, {self.seconds * 1000 / max(1, self.calls):.1f} ms each")


def storm(games: int, port: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder))
        hall.games(games)
        hall.mail(hall.orders(games))
        hall.judge.post_room.deliver_due()
        judge = hall.judge
        judge.close()
        judge = Hall(Path(folder), delivery=f"smtp://127.0.0.1:{port}").judge
        begun = time.perf_counter()
        judge.tick()
        closed = time.perf_counter() - begun
        print(f"{games} games adjudicated: {closed:.1f} s, {closed * 1000 / games:.1f} ms each")
        painted, written, handed = (
            Stage("drawings painted or found"),
            Stage("mails written"),
            Stage("mails handed over"),
        )
        judge.renderer._paint = painted.around(judge.renderer._paint)  # type: ignore[arg-type]
        judge.writer.write = written.around(judge.writer.write)  # type: ignore[method-assign]
        judge.post_room.carry.connection.send = handed.around(judge.post_room.carry.connection.send)  # type: ignore[attr-defined]
        begun = time.perf_counter()
        sent = judge.post_room.deliver_due()
        taken = time.perf_counter() - begun
        print(f"{sent} result mails handed to the smarthost: {taken:.1f} s, {sent / taken:.0f} a second")
        for stage in (painted, written, handed):
            stage.show()
        with judge.store.begin() as uow:
            assert all(game.phase_no == 2 for game in uow.games(listed_only=False)), "a game was not processed once"
        assert sent == games * (1 + len(POWERS))
        judge.close()
        busy = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"in all {closed + taken:.1f} s; the children took {busy.ru_utime + busy.ru_stime:.1f} s of processor")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    ours, theirs = multiprocessing.Pipe()
    sink = multiprocessing.get_context("spawn").Process(target=serve_sink, args=(theirs,))
    sink.start()
    storm(asked.games, ours.recv())
    ours.send("stop")
    sink.join()


if __name__ == "__main__":
    main()
