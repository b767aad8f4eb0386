"""A finished mail reaches its Maildir or smarthost once, and what went wrong is told apart."""

import mailbox
import socket
import threading
from pathlib import Path

import pytest

from judge.mail import delivery
from judge.mail.backoff import backoff
from judge.mail.delivery import Maildir, Outcome, Smarthost
from tests.mail.house import LETTER, Open, Shelf


def deliver(path: Path, name: str) -> Path:
    """One mail, settled; where a new one is."""
    maildir = Maildir(path)
    maildir.put(LETTER, "ann@example.org", name)
    maildir.settle()
    return path / "new" / name


def test_a_mail_is_one_file_in_new_with_its_envelope_on_top_and_unix_line_ends(tmp_path: Path) -> None:
    place = deliver(tmp_path / "outbox", "17.1.judge")
    head = b"Return-Path: <>\nDelivered-To: ann@example.org\n"
    assert place.read_bytes() == head + LETTER.replace(b"\r\n", b"\n")
    assert list((tmp_path / "outbox" / "tmp").iterdir()) == []
    box = mailbox.Maildir(tmp_path / "outbox", create=False)
    assert [message["Delivered-To"] for message in box] == ["ann@example.org"]


def test_a_second_try_finds_the_first_and_does_nothing(tmp_path: Path) -> None:
    first = deliver(tmp_path, "17.1")
    stamp = first.stat().st_mtime_ns
    assert deliver(tmp_path, "17.1").stat().st_mtime_ns == stamp
    first.rename(tmp_path / "cur" / "17.1:2,S")
    deliver(tmp_path, "17.1")
    assert list((tmp_path / "new").iterdir()) == list((tmp_path / "tmp").iterdir()) == []


def test_many_mails_are_shown_only_when_all_of_them_are_safe(tmp_path: Path) -> None:
    maildir = Maildir(tmp_path)
    for number in range(3):
        maildir.put(LETTER, "ann@example.org", f"17.{number}")
    assert list((tmp_path / "new").iterdir()) == []
    (tmp_path / "tmp" / "17.1").unlink()
    with pytest.raises(FileNotFoundError):
        maildir.settle()
    assert list((tmp_path / "new").iterdir()) == []
    for number in range(3):
        maildir.put(LETTER, "ann@example.org", f"17.{number}")
    maildir.settle()
    assert {each.name for each in (tmp_path / "new").iterdir()} == {"17.0", "17.1", "17.2"}


def test_mails_are_synced_before_they_are_shown_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maildir, synced = Maildir(tmp_path), []

    def sync(path: str, how: int) -> None:
        synced.append((Path(path).relative_to(tmp_path).as_posix(), sorted(each.name for each in new.iterdir())))

    new = tmp_path / "new"
    monkeypatch.setattr(delivery, "_sync", sync)
    for name in ("17.1", "17.2"):
        maildir.put(LETTER, "ann@example.org", name)
    maildir.settle()
    assert sorted(synced[:2]) == [("tmp/17.1", []), ("tmp/17.2", [])]  # beside each other, so in any order
    assert synced[2:] == [("new", ["17.1", "17.2"])]


def test_what_a_crash_left_in_tmp_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    (tmp_path / "tmp" / "17.1").write_bytes(b"half a ma")
    assert deliver(tmp_path, "17.1").read_bytes().endswith(b"A PAR - BUR\n")


@pytest.mark.parametrize("name", ["../evil", "a/b", "", ".hidden", "a b", "x" * 201])
def test_no_name_leads_out_of_the_maildir(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="not a file name"):
        deliver(tmp_path, name)


class Sink:
    """A smarthost that answers from a table: the first words of a command → the answer."""

    def __init__(self, answers: dict[str, str]) -> None:
        self.answers = answers
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.commands: list[str] = []
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _answer(self, line: str) -> str:
        self.commands.append(line)
        for start, answer in self.answers.items():
            if line.upper().startswith(start.upper()):
                return answer
        return {"DATA": "354 go", "QUIT": "221 bye"}.get(line.upper(), "250 ok")

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self.server.accept()
            except OSError:
                return
            with connection, connection.makefile("rwb") as file:
                self._talk(file)

    def _talk(self, file) -> None:
        reply, data = self.answers.get("GREETING", "220 sink"), False
        while reply != "DROP":
            file.write(reply.encode() + b"\r\n")
            file.flush()
            line = file.readline()
            while data and line and line != b".\r\n":
                line = file.readline()
            if not line:
                return
            data, reply = False, self._answer("END" if data else line.decode().strip())
            data = reply.startswith("354")
            if reply.startswith("221"):
                file.write(reply.encode() + b"\r\n")
                return

    def close(self) -> None:
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()
        self.thread.join(5)


ANN, BOB = "ann@example.org", "bob@example.net"


@pytest.mark.parametrize(
    ("answers", "ann", "bob"),
    [
        ({}, "sent", "sent"),
        ({"RCPT TO:<bob": "550 5.1.1 no such user"}, "sent", "permanent"),
        ({"RCPT TO:<bob": "451 4.7.1 greylisted"}, "sent", "temporary"),
        ({"RCPT": "550 no"}, "permanent", "permanent"),
        ({"END": "554 5.7.1 spam"}, "permanent", "permanent"),
        ({"END": "452 full"}, "temporary", "temporary"),
        ({"GREETING": "554 go away"}, "temporary", "temporary"),
        ({"MAIL": "550 you may not"}, "temporary", "temporary"),
        ({"GREETING": "DROP"}, "temporary", "temporary"),
        ({"MAIL": "DROP"}, "temporary", "temporary"),
        ({"DATA": "DROP"}, "temporary", "temporary"),
        ({"END": "DROP"}, "temporary", "temporary"),
    ],
    ids=repr,
)
def test_each_recipient_has_his_own_outcome(answers: dict[str, str], ann: str, bob: str) -> None:
    host = Sink(answers)
    outcomes = Smarthost.parse(f"smtp://127.0.0.1:{host.port}", hostname="judge.example").send(LETTER, "", (ANN, BOB))
    host.close()
    assert (outcomes[ANN].fate, outcomes[BOB].fate) == (ann, bob)


def test_the_words_of_a_refusal_are_passed_on() -> None:
    host = Sink({"RCPT": "550 5.1.1 no such user"})
    smarthost = Smarthost.parse(f"smtp://127.0.0.1:{host.port}", hostname="judge.example")
    assert smarthost.send(LETTER, "", (BOB,)) == {BOB: Outcome("permanent", "550 5.1.1 no such user")}
    host.close()


def test_a_smarthost_that_is_not_there_or_says_nothing_is_a_temporary_failure() -> None:
    silent = socket.create_server(("127.0.0.1", 0))
    port = silent.getsockname()[1]
    smarthost = Smarthost.parse(f"smtp://127.0.0.1:{port}", hostname="judge.example", timeout=0.2)
    assert smarthost.send(LETTER, "", (ANN,))[ANN].fate == "temporary"
    silent.close()
    assert smarthost.send(LETTER, "", (ANN,))[ANN].fate == "temporary"


def test_a_password_is_not_sent_in_clear_and_not_shown() -> None:
    host = Sink({"EHLO": "250-sink\r\n250 AUTH PLAIN LOGIN"})
    smarthost = Smarthost.parse(f"smtp://me:hunter2@127.0.0.1:{host.port}", hostname="judge.example")
    outcome = smarthost.send(LETTER, "", (ANN,))[ANN]
    host.close()
    assert outcome.fate == "temporary"
    assert not any(command.startswith("AUTH") for command in host.commands)
    assert "hunter2" not in repr(smarthost) + outcome.reply


def test_an_address_with_a_line_end_in_it_is_never_spoken() -> None:
    host = Sink({})
    smarthost = Smarthost.parse(f"smtp://127.0.0.1:{host.port}", hostname="judge.example")
    assert smarthost.send(LETTER, "", ("a@b.example\r\nRSET",))["a@b.example\r\nRSET"].fate == "permanent"
    host.close()
    assert "RSET" not in host.commands[:3]


def test_a_mail_sent_to_the_listener_arrives_byte_for_byte(open_house: Open) -> None:
    house = open_house(shelf=Shelf())
    dotted = LETTER + b".\r\n..x\r\n"
    Smarthost.parse(f"smtp://127.0.0.1:{house.port}", hostname="me").send(dotted, ANN, ("judge@judge.example",))
    assert house.shelf.kept[0].raw == dotted


def test_tries_come_less_and_less_often() -> None:
    waits = [backoff(attempt) for attempt in range(1, 12)]
    assert waits == sorted(waits)
    assert waits[0] == 60
    assert waits[-1] == 4 * 3600
