"""`judge` as somebody at a shell meets it: in an empty folder, with only the environment given."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def judge(folder: Path, *arguments: str, given: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "judge", *arguments],
        cwd=folder,
        env=environment(environ),
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def environment(more: dict[str, str]) -> dict[str, str]:
    """This process's environment without settings of a judge, and this checkout on the path."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JUDGE_")}
    return kept | {"PYTHONPATH": str(ROOT)} | more
