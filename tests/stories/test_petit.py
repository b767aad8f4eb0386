"""Petit in Japanese: mails in iso-2022-jp, hours of talk, peace, six years of 行軍 to the armistice."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest

from tests.stories.house import House, text_of

GM = "gm@desk.example"
POWERS = {
    "england": "イギリス",
    "france": "フランス",
    "germany": "ドイツ",
    "austria": "オーストリア",
    "russia": "ロシア",
    "italy": "イタリア",
    "turkey": "トルコ",
}
FIRST_CLOSE = datetime(2026, 3, 4, 15, 0, tzinfo=UTC)
"""The game begins on 2 March at 21:00 in Tokyo, inside the hours of that day: 1901 closes on the third day at 24:00."""
REOPENS = FIRST_CLOSE + timedelta(hours=20)
YEARS = [
    {
        "england": "行軍\nロンドンーベルギー",
        "france": "ＰＡＲ−ＳＰＡ",
        "germany": "ベルリン　待機",
        "russia": "サンクトペテルブルクースウェーデン",
        "italy": "ローマーチュニス",
        "turkey": "陸軍 コンスタンティノープル 移動 ルーマニア",
    },
    {"turkey": "ルーマニア → ギリシャ\nコンスタンティノープル 待機", "italy": "ローマ 支援 チュニス 待機"},
    {"france": "スペイン 待機"},
    {},
    {"england": "ベルギーーロンドン"},
    {"turkey": "ギリシャ 待機"},
]
"""What is ordered in each year; units without an order hold."""


def address(power: str) -> str:
    return f"{power}@players.example"


def ask(house: House, power: str, text: str) -> EmailMessage:
    """A letter in iso-2022-jp, signed on in Japanese; the answer to it."""
    letter = f"署名 {POWERS[power]}@petit1 {power}pw\n{text}\nサインオフ"
    return house.ask(address(power), letter, charset="iso-2022-jp")


def wait_until(house: House, instant: datetime) -> None:
    """Move the clock, and give the judge the second in which it may look at it."""
    house.set_clock(instant)
    time.sleep(1.1)


def begin(house: House) -> None:
    house.ask(GM, "CREATE petit1 gmsecret\nMAP petit\nFORM\nSIGNOFF")
    for power, name in POWERS.items():
        joined = house.ask(address(power), f"参加　{name}@petit1 {power}pw\nサインオフ", charset="iso-2022-jp")
        assert "petit1 に" in text_of(joined)
    house.wait_for(lambda m: m["To"] == address("turkey") and m["X-Judge-Kind"] == "start", "start mail")


def test_the_start_says_in_japanese_who_one_is_and_when_1901_closes(house: House) -> None:
    begin(house)
    start = text_of(house.wait_for(lambda m: m["To"] == address("italy") and m["X-Judge-Kind"] == "start", "start"))
    assert "あなたは イタリア です" in start
    assert "締切: 2026年3月4日(水) 24:00 JST" in start
    assert "初期配置" in start


def test_in_closed_hours_orders_and_press_are_refused_with_the_opening_time_and_never_come_late(house: House) -> None:
    begin(house)
    house.set_clock(FIRST_CLOSE + timedelta(minutes=1))
    house.results(address("england"), "1901M")
    order = text_of(ask(house, "england", "ロンドン 待機"))
    assert "2026年3月5日(木) 20:00 JST" in order
    assert "不可" in order
    press = text_of(ask(house, "england", "国際会議場\n内密でない話。\n国際会議場終了"))
    assert "2026年3月5日(木) 20:00 JST" in press
    assert "不可" in text_of(ask(house, "france", "講和"))
    wait_until(house, REOPENS)
    receipt = ask(house, "england", "ロンドン 待機\n国際会議場\n公開の話。\n国際会議場終了")
    assert "不可" not in text_of(receipt)
    heard = house.wait_for(lambda m: m["X-Judge-Kind"] == "press" and m["To"] == address("france"), "press")
    assert "公開の話。" in text_of(heard)
    assert not [m for m in house.mails() if m["X-Judge-Kind"] == "press" and "内密でない話" in text_of(m)]


def test_hours_are_fixed_no_extension_and_no_early_processing(house: House) -> None:
    begin(house)
    for power, lines in YEARS[0].items():
        ask(house, power, lines)
    ask(house, "austria", "ウィーン 待機")
    refused = text_of(house.ask(GM, "SIGNON Mpetit1 gmsecret\nSET DEADLINE +2D\nPROCESS\nSIGNOFF"))
    assert refused.count("REFUSED") == 2
    wait_until(house, FIRST_CLOSE - timedelta(minutes=1))
    ask(house, "austria", "状況")
    assert not [m for m in house.mails() if m["X-Judge-Kind"] == "results"]
    house.set_clock(FIRST_CLOSE)
    house.results(GM, "1901M")


def test_peace_is_declared_in_public_and_ends_the_game_when_the_last_survivor_declares(house: House) -> None:
    begin(house)
    *others, last = POWERS
    ask(house, "france", "講和")
    told = house.wait_for(lambda m: m["X-Judge-Kind"] == "notice" and m["To"] == address("turkey"), "notice")
    assert "フランス" in text_of(told) or "FRANCE" in text_of(told)
    ask(house, "france", "講和取消")
    for power in others:
        ask(house, power, "講和")
    assert not [m for m in house.mails() if m["X-Judge-Kind"] == "end"]
    ask(house, last, "講和に賛成")
    end = text_of(house.wait_for(lambda m: m["X-Judge-Kind"] == "end" and m["To"] == address("italy"), "end"))
    assert "引き分け" in end
    assert "（講和）" in end
    assert "オーストリア" in end


def test_a_declaration_of_peace_lapses_with_its_year(house: House) -> None:
    begin(house)
    *others, last = POWERS
    for power in others:
        ask(house, power, "講和")
    house.set_clock(FIRST_CLOSE + timedelta(minutes=1))
    house.results(GM, "1901M")
    wait_until(house, REOPENS)
    ask(house, last, "講和")
    assert not [m for m in house.mails() if m["X-Judge-Kind"] == "end"]


def test_the_gm_corrects_a_position_and_everybody_is_told(house: House) -> None:
    begin(house)
    house.ask(GM, "SIGNON Mpetit1 gmsecret\nSET UNIT france A BEL\nSET CENTRE ベルギー france\nSIGNOFF")
    told = house.wait_for(lambda m: m["X-Judge-Kind"] == "notice" and m["To"] == address("italy"), "notice")
    assert "SET UNIT france A BEL" in text_of(told)
    receipt = text_of(ask(house, "france", "ベルギー 待機"))
    assert "ベルギー 待機" in receipt
    assert "不可" not in receipt


@pytest.mark.slow
def test_six_years_of_petit_to_the_armistice(house: House) -> None:
    begin(house)
    close = FIRST_CLOSE
    for number, orders in enumerate(YEARS):
        for power, lines in orders.items():
            receipt = text_of(ask(house, power, lines))
            assert "不可" not in receipt, receipt
        house.set_clock(close + timedelta(minutes=1))
        result = text_of(house.results(address("turkey"), f"{1901 + number}M"))
        if number == 0:
            assert "イギリス: 陸軍 ロンドン 移動 → ベルギー: 成功。" in result
            assert "ポイント: イギリス 3," in result, "a centre counts one, the own home two"
            assert "ENGLAND" not in result.split("Movement results")[0]
        if number < 5:
            wait_until(house, close + timedelta(hours=21))
            close += timedelta(days=2)
    end = text_of(house.wait_for(lambda m: m["X-Judge-Kind"] == "end" and m["To"] == address("turkey"), "end"))
    assert "トルコ の勝利です。" in end, "Turkey has four points, everybody else at most three"
    assert "停戦" in end
