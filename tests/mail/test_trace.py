"""One id leads from a letter to its replies, at the operator's shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge.cli.main import main
from tests.attacks.gate import ANN, DOMAIN, EVE, GM, open_gate


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A judge with a letter worked off, one for the operator, and one held."""
    with open_gate(tmp_path / "var", "confirm") as gate:
        gate.letter(GM, "CREATE first gmsecret\nMAP hundred\nFORM")
        gate.letter(EVE, "You send spam.", f"abuse@{DOMAIN}")
        gate.letter(ANN, "JOIN first annsecret")
        gate.letter(ANN, "RESIGN france@first hersecret", forged=True)
    path = tmp_path / "judge.toml"
    path.write_text(f'data_dir = "{tmp_path / "var"}"\nidentity = "confirm"\ndomain = "{DOMAIN}"\n')
    return path


def run(config: Path, *arguments: str) -> int:
    return main(["mail", "--config", str(config), *arguments])


def test_a_letter_is_traced_to_the_mails_it_caused(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(config, "trace", "1", "--json") == 0
    traced = json.loads(capsys.readouterr().out)
    assert traced["letter"]["report"]["commands"][0]["verb"] == "MAP" or traced["letter"]["report"]["commands"]
    (mail,) = traced["outbox"]
    assert (mail["kind"], mail["to"], mail["status"]) == ("reply", GM, "ready")
    for name in (f"m{mail['id']}", mail["message_id"], traced["letter"]["message_id"]):
        assert run(config, "trace", name, "--json") == 0
        assert json.loads(capsys.readouterr().out) == traced


def test_a_held_letter_says_whose_answer_it_waits_for(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(config, "list", "--status", "held") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert run(config, "trace", line.split()[0]) == 0
    told = capsys.readouterr().out
    assert f"waits for an answer of {ANN}" in told
    assert "confirm to" in told
    assert "hersecret" not in told


def test_mail_for_the_operator_can_be_listed_and_read(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(config, "list", "--kind", "operator") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert EVE in line


def test_what_is_not_known_is_said(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(config, "trace", "4711") == 1
    assert "4711" in capsys.readouterr().err
