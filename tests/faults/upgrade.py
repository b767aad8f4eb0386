"""Brings a store to this program's tables in a process of its own, which may be killed before its n-th statement."""

from __future__ import annotations

import os
import signal
import sys

from sqlalchemy import event

from judge.maps import files
from judge.store.migrate import migrate
from tests.store.samples import NOON, open_store


def main(url: str, fatal: int = 0) -> None:
    """Print how many statements there were, if it lives."""
    store = open_store(url, lambda: NOON)
    count = 0

    def before(*_: object) -> None:
        nonlocal count
        count += 1
        if count == fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(store.engine, "before_cursor_execute", before)
    migrate(store.engine, files.data_root("migrations"))
    store.close()
    print(count)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
