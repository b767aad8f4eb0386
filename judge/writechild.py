"""The child that writes mails, so that letters and deadlines need not share one core with them.

Run as a file with the folder of the package. A frame in: a length, JSON. A frame out: a length, JSON with the sizes of
the mails, and their bytes. The first frame tells what all mails share; it holds the key of reply addresses, which is
why it comes by the pipe. The child ends when standard input does, and by no signal that its parent gets as well: the
mails in hand are finished.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judge.adjudicator.variant import Variant
    from judge.usecases.ports import Mail


@dataclass(frozen=True, slots=True)
class Row:
    """A mail to write."""

    id: int
    mail: Mail
    message_id: str
    created_at: datetime


class MissingVariant(Exception):  # noqa: N818 - reads as what happened
    """A variant is not among the maps, and its text was not sent yet."""


class Variants:
    """Variants by their hash: built-in ones, the operator's, and those of which only the text is left, in a store that
    the parent asks."""

    def __init__(self, folder: str | None) -> None:
        from judge.maps.shelf import Shelf  # noqa: PLC0415 - the path is known only now

        self._shelf = Shelf([Path(folder)] if folder else [])
        self.texts: dict[str, str | None] = {}
        """The texts that came with the mails in hand."""

    def __call__(self, data: Mapping[str, Any]) -> Variant:
        return self._shelf.of_mail(data, self._text)

    def _text(self, wanted: str) -> str | None:
        if wanted not in self.texts:
            raise MissingVariant(wanted)
        return self.texts[wanted]


def main() -> int:
    """Serve frames until standard input ends, or the judge that asked is gone in the middle of one."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.path.insert(0, sys.argv[1])
    sink, sys.stdout = sys.stdout.buffer, sys.stderr  # what anything may print is no frame
    from judge.child import asked  # noqa: PLC0415 - the path is known only now
    from judge.ops.log import start_logging  # noqa: PLC0415
    from judge.render.mails import Renderer  # noqa: PLC0415
    from judge.render.picture import Painters  # noqa: PLC0415
    from judge.writing import GAMES_AT_ONCE, Writer  # noqa: PLC0415

    about = asked(sys.stdin.buffer)
    if about is None:
        return 0
    start_logging(about["log"])
    variants, painters = Variants(about["maps"]), Painters(GAMES_AT_ONCE, Path(about["sheets"]))
    renderer = Renderer(Path(about["templates"]), variants, marker=about["marker"], paint=painters)
    writer = Writer(renderer, about["domain"], bytes.fromhex(about["secret"]), (MissingVariant,))
    gc.freeze()  # what is there now stays: nobody need look through it for circles
    with suppress(BrokenPipeError):
        while (wanted := asked(sys.stdin.buffer)) is not None:
            _answer(writer, variants, wanted, sink)
    painters.close()
    return 0


def _answer(writer: Any, variants: Variants, wanted: Mapping[str, Any], sink: IO[bytes]) -> None:
    from judge.child import packed  # noqa: PLC0415
    from judge.usecases.ports import Mail  # noqa: PLC0415

    variants.texts = wanted["texts"]
    rows = [
        Row(
            number, Mail(**record | {"references": tuple(record["references"])}), message_id, datetime.fromisoformat(at)
        )
        for number, record, message_id, at in wanted["rows"]
    ]
    made: Mapping[int, bytes] = {}
    missing = []
    try:
        made = writer(rows)
    except MissingVariant as error:
        missing = [str(error)]
    head = json.dumps({"sizes": {number: len(raw) for number, raw in made.items()}, "missing": missing})
    sink.write(packed(head.encode("ascii"), *made.values()))
    sink.flush()


if __name__ == "__main__":
    os._exit(main())  # the judge waits for this end: no time to take the interpreter apart
