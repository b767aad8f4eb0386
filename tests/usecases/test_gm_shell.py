"""The same verbs at the shell, through the same code."""

from __future__ import annotations

import pytest

from judge.shell import Shell
from tests.usecases.gm import ANN, BOB, Office, all_orders, notices


@pytest.fixture
def shell(running: Office) -> Shell:
    return Shell(running.judge)


def test_what_is_done_at_the_shell_is_told_and_logged_like_a_letter(running: Office, shell: Shell) -> None:
    lines, good = shell.run("first", "extend 1D")
    assert good
    assert "Deadline of 1425M" in lines[0]
    assert "is now" in notices(running, ANN)[-1]
    log, _ = shell.log("first")
    assert any("EXTEND" in line for line in log)


def test_a_dry_run_says_the_same_and_changes_nothing(running: Office, shell: Shell) -> None:
    all_orders(running)
    before = running.game()
    mails = len(running.mails())
    lines, good = shell.run("first", "rollback", dry=True)
    assert good
    assert "rolled back from 1430M to 1425M" in lines[0]
    assert running.game() == before
    assert len(running.mails()) == mails


def test_a_block_is_given_with_written_line_breaks(running: Office, shell: Shell) -> None:
    shell.run("first", r"official House rules\nBe nice.\nENDPRESS")
    assert "Be nice." in notices(running, BOB)[-1]


def test_a_refusal_is_said_and_not_good(shell: Shell) -> None:
    lines, good = shell.run("first", "rollback")
    assert not good
    assert lines[0].startswith("refused:")


@pytest.mark.parametrize(
    "command",
    [
        "status",
        "preview",
        "log",
        "who is late",
        "set nmr",
        "timing move 4D",
        "pause 1D",
        "dummy burgundy",
        "list first",
    ],
)
def test_the_operator_may_what_a_gm_may(shell: Shell, command: str) -> None:
    _, good = shell.run("first", command)
    assert good
