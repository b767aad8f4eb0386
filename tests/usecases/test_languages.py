"""Commands in Japanese and full-width forms become the one table of verbs."""

from __future__ import annotations

import pytest

from judge.usecases.languages import find_language, language_of
from judge.usecases.script import match, read_script


@pytest.mark.parametrize(
    ("line", "verb", "args"),
    [
        ("参加　フランス＠petit1　aikotoba", "JOIN", {"target": "フランス@petit1", "password": "aikotoba"}),
        ("参加 petit1 aikotoba", "JOIN", {"target": "petit1", "password": "aikotoba"}),
        ("ＪＯＩＮ　ｐｅｔｉｔ１　ｐｗ", "JOIN", {"target": "petit1", "password": "pw"}),
        ("署名 イギリス@petit1 pw", "SIGNON", {"target": "イギリス@petit1", "password": "pw"}),
        ("講和", "PEACE", {}),
        ("講和に賛成します。", "PEACE", {}),
        ("講和取消", "PEACE", {"no": "NO PEACE"}),
        ("観戦 petit1", "OBSERVE", {"target": "petit1"}),
        ("取消", "CLEAR", {}),
        ("行軍取消", "CLEAR", {}),
        ("状況", "STATUS", {}),
        ("サインオフ", "SIGNOFF", {}),
        ("言語 日本語", "LANGUAGE", {"language": "日本語"}),
    ],
)
def test_a_japanese_line_is_the_command_it_says(line: str, verb: str, args: dict[str, str]) -> None:
    found = match(1, line)
    assert found.verb is not None
    assert found.verb.name == verb
    assert found.args == args


@pytest.mark.parametrize("line", ["ロンドンーパリ", "ローマ 支援 チュニス 待機", "行軍 ロンドンーパリ", "参考までに"])
def test_orders_and_prose_are_no_commands(line: str) -> None:
    assert match(1, line).verb is None


def test_press_to_the_conference_hall_ends_with_its_own_word_and_is_not_changed() -> None:
    lines = ["国際会議場", "講和", "ＡＢＣ", "国際会議場終了", "講和"]
    hall, peace = read_script(list(enumerate(lines, 1)))
    assert hall.verb is not None
    assert hall.verb.name == "BROADCAST"
    assert [text for _, text in hall.body] == ["講和", "ＡＢＣ"]
    assert peace.verb is not None
    assert peace.verb.name == "PEACE"


def test_the_heading_of_orders_is_left_out() -> None:
    found = read_script([(1, "行軍"), (2, "ロンドンーパリ"), (3, "行軍：ローマーチュニス")])
    assert [command.text for command in found] == ["ロンドンーパリ", "ローマーチュニス"]


def test_the_first_letter_tells_the_language_and_words_for_languages_are_known() -> None:
    assert language_of(["JOIN petit1"]) == "en"
    assert language_of(["参加 petit1 に参加します"]) == "ja"
    assert find_language("Japanese") == find_language("日本語") == find_language("ＪＡ") == "ja"
    assert find_language("klingon") is None
