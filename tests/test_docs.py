"""What is written about the judge is true: pages, help and sentences are held against the code."""

from __future__ import annotations

import re
import string
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from judge.config import Settings as Config
from judge.game.setting_lines import RULES, read_setting, setting_words
from judge.game.settings import BadSetting, Settings
from judge.usecases.script import match, read_script
from judge.usecases.verbs import BY_NAME, VERBS, Verb
from tests.docs_pages import DOCS, GROUPS, PAGES
from tests.said import JUDGE, Spoken, spoken, texts_in_code

ROOT = JUDGE.parent
README = (ROOT / "README.md").read_text("utf-8")
WRITTEN = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted((ROOT / "deploy").glob("*.md"))]
ANSWERS: dict[str, str] = tomllib.loads((ROOT / "templates" / "en" / "words.toml").read_text("utf-8"))["answers"]


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_made_from_the_code_are_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "make docs remakes it"


def test_every_command_is_on_the_page_of_commands_with_its_example() -> None:
    page = PAGES["commands.md"]()
    assert {verb.who for verb in VERBS} <= set(GROUPS)
    for verb in VERBS:
        assert f"### {verb.name}\n" in page
        assert verb.example in page


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_every_commands_example_is_that_command(verb: Verb) -> None:
    read = read_script(list(enumerate(verb.example.splitlines(), 1)))
    assert read[0].verb is not None
    assert read[0].verb.name == verb.name


def test_every_setting_of_the_judge_is_on_the_page_of_settings_with_its_meaning() -> None:
    page = PAGES["settings.md"]()
    for each in fields(Config):
        assert f"| `{each.name}` | `JUDGE_{each.name.upper()}` | {each.metadata['doc']} |" in page


def test_the_example_of_judge_toml_sets_only_what_there_is() -> None:
    example = (ROOT / "deploy" / "judge.toml.example").read_text("utf-8")
    assert set(re.findall(r"^(?:# )?(\w+) = ", example, re.MULTILINE)) <= {each.name for each in fields(Config)}


def test_the_pages_name_no_setting_that_is_not_there() -> None:
    known = {f"JUDGE_{each.name.upper()}" for each in fields(Config)}
    for page in WRITTEN:
        assert set(re.findall(r"JUDGE_[A-Z_]*[A-Z]", page.read_text("utf-8"))) <= known, page


def test_every_settings_word_and_rule_is_on_the_page_of_settings() -> None:
    page = PAGES["settings.md"]()
    for word in (*setting_words(), *RULES):
        assert f"`{word}`" in page


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_on_the_page_of_settings_is_taken(rule: str) -> None:
    assert not isinstance(read_setting(Settings(), f"RULE {rule}"), BadSetting)


def test_every_room_is_on_the_map_of_the_house() -> None:
    house = README.partition("```\njudge/\n")[2].partition("```")[0]
    rooms = {f"{path.name}/" for path in JUDGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    modules = {path.name for path in JUDGE.glob("*.py")} - {"__init__.py"}
    told = set(re.findall(r"^  (\S+)", house, re.MULTILINE))
    assert told == rooms | modules
    for folder in re.findall(r"(?:^|  )(\w+/)", house.rpartition("  adjudicator/")[2], re.MULTILINE):
        assert (ROOT / folder).is_dir(), folder


def test_the_commands_that_the_readme_shows_are_commands() -> None:
    for name in ("What players send", "What game masters send"):
        table = README.partition(f"## {name}\n")[2].partition("\n## ")[0]
        for line in re.findall(r"`([A-Z]{3,}!?(?: [^`]*)?)`", table):
            known = match(1, line).verb or read_setting(Settings(), line)
            end = line in ("ENDPRESS", "ENDBROADCAST")
            order = line.split()[0] in ("BUILD", "REMOVE")
            setting = line.split()[0] == "MAP"
            assert known or end or order or setting, line


def test_links_lead_somewhere() -> None:
    for page in WRITTEN:
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_modules_that_the_docs_name_are_there() -> None:
    for page in WRITTEN:
        for name in re.findall(r"`(judge(?:\.\w+)+)`", page.read_text("utf-8")):
            path = ROOT / Path(*name.split("."))
            known = path.is_dir() or path.with_suffix(".py").exists()
            assert known or re.search(r"\.(toml|localhost|service|example)\b", name), f"{page.name}: {name}"


def test_make_targets_that_the_docs_name_are_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in WRITTEN:
        for pair in re.findall(r"`make ([a-z]+)`|^make ([a-z]+) ", page.read_text("utf-8"), re.MULTILINE):
            assert "".join(pair) in targets, page


def test_everything_the_judge_says_has_a_sentence() -> None:
    assert [f"{said.where} {said.code}" for said in spoken() if said.code not in ANSWERS] == []


def test_every_hole_of_a_sentence_is_filled_wherever_it_is_said() -> None:
    assert [f"{said.where} {said.code}: {_unfilled(said)}" for said in spoken() if _unfilled(said)] == []


def test_no_sentence_is_left_over() -> None:
    texts, beginnings = texts_in_code()
    long_enough = tuple(each for each in beginnings if len(each) > 3)
    assert [code for code in ANSWERS if code not in texts and not code.startswith(long_enough)] == []


def test_help_names_commands_that_are_there() -> None:
    for sentence in ANSWERS.values():
        for word in re.findall(r"\bSET ([A-Z]{4,})\b", sentence):
            assert match(1, f"SET {word}").verb or word in BY_NAME or f"SET {word}" in _forms(), sentence


def _forms() -> str:
    return " ".join(verb.syntax for verb in VERBS)


def _unfilled(said: Spoken) -> set[str]:
    """Holes for which no value is given. `saying` makes more of lists, instants and seats under names of their own."""
    if said.values is None or said.code not in ANSWERS:
        return set()
    made = {f"{name}_{what}" for name in said.values for what in ("when", "text", "word")}
    counted = {f"count_{name}" for name in said.values}
    return _holes(ANSWERS[said.code]) - said.values - made - counted


def _holes(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
