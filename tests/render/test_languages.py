"""Every language says everything: its catalogue has each sentence, template and command that the English one has."""

from __future__ import annotations

import string
import tomllib
from pathlib import Path
from typing import Any

import jinja2
import pytest
from jinja2 import nodes

from judge.adjudicator.reasons import TABLE
from judge.maps import files
from judge.usecases.verbs import VERBS
from tests.render.samples import TEMPLATES

ENGLISH: dict[str, dict[str, Any]] = tomllib.loads((TEMPLATES / "en" / "words.toml").read_text("utf-8"))
ENVIRONMENT = jinja2.Environment(autoescape=True)
ENVIRONMENT.filters["folded"] = str
LANGUAGES = sorted(path.parent.name for path in TEMPLATES.glob("*/words.toml") if path.parent.name != "en")
SKELETON_ONLY = {"copy", "deadline_long", "first", "game", "head", "in", "loop", "owed_line", "start_lines"}
"""What only the English letters need: the fixed lines that client tools read, and an English plural."""
WANTED = {
    **ENGLISH,
    "reasons": dict(TABLE) | ENGLISH["reasons"],
    "help": {verb.name: verb.summary for verb in VERBS},
    "variants": {name: files.load(name, ()).description for name in files.names(())},
}


def catalogue(language: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((TEMPLATES / language / "words.toml").read_text("utf-8"))


def holes(text: object) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name} if isinstance(text, str) else set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing_or_left_over(language: str) -> None:
    said = catalogue(language)
    wanted = {f"{section}.{name}" for section, entries in WANTED.items() for name in entries}
    there = {f"{section}.{name}" for section, entries in said.items() for name in entries}
    assert sorted(wanted - there) == []
    assert sorted(there - wanted) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_asks_for_no_value_that_the_english_one_does_not_get(language: str) -> None:
    more = {
        f"{section}.{name}": holes(text) - holes(WANTED[section][name])
        for section, entries in catalogue(language).items()
        for name, text in entries.items()
        if section != "help"
    }
    assert {name: extra for name, extra in more.items() if extra} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_template_is_missing(language: str) -> None:
    english = {path.relative_to(TEMPLATES / "en") for path in (TEMPLATES / "en").rglob("*.j2")}
    there = {path.relative_to(TEMPLATES / language) for path in (TEMPLATES / language).rglob("*.j2")}
    assert sorted(map(str, english - there)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_mail_tells_less_than_the_english_one(language: str) -> None:
    less = {
        str(path.relative_to(TEMPLATES / "en")): facts(path)
        - facts(TEMPLATES / language / path.relative_to(TEMPLATES / "en"))
        for path in (TEMPLATES / "en").rglob("*.j2")
    }
    assert {mail: missing - SKELETON_ONLY for mail, missing in less.items() if missing - SKELETON_ONLY} == {}


def facts(template: Path) -> set[str]:
    """Everything of a mail's data that a template speaks of."""
    parsed = ENVIRONMENT.parse(template.read_text("utf-8"))
    named = {node.name for node in parsed.find_all(nodes.Name)}
    return named | {node.attr for node in parsed.find_all(nodes.Getattr)}
