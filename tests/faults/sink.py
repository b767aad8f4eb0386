"""A smarthost that misbehaves to order: temporary and permanent refusals, silence, hanging up, at any verb."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

HANG_UP = "hang up"
RESET = "reset"


class Sink:
    """Answers each verb as `answer(verb, argument, how often this verb came)` says; None means yes. Keeps the mails."""

    def __init__(self, answer: Callable[[str, str, int], str | None] = lambda *_: None) -> None:
        self.answer = answer
        self.mails: list[tuple[str, bytes]] = []
        """Recipient and bytes of each mail that was answered 250, or whose 250 was lost on the way."""
        self._seen: dict[str, int] = {}
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self._thread.join(5)

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            with client, client.makefile("rb") as lines:
                client.settimeout(10)
                try:
                    self._talk(client, lines)
                except OSError:
                    continue

    def _talk(self, client: socket.socket, lines: object) -> None:
        if not self._say(client, "CONNECT", "", "220 sink"):
            return
        rcpts: list[str] = []
        for line in lines:  # type: ignore[attr-defined]
            verb, _, argument = line.decode("ascii", "replace").strip().partition(" ")
            verb = verb.upper()
            if verb == "QUIT":
                client.sendall(b"221 bye\r\n")
                return
            if verb == "MAIL":
                rcpts = []
            good = {"EHLO": "250 sink", "HELO": "250 sink", "DATA": "354 go on"}.get(verb, "250 ok")
            if not self._say(client, verb, argument, good):
                return
            if verb == "RCPT" and self._last.startswith("2"):
                rcpts.append(argument.partition("<")[2].partition(">")[0])
            if verb == "DATA" and self._last.startswith("3"):
                raw = self._data(lines)
                before = len(self.mails)
                self.mails += [(rcpt, raw) for rcpt in rcpts]
                if not self._say(client, "DOT", "", "250 kept"):
                    return
                if not self._last.startswith("2"):
                    del self.mails[before:]

    def _data(self, lines: object) -> bytes:
        raw = b""
        for line in lines:  # type: ignore[attr-defined]
            if line == b".\r\n":
                break
            raw += line[1:] if line.startswith(b".") else line
        return raw

    def _say(self, client: socket.socket, verb: str, argument: str, good: str) -> bool:
        """Answer; False when the connection is over."""
        self._seen[verb] = self._seen.get(verb, 0) + 1
        self._last = self.answer(verb, argument, self._seen[verb]) or good
        if self._last in (HANG_UP, RESET):
            if self._last == RESET:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            return False
        client.sendall(f"{self._last}\r\n".encode())
        return True
