"""The README's ten minutes by hand, done as they stand there: its snippet, its letters, a judge in trial mode."""

from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.judge_command import ROOT
from tests.stories.house import House, text_of

README = (ROOT / "README.md").read_text("utf-8")
PATIENCE_SECONDS = 60


@pytest.fixture
def judge(tmp_path: Path) -> House:
    return House(tmp_path, clock=False)


@pytest.mark.slow
def test_a_newcomer_plays_a_phase_with_the_lines_of_the_readme(judge: House) -> None:
    snippet = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    letters = re.findall(r"^printf .*\| python3 send\.py \S+$", README, re.MULTILINE)
    assert len(letters) == 6
    judge.start()
    try:
        (judge.folder / "send.py").write_text(snippet.replace("2525", str(judge.port)))
        for number, line in enumerate(letters, 1):
            subprocess.run(["bash", "-c", line], cwd=judge.folder, check=True, timeout=60)
            _wait_for_answers(judge, number)
        results = judge.wait_for(lambda mail: mail["X-Judge-Kind"] == "results", "results")
    finally:
        judge.stop()
    assert not [mail for mail in judge.mails() if "REFUSED" in text_of(mail)]
    assert "dislodged" in text_of(results)


def _wait_for_answers(judge: House, wanted: int) -> None:
    """Each letter is written when the one before is answered, as a person would."""
    end = time.monotonic() + PATIENCE_SECONDS
    while len([mail for mail in judge.mails() if mail["X-Judge-Kind"] in ("reply", "receipt")]) < wanted:
        assert time.monotonic() < end, "no answer"
        time.sleep(0.05)
