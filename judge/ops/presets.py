"""The file of presets: settings by name, for CREATE … LIKE."""

from __future__ import annotations

import tomllib
from pathlib import Path

from judge.game.presets import Preset, read_presets


def load(path: Path) -> dict[str, Preset]:
    """Read the file. Raises ValueError naming the first line that is no settings line."""
    return read_presets(tomllib.loads(path.read_text("utf-8")))
