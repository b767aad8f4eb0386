"""Mails accepted per second on loopback, each answered only after a synced commit, beside a bare aiosmtpd sink and,
where it is installed, Postfix keeping each mail in its queue.

    python tests/bench/accept.py [--rounds 5] [--mails 2000] [--sessions 20]

Figures of one machine drift by a third within minutes, so the servers take turns and the ratio of each pair counts.
With Debian's `smtp-source` on the path that is the client; else a small asyncio client here, which takes more of the
processor than smtp-source does and so shows lower figures for both.
"""

import argparse
import asyncio
import multiprocessing
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from aiosmtpd.controller import Controller

from judge.app import Judge
from judge.config import load
from judge.mail.limits import Limits
from judge.mail.listener import Listener
from tests.mail.postfix import PROGRAM, Postfix

ORDERS = "\r\n".join(f"A PAR - BUR supported by line {number}" for number in range(20))
LETTER = (
    "From: Ann Smith <ann@example.org>\r\nTo: judge@judge.example\r\nSubject: orders for spring\r\n"
    f"Message-ID: <%d@example.org>\r\nDate: Tue, 3 Mar 2026 21:00:00 +0000\r\n\r\n{ORDERS}\r\n"
)


class Sink:
    """The control: aiosmtpd as it comes, taking every message for nothing."""

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:
        return "250 OK"


def serve_judge(pipe: Connection) -> None:
    """The listener over the real store; letters are kept and not worked off meanwhile."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        settings = load(environ={"JUDGE_DATA_DIR": folder, "JUDGE_DOMAIN": "judge.example"})
        judge = Judge(settings)
        limits = Limits(commands=10**9, session_seconds=3600)
        listener = Listener(["smtp://127.0.0.1:0"], judge.keep, judge.route, limits=limits)
        pipe.send(int(listener.start()[0].rpartition(":")[2]))
        pipe.recv()
        listener.stop()
        judge.close()


def serve_postfix(pipe: Connection) -> None:
    """The other control: Postfix taking each message into its queue, synced, to hold it there."""
    more = """
relay_domains = judge.example
smtpd_recipient_restrictions = check_recipient_access static:HOLD, permit_mynetworks, reject
default_process_limit = 100
smtpd_client_connection_count_limit = 0
smtpd_client_connection_rate_limit = 0
smtpd_client_message_rate_limit = 0
"""
    with Postfix(more) as postfix:
        pipe.send(postfix.port)
        pipe.recv()


def serve_sink(pipe: Connection) -> None:
    controller = Controller(Sink(), hostname="127.0.0.1", port=0)
    controller._trigger_server = controller._factory_invoked.set  # type: ignore[method-assign]  # it can't do port 0
    controller.smtpd = object()  # type: ignore[assignment]
    controller.start()
    pipe.send(controller.server.sockets[0].getsockname()[1])  # type: ignore[union-attr]
    pipe.recv()
    controller.stop()


SERVERS = {"judge": serve_judge, "sink": serve_sink, **({"postfix": serve_postfix} if PROGRAM else {})}


async def _session(port: int, numbers: range) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def say(text: str, code: bytes) -> None:
        writer.write(text.encode())
        line = await reader.readline()
        while line[3:4] == b"-":
            line = await reader.readline()
        if not line.startswith(code):
            raise RuntimeError(line)

    await say("", b"220")
    await say("EHLO bench\r\n", b"250")
    for number in numbers:
        await say("MAIL FROM:<ann@example.org>\r\n", b"250")
        await say("RCPT TO:<judge@judge.example>\r\n", b"250")
        await say("DATA\r\n", b"354")
        await say(LETTER % number + ".\r\n", b"250")
    writer.close()


async def _sessions(port: int, sessions: int, mails: int) -> None:
    each = mails // sessions
    await asyncio.gather(*(_session(port, range(n * each, (n + 1) * each)) for n in range(sessions)))


def send(port: int, sessions: int, mails: int) -> float:
    """Mails a second for this many over this many connections that are kept open."""
    source = shutil.which("smtp-source", path="/usr/sbin:/usr/bin:/bin")
    start = time.perf_counter()
    if source:
        command = [source, "-d", "-s", str(sessions), "-m", str(mails), "-l", "1024"]  # each with its own Message-ID
        command += ["-f", "ann@example.org", "-t", "judge@judge.example", f"inet:127.0.0.1:{port}"]
        subprocess.run(command, check=True)
    else:
        asyncio.run(_sessions(port, sessions, mails))
    return mails / (time.perf_counter() - start)


def measure(name: str, sessions: int, mails: int) -> float:
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=SERVERS[name], args=(theirs,))
    process.start()
    port = ours.recv()
    send(port, sessions, sessions * 5)
    rate = send(port, sessions, mails)
    ours.send("stop")
    process.join()
    return rate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--mails", type=int, default=2000)
    parser.add_argument("--sessions", type=int, default=20)
    asked = parser.parse_args()
    rates: dict[str, list[float]] = {name: [] for name in SERVERS}
    for _ in range(asked.rounds):
        for name, found in rates.items():
            found.append(measure(name, asked.sessions, asked.mails))
    for name, found in rates.items():
        print(f"{name}: median {statistics.median(found):.0f} ({min(found):.0f}-{max(found):.0f}) mails/s")
    for name in [name for name in rates if name != "judge"]:
        ratios = [judge / control for judge, control in zip(rates["judge"], rates[name], strict=True)]
        print(f"judge / {name}: median {statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})")


if __name__ == "__main__":
    main()
