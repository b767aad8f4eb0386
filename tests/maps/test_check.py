"""The check finds what a map's author would want to know, by file and line."""

import pytest

from judge.maps.check import check_folder


def findings(small) -> list[str]:
    return [str(fault) for fault in check_folder(small.folder)]


def test_a_sound_map_has_no_findings(small) -> None:
    assert findings(small) == []


def test_a_place_that_nobody_reaches_is_found(small) -> None:
    small.spoil("borders.csv", "army,BBB,CCC,source,\n", "")
    assert findings(small) == [f"{small.folder}/provinces.csv:4: CCC can't be reached from the rest of the map"]


def test_a_coast_without_water_is_found(small) -> None:
    small.spoil("borders.csv", "fleet,BBB/WC,SEA,source,\n", "")
    assert findings(small) == [f"{small.folder}/provinces.csv:3: BBB/WC is a coast, but touches no water"]


def test_a_shore_that_ships_pass_but_armies_do_not_is_found(small) -> None:
    line = small.spoil("borders.csv", "army,AAA,BBB,source,\n", "") + 1
    (found,) = findings(small)
    assert found == f"{small.folder}/borders.csv:{line}: AAA BBB/EC: fleets go from shore to shore where armies can't"


def test_a_supply_centre_at_sea_is_found(small) -> None:
    small.spoil("provinces.csv", "SEA,Sea,water,", "SEA,Sea,water,yes")
    assert findings(small) == [f"{small.folder}/provinces.csv:5: SEA is a supply centre at sea, where nobody can build"]


def test_room_for_several_units_on_land_is_found(small) -> None:
    small.spoil("provinces.csv", "inland,,,,", "inland,,,3,")
    assert findings(small) == [f"{small.folder}/provinces.csv:4: CCC: only a water space may hold several units"]


def test_two_labels_on_one_point_are_found(small) -> None:
    small.spoil("provinces.csv", "300,100", "200,100")
    assert findings(small) == [f"{small.folder}/provinces.csv:4: CCC has the same label point as BBB"]


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('homes = ["BBB"]', 'homes = []\ncentres = ["BBB"]', "SOUTH has no home centre, so it can never build"),
        ('homes = ["BBB"]\nunits = ["F BBB/EC"]', "homes = []", "SOUTH starts with no unit and no centre"),
        ('homes = ["BBB"]', 'homes = ["BBB", "AAA"]\ncentres = ["BBB"]', "AAA is the home of NORTH and of SOUTH"),
        ('homes = ["BBB"]', 'homes = []\ncentres = ["BBB"]\n', "can never build"),
        ("victory_centres = 2", "victory_centres = 3", "nobody can win: 3 needed, 2 are there"),
        ("ownership = true, ", "", "no turn changes the ownership of centres"),
        ('steps = "MRA"', 'steps = "MR"', "no turn has adjustments"),
        ('name = "small"', 'name = "smaller"', "the name smaller is not that of its folder"),
    ],
)
def test_powers_and_rules_that_make_no_sense_are_found(small, old: str, new: str, text: str) -> None:
    small.spoil("variant.toml", old, new)
    assert any("variant.toml" in found and text in found for found in findings(small))


def test_a_home_that_another_power_owns_at_the_start_is_found(small) -> None:
    small.spoil("variant.toml", 'homes = ["AAA"]', 'homes = ["AAA"]\ncentres = ["BBB"]')
    small.spoil("variant.toml", 'homes = ["BBB"]', 'homes = ["BBB"]\ncentres = []')
    assert any("BBB, a home of SOUTH, starts as NORTH's" in found for found in findings(small))


def test_a_name_missing_in_a_language_is_found(small) -> None:
    (small.folder / "names.de.csv").write_text(
        "code,name,adjective,aliases\nAAA,Anfang,,\nBBB,,,beh\nCCC,Ende,,\nSEA,See,,\nNORTH,Nord,,\n"
    )
    assert findings(small) == [
        f"{small.folder}/names.de.csv: SOUTH has no name in this language",
        f"{small.folder}/names.de.csv:3: BBB has no name in this language",
    ]


def test_an_alias_that_is_a_word_of_orders_is_found(small) -> None:
    line = small.spoil("names.en.csv", "BBB,,,bet", "BBB,,,bet|hold")
    assert findings(small) == [f"{small.folder}/names.en.csv:{line}: hold of BBB is a word of orders"]


def test_an_ambiguous_alias_with_one_meaning_is_found(small) -> None:
    small.spoil("names.en.csv", "gam|al?", "gam")
    assert findings(small) == [f"{small.folder}/names.en.csv:2: al? is marked as ambiguous, but means AAA only"]


def test_a_province_that_the_picture_leaves_out_is_found(small) -> None:
    (small.folder / "cells.csv").write_text("code,x,y\nAAA,1,1\nBBB,2,2\nSEA,3,3\n")
    assert findings(small) == [f"{small.folder}/cells.csv: CCC has no cell, so the picture leaves it out"]


def test_what_loading_refuses_is_a_finding_too(small) -> None:
    line = small.spoil("borders.csv", "army,BBB,CCC", "army,BBB,XXX")
    assert findings(small) == [f"{small.folder}/borders.csv:{line}: no such place: XXX"]


def test_a_folder_that_is_not_there_is_a_finding(small) -> None:
    assert [str(fault) for fault in check_folder(small.folder / "no")] == [f"{small.folder}/no: no such folder"]
