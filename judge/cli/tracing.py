"""`judge mail list | show | trace`: from a letter to what it said, what became of it, and the mails that it caused."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judge.app import Judge
    from judge.store.inbox import LetterState
    from judge.store.outbox import MailState

USUAL_COUNT = 30


def add_verbs(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the three verbs to `judge mail`."""
    verb = verbs.add_parser("list", help="accepted letters, the latest last")
    verb.add_argument("--status", choices=("new", "done", "held", "aside"))
    verb.add_argument("--kind", help="letter, automatic, bounce, unreadable or operator (postmaster@ and abuse@)")
    verb.add_argument("--count", type=int, default=USUAL_COUNT, help=f"how many (default {USUAL_COUNT})")
    verb.set_defaults(look=_list)
    verb = verbs.add_parser("show", help="a letter's bytes as they came")
    verb.add_argument("id", metavar="ID", help="a letter's number or Message-ID")
    verb.set_defaults(look=_show)
    verb = verbs.add_parser("trace", help="one letter from its arrival to the mails that it caused")
    verb.add_argument("id", metavar="ID", help="a letter's number, m and a mail's number, or either's Message-ID")
    verb.add_argument("--json", action="store_true", help="one JSON object")
    verb.set_defaults(look=_trace)


def _list(judge: Judge, arguments: argparse.Namespace) -> int:
    for state in judge.store.inbox.latest(arguments.count, status=arguments.status, kind=arguments.kind):
        kind = (state.report or {}).get("kind", "-")
        when = f"{state.accepted_at:%Y-%m-%d %H:%M:%S}"
        print(f"{state.id:8} {when} {state.status:5} {kind:10} {state.mail_from or '<>'}")
    return 0


def _show(judge: Judge, arguments: argparse.Namespace) -> int:
    state = _letter(judge, arguments.id)
    if state is None:
        return _unknown(arguments.id)
    with judge.store.begin() as uow:
        letter = uow.letter(state.id)
    sys.stdout.buffer.write(letter.raw if letter else b"")
    return 0


def _trace(judge: Judge, arguments: argparse.Namespace) -> int:
    mail = judge.store.outbox.traced(arguments.id)
    letter = judge.store.inbox.state(mail.letter) if mail is not None and mail.letter else None
    letter = letter or (_letter(judge, arguments.id) if mail is None else None)
    if letter is None and mail is None:
        return _unknown(arguments.id)
    mails = judge.store.outbox.traces(letter.id) if letter is not None else [mail] if mail is not None else []
    if arguments.json:
        print(json.dumps(as_json(letter, mails), ensure_ascii=False))
    else:
        print("\n".join(_letter_lines(letter) + _mail_lines(mails)))
    return 0


def _letter(judge: Judge, text: str) -> LetterState | None:
    if text.isdecimal():
        return judge.store.inbox.state(int(text))
    return judge.store.inbox.with_message_id(text)


def _unknown(text: str) -> int:
    print(f"judge: nothing is known of {text}; `judge mail list` shows the latest letters", file=sys.stderr)
    return 1


def as_json(letter: LetterState | None, mails: Sequence[MailState]) -> dict[str, Any]:
    """A letter and its mails as plain data."""
    told: dict[str, Any] | None = None
    if letter is not None:
        told = {"id": letter.id, "accepted_at": letter.accepted_at.isoformat(), "from": letter.mail_from,
                "to": list(letter.rcpts), "message_id": letter.message_id, "status": letter.status,
                "attempts": letter.attempts, "error": letter.error, "report": letter.report}  # fmt: skip
    sent = [
        {"id": mail.id, "kind": mail.kind, "to": mail.to, "message_id": mail.message_id, "status": mail.status,
         "attempts": mail.attempts, "sent_at": mail.sent_at.isoformat() if mail.sent_at else None, "error": mail.error}
        for mail in mails
    ]  # fmt: skip
    return {"letter": told, "outbox": sent}


def _letter_lines(letter: LetterState | None) -> list[str]:
    if letter is None:
        return ["caused by no letter"]
    report: Mapping[str, Any] = letter.report or {}
    lines = [
        f"letter {letter.id}  {letter.message_id or 'without a Message-ID'}",
        f"  accepted {letter.accepted_at:%Y-%m-%d %H:%M:%S} UTC",
        f"  from {letter.mail_from or '<>'}, to {', '.join(letter.rcpts)}",
        f"  {letter.status}, {report.get('kind', 'not worked off')}, for {report.get('seat') or 'no seat'}",
    ]
    if report.get("asked"):
        lines.append(f"  waits for an answer of {report['asked']}")
    if letter.error:
        lines.append(f"  error: {letter.error.strip().splitlines()[-1]}")
    if report.get("why"):
        lines.append(f"  why: {report['why']}")
    return lines + [f"  {each['status']:8} {each['verb']:10} {each['line']}" for each in report.get("commands", ())]


def _mail_lines(mails: Sequence[MailState]) -> list[str]:
    lines = []
    for mail in mails:
        when = f"{mail.sent_at:%Y-%m-%d %H:%M:%S}" if mail.sent_at else f"after {mail.attempts} tries"
        lines.append(f"mail m{mail.id}  {mail.kind} to {mail.to}: {mail.status}, {when}  {mail.message_id}")
        if mail.error:
            lines.append(f"  error: {mail.error}")
    return lines
