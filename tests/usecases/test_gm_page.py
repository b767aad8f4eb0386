"""docs/gm.md: a GM who never saw the judge runs a whole game from it. Every block of the page is mailed here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.usecases.script import read_script
from judge.usecases.verbs import VERBS
from tests.usecases.gm import ANN, BOB, DEE, GM, Office, gm
from tests.usecases.test_older_judges_gm import made

PAGE = (Path(__file__).parents[2] / "docs" / "gm.md").read_text("utf-8")
BLOCKS = re.findall(r"<!-- (?P<when>[a-z, ]+) -->\n```\n(?P<lines>.*?)\n```", PAGE, re.DOTALL)
NOT_BY_TASK = {"FRANCE", "SUBSTITUTE", "LATE", "CONFIRMIMPORT"}


@pytest.mark.parametrize(("when", "lines"), BLOCKS, ids=[lines.splitlines()[0] for _, lines in BLOCKS])
def test_every_block_of_the_page_does_what_it_says(office: Office, when: str, lines: str) -> None:
    if when == "moderated":
        office.begin("first", "MODERATED PRESS")
        office.write(ANN, "PRESS TO ENGLAND\nHello.\nENDPRESS", office.to())
    else:
        made(office, when.rpartition(", ")[2])
    if when.startswith("anybody"):
        answer = office.write(DEE, lines)
    else:
        answer = office.write(GM, f"SIGNON Mfirst gmsecret\n{lines}")
    assert set(office.statuses()) <= {"ok", "held"}, answer.text
    assert office.statuses()
    if when == "moderated":
        assert "Hello." in office.last(BOB, "press").text


def test_every_command_of_the_gm_is_on_the_page_in_a_block() -> None:
    shown = {
        command.verb.name
        for _, lines in BLOCKS
        for command in read_script(list(enumerate(lines.splitlines(), 1)))
        if command.verb is not None
    }
    masters = {verb.name for verb in VERBS if verb.who == "GM"} | {"CREATE"}
    assert sorted(masters - shown - NOT_BY_TASK) == []


def test_no_block_of_the_page_is_left_untried() -> None:
    assert PAGE.count("```") == 2 * len(BLOCKS)


def test_deadlines_at_a_time_of_day_on_weekdays_hold_through_summer_time(office: Office) -> None:
    """The page's first example: 21:00 in Paris, weekdays only, before and after the clocks change on 29 March."""
    lines = "CREATE spring gmsecret\nMAP hundred\nTIMING MOVE 3D RETREAT 1D ADJUST 1D AT 21:00 DAYS -MTWTF-\n"
    office.write(GM, lines + "TIMING NOT 20260316-20260320\nZONE Europe/Paris\nFORM")
    for player in (ANN, BOB, DEE):
        office.write(player, "JOIN spring pw")
    seen = []
    for _ in range(8):
        deadline = office.game("spring").deadline
        seen.append(gm(office, "LIST spring", "spring").partition("Deadline: ")[2].partition(" (")[0])
        office.pass_time(hours=(deadline - office.clock.time).total_seconds() / 3600 + 1)
    assert all("21:00 CE" in each for each in seen), seen
    assert any("CEST" in each for each in seen)
    assert any("CET" in each for each in seen)
    assert not [each for each in seen if each.startswith(("Sat", "Sun"))]
    assert not [each for each in seen if re.search(r" (?:16|17|18|19|20) Mar ", each)]


def test_the_whole_page_of_commands_needs_no_other_page(office: Office) -> None:
    """A GM's first game, by the page alone: create, invite, start, extend, replace, correct, end."""
    office.write(GM, "CREATE spring gmsecret\nMAP hundred\nFORM\nSIGNOFF")
    office.write(GM, f"INVITE {DEE}", office.to("spring"))
    office.reply(DEE, office.last(DEE, "notice"), "JOIN spring deesecret")
    for player in (ANN, BOB):
        office.write(player, "JOIN spring secret")
    gm(office, "EXTEND 1D\nEJECT france", "spring")
    gm(office, "REPLACE france newcomer@x.example\nPROCESS!", "spring")
    assert office.game("spring").position.phase == "1430M"
    gm(office, "ROLLBACK\nROLLFORWARD", "spring")
    gm(office, "TERMINATE", "spring")
    assert "terminated" in office.said()
    assert office.mails("newcomer@x.example", "end")
