"""`judge maps draw` writes a picture of a map, or says what is wrong."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from judge.cli import draw


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    draw.add_verb(parser.add_subparsers())
    args = parser.parse_args(["draw", *arguments])
    return int(args.run(args))


def test_it_draws_the_start_as_svg_and_png(tmp_path: Path) -> None:
    assert run("hundred", "-o", str(tmp_path / "start.svg")) == 0
    assert run("hundred", "-o", str(tmp_path / "start.png")) == 0
    assert (tmp_path / "start.svg").read_text("utf-8").startswith("<svg")
    assert (tmp_path / "start.png").read_bytes().startswith(b"\x89PNG")


def test_it_draws_a_position_as_judge_adjudicate_reads_it(tmp_path: Path) -> None:
    line = {"units": {"FRANCE": ["A PAR"]}, "dislodged": {"ENGLAND": ["A PAR"]}}
    (tmp_path / "p.json").write_text(json.dumps(line), "utf-8")
    assert run("hundred", "--position", str(tmp_path / "p.json"), "-o", str(tmp_path / "p.svg")) == 0
    assert ">E<" in (tmp_path / "p.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("variant", "position", "into"),
    [("nowhere", None, "a.svg"), ("hundred", '{"units": {"FRANCE": ["A XXX"]}}', "a.svg"), ("hundred", "[", "a.svg"),
     ("hundred", '{"units": ["A PAR"]}', "a.svg"), ("hundred", '{"units": {"ROME": ["A PAR"]}}', "a.svg"),
     ("hundred", None, "a.gif")],
)  # fmt: skip
def test_what_cannot_be_read_is_named_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], variant: str, position: str | None, into: str
) -> None:
    asked = [variant, "-o", str(tmp_path / into)]
    if position is not None:
        (tmp_path / "p.json").write_text(position, "utf-8")
        asked += ["--position", str(tmp_path / "p.json")]
    assert run(*asked) == 2
    assert capsys.readouterr().err.startswith("judge maps draw: ")
    assert not (tmp_path / into).exists()
