"""`judge adjudicate`: what scripts outside rely on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
JUDGE = (sys.executable, "-c", "import sys; from judge.cli.main import main; sys.exit(main())", "adjudicate")
SCRIPT = """
import argparse, sys
from judge.cli import adjudicate
parser = argparse.ArgumentParser()
adjudicate.add_parser(parser.add_subparsers())
arguments = parser.parse_args()
arguments.run(arguments)
databases = ("sqlalchemy", "sqlite3", "psycopg")
print(sorted(name for name in sys.modules if name.split(".")[0] in databases), file=sys.stderr)
"""
ALONE = (sys.executable, "-c", SCRIPT, "adjudicate")


def answers(*lines: str | dict[str, Any], command: tuple[str, ...] = ALONE) -> list[dict[str, Any]]:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_answers_come_in_the_order_of_the_lines_and_echo_any_id() -> None:
    ids = [1, "two", None, [3], {"four": 4}]
    assert [one["id"] for one in answers(*({"id": key} for key in ids))] == ids


def test_a_line_that_cannot_be_read_gives_an_error_and_the_run_goes_on() -> None:
    bad: list[str | dict[str, Any]] = [
        "no json", "[1]", {"id": 3, "variant": "nowhere"}, {"id": 4, "rulebook": {"speed": "fast"}},
        {"id": 5, "units": {"FRANCE": ["A XYZ"]}}, {"id": 6, "units": {"SPARTA": ["A PAR"]}},
        {"id": 7, "phase": "soon"},
        {"id": 8, "units": {"FRANCE": ["A PAR"], "ITALY": ["F PAR"]}}, {"id": 9, "orders": {"FRANCE": "A PAR H"}},
        {"id": 10, "rulebook": {"disorder_removal": "sea"}}, {"id": 11, "adjust": {"FRANCE": "1"}},
        {"id": 12, "units": {"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}}, {"id": 13, "variant": ["standard"]},
        {"id": 14, "centres": {"FRANCE": ["BUR"]}}, {"id": 15, "phases": 3}, {"id": 16, "orders": {"SPARTA": []}},
    ]  # fmt: skip
    *errors, last = answers(*bad, {"id": 99})
    assert [one["id"] for one in errors] == [None, None, *range(3, 17)]
    assert all(isinstance(one["error"], str) and one["error"] for one in errors)
    assert last["phase"] == "S1901M"


def test_every_line_given_has_an_entry_in_its_order_then_every_unit_without_one() -> None:
    (one,) = answers(
        {
            "id": 1,
            "units": {"FRANCE": ["A PAR", "F STP/SC"], "ENGLAND": ["A NWY"]},
            "orders": {"FRANCE": ["A PAR - BUR", "F MAO C A LON - NWY", "frobnicate", "a paris-gascony"]},
        }
    )
    assert [(entry["given"], entry["order"], entry["result"]) for entry in one["orders"]] == [
        ("A PAR - BUR", "A PAR - BUR", ["replaced"]),
        ("F MAO C A LON - NWY", "F MAO C A LON - NWY", ["illegal"]),
        ("frobnicate", None, ["unreadable"]),
        ("a paris-gascony", "A PAR - GAS", ["moved"]),
        (None, "F STP/SC H", ["holds"]),
        (None, "A NWY H", ["holds"]),
    ]
    assert one["final"] == ["ENGLAND A NWY", "FRANCE A GAS", "FRANCE F STP/SC"]
    assert one["next"] == "F1901M"
    assert "centres" not in one


def test_an_outcome_says_who_caused_it() -> None:
    units = {"FRANCE": ["A BUR", "A GAS"], "GERMANY": ["A MUN", "A RUH"]}
    orders = {"FRANCE": ["A BUR - PAR", "A GAS - PAR"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]}
    (one,) = answers({"id": 1, "units": units, "orders": orders})
    assert one["orders"][0]["result"] == ["bounced", "dislodged"]
    assert one["orders"][0]["by"] == ["FRANCE A GAS", "GERMANY A MUN"]
    assert one["dislodged"] == ["FRANCE A BUR"]
    assert one["retreats"] == {"FRANCE A BUR": ["BEL", "MAR", "PIC"]}
    assert one["next"] == "S1901R"


def test_a_dislodged_unit_without_retreat_is_gone_at_once() -> None:
    units = {"ENGLAND": ["F POR"], "FRANCE": ["F SPA/SC", "F MAO"]}
    (one,) = answers({"id": 1, "units": units, "orders": {"FRANCE": ["F SPA/SC - POR", "F MAO S F SPA/SC - POR"]}})
    assert one["retreats"] == {"ENGLAND F POR": []}
    assert one["next"] == "F1901M"


def test_retreats_are_taken_as_listed_or_to_any_empty_neighbour() -> None:
    base = {"id": 1, "phase": "S1901R", "units": {"RUSSIA": ["A NWY"]}, "orders": {"ENGLAND": ["A NWY R FIN"]}}
    free, listed = answers(
        base | {"dislodged": {"ENGLAND": ["A NWY"]}},
        base | {"dislodged": {"ENGLAND": [{"unit": "A NWY", "retreats": ["SWE"]}]}},
    )
    assert (free["final"], free["dislodged"]) == (["ENGLAND A FIN", "RUSSIA A NWY"], [])
    assert (listed["final"], listed["dislodged"]) == (["RUSSIA A NWY"], ["ENGLAND A NWY"])


def test_adjust_states_what_is_owed_where_units_and_centres_do_not() -> None:
    orders = {"RUSSIA": ["BUILD F STP/NC", "BUILD A MOS"]}
    (one,) = answers({"id": 1, "phase": "F1901A", "adjust": {"RUSSIA": 1}, "orders": orders})
    assert [entry["result"] for entry in one["orders"]] == [["built"], ["illegal"]]
    assert one["final"] == ["RUSSIA F STP/NC"]


@pytest.mark.parametrize("code", ["F1901A", "W1901A", "F1901B"])
def test_adjustments_go_by_all_their_names(code: str) -> None:
    (one,) = answers({"id": 1, "phase": code})
    assert (one["phase"], one["next"]) == ("F1901A", "S1902M")


def test_a_game_plays_due_phases_that_the_list_leaves_out() -> None:
    listed = [{"phase": "S1901M", "orders": {"FRANCE": ["A PAR - BUR"]}}, {"phase": "S1902M"}]
    (one,) = answers({"id": "g", "phases": listed})
    assert [phase["phase"] for phase in one["phases"]] == ["S1901M", "F1901M", "S1902M"]
    assert one["next"] == "F1902M"


def test_a_listed_phase_that_is_not_due_ends_the_game_with_an_error() -> None:
    listed = [{"phase": "S1901M"}, {"phase": "S1901R"}, {"phase": "F1901M"}]
    game, after = answers({"id": "g", "phases": listed}, {"id": 2})
    assert [phase["phase"] for phase in game["phases"]] == ["S1901M"]
    assert "S1901R" in game["error"]
    assert "error" not in after


def test_a_game_of_petit_ends_and_says_how() -> None:
    (one,) = answers({"id": 1, "variant": "petit", "phases": [{"phase": "1906M"}]})
    assert one["next"] is None
    assert len(one["draw"]) == 7
    (late,) = answers({"id": 1, "variant": "petit", "phases": [{"phase": "1906M"}, {"phase": "1907M"}]})
    assert "over" in late["error"]


def test_philadelphia_starts_with_its_opening_builds() -> None:
    listed = [{"phase": "DEC2006A", "orders": {"MOB": ["F NAV"]}}]
    (one,) = answers({"id": 1, "variant": "philadelphia", "phases": listed})
    assert "MOB F NAV" in one["phases"][0]["final"]
    assert one["next"] == "JAN2007M"


def test_the_older_rulebook_moves_an_army_by_land_when_no_convoy_is_ordered() -> None:
    line = {"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - PIC VIA"]}}
    strict, land = answers(line, line | {"rulebook": {"via_without_convoy": "land", "disorder_removal": "home"}})
    assert strict["final"] == ["FRANCE A PAR"]
    assert land["final"] == ["FRANCE A PIC"]


def test_an_answer_leaves_before_the_next_line_comes() -> None:
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(ALONE, stdin=pipe, stdout=pipe, stderr=null, cwd=ROOT) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        for number in (1, 2):
            run.stdin.write(json.dumps({"id": number}).encode() + b"\n")
            run.stdin.flush()
            assert json.loads(run.stdout.readline())["id"] == number
        run.stdin.close()
        assert run.wait() == 0


def test_a_file_that_is_not_there_exits_2_with_one_line(tmp_path: Path) -> None:
    done = subprocess.run([*JUDGE, str(tmp_path / "none")], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_file_is_read_like_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_text('{"id": 1}\n\n{"id": 2}', encoding="utf-8")
    done = subprocess.run([*JUDGE, str(file)], capture_output=True, text=True, cwd=ROOT, check=True)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]


def test_no_database_is_imported() -> None:
    done = subprocess.run(ALONE, input='{"id": 1}\n', capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr.strip() == "[]"
