"""The maps at hand: built-in folders and the operator's, looked through once a second."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from judge.adjudicator.variant import Variant
from judge.maps import files
from judge.maps.faults import MapError


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
        for name in self.names():
            with suppress(MapError, KeyError):  # a faulty map of the operator's must not keep other games' mails
                if (variant := self.load(name)).hash == wanted:
                    return variant
        return None

    def of_mail(self, data: Mapping[str, Any], text_of: Callable[[str], str | None]) -> Variant:
        """The variant that a mail's data speaks of, as it was when its game was made; `text_of` finds by its hash the
        text of one that is not at hand. Raises LookupError where there is none."""
        wanted = str(data.get("variant_hash") or (data.get("head") or {}).get("variant_hash"))
        found = self.with_hash(wanted)
        if found is None:
            text = text_of(wanted)
            if text is None:
                raise LookupError("the variant of this mail is not in the store")
            found = self.load_text(text)
        return found
