"""The maps at hand: built-in folders and the operator's, looked through once a second."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from judge.adjudicator.variant import Variant
from judge.maps import files


class Shelf:
    """`judge.usecases.ports.Maps` over the built-in folders and the operator's."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._names: Sequence[str] = ()
        self._loaded: dict[str, Variant] = {}
        self._looked_at = float("-inf")

    def names(self) -> Sequence[str]:
        self._look()
        return self._names

    def load(self, name: str) -> Variant:
        self._look()
        loaded = self._loaded  # another thread may look, and begin a new one
        if name not in loaded:
            loaded[name] = files.load(name, self._folders)
        return loaded[name]

    def _look(self) -> None:
        """Look at the folders once a second: a letter asks for its variant a dozen times."""
        if time.monotonic() - self._looked_at >= 1.0:
            self._looked_at = time.monotonic()
            self._names, self._loaded = files.names(self._folders), {}

    def load_text(self, text: str) -> Variant:
        return files.load_text(text)

    def with_hash(self, wanted: str) -> Variant | None:
        """The variant at hand that has a hash; None where a game's variant was changed or taken away since."""
        return next((each for each in map(self.load, self.names()) if each.hash == wanted), None)
