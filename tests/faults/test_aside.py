"""Letters that a person must look at: who is told, and for how long a due game waits (DESIGN, rule 7; FAULTS F11)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.usecases import clerk, clockguard
from tests.faults.office import ANN, BOB, CID, GM, Office, open_office, orders

OPERATOR = "op@host.example"


@pytest.fixture
def staffed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    """A judge with an operator who can be written to, and a running game."""
    with open_office(tmp_path / "var", monkeypatch, operator=OPERATOR) as office:
        office.begin_game("first")
        office.judge.tick()
        yield office


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Letters that hold one of these words can't be worked off."""
    words = ["poison"]
    real = clerk.take

    def breaks(services: Any, uow: Any, letter: Any) -> Any:
        if any(word in text for word in words for _, text in letter.lines):
            raise RuntimeError("a fault of ours")
        return real(services, uow, letter)

    monkeypatch.setattr(clerk, "take", breaks)
    return words


def set_aside(office: Office, sender: str = ANN, text: str = "A PAR H\npoison") -> int:
    kept = office.mail(sender, orders("france", "first", text))
    state = office.judge.store.inbox.state(kept.id)
    assert state is not None
    assert state.status == "aside"
    return kept.id


def test_the_operator_and_the_writer_are_told_once_and_the_writer_nothing_from_inside(
    staffed: Office, broken: list[str]
) -> None:
    number = set_aside(staffed)
    for _ in range(3):
        staffed.judge.tick()
    assert len(staffed.mails("notice", OPERATOR)) == 1
    assert f"judge mail aside retry {number}" in staffed.texts("notice", OPERATOR)
    told = staffed.texts("notice", ANN)
    assert "is kept, and the operator has been told" in told
    assert "fault of ours" not in told
    assert not staffed.mails("notice", BOB)


def test_a_due_game_waits_for_a_letter_that_came_in_time_and_everybody_is_told_until_when(
    staffed: Office, broken: list[str]
) -> None:
    number = set_aside(staffed)
    staffed.clock.advance(days=3, seconds=1)
    staffed.judge.tick()
    assert staffed.game("first").phase_no == 1
    for player in (ANN, BOB, CID, GM):
        assert "The game waits for it until" in staffed.texts("notice", player)
    assert f"letter {number}" in staffed.texts("notice", OPERATOR)
    broken.clear()
    assert staffed.judge.store.inbox.retry(number)
    staffed.judge.clerk.work_letters()
    assert staffed.on_file("first", "1425M")["FRANCE"] == ("A PAR H",)
    staffed.clock.advance(hours=1)
    staffed.judge.tick()
    assert staffed.game("first").phase_no == 2


def test_no_game_waits_for_ever(staffed: Office, broken: list[str]) -> None:
    set_aside(staffed)
    staffed.clock.advance(days=3, seconds=1)
    staffed.judge.tick()
    set_aside(staffed, text="A PAR H\npoison again")
    staffed.clock.advance(hours=1)
    staffed.judge.tick()
    assert staffed.game("first").phase_no == 2
    staffed.clock.advance(days=3, minutes=2)
    staffed.judge.tick()
    assert staffed.game("first").phase_no == 3, "a letter for an earlier phase holds up no later one"


def test_the_wait_is_as_long_as_the_grace_where_that_is_longer(
    staffed: Office, broken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    staffed.begin_game("second", "TIMING MOVE 3D RETREAT 1D ADJUST 1D GRACE 5H DELAY 0H")
    for power, lines in (("england", "A CAL H"), ("france", "A PAR H"), ("burgundy", "A DIJ H")):
        staffed.order(power, "second", lines)
    set_aside(staffed)
    staffed.clock.advance(days=3, seconds=1)
    staffed.judge.tick()
    deadline, base = staffed.game("second").deadline, staffed.game("second").base_deadline
    assert deadline is not None
    assert base is not None
    assert (deadline - base).total_seconds() == 5 * 3600


def test_a_letter_of_nobody_in_the_game_holds_nothing_up(staffed: Office, broken: list[str]) -> None:
    set_aside(staffed, "eve@elsewhere.example")
    staffed.clock.advance(days=3, seconds=1)
    staffed.judge.tick()
    assert staffed.game("first").phase_no == 2


def test_a_gm_who_processes_by_force_waits_for_no_letter(staffed: Office, broken: list[str]) -> None:
    set_aside(staffed)
    staffed.mail(GM, "SIGNON Mfirst gmsecret\nPROCESS!\nSIGNOFF")
    staffed.judge.tick()
    assert staffed.game("first").phase_no == 2


def test_an_unread_letter_that_came_in_time_is_read_before_the_phase_closes(staffed: Office) -> None:
    staffed.keep(ANN, orders("france", "first", "A PAR - DIJ"))
    staffed.clock.advance(days=4)
    staffed.judge.tick()
    game = staffed.game("first")
    with staffed.judge.store.begin() as uow:
        (result,) = uow.results(game.id)
    assert "A PAR - DIJ" in result.orders["FRANCE"]


def test_another_letter_under_a_known_message_id_is_told_of_too(staffed: Office) -> None:
    staffed.keep(ANN, orders("france", "first", "A PAR H"), serial="<same@x.example>")
    staffed.keep(ANN, orders("france", "first", "A PAR - DIJ"), serial="<same@x.example>")
    staffed.judge.clerk.work_letters()
    staffed.judge.tick()
    assert staffed.mails("notice", OPERATOR)
    assert "send it again as a new mail" in staffed.texts("notice", ANN)


def test_a_frozen_clock_is_told_to_the_operator_once(staffed: Office) -> None:
    staffed.clock.trusted = False
    staffed.clock.advance(hours=-1)
    for _ in range(5):
        staffed.judge.tick()
        staffed.clock.advance(minutes=1)
    assert len(staffed.mails("notice", OPERATOR)) == 1
    assert "judge clock accept" in staffed.texts("notice", OPERATOR)
    assert clockguard.accept(staffed.judge.store, staffed.clock.time, "operator")


def test_a_game_that_fails_is_told_to_the_operator(staffed: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ArithmeticError("step three")

    monkeypatch.setattr("judge.usecases.deadlines.adjudicate", fails)
    staffed.clock.advance(days=4)
    staffed.judge.tick()
    assert "step three" in staffed.texts("notice", OPERATOR)
    assert "step three" not in staffed.texts("notice", ANN) + staffed.texts("notice", GM)


def test_trouble_without_end_brings_the_operator_so_many_mails_an_hour(staffed: Office, broken: list[str]) -> None:
    for number in range(45):
        staffed.mail("eve@elsewhere.example", f"poison {number}")
    staffed.judge.tick()
    assert len(staffed.mails("notice", OPERATOR)) == 31
    assert "judge mail list" in staffed.texts("notice", OPERATOR)


def test_every_test_that_the_table_of_experiments_names_is_there() -> None:
    here = Path(__file__).parent
    named = set(re.findall(r"\b(\w+/\w+\.py)\b", (here / "README.md").read_text("utf-8")))
    assert len(named) > 20
    assert [each for each in sorted(named) if not (here.parent / each).exists()] == []
