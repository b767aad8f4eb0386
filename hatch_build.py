"""Build hook: where a C compiler is at hand, a wheel has the rules compiled as well (mypyc), at twice the speed.

The same source, the same answers; `make compiled` compares them. Whatever is missing or fails on the way leaves a wheel
of plain Python, which is whole without it. `COMPILE_RULES=0` asks for plain Python at once; `COMPILE_RULES=1` makes a
failure an error. Editable installations and source distributions are never compiled: what is edited is what runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_TOOLS = ["mypy[mypyc]>=2.4,<3"]
_PYTHONS = ((3, 11), (3, 14))
"""From and to: those that the tools have ready wheels for. Elsewhere nothing is fetched that may fail to build."""
_MINUTES = 10
_SETTINGS = {"MYPYC_OPT_LEVEL": "1"}
"""The compiler's least effort: 2 % slower than its greatest, and built in two thirds of the time."""


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel; the folder they were built in is kept until the wheel is written."""

    def dependencies(self) -> list[str]:
        return _TOOLS if _wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard" or not _wanted():
            return
        self.folder = TemporaryDirectory(prefix="judge-compiled-")
        place = Path(self.folder.name)
        try:
            _compile(Path(self.root), place, self.config["modules"])
        except (OSError, subprocess.SubprocessError, _FailedError) as fault:
            if os.environ.get("COMPILE_RULES") == "1":
                raise
            self.app.display_warning(f"The rules stay plain Python: {fault}")
            return
        made = f"*{sysconfig.get_config_var('EXT_SUFFIX')}"
        found = [*place.glob(made), *(place / "judge").rglob(made)]
        build_data["force_include"] |= {str(path): path.relative_to(place).as_posix() for path in found}
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if hasattr(self, "folder"):
            self.folder.cleanup()


class _FailedError(Exception):
    """A step of the build that came to nothing."""


def _wanted() -> bool:
    """Whether to try: asked for, or possible by the look of it and not forbidden."""
    asked = os.environ.get("COMPILE_RULES", "")
    if asked in ("0", "1"):
        return asked == "1"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    return (
        sys.platform in ("linux", "darwin")
        and sys.implementation.name == "cpython"
        and _PYTHONS[0] <= sys.version_info[:2] <= _PYTHONS[1]
        and not sysconfig.get_config_var("Py_GIL_DISABLED")
        and bool(compiler and shutil.which(compiler[0]))
        and Path(sysconfig.get_path("include"), "Python.h").is_file()
    )


def _compile(root: Path, place: Path, modules: list[str]) -> None:
    """Compile a copy of the package, and see that what came out can be imported."""
    shutil.copytree(root / "judge", place / "judge", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    _run(place, "-m", "mypyc", *modules)
    _run(place, "-c", "import judge.notation.positions as it; assert not it.__file__.endswith('.py')")


def _run(place: Path, *command: str) -> None:
    run = subprocess.run(  # noqa: S603 - our own interpreter, with words from our own pyproject.toml
        [sys.executable, *command], cwd=place, env=os.environ | _SETTINGS, capture_output=True, text=True,
        timeout=_MINUTES * 60, check=False,
    )  # fmt: skip
    if run.returncode:
        raise _FailedError((run.stderr or run.stdout)[-2000:].strip())
