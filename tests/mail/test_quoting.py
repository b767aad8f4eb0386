"""Quotes that no client marked: the judge knows its own mails by their first line."""

from __future__ import annotations

from judge.mail.quoting import split

RESULTS = """:: Judge: JUDGE  Game: first  Variant: Hundred
:: Deadline: 1430M Thu Mar 05 2026 12:00:00 +0000

To order, reply to this mail with one line for each unit, for example:

  A DAU H
  A ORL H
"""


def words(text: str) -> list[str]:
    return [line.text for line in split(text).own]


def test_example_orders_of_a_quoted_result_are_no_orders_also_when_the_client_marked_nothing() -> None:
    assert words(f"A PAR - DIJ\n\n{RESULTS}") == ["A PAR - DIJ"]


def test_an_indented_copy_of_our_mail_is_a_quote_too() -> None:
    assert words("A PAR - DIJ\n\n" + "\n".join("    " + line for line in RESULTS.splitlines())) == ["A PAR - DIJ"]


def test_a_judge_mail_shown_to_another_player_in_press_stays_press() -> None:
    shown = f"PRESS TO ENGLAND\nLook:\n{RESULTS}ENDPRESS\nA TOU H"
    own = words(shown)
    assert "  A DAU H" in own
    assert own[-1] == "A TOU H"
