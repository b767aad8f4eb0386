"""Commands in Japanese and full-width forms become the one table of verbs."""

from __future__ import annotations

import re
import tomllib

import pytest

from judge.usecases.languages import find_language, language_of
from judge.usecases.script import match, read_script
from tests.render.samples import TEMPLATES


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


IN_JAPANESE = {
    "参加者 petit1": "WHOGAME",
    "登録 山田 太郎": "REGISTER",
    "観戦 petit1": "OBSERVE",
    "交代 フランス@petit1 pw": "TAKEOVER",
    "作成 petit2 pw petit": "CREATE",
    "辞退します": "RESIGN",
    "名前 山田 太郎": "NAME",
    "アドレス a@b.example": "ADDRESS",
    "合言葉 ahiru": "PASSWORD",
    "時間帯 Asia/Tokyo": "ZONE",
    "時間帯取消": "ZONE",
    "言語 英語": "LANGUAGE",
    "希望 E[FG]": "PREFERENCE",
    "お知らせ 24H,6H": "REMINDER",
    "お知らせ取消": "REMINDER",
    "不在 24 Dec TO 6 Jan": "ABSENCE",
    "不在取消": "NOABSENCE",
    "代打登録": "SUBSTITUTE",
    "引き分けに賛成": "DRAW",
    "引き分け取消": "DRAW",
    "譲歩 フランス": "CONCEDE",
    "譲歩取消": "CONCEDE",
    "講和": "PEACE",
    "締切分離": "SEPARATE",
    "締切分離取消": "SEPARATE",
    "国際会議場": "BROADCAST",
    "書簡 イギリス": "PRESS",
    "書簡を送る": "SENDPRESS",
    "行軍にする": "TAKEORDERS",
    "書簡取消": "CANCELPRESS",
    "結果書簡": "POSTAL",
    "日記": "DIARY",
    "日記一覧": "DIARYLIST",
    "日記 2": "DIARYLIST",
    "取消": "CLEAR",
    "元に戻す": "UNDO",
    "予備行軍": "FALLBACK",
    "予備行軍取消": "FALLBACK",
    "もしも": "WHATIF",
    "時期 1902M": "PHASE",
    "時期 今": "PHASE",
    "待つ": "WAIT",
    "待たない": "NOWAIT",
    "状況": "STATUS",
    "一覧": "LIST",
    "設定": "PREFERENCES",
    "まとめの時刻 07:00": "DIGEST",
    "まとめ取消": "DIGEST",
    "地図 petit1": "MAP",
    "履歴 petit1": "HISTORY",
    "まとめ petit1": "SUMMARY",
    "結果": "RESULTS",
    "遅れ": "LATE",
    "ルール petit": "VARIANT",
    "ヘルプ": "HELP",
    "ヘルプ JOIN": "HELP",
    "開始": "FORM",
    "締切 Jun 15 23:30": "DEADLINE",
    "延長 1D": "EXTEND",
    "中断 3D": "PAUSE",
    "再開": "RESUME",
    "処理": "PROCESS",
    "処理！": "PROCESS",
    "署名 フランス@petit1 pw": "SIGNON",
    "サインオフ": "SIGNOFF",
    "参加 petit1": "JOIN",
}


@pytest.mark.parametrize("line", IN_JAPANESE)
def test_every_japanese_word_is_its_command(line: str) -> None:
    found = match(1, line)
    assert found.verb is not None
    assert found.verb.name == IN_JAPANESE[line]


def test_japanese_blocks_end_with_japanese_words() -> None:
    lines = [
        "予備行軍",
        "ロンドン 待機",
        "終わり",
        "もしも",
        "ロンドンーパリ",
        "終わり",
        "日記",
        "内緒。",
        "日記終了",
        "処理！",
    ]
    read = read_script(list(enumerate(lines, 1)))
    assert [command.verb.name for command in read if command.verb] == ["FALLBACK", "WHATIF", "DIARY", "PROCESS"]
    assert all(command.ended for command in read)
    assert "!" in read[-1].args["force"]


def test_registering_in_japanese_takes_japanese_words_for_its_lines() -> None:
    lines = ["登録", "名前：山田 太郎", "言語: 日本語", "時間帯: Asia/Tokyo", "終わり", "一覧"]
    register, games = read_script(list(enumerate(lines, 1)))
    assert [line for _, line in register.body] == ["名前:山田 太郎", "言語: 日本語", "時間帯: Asia/Tokyo"]
    assert games.verb is not None
    assert games.verb.name == "LIST"


def test_help_in_japanese_names_words_that_are_commands() -> None:
    catalogue = tomllib.loads((TEMPLATES / "ja" / "words.toml").read_text("utf-8"))
    verbs = {verb: line.split()[0] for line, verb in IN_JAPANESE.items()}
    for name, text in catalogue["help"].items():
        named = re.search(r"日本語では「([^」 ]+)", text)
        if named is not None:
            assert name in verbs
            assert match(1, f"{named.group(1)}").verb or any(
                line.startswith(named.group(1)) and IN_JAPANESE[line] == name for line in IN_JAPANESE
            ), text
