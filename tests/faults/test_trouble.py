"""One bad letter, mail or game stops nothing else, and a database that is away blames nobody (F5-F7, F9, F13)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from judge.game.game import Stage
from judge.mail.listener import Incoming
from judge.render.mails import Renderer
from judge.store import engine
from judge.usecases import clerk, deadlines
from judge.usecases.desk import Services
from judge.usecases.letters import Letter, Taken
from judge.usecases.ports import Mail, StoredLetter, UnitOfWork
from tests.faults.office import ANN, BOB, CID, GM, PLAYERS, Office, open_office, orders
from tests.faults.world import World
from tests.store.samples import full_disk
from tests.stories.house import text_of

FULL = {
    "france": "A PAR H\nA DAU H\nA ORL H\nA TOU H\nA PRO H",
    "england": "F DEV H\nA NMD H\nF LON H\nA CAL H\nA GUY H",
    "burgundy": "A DIJ H\nA LUX H\nA FLA H\nF HOL H",
}


@contextmanager
def locked(office: Office) -> Iterator[None]:
    """Another process holds the database."""
    other = sqlite3.connect(office.judge.settings.database.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.close()


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    """An office that waits for a locked database for a tenth of a second only."""
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.1)
    with open_office(tmp_path / "var", monkeypatch) as office:
        yield office


def test_a_locked_database_delays_letters_phases_and_mails_and_blames_none_of_them(impatient: Office) -> None:
    office = impatient
    office.begin_game("first")
    kept = office.keep(ANN, orders("france", "first", FULL["france"]))
    office.clock.advance(days=3)
    work = (office.judge.clerk.work_letters, office.judge.tick, office.judge.post_room.deliver_due)
    with locked(office):
        for each in (*work, *work):
            with pytest.raises(OperationalError):
                each()
    office.judge.clerk.work_letters()
    state = office.judge.store.inbox.state(kept.id)
    assert state is not None
    assert (state.status, state.attempts) == ("done", 0)
    office.judge.tick()
    assert office.game("first").stage is Stage.RUNNING
    assert office.game("first").phase_no == 2
    office.assert_clean()


def test_a_database_that_goes_away_in_the_middle_of_anything_loses_and_doubles_nothing(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every n-th statement fails once, for all n: work is begun again each time, and the books agree."""
    office.begin_game("first")
    for power, text in FULL.items():
        office.keep(PLAYERS[power], orders(power, "first", text))
    failures = _fail_at_growing_distance(office)
    for _ in range(200):
        try:
            office.judge.clerk.work_letters()
            office.judge.tick()
            office.judge.post_room.deliver_due()
        except OperationalError:
            continue
        break
    assert failures() > 10
    office.assert_clean()
    assert office.game("first").phase_no == 2
    assert len(office.mails("results", ANN)) == 1


def _fail_at_growing_distance(office: Office) -> Any:
    """The database fails at the 1st statement from now, then at the 4th after that, the 7th, …"""
    state = {"left": 1, "failed": 0}

    def before(*_: object) -> None:
        state["left"] -= 1
        if state["left"] == 0:
            state["failed"] += 1
            state["left"] = 1 + 3 * state["failed"]
            raise sqlite3.OperationalError("disk I/O error")

    event.listen(office.judge.store.engine, "before_cursor_execute", before)
    return lambda: state["failed"]


def test_a_full_disk_refuses_letters_for_now_and_takes_them_when_there_is_room(office: Office) -> None:
    office.begin_game("first")
    raw = b"From: ann@players.example\r\nMessage-ID: <big@x>\r\n\r\n" + b"x" * 60_000 + b"\r\n"
    with full_disk(office.judge.store, 1):
        (answer,) = office.judge.keep([Incoming(raw, ANN, ("judge@judge.localhost",), "here")])
    assert isinstance(answer, OperationalError)
    office.keep(ANN, "", serial="<big@x>", raw=raw)
    office.judge.clerk.work_letters()
    office.order("france", "first", "A PAR H")
    office.assert_clean()


def test_a_game_whose_adjudication_fails_is_paused_and_told_once_and_others_go_on(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bad", "good"):
        office.begin_game(name)
    real = deadlines.adjudicate
    calls = []

    def breaks(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            raise RecursionError("a paradox of its own")
        return real(*arguments)

    monkeypatch.setattr(deadlines, "adjudicate", breaks)
    office.clock.advance(days=3)
    for _ in range(3):
        office.judge.tick()
    assert office.game("bad").stage is Stage.PAUSED
    assert office.game("bad").phase_no == 1
    assert office.game("good").phase_no == 2
    for person in (*PLAYERS.values(), GM):
        bad = [text_of(mail) for mail in office.mails("notice", person) if mail["X-Judge-Game"] == "bad"]
        assert len([text for text in bad if "paused" in text]) == 1
    assert "paused" in office.texts("notice", ANN)
    office.assert_clean()


def test_a_game_whose_variant_cannot_be_read_any_more_stops_no_other(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bad", "good"):
        office.begin_game(name)
    real = type(office.judge.services).variant

    def missing(self: Any, uow: Any, game: Any) -> Any:
        if game.name == "bad":
            raise LookupError("the variant is missing")
        return real(self, uow, game)

    monkeypatch.setattr(type(office.judge.services), "variant", missing)
    office.clock.advance(days=3)
    office.judge.tick()
    assert office.game("bad").stage is Stage.PAUSED
    assert office.game("good").phase_no == 2


def test_a_letter_that_cannot_be_worked_off_is_set_aside_and_the_next_one_is_answered(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.begin_game("first")
    poison = office.keep(ANN, orders("france", "first", "A PAR H"))
    real = clerk.take

    def breaks(services: Any, uow: Any, letter: Any) -> Any:
        taken = real(services, uow, letter)
        if letter.id == poison.id:
            raise RuntimeError("after everything was done")
        return taken

    monkeypatch.setattr(clerk, "take", breaks)
    office.order("england", "first", "A CAL H")
    (aside,) = office.judge.store.inbox.aside()
    assert aside.id == poison.id
    assert "after everything was done" in (aside.error or "")
    assert office.on_file("first", "1425M").keys() == {"ENGLAND"}
    monkeypatch.setattr(clerk, "take", real)
    assert office.judge.store.inbox.retry(poison.id)
    office.judge.clerk.work_letters()
    assert office.on_file("first", "1425M").keys() == {"ENGLAND", "FRANCE"}
    office.assert_clean()


@pytest.mark.parametrize("depth", [10, 40])
def test_a_letter_nested_as_deep_as_the_door_lets_in_harms_nobody(office: Office, depth: int) -> None:
    nested = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (number, number) for number in range(depth)
    )
    raw = b"From: ann@players.example\r\nTo: judge@judge.localhost\r\nMessage-ID: <deep@x>\r\nMIME-Version: 1.0\r\n"
    office.keep(ANN, "", serial="<deep@x>", raw=raw + nested + b"Content-Type: text/plain\r\n\r\nHELP\r\n")
    office.mail(BOB, "HELP\nSIGNOFF")
    assert office.mails("reply", BOB)
    office.assert_clean()


def test_a_mail_that_cannot_be_made_waits_and_every_other_mail_leaves(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.begin_game("first")
    real = Renderer.render

    def breaks(self: Renderer, mail: Mail) -> Any:
        if mail.to == CID and mail.kind == "start":
            raise ValueError("a hole in the data")
        return real(self, mail)

    monkeypatch.setattr(Renderer, "render", breaks)
    assert {mail["To"] for mail in office.mails("start")} >= {ANN, BOB}
    assert not office.mails("start", CID)
    monkeypatch.setattr(Renderer, "render", real)
    office.clock.advance(minutes=1)
    assert len(office.mails("start", CID)) == 1
    office.assert_clean()


def test_a_name_with_every_kind_of_line_end_stops_no_mail(office: Office) -> None:
    name = "=?utf-8?q?Ann=E2=80=A8=C2=85=0B_Bcc=3A_eve=40x=2Eexample?="
    head = f"From: {name} <{ANN}>\r\nTo: judge@judge.localhost\r\nMessage-ID: <name@x>\r\nSubject: {name}\r\n\r\n"
    office.mail(GM, "CREATE first gmsecret\nMAP hundred\nFORM\nSIGNOFF")
    office.keep(ANN, "", serial="<name@x>", raw=head.encode() + b"JOIN first pw\r\nSIGNOFF\r\n")
    office.mail(BOB, "JOIN first pw\nSIGNOFF")
    office.mail(CID, "JOIN first pw\nSIGNOFF")
    assert {mail["To"] for mail in office.mails("start")} >= {ANN, BOB, CID}
    assert not [mail for mail in office.mails() if mail["Bcc"]]
    office.assert_clean()


def test_a_letter_claimed_when_the_server_was_killed_is_worked_off_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_office(tmp_path, monkeypatch) as office:
        office.keep(ANN, "HELP\nSIGNOFF")
        claimed = next(iter(office.judge.store.inbox.next_letters(1)), None)
        assert isinstance(claimed, StoredLetter)
    with open_office(tmp_path, monkeypatch) as office:
        office.judge.clerk.work_letters()
        assert not office.mails(), "another process may have it in hand"
        office.judge.store.inbox.release_claims()  # what a server does when it has the store to itself
        office.judge.clerk.work_letters()
        assert len(office.mails("reply", ANN)) == 1


@pytest.mark.parametrize("number", range(6))
def test_a_letter_that_fails_among_others_keeps_none_of_them_from_being_worked_off_once(
    office: Office, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    office.begin_game("first")
    real, tried = clerk.take, []

    def take(services: Services, uow: UnitOfWork, letter: Letter) -> Taken:
        taken = real(services, uow, letter)
        tried.append(letter.id)
        if letter.subject == "bad":
            raise ZeroDivisionError
        return taken

    monkeypatch.setattr(clerk, "take", take)
    kept = []
    for at in range(6):
        head = f"From: {ANN}\r\nMessage-ID: <{at}@x>\r\nSubject: {'bad' if at == number else 'good'}\r\n\r\n"
        text = orders("france", "first", "A PAR H" if at % 2 else "A PAR - DIJ").replace("\n", "\r\n")
        kept.append(office.keep(ANN, "", serial=f"<{at}@x>", raw=(head + text).encode()))
    office.judge.clerk.work_letters()
    states = [office.judge.store.inbox.state(each.id) for each in kept]
    assert [state.status for state in states if state] == ["aside" if at == number else "done" for at in range(6)]
    assert len(office.mails("receipt", ANN)) == 5
    assert tried[-1] == kept[5].id if number < 5 else tried[-1] == kept[number].id
    last = "A PAR - DIJ" if number == 5 else "A PAR H"
    assert office.on_file("first", office.game("first").position.phase)["FRANCE"] == (last,)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 5, 9])
def test_a_failing_sync_is_answered_451_or_undone_and_the_letter_is_taken_later(tmp_path: Path, number: int) -> None:
    world = World(tmp_path)
    world.start()
    world.begin_game("first")
    world.stop()
    world.start_watched("-e", "trace=fdatasync", "-e", f"inject=fdatasync:error=EIO:when={number}")
    unsent = {f"<eio-{n}@players.example>" for n in range(8)}
    for serial in sorted(unsent):
        if world.try_to_send(ANN, orders("france", "first", "A PAR H"), serial):
            unsent.discard(serial)
    world.kill()
    world.start()
    for serial in sorted(unsent):
        world.send(ANN, orders("france", "first", "A PAR H"), message_id=serial)
    world.settle()
    world.stop()
    world.verdict().assert_clean()
