"""Whether what mails said about a deadline came true (T7).

Every mail about a game says its deadline in the second line. Whoever was told one must find his phase closed then, not
earlier while his orders are missing and not later without a word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage

from sqlalchemy import create_engine, select

from judge.store.schema import audit, games, results
from tests.stories.house import text_of

LINE = re.compile(r"^:: Deadline: (\S+) (\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d [+-]\d{4})$", re.MULTILINE)
Told = dict[tuple[str, str, str], list[tuple[datetime, datetime]]]
"""What somebody was told about a phase of a game: when, and which deadline."""


def told(mails: Sequence[EmailMessage]) -> Told:
    """All announcements of deadlines, by (address, game, phase), in the order of their making."""
    found: Told = {}
    for mail in mails:
        line = LINE.search(text_of(mail)) if mail["X-Judge-Game"] else None
        if line is not None and line[1] != "FORMING":
            deadline = datetime.strptime(line[2], "%a %b %d %Y %H:%M:%S %z")
            made = datetime.strptime(str(mail["Date"]), "%a, %d %b %Y %H:%M:%S %z")
            found.setdefault((mail["To"], mail["X-Judge-Game"], line[1]), []).append((made, deadline))
    return {key: sorted(each) for key, each in found.items()}


def contradicted(database: str, mails: Sequence[EmailMessage], slack: timedelta) -> list[str]:
    """Phases closed at another time than was said last. `slack`: how long after its deadline the judge looks."""
    announced = told(mails)
    found = []
    engine = create_engine(database)
    with engine.connect() as connection:
        closed = list(connection.execute(select(games.c.name, results.c.phase, results.c.processed_at).join(games)))
        log = list(connection.execute(select(games.c.name, audit.c.at, audit.c.verb, audit.c.detail).join(games)))
    engine.dispose()
    late = {(row.name, row.detail["phase"]): row.detail["late"] for row in log if row.verb == "ADJUDICATE"}
    forced = {(row.name, row.at) for row in log if row.verb == "PROCESS"}
    for (to, game, phase), said in announced.items():
        at = next((row.processed_at for row in closed if (row.name, row.phase) == (game, phase)), None)
        before = [deadline for made, deadline in said if at is not None and made <= at]
        if at is None or not before:
            continue
        early = at < before[-1] and late.get((game, phase)) and not any(g == game and t <= at for g, t in forced)
        if early or at > before[-1] + slack:
            found.append(f"{to} was told {before[-1]} for {phase} of {game}, which closed at {at}")
    return found
