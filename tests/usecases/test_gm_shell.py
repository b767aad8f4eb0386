"""The same verbs at the shell, through the same code."""

from __future__ import annotations

from datetime import timedelta

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


@pytest.mark.parametrize("text", ["status", "extend 1D", "process!"])
def test_a_dry_run_after_a_deadline_shows_what_comes_after_it_and_closes_nothing(
    running: Office, shell: Shell, text: str
) -> None:
    running.judge.tick()
    running.clock.time += timedelta(days=4)
    before, mails = running.game(), len(running.mails())
    lines, good = shell.run("first", text, dry=True)
    assert good
    assert "1430M" in " ".join(lines)
    assert (running.game(), len(running.mails())) == (before, mails)
    assert shell.run("first", text) == (lines, True), "and so it comes"


def test_a_command_while_deadlines_are_frozen_says_where_to_look(
    running: Office, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running.clock, "reading", lambda: (running.clock.time, False))
    running.judge.tick()
    running.clock.time -= timedelta(hours=1)
    running.judge.tick()
    running.clock.time += timedelta(days=4)
    for dry in (True, False):
        lines, good = shell.run("first", "status", dry=dry)
        assert not good
        assert "`judge clock show`" in lines[0]


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
