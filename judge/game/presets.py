"""Settings by name (`LIKE postal`): what a preset holds. The file of presets is read by the app."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from judge.game.setting_lines import read_setting
from judge.game.settings import BadSetting, Settings


@dataclass(frozen=True, slots=True)
class Preset:
    """Lines of CREATE under a name. `variant` is taken where the letter names none."""

    name: str
    about: str
    lines: tuple[str, ...]
    variant: str = ""

    def apply(self, settings: Settings) -> Settings:
        """The settings after all its lines. Raises ValueError for a line that is none: presets are checked at start."""
        for line in self.lines:
            read = read_setting(settings, line)
            if read is None or isinstance(read, BadSetting):
                raise ValueError(f"preset {self.name}: {line!r} is no settings line")
            settings = read[0]
        return settings


def read_presets(data: Mapping[str, Any]) -> dict[str, Preset]:
    """The presets of a file; every line is tried once. Raises ValueError naming the first bad one."""
    found = {}
    for name, values in data.items():
        preset = Preset(name, values["about"], tuple(values["lines"]), values.get("variant", ""))
        preset.apply(Settings())
        found[name] = preset
    return found
