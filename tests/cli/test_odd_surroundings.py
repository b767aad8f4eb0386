"""Commands in odd surroundings: letters saved by odd editors, full disks, closed outputs, a machine without UTF-8."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.judge_command import environment, judge

LETTER = (
    "From: gm@desk.example\nTo: judge@judge.localhost\nMessage-ID: <1@desk.example>\n\n"
    "CREATE first gmsecret\nMAP petit\nFORM\n"
)


def inject(folder: Path, given: bytes, *options: str, code: int = 0, **environ: str) -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, "-m", "judge", "mail", "inject", *options],
        cwd=folder, env=environment(environ), input=given, capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.returncode == code, run.stderr.decode()
    return dict(json.loads(run.stdout.decode("utf-8")))


def test_a_letter_that_came_before_is_rehearsed_as_what_it_was(tmp_path: Path) -> None:
    first = inject(tmp_path, LETTER.encode())
    again = inject(tmp_path, LETTER.encode(), "--dry-run")
    assert (first["duplicate"], again["duplicate"]) == (False, True)
    assert again["commands"] == first["commands"]
    assert len(again["replies"]) == len(first["outbox"])


@pytest.mark.parametrize("marked", [b"\xef\xbb\xbf" + LETTER.encode(), LETTER.replace("\n", "\r\n").encode()])
def test_a_letter_saved_with_a_byte_order_mark_or_with_crlf_is_read(tmp_path: Path, marked: bytes) -> None:
    answer = inject(tmp_path, marked, "--dry-run")
    assert [command["status"] for command in answer["commands"]] == ["ok", "ok"]


@pytest.mark.parametrize("sender", ["", "<>"])
def test_the_null_sender_is_no_person_however_it_is_written(tmp_path: Path, sender: str) -> None:
    assert inject(tmp_path, LETTER.encode(), "--dry-run", f"--mail-from={sender}")["kind"] == "automatic"


def test_a_dry_run_after_a_deadline_shows_what_the_letter_does_then(tmp_path: Path) -> None:
    clock = {"JUDGE_CLOCK_FILE": str(tmp_path / "clock")}
    (tmp_path / "clock").write_text("2026-03-02T12:00:00Z")
    head = "From: {0}@desk.example\nTo: judge@judge.localhost\nMessage-ID: <{1}@desk.example>\n\n{2}\n"
    letters = ["CREATE late gmsecret\nMAP hundred\nTIMING MOVE 3D RETREAT 1D ADJUST 1D\nFORM"]
    letters += [f"JOIN {power}@late pw" for power in ("france", "england", "burgundy")]
    for name, text in zip(("gm", "ann", "bob", "cid"), letters, strict=True):
        inject(tmp_path, head.format(name, name, text).encode(), **clock)
    (tmp_path / "clock").write_text("2026-03-06T12:00:00Z")
    orders = head.format("ann", "orders", "SIGNON france@late pw\nA PAR H").encode()
    rehearsed = inject(tmp_path, orders, "--dry-run", **clock)
    done = inject(tmp_path, orders, **clock)
    assert rehearsed["commands"] == done["commands"]
    assert [each["status"] for each in done["commands"]] == ["ok", "ok"]
    assert "1430M" in rehearsed["replies"][0]


def test_what_is_refused_was_not_stored_and_the_exit_code_says_so(tmp_path: Path) -> None:
    answer = inject(tmp_path, LETTER.encode(), "--rcpt-to", "nobody@elsewhere.example", code=75)
    assert (answer["accepted"], answer["kind"]) == (False, "refused")
    (tmp_path / "good.eml").write_text(LETTER)
    (tmp_path / "bad.eml").write_text(LETTER.replace("judge@judge.localhost", "ann@elsewhere.example"))
    run = judge(tmp_path, "mail", "inject", "good.eml", "bad.eml", "good.eml")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert (run.returncode, [line["accepted"] for line in lines]) == (75, [True, False, True])


def test_what_is_too_big_by_smtp_is_too_big_here(tmp_path: Path) -> None:
    answer = inject(tmp_path, LETTER.encode() + b"a line of text\n" * 100_000, code=75)
    assert (answer["accepted"], answer["kind"]) == (False, "refused")
    assert "too big" in answer["why"]


def test_answers_are_utf_8_on_a_machine_that_has_only_ascii(tmp_path: Path) -> None:
    answer = inject(tmp_path, LETTER.encode(), "--dry-run", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "プチディプロマシー" in str(answer["commands"])


@pytest.mark.parametrize("command", [("maps", "list"), ("adjudicate",)])
def test_a_full_disk_is_told_in_one_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    run = subprocess.run(
        ["sh", "-c", 'exec "$@" >/dev/full', "sh", sys.executable, "-m", "judge", *command],
        cwd=tmp_path, env=environment({"PYTHONUNBUFFERED": "1"}), input="{}\n", capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (1, "judge: the output could not be written: No space left on device\n")


def test_a_folder_is_no_file_of_positions(tmp_path: Path) -> None:
    run = judge(tmp_path, "adjudicate", str(tmp_path))
    assert (run.returncode, run.stderr) == (2, f"judge adjudicate: {tmp_path}: Is a directory\n")


def test_an_output_that_is_closed_is_no_fault(tmp_path: Path) -> None:
    run = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "judge", "adjudicate"],
        cwd=tmp_path, env=environment({}), input="{}\n", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
