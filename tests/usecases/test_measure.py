"""What one letter may cost the others has an end, and its writer is told where."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.usecases import desk, drafts, ordering, take
from judge.usecases.script import slips
from tests.usecases.desk import ANN, Office

LINE = "; ".join(["A PAR H", "A TOU H"] * 20)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every order text that is judged."""
    seen: list[str] = []
    for room in (ordering, drafts):
        judged = room.check

        def check(variant, position, power, line, *, judged=judged):  # type: ignore[no-untyped-def]
            seen.append(line)
            return judged(variant, position, power, line)

        monkeypatch.setattr(room, "check", check)
    return seen


def test_a_flood_of_orders_in_one_letter_is_read_to_its_limit_and_its_writer_told(
    running: Office, read: list[str]
) -> None:
    answer = running.write(ANN, "\n".join([LINE] * 40), running.to())
    assert len(read) == desk.MOST_ORDERS
    assert f"A letter may have {desk.MOST_ORDERS} orders" in answer.text
    assert sorted(running.orders("FRANCE")) == ["A PAR H", "A TOU H"]


def test_press_too_long_to_be_sent_is_not_searched_for_orders(running: Office, read: list[str]) -> None:
    body = "\n".join([LINE] * 200)
    running.write(ANN, f"SIGNON france@first annsecret\nPRESS TO ENGLAND\n{body}\nENDPRESS\nSIGNOFF")
    assert running.said()[-1] == "press_too_long"
    assert read == []


def test_many_press_blocks_search_the_rest_of_the_letter_once(running: Office, read: list[str]) -> None:
    block = "PRESS TO ENGLAND\nA ORL H\nENDPRESS\n"
    running.write(ANN, "SIGNON france@first annsecret\nA PAR H\n" + block * 20 + "SIGNOFF")
    assert read.count("A PAR H") == 2  # judged as an order, and looked at once for all the press


def test_the_end_of_a_letter_of_thousands_of_lines_is_not_read_and_that_is_said(running: Office) -> None:
    answer = running.write(ANN, "hello\n" * 5000 + "A PAR H", running.to())
    assert "its end was not read" in answer.text
    assert running.orders("FRANCE") == []


@pytest.mark.parametrize(
    "line",
    [
        "x" * 150_000,
        "1" * 150_000,
        "CREATE g2 " + "x " * 75_000,
        "PRESS TO " + "a " * 75_000 + "\nhi\nENDPRESS",
        "SET DEADLINE " + "1 " * 75_000,
        "WHAT IF " + "france " * 20_000,
    ],
    ids=lambda line: line[:12],
)
def test_a_monstrous_line_is_answered_in_few_words(running: Office, line: str) -> None:
    answer = running.write(ANN, f"SIGNON france@first annsecret\n{line}")
    assert len(answer.text) < 10_000


def test_words_are_told_from_commands_by_their_length_before_their_letters_are_compared() -> None:
    class Word(str):
        """A word that must not be gone through letter by letter."""

        def __iter__(self) -> Iterator[str]:
            raise AssertionError("compared letter by letter")

    assert slips(Word("1" * 100_000), "SIGNOFF") > 2


def test_a_letter_of_more_commands_than_one_may_have_is_worked_off_up_to_there_and_told(running: Office) -> None:
    lines = ["SET WAIT", "SET NOWAIT"] * (take.MOST_COMMANDS // 2)
    answer = running.write(ANN, "\n".join([*lines, "SET WAIT", "A PAR - DIJ"]), running.to())
    assert running.said()[take.MOST_COMMANDS :] == ["too_many_commands"]
    assert f"A letter may have {take.MOST_COMMANDS} commands" in " ".join(answer.text.split())
    assert running.orders("FRANCE") == []
