"""DPjudge's .map files come in and go out; what can't be expressed is named by file and line."""

import re
from pathlib import Path

import pytest

from judge.adjudicator.board import Terrain
from judge.adjudicator.variant import Variant
from judge.maps.dpjudge import export_map, import_map
from judge.maps.files import MapError, load, load_folder

ISLAND = """# A made-up island with two powers
BEGIN SPRING 1850 MOVEMENT
VICTORY 3

North Port = npt north+port? nport
South Port = spt sport north+port?
Middle = mid centre+land
Cape = cap
Cape (north coast) = cap/nc
Cape (south coast) = cap/sc
Sound = snd the+sound
Bight = bgt
Rock = rck

COAST NPT ABUTS mid SND CAP/NC
COAST SPT ABUTS mid BGT CAP/SC
LAND MID ABUTS NPT SPT cap RCK
COAST CAP/NC ABUTS NPT SND
COAST CAP/SC ABUTS SPT BGT
COAST cap ABUTS npt spt mid
WATER SND ABUTS NPT CAP/NC Bgt
WATER BGT ABUTS SPT CAP/SC SND
SHUT RCK ABUTS MID

NORTHMEN (NORTHERN:N) NPT
A NPT
SOUTHERS () SPT
F SPT
UNOWNED CAP
"""


def brought_in(tmp_path: Path, text: str, name: str = "island.map", sound: bool = True) -> tuple[Variant, list[str]]:
    file = tmp_path / name
    file.write_text(text, encoding="latin-1")
    done = import_map(file, tmp_path / "maps")
    assert (done.findings == ()) is sound
    return load_folder(done.folder), [str(fault) for fault in done.unsupported]


def reach(variant: Variant, where: str) -> set[str]:
    return {variant.board.locations[there] for there in variant.board.fleet_reach[variant.board.index[where]]}


def army(variant: Variant, code: str) -> set[str]:
    mask = variant.board.army_reach[variant.board.index[code]]
    return {place.code for place in variant.board.provinces if mask >> place.index & 1}


def test_provinces_terrain_names_and_centres_come_in(tmp_path: Path) -> None:
    variant, _ = brought_in(tmp_path, ISLAND)
    places = {place.code: place for place in variant.board.provinces}
    assert set(places) == {"NPT", "SPT", "MID", "CAP", "SND", "BGT"}
    assert places["CAP"].coasts == ("NC", "SC")
    assert places["MID"].terrain is Terrain.INLAND
    assert places["SND"].terrain is Terrain.WATER
    assert {code for code, place in places.items() if place.centre} == {"NPT", "SPT", "CAP"}
    assert places["NPT"].name == "North Port"


def test_the_case_of_a_neighbour_says_who_crosses(tmp_path: Path) -> None:
    variant, _ = brought_in(tmp_path, ISLAND)
    assert army(variant, "NPT") == {"MID", "CAP"}
    assert army(variant, "MID") == {"NPT", "SPT", "CAP"}
    assert reach(variant, "NPT") == {"SND", "CAP/NC"}
    assert reach(variant, "CAP") == set()
    assert reach(variant, "SND") == {"NPT", "CAP/NC", "BGT"}


def test_powers_units_centres_and_the_year_come_in(tmp_path: Path) -> None:
    variant, _ = brought_in(tmp_path, ISLAND)
    assert [(power.word, power.letter, power.adjective) for power in variant.powers] == [
        ("NORTHMEN", "N", "Northern"), ("SOUTHERS", "S", "Southers"),
    ]  # fmt: skip
    assert variant.start.units == {"NORTHMEN": ("A NPT",), "SOUTHERS": ("F SPT",)}
    assert variant.start.centres == {"NORTHMEN": ("NPT",), "SOUTHERS": ("SPT",)}
    assert variant.rules.victory_centres == 3
    assert variant.calendar.first.code == "S1850M"
    phase = variant.calendar.parse("W1850A")
    assert phase is not None
    assert phase.code == "F1850A"


def test_aliases_come_in_and_doubtful_ones_stay_doubtful(tmp_path: Path) -> None:
    variant, _ = brought_in(tmp_path, ISLAND)
    assert "centre land" in variant.aliases["MID"]
    assert "nport" in variant.aliases["NPT"]
    assert set(variant.ambiguous["north port"]) == {"NPT", "SPT"}


def test_an_impassable_place_is_named_and_left_out(tmp_path: Path) -> None:
    _, notes = brought_in(tmp_path, ISLAND)
    line = ISLAND.splitlines().index("SHUT RCK ABUTS MID") + 1
    assert notes == [f"{tmp_path}/island.map:{line}: impassable, so it is no province here: SHUT RCK ABUTS MID"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("DUMMY SOUTHERS", "control by others"),
        ("RULE FICTIONAL_OK", "this rule is not known here: FICTIONAL_OK"),
        ("PORT SPT ABUTS mid BGT CAP/SC", "fleets in a port don't convoy here"),
        ("LEAGUE Friends", "leagues"),
        ("RESERVES 2", "extra units"),
        ("NEWHOMES 1855", "homes don't change"),
        ("TEXTONLY", "pictures or the operator"),
        ("VICTORY 3 4", "the last is taken"),
        ("AMEND MID ABUTS -SPT spt~", "ordinary border here: spt~"),
        ("AMEND MID ABUTS NO:npt", "a border for all here: NO:npt"),
        ("AMEND NPT ABUTS BGT", "one-way border NPT to BGT"),
        ("AMEND NPT ABUTS ZZZ", "no place of the map"),
        ("A NOWHERE TO BE", ""),
        ("NORTHMEN +MID", "this kind of home"),
        ("VICTORY", "not understood"),
        ("FLOW SPRING:MOVEMENT,RETREATS FALL:MOVEMENT,RETREATS WINTER:ADJUSTMENTS,TAXES", "not known here: TAXES"),
    ],
)
def test_what_cannot_be_expressed_is_named_line_by_line(tmp_path: Path, line: str, text: str) -> None:
    file = tmp_path / "island.map"
    file.write_text(f"{ISLAND}{line}\n")
    done = import_map(file, tmp_path / "maps")
    said = [str(fault) for fault in (*done.unsupported, *done.findings)]
    assert any(text in note for note in said[1:])


def test_the_lines_of_a_map_that_changes_during_the_game_are_all_named(tmp_path: Path) -> None:
    _, notes = brought_in(tmp_path, f"{ISLAND}FROM S1855M\nUNOWNED MID\nDROP CAP\n")
    first = ISLAND.count("\n") + 1
    assert [note.split(":")[1] for note in notes[1:]] == [str(first + at) for at in range(3)]


def test_later_lines_override_earlier_ones(tmp_path: Path) -> None:
    more = "AMEND MID ABUTS -SPT\nAMEND SPT ABUTS -mid\nNORTHMEN -NPT\nUNOWNED -CAP\nSOUTHERS\nUNITS\nA SPT\nOWNS NPT\n"
    variant, _ = brought_in(tmp_path, ISLAND + more, sound=False)
    assert army(variant, "MID") == {"NPT", "CAP"}
    assert variant.start.units["SOUTHERS"] == ("A SPT",)
    assert set((variant.start.centres or {})["SOUTHERS"]) == {"NPT"}


def test_an_alias_that_is_ambiguous_with_nothing_is_named_and_left_out(tmp_path: Path) -> None:
    variant, notes = brought_in(tmp_path, ISLAND.replace("Cape = cap\n", "Cape = cap head?\n"))
    assert any("head? of CAP" in note for note in notes)
    assert "head" not in variant.aliases["CAP"]


def test_places_are_renamed_and_dropped_everywhere(tmp_path: Path) -> None:
    variant, _ = brought_in(
        tmp_path,
        f"{ISLAND}NPT -> Haven = hav\nDROP BGT\n".replace("SOUTHERS () SPT\nF SPT", "SOUTHERS () SPT\nA SPT")
        .replace("COAST CAP/SC ABUTS SPT BGT\n", "COAST CAP/SC ABUTS SPT SND\n")
        .replace("WATER SND ABUTS NPT CAP/NC Bgt", "WATER SND ABUTS NPT CAP/NC CAP/SC SPT")
        .replace("COAST SPT ABUTS mid BGT CAP/SC", "COAST SPT ABUTS mid SND CAP/SC"),
    )
    assert {place.code for place in variant.board.provinces} == {"HAV", "SPT", "MID", "CAP", "SND"}
    assert variant.start.units["NORTHMEN"] == ("A HAV",)
    assert army(variant, "HAV") == {"MID", "CAP"}
    assert reach(variant, "SPT") == {"SND", "CAP/SC"}


def test_files_beside_it_are_used_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "island.map").write_text(ISLAND)
    variant, _ = brought_in(tmp_path, "USE island\nUNPLAYED SOUTHERS\nEASTERS (EASTERN) SPT\nF SPT\n", "second.map")
    assert [power.word for power in variant.powers] == ["NORTHMEN", "EASTERS"]
    for name in ("../island", "/etc/passwd", "nothing"):
        (tmp_path / "third.map").write_text(f"USE {name}\n")
        with pytest.raises(MapError, match=r"third\.map:1: uses"):
            import_map(tmp_path / "third.map", tmp_path / "maps")


def test_a_file_that_uses_itself_ends_in_a_clear_fault(tmp_path: Path) -> None:
    (tmp_path / "loop.map").write_text("USE loop\n")
    with pytest.raises(MapError, match="too deep"):
        import_map(tmp_path / "loop.map", tmp_path / "maps")


def test_years_of_several_steps_and_tests_on_the_year_come_in(tmp_path: Path) -> None:
    years = "BEGIN A.D. 1425 MOVEMENT\nFLOW\nFLOW NEWYEAR:5 A.D.:MOVEMENT,RETREATS IFYEARDIV:10 A.D.:ADJUSTMENTS\n"
    variant, _ = brought_in(tmp_path, ISLAND + years)
    phases = [variant.calendar.first]
    for _ in range(5):
        phases.append(variant.calendar.following(phases[-1]))
    assert [phase.code for phase in phases] == ["1425M", "1425R", "1430M", "1430R", "1430A", "1435M"]


def test_powers_whose_letter_is_taken_or_reserved_get_another_and_it_is_said(tmp_path: Path) -> None:
    variant, notes = brought_in(tmp_path, ISLAND.replace("SOUTHERS ()", "MOUNTAINS ()"))
    assert variant.powers[1].letter not in "MNO"
    assert any("MOUNTAINS: its letter M is taken here" in note for note in notes)


def test_an_import_never_writes_over_a_folder(tmp_path: Path) -> None:
    brought_in(tmp_path, ISLAND)
    with pytest.raises(FileExistsError):
        import_map(tmp_path / "island.map", tmp_path / "maps")


def test_an_imported_map_gives_every_place_a_point_of_its_own_and_the_same_each_time(tmp_path: Path) -> None:
    first, _ = brought_in(tmp_path, ISLAND)
    second, _ = brought_in(tmp_path / "maps", ISLAND)
    points = [place.xy for place in first.board.provinces]
    assert len(set(points)) == len(points)
    assert [place.xy for place in second.board.provinces] == points


@pytest.mark.parametrize("name", ["standard", "fleet-rome", "hundred", "philadelphia", "petit"])
def test_a_variant_that_goes_out_comes_in_with_the_same_board_and_start(tmp_path: Path, name: str) -> None:
    variant = load(name)
    file = tmp_path / "again.map"
    file.write_text(export_map(variant), encoding="latin-1")
    again = load_folder(import_map(file, tmp_path / "maps").folder)
    assert again.board.locations == variant.board.locations
    assert again.board.army_reach == variant.board.army_reach
    assert again.board.fleet_reach == variant.board.fleet_reach
    assert again.start.units == variant.start.units
    assert again.start.centres == variant.start.centres
    assert [power.letter for power in again.powers] == [power.letter for power in variant.powers]
    assert again.ambiguous == variant.ambiguous


def test_an_export_says_at_its_head_what_the_format_has_no_word_for() -> None:
    text = export_map(load("philadelphia"))
    assert "# not expressed: several units in one space" in text
    assert "# not expressed: the opening builds" in text
    assert "# not expressed: points" in export_map(load("petit"))
    assert "not expressed" not in re.sub("# not expressed: names .*", "", export_map(load("standard")))
