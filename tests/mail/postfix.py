"""A real Postfix of the test's own, in a folder of its own: nothing of the machine's Postfix is touched."""

import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType

PROGRAM = shutil.which("postfix", path="/usr/sbin:/usr/bin:/usr/local/sbin")
MISSING = "Postfix is not installed: DEBIAN_FRONTEND=noninteractive apt-get install -y postfix"

MAIN = """
compatibility_level = 3.6
queue_directory = {home}/spool
data_directory = {home}/data
maillog_file = {home}/mail.log
maillog_file_prefixes = {home}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.judge.example
mydestination =
alias_maps =
mynetworks = 127.0.0.0/8
smtp_tls_security_level = none
smtp_host_lookup = native
minimal_backoff_time = 2s
maximal_backoff_time = 4s
queue_run_delay = 2s
{more}
"""

MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
pickup   unix n - n 60 1 pickup
cleanup  unix n - n - 0 cleanup
qmgr     unix n - n 300 1 qmgr
rewrite  unix - - n - - trivial-rewrite
bounce   unix - - n - 0 bounce
defer    unix - - n - 0 bounce
trace    unix - - n - 0 bounce
verify   unix - - n - 1 verify
flush    unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp     unix - - n - - smtp
relay    unix - - n - - smtp
error    unix - - n - - error
retry    unix - - n - - error
discard  unix - - n - - discard
lmtp     unix - - n - - lmtp
anvil    unix - - n - 1 anvil
scache   unix - - n - 1 scache
postlog  unix-dgram n - n - 1 postlogd
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Postfix:
    """Started on entering, stopped on leaving; `port` takes SMTP on loopback. `more` is added to main.cf."""

    def __init__(self, more: str) -> None:
        if PROGRAM is None:
            raise RuntimeError(MISSING)
        self.more = more
        self.port = free_port()
        self.home = Path(tempfile.mkdtemp(prefix="postfix-"))

    def __enter__(self) -> "Postfix":
        self.home.chmod(0o755)
        for folder in ("conf", "spool", "data"):
            (self.home / folder).mkdir()
        shutil.chown(self.home / "data", "postfix")
        (self.home / "conf" / "main.cf").write_text(MAIN.format(home=self.home, more=self.more))
        (self.home / "conf" / "master.cf").write_text(MASTER.format(port=self.port))
        self._run("start")
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
            except OSError:
                time.sleep(0.1)
            else:
                return self
        raise RuntimeError(f"Postfix did not start: {self.log()}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run("stop")
        shutil.rmtree(self.home, ignore_errors=True)

    def _run(self, verb: str) -> None:
        command = [PROGRAM or "postfix", "-c", str(self.home / "conf"), verb]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        if done.returncode:
            raise RuntimeError(f"postfix {verb}: {done.stdout}{done.stderr}{self.log()}")

    def log(self) -> str:
        path = self.home / "mail.log"
        return path.read_text(errors="replace") if path.exists() else "(no log)"
