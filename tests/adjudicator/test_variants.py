"""What Hundred, Philadelphia, Petit and Fleet Rome play differently; every difference is data of the variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from judge.adjudicator.outcomes import Adjudication
from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.maps.files import load
from judge.notation.adjudication import adjudicate, check, owed

HUNDRED, PHILADELPHIA, PETIT, STANDARD = map(load, ("hundred", "philadelphia", "petit", "standard"))
Lists = Mapping[str, Sequence[str]]


def position(phase: str, units: Lists, centres: Lists | None = None) -> Position:
    owned = None if centres is None else {word: tuple(codes) for word, codes in centres.items()}
    return Position(phase, {word: tuple(texts) for word, texts in units.items()}, owned)


def phases(variant: Variant, count: int) -> list[str]:
    """The codes of the first phases in which something is owed, when nobody sends an order."""
    found, now = [], variant.start
    while len(found) < count:
        found.append(now.phase)
        now = adjudicate(variant, now, {}).position
    return found


def results(result: Adjudication) -> dict[str, str]:
    return {one.order or one.given or "": one.result[0] for one in result.outcomes}


# --- Hundred


def test_hundred_names_its_phases_by_the_year_and_adjusts_every_other_turn() -> None:
    assert phases(HUNDRED, 5) == ["1425M", "1430M", "1430A", "1435M", "1440M"]


def test_hundred_changes_ownership_only_in_years_divisible_by_ten() -> None:
    first = adjudicate(HUNDRED, HUNDRED.start, {"BURGUNDY": ["A DIJ - CAN"]})
    assert first.centres is not None
    assert "CAN" not in first.centres["BURGUNDY"]
    second = adjudicate(HUNDRED, first.position, {})
    assert second.centres is not None
    assert "CAN" in second.centres["BURGUNDY"]
    assert second.next == "1430A"


def test_france_removes_whichever_unit_it_likes_for_its_unpaid_one() -> None:
    before = Position("1430A", HUNDRED.start.units, HUNDRED.start.centres)
    assert owed(HUNDRED, before)["FRANCE"].removals == 1
    for unit in HUNDRED.start.units["FRANCE"]:
        assert results(adjudicate(HUNDRED, before, {"FRANCE": [f"REMOVE {unit}"]}))[f"REMOVE {unit}"] == "removed"


def test_hundred_builds_in_any_vacant_centre_that_is_owned() -> None:
    before = position("1430A", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR", "LON"], "ENGLAND": ["DEV"]})
    assert results(adjudicate(HUNDRED, before, {"FRANCE": ["BUILD F LON"]})) == {"BUILD F LON": "built"}


@pytest.mark.parametrize("unit", ["A", "F"])
def test_london_and_calais_are_neighbours_whatever_stands_in_the_strait_of_dover(unit: str) -> None:
    before = position("1425M", {"ENGLAND": [f"{unit} LON"], "FRANCE": ["F DOV"]})
    crossed = adjudicate(HUNDRED, before, {"ENGLAND": [f"{unit} LON - CAL"]})
    assert crossed.final == (f"ENGLAND {unit} CAL", "FRANCE F DOV")
    support = position("1425M", {"ENGLAND": [f"{unit} LON"], "BURGUNDY": ["A FLA"], "FRANCE": ["A CAL"]})
    lines = {"ENGLAND": [f"{unit} LON S A FLA - CAL"], "BURGUNDY": ["A FLA - CAL"]}
    assert adjudicate(HUNDRED, support, lines).dislodged == ("FRANCE A CAL",)


def test_an_army_may_also_be_convoyed_from_london_to_calais() -> None:
    before = position("1425M", {"ENGLAND": ["A LON", "F DOV"], "FRANCE": ["A CAL"]})
    lines = {"ENGLAND": ["A LON - CAL VIA", "F DOV C A LON - CAL"], "FRANCE": ["A CAL - LON"]}
    assert adjudicate(HUNDRED, before, lines).final == ("ENGLAND A CAL", "ENGLAND F DOV", "FRANCE A LON")


def test_nine_centres_win_hundred_and_end_it_before_builds() -> None:
    owned = ["DIJ", "LUX", "FLA", "HOL", "CAN", "PAR", "ORL", "CAL"]
    before = position("1430M", {"BURGUNDY": ["A LON"]}, {"BURGUNDY": owned, "ENGLAND": ["LON", "DEV"]})
    result = adjudicate(HUNDRED, before, {})
    assert (result.winner, result.next) == ("BURGUNDY", None)


# --- Philadelphia


def test_philadelphia_begins_with_builds_and_adjusts_after_every_quarter() -> None:
    assert phases(PHILADELPHIA, 4) == ["DEC2006A", "JAN2007M", "FEB2007M", "APR2007M"]
    taken = position("FEB2007M", {"MOB": ["A CEN"]}, {"MOB": ["PBR"]})
    assert adjudicate(PHILADELPHIA, taken, {}).next == "MAR2007A"


def test_the_opening_builds_are_three_a_power_and_armies_where_nothing_was_sent() -> None:
    debts = owed(PHILADELPHIA, PHILADELPHIA.start)
    assert {debt.builds for debt in debts.values()} == {3}
    assert debts["MOB"].sites == ("NAV", "PBR", "STA")
    result = adjudicate(PHILADELPHIA, PHILADELPHIA.start, {"MOB": ["BUILD F NAV"]})
    assert result.position.units["MOB"] == ("A PBR", "A STA", "F NAV")
    assert results(result)["BUILD A PBR"] == "default"
    assert len(result.final) == 21


def test_later_builds_that_were_not_sent_are_not_made() -> None:
    before = position("MAR2007A", {"MOB": ["A NAV"]}, {"MOB": ["NAV", "PBR"]})
    assert adjudicate(PHILADELPHIA, before, {}).final == ("MOB A NAV",)


def test_philadelphia_builds_in_captured_centres() -> None:
    before = position("MAR2007A", {"MOB": ["A NAV"]}, {"MOB": ["NAV", "WPH"]})
    assert results(adjudicate(PHILADELPHIA, before, {"MOB": ["BUILD F WPH"]})) == {"BUILD F WPH": "built"}


def centres_of(*counts: int) -> dict[str, list[str]]:
    codes = [place.code for place in PHILADELPHIA.board.provinces if place.centre]
    words = [power.word for power in PHILADELPHIA.powers]
    return {word: [codes.pop() for _ in range(count)] for word, count in zip(words, counts, strict=False)}


def test_of_two_powers_with_19_the_larger_wins_and_a_tie_plays_on() -> None:
    assert adjudicate(PHILADELPHIA, position("FEB2007M", {}, centres_of(20, 19)), {}).winner == "MOB"
    tied = adjudicate(PHILADELPHIA, position("FEB2007M", {}, centres_of(19, 19)), {})
    assert tied.winner is None
    assert tied.next == "MAR2007A"


# --- Petit


def test_petit_moves_once_a_year_and_ends_after_1906() -> None:
    assert phases(PETIT, 6) == [f"{year}M" for year in range(1901, 1907)]
    last = adjudicate(PETIT, Position("1906M", PETIT.start.units, PETIT.start.centres), {})
    assert (last.winner, last.next) == (None, None)
    assert len(last.draw) == 7


def test_a_dislodged_army_disbands_and_every_vacant_centre_gets_an_army() -> None:
    units = {"ENGLAND": ["A LON", "A BEL"], "FRANCE": ["A PAR", "A SPA"]}
    before = position("1902M", units, {"ENGLAND": ["LON", "BEL"], "FRANCE": ["PAR", "SPA"]})
    result = adjudicate(PETIT, before, {"ENGLAND": ["A LON - PAR", "A BEL S A LON - PAR"]})
    assert result.dislodged == ("FRANCE A PAR",)
    assert result.retreats == {"FRANCE A PAR": ()}
    assert result.final == ("ENGLAND A BEL", "ENGLAND A LON", "ENGLAND A PAR", "FRANCE A SPA")
    assert results(result)["BUILD A LON"] == "default"
    assert result.next == "1903M"


def test_six_points_and_strictly_the_most_win_petit() -> None:
    home_and_four = ["LON", "BEL", "SWE", "SPA", "TUN"]
    ahead = {"ENGLAND": home_and_four, "FRANCE": ["PAR", "BER", "VIE", "ROM"]}
    assert adjudicate(PETIT, position("1903M", {}, ahead), {}).winner == "ENGLAND"
    without_its_home = ["BER", "VIE", "ROM", "GRE", "RUM", "CON"]
    tied = adjudicate(PETIT, position("1903M", {}, {"ENGLAND": home_and_four, "FRANCE": without_its_home}), {})
    assert (tied.winner, tied.next) == (None, "1904M")


def test_after_1906_a_strict_leader_wins_and_equals_draw_with_all_survivors() -> None:
    leads = {"ENGLAND": ["LON", "BEL", "SWE", "SPA"], "FRANCE": ["PAR", "BER", "VIE"], "ITALY": ["ROM"]}
    assert adjudicate(PETIT, position("1906M", {}, leads), {}).winner == "ENGLAND"
    equal = leads | {"FRANCE": ["BER", "VIE", "GRE", "RUM", "CON"]}
    assert adjudicate(PETIT, position("1906M", {}, equal), {}).draw == ("ENGLAND", "FRANCE", "ITALY")


def test_lines_that_cross_on_the_picture_never_clash() -> None:
    before = position("1901M", {"ENGLAND": ["A LON"], "FRANCE": ["A SWE"]})
    result = adjudicate(PETIT, before, {"ENGLAND": ["A LON - BER"], "FRANCE": ["A SWE - BEL"]})
    assert result.final == ("ENGLAND A BER", "FRANCE A BEL")


def test_petit_orders_need_no_unit_letter() -> None:
    meant = {"par-lon": "A PAR - LON", "par s lon h": "A PAR S A LON", "par s lon-spa": "A PAR S A LON - SPA"}
    for line, order in meant.items():
        assert check(PETIT, PETIT.start, "FRANCE", line).order == order


# --- standard and what is only data


def test_a_variant_on_the_same_map_is_only_data() -> None:
    rome = load("fleet-rome")
    assert "F ROM" in rome.start.units["ITALY"]
    moved = adjudicate(rome, rome.start, {"ITALY": ["F ROM - TYS"]})
    assert moved.position.units["ITALY"] == ("A VEN", "F NAP", "F TYS")


def test_retreats_come_before_the_change_of_ownership() -> None:
    units = {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A BEL"], "ENGLAND": ["F NTH"]}
    before = position("F1901M", units, {"GERMANY": ["BEL", "HOL"], "FRANCE": ["PAR"]})
    moved = adjudicate(STANDARD, before, {"FRANCE": ["A BUR - BEL", "A RUH S A BUR - BEL"]})
    assert (moved.next, moved.centres) == ("F1901R", before.centres)
    after = adjudicate(STANDARD, moved.position, {"GERMANY": ["A BEL R HOL"]})
    assert after.centres == {"FRANCE": ("BEL", "PAR"), "GERMANY": ("HOL",)}


def test_a_phase_in_which_nobody_owes_anything_is_passed_over() -> None:
    even = position("F1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]})
    assert adjudicate(STANDARD, even, {}).next == "S1902M"
    no_site = position("F1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR", "BEL"]})
    assert adjudicate(STANDARD, no_site, {}).next == "S1902M"


def test_a_fleet_that_cannot_say_its_coast_is_asked_for_it() -> None:
    read = check(STANDARD, position("S1901M", {"FRANCE": ["F MAO"]}), "FRANCE", "F MAO - SPA")
    assert read.status == "illegal"
    assert read.suggestions == ("F MAO - SPA/NC", "F MAO - SPA/SC")
    assert check(STANDARD, position("S1901M", {"FRANCE": ["F GAS"]}), "FRANCE", "F GAS - SPA").order == "F GAS - SPA/NC"
