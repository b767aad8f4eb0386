"""`judge adjudicate`, sentence by sentence: what a line may hold and what its answer says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from judge.maps.files import load
from judge.notation.positions import answer

ROOT = Path(__file__).parents[2]
Data = dict[str, Any]


def ask(**data: Any) -> Data:
    """The answer as a script outside sees it."""
    said: Data = json.loads(f'{{"id": 1, {answer(load, data)}}}')
    return said


def words(said: Data) -> list[str]:
    return [" ".join(one["result"]) for one in said["orders"]]


def by(said: Data, order: str) -> list[str]:
    return next(one["by"] for one in said["orders"] if one["order"] == order)


# --- what a line may leave out


@pytest.mark.parametrize(
    ("variant", "phase"),
    [(None, "S1901M"), ("standard", "S1901M"), ("hundred", "1425M"), ("philadelphia", "JAN2007M"), ("petit", "1901M")],
)
def test_the_phase_is_the_variants_first_movement_if_the_line_names_none(variant: str | None, phase: str) -> None:
    said = ask() if variant is None else ask(variant=variant)
    assert said["phase"] == phase


def test_centres_are_left_out_where_the_line_gives_none() -> None:
    assert "centres" not in ask(phase="F1901M", units={"FRANCE": ["A BEL"]})
    assert "centres" not in ask(variant="philadelphia", phase="DEC2006A")


def test_the_opening_of_philadelphia_needs_no_centres() -> None:
    said = ask(variant="philadelphia", phase="DEC2006A", orders={"MOB": ["BUILD F NAV", "BUILD F PBR"]})
    assert [unit for unit in said["final"] if unit.startswith("MOB")] == ["MOB A STA", "MOB F NAV", "MOB F PBR"]
    assert len(said["final"]) == 21
    assert words(said)[:2] == ["built", "built"]
    assert set(words(said)[2:]) == {"default"}


def test_a_later_december_is_no_opening() -> None:
    assert ask(variant="philadelphia", phase="DEC2007A")["final"] == []


# --- result words


def test_each_kind_of_outcome_has_its_word_and_its_causer() -> None:
    said = ask(
        units={
            "ENGLAND": ["F NTH", "A LON", "F ENG"],
            "FRANCE": ["A PIC", "A BUR", "A GAS", "F BRE", "F MAO"],
            "GERMANY": ["A RUH", "A MUN", "A HOL"],
        },
        orders={
            "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL", "F ENG C A LON - YOR"],
            "FRANCE": ["A PIC - BEL", "A BUR S A PIC - BEL", "A GAS H", "F BRE - ENG", "F MAO S F BRE - ENG"],
            "GERMANY": ["A MUN - BUR", "A HOL S A LON - BEL", "A RUH S A GAS - BUR"],
        },
    )
    assert {one["order"]: one["result"] for one in said["orders"]} == {
        "A LON - BEL VIA": ["moved"],
        "F NTH C A LON - BEL": ["convoys"],
        "F ENG C A LON - YOR": ["illegal", "dislodged"],
        "A PIC - BEL": ["bounced"],
        "A BUR S A PIC - BEL": ["cut"],
        "A GAS H": ["holds"],
        "F BRE - ENG": ["moved"],
        "F MAO S F BRE - ENG": ["supports"],
        "A MUN - BUR": ["bounced"],
        "A HOL S A LON - BEL": ["supports"],
        "A RUH S A GAS - BUR": ["void"],
    }
    assert by(said, "A PIC - BEL") == ["ENGLAND A LON"]
    assert by(said, "A BUR S A PIC - BEL") == ["GERMANY A MUN"]
    assert by(said, "A MUN - BUR") == ["FRANCE A BUR"]
    assert by(said, "F ENG C A LON - YOR") == ["FRANCE F BRE"]
    assert all(one["why"] for one in said["orders"])


def test_the_one_that_dislodges_comes_last_among_the_causers() -> None:
    said = ask(
        units={"RUSSIA": ["A SER"], "ENGLAND": ["A TRI", "A ALB"], "FRANCE": ["F ADR"]},
        orders={
            "FRANCE": ["F ADR S A SER - ALB"],
            "ENGLAND": ["A TRI - SER", "A ALB - SER"],
            "RUSSIA": ["A SER - ALB"],
        },
    )
    assert by(said, "A ALB - SER") == ["ENGLAND A TRI", "RUSSIA A SER"]


def test_a_broken_convoy_says_who_broke_it() -> None:
    said = ask(
        units={"ENGLAND": ["A LON", "F ENG"], "FRANCE": ["F BRE", "F MAO"]},
        orders={"ENGLAND": ["A LON - PIC", "F ENG C A LON - PIC"], "FRANCE": ["F BRE - ENG", "F MAO S F BRE - ENG"]},
    )
    assert words(said)[:2] == ["disrupted", "disrupted dislodged"]
    assert by(said, "A LON - PIC VIA") == by(said, "F ENG C A LON - PIC") == ["FRANCE F BRE"]


def test_of_two_legal_movement_orders_the_last_counts_and_of_others_the_first() -> None:
    paris = {"FRANCE": ["A PAR"]}
    assert words(ask(units=paris, orders={"FRANCE": ["A PAR - BUR", "A PAR - GAS"]})) == ["replaced", "moved"]
    assert words(ask(units=paris, orders={"FRANCE": ["A PAR - BUR", "A PAR - MUN"]})) == ["moved", "illegal"]
    flight = ask(phase="S1901R", dislodged=paris, orders={"FRANCE": ["A PAR R BUR", "A PAR R GAS", "A PAR D"]})
    assert (words(flight), flight["final"]) == (["retreated", "illegal", "illegal"], ["FRANCE A BUR"])
    owned = {"FRANCE": ["PAR", "MAR", "BRE"]}
    built = ask(phase="F1901A", units=paris, centres=owned, orders={"FRANCE": ["A MAR", "F MAR", "F BRE", "WAIVE"]})
    assert words(built) == ["built", "illegal", "built", "illegal"]


def test_orders_has_one_entry_a_line_and_then_one_for_each_unit_without() -> None:
    said = ask(
        units={"FRANCE": ["A BUR", "A MAR"], "ITALY": ["A VEN"]},
        orders={"ITALY": ["A ROM H"], "FRANCE": ["A MAR - BUR", "gibberish", "A MAR - BUR"]},
    )
    assert [(one["power"], one["given"], one["result"][0]) for one in said["orders"]] == [
        ("ITALY", "A ROM H", "illegal"),
        ("FRANCE", "A MAR - BUR", "replaced"),
        ("FRANCE", "gibberish", "unreadable"),
        ("FRANCE", "A MAR - BUR", "bounced"),
        ("FRANCE", None, "holds"),
        ("ITALY", None, "holds"),
    ]


@pytest.mark.parametrize("line", ["A PAR - LON", "A PAR - ROM", "A PAR S F ENG", "A PAR fights"])
def test_a_unit_whose_order_is_illegal_or_unreadable_holds_and_can_be_supported(line: str) -> None:
    said = ask(
        units={"FRANCE": ["A PAR", "A GAS"], "GERMANY": ["A BUR", "A PIC"]},
        orders={"FRANCE": [line, "A GAS S A PAR"], "GERMANY": ["A BUR - PAR", "A PIC S A BUR - PAR"]},
    )
    assert said["dislodged"] == []
    assert "FRANCE A PAR" in said["final"]


def test_an_illegal_line_without_a_berth_belongs_to_the_first_fleet_that_has_no_order() -> None:
    said = ask(
        variant="philadelphia",
        units={"MOB": ["F FAL", "F FAL"]},
        orders={"MOB": ["F FAL - CTR", "F FAL - MIF"]},
    )
    assert words(said) == ["moved", "illegal"]
    assert said["final"] == ["MOB F CTR/1", "MOB F FAL/2"]


# --- the dislodged


def test_the_dislodged_without_retreat_are_gone_while_others_still_choose() -> None:
    said = ask(
        units={"ENGLAND": ["F POR", "A PAR"], "FRANCE": ["F SPA/SC", "F MAO", "A BUR", "A GAS"]},
        orders={"FRANCE": ["F SPA/SC - POR", "F MAO S F SPA/SC - POR", "A BUR - PAR", "A GAS S A BUR - PAR"]},
    )
    assert said["dislodged"] == ["ENGLAND A PAR", "ENGLAND F POR"]
    assert said["retreats"] == {"ENGLAND A PAR": ["BRE", "PIC"], "ENGLAND F POR": []}
    assert said["final"] == ["FRANCE A GAS", "FRANCE A PAR", "FRANCE F MAO", "FRANCE F POR"]
    assert said["next"] == "S1901R"


def test_a_retreat_phase_ends_with_the_whole_board_and_those_destroyed() -> None:
    said = ask(
        phase="S1901R",
        units={"FRANCE": ["A PAR"]},
        dislodged={"ENGLAND": ["A BUR", "A GAS"], "ITALY": [{"unit": "A MUN", "retreats": ["BOH"]}]},
        orders={"ENGLAND": ["A BUR R MAR", "A GAS R MAR"], "ITALY": ["A MUN R BOH"]},
    )
    assert said["final"] == ["FRANCE A PAR", "ITALY A BOH"]
    assert said["dislodged"] == ["ENGLAND A BUR", "ENGLAND A GAS"]
    assert by(said, "A BUR R MAR") == ["ENGLAND A GAS"]
    assert said["next"] == "F1901M"


@pytest.mark.parametrize("place", ["STP", "STP/NC"])
def test_a_fleets_retreat_may_be_listed_with_or_without_its_coast(place: str) -> None:
    said = ask(
        phase="S1901R",
        dislodged={"RUSSIA": [{"unit": "F NWY", "retreats": [place]}]},
        orders={"RUSSIA": ["F NWY R STP"]},
    )
    assert said["final"] == ["RUSSIA F STP/NC"]


# --- ownership, victory, adjustments


def test_centres_change_after_the_retreats_of_an_ownership_turn_and_are_sorted() -> None:
    owned = {"GERMANY": ["KIE", "BEL"], "FRANCE": ["PAR"]}
    moved = ask(
        phase="F1901M",
        centres=owned,
        units={"FRANCE": ["A PIC", "A BUR"], "GERMANY": ["A BEL"]},
        orders={"FRANCE": ["A PIC - BEL", "A BUR S A PIC - BEL"]},
    )
    assert (moved["next"], moved["centres"]) == ("F1901R", {"GERMANY": ["BEL", "KIE"], "FRANCE": ["PAR"]})
    after = ask(
        phase="F1901R",
        centres=owned,
        units={"FRANCE": ["A BEL", "A BUR"]},
        dislodged={"GERMANY": [{"unit": "A BEL", "retreats": ["HOL"]}]},
        orders={"GERMANY": ["A BEL R HOL"]},
    )
    assert after["centres"] == {"FRANCE": ["BEL", "PAR"], "GERMANY": ["HOL", "KIE"]}


def test_spring_changes_no_centre() -> None:
    said = ask(phase="S1901M", units={"FRANCE": ["A BEL"]}, centres={"GERMANY": ["BEL"]})
    assert said["centres"] == {"GERMANY": ["BEL"]}


def test_eighteen_centres_win_at_once_even_if_nobody_adjusts() -> None:
    codes = [place.code for place in load("standard").board.provinces if place.centre]
    units = {"FRANCE": [f"A {code}" for code in codes[:18]]}
    said = ask(phase="F1908M", units=units, centres={"FRANCE": codes[:17], "ITALY": codes[17:]})
    assert (said["winner"], said["next"]) == ("FRANCE", None)
    seventeen = ask(phase="F1908M", centres={"FRANCE": codes[:17], "ITALY": codes[17:]}, units={"FRANCE": []})
    assert "winner" not in seventeen


def test_removals_for_want_of_orders_are_told_as_defaults() -> None:
    said = ask(phase="F1901A", units={"FRANCE": ["A PAR", "A WAR"]}, centres={"FRANCE": ["PAR"]})
    assert [(one["given"], one["order"], one["result"]) for one in said["orders"]] == [
        (None, "REMOVE A WAR", ["default"])
    ]
    assert said["final"] == ["FRANCE A PAR"]


def test_what_is_owed_may_be_stated_where_centres_are_not() -> None:
    home = ask(phase="F1901A", adjust={"FRANCE": 2}, orders={"FRANCE": ["BUILD A PAR", "BUILD A SPA", "BUILD F MAR"]})
    assert words(home) == ["built", "illegal", "built"]
    anywhere = ask(variant="hundred", phase="1430A", adjust={"FRANCE": 1}, orders={"FRANCE": ["BUILD F LON"]})
    assert anywhere["final"] == ["FRANCE F LON"]
    captured = ask(
        variant="philadelphia",
        phase="MAR2007A",
        adjust={"MOB": 2},
        centres={"HOOD": ["LAS"]},
        units={"HOOD": ["A NPH"]},
        orders={"MOB": ["BUILD A CEN", "BUILD A LAS"]},
    )
    assert words(captured) == ["built", "illegal"]
    fewer = ask(phase="F1901A", adjust={"FRANCE": -1}, units={"FRANCE": ["A PAR", "F BRE"]})
    assert fewer["final"] == ["FRANCE A PAR"]


def test_petit_ends_after_1906_even_if_nobody_knows_who_owns_what() -> None:
    assert ask(variant="petit", phase="1906M")["next"] is None


# --- errors


@pytest.mark.parametrize(
    "fault",
    [
        {"variant": "Atlantis"}, {"variant": 3}, {"phase": "S1901"}, {"phase": "X1901M"}, {"phase": 1901},
        {"variant": "hundred", "phase": "1425A"}, {"variant": "hundred", "phase": "1426M"},
        {"variant": "petit", "phase": "1901A"}, {"units": ["A PAR"]}, {"units": {"FRANCE": "A PAR"}},
        {"units": {"FRANCE": ["A ENG"]}}, {"units": {"FRANCE": ["F PAR"]}}, {"units": {"FRANCE": ["F STP"]}},
        {"units": {"FRANCE": ["A PAR", "A PAR"]}}, {"units": {"france": ["A PAR"]}},
        {"variant": "philadelphia", "units": {"MOB": ["F FAL/4"]}},
        {"variant": "philadelphia", "units": {"MOB": ["F FAL/1"], "HOOD": ["F FAL/1"]}},
        {"variant": "philadelphia", "units": {"MOB": ["F FAL"] * 4}},
        {"variant": "petit", "units": {"FRANCE": ["F PAR"]}}, {"centres": {"FRANCE": ["BUR"]}},
        {"centres": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}}, {"centres": {"FRANCE": ["PAR", "MAR", "PAR"]}},
        {"centres": {"SPARTA": []}}, {"adjust": {"SPARTA": 1}}, {"adjust": {"FRANCE": 1.5}}, {"adjust": [1]},
        {"rulebook": {"colour": "red"}}, {"rulebook": {"disorder_removal": "none"}}, {"rulebook": ["home"]},
        {"phase": "S1901R", "dislodged": {"FRANCE": ["A XYZ"]}}, {"phase": "S1901R", "dislodged": {"FRANCE": [3]}},
        {"phase": "S1901R", "dislodged": {"FRANCE": [{"unit": "A PAR", "retreats": ["XYZ"]}]}},
        {"orders": {"FRANCE": [1]}}, {"orders": {"SPARTA": ["A PAR H"]}}, {"phases": {}}, {"phases": [{}]},
    ],
    ids=json.dumps,
)  # fmt: skip
def test_a_line_with_a_fault_is_answered_with_its_id_and_an_error(fault: Data) -> None:
    said = ask(**fault)
    assert said["id"] == 1
    assert isinstance(said["error"], str)
    assert said["error"]


# --- games


def test_a_listed_phase_that_was_passed_over_is_played_as_empty_if_somebody_could_not_build() -> None:
    """France has four centres, three units and no vacant home: records list such a phase, though nothing is due."""
    said = ask(
        phases=[
            {"phase": "S1901M", "orders": {"FRANCE": ["A MAR - SPA"]}},
            {"phase": "F1901A"},
            {"phase": "S1902M", "orders": {"FRANCE": ["A SPA - MAR"]}},
            {"phase": "F1902M"},
            {"phase": "F1902A", "orders": {"FRANCE": ["BUILD A PAR"]}},
            {"phase": "S1903M"},
        ]
    )
    assert "error" not in said
    assert [one["phase"] for one in said["phases"]][-3:] == ["F1902M", "F1902A", "S1903M"]
    fall, winter = said["phases"][-3:-1]
    assert fall["next"] == "S1903M"
    assert (words(winter), winter["final"], winter["next"]) == (["illegal"], fall["final"], "S1903M")


@pytest.mark.parametrize("late", ["F1901A", "S1901M", "F1901R"])
def test_any_other_phase_that_is_not_due_is_an_error_and_keeps_what_was_played(late: str) -> None:
    said = ask(phases=[{"phase": "S1901M"}, {"phase": "F1901M"}, {"phase": late}, {"phase": "S1902M"}])
    assert [one["phase"] for one in said["phases"]] == ["S1901M", "F1901M"]
    assert late in said["error"]


def test_phases_before_one_that_is_not_due_are_played_all_the_same() -> None:
    said = ask(phases=[{"phase": "F1901R"}])
    assert [one["phase"] for one in said["phases"]] == ["S1901M", "F1901M"]
    assert said["error"] == "F1901R is not due: S1902M is"


def test_a_phase_of_the_far_future_is_an_error_and_not_hours_of_play() -> None:
    said = ask(variant="hundred", phases=[{"phase": "990000M"}])
    assert said["error"] == "990000M is too far ahead: 6420M is due"
    assert len(said["phases"]) == 1000


def test_null_is_as_good_as_left_out() -> None:
    names = ("variant", "phase", "units", "centres", "dislodged", "orders", "adjust", "rulebook")
    assert ask(**dict.fromkeys(names)) == ask()


def test_a_retreat_that_the_list_leaves_out_is_played_without_orders() -> None:
    said = ask(
        variant="petit",
        phases=[{"phase": "1901M", "orders": {"FRANCE": ["par-lon"]}}, {"phase": "1902M"}],
    )
    assert [one["phase"] for one in said["phases"]] == ["1901M", "1902M"]
    attack = {
        "FRANCE": ["A TOU - GUY", "A PRO - TOU"],
        "ENGLAND": ["A NMD - POI"],
    }
    hundred = ask(variant="hundred", phases=[{"phase": "1425M", "orders": attack}, {"phase": "1430A"}])
    assert hundred["phases"][-1]["phase"] == "1430A"


def test_a_game_ends_with_its_winner_or_its_draw() -> None:
    drawn = ask(variant="petit", phases=[{"phase": f"{year}M"} for year in range(1901, 1907)])
    assert drawn["next"] is None
    assert drawn["draw"] == drawn["phases"][-1]["draw"]


def test_a_game_of_no_phases_is_about_to_begin() -> None:
    assert ask(phases=[]) == {"id": 1, "phases": [], "next": "S1901M"}


# --- the run


def run(text: bytes) -> list[Data]:
    command = [sys.executable, "-m", "judge", "adjudicate"]
    done = subprocess.run(command, input=text, capture_output=True, cwd=ROOT, check=True)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def test_no_line_ends_the_run() -> None:
    deep = b"[" * 5000
    lines = [
        rb'{"id": "\ud800"}', rb'{"id": 2, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["\udfff - PAR"]}}',
        b'{"id": ' + deep, b'{"id": NaN}', b"NaN", b"\xff\xfe\x00", b"true",
        b'"text"',
    ]  # fmt: skip
    said = run(b"\n".join([*lines, b"\xef\xbb\xbf" + b'{"id": "bom"}', b'{"id": "last"}']))
    assert len(said) == len(lines) + 2
    assert [one["id"] for one in said[-2:]] == ["bom", "last"]
    assert said[0]["id"] == "\ud800"
    assert said[1]["orders"][0]["given"] == "\udfff - PAR"


def test_a_line_longer_than_one_read_is_one_line() -> None:
    long = "x" * 300_000
    lines = [json.dumps({"id": f"{number}{long}"}).encode() for number in range(3)]
    assert [one["id"][0] for one in run(b"\n".join([*lines, b"", b'{"id": "4"}']))] == ["0", "1", "2", "4"]


@pytest.mark.parametrize(
    "number", ["1e400", "-1E+400", "1" + "0" * 5000, '[1, {"a": 1e400}, "x", null, 0.5]', '{"\\udfff": [1e999]}']
)
def test_an_id_is_echoed_whatever_it_is_also_a_number_that_python_has_no_room_for(number: str) -> None:
    line = f'{{"id": {number}, "units": {{"FRANCE": ["A PAR"]}}, "adjust": {{"FRANCE": 0}}}}'
    command = [sys.executable, "-m", "judge", "adjudicate"]
    done = subprocess.run(command, input=line.encode(), capture_output=True, cwd=ROOT, check=True)
    assert done.stdout.decode().startswith(f'{{"id": {number}, "phase": "S1901M", "final": ["FRANCE A PAR"]')


@pytest.mark.slow
def test_a_hundred_thousand_lines_take_no_more_memory_than_a_few(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        file = tmp_path / "lines"
        with file.open("w", encoding="utf-8") as lines:
            for number in range(count):
                place = ("BUR", "GAS", "PIC", "BRE")[number % 4]
                orders = {"FRANCE": [f"A PAR - {place}", "A MAR S A PAR - BUR"]}
                orders["FRANCE"] += [f"nonsense {number}"] if number % 100 == 0 else []
                data = {"id": number, "units": {"FRANCE": ["A PAR", "A MAR"]}, "orders": orders}
                lines.write(json.dumps(data) + "\n")
        command = [sys.executable, "-m", "judge", "adjudicate", str(file)]
        measure = (
            "import resource, subprocess, sys;"
            "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True);"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        )
        done = subprocess.run(
            [sys.executable, "-c", measure, *command], capture_output=True, text=True, cwd=ROOT, check=True
        )
        return int(done.stdout)

    few, many = peak(5_000), peak(100_000)
    assert many - few < 30_000  # kilobytes
