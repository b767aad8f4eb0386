"""Looking things up: results again, history in both dialects, lists, help. Nothing changes by it."""

from __future__ import annotations

import pytest

from judge.usecases.verbs import VERBS, Verb
from tests.usecases.desk import ANN, BOB, GM, Office
from tests.usecases.test_ordering import all_hold


@pytest.fixture
def played(running: Office) -> Office:
    """Two phases: the first on 2 March, the second on 5 March."""
    running.write(ANN, "BROADCAST\nPeace in our time.\nENDBROADCAST", running.to())
    all_hold(running)
    running.pass_time(days=3, hours=1)
    return running


def phases(text: str) -> list[str]:
    return [code for code in ("1425M", "1430M", "1430A") if f"(first.{code})" in text]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("GET RESULTS", ["1430M"]),
        ("LAST", ["1430M"]),
        ("GET RESULTS 1425M", ["1425M"]),
        ("HISTORY first", ["1425M", "1430M"]),
        ("HISTORY first 1425M", ["1425M"]),
        ("HISTORY FROM 3 Mar", ["1430M"]),
        ("HISTORY first FROM Mar 1 TO Mar 3 LINES 1000", ["1425M"]),
        ("HISTORY first EXCLSTART 1425M EXCLEND 1430A", ["1430M"]),
        ("HISTORY EXCLEND 1430M", ["1425M"]),
    ],
)
def test_past_results_are_shown_again(played: Office, line: str, shown: list[str]) -> None:
    assert phases(played.write(ANN, line, played.to()).text) == shown


def test_broadcasts_are_in_the_history_if_asked_for(played: Office) -> None:
    assert "Peace in our time." in played.write(BOB, "HISTORY first BROAD\nSIGNOFF").text
    assert "Peace in our time." not in played.write(BOB, "HISTORY first\nSIGNOFF").text


@pytest.mark.parametrize("line", ["HISTORY first 1999M", "GET RESULTS 1999M", "HISTORY first FROM nowhere"])
def test_what_is_not_in_the_history_is_said(played: Office, line: str) -> None:
    played.write(ANN, line, played.to())
    assert played.statuses() == ["refused"]


def test_lists_show_games_short_and_long(running: Office) -> None:
    short = running.write(ANN, "LIST\nSIGNOFF").text
    assert "first  1425M" in short
    full = running.write(ANN, "LIST FULL\nSIGNOFF").text
    assert "A PAR" in full
    assert "first" in running.write("stranger@x.example", "WHO GAME first\nSIGNOFF").text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("HELP", "JOIN game"),
        ("HELP PRESS", "PRESS TO ENGLAND"),
        ("HELP WHAT IF", "Nothing changes."),
        ("HELP SET ABSENCE", "You are away"),
        ("GET press", "BROADCAST"),
        ("GET orders", "A MAR S A PAR - BUR"),
        ("GET hundred", "Andy Schwarz"),
        ("GET FLIST", "philadelphia"),
        ("SEND ME absence", "SET ABSENCE"),
        ("VERSION", "Judge "),
    ],
)
def test_help_is_there_for_everything(office: Office, line: str, told: str) -> None:
    assert told in office.write("stranger@x.example", f"{line}\nSIGNOFF").text


def test_a_stranger_topic_gets_all_commands(office: Office) -> None:
    office.write(ANN, "HELP quidditch\nSIGNOFF")
    assert office.said() == ["help_unknown"]


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_every_example_of_the_table_is_understood(running: Office, verb: Verb) -> None:
    """Understood, not necessarily allowed: an example may need a game that is forming or a note that is written."""
    sender, head = (GM, "SIGNON Mfirst gmsecret\n") if verb.who == "GM" else (ANN, "SIGNON france@first annsecret\n")
    if verb.who == "anyone":
        head = ""
    running.write(sender, f"{head}{verb.example}\nSIGNOFF")
    assert "unknown_command" not in running.said()
    assert "not_understood" not in running.said()
    verbs = {command["verb"] for command in running.report["commands"]}
    assert verb.name in verbs or verb.name == "SIGNOFF" or "ORDER" in verbs


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("LIST", "JOIN", "A PAR - BUR")), ("ja", ("卓一覧", "参加", "書簡"))]
)
def test_help_begins_with_what_a_newcomer_needs(running: Office, language: str, words: tuple[str, ...]) -> None:
    running.write(ANN, f"SET LANGUAGE {language}")
    first = running.write(ANN, "HELP", running.to()).text.partition("WHO IS LATE")[0]
    assert [word for word in words if word not in first] == []
