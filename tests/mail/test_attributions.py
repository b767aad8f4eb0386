"""What clients of many makes and languages put between a person's words and the letter that he answers.

Each is met with an order above and another order below it, which stands there unmarked as phones and Yahoo leave it, or
marked; wrapped where the line of a text letter ends, too. Only the order above is his.
"""

from __future__ import annotations

import pytest

from judge.mail.quoting import split

BOB = "Bob <bob+2x7@example.org>"
ATTRIBUTIONS = f"""
On 3/3/26 9:00 PM, Bob wrote:
On Tuesday 3 March 2026 21:00:00 CET Bob wrote:
On March 3, 2026 9:00:00 PM GMT+01:00, {BOB} wrote:
---- On Tue, 03 Mar 2026 21:00:00 +0100 {BOB} wrote ----
* {BOB} [2026-03-03 21:00]:
{BOB} wrote on Tue, 3 Mar 2026 21:00:00 +0000:
Bob wrote on 3/3/26 9:00 PM:
Am Dienstag, 3. März 2026 um 21:00:00 MEZ hat {BOB} Folgendes geschrieben:
{BOB} schrieb am Di., 3. März 2026, 21:00:
Bob schrieb am 03.03.26 um 21:00:
Dienstag, 3. März 2026, 21:00:00, Sie schrieben:
>>> {BOB} 03.03.2026 21:00 >>>
Le mar. 3 mars 2026, 21:00, {BOB} a écrit :
-----Message d’origine-----
El 3 de marzo de 2026 21:00:00 CET, {BOB} escribió:
In data martedì 3 marzo 2026 21:00:00 CET, Bob ha scritto:
Op di 3 mrt. 2026 21:00 schreef {BOB}:
No dia 3 de mar. de 2026, às 21:00, {BOB} escreveu:
{BOB} escreveu (terça, 3/03/2026 à(s) 21:00):
Wiadomość napisana przez {BOB} w dniu 3 mar 2026, o godz. 21:00:
W dniu 3.03.2026 o 21:00, Bob pisze:
Вы писали 3 марта 2026 г., 21:00:00:
3 марта 2026 г., в 21:00, {BOB} написал(а):
{BOB} さんは書きました:
2026年3月3日火曜日 21:00:00 JST、{BOB} さんのメール:
{BOB} 于2026年3月3日周二 21:00写道：
{BOB} 於 2026年3月3日 週二 21:00 寫道：
---Original---
-----邮件原件-----
Dne 03. 03. 26 v 21:00 Bob napsal(a):
{BOB} ezt írta (időpont: 2026. márc. 3., K, 21:00):
""".strip().split("\n")
BREAKS = (" <", " wrote", " schrieb", " escreveu", " ha scritto")
WRAPPED = [
    line.replace(gap, "\n" + gap.strip(), 1)
    for line in ATTRIBUTIONS
    for gap in BREAKS
    if gap in line and not line.startswith(("*", ">"))
]
BLOCKS = """
От кого|Дата|Кому|Тема
送信元|送信日時|宛先|件名
寄件者|寄件日期|收件者|主旨
보낸 사람|보낸 날짜|받는 사람|제목
Sujet|Date|De|Pour
Temat|Data|Nadawca|Adresat
Od|Wysłane|Do|Temat
Lähettäjä|Lähetetty|Vastaanottaja|Aihe
Odesílatel|Odesláno|Komu|Předmět
Feladó|Küldve|Címzett|Tárgy
Kimden|Gönderilme|Kime|Konu
""".strip().split("\n")
VALUES = (BOB, "3 March 2026 21:00", "Ann <ann@example.org>", "kings S1901M")
FIRST_IS_SUBJECT = ("Sujet", "Temat|Data")
PHONES = """
Sent from AOL on Android
Sent by Mailspring
(sent from a phone)
Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.
Holen Sie sich Outlook für Android
Envoyé avec la messagerie sécurisée Proton Mail.
Télécharger Outlook pour Android
Scarica Outlook per Android
Obter o Outlook para Android
Pobierz aplikację Outlook dla systemu Android
Скачать Outlook для Android
С уважением, отправлено с iPhone
Android 版 Outlook を入手
从我的 iPhone 发送
获取适用于 Android 的 Outlook
发自 网易邮箱大师
""".strip().split("\n")


def words(text: str) -> list[str]:
    return [line.text for line in split(text).own if line.text.strip()]


@pytest.mark.parametrize("line", [*ATTRIBUTIONS, *WRAPPED])
def test_what_stands_below_an_attribution_is_not_its_readers(line: str) -> None:
    assert words(f"A PAR - BUR\n\n{line}\n\nF BRE - MAO\nA MAR - SPA\n") == ["A PAR - BUR"]
    assert words(f"A PAR - BUR\n\n{line}\n> F BRE - MAO\n") == ["A PAR - BUR"]
    assert words(f"{line}\n> F BRE - MAO\n\nA PAR - BUR\n") == ["A PAR - BUR"]


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("style", ["{}: {}", "*{}:* {}", "{}：{}", "{} : {}"])
def test_what_stands_below_a_block_of_headers_is_not_its_readers(block: str, style: str) -> None:
    sender, date, reader, subject = VALUES
    values = (subject, date, sender, reader) if block.startswith(FIRST_IS_SUBJECT) else VALUES
    lines = "\n".join(style.format(*pair) for pair in zip(block.split("|"), values, strict=True))
    assert words(f"A PAR - BUR\n\n{lines}\n\nF BRE - MAO\n") == ["A PAR - BUR"]


@pytest.mark.parametrize("line", PHONES)
def test_what_a_phone_says_of_itself_is_no_line_to_answer(line: str) -> None:
    assert words(f"A PAR - BUR\n\n{line}\n") == ["A PAR - BUR"]


@pytest.mark.parametrize(
    "text",
    [
        "PRESS TO ENGLAND\nBob wrote on the wall:\nattack now\nENDPRESS\nA PAR - BUR",
        "A PAR - BUR\nwrote this on 3/3/26",
        "A PAR H\n<bob@example.org> is my address",
        "Sent to London:\nA PAR - BUR",
    ],
)
def test_a_persons_own_way_of_speaking_is_his(text: str) -> None:
    assert words(text) == text.split("\n")
