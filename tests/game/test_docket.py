"""One deadline for builds and the movement after them: what is covered, what is owed, what may be ordered."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.docket import all_in, check_second, covered, docket, late_powers
from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.settings import Settings
from judge.game.votes import ALL, Vote, with_vote
from judge.maps.files import load
from judge.notation.adjudication import Status

BUILDS = ("BUILD F NAV", "BUILD A STA", "BUILD A PBR")


@cache
def variant() -> Variant:
    return load("philadelphia")


def game(position: Position | None = None) -> Game:
    """Philadelphia with the Mob and the 'Brook played by somebody."""
    seats = (Seat(1, Role.POWER, 1, power="MOB", person=1), Seat(2, Role.POWER, 2, power="BROOK", person=2))
    return Game(
        1, "phil", "philadelphia", variant().hash, Stage.RUNNING, 1, position or variant().start, Settings(), seats
    )


def march() -> Game:
    """A build turn: the Mob owns one centre more than it has units, the 'Brook as many."""
    start = variant().start
    centres = {**(start.centres or {}), "MOB": ("NAV", "PBR", "STA", "ITA")}
    units = {**start.units, "MOB": ("A NAV", "A PBR", "A ITA"), "BROOK": ("A OSA", "A WPH", "A OVE")}
    return replace(game(Position("MAR2007A", units, centres)), phase_no=5)


def test_the_opening_covers_the_builds_of_december_and_the_movement_of_january() -> None:
    assert covered(game(), variant()) == ("DEC2006A", "JAN2007M")


def test_the_opening_is_never_separated_and_later_build_turns_are_as_long_as_somebody_wants_it() -> None:
    assert covered(with_vote(game(), Vote.SEPARATE, "MOB", ALL), variant()) == ("DEC2006A", "JAN2007M")
    separated = with_vote(march(), Vote.SEPARATE, "BROOK", ALL)
    assert covered(march(), variant()) == ("MAR2007A", "APR2007M")
    assert covered(separated, variant()) == ("MAR2007A",)
    assert covered(with_vote(separated, Vote.SEPARATE, "BROOK", None), variant()) == ("MAR2007A", "APR2007M")


def test_a_power_is_in_only_with_its_builds_and_the_orders_of_the_units_that_they_make() -> None:
    orders = {"DEC2006A": {"MOB": BUILDS}, "JAN2007M": {"MOB": ("F NAV - MIF", "A STA H")}}
    due = docket(game(), variant(), lambda phase: orders.get(phase, {}))
    assert [sheet.phase for sheet in due["MOB"]] == ["DEC2006A", "JAN2007M"]
    assert due["MOB"][1].standing.missing == ("A PBR",)
    assert late_powers(game(), due) == ("MOB", "BROOK")
    full = orders | {"JAN2007M": {"MOB": (*orders["JAN2007M"]["MOB"], "A PBR H")}}
    assert late_powers(game(), docket(game(), variant(), lambda phase: full.get(phase, {}))) == ("BROOK",)


def test_a_power_without_builds_owes_the_movement_alone() -> None:
    due = docket(march(), variant(), lambda _: {})
    assert [sheet.phase for sheet in due["BROOK"]] == ["APR2007M"]
    assert due["BROOK"][0].owed.units == ("A OSA", "A OVE", "A WPH")


def test_all_is_in_when_every_held_power_is_and_nobody_waits() -> None:
    orders = {
        "MAR2007A": {"MOB": ("BUILD A STA",)},
        "APR2007M": {"MOB": ("A NAV H", "A PBR H", "A ITA H", "A STA H"), "BROOK": ("A OSA H", "A OVE H", "A WPH H")},
    }
    due = docket(march(), variant(), lambda phase: orders[phase])
    assert all_in(march(), due)
    waiting = march().with_seat(replace(march().seats[0], wait=True))
    assert not all_in(waiting, due)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("F NAV - MIF", Status.OK),
        ("A NAV - PAS", Status.ILLEGAL),  # the set builds a fleet there
        ("A STA S F NAV - MIF", Status.ILLEGAL),
        ("A STA S A PBR - ITA", Status.OK),
        ("F NAV S F EAS - MIF", Status.OK),  # the Southwest may build a fleet in Eastwick
        ("F NAV S A PAS", Status.OK),  # or an army in Passyunk
        ("F NAV S F PAS", Status.OK),
        ("F NAV S A ITA", Status.ILLEGAL),  # nobody can build in a neutral centre
    ],
)
def test_orders_are_judged_as_the_powers_own_builds_leave_the_board_and_others_may_have_built(
    line: str, status: Status
) -> None:
    assert check_second(game(), variant(), "MOB", BUILDS, line).status is status


def test_at_the_opening_what_is_not_built_counts_as_the_army_that_it_will_be() -> None:
    assert check_second(game(), variant(), "MOB", ("BUILD F NAV",), "A STA - PSP").status is Status.OK


def test_later_a_unit_that_no_build_makes_cannot_be_ordered() -> None:
    assert check_second(march(), variant(), "MOB", (), "A STA - PSP").status is Status.ILLEGAL
    assert check_second(march(), variant(), "MOB", ("BUILD A STA",), "A STA - PSP").status is Status.OK
