"""How accepted letters come into the inbox: what is new goes in, a copy joins its row, a doubtful one goes aside."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Integer, bindparam, func, insert, or_, select, update

from judge.store.prepared import Run
from judge.store.schema import inbox
from judge.store.types import storable

OTHER_CONTENT = "its Message-ID came before with another content"
KEEPING = 0x6A756467
"""Advisory lock of PostgreSQL: shared by those who keep letters, exclusive for who collects them at a deadline."""
_SAME_MESSAGE_ID = 0x6A756468


@dataclass(frozen=True, slots=True)
class NewLetter:
    """A letter as the listener accepted it. `key` None: every arrival is new. `sender` empty: the envelope's."""

    raw: bytes
    mail_from: str
    rcpts: tuple[str, ...]
    peer: str
    message_id: str | None
    content: str
    key: str | None
    sender: str = ""


@dataclass(frozen=True, slots=True)
class KeptLetter:
    """What became of it; `duplicate` says that the row was there before."""

    id: int
    accepted_at: datetime
    status: str
    duplicate: bool = False


def keep_letters(run: Run, now: Callable[[], datetime], batch: Sequence[NewLetter], *, nodes: bool) -> list[KeptLetter]:
    """Keep a batch in the open transaction, in its order; each is looked up as those before it have left the inbox.

    `nodes`: others may keep letters at the same time, so this waits for its turn before it asks what time it is.
    """
    if nodes:
        _wait_for_turn(run, batch)
    accepted_at = now()
    return [_keep(run, accepted_at, letter) for letter in batch]


def _wait_for_turn(run: Run, batch: Sequence[NewLetter]) -> None:
    """Two nodes that keep letters of one Message-ID take turns, so that the second sees the first."""
    run(_LOCK_KEEPING, {})
    for number in sorted({_number(letter.message_id) for letter in batch if letter.message_id is not None}):
        run(_LOCK_MESSAGE_ID, {"number": number})


def _keep(run: Run, accepted_at: datetime, letter: NewLetter) -> KeptLetter:
    key, message_id = storable(letter.key), storable(letter.message_id)
    aside = False
    if key is not None or message_id is not None:
        for row in run(_SEEN, {"this_key": key, "this_message_id": message_id}):
            if key is not None and row[1] == key:
                return _merge(run, row, letter)
            aside = aside or (row[2] == message_id and row[3] != letter.content)
    status = "aside" if aside else "new"
    values = {
        "raw": letter.raw,
        "envelope": {"mail_from": letter.mail_from, "rcpts": _merged([], letter.rcpts)},
        "sender": storable(letter.sender or letter.mail_from).lower(),
        "peer": storable(letter.peer),
        "accepted_at": accepted_at,
        "key": key,
        "content": letter.content,
        "message_id": message_id,
        "status": status,
        "error": OTHER_CONTENT if aside else None,
    }
    ((number,),) = run(_INSERT, values)
    return KeptLetter(number, accepted_at, status)


def _merge(run: Run, row: tuple[Any, ...], letter: NewLetter) -> KeptLetter:
    """A copy, perhaps for more recipients."""
    number, _, _, _, accepted_at, status, envelope = row
    rcpts = _merged(envelope["rcpts"], letter.rcpts)
    if rcpts != envelope["rcpts"]:
        run(_MERGE, {"this_letter": number, "merged": envelope | {"rcpts": rcpts}})
    return KeptLetter(number, accepted_at, status, duplicate=True)


def _merged(old: Sequence[str], new: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([*old, *new]))


def _number(message_id: str) -> int:
    digest = hashlib.sha256(message_id.encode("utf-8", "backslashreplace")).digest()
    return int.from_bytes(digest[:4], "big", signed=True)


_LOCK_KEEPING = select(func.pg_advisory_xact_lock_shared(KEEPING))
_LOCK_MESSAGE_ID = select(func.pg_advisory_xact_lock(_SAME_MESSAGE_ID, bindparam("number", type_=Integer)))
_ASKED = ("id", "key", "message_id", "content", "accepted_at", "status", "envelope")
_SEEN = (
    select(*(inbox.c[name] for name in _ASKED))
    .where(or_(inbox.c.key == bindparam("this_key"), inbox.c.message_id == bindparam("this_message_id")))
    .order_by(inbox.c.id)
    .with_for_update()
)
_MERGE = update(inbox).where(inbox.c.id == bindparam("this_letter")).values(envelope=bindparam("merged"))
_INSERT = insert(inbox).returning(inbox.c.id)
