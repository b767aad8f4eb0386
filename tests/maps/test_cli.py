"""`judge maps` at the shell: what it prints and its exit codes."""

import argparse
from pathlib import Path

import pytest

from judge.cli.maps import add_parser
from judge.maps.files import names


def run(*words: str) -> int:
    parser = argparse.ArgumentParser("judge")
    add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["maps", *words])
    code = args.run(args)
    assert isinstance(code, int)
    return code


def test_list_prints_one_line_for_each_variant(capsys) -> None:
    assert run("list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "chaos",
        "fleet-rome",
        "hundred",
        "petit",
        "philadelphia",
        "standard",
    ]
    assert "3 powers, 41 provinces, 17 centres" in lines[2]
    assert "Andy Schwarz" in lines[2]


def test_show_prints_description_powers_provinces_and_passages(capsys) -> None:
    assert run("show", "hundred") == 0
    text = capsys.readouterr().out
    for part in ("Designed by Andy Schwarz", "BURGUNDY", "A DIJ", "* LON  London", "CAL - LON", "1425M", "F (ARA/NC)"):
        assert part in text


def test_show_of_an_unknown_variant_names_the_known_ones(capsys) -> None:
    assert run("show", "atlantis") == 2
    assert "philadelphia" in capsys.readouterr().err


def test_check_is_0_for_sound_maps_and_1_for_findings(small, capsys) -> None:
    assert run("check", str(small.folder), "standard") == 0
    small.spoil("borders.csv", "army,BBB,CCC", "army,BBB,XXX")
    assert run("check", str(small.folder)) == 1
    assert "borders.csv:3: no such place: XXX" in capsys.readouterr().out
    assert run("check", "nowhere") == 2


def test_check_without_a_path_checks_every_variant(capsys) -> None:
    assert run("check") == 0
    assert capsys.readouterr().out.count("sound") == len(names())


def test_variants_of_the_maps_folder_are_listed(small, capsys, monkeypatch) -> None:
    assert run("--maps-dir", str(small.folder.parent), "list") == 0
    assert "small" in capsys.readouterr().out
    monkeypatch.setenv("JUDGE_MAPS_DIR", str(small.folder.parent))
    assert run("show", "small") == 0


def test_an_export_comes_back_by_import(tmp_path: Path, capsys) -> None:
    file = tmp_path / "mine.map"
    assert run("export", "standard", "-o", str(file)) == 0
    assert run("import", str(file), "-o", str(tmp_path / "maps")) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "maps" / "mine")
    assert run("check", str(tmp_path / "maps" / "mine")) == 0
    assert run("import", str(file), "-o", str(tmp_path / "maps")) == 2
    assert "is there already" in capsys.readouterr().err


def test_an_import_that_loses_something_is_1_and_one_of_nothing_2(tmp_path: Path, capsys) -> None:
    file = tmp_path / "mine.map"
    run("export", "standard", "-o", str(file))
    with file.open("a") as text:
        text.write("DUMMY ITALY\n")
    assert run("import", str(file), "-o", str(tmp_path / "maps")) == 1
    assert "DUMMY ITALY" in capsys.readouterr().err
    assert run("import", str(tmp_path / "none.map"), "-o", str(tmp_path)) == 2


@pytest.mark.parametrize("verb", ["", "list", "show", "check", "import", "export"])
def test_every_help_has_an_example(verb: str, capsys) -> None:
    with pytest.raises(SystemExit) as stop:
        run(*[word for word in (verb, "--help") if word])
    assert stop.value.code == 0
    assert "example" in capsys.readouterr().out
