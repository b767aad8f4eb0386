"""The choices that editions of the rulebook differ in, each named, with its DATC number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Named choices. The defaults are the recommended ones of DATC v3.0 (the 2023 rulebook)."""

    via_without_convoy: str = "illegal"
    """DATC 4.A.3 family: a move marked VIA with no convoy ordered is `illegal`, or goes by `land`."""
    disorder_removal: str = "owned"
    """DATC 4.D.8: civil-disorder distance to the nearest `owned` centre, or (older) to the nearest `home` centre."""

    CHOICES: ClassVar[dict[str, tuple[str, ...]]] = {
        "via_without_convoy": ("illegal", "land"),
        "disorder_removal": ("owned", "home"),
    }
