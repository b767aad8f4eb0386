"""One message without a server: kept, worked off, answered, delivered, exactly as if it had come by SMTP."""

from __future__ import annotations

import codecs
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from judge.app import Judge, new_letter
from judge.mail import guard, headers, replies
from judge.mail.limits import Limits
from judge.mail.listener import Incoming
from judge.render.saying import Saying
from judge.store.keeping import KeptLetter
from judge.store.outbox import OutboxRow
from judge.store.store import SqlUnit
from judge.usecases.ports import LetterDone
from judge.usecases.rehearsing import catch_up

_WAIT_SECONDS = 30.0
LIMITS = Limits()


def messages(paths: Sequence[Path]) -> Iterator[Path]:
    """The message files that paths name: files, folders of .eml files, Maildirs (new and cur)."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        folders = [path / name for name in ("new", "cur") if (path / name).is_dir()] or [path]
        for folder in folders:
            yield from sorted(each for each in folder.iterdir() if each.is_file() and not each.name.startswith("."))


class Injector:
    """Takes single messages into a judge, with or without a server beside it."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._saying = Saying(judge.renderer.texts, "en", "UTC")

    def inject(
        self, name: str, raw: bytes, mail_from: str | None, rcpts: Sequence[str], *, dry_run: bool
    ) -> dict[str, Any]:
        """Take one message; its line of output. Raises whatever keeps it from being stored."""
        incoming = self._incoming(raw, mail_from, rcpts)
        refusal = replies.TOO_BIG if len(incoming.raw) > LIMITS.size else guard.check(incoming.raw)
        if refusal is None and not any(self._leads_somewhere(rcpt) for rcpt in incoming.rcpts):
            refusal = replies.NO_SUCH_RECIPIENT
        if refusal is not None:
            return {"file": name, "accepted": False, "duplicate": False, "kind": "refused", "seat": None,
                    "commands": [], "outbox": [], "why": refusal.text}  # fmt: skip
        return {"file": name, **(self._dry(incoming) if dry_run else self._real(incoming))}

    def _incoming(self, raw: bytes, mail_from: str | None, rcpts: Sequence[str]) -> Incoming:
        raw = guard.to_crlf(raw.removeprefix(codecs.BOM_UTF8))  # which some editors put before a saved letter
        values = _addresses(raw)
        sender = next(iter(values["from"]), "") if mail_from is None else mail_from.strip().strip("<>")
        domain = "@" + self._judge.settings.domain.lower()
        to = tuple(rcpts) or tuple(a for a in (*values["to"], *values["cc"]) if a.lower().endswith(domain))
        return Incoming(raw=raw, mail_from=sender, rcpts=to, peer="inject")

    def _leads_somewhere(self, rcpt: str) -> bool:
        route = self._judge.route(rcpt)
        return route is not None and self._judge.known(route)

    def _real(self, incoming: Incoming) -> dict[str, Any]:
        judge = self._judge
        kept = judge.keep([incoming])[0]
        if isinstance(kept, Exception):
            raise kept
        with judge.work:
            judge.clerk.work_letters()
        self._await(kept)
        judge.tick()
        outbox = judge.post_room.deliver_letter(kept.id)
        judge.post_room.deliver_due()
        return {"accepted": True, "duplicate": kept.duplicate, **self._report(kept.id), "outbox": outbox}

    def _await(self, kept: KeptLetter) -> None:
        """A server beside us may have the letter in hand."""
        end = time.monotonic() + _WAIT_SECONDS
        while time.monotonic() < end:
            state = self._judge.store.inbox.state(kept.id)
            if state is None or state.status != "new":
                return
            time.sleep(0.05)
            with self._judge.work:
                self._judge.clerk.work_letters()

    def _report(self, letter_id: int) -> dict[str, Any]:
        state = self._judge.store.inbox.state(letter_id)
        report = (state.report if state else None) or {}
        kind = report.get("kind") or (state.status if state else "unreadable")
        return {"kind": kind, "seat": report.get("seat"), "commands": self._commands(report.get("commands", ()))}

    def _commands(self, commands: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        rows = []
        for command in commands:
            spoken = self._saying.data({"said": command["said"]})
            row = {name: command.get(name) for name in ("line", "verb", "order", "status")}
            row["reply"] = spoken["text"]
            row |= {name: command[name] for name in ("to", "text") if name in command}
            rows.append(row)
        return rows

    def _dry(self, incoming: Incoming) -> dict[str, Any]:
        judge = self._judge
        try:
            with judge.work, judge.store.begin() as uow:
                catch_up(judge.services, uow, uow.now, trusted=judge.clock.reading()[1])
                kept = uow.keep_letters([new_letter(incoming)])[0]
                report = self._rehearsed(uow, kept.id)
                raise _Undo(kept, report, uow.outbox_of(kept.id))  # noqa: TRY301 - leaving so rolls it back
        except _Undo as undone:
            kept, report, mails = undone.kept, undone.report, undone.mails
        if report is None:  # the same letter came before: what it did then
            report = self._report(kept.id)
        rendered = [judge.writer.write(row).decode("ascii", "replace") for row in mails]
        return {"accepted": True, "duplicate": kept.duplicate, **report, "outbox": [], "replies": rendered}

    def _rehearsed(self, uow: SqlUnit, letter_id: int) -> dict[str, Any] | None:
        stored = uow.letter(letter_id)
        assert stored is not None  # noqa: S101 - it was written a line ago
        try:
            report = self._judge.clerk.rehearse(uow, stored)
            uow.write()
        except LetterDone:
            return None
        return {"kind": report["kind"], "seat": report["seat"], "commands": self._commands(report["commands"])}


class _Undo(Exception):  # noqa: N818 - carries a dry run's answer out of the transaction that it rolls back
    def __init__(self, kept: KeptLetter, report: dict[str, Any] | None, mails: Sequence[OutboxRow]) -> None:
        super().__init__()
        self.kept = kept
        self.report = report
        self.mails = mails


def _addresses(raw: bytes) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"from": [], "to": [], "cc": []}
    for field in guard.fields(guard.split(raw)[0]):
        name, _, value = field.partition(b":")
        key = name.strip().lower().decode("ascii", "replace")
        if key in found:
            found[key] += [address for _, address in headers.addresses(value)]
    return found
