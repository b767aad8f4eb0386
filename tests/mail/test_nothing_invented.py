"""No order is made of words that hold none: conversations in eleven languages, with orders quoted, signed, forwarded.

Each letter is a person's prose around what his program put there: an earlier letter with orders, in each of the forms
that programs have for it. Whoever is careful enough not to give an order must not be found to have given one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from judge.app import Judge
from judge.mail.letter import parse
from judge.usecases.letters import Answer, Letter
from judge.usecases.take import take
from tests.mail.test_letter_orders import judge

__all__ = ["judge"]
ORDERS = ("A PAR - BUR", "F BRE - MAO", "A MAR S A PAR - BUR", "Army Paris to Picardy")


@dataclass(frozen=True)
class Tongue:
    """How people and programs put it in one language."""

    prose: tuple[str, ...]
    wrote: str
    headers: tuple[str, str, str, str]
    forwarded: str
    phone: str


TONGUES = {
    "en": Tongue(
        ("Hi Bob,", "I am not sure yet what to do about Burgundy.",
         "He said he would move to Paris, or support me there.",
         "Let's talk before Friday. A deal is a deal.", "Ann"),
        "On Tue, Mar 3, 2026 at 9:00 PM Bob <bob@example.org> wrote:",
        ("From", "Sent", "To", "Subject"), "---------- Forwarded message ---------", "Sent from my iPhone"),
    "de": Tongue(
        ("Hallo Bob,", "ich weiß noch nicht, was ich mit Burgund mache.",
         "Er wollte nach Paris gehen oder mich dort stützen.",
         "Bis Freitag!", "Ann"),
        "Am Di., 3. März 2026 um 21:00 Uhr schrieb Bob <bob@example.org>:",
        ("Von", "Gesendet", "An", "Betreff"), "-----Ursprüngliche Nachricht-----", "Von meinem iPhone gesendet"),
    "fr": Tongue(
        ("Bonjour Bob,", "je ne sais pas encore quoi faire de la Bourgogne.", "A-t-il dit qu'il irait à Paris ?",
         "À vendredi,", "Ann"),
        "Le mar. 3 mars 2026 à 21:00, Bob <bob@example.org> a écrit :",
        ("De", "Envoyé", "À", "Objet"), "-----Message d'origine-----", "Envoyé de mon iPhone"),
    "es": Tongue(
        ("Hola Bob:", "todavía no sé qué hacer con Borgoña.", "A París no voy, y él tampoco.",
         "¡Hasta el viernes!", "Ann"),
        "El mar, 3 mar 2026 a las 21:00, Bob (<bob@example.org>) escribió:",
        ("De", "Enviado", "Para", "Asunto"), "-----Mensaje original-----", "Enviado desde mi iPhone"),
    "it": Tongue(
        ("Ciao Bob,", "non so ancora che fare con la Borgogna.", "A Parigi non vado, e lui nemmeno.",
         "A venerdì", "Ann"),
        "Il giorno mar 3 mar 2026 alle ore 21:00 Bob <bob@example.org> ha scritto:",
        ("Da", "Inviato", "A", "Oggetto"), "-----Messaggio originale-----", "Inviato da iPhone"),
    "nl": Tongue(
        ("Hallo Bob,", "ik weet nog niet wat ik met Bourgondië doe.", "Hij wilde naar Parijs of mij daar steunen.",
         "Tot vrijdag", "Ann"),
        "Op di 3 mrt 2026 om 21:00 schreef Bob <bob@example.org>:",
        ("Van", "Verzonden", "Aan", "Onderwerp"), "-----Oorspronkelijk bericht-----", "Verstuurd vanaf mijn iPhone"),
    "pt": Tongue(
        ("Olá Bob,", "ainda não sei o que fazer com a Borgonha.",
         "A Paris não vou, e ele também não.", "Até sexta", "Ann"),
        "Em ter., 3 de mar. de 2026 às 21:00, Bob <bob@example.org> escreveu:",
        ("De", "Enviado", "Para", "Assunto"), "-----Mensagem original-----", "Enviado do meu iPhone"),
    "pl": Tongue(
        ("Cześć Bob,", "jeszcze nie wiem, co zrobić z Burgundią.", "A do Paryża nie idę.", "Do piątku", "Ann"),
        "wt., 3 mar 2026 o 21:00 Bob <bob@example.org> napisał(a):",
        ("Od", "Wysłano", "Do", "Temat"), "-----Wiadomość oryginalna-----", "Wysłane z iPhone'a"),
    "ru": Tongue(
        ("Привет, Боб!", "Я ещё не знаю, что делать с Бургундией.", "А в Париж я не пойду.", "До пятницы", "Аня"),
        "вт, 3 мар. 2026 г. в 21:00, Bob <bob@example.org>:",
        ("От", "Отправлено", "Кому", "Тема"), "-----Исходное сообщение-----", "Отправлено с iPhone"),
    "ja": Tongue(
        ("ボブさん", "ブルゴーニュをどうするか、まだ決めていません。",
         "パリには行かないと言っていました。", "金曜日までに相談しましょう。", "アン"),
        "2026年3月3日(火) 21:00 Bob <bob@example.org>:",
        ("差出人", "送信日時", "宛先", "件名"), "-----元のメッセージ-----", "iPhoneから送信"),
    "zh": Tongue(
        ("鲍勃你好：", "我还不知道勃艮第怎么办。", "他说他不去巴黎。", "周五前再谈。", "安"),
        "Bob <bob@example.org> 于2026年3月3日周二 21:00写道：",
        ("发件人", "发送时间", "收件人", "主题"), "-----原始邮件-----", "发自我的 iPhone"),
}  # fmt: skip


def block(tongue: Tongue) -> list[str]:
    names = ("Bob <bob@example.org>", "Tuesday, March 3, 2026 21:00", "Ann <ann@example.org>", "orders")
    return [f"{word}: {value}" for word, value in zip(tongue.headers, names, strict=True)]


def forms(tongue: Tongue) -> dict[str, list[str]]:
    """The forms in which an earlier letter with orders may stand in this one."""
    prose, quoted = list(tongue.prose), [f"> {line}" for line in ORDERS]
    return {
        "above the quote": [*prose, "", tongue.wrote, "", *quoted],
        "below the quote": [tongue.wrote, *quoted, "", *prose],
        "between the quotes": [tongue.wrote, quoted[0], "", *prose[:2], "", *quoted[1:], "", *prose[2:]],
        "quoted twice": [*prose, "", tongue.wrote, f"> {tongue.wrote}", *[f"> {line}" for line in quoted]],
        "unmarked below": [*prose, "", tongue.wrote, "", *ORDERS],
        "header block": [*prose, "", "_" * 32, *block(tongue), "", *ORDERS],
        "forwarded": [*prose, "", tongue.forwarded, *block(tongue), "", *ORDERS],
        "from a phone": [*prose, "", tongue.phone, "", tongue.wrote, "", *quoted],
        "in the signature": [*prose, "", "-- ", "Ann, France", *ORDERS],
        "nothing but prose": [*prose, "", tongue.phone],
    }


LETTERS = [(name, form, lines) for name, tongue in TONGUES.items() for form, lines in forms(tongue).items()]


def answers(judge: Judge, lines: list[str]) -> tuple[Answer, ...]:
    head = ("From: ann@example.org", "To: kings@judge.example", "Subject: Re: our plans", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", "")  # fmt: skip
    read = parse("\r\n".join((*head, *lines)).encode(), mail_from="ann@example.org", domain="judge.example")
    assert read.unreadable is None
    letter = Letter(
        id=None, sender="ann@example.org", sender_name="Ann", subject=read.subject, message_id=None, references=(),
        lines=tuple((line.number, line.text) for line in read.lines), accepted_at=judge.clock.now(), game="kings",
    )  # fmt: skip
    for taken in _undone(judge, letter):
        return taken
    raise AssertionError


def _undone(judge: Judge, letter: Letter) -> Iterator[tuple[Answer, ...]]:
    with judge.store.engine.connect() as connection, connection.begin() as transaction:
        yield take(judge.services, judge.store.unit(connection), letter).answers
        transaction.rollback()


@pytest.mark.parametrize(("name", "form", "lines"), LETTERS, ids=[f"{name}-{form}" for name, form, _ in LETTERS])
def test_prose_around_somebodys_orders_gives_none(judge: Judge, name: str, form: str, lines: list[str]) -> None:
    found = answers(judge, lines)
    assert [(each.line, each.order) for each in found if each.verb == "ORDER" and each.status != "ignored"] == []
    assert [each.line for each in found if each.status == "ok"] == []


@pytest.mark.parametrize("name", TONGUES)
def test_orders_beside_the_same_prose_are_all_read(judge: Judge, name: str) -> None:
    tongue = TONGUES[name]
    lines = [*tongue.prose, "", *ORDERS[:3], "", tongue.phone, "", tongue.wrote, "", "> A PAR H"]
    found = answers(judge, lines)
    assert [each.order for each in found if each.status == "ok"] == [
        "A PAR - BUR",
        "F BRE - MAO",
        "A MAR S A PAR - BUR",
    ]


TALK = """
I was thinking that I could support you into Munich from Burgundy if you leave Belgium alone.
My plan: A Par-Bur, A Mar S A Par-Bur, F Bre-Mao. What do you think?
For example, A PAR - BUR
What happens if A PAR - BUR and A MUN - BUR?
A PAR - BUR, F BRE - MAO?
Maybe A PAR - PIC instead?
Don't move Paris to Burgundy.
either A PAR - BUR or A PAR - PIC
Option 1: A PAR - BUR
Bob said: "A PAR - BUR"
A PAR - BUR (not!)
~~A PAR - BUR~~
Ich ziehe A PAR - BUR, wenn du willst.
Je pense que A PAR - BUR est bien
Creo que A PAR - BUR es buena idea
A París no voy
Думаю, A PAR - BUR
Może A PAR - BUR?
パリからブルゴーニュへ移動しますか？
陸軍パリからブルゴーニュへ、と考えています
也许 A PAR - BUR
the old path leads to
Burgundy
""".strip().split("\n")


def test_talk_about_orders_gives_none(judge: Judge) -> None:
    assert [each.line for line in TALK for each in answers(judge, [line]) if each.status == "ok"] == []
    assert [each.line for each in answers(judge, TALK) if each.status == "ok"] == []
