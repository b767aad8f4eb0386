"""The wheel is whole: installed into an empty environment it plays from any folder, without the checkout."""

from __future__ import annotations

import email
import json
import os
import re
import smtplib
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
POSITION = {"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}
pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def _run(*command: str | Path, cwd: Path, given: str = "", **settings: str) -> str:
    """Run to the end; what it printed. The environment has neither this checkout nor its settings."""
    run = subprocess.run(
        [str(each) for each in command],
        cwd=cwd,
        env=_environment() | settings,
        input=given,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return run.stdout


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUDGE_", "PYTHON"))}
    return kept | {"JUDGE_LISTEN": "smtp://127.0.0.1:0"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("wheel")
    options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    _run(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", into, ROOT, cwd=into)
    (built,) = into.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment that has the wheel and what the lock names, no more."""
    venv = tmp_path_factory.mktemp("venv")
    _run(sys.executable, "-m", "venv", venv, cwd=venv)
    pip = (venv / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(*pip, "--require-hashes", "-r", ROOT / "requirements.lock", cwd=venv)
    _run(*pip, "--no-deps", wheel, cwd=venv)
    return venv / "bin"


def test_the_wheel_holds_all_data_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for folder in ("maps", "templates", "migrations"):
        here = {
            f"judge/_data/{path.relative_to(ROOT)}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
        }
        assert here
        assert here <= set(names)
    fonts = [path.name for path in (ROOT / "judge" / "render" / "fonts").iterdir()]
    assert {f"judge/render/fonts/{name}" for name in fonts} <= set(names)
    assert "judge/py.typed" in names
    assert not [name for name in names if name.startswith("tests/")]


def test_the_wheel_needs_what_the_lock_pins_and_nothing_else(installed: Path, tmp_path: Path) -> None:
    _run(installed / "python", "-m", "pip", "check", cwd=tmp_path)


def test_a_compiler_that_fails_leaves_a_wheel_of_plain_python(tmp_path: Path) -> None:
    options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    _run(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", tmp_path, ROOT, cwd=tmp_path, CC="false")
    (built,) = tmp_path.glob("*-py3-none-any.whl")
    assert not [name for name in zipfile.ZipFile(built).namelist() if name.endswith(".so")]


def test_variants_and_positions_are_played_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    listed = _run(installed / "judge", "maps", "list", cwd=tmp_path)
    assert {line.split()[0] for line in listed.splitlines()} >= {"standard", "hundred"}
    answer = json.loads(_run(installed / "judge", "adjudicate", cwd=tmp_path, given=json.dumps(POSITION) + "\n"))
    assert answer["final"] == ["FRANCE A BUR"]
    assert list(tmp_path.iterdir()) == [], "looking at maps and positions leaves nothing behind"


def test_the_wheel_serves_and_answers_a_letter(installed: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [installed / "judge", "serve"],
        cwd=tmp_path, env=_environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as server:  # fmt: skip
        assert server.stdout is not None
        ready = re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline())
        assert ready
        _send(int(ready[1]), "CREATE first gmsecret hundred\nFORM\nSIGNOFF\n")
        answer = next(_mails(tmp_path / "var" / "outbox" / "new"))
        server.terminate()
        assert server.wait(timeout=10) == 0
    assert answer["X-Judge-Kind"] == "reply"
    assert "first" in answer.as_string()


def _send(port: int, text: str) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"] = "gm@desk.example", "judge@judge.localhost"
    mail.set_content(text)
    with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
        client.send_message(mail)


def _mails(folder: Path) -> Iterator[email.message.Message]:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for path in folder.iterdir() if folder.is_dir() else ():
            yield email.message_from_bytes(path.read_bytes())
        time.sleep(0.1)
    raise AssertionError("no answer")
