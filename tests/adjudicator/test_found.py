"""Positions on which the judge and the reference once differed, each decided by the rules."""

from __future__ import annotations

import pytest

from judge.maps.files import load
from tests.adjudicator.positions import Lists
from tests.adjudicator.test_second_opinion import differences, play

FOUND: dict[str, tuple[str, Lists, Lists, list[str]]] = {
    # The convoyed army would cut the support that decides whether its own fleet is the one that leaves a full river:
    # two outcomes are consistent, so the convoy fails (rule 7, Szykman) and the struck fleet is dislodged.
    "a convoy in doubt in a full river fails": (
        "philadelphia",
        {"SOUTHWEST": ["F FAL/1", "F CTR/1", "F CEN"], "HOOD": ["A WPH", "F CTR/2", "F CTR/3"]},
        {
            "SOUTHWEST": ["F FAL/1 - CTR x CTR/2", "F CEN S F FAL/1 - CTR"],
            "HOOD": ["A WPH - CEN VIA", "F CTR/2 C A WPH - CEN"],
        },
        ["HOOD F CTR/2"],
    ),
    "a convoy in doubt by two river spaces fails": (
        "philadelphia",
        {"MOB": ["F BRO/1", "F BRO/2", "F UDE/2", "F BRI"], "BROOK": ["F BRO/3", "F UDE/3", "A AIR"]},
        {
            "MOB": ["F UDE/2 - BRO", "F BRI S F UDE/2 - BRO"],
            "BROOK": ["F BRO/3 C A AIR - BRI", "F UDE/3 C A AIR - BRI", "A AIR - BRI"],
        },
        ["BROOK F BRO/3"],
    ),
    # If the army comes, the fleet that goes there stays, the river is too full and the convoy broken; if it does not,
    # nobody is dislodged and it comes. Nothing is consistent, so the convoy fails and is not asked again.
    "a convoy that can neither hold nor break fails": (
        "philadelphia",
        {"GENTRY": ["F FLR/1", "F FLR/2", "A ROX", "A CON"], "MOB": ["F FAL/1", "F FAL/3", "F FLR/3"]},
        {
            "MOB": ["F FAL/1 S F FAL/3 - FLR", "F FAL/3 - FLR", "F FLR/3 S A ROX - CON"],
            "GENTRY": ["F FLR/1 - CON", "F FLR/2 C A ROX - CON", "A ROX - CON", "A CON - SPR"],
        },
        [],
    ),
    # Two fleets change places, which is a circle of moves with two outcomes; the convoy is whole in both, so it stands.
    "a convoy beside a circle of moves is in no doubt": (
        "philadelphia",
        {
            "GENTRY": ["F MIF/1", "F MIF/2", "F MIF/3", "F BFR/3", "F PAL", "A FIS"],
            "MOB": ["F BFR/1", "F BRO/1", "F BRO/3", "F BRI", "F PRI"],
        },
        {
            "GENTRY": [
                "F MIF/1 - BFR x BFR/1", "F MIF/2 S F MIF/1 - BFR", "F MIF/3 S F BRO/3 - BFR", "F BFR/3 - BRO",
                "F PAL - BRO x BRO/1", "A FIS - PRI VIA",
            ],
            "MOB": ["F BFR/1 C A FIS - PRI", "F BRO/3 - BFR x BFR/1", "F BRI - PRI", "F PRI S F PAL - BRO"],
        },
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_a_difference_once_found_stays_settled(name: str) -> None:
    variant, units, orders, dislodged = FOUND[name]
    assert differences(load(variant), units, orders) == []
    assert list(play(load(variant), units, orders).dislodged) == dislodged
