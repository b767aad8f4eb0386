"""The listener: SMTP and LMTP endpoints in a thread of their own. A message is answered 250 only when it is kept."""

import asyncio
import errno
import logging
import os
import resource
import ssl
import stat
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from judge.mail import replies
from judge.mail.addresses import Route
from judge.mail.limits import Limits
from judge.mail.session import Hall, LmtpSession, Session
from judge.mail.writer import Incoming, Keep, Writer

__all__ = ["Incoming", "Limits", "Listener"]

STOP_SECONDS = 1.5
FILES_FOR_OTHERS = 200
SOCKET_MODE = 0o660  # whatever the umask: the MTA is in our group and has to write into it
logging.getLogger("mail.log").setLevel(logging.ERROR)  # aiosmtpd writes peers' words and players' addresses into it
Result = TypeVar("Result")


class Listener:
    """Accepts mail at its endpoints and hands it, many messages a commit, to `keep`.

    `keep` is called in one thread of its own with a batch in order of arrival; it commits the batch with one sync and
    returns for each message what it kept or the exception why not. Anything that fails is answered with a fixed 451.
    `known` says whether a recipient that looks like one of ours exists; it is called in a thread of its own too.
    """

    def __init__(
        self,
        endpoints: Sequence[str],
        keep: Keep[Any],
        route: Callable[[str], Route | None],
        *,
        limits: Limits | None = None,
        hostname: str = "judge.localhost",
        tls: ssl.SSLContext | None = None,
        known: Callable[[Route], bool] | None = None,
    ) -> None:
        self._endpoints = [_endpoint(text) for text in endpoints]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run_loop, name="mail-listener", daemon=True)
        caps = limits or Limits()
        self._writer = Writer(keep, self._loop, caps.batch)
        self._hall = Hall(hostname, route, caps, self._writer, _room_for(caps.connections), tls, known)
        self._hall.lookups = self._lookups = ThreadPoolExecutor(1, thread_name_prefix="mail-lookup")
        self._servers: list[asyncio.AbstractServer] = []

    def start(self) -> list[str]:
        """Open every endpoint and return them with their real ports; raises OSError when one can't be opened."""
        self._thread.start()
        self._writer.start()
        try:
            return [shown for endpoint in self._endpoints for shown in self._opened(*endpoint)]
        except BaseException:
            self.stop()
            raise

    def _opened(self, kind: str, host: str, port: int, path: str) -> list[str]:
        try:
            return self._call(self._open(kind, host, port, path))
        except OSError as fault:
            reason = os.strerror(fault.errno) if fault.errno and fault.errno in errno.errorcode else fault.strerror
            raise OSError(f"listen: {kind}:{path or f'//{host}:{port}'}: {reason}") from fault

    def stop(self) -> None:
        """Close the doors, let messages in hand be committed and answered, tell the others 421; two seconds at most."""
        self._lookups.shutdown(wait=False, cancel_futures=True)
        if not self._thread.is_alive():  # never started, or stopped already
            self._loop.close()
            return
        self._call(self._close_doors())
        self._writer.stop(STOP_SECONDS)
        self._call(self._close_sessions())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run_loop(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    def _call(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _open(self, kind: str, host: str, port: int, path: str) -> list[str]:
        session = LmtpSession if kind.startswith("lmtp") else Session

        def factory() -> Session:
            return session(self._hall, self._loop)

        if kind == "lmtp+unix":
            _remove_stale_socket(path)
            self._servers.append(await self._loop.create_unix_server(factory, path, backlog=512))
            _open_to_our_group(path)
            return [f"{kind}:{path}"]
        server = await self._loop.create_server(factory, host, port, backlog=512)
        self._servers.append(server)
        return _shown(kind, host, [each.getsockname()[:2] for each in server.sockets])

    async def _close_doors(self) -> None:
        for server in self._servers:
            server.close()
        for session in list(self._hall.sessions):
            if not session.busy:
                session.cut(replies.STOPPING)

    async def _close_sessions(self) -> None:
        await asyncio.sleep(0)  # the last answers of the writer arrive as callbacks before this
        for session in list(self._hall.sessions):
            session.cut(replies.STOPPING)
        for _ in range(50):
            if not self._hall.sessions:
                break
            await asyncio.sleep(0.01)
        for session in list(self._hall.sessions):
            session.drop()
        await asyncio.sleep(0)  # their connections are closed by callbacks
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)


def _endpoint(text: str) -> tuple[str, str, int, str]:
    """Read `smtp://host:port`, `lmtp://host:port` or `lmtp+unix:/path`."""
    parts = urlsplit(text.strip())
    if parts.scheme == "lmtp+unix" and parts.path.startswith("/"):
        return parts.scheme, "", 0, parts.path
    try:
        port = parts.port
    except ValueError:
        port = None
    if parts.scheme not in {"smtp", "lmtp"} or not parts.hostname or port is None or parts.path:
        raise ValueError(f"not a place to listen at: {text!r} (smtp://HOST:PORT, lmtp://HOST:PORT or lmtp+unix:/PATH)")
    return parts.scheme, parts.hostname, port, ""


def _shown(kind: str, host: str, bound: Sequence[tuple[str, int]]) -> list[str]:
    """An endpoint with its real port; each of its addresses where a name has several, each with a port of its own."""
    if len({port for _, port in bound}) == 1:
        bound = [(host, bound[0][1])]
    return [f"{kind}://{f'[{name}]' if ':' in name else name}:{port}" for name, port in bound]


def _room_for(connections: int) -> int:
    """Let the process open that many files and say how many connections there is room for.

    Where accept() runs out of files nobody is even told 421, and the database can't open its journal.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + FILES_FOR_OTHERS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return connections if soft == resource.RLIM_INFINITY else min(connections, max(1, soft - FILES_FOR_OTHERS))


def _open_to_our_group(path: str) -> None:
    Path(path).chmod(SOCKET_MODE)


def _remove_stale_socket(path: str) -> None:
    """A killed judge leaves its socket file behind, and nothing else may be there."""
    place = Path(path)
    if place.exists() and stat.S_ISSOCK(place.stat().st_mode):
        place.unlink()
