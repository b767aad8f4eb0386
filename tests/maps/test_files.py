"""Reading a variant's folder: faults name file and line, the kept text makes the same variant again."""

import shutil
from pathlib import Path

import pytest

from judge.maps import files
from judge.maps.files import MapError, data_root, load, load_folder, load_text, names
from judge.maps.sections import MAX_FILE
from judge.maps.shelf import Shelf


def faults_of(folder: Path) -> list[str]:
    with pytest.raises(MapError) as caught:
        load_folder(folder)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("name", names())
def test_the_text_that_a_game_keeps_makes_the_same_variant(name: str) -> None:
    variant = load(name)
    again = load_text(variant.text)
    assert again.hash == variant.hash
    assert again.text == variant.text
    assert again.start == variant.start
    assert again.powers == variant.powers
    assert again.calendar == variant.calendar
    assert again.aliases == variant.aliases
    assert again.board.locations == variant.board.locations
    assert again.board.army_reach == variant.board.army_reach
    assert again.board.fleet_reach == variant.board.fleet_reach


def test_a_variant_on_anothers_board_keeps_that_board_in_its_own_text(tmp_path: Path) -> None:
    text = load("fleet-rome").text
    assert "Gulf of Lyon" in text
    assert load_text(text).start.units["TURKEY"] == ("F ANK", "A CON", "A SMY")


def test_a_small_map_loads(small) -> None:
    variant = load_folder(small.folder)
    assert variant.board.locations == ("AAA", "BBB", "CCC", "SEA", "BBB/EC", "BBB/WC")
    assert variant.names["en"].provinces["AAA"] == "Alpha"
    assert variant.ambiguous == {"al": ("AAA", "CCC")}
    assert variant.powers[0].name == "North"


def test_a_map_that_changes_on_disk_is_read_again(small) -> None:
    before = load_folder(small.folder)
    assert load_folder(small.folder) is before
    small.spoil("provinces.csv", "Gamma", "Gammasland")
    after = load_folder(small.folder)
    assert after.board.provinces[2].name == "Gammasland"
    assert after.hash != before.hash


def test_line_ends_of_other_systems_make_the_same_hash(small) -> None:
    before = load_folder(small.folder).hash
    for file in small.folder.iterdir():
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"  \r\n"))
    assert load_folder(small.folder).hash == before


def test_variants_of_an_operators_folder_stand_beside_the_built_in_ones(small) -> None:
    folder = small.folder.parent
    assert "small" in names((folder,))
    assert load("small", (folder,)).title == "Small"
    assert "small" not in names()


def test_an_operators_variant_may_stand_on_a_built_in_board(tmp_path: Path) -> None:
    folder = tmp_path / "winter-start"
    folder.mkdir()
    (folder / "variant.toml").write_text(
        'name = "winter-start"\nbase = "standard"\ntitle = "W"\ndesigner = "N"\n'
        'description = "d"\n[rules]\nvictory_centres = 20\n'
    )
    variant = load("winter-start", (tmp_path,))
    assert variant.rules.victory_centres == 20
    assert variant.rules.builds == "home"
    assert len(variant.board.provinces) == 75


@pytest.mark.parametrize("name", ["nowhere", "../maps/standard", "standard/", "", "STANDARD", "/etc"])
def test_a_name_that_is_no_variant_is_a_key_error_and_never_a_path(name: str) -> None:
    with pytest.raises(KeyError):
        load(name)


def test_the_built_in_data_is_found_in_the_checkout() -> None:
    assert (data_root("maps") / "standard" / "variant.toml").is_file()


@pytest.mark.parametrize(
    ("file", "old", "new", "text"),
    [
        ("provinces.csv", "CCC,Gamma,inland", "CCC,Gamma,swamp", "terrain 'swamp'"),
        ("provinces.csv", "CCC,Gamma", "ccc,Gamma", "code 'ccc'"),
        ("provinces.csv", "CCC,Gamma", "CCC,Beta", "twice"),
        ("provinces.csv", "CCC,Gamma", "AAA,Gamma", "twice"),
        ("provinces.csv", "CCC,Gamma", "CCC,", "a name of 1 to 60"),
        ("provinces.csv", "300,100", "1e9,100", "x and y"),
        ("provinces.csv", "300,100", "nan,100", "x and y"),
        ("provinces.csv", "300,100", "3000,100", "x and y"),
        ("provinces.csv", "300,100,source", "300,100,guess", "certainty 'guess'"),
        ("provinces.csv", "300,100,source,", "300,100,source", "9 cells"),
        ("provinces.csv", "yes,EC WC", "yes,EC", "coasts"),
        ("provinces.csv", "inland,,,,300", "inland,,,99,300", "capacity"),
        ("provinces.csv", "inland,,", "inland,maybe,", "centre 'maybe'"),
        ("borders.csv", "army,BBB,CCC", "army,BBB,XXX", "no such place: XXX"),
        ("borders.csv", "army,BBB,CCC", "road,BBB,CCC", "kind 'road'"),
        ("borders.csv", "army,BBB,CCC", "army,BBB,SEA", "an army can't reach SEA"),
        ("borders.csv", "army,BBB,CCC", "army,BBB,BBB", "borders on itself"),
        ("borders.csv", "army,BBB,CCC", "army,BBB,AAA", "twice"),
        ("borders.csv", "army,BBB,CCC", "passage,BBB,AAA", "twice"),
        ("borders.csv", "fleet,AAA,SEA", "fleet,CCC,SEA", "inland"),
        ("borders.csv", "fleet,AAA,BBB/EC", "fleet,AAA,BBB", "names the coast of BBB"),
        ("borders.csv", "fleet,AAA,BBB/EC", "fleet,AAA,BBB/NC", "no such place: BBB/NC"),
        ("names.en.csv", "BBB,,,bet", "BBB,,,alph", "means AAA already"),
        ("names.en.csv", "BBB,,,bet", "BBB,,,gamma", "means CCC already"),
        ("names.en.csv", "BBB,,,bet", "QQQ,,,bet", "no such province or power"),
    ],
)
def test_a_fault_in_a_table_names_its_file_and_line(small, file: str, old: str, new: str, text: str) -> None:
    line = small.spoil(file, old, new)
    assert any(
        fault.startswith(f"{small.folder / file}:{line}: ") and text in fault for fault in faults_of(small.folder)
    )


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('letter = "N"', 'letter = "M"', "not M or O"),
        ('letter = "N"', 'letter = "O"', "not M or O"),
        ('letter = "S"', 'letter = "N"', "same word or letter"),
        ('homes = ["AAA"]', 'homes = ["CCC"]', "CCC is not a supply centre"),
        ('homes = ["BBB"]', 'homes = ["AAA"]', "AAA has two owners"),
        ('units = ["A AAA"]', 'units = ["A SEA"]', "an army can't stand there"),
        ('units = ["A AAA"]', 'units = ["F CCC"]', "a fleet can't stand inland"),
        ('units = ["A AAA"]', 'units = ["F BBB"]', "a fleet there needs a coast"),
        ('units = ["A AAA"]', 'units = ["A QQQ"]', "at a place of this map"),
        ('units = ["A AAA"]', 'units = ["A BBB"]', "no room"),
        ('word = "SOUTH"', 'word = "south"', "word in capital letters"),
        ("victory_centres = 2", 'victory_centres = "2"', "victory_centres = '2'"),
        ("victory_centres = 2", "victory_centers = 2", "victory_centers"),
        ("victory_centres = 2", 'victory_centres = 2\nbuilds = "all"', "builds = 'all'"),
        ('first = "S1901M"', 'first = "X1901M"', "calendar"),
        ('steps = "MR"', 'steps = "MX"', "calendar"),
        ('steps = "MR"', 'steps = "RM"', "calendar"),
        ("Spring of {year}", "{year.__class__}", "calendar"),
        ("Spring of {year}", "{year:>9999999}", "calendar"),
        ("years = 1 ", "years = 10000000000000 ", "calendar"),
        ('season = "F"', 'season = "S"', "calendar"),
        ("victory_centres = 2", "victory_centres = -2", "victory_centres = -2"),
        ("victory_centres = 2", "victory_centres = true", "victory_centres = True"),
        ("victory_centres = 2", "victory_centres = " + "[" * 5000, ""),
        ('title = "Small"', 'titel = "Small"', "unknown key titel"),
        ('title = "Small"', 'title = ""', "title is missing"),
        ('name = "small"', 'name = "Small Map"', "small letters"),
        ('designer = "Nobody"', 'designer = "Nobody', "Illegal character"),
    ],
)
def test_a_fault_in_the_heading_is_named(small, old: str, new: str, text: str) -> None:
    small.spoil("variant.toml", old, new)
    faults = faults_of(small.folder)
    assert any(fault.startswith(f"{small.folder}/variant.toml") and text in fault for fault in faults)


def test_all_faults_are_told_at_once(small) -> None:
    small.spoil("provinces.csv", "100,100", "x,100")
    small.spoil("provinces.csv", "inland", "swamp")
    assert len([fault for fault in faults_of(small.folder) if "provinces.csv" in fault]) >= 2


def test_a_fault_in_a_kept_text_is_named_too(small) -> None:
    text = load_folder(small.folder).text.replace("army,BBB,CCC", "army,BBB,XXX")
    with pytest.raises(MapError, match=r"borders\.csv:3: no such place: XXX"):
        load_text(text)


def test_a_missing_or_empty_folder_is_a_clear_fault(small, tmp_path: Path) -> None:
    (small.folder / "borders.csv").unlink()
    assert faults_of(small.folder) == [f"{small.folder}/variant.toml: borders.csv is missing beside it"]
    (tmp_path / "empty").mkdir()
    assert faults_of(tmp_path / "empty") == [f"{tmp_path / 'empty' / 'variant.toml'}: missing"]


def test_a_file_that_is_too_large_or_no_text_is_refused_unread(small) -> None:
    (small.folder / "provinces.csv").write_bytes(b"#" * (MAX_FILE + 1))
    assert "larger than" in faults_of(small.folder)[0]
    (small.folder / "provinces.csv").write_bytes(b"code,name\n\xff\xfe\n")
    assert faults_of(small.folder) == [f"{small.folder}/provinces.csv:2: is not UTF-8 text"]


def test_a_map_of_too_many_provinces_is_refused(small) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    rows = [f"{a}{b}{c},N{a}{b}{c},inland,,,,1,1,source," for a in "JKLN" for b in letters for c in letters]
    with (small.folder / "provinces.csv").open("a") as file:
        file.write("\n".join(rows[:2100]) + "\n")
    assert any("more than 2000 provinces" in fault for fault in faults_of(small.folder))


def test_a_base_that_is_not_there_or_is_the_map_itself_is_a_fault(small) -> None:
    line = small.spoil("variant.toml", 'title = "Small"', 'base = "nowhere"\ntitle = "Small"')
    assert faults_of(small.folder)[0].startswith(f"{small.folder}/variant.toml:{line}: no such base")
    small.spoil("variant.toml", "nowhere", "small")
    with pytest.raises(MapError, match="no such base"):
        load("small", (small.folder.parent,))
    small.spoil("variant.toml", 'base = "small"', 'base = "fleet-rome"')
    assert "one with a base itself" in faults_of(small.folder)[0]


def test_a_variant_changes_with_its_base(small) -> None:
    folder = small.folder.parent / "smaller"
    folder.mkdir()
    (folder / "variant.toml").write_text(
        'name = "smaller"\nbase = "small"\ntitle = "S"\ndesigner = "N"\ndescription = "d"\n'
    )
    assert load("smaller", (folder.parent,)).board.provinces[2].name == "Gamma"
    small.spoil("provinces.csv", "Gamma", "Delta")
    assert load("smaller", (folder.parent,)).board.provinces[2].name == "Delta"


def test_a_folder_may_hold_files_that_are_no_part_of_the_variant(small) -> None:
    before = load_folder(small.folder).hash
    (small.folder / "README.txt").write_text("notes")
    shutil.copy(small.folder / "variant.toml", small.folder / "base.toml")
    assert load_folder(small.folder).hash == before


def test_an_installed_package_finds_its_own_data(tmp_path: Path, monkeypatch) -> None:
    package = tmp_path / "judge"
    (package / "_data" / "maps").mkdir(parents=True)
    monkeypatch.setattr(files, "__file__", str(package / "maps" / "files.py"))
    assert data_root("maps") == package / "_data" / "maps"
    assert data_root("templates") == tmp_path / "templates"


def test_a_faulty_map_of_the_operators_keeps_no_other_from_being_found(tmp_path: Path) -> None:
    """Mails look for their variant by its hash: one broken folder must not hold up the mails of all games."""
    (tmp_path / "aaa").mkdir()
    (tmp_path / "aaa" / "variant.toml").write_text("broken", "utf-8")
    hundred = load("hundred")
    shelf = Shelf([tmp_path])
    assert "aaa" in shelf.names()
    assert shelf.with_hash(hundred.hash) == hundred
    assert shelf.with_hash("none of them") is None
