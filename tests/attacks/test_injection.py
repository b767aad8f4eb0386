"""What players write is data: it becomes no header, command, template, markup or path (FAULTS A3, A9, A10, A11)."""

from __future__ import annotations

import ast
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.maps import files
from tests.attacks.gate import ANN, BOB, DOMAIN, EVE, GM, Gate, text_of

HEADER_TRICKS = [
    "x\\r\\nBcc: eve@eve.example", "=?UTF-8?Q?=0D=0ABcc:_eve@eve.example?=", "=?UTF-8?Q?=0A?=Bcc: eve@eve.example",
    "a\u2028Bcc: eve@eve.example", "a\u0085Bcc: eve@eve.example", "a\x0bBcc: eve@eve.example", '"><eve@eve.example>',
    "=?utf-8?b?DQpCY2M6IGV2ZUBldmUuZXhhbXBsZQ==?=", "a, eve@eve.example", "\u202egm@judge", "\x00null", "x" * 900,
]  # fmt: skip
TEMPLATE_TRICKS = [
    "{{7*7}}", "{% for x in range(9) %}!{% endfor %}", "${7*7}", "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ config }}", "{# gone #}", "{n:unit|units}", "{text}", "%(x)s %s %n", "{0.__class__}",
]  # fmt: skip
MARKUP = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><b>bold', "<style>*{display:none}</style>",
    "javascript:alert(1)", "</pre></body></html>", "<!-- hide", "&lt;script&gt;", "<a href='http://evil.example'>x</a>",
]  # fmt: skip


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def press(gate: Gate, text: str) -> EmailMessage:
    before = len(gate.mails(BOB, "press"))
    gate.letter(ANN, f"SIGNON france@first francesecret\nPRESS TO ENGLAND\n{text}\nENDPRESS\nSIGNOFF")
    mails = gate.mails(BOB, "press")
    assert len(mails) == before + 1
    return mails[-1]


@pytest.mark.parametrize("trick", HEADER_TRICKS)
def test_no_word_of_a_player_becomes_a_header_or_a_recipient(trial: Gate, trick: str) -> None:
    before = len(trial.rows())
    safe = trick.replace("\r", "").replace("\n", "").replace("\x00", "")
    trial.letter(f"{ANN}", f"HELP {safe[:30]}", subject=safe[:400])
    trial.letter(ANN, f"SET NAME {safe}\nPRESS TO ENGLAND\n{safe}\nENDPRESS", f"first@{DOMAIN}", subject=safe[:400])
    rows = trial.rows()[before:]
    assert rows
    assert {row.mail.to for row in rows} <= {ANN, BOB}
    for row in rows:
        raw = trial.judge.writer.write(row)
        head = raw.partition(b"\r\n\r\n")[0].decode("ascii")
        names = [line.partition(":")[0].lower() for line in head.split("\r\n") if line[:1] not in " \t"]
        assert len(names) == len(set(names))
        assert not {"bcc", "cc"} & set(names)
        assert raw.count(b"\r") == raw.count(b"\n") == raw.count(b"\r\n")


@pytest.mark.parametrize("trick", TEMPLATE_TRICKS)
def test_templates_in_a_players_words_appear_as_typed(trial: Gate, trick: str) -> None:
    mail = press(trial, trick)
    assert trick in text_of(mail)
    assert "49" not in text_of(mail).replace(str(mail["Message-ID"]), "")
    trial.letter(ANN, f"FROB {trick}", subject=trick)
    reply = trial.mails(ANN)[-1]
    assert trick in str(reply["Subject"])


@pytest.mark.parametrize("trick", MARKUP)
def test_markup_in_a_players_words_is_shown_and_not_obeyed(trial: Gate, trick: str) -> None:
    mail = press(trial, trick)
    html = html_of(mail)
    assert trick in text_of(mail)
    if "<" in trick:
        assert trick not in html
    for tag in ("<script", "<img src=x", "<style>*", "<a href='http", "<!-- hide"):
        assert tag not in html


@pytest.mark.parametrize("trick", ["a\u202eb", "a\u200bb", "a\u2066b", "a\ufeffb", "a\x07b"])
def test_invisible_and_turning_characters_are_gone(trial: Gate, trick: str) -> None:
    mail = press(trial, f"peace {trick} now")
    assert "peace ab now" in text_of(mail)
    assert "peace ab now" in html_of(mail)


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "x'; DROP TABLE games;--",
        "a/b",
        "a\\b",
        "first%00",
        "..",
        "-rf",
        "judge",
        "1; SELECT",
        "a" * 31,
    ],
)
def test_names_that_are_paths_or_commands_are_refused(trial: Gate, name: str) -> None:
    trial.letter(GM, f"CREATE {name} secret\nMAP hundred\nFORM")
    trial.letter(GM, f"CREATE good secret\nMAP {name}\nFORM")
    trial.letter(EVE, f"JOIN {name} x\nSTATUS {name}\nLIST {name}\nVARIANT {name}")
    with trial.judge.store.begin() as uow:
        assert [game.name for game in uow.games(listed_only=False)] == ["first"]


def test_no_template_is_ever_made_from_a_string() -> None:
    for path in sorted(Path(files.__file__).parent.parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                assert node.attr != "from_string", path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"eval", "exec", "Template"}, path
