"""What is wrong with a variant's files, each fault with its file and line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Fault(NamedTuple):
    """One fault of a map, where it is and what it is. Line 0: it concerns the whole file."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class MapError(ValueError):
    """A variant that can't be played, with every fault found, not only the first."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in faults))


@dataclass(slots=True)
class Faults:
    """Collects faults while files are read, so that one run tells the author all of them."""

    found: list[Fault] = field(default_factory=list)

    def add(self, file: str, line: int, text: str) -> None:
        """Note a fault and go on."""
        self.found.append(Fault(file, line, text))

    def stop(self) -> None:
        """Raise MapError if anything was noted."""
        if self.found:
            raise MapError(self.found)
