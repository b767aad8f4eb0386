"""`judge demo` shows a whole game, leaves its mails and pictures behind, and writes over nothing."""

from __future__ import annotations

import email
import email.policy
from pathlib import Path

import pytest

from tests.cli.judge_command import judge


@pytest.mark.slow
def test_the_demo_plays_a_whole_game_and_leaves_mails_and_pictures_behind(tmp_path: Path) -> None:
    run = judge(tmp_path, "demo", "-o", "hundred")
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    for told in (
        "Did you mean A PAR - DIJ?",
        "Message from France to England",
        "The Burgundian army in Dijon can retreat to",
        "Burgundy: Army Dijon -> Cantons.",
        "Removes the army in Orleanais.",
        "Builds an army in Brittany.",
        "England has won the game.",
    ):
        assert told in " ".join(run.stdout.split())
    assert "\033[" not in run.stdout, "colour is for terminals only"
    mails = [
        email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        for path in (tmp_path / "hundred" / "mails" / "new").iterdir()
    ]
    assert {mail["X-Judge-Kind"] for mail in mails} >= {"reply", "receipt", "start", "press", "results", "end"}
    pictures = list((tmp_path / "hundred" / "pictures").iterdir())
    assert "1425M-results.png" in {path.name for path in pictures}
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in pictures)
    assert str(tmp_path / "hundred" / "mails") in run.stdout
    assert str(tmp_path / "hundred" / "pictures") in run.stdout


def test_the_demo_never_writes_over_what_somebody_kept(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    run = judge(tmp_path, "demo", "-o", str(tmp_path))
    assert run.returncode == 2
    assert str(tmp_path) in run.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
