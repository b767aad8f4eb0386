"""What a result mail tells its reader first: what happened to his units, and what he owes."""

from __future__ import annotations

from typing import Any

import pytest

from judge.game.seats import Role, Seat
from judge.render.saying import Saying
from judge.render.texts import Texts
from judge.usecases.result_mails import personal_lines
from tests.render.samples import TEMPLATES

FRANCE = Seat(1, Role.POWER, 1, power="FRANCE", person=1)
MAY_FLEE, CANNOT = "FRANCE A PAR", "FRANCE F BRE"


def told(*fallen: str, language: str = "en") -> str:
    """The first line for France, some of whose units were dislodged; only Paris has a way out."""
    fled = [{"unit": "A PAR", "retreats": ["GAS"]}] if MAY_FLEE in fallen else []
    outcome: dict[str, Any] = {
        "dislodged": [*fallen, "GERMANY A MUN"],
        "before": {"centres": {"FRANCE": ["BRE"]}},
        "after": {"dislodged": {"FRANCE": fled}},
        "centres": {"FRANCE": ["BRE"]},
        "next": None,
    }
    lines = personal_lines(FRANCE, outcome, [], None, together=False)
    return Saying(Texts(TEMPLATES), language, "UTC").sentence(lines[0].code, lines[0].args)


@pytest.mark.parametrize(
    ("fallen", "line"),
    [
        ((MAY_FLEE,), "Dislodged, and has to retreat or disband: A PAR."),
        ((CANNOT,), "Dislodged with nowhere to retreat to, and so off the board: F BRE."),
        ((MAY_FLEE, CANNOT), "Dislodged, and has to retreat or disband: A PAR. Off the board: F BRE."),
    ],
)
def test_a_player_is_told_which_of_his_dislodged_units_may_retreat(fallen: tuple[str, ...], line: str) -> None:
    assert told(*fallen) == line


def test_in_japanese_a_unit_without_a_retreat_is_disbanded_by_force() -> None:
    assert told(CANNOT, language="ja") == "強制解体: F BRE。"
