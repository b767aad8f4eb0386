"""Forty games for two years, with hostile mail and a kill each week: the books agree, and no notice lied (F18, T7)."""

from __future__ import annotations

import email
import email.policy
import json
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import create_engine, func, select, update

from judge.store.schema import games, inbox, order_sets, results
from tests.cli.judge_command import ROOT
from tests.faults.ledger import Ledger
from tests.faults.notices import contradicted
from tests.faults.office import GM, Office
from tests.faults.sizes import LONG, QUIET_WEEKS, WEEKS
from tests.faults.soak import STEP
from tests.stories.house import text_of

KEPT = ("Message-ID", "To", "Date", "In-Reply-To", "X-Judge-Kind", "X-Judge-Game", "X-Judge-Phase")
MEBIBYTE = 1 << 20


def live(folder: Path, weeks: int, seed: int, fatal: int = 0) -> int:
    """Some weeks of the judge's life; how its process ended."""
    command = [sys.executable, "-m", "tests.faults.soak", str(folder), str(weeks), str(seed), str(fatal)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr[-3000:]
    return done.returncode


def fetched(maildir: Path) -> list[EmailMessage]:
    """The players fetch and delete their mail; of each what is compared later, with a print of the whole."""
    found = []
    for path in sorted((maildir / "new").iterdir()):
        raw = path.read_bytes()
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        light = EmailMessage(policy=email.policy.default)
        for name in KEPT:
            if mail[name]:
                light[name] = str(mail[name])
        light["Print"] = sha256(raw).hexdigest()
        light.set_content(text_of(mail))
        found.append(light)
        path.unlink()
    return found


@pytest.fixture
def in_memory() -> Iterator[Path]:
    """A folder that is quick to sync: a kill harms the files of a disk no more than these."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        yield Path(folder)


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_weeks_of_play_with_hostile_mail_and_a_kill_in_each_lose_double_admit_and_tell_nothing(in_memory: Path) -> None:
    chance = random.Random(18)
    mails: list[EmailMessage] = []
    assert live(in_memory, 0, 0) == 0
    kills = 0
    for week in range(1, WEEKS + 1):
        kills += live(in_memory, 1, week, chance.randint(200, 4000)) != 0
        mails += fetched(in_memory / "var" / "outbox")
    assert live(in_memory, QUIET_WEEKS, WEEKS + 1) == 0
    mails += fetched(in_memory / "var" / "outbox")
    assert kills > WEEKS // 2

    ledger = Ledger()
    ledger.acknowledged = set((in_memory / "acknowledged").read_text().split())
    for line in (in_memory / "secrets").read_text().splitlines():
        word, *allowed = json.loads(line)
        ledger.secret(word, *allowed)
    database = f"sqlite:///{in_memory / 'var' / 'judge.sqlite3'}"
    ledger.verdict(database, mails).assert_clean(resent=kills)
    assert contradicted(database, mails, slack=STEP) == []
    assert "49" not in {word for mail in mails for word in text_of(mail).split()}
    _enough(database, len(mails))
    vitals = [tuple(map(int, line.split())) for line in (in_memory / "vitals").read_text().splitlines()]
    quiet = [each for each in vitals if each[0] == vitals[-1][0]][1:]
    assert max(memory for _, memory, _ in quiet) - quiet[0][1] < 20 * MEBIBYTE, quiet
    assert len({handles for _, _, handles in quiet}) == 1, quiet


def _enough(database: str, mails: int) -> None:
    """It was a life, not a nap."""
    engine = create_engine(database)
    with engine.connect() as connection:
        letters, sets, phases = (
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (inbox, order_sets, results)
        )
    engine.dispose()
    assert letters > 60 * WEEKS, letters
    assert sets > 30 * WEEKS, sets
    assert phases > 10 * WEEKS, phases
    assert mails > 100 * WEEKS, mails
    print(f"{letters} letters, {sets} order sets, {phases} phases, {mails} mails")


@pytest.mark.parametrize(("hours", "found"), [(0, 0), (-20, 3), (20, 3)])
def test_a_deadline_that_was_announced_and_not_kept_is_found(office: Office, hours: int, found: int) -> None:
    """The checker itself: a resolution hours before or after what the last notice said."""
    office.begin_game("first")
    office.mail(GM, "SIGNON Mfirst gmsecret\nEXTEND 1D\nSIGNOFF")
    deadline = office.game("first").deadline
    assert deadline is not None
    office.clock.time = secretly = deadline + timedelta(hours=hours)
    with office.judge.store.engine.begin() as connection:
        connection.execute(
            update(games).values(deadline=min(deadline, secretly), base_deadline=min(deadline, secretly))
        )
    office.judge.tick()
    wrong = contradicted(office.judge.settings.database, office.mails(), timedelta(hours=6))
    assert len([each for each in wrong if "1425M of first" in each and GM not in each]) == found
