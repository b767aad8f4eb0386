"""Rivers, with room for three fleets: the five examples that docs/rivers.md gives to players, and the finer rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.adjudicator.outcomes import Adjudication
from judge.adjudicator.position import Dislodged, Position
from judge.maps.files import load
from judge.notation.adjudication import adjudicate, check
from tests.adjudicator.casefiles import Case, parse_cases
from tests.adjudicator.test_datc import in_the_words_of_the_case, tuples

PHILADELPHIA = load("philadelphia")
PAGE = (Path(__file__).parents[2] / "docs" / "rivers.md").read_text(encoding="utf-8")
EXAMPLES = parse_cases("\n\n".join(block.strip() for block in PAGE.split("```")[1::2]))


def play(units: dict[str, list[str]], orders: dict[str, list[str]], phase: str = "JAN2007M") -> Adjudication:
    return adjudicate(PHILADELPHIA, Position(phase, tuples(units)), orders)


def fate(result: Adjudication, unit: str) -> tuple[str, ...]:
    return next(one.result for one in result.outcomes if f"{one.power} {one.unit}" == unit)


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case.name)
def test_an_example_of_the_players_page_is_played_as_it_stands_there(case: Case) -> None:
    result = play(case.has, case.orders)
    assert list(result.final) == case.fact("after")
    assert list(result.dislodged) == case.fact("dislodged")
    given = [one for one in result.outcomes if one.given is not None]
    assert [in_the_words_of_the_case(one).replace("void", "stays") for one in given] == case.said["orders"]
    options = {unit.split(" ", 1)[1]: places for unit, places in result.retreats.items()}
    for allowed in case.fact("may retreat"):
        unit, _, place = allowed.partition(" to ")
        assert place in options[unit]
    for barred in case.fact("may not retreat"):
        unit, _, place = barred.partition(" to ")
        assert place not in options[unit]


def test_there_are_five_examples() -> None:
    assert len(EXAMPLES) == 5


def test_fleets_of_neighbouring_spaces_pass_each_other() -> None:
    result = play({"MOB": ["F FAL"], "HOOD": ["F FLR"]}, {"MOB": ["F FAL - FLR"], "HOOD": ["F FLR - FAL"]})
    assert result.final == ("HOOD F FAL/1", "MOB F FLR/1")


def test_full_spaces_change_places_whole() -> None:
    units = {"MOB": ["F FAL/1", "F FAL/2", "F FAL/3"], "HOOD": ["F FLR/1", "F FLR/2", "F FLR/3"]}
    orders = {
        "MOB": [f"F FAL/{berth} - FLR" for berth in (1, 2, 3)],
        "HOOD": [f"F FLR/{berth} - FAL" for berth in (1, 2, 3)],
    }
    result = play(units, orders)
    assert {one.result for one in result.outcomes} == {("moved",)}


def test_one_that_stays_keeps_a_full_exchange_from_happening() -> None:
    units = {"MOB": ["F FAL/1", "F FAL/2", "F FAL/3"], "HOOD": ["F FLR/1", "F FLR/2", "F FLR/3"]}
    orders = {
        "MOB": ["F FAL/1 - FLR", "F FAL/2 - FLR", "F FAL/3 H"],
        "HOOD": [f"F FLR/{berth} - FAL" for berth in (1, 2, 3)],
    }
    result = play(units, orders)
    assert "moved" not in {word for one in result.outcomes for word in one.result}


def test_a_power_never_dislodges_its_own_fleet() -> None:
    units = {"MOB": ["F FAL/1", "F FAL/2", "F FAL/3", "F SMA", "F FLR"]}
    result = play(units, {"MOB": ["F SMA - FAL", "F FLR S F SMA - FAL"]})
    assert result.dislodged == ()
    assert fate(result, "MOB F SMA") == ("bounced",)


def test_support_of_a_stayers_own_power_does_not_count_against_it() -> None:
    units = {"MOB": ["F FAL/1", "F FLR"], "BROOK": ["F FAL/2"], "HOOD": ["F FAL/3"], "GENTRY": ["F EFA"]}
    result = play(units, {"GENTRY": ["F EFA - FAL x MOB"], "MOB": ["F FLR S F EFA - FAL"]})
    assert result.dislodged == ("HOOD F FAL/3",)


def test_a_dislodged_fleet_still_gives_its_support_unless_it_was_named() -> None:
    units = {
        "MOB": ["F FAL/1"], "BROOK": ["F FAL/2"], "HOOD": ["F FAL/3", "F PBR"], "GENTRY": ["F EFA", "F FLR"],
        "WARDS": ["F CTR/1", "F CTR/2", "F CTR/3"],
    }  # fmt: skip
    strike = {"GENTRY": ["F EFA - FAL x HOOD", "F FLR S F EFA - FAL"], "HOOD": ["F FAL/3 S F PBR - CTR", "F PBR - CTR"]}
    assert fate(play(units, strike), "HOOD F FAL/3") == ("cut", "dislodged")
    other = strike | {"GENTRY": ["F EFA - FAL x BROOK", "F FLR S F EFA - FAL"]}
    assert fate(play(units, other), "HOOD F FAL/3") == ("supports",)


def test_a_peaceful_entry_cuts_no_support() -> None:
    units = {"MOB": ["F FAL/1", "F UNI"], "GENTRY": ["F EFA"], "WARDS": ["F CTR/1", "F CTR/2", "F CTR/3"]}
    result = play(units, {"MOB": ["F FAL/1 S F UNI - CTR", "F UNI - CTR"], "GENTRY": ["F EFA - FAL"]})
    assert fate(result, "MOB F FAL/1") == ("supports",)
    assert fate(result, "GENTRY F EFA") == ("moved",)


def test_two_fleets_of_one_space_carry_two_armies() -> None:
    units = {"MOB": ["F CTR/1", "F CTR/2", "A PBR", "A UNI"]}
    orders = ["F CTR/1 C A PBR - FAI", "F CTR/2 C A UNI - PBR", "A PBR - FAI VIA", "A UNI - PBR VIA"]
    assert play(units, {"MOB": orders}).final == ("MOB A FAI", "MOB A PBR", "MOB F CTR/1", "MOB F CTR/2")


def test_a_dislodged_fleet_breaks_its_own_convoy_and_no_other() -> None:
    units = {
        "MOB": ["F CTR/1", "F CTR/2", "F CTR/3", "A PBR", "A CEN"], "GENTRY": ["F FAL", "F UNI"],
    }  # fmt: skip
    orders = {
        "MOB": ["F CTR/1 C A PBR - FAI", "F CTR/2 C A CEN - WPH", "A PBR - FAI VIA", "A CEN - WPH VIA"],
        "GENTRY": ["F FAL - CTR x CTR/1", "F UNI S F FAL - CTR"],
    }
    result = play(units, orders)
    assert result.dislodged == ("MOB F CTR/1",)
    assert fate(result, "MOB A PBR") == ("disrupted",)
    assert fate(result, "MOB A CEN") == ("moved",)


def test_retreats_fill_free_berths_and_too_many_disband() -> None:
    units = {"MOB": ("F FAL/1",), "BROOK": ("F FAL/3",)}
    one = Position("JAN2007R", units, None, {"HOOD": (Dislodged("F FLR/1", ("FAL",)),)})
    assert adjudicate(PHILADELPHIA, one, {"HOOD": ["F FLR/1 R FAL"]}).final == (
        "BROOK F FAL/3", "HOOD F FAL/2", "MOB F FAL/1",
    )  # fmt: skip
    fugitives = {"HOOD": (Dislodged("F FLR/1", ("FAL",)),), "GENTRY": (Dislodged("F EFA", ("FAL",)),)}
    two = Position("JAN2007R", units, None, fugitives)
    result = adjudicate(PHILADELPHIA, two, {"HOOD": ["F FLR/1 R FAL"], "GENTRY": ["F EFA R FAL"]})
    assert result.dislodged == ("GENTRY F EFA", "HOOD F FLR/1")


def test_a_fleet_named_without_its_berth_is_the_first_that_has_no_order() -> None:
    result = play({"MOB": ["F FAL/1", "F FAL/2"]}, {"MOB": ["F FAL - CTR", "F FAL - FLR"]})
    assert result.final == ("MOB F CTR/1", "MOB F FLR/1")
    before = Position("JAN2007M", {"MOB": ("F FAL/1", "F FAL/2")})
    read = check(PHILADELPHIA, before, "MOB", "F FAL H", taken=["F FAL/1"])
    assert read.unit == "F FAL/2"
    assert [note.code for note in read.notes] == ["berth_chosen"]


def test_a_supported_fleet_without_its_berth_must_be_the_only_one_that_fits() -> None:
    units = {"MOB": ("F FAL/1", "F CTR/1"), "HOOD": ("F FAL/2",)}
    read = check(PHILADELPHIA, Position("JAN2007M", units), "MOB", "F CTR/1 S F FAL")
    assert read.reason is not None
    assert read.reason.code == "support_which"
    assert check(PHILADELPHIA, Position("JAN2007M", units), "MOB", "F CTR/1 S F FAL/2").order == "F CTR/1 S F FAL/2"


def test_a_strike_that_fits_nobody_is_left_out_and_said() -> None:
    units = {"MOB": ("F FAL/1",), "HOOD": ("F SMA",)}
    read = check(PHILADELPHIA, Position("JAN2007M", units), "HOOD", "F SMA - FAL x GENTRY")
    assert read.order == "F SMA - FAL"
    assert [note.code for note in read.notes] == ["strike_dropped"]
    assert check(PHILADELPHIA, Position("JAN2007M", units), "HOOD", "F SMA - FAL x MOB").order == "F SMA - FAL x MOB"


@pytest.mark.parametrize("named", ["HOOD F FAL", "the Hood's fleet in Falls", "Hood FAL"])
def test_a_supported_fleet_is_told_by_its_power_where_that_is_enough(named: str) -> None:
    before = Position("JAN2007M", {"MOB": ("F FAL/1", "F FAL/2", "F SMA"), "HOOD": ("F FAL/3",)})
    assert check(PHILADELPHIA, before, "MOB", f"F SMA S {named}").order == "F SMA S F FAL/3"
    refused = check(PHILADELPHIA, before, "MOB", "F SMA S MOB F FAL").reason
    assert refused is not None
    assert refused.code == "support_which"


@pytest.mark.parametrize("named", ["MOB", "K", "the Mob", "FAL/1", "F FAL/1", "the fleet in FAL/1", "Mob FAL/1"])
def test_a_fleet_to_strike_is_named_by_power_letter_or_berth(named: str) -> None:
    before = Position("JAN2007M", {"MOB": ("F FAL/1",), "HOOD": ("F FAL/2",), "GENTRY": ("F FLR",)})
    order = check(PHILADELPHIA, before, "GENTRY", f"F FLR - FAL x {named}").order
    assert order in {"F FLR/1 - FAL x MOB", "F FLR/1 - FAL x FAL/1", "F FLR/1 - FAL x MOB FAL/1"}


@pytest.mark.parametrize("named", ["CTR/1", "MOB CTR/1"])
def test_a_fleet_named_elsewhere_than_at_the_goal_is_not_struck(named: str) -> None:
    before = Position("JAN2007M", {"MOB": ("F FAL/1", "F CTR/1"), "GENTRY": ("F FLR",)})
    read = check(PHILADELPHIA, before, "GENTRY", f"F FLR - FAL x {named}")
    assert read.order == "F FLR/1 - FAL"
    assert [note.code for note in read.notes] == ["strike_dropped"]


def test_newcomers_are_berthed_in_the_order_of_the_powers_then_of_the_places_they_come_from() -> None:
    units = {"GENTRY": ["F EFA"], "MOB": ["F WPK", "F SMA"]}
    orders = {"GENTRY": ["F EFA - FAL"], "MOB": ["F WPK - FAL", "F SMA - FAL"]}
    result = play(units, orders)
    assert result.final == ("GENTRY F FAL/3", "MOB F FAL/1", "MOB F FAL/2")
    assert next(one.by for one in result.outcomes) == ()


def test_armies_cross_at_the_direct_passages_and_fleets_do_not() -> None:
    result = play({"MOB": ["A SMA"], "HOOD": ["F FAI"]}, {"MOB": ["A SMA - WPK"], "HOOD": ["F FAI - WPH"]})
    assert result.final == ("HOOD F FAI", "MOB A WPK")


@pytest.mark.parametrize("name", ["FAL/9", "FAL/2", "FLR/7", "GENTRY"])
def test_a_name_that_fits_no_fleet_is_left_out_and_the_move_stands(name: str) -> None:
    units = {"MOB": ["F FLR/1"], "HOOD": ["F FAL/1"]}
    (moved, *_) = play(units, {"MOB": [f"F FLR/1 - FAL x {name}"]}).outcomes
    assert (moved.order, moved.result) == ("F FLR/1 - FAL", ("moved",))
