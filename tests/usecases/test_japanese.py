"""Whoever reads Japanese is written to in Japanese: every command is tried, and no English sentence comes back."""

from __future__ import annotations

import re

import pytest

from judge.render.folding import columns, fold
from judge.usecases.verbs import VERBS
from tests.usecases.desk import ANN, BOB, CID, DEE, GM, SEATS, Office

ENGLISH = re.compile(r"[a-z]{2,}(?: [a-z]{2,}){2,}")
"""Three words in a row without a capital: nothing that is typed to the judge looks so."""
SKELETON = re.compile(
    r"(?:Movement results|Retreat orders|Adjustment orders) for |Ownership of supply centers:|The next phase of |"
    r"The deadline for orders will be |-- reply above this line --|:: |RENAME old new password"
)
"""What client tools read is English in every language; the other line is a command's form."""
OWN_WORDS = ("Paris: all is quiet.", "No talk after the deadline.")
"""What players of these letters write to each other."""
WRONG = (
    "FOO\nA PAR - NOWHERE\nA LON - PAR\nA PAR S A LON - XYZ\nSET ZONE Mars\nSET LANGUAGE klingon\nSET ABSENCE never\n"
    "PRESS TO MARS\nHello\nENDPRESS\nSET DRAW MARS\nPHASE never 9\nSET REMINDER 99D\nPHASE 1420M\nHISTORY first 1999M\n"
    "WHO IS zzz\nSET DEADLINE +2D\nGREY PRESS TO england\nHello\nENDPRESS\nPRESS\nHello\nENDPRESS\nDIARY READ 99"
)
WRONG_GM = (
    "SET DEADLINE never\nTIMING MOVE\nTIMING MOVE soon\nRULE NONSENSE\nSET PRESS loud\nNMR maybe\nZONE Mars\n"
    "EJECT mars\nROLLBACK 1300M\nPAUSE 99D\nEXTEND 99D\nPROCESS 1300M\nPROCESS\nSET UNIT mars A PAR\n"
    "SET UNIT france A XYZ\nPROMOTE nobody@x.example\nDEMOTE nobody@x.example\nINVITE nobody\nREVIVE france\n"
    "CALL france\nREVEAL\nTALK late\nDRAWS maybe\nTIMING DAYS XXXXXXX\nTIMING AT noon\nIMPORT\nnothing\nENDIMPORT\n"
    "IMPORT CONFIRM\nPASS PRESS 9"
)


@pytest.fixture
def japanese(office: Office) -> Office:
    """A running game of Hundred whose people all read Japanese, and a forming one."""
    for person in (GM, ANN, BOB, CID, DEE):
        office.write(person, "登録\n言語: 日本語\nEND")
    office.create("first")
    for power, person in SEATS.items():
        office.write(person, f"参加 {power}@first pw")
    office.create("second")
    return office


def english(office: Office) -> list[str]:
    """The lines of all mails that have an English sentence in them."""
    own = [line for mail in office.mails() for line in mail.text.splitlines()]
    return sorted(
        {line for line in own if ENGLISH.search(line) and not SKELETON.match(line) and line.strip() not in OWN_WORDS}
    )


def test_no_command_is_answered_in_english(japanese: Office) -> None:
    for verb in VERBS:
        if verb.name not in ("LANGUAGE", "REGISTER", "TERMINATE", "PURGE", "RENAME", "RESIGN"):
            japanese.write(GM if verb.who == "GM" else ANN, verb.example, japanese.to())
            japanese.write(DEE, f"HELP {verb.name}")
    assert english(japanese) == []


def test_nothing_wrong_is_answered_in_english(japanese: Office) -> None:
    japanese.write(ANN, WRONG, japanese.to())
    japanese.write(GM, WRONG_GM, japanese.to())
    japanese.write(DEE, "CREATE first pw\nCREATE judge pw\nCREATE x-y pw nonsense\nFORM")
    japanese.write(DEE, "JOIN nowhere pw\nSIGNON mars@first pw\nSIGNON Ofirst pw\nTAKEOVER france@first pw\nSTATUS")
    assert english(japanese) == []


def test_a_game_with_its_late_powers_its_lists_and_its_end_is_told_in_japanese(japanese: Office) -> None:
    japanese.write(GM, "TIMING GRACE 1D\nNMR HOLD", japanese.to())
    japanese.pass_time(days=4, hours=2)
    japanese.write(GM, "ROLLBACK\nLOG\nSTATUS\nWHO IS LATE\nPREVIEW\nPAUSE 2D\nRESUME", japanese.to())
    japanese.write(ANN, "LIST\nLIST first\nLIST FULL\nSUMMARY first\nHISTORY first\nGET orders\nGET press\nGET reply\n"
                        "GET deadlines\nGET flist\nMAP first\nWHO IS ann@players.example\nVARIANT petit")  # fmt: skip
    ended = japanese.write(GM, "TERMINATE", japanese.to())
    assert "terminated" in japanese.said(), ended.text
    assert {"late", "results", "end", "notice"} <= {mail.kind for mail in japanese.mails()}
    assert english(japanese) == []


def test_powers_and_places_have_their_japanese_names_in_sentences(japanese: Office) -> None:
    japanese.write(GM, "EJECT france", japanese.to())
    assert "フランス の担当者は GM により外されました" in japanese.last(BOB, "notice").text
    refused = japanese.write(BOB, "F LON - CAL", japanese.to())
    assert "ENGLAND" not in refused.text.partition("-- reply")[0].replace("SIGNON", "")


def test_the_chair_has_its_name_in_sentences_and_its_word_in_commands(japanese: Office) -> None:
    assert "first の GM の合言葉と違います" in japanese.write(GM, "SIGNON master@first wrong").text
    needed = japanese.write(DEE, "SIGNON master@first").text
    assert "SIGNON master@first" in needed.replace("署名", "SIGNON")
    assert "first の GM のもの" in needed.replace("\n", "")


def test_japanese_lines_are_folded_by_their_width_and_by_the_rules_of_line_ends() -> None:
    text = "締切はどのメールにも、あなたの時間帯（SET ZONE）と UTC で書いてあります。手紙は受け取った時刻で数えます。"
    lines = fold(text, 40)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(columns(line) <= 42 for line in lines)
    assert not [line for line in lines if line[0] in "、。）" or line[-1] == "（"]
    assert fold("plain words only here", 11) == ["plain words", "only here"]
