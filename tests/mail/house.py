"""What tests of the listener need: a shelf to keep messages on, and a raw line to talk over."""

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from judge.mail.listener import Incoming, Listener

DOMAIN = "judge.example"
LETTER = (
    b"From: ann@example.org\r\nTo: judge@judge.example\r\nSubject: orders\r\nMessage-ID: <1@example.org>\r\n\r\n"
    b"A PAR - BUR\r\n"
)


@dataclass
class Shelf:
    """Keeps messages in a list, a batch at a time, as a store would."""

    batches: list[list[Incoming]] = field(default_factory=list)
    trouble: Callable[[Incoming], Exception | None] = lambda incoming: None

    def keep(self, batch: Sequence[Incoming]) -> Sequence[int | Exception]:
        results = [self.trouble(incoming) or number for number, incoming in enumerate(batch)]
        good = [incoming for incoming, result in zip(batch, results, strict=True) if not isinstance(result, Exception)]
        self.batches.append(good)
        return results

    @property
    def kept(self) -> list[Incoming]:
        return [incoming for batch in self.batches for incoming in batch]


class Line:
    """A raw socket that reads SMTP answers."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection((host, port), timeout=10)
        self.file = self.socket.makefile("rb")

    def answer(self) -> str:
        """One whole answer (the last line of it); empty when the peer has hung up."""
        try:
            line = self.file.readline()
            while line[3:4] == b"-":
                line = self.file.readline()
        except ConnectionResetError:
            return ""
        return line.decode().rstrip()

    def say(self, text: bytes) -> str:
        self.socket.sendall(text)
        return self.answer()

    def rest(self) -> list[str]:
        """Every further answer until the peer hangs up."""
        answers = []
        while answer := self.answer():
            answers.append(answer)
        return answers

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@dataclass
class House:
    listener: Listener
    shelf: Shelf
    port: int
    endpoints: list[str]
    lines: list[Line] = field(default_factory=list)

    def line(self, *, hello: bool = True) -> Line:
        line = Line(self.port)
        self.lines.append(line)
        if hello:
            line.answer()
            line.say(b"EHLO me.example\r\n")
        return line


Open = Callable[..., House]
