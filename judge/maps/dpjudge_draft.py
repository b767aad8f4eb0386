"""What a .map file says so far, while it is read: a draft that later lines change."""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.maps.faults import Fault


@dataclass(slots=True)
class DraftPower:
    """A power as declared: its letter and adjective, homes, owned centres (None: its homes) and units by place."""

    word: str
    line: int
    letter: str
    adjective: str
    homes: list[str] = field(default_factory=list)
    centres: list[str] | None = None
    units: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Draft:
    """The map in the words of the format. Places are keyed by their code in capitals (`SPA/NC` for a coast)."""

    names: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, list[str]] = field(default_factory=dict)
    terrain: dict[str, str] = field(default_factory=dict)
    abuts: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Where a place's terrain stands: file and line."""
    powers: dict[str, DraftPower] = field(default_factory=dict)
    current: DraftPower | None = None
    neutral: list[str] = field(default_factory=list)
    begin: tuple[str, int, str] = ("SPRING", 1901, "MOVEMENT")
    flow: list[str] = field(default_factory=list)
    victory: int = 0
    build_any: bool = False
    notes: list[Fault] = field(default_factory=list)
    """What can't be expressed, by file and line."""

    def note(self, file: str, line: int, text: str) -> None:
        """Name something that the variant's folder can't say."""
        self.notes.append(Fault(file, line, text))

    def centres(self) -> set[str]:
        """Every supply centre: homes, owned and neutral ones."""
        found = {code.partition("/")[0] for code in self.neutral}
        for power in self.powers.values():
            found.update(power.homes, power.centres or ())
        return found
