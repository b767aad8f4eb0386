"""Sentences, lists and dates."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from judge.adjudicator.outcomes import RESULTS
from judge.adjudicator.reasons import TABLE
from judge.render.blocks import grid_lines
from judge.render.folding import columns
from judge.render.texts import Texts, header_date
from tests.render.samples import TEMPLATES


@pytest.fixture(scope="module")
def texts() -> Texts:
    return Texts(TEMPLATES)


def test_an_instant_is_told_in_the_readers_zone_and_in_utc(texts: Texts) -> None:
    assert texts.when("2026-03-03T12:00:00+00:00", "Asia/Tokyo") == "Tue 3 Mar 2026 21:00 JST (12:00 UTC)"


def test_the_utc_day_is_named_where_it_is_another(texts: Texts) -> None:
    assert texts.when("2026-03-02T16:00:00+00:00", "Asia/Tokyo") == "Tue 3 Mar 2026 01:00 JST (Mon 2 Mar 16:00 UTC)"


@pytest.mark.parametrize("zone", ["UTC", "", "Not/AZone"])
def test_utc_and_unknown_zones_are_told_once(texts: Texts, zone: str) -> None:
    assert texts.when("2026-03-03T12:00:00Z", zone) == "Tue 3 Mar 2026 12:00 UTC"


def test_both_sides_of_a_clock_change_have_their_own_zone_name(texts: Texts) -> None:
    assert texts.when("2026-03-29T00:30:00Z", "Europe/Paris") == "Sun 29 Mar 2026 01:30 CET (00:30 UTC)"
    assert texts.when("2026-03-29T01:30:00Z", "Europe/Paris") == "Sun 29 Mar 2026 03:30 CEST (01:30 UTC)"


def test_the_header_date_is_that_of_the_older_judges() -> None:
    assert header_date("2004-01-06T23:30:00+00:00") == "Tue Jan 06 2004 23:30:00 +0000"
    assert header_date("2004-01-07T08:30:00+09:00") == "Tue Jan 06 2004 23:30:00 +0000"


def test_no_deadline_is_the_year_1970_in_the_header() -> None:
    assert header_date(None) == "Thu Jan 01 1970 00:00:00 +0000"


def test_lists_are_spoken(texts: Texts) -> None:
    assert [texts.listed(items) for items in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]
    assert texts.listed(["A", "B"], last="or") == "A or B"


def write(folder: Path, language: str, words: str) -> None:
    (folder / language).mkdir()
    (folder / language / "words.toml").write_text(words, "utf-8")


def test_singular_and_plural_are_chosen_by_number(tmp_path: Path) -> None:
    write(tmp_path, "en", '[answers]\nbuilds = "{n} {n:unit|units}"\n')
    texts = Texts(tmp_path)
    assert [texts.say("builds", {"n": n}) for n in (0, 1, 2)] == ["0 units", "1 unit", "2 units"]


def test_a_language_borrows_what_it_lacks_and_overrides_reasons(tmp_path: Path) -> None:
    write(tmp_path, "en", '[answers]\nhello = "Hello"\nbye = "Bye"\n')
    write(tmp_path, "de", '[answers]\nhello = "Hallo"\n[reasons]\nself_support = "{unit} stützt sich nicht selbst."\n')
    texts = Texts(tmp_path)
    assert (texts.say("hello", lang="de"), texts.say("bye", lang="de")) == ("Hallo", "Bye")
    assert texts.say("self_support", {"unit": "A PAR"}, "de") == "A PAR stützt sich nicht selbst."
    assert texts.say("self_support", {"unit": "A PAR"}) == TABLE["self_support"].format(unit="A PAR")


def test_a_sentence_without_its_value_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, "en", '[answers]\nhello = "Hello {name}"\n')
    with pytest.raises(KeyError):
        Texts(tmp_path).say("hello", {})


def test_an_unknown_code_is_a_fault(texts: Texts) -> None:
    assert not texts.knows("no_such_code")
    with pytest.raises(KeyError):
        texts.say("no_such_code")


def test_braces_in_a_value_stay_braces(tmp_path: Path) -> None:
    write(tmp_path, "en", '[answers]\necho = "You wrote {line}"\n')
    assert Texts(tmp_path).say("echo", {"line": "{0.__class__} {line}"}) == "You wrote {0.__class__} {line}"


@pytest.mark.parametrize("word", RESULTS)
def test_every_result_word_can_be_said(texts: Texts, word: str) -> None:
    assert texts.knows(f"outcomes.{word}")


def test_every_sentence_of_the_catalogue_is_well_formed() -> None:
    catalogue = tomllib.loads((TEMPLATES / "en" / "words.toml").read_text("utf-8"))
    sentences = [text for entries in catalogue.values() for text in entries.values() if isinstance(text, str)]
    assert all(re.fullmatch(r"(?:[^{}]|\{\w+(?::[^{}]*)?\})*", text) for text in sentences)


def test_the_centre_grid_of_a_long_game_is_no_wider_than_a_mail_and_lines_up_in_japanese_too() -> None:
    turns = ["開始", *map(str, range(1901, 1921))]
    lines = grid_lines({"turns": turns, "rows": {"イングランド": list(range(21)), "TURKEY": list(range(21))}})
    assert max(map(columns, lines)) <= 78
    assert {columns(line) for line in lines[:3]} == {78}
    shown = [int(number) for line in lines if line.startswith("TURKEY") for number in line.split()[1:]]
    assert shown == list(range(21))


def test_a_japanese_day_ends_at_24_00(texts: Texts) -> None:
    instant = "2026-12-02T15:00:00Z"
    assert texts.when(instant, "Asia/Tokyo", "ja") == "2026年12月2日(水) 24:00 JST（UTC 15:00）"
    assert texts.when_short(instant, "Asia/Tokyo", "ja") == "12月2日(水) 24:00 JST"
    assert texts.when_short(instant, "Asia/Tokyo") == "Thu 3 Dec 00:00 JST"
