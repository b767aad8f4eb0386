"""A whole judge in its own process, mailed to with smtplib and read through its Maildir: the stories' outside view."""

from __future__ import annotations

import atexit
import email
import email.policy
import os
import re
import shutil
import signal
import smtplib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import cache
from itertools import count
from pathlib import Path

from judge.maps import files
from judge.store.store import SqlStore

SHARED = Path(tempfile.mkdtemp(prefix="judge-shared-"))
"""What the judges of these tests need not make anew: what all pictures of a map share, and a store without a letter."""
atexit.register(shutil.rmtree, SHARED, ignore_errors=True)
START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
PATIENCE = 60.0
_serial = count(1)


@cache
def _empty_store() -> Path:
    """A store with its tables."""
    path = SHARED / "judge.sqlite3"
    store = SqlStore(f"sqlite:///{path}", lambda: START, lambda *_: "", "judge.localhost")
    store.migrate(files.data_root("migrations"))
    store.close()
    return path


class House:
    """One judge under a folder of its own. Time is a file that the story moves; nothing else is touched."""

    def __init__(self, folder: Path, *, clock: bool = True, environ: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.outbox = folder / "var" / "outbox"
        self.now = START
        self._clock = folder / "clock" if clock else None
        self._environ = environ or {}
        self._process: subprocess.Popen[str] | None = None
        self._read: set[str] = set()
        self._mails: list[EmailMessage] = []
        self.port = 0
        self.command = [sys.executable, "-m", "judge", "serve"]
        if self._clock:
            self.set_clock(START)

    # time
    def set_clock(self, instant: datetime) -> None:
        """Move time to an instant, as the interface asks: written beside, then renamed."""
        assert self._clock is not None
        self.now = instant
        beside = self._clock.with_suffix(".new")
        beside.write_text(instant.isoformat().replace("+00:00", "Z"), "ascii")
        beside.rename(self._clock)

    def pass_time(self, **length: float) -> None:
        self.set_clock(self.now + timedelta(**length))

    # life
    def start(self) -> None:
        """Start the server and wait for its ready line."""
        self._furnish(self.folder / "var")
        self.log = (self.folder / "server.log").open("a")
        self._process = subprocess.Popen(
            self.command,
            cwd=self.folder, env={**os.environ, **self.environ()}, stdout=subprocess.PIPE, stderr=self.log, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        ready = self._process.stdout.readline()
        found = re.search(r"judge ready: smtp://127\.0\.0\.1:(\d+)", ready)
        assert found, f"no ready line but {ready!r}: {(self.folder / 'server.log').read_text()[-2000:]}"
        self.port = int(found.group(1))

    def _furnish(self, var: Path) -> None:
        """Before a first start: sheets that are painted, and tables."""
        if var.exists():
            return
        var.mkdir(mode=0o700)
        (SHARED / "sheets").mkdir(exist_ok=True)
        (var / "sheets").symlink_to(SHARED / "sheets")
        shutil.copy(_empty_store(), var / "judge.sqlite3")

    def environ(self) -> dict[str, str]:
        """The settings that the server runs with."""
        return {
            "JUDGE_LISTEN": "smtp://127.0.0.1:0",
            "JUDGE_DATA_DIR": str(self.folder / "var"),
            **({"JUDGE_CLOCK_FILE": str(self._clock)} if self._clock else {}),
            **self._environ,
        }

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """kill -9, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(number)
        code = self._process.wait(
            timeout=20
        )  # five seconds are promised on a machine that is not busy with other tests
        assert self._process.stdout is not None
        self._process.stdout.close()
        self.log.close()
        self._process = None
        return code

    def restart(self) -> None:
        self.kill()
        self.start()

    # mail
    def send(
        self,
        sender: str,
        text: str,
        to: str = "judge@judge.localhost",
        *,
        message_id: str | None = None,
        subject: str = "",
        headers: Iterable[tuple[str, str]] = (),
        charset: str = "utf-8",
    ) -> str:
        """Mail a letter; its Message-ID."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, subject or "to the judge"
        message["Message-ID"] = message_id or f"<{next(_serial)}.{os.getpid()}@players.example>"
        message["Date"] = "Mon, 02 Mar 2026 12:00:00 +0000"
        for name, value in headers:
            message[name] = value
        message.set_content(text, charset=charset)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=10) as client:
            client.send_message(message, from_addr=sender, to_addrs=[to])
        return str(message["Message-ID"])

    def ask(self, sender: str, text: str, to: str = "judge@judge.localhost", **more: str) -> EmailMessage:
        """Mail a letter and wait for the one answer to it."""
        message_id = self.send(sender, text, to, **more)
        return self.wait_for(lambda mail: mail["In-Reply-To"] == message_id, f"answer to {text!r}")

    def mails(self) -> list[EmailMessage]:
        """All mails that the judge has written, oldest first."""
        new = self.outbox / "new"
        for path in sorted(new.iterdir()) if new.is_dir() else ():
            if path.name not in self._read:
                self._read.add(path.name)
                mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
                assert isinstance(mail, EmailMessage)
                self._mails.append(mail)
        return self._mails

    def wait_for(self, wanted: Callable[[EmailMessage], bool], what: str) -> EmailMessage:
        """The first mail of a kind, now or soon."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for mail in self.mails():
                if wanted(mail):
                    return mail
            time.sleep(0.03)
        seen = [(m["X-Judge-Kind"], m["To"], m["X-Judge-Phase"]) for m in self.mails()]
        raise AssertionError(f"no {what}; seen {seen}; log: {(self.folder / 'server.log').read_text()[-3000:]}")

    def results(self, to: str, phase: str, game: str = "") -> EmailMessage:
        """The results of a phase as one player gets them."""
        wanted = {"To": to, "X-Judge-Kind": "results", "X-Judge-Phase": phase}
        wanted |= {"X-Judge-Game": game} if game else {}
        return self.wait_for(
            lambda m: all(m[name] == value for name, value in wanted.items()), f"results of {phase} for {to}"
        )


def text_of(mail: EmailMessage) -> str:
    """The text part of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())
