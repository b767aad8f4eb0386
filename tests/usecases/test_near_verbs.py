"""Misspelt commands: the right one is offered first, and none is ever carried out."""

from __future__ import annotations

import re

import pytest

from judge.usecases.near_verbs import near_verbs
from judge.usecases.script import _FORMS, match
from judge.usecases.verbs import VERBS
from tests.usecases.desk import ANN, GM, Office

MEANT = {
    "SINGOFF": "SIGNOFF", "SET DRAWS": "SET DRAW", "SET WIAT": "SET WAIT", "ABSENCE 5 Mar": "SET ABSENCE",
    "PREVEIW": "PREVIEW", "ROLBACK": "ROLLBACK", "SET ABSENSE 5 Mar": "SET ABSENCE", "TERMNATE": "TERMINATE",
    "SET PASWORD new": "SET PASSWORD", "PRES TO FRANCE": "PRESS TO", "BRODCAST": "BROADCAST", "STATSU": "STATUS",
    "RESING": "RESIGN", "SET DEADLNE +1D": "SET DEADLINE", "EXTND 1D": "EXTEND", "SET CONCEED FRANCE": "SET CONCEDE",
    "HISTROY": "HISTORY", "SUMARY": "SUMMARY", "FALBACK": "FALLBACK", "SET ADRESS a@b.example": "SET ADDRESS",
    "SET REMINDERS": "SET REMINDER", "WHOIS": "WHO IS", "INVITE": "INVITE", "EXTEND": "EXTEND",
    "SET SEPERATE": "SET SEPARATE", "OBSRVE first": "OBSERVE", "TAKEOVR france@first pw": "TAKEOVER",
    "REGISTR": "REGISTER", "SET LANGUGE ja": "SET LANGUAGE", "ROLFORWARD": "ROLLFORWARD", "SET ZONES": "SET ZONE",
    "DEADLINE": "SET DEADLINE", "CONCEDE": "SET CONCEDE", "REMINDER": "SET REMINDER",
    "Unsubscribe": "PREFERENCES", "VOTE DRAW": "SET DRAW", "quit": "RESIGN", "Submit": "READY",
}  # fmt: skip


@pytest.mark.parametrize("line", MEANT)
def test_the_command_that_was_meant_is_offered_first(line: str) -> None:
    assert match(1, line).verb is None, "it would be carried out"
    assert near_verbs(line)[0].startswith(MEANT[line])


def test_commands_misspelt_by_one_letter_lead_to_themselves_nine_times_of_ten() -> None:
    right, tried = 0, 0
    for verb in VERBS:
        for form in verb.syntax.split(" | "):
            head = form.split("[")[0].split("…")[0].strip()
            if len(head) < 6 or not head.replace(" ", "").isupper() or not head.isascii():
                continue
            for at in range(1, len(head)):
                if head[at] == " " or not head.replace(" ", "").isalpha():
                    continue
                line = head[:at] + head[at + 1 :]
                if match(1, line).verb is not None:
                    continue
                tried += 1
                found = near_verbs(line)
                right += bool(found) and found[0].split(" | ")[0].startswith(head)
    assert tried >= 300
    assert right >= 0.9 * tried


@pytest.mark.parametrize(
    "line",
    ["Hello Bob, how are you?", "I will be away", "Best regards, Ann", "see you then", "what do you think",
     "for more details.", "For your help, thanks", "Read the whole story",
     "Port of call", "Email me", "Stop it", "I quit smoking", "Submit your taxes", "one of these days"],
)  # fmt: skip
def test_prose_is_no_command(line: str) -> None:
    assert near_verbs(line) == []


def test_a_word_at_the_end_of_a_wrapped_sentence_is_no_command(running: Office) -> None:
    running.write(ANN, "A DAU H", running.to())
    sentence = "we can look at the numbers again, and then talk about which of the units you want to"
    running.write(ANN, f"{sentence}\nclear\nand if all this goes on for another year I am really going to\nwithdraw",
                  running.to())  # fmt: skip
    assert running.statuses() == ["ignored"] * 4
    assert running.said() == ["not_understood", "end_of_sentence"] * 2
    answer = " ".join(running.mails(ANN)[-1].text.split())
    assert "If you mean the command WITHDRAW, send it in capitals." in answer, "why, and the way out"
    assert running.orders("FRANCE") != []
    running.write(ANN, "Hello judge,\nclear", running.to())
    assert running.orders("FRANCE") == []


def test_an_advertisement_registers_nobody_anew(running: Office) -> None:
    running.write(ANN, "Register today for the spring meeting of the club!", running.to())
    assert running.statuses() == ["ignored"]


def test_a_misspelt_command_changes_nothing_and_is_answered(running: Office) -> None:
    answer = running.write(ANN, "SET WIAT\nSET DRAWS", running.to())
    assert running.said() == ["unknown_command", "unknown_command"]
    assert "Did you mean SET WAIT?" in " ".join(answer.text.split())
    assert not running.game().seat_of("FRANCE").wait


def test_a_paused_game_says_so_to_process(running: Office) -> None:
    running.write(GM, "PAUSE 1D\nPROCESS\nSET DEADLINE +2D", running.to())
    assert running.said() == ["paused", "is_paused", "is_paused"]


def test_a_place_that_is_no_centre_is_not_said_to_be_unknown(running: Office) -> None:
    running.write(GM, "SET CENTRE ATL france\nSET CENTRE XYZ france", running.to())
    assert running.said() == ["no_centre_there", "no_such_place"]


def test_no_command_begins_with_the_letter_of_a_unit_alone() -> None:
    """So such a line need not be compared with all forms of all commands."""
    begin = re.compile(r"(?:^|[(|:>?])[AF](?:\\s| )", re.IGNORECASE)
    assert [form.pattern for _, form in _FORMS if begin.search(form.pattern)] == []
    assert match(1, " a par - bur").verb is None
