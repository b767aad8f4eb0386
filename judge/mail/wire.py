"""Reading the bytes of a session strictly: command lines and message data end in CR LF and nothing else.

aiosmtpd takes a bare LF for the end of a command and leaves bare CR and LF in the message; both are how SMTP smuggling
works, so here either ends the session.
"""

import asyncio

TERMINATOR = b"\r\n.\r\n"
CHUNK = 1024 * 1024  # larger than the reader ever buffers, so that one read empties it


class BareNewlineError(Exception):
    """The peer sent a CR or LF that was not part of CR LF."""


class TooBigError(Exception):
    """The message went over the size limit; it has been read to its end."""


class StrictReader:
    """Stands before a session's StreamReader and refuses command lines that end in a bare LF."""

    def __init__(self, inner: asyncio.StreamReader) -> None:
        self.inner = inner
        self.closed = False

    async def readuntil(self, separator: bytes = b"\n") -> bytes:
        if self.closed:  # we hung up: whatever is still buffered must not be obeyed
            await asyncio.Event().wait()
        line = await self.inner.readuntil(separator)
        if not line.endswith(b"\r\n") or b"\r" in line[:-2]:
            raise BareNewlineError
        return line

    async def read(self, n: int = -1) -> bytes:
        return await self.inner.read(n)

    @property
    def _transport(self) -> object:
        return self.inner._transport  # type: ignore[attr-defined]  # noqa: SLF001

    @_transport.setter
    def _transport(self, transport: object) -> None:  # aiosmtpd sets this when STARTTLS swaps the transport
        self.inner._transport = transport  # type: ignore[attr-defined]  # noqa: SLF001

    @property
    def _buffer(self) -> bytearray:  # aiosmtpd clears this when STARTTLS begins
        buffer: bytearray = self.inner._buffer  # type: ignore[attr-defined]  # noqa: SLF001
        return buffer


async def read_message(reader: StrictReader, limit: int) -> bytes:
    """Read message data up to CR LF . CR LF and take the dot-stuffing off (RFC 5321 section 4.5.2).

    Reads what the socket gives rather than line by line, and notices a bare newline when it arrives: the peer of a
    smuggling attempt never sends a proper end.
    """
    data = bytearray(b"\r\n")  # so that a dot on the very first line is found as well
    state = _Counts()
    too_big = False
    while True:
        known = len(data)
        chunk = await reader.inner.read(CHUNK)
        if not chunk:
            raise ConnectionResetError
        data += chunk
        end = data.find(TERMINATOR, max(0, known - len(TERMINATOR) + 1))
        if end >= 0:
            stop = end + len(TERMINATOR)
            rest = bytes(data[stop:])
            del data[stop:]
            if rest and not reader.inner.at_eof():
                reader.inner.feed_data(rest)
        state.count(data, known)
        if end >= 0:
            break
        if len(data) > limit:
            too_big = True
            del data[: -len(TERMINATOR)]
            state.restart(data)
    if too_big or len(data) - len(TERMINATOR) > limit:
        raise TooBigError
    return bytes(data[: -len(b".\r\n")].replace(b"\r\n.", b"\r\n")[2:])


class _Counts:
    """Counts CR, LF and CR LF as data grows, so that each byte is looked at once."""

    def __init__(self) -> None:
        self.cr = self.lf = self.pairs = 1

    def restart(self, data: bytearray) -> None:
        self.cr, self.lf, self.pairs = data.count(b"\r"), data.count(b"\n"), data.count(b"\r\n")
        if data.startswith(b"\n"):  # its CR was cut off with the data before
            self.lf -= 1

    def count(self, data: bytearray, known: int) -> None:
        self.cr += data.count(b"\r", known)
        self.lf += data.count(b"\n", known)
        self.pairs += data.count(b"\r\n", max(0, known - 1))
        if self.lf != self.pairs or self.cr - self.pairs > data.endswith(b"\r"):
            raise BareNewlineError
