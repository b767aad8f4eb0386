"""A parsed letter as JSON and back: what the reading child tells its parent. Data only, so no pickle."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from judge.mail.body import Note
from judge.mail.bounces import Bounce
from judge.mail.letter import Letter
from judge.mail.quoting import Line


def to_json(letter: Letter) -> bytes:
    """The letter as bytes."""
    values: dict[str, Any] = {name: getattr(letter, name) for name in Letter.__slots__}
    values["date"] = letter.date.isoformat() if letter.date is not None else None
    for name in ("lines", "quoted"):
        values[name] = [(line.number, line.text) for line in values[name]]
    values["ignored"] = [(note.what, note.detail) for note in letter.ignored]
    bounce = letter.bounced
    values["bounced"] = [bounce.failed, bounce.why, list(bounce.message_ids)] if bounce is not None else None
    return json.dumps(values, ensure_ascii=True).encode("ascii")


def from_json(data: bytes) -> Letter:
    """The letter from its bytes. Raises ValueError or TypeError for anything else."""
    values: dict[str, Any] = json.loads(data)
    values["date"] = datetime.fromisoformat(values["date"]) if values["date"] else None
    for name in ("lines", "quoted"):
        values[name] = tuple(Line(number, text) for number, text in values[name])
    values["ignored"] = tuple(Note(what, detail) for what, detail in values["ignored"])
    values["to"], values["references"] = tuple(values["to"]), tuple(values["references"])
    values["unlike"] = tuple(values["unlike"])
    if values["bounced"] is not None:
        failed, why, message_ids = values["bounced"]
        values["bounced"] = Bounce(failed, why, tuple(message_ids))
    return Letter(**values)
