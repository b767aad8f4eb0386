"""A letter in plain sentences changes nothing, and its answer names the command that does what it asks for."""

from __future__ import annotations

import pytest

from judge.usecases.script import match
from tests.usecases.desk import ANN, Office

WISHES = {
    "When is the deadline?": "STATUS",
    "Could we have an extension of two days, please?": "PRESS TO MASTER … ENDPRESS",
    "I'm on holiday from 5 to 12 December.": "SET ABSENCE date TO date",
    "I resign": "RESIGN or PREFERENCES",
    "I vote for a draw": "SET DRAW [powers]",
    "cancel all orders": "CLEAR or UNDO",
    "cancel A PAR": "CLEAR or UNDO",
    "show orders": "STATUS",
    "no wait": "SET NOWAIT",
    "tell england hello": "PRESS TO power … ENDPRESS",
    "To England: Hi Bob, shall we attack Burgundy?": "PRESS TO power … ENDPRESS",
    "Hello, how do I play?": "HELP, LIST or JOIN game [password]",
    "締切はいつですか": "STATUS",
}


@pytest.mark.parametrize("line", WISHES)
def test_the_answer_names_the_command_that_a_sentence_asks_for(running: Office, line: str) -> None:
    answer = running.write(ANN, line, running.to())
    assert running.said() == ["not_understood"]
    assert f"Perhaps you want {WISHES[line]}." in " ".join(answer.text.split())


@pytest.mark.parametrize("line", ["Thanks!", "Good luck to all of you", "Is it allowed to support an attack on Dijon?"])
def test_other_prose_is_answered_without_guesses(running: Office, line: str) -> None:
    answer = running.write(ANN, line, running.to())
    assert "Nothing in your letter was an order" in answer.text
    assert "Perhaps" not in answer.text


def test_a_letter_with_orders_is_not_searched_for_wishes(running: Office) -> None:
    answer = running.write(ANN, "A PAR - DIJ\nWhen is the deadline?", running.to())
    assert "Perhaps" not in answer.text


@pytest.mark.parametrize(
    ("line", "verb"),
    [("status please", "STATUS"), ("Map, please!", "MAP"), ("help pls", "HELP"), ("undo please.", "UNDO")],
)
def test_a_courtesy_is_no_argument(line: str, verb: str) -> None:
    command = match(1, line)
    assert command.verb is not None
    assert (command.verb.name, command.args) == (verb, {})


def test_a_password_may_be_please() -> None:
    assert match(1, "JOIN first please").args["password"] == "please"


def test_lines_of_prose_in_a_row_are_told_once_that_they_were_ignored(running: Office) -> None:
    answer = running.write(ANN, "Dear judge,\nI hope all is well.\nA PAR - DIJ\nYours\nAnn", running.to())
    for text in (answer.text, answer.html):
        assert text.count("Neither an order nor a command; ignored.") == 2
        assert text.count("ignored") - 2 >= 4
        assert "I hope all is well." in text
