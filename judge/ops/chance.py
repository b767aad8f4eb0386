"""The only source of chance: the system's."""

from __future__ import annotations

import secrets
from collections.abc import Sequence


class SystemChance:
    """`judge.usecases.ports.Chance`."""

    def shuffled(self, items: Sequence[str]) -> list[str]:
        """The items in a random order nobody can foresee."""
        shuffled = list(items)
        secrets.SystemRandom().shuffle(shuffled)
        return shuffled
