"""One SMTP or LMTP session: aiosmtpd's dialogue with our limits, our answers and our way of reading.

What aiosmtpd 1.4.6 leaves out and this adds: caps on connections, recipients, errors and time; refusal of bare CR and
LF and of HTTP; fixed answers only; LMTP's one answer per recipient after the data (RFC 2033 section 4.2).
"""
# ruff: noqa: N802, N815  (aiosmtpd finds commands by the names of methods)

import asyncio
import logging
import ssl
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, TLSSetupException

from judge.mail import guard, replies
from judge.mail.addresses import Route
from judge.mail.envelope import mail_refusal, path
from judge.mail.limits import Limits
from judge.mail.peers import Peers, peer_of
from judge.mail.replies import Reply
from judge.mail.wire import BareNewlineError, StrictReader, TooBigError, read_message
from judge.mail.writer import Incoming, Writer

log = logging.getLogger(__name__)

MOST_FOUND = 10_000
LAST_SECONDS = 5.0
"""For a client whose session lasted too long to hang up: then it is left, told or not."""
BY_CODE = {  # aiosmtpd's own answers, said in our words
    "421": replies.TOO_MANY_COMMANDS,
    "454": replies.TLS_FAILED,
    "500": replies.SYNTAX,
    "501": replies.BAD_ARGUMENT,
    "502": replies.NOT_IMPLEMENTED,
    "503": replies.BAD_SEQUENCE,
    "530": replies.TLS_NEEDED,
}


@dataclass(slots=True)
class Hall:
    """What the sessions of one listener share: the policy, the writer, and who is connected."""

    hostname: str
    route: Callable[[str], Route | None]
    limits: Limits
    writer: Writer
    connections: int
    tls: ssl.SSLContext | None = None
    known: Callable[[Route], bool] | None = None
    lookups: Executor | None = None
    sessions: "set[Session]" = field(default_factory=set)
    _found: dict[Route, None] = field(default_factory=dict)
    peers: Peers = field(init=False)

    def __post_init__(self) -> None:
        self.peers = Peers(self.limits)

    async def leads_somewhere(self, route: Route) -> bool:
        """Whether there is such a game, and whether such a token was ever given out.

        What exists stays, so it is asked for once. What does not takes the same question each time, in a thread: a
        guesser learns nothing from how long it takes, and the event loop does not wait for the database.
        """
        if self.known is None or route in self._found:
            return True
        if not await asyncio.get_running_loop().run_in_executor(self.lookups, self.known, route):
            return False
        if len(self._found) >= MOST_FOUND:
            del self._found[next(iter(self._found))]
        self._found[route] = None
        return True


class Session(SMTP):
    """One client's session; the transport's callbacks, the commands and the data."""

    lmtp = False
    _strict: StrictReader  # there from the moment the connection is made
    line_length_limit = Limits().line

    def __init__(self, hall: Hall, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(
            object(),
            data_size_limit=hall.limits.size,
            enable_SMTPUTF8=True,
            hostname=hall.hostname,
            ident="ESMTP ready",
            tls_context=hall.tls,
            timeout=hall.limits.idle_seconds,
            command_call_limit=hall.limits.commands,
            loop=loop,
        )
        self.hall = hall
        self.busy = False
        self._address = self._peer = ""
        self._refused = False
        self._deadline: asyncio.TimerHandle | None = None
        self._errors = 0
        self._misses = 0

    # The transport's callbacks

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self in self.hall.sessions:  # the same connection, now inside TLS
            super().connection_made(transport)
            return
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if isinstance(peer, tuple) else "local"
        self._peer = peer_of(self._address, self.hall.limits)
        full = len(self.hall.sessions) >= self.hall.connections
        if full or not self.hall.peers.may_come(self._peer, self.loop.time()):
            self._refused = True
            if isinstance(transport, asyncio.WriteTransport):
                transport.write(replies.TOO_MANY_CONNECTIONS.line() + b"\r\n")
            transport.close()
            return
        self.hall.sessions.add(self)
        self.hall.peers.came(self._peer)
        super().connection_made(transport)
        self._deadline = self.loop.call_later(self.hall.limits.session_seconds, self._overdue)

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._refused else super().eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        if self._refused:
            return
        if self._deadline is not None:
            self._deadline.cancel()
        if self in self.hall.sessions:
            self.hall.sessions.discard(self)
            self.hall.peers.went(self._peer)
        super().connection_lost(error)

    def cut(self, reply: Reply) -> None:
        """Say goodbye from outside the dialogue and close. Who was told goodbye already is told no second time.

        asyncio's TLS transport can't be closed or written to once it is being closed (CPython 3.11 to 3.13 raise).
        """
        if isinstance(self.transport, asyncio.WriteTransport) and not self.transport.is_closing():
            self._strict.closed = True
            self.transport.write(reply.line() + b"\r\n")
            self.transport.close()

    def _overdue(self) -> None:
        self.cut(replies.TOO_LONG_A_SESSION)
        self._deadline = self.loop.call_later(LAST_SECONDS, self.drop)

    def drop(self) -> None:
        """Leave a client that was told goodbye and does not hang up."""
        for transport in (self.transport, self._original_transport):  # the one inside TLS, and the one around it
            if isinstance(transport, asyncio.WriteTransport):
                transport.abort()

    def _cb_client_connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._strict = StrictReader(reader)
        super()._cb_client_connected(self._strict, writer)  # type: ignore[arg-type]

    def _timeout_cb(self) -> None:
        self.cut(replies.TOO_LONG_A_SESSION)

    # Answers

    async def push(self, status: Any) -> None:
        """The one door to the peer. Text that aiosmtpd wrote is replaced by our answer with the same code."""
        if isinstance(status, str) and not status.startswith("220 "):
            await self.answer(BY_CODE.get(status[:3], replies.SYNTAX))
        else:
            await super().push(status)

    async def answer(self, reply: Reply) -> None:
        """Give an answer; count refusals, and hang up where it or their number says so."""
        if reply.refuses and not reply.hang_up and reply is not replies.NO_SUCH_RECIPIENT:
            self._errors += 1
        await super().push(reply.line())
        if reply.hang_up:
            self._hang_up()
        elif self._errors >= self.hall.limits.errors or self._misses >= self.hall.limits.misses:
            await super().push(replies.TOO_MANY_ERRORS.line())
            self._hang_up()

    def _hang_up(self) -> None:
        self._strict.closed = True
        if self.transport is not None and not self.transport.is_closing():
            self.transport.close()

    async def handle_exception(self, error: Exception) -> Any:
        """A bug of ours must neither bounce a message for good nor show the peer what it says."""
        if isinstance(error, BareNewlineError):
            reply = replies.BARE_NEWLINE
        elif isinstance(error, TLSSetupException):
            log.info("a client broke its TLS handshake off")
            reply = replies.TLS_FAILED
        else:
            log.error("a session failed", exc_info=error)
            reply = replies.NOT_NOW
        self._reset()
        if reply.hang_up:
            self._strict.closed = True
            self.loop.call_soon(self._hang_up)
        return reply.line()

    # Commands

    async def smtp_HELO(self, hostname: str | None) -> None:
        if not hostname:
            await self.answer(replies.BAD_ARGUMENT)
            return
        self._greet(hostname, extended=False)
        await super().push(f"250 {self.hostname}".encode())

    async def smtp_EHLO(self, hostname: str | None) -> None:
        if not hostname:
            await self.answer(replies.BAD_ARGUMENT)
            return
        self._greet(hostname, extended=True)
        words = [self.hostname, f"SIZE {self.hall.limits.size}", "8BITMIME", "SMTPUTF8", "PIPELINING"]
        words += ["STARTTLS"] if self.tls_context and not self._tls_protocol else []
        words.append("ENHANCEDSTATUSCODES")
        lines = [f"250-{word}" for word in words[:-1]] + [f"250 {words[-1]}"]
        await super().push("\r\n".join(lines).encode())

    def _reset(self) -> None:
        self.envelope = Envelope()

    def _greet(self, hostname: str, *, extended: bool) -> None:
        self._reset()
        if self.session is not None:
            self.session.extended_smtp = extended
            self.session.host_name = hostname

    async def smtp_MAIL(self, arg: str | None) -> None:
        greeted = self.session is not None and self.session.host_name
        if not greeted or self.envelope is None or self.envelope.mail_from is not None:
            await self.answer(replies.BAD_SEQUENCE)
            return
        address, parameters = path(arg, "FROM:")
        refusal = mail_refusal(address, parameters, self.hall.limits.size)
        if refusal is None:
            self.envelope.mail_from = address
        await self.answer(refusal or replies.SENDER_OK)

    async def smtp_RCPT(self, arg: str | None) -> None:
        if self.envelope is None or self.envelope.mail_from is None:
            await self.answer(replies.BAD_SEQUENCE)
            return
        address, parameters = path(arg, "TO:")
        if not address:
            await self.answer(replies.BAD_ARGUMENT)
        elif parameters:
            await self.answer(replies.UNKNOWN_PARAMETER)
        elif len(self.envelope.rcpt_tos) >= self.hall.limits.recipients:
            await self.answer(replies.TOO_MANY_RECIPIENTS)
        elif (route := self.hall.route(address)) is None or not await self.hall.leads_somewhere(route):
            self._misses += 1
            self.hall.peers.miss(self._peer, self.loop.time())
            await self.answer(replies.NO_SUCH_RECIPIENT)
        else:
            self.envelope.rcpt_tos.append(address)
            await self.answer(replies.RECIPIENT_OK)

    async def smtp_DATA(self, arg: str | None) -> None:
        if self.envelope is None or not self.envelope.rcpt_tos:
            await self.answer(replies.BAD_SEQUENCE)
            return
        if arg:
            await self.answer(replies.BAD_ARGUMENT)
            return
        await self.answer(replies.GO_AHEAD)
        rcpts = tuple(self.envelope.rcpt_tos)
        reply = await self._take_message(self.envelope.mail_from or "", rcpts)
        self._reset()
        self._errors = 0 if reply is replies.KEPT else self._errors
        for _ in rcpts[1:] if self.lmtp and not reply.hang_up else ():
            await super().push(reply.line())
        await self.answer(reply)

    async def _take_message(self, mail_from: str, rcpts: tuple[str, ...]) -> Reply:
        """Read, check, keep: the positive answer exists only after the commit."""
        try:
            raw = await read_message(self._strict, self.hall.limits.size)
        except TooBigError:
            return replies.TOO_BIG
        refusal = guard.check(raw, self.hall.limits.message)
        if refusal is not None:
            return refusal
        self.busy = True
        try:
            kept = await self.hall.writer.keep(Incoming(raw, mail_from, rcpts, self._address))
        finally:
            self.busy = False
        return replies.KEPT if kept else replies.NOT_NOW

    async def smtp_RSET(self, arg: str | None) -> None:
        self._reset()
        await self.answer(replies.BAD_ARGUMENT if arg else replies.OK)

    async def smtp_NOOP(self, arg: str | None) -> None:
        del arg
        await self.answer(replies.OK)

    async def smtp_QUIT(self, arg: str | None) -> None:
        await self.answer(replies.BAD_ARGUMENT if arg else replies.BYE)

    async def smtp_VRFY(self, arg: str | None) -> None:
        await self.answer(replies.CANNOT_VERIFY if arg else replies.BAD_ARGUMENT)

    async def smtp_HELP(self, arg: str | None) -> None:
        del arg
        await self.answer(replies.HELP)

    async def smtp_AUTH(self, arg: str | None) -> None:
        del arg
        await self.answer(replies.NOT_IMPLEMENTED)

    async def _not_smtp(self, arg: str | None) -> None:
        del arg
        await self.answer(replies.NOT_SMTP)

    # Browsers and scripts that were pointed at the port (cross-protocol attacks)
    smtp_GET = smtp_POST = smtp_PUT = smtp_HEAD = smtp_DELETE = smtp_OPTIONS = smtp_CONNECT = smtp_PATCH = _not_smtp
    smtp_TRACE = _not_smtp


class LmtpSession(Session):
    """The same over LMTP, as an MTA in front speaks it."""

    lmtp = True

    async def smtp_LHLO(self, arg: str | None) -> None:
        await super().smtp_EHLO(arg)

    async def smtp_EHLO(self, hostname: str | None) -> None:
        del hostname
        await self.answer(replies.NOT_IMPLEMENTED)

    smtp_HELO = smtp_EHLO
