"""No letter slips past a deadline: who collects letters waits for those that are just being kept."""

from __future__ import annotations

import threading
from collections.abc import Callable

from judge.store.store import SqlStore
from tests.store.samples import NOON, HandClock, letter


def test_a_letter_in_flight_at_the_deadline_is_collected(url: str, opened: Callable[[str], SqlStore]):
    """The writer has its acceptance time, is not committed yet, and the runner on another node already asks."""
    listener, runner = opened(url), opened(url)
    accepted, asked, collected = threading.Event(), threading.Event(), []

    def keep() -> None:
        with listener.begin() as unit:
            unit.keep_letters([letter()])
            accepted.set()
            asked.wait(0.5)  # longer than the question takes if nothing keeps it waiting

    def collect() -> None:
        accepted.wait()
        with runner.begin() as unit:
            collected.extend(unit.letters_waiting(NOON))
        asked.set()

    threads = [threading.Thread(target=keep), threading.Thread(target=collect)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(collected) == 1


def test_a_letter_kept_while_letters_are_collected_gets_a_later_time(
    url: str, opened: Callable[[str], SqlStore], clock: HandClock
):
    listener, runner = opened(url), opened(url)
    answers: list[object] = []
    with runner.begin() as unit:
        assert list(unit.letters_waiting(NOON)) == []
        writer = threading.Thread(target=lambda: answers.extend(listener.inbox.keep([letter()])))
        writer.start()
        writer.join(0.2)
        assert writer.is_alive(), "the writer must wait for the collection"
        clock.advance(seconds=1)
    writer.join()
    with runner.begin() as unit:
        assert list(unit.letters_waiting(NOON)) == []
        assert len(unit.letters_waiting(clock())) == 1
