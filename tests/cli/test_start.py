"""A judge that can't start says why in one line that names the setting, its value and the way out, and exits 2."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from judge.ops.scheduler import AlarmClock
from tests.cli.judge_command import environment, judge


def _refused(folder: Path, **environ: str) -> str:
    run = judge(folder, "serve", **environ)
    assert run.returncode == 2
    assert run.stdout == "", "a judge that does not serve has no ready line"
    lines = run.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("judge: cannot start: ")
    return lines[0]


@pytest.mark.parametrize(
    ("variable", "value", "way_out"),
    [
        ("JUDGE_IDENTITY", "believe", "trust"),
        ("JUDGE_DOMAIN", "no domain", "judge.example.org"),
        ("JUDGE_LISTEN", "2525", "smtp://host:port"),
        ("JUDGE_LISTEN", "smtp://0.0.0.0:2525", "Listen on 127.0.0.1"),
        ("JUDGE_DELIVERY", "sendmail", "maildir:PATH"),
        ("JUDGE_DELIVERY", "smtp://mail.example.org:many", "smtp://host:port"),
        ("JUDGE_DATABASE_URL", "mysql://judge", "postgresql+psycopg://"),
        ("JUDGE_MAPS_DIR", "/nowhere", "leave maps_dir out"),
        ("JUDGE_DATA_DIR", "/proc/nowhere", "Name another folder"),
    ],
)
def test_a_wrong_setting_is_named_with_its_value_and_the_way_out(
    tmp_path: Path, variable: str, value: str, way_out: str
) -> None:
    line = _refused(tmp_path, **{variable: value})
    assert variable.removeprefix("JUDGE_").lower() in line
    assert value in line
    assert way_out in line


def test_an_endpoint_that_cannot_be_opened_is_named_with_the_reason(tmp_path: Path) -> None:
    line = _refused(tmp_path, JUDGE_LISTEN="lmtp+unix:/nowhere/judge.sock")
    assert line == "judge: cannot start: listen: lmtp+unix:/nowhere/judge.sock: No such file or directory"


def test_a_misspelt_variable_is_told_with_the_one_that_may_be_meant(tmp_path: Path) -> None:
    run = judge(tmp_path, "serve", JUDGE_LISTN="smtp://127.0.0.1:0", JUDGE_IDENTITY="nobody")
    assert "judge: JUDGE_LISTN is no setting and has no effect. Did you mean JUDGE_LISTEN?\n" in run.stderr


def test_a_settings_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "judge.toml").write_text('identity = "nobody"\n', encoding="utf-8-sig")
    assert "identity" in _refused(tmp_path)


def test_a_misspelt_key_in_judge_toml_is_named_beside_the_keys_there_are(tmp_path: Path) -> None:
    (tmp_path / "judge.toml").write_text('lissen = "smtp://127.0.0.1:2525"\n')
    line = _refused(tmp_path)
    assert "judge.toml: lissen" in line
    assert "listen" in line


def test_a_settings_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    run = judge(tmp_path, "serve", "--config", "/nowhere/judge.toml")
    assert (run.returncode, run.stderr) == (2, "judge: cannot start: /nowhere/judge.toml: no such file\n")


def test_a_password_in_a_setting_is_never_repeated(tmp_path: Path) -> None:
    line = _refused(tmp_path, JUDGE_DELIVERY="imap://judge:s3cret@mail.example.org")
    assert "s3cret" not in line


def test_a_database_that_cannot_be_opened_is_said_in_one_line_with_its_setting(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database, but a text")
    assert "database_url" in _refused(tmp_path, JUDGE_DATABASE_URL=f"sqlite:///{tmp_path / 'notes.txt'}")
    away = _refused(tmp_path, JUDGE_DATABASE_URL="postgresql+psycopg://judge:s3cret@127.0.0.1:1/judge")
    assert "database_url" in away
    assert "s3cret" not in away


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = _refused_while_trying(tmp_path, f"smtp://127.0.0.1:{port}")
    assert str(port) in line
    assert "in use" in line


def _refused_while_trying(folder: Path, listen: str) -> str:
    run = judge(folder, "serve", JUDGE_LISTEN=listen)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    return run.stderr.splitlines()[-1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_stops_in_order_whichever_way_it_is_told_to(tmp_path: Path, number: signal.Signals) -> None:
    _stopped_by(number, [sys.executable, "-m", "judge", "serve"], tmp_path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_job_in_the_background_whose_shell_lets_it_ignore_the_signal_stops_too(
    tmp_path: Path, number: signal.Signals
) -> None:
    ignoring = ["/bin/sh", "-c", f"trap '' {number.value}; exec \"$0\" -m judge serve", sys.executable]
    _stopped_by(number, ignoring, tmp_path)


HEARING = "import os, signal, sys; signal.signal(int(sys.argv[1]), signal.SIG_DFL); os.execv(sys.argv[2], sys.argv[2:])"
"""Runs a command that does not ignore a signal, though these tests may run under nohup."""


def _stopped_by(number: signal.Signals, command: list[str], folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HEARING, str(number.value), *command],
        cwd=folder, env=environment({"JUDGE_LISTEN": "smtp://127.0.0.1:0"}), stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    ) as server:  # fmt: skip
        assert server.stdout is not None
        ready = server.stdout.readline()
        try:
            with (
                socket.create_connection(("127.0.0.1", int(ready.rpartition(":")[2]))) as client,
                client.makefile() as said,
            ):
                assert said.readline().startswith("220")
                server.send_signal(number)
                assert said.readline().startswith("421")
            assert server.wait(timeout=20) == 0
        finally:
            server.kill()


def test_a_signal_that_does_not_wake_the_main_thread_stops_it_all_the_same(tmp_path: Path) -> None:
    """It comes to another thread, or an instant before the waiting begins, as it does on a machine with much to do."""
    script = """
import signal, threading, time
from judge.cli.serve import Told
told = Told(signal.SIGTERM)
def send():
    time.sleep(0.2)
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
threading.Thread(target=send).start()
told.wait()
print("stopped")
"""
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, cwd=tmp_path, env=environment({}), capture_output=True, timeout=60, check=False)
    assert run.stdout == b"stopped\n", run.stderr


def test_a_tick_that_sets_its_bell_while_the_alarm_clock_stops_is_waited_for() -> None:
    begun, stopping = threading.Event(), threading.Event()
    done: list[str] = []

    def tick() -> None:
        begun.set()
        stopping.wait(5)
        time.sleep(0.2)
        alarm._scheduler.get_job("bell")  # as `ring_at` does, when it has looked before whether the clock runs
        done.append("tick")

    alarm = AlarmClock(tick, 3600)
    alarm.start()
    assert begun.wait(5)
    stop = threading.Thread(target=lambda: (stopping.set(), alarm.stop(), done.append("stopped")), daemon=True)
    stop.start()
    stop.join(10)
    assert done == ["tick", "stopped"]


def test_a_second_server_on_one_store_is_refused_and_names_the_first(tmp_path: Path) -> None:
    environ = {"JUDGE_LISTEN": "smtp://127.0.0.1:0"}
    with subprocess.Popen(
        [sys.executable, "-m", "judge", "serve"],
        cwd=tmp_path, env=environment(environ), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as first:  # fmt: skip
        assert first.stdout is not None
        assert first.stdout.readline().startswith("judge ready: smtp://127.0.0.1:")
        second = judge(tmp_path, "serve", **environ)
        first.terminate()
        assert first.wait(timeout=10) == 0, "it stops within seconds of SIGTERM"
        assert first.stdout.read() == "", "standard output has the ready line and nothing else"
    assert second.returncode == 2
    assert f"process {first.pid}" in second.stderr
