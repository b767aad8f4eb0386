"""Nobody has to guess how a command is called: every help ends with an example, and wrong arguments exit 2."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cli.main import _parser
from tests.cli.judge_command import judge


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from _parsers(each)


@pytest.mark.parametrize("parser", list(_parsers(_parser())), ids=lambda parser: parser.prog)
def test_every_help_has_an_example_that_calls_the_command(parser: argparse.ArgumentParser) -> None:
    text = parser.format_help()
    example = text.partition("example")[2]
    assert parser.prog in example, f"no example of {parser.prog}"


@pytest.mark.parametrize("parser", list(_parsers(_parser())), ids=lambda parser: parser.prog)
def test_every_subcommand_says_in_a_few_words_what_it_is_for(parser: argparse.ArgumentParser) -> None:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            assert {choice.dest for choice in action._choices_actions} == set(action.choices)
            assert all(choice.help for choice in action._choices_actions)


def test_an_unknown_command_exits_2_and_names_those_there_are(tmp_path: Path) -> None:
    run = judge(tmp_path, "sreve")
    assert run.returncode == 2
    assert "serve" in run.stderr


def test_a_game_that_is_not_there_is_said_plainly(tmp_path: Path) -> None:
    run = judge(tmp_path, "game", "nowhere", "status")
    assert (run.returncode, run.stderr) == (1, "judge: there is no game nowhere\n")


def test_a_letter_that_is_not_there_is_said_plainly(tmp_path: Path) -> None:
    run = judge(tmp_path, "mail", "inject", "nowhere.eml")
    assert (run.returncode, run.stderr) == (2, "judge: nowhere.eml: no such file\n")
