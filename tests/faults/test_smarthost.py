"""Whatever the smarthost does, every mail arrives once, nobody else waits, and who can't be reached is named (F12)."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.mail.backoff import TABLE
from tests.faults.ledger import Ledger
from tests.faults.office import ANN, BOB, GM, Office, open_office
from tests.faults.sink import HANG_UP, RESET, Sink

Answer = Callable[[str, str, int], str | None]


def once(verb: str, answer: str) -> Answer:
    """Fails at the first time a verb comes."""
    return lambda seen, _, number: answer if (seen, number) == (verb, 1) else None


TROUBLES = [
    *(once(verb, answer) for verb in ("CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "DOT") for answer in (HANG_UP, RESET)),
    *(once(verb, "451 4.3.0 later") for verb in ("MAIL", "RCPT", "DATA", "DOT")),
    once("CONNECT", "421 4.3.2 closing"),
    once("CONNECT", "554 5.7.1 no"),
    once("MAIL", "550 5.7.1 sender refused"),
]


def delivered(sink: Sink) -> list[EmailMessage]:
    return [email.message_from_bytes(raw, policy=email.policy.default) for _, raw in sink.mails]  # type: ignore[misc]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_failure_at_any_verb_delays_one_mail_and_loses_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Answer
) -> None:
    with Sink(trouble) as sink, open_office(tmp_path, monkeypatch, delivery=sink.url) as office:
        for sender in (ANN, BOB, GM):
            office.mail(sender, "HELP\nSIGNOFF")
        office.judge.post_room.deliver_due()
        assert {rcpt for rcpt, _ in sink.mails} >= {BOB, GM}, "the others were held up"
        office.clock.advance(seconds=TABLE[0] - 1)
        office.judge.post_room.deliver_due()
        before = len(sink.mails)
        office.clock.advance(seconds=1)
        office.judge.post_room.deliver_due()
        assert len(sink.mails) == before + 1
        assert {rcpt for rcpt, _ in sink.mails} == {ANN, BOB, GM}
        verdict = office.ledger.verdict(office.judge.settings.database, delivered(sink))
        verdict.assert_clean(resent=1 if len(sink.mails) == 4 else 0)


@pytest.mark.parametrize("ending", [HANG_UP, RESET, "421 4.7.0 enough for one connection"])
def test_many_mails_go_over_one_connection_and_one_that_is_over_delays_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    connections: list[int] = []

    def enough_after_three(verb: str, _: str, number: int) -> str | None:
        if verb == "CONNECT":
            connections.append(number)
        return ending if (verb, number) == ("MAIL", 4) else None

    with Sink(enough_after_three) as sink, open_office(tmp_path, monkeypatch, delivery=sink.url) as office:
        for _ in range(8):
            office.mail(ANN, "HELP\nSIGNOFF")
        office.judge.post_room.deliver_due()
        assert len(sink.mails) == 8
        assert len(connections) == 2
        office.ledger.verdict(office.judge.settings.database, delivered(sink)).assert_clean()


def test_a_smarthost_that_is_down_is_tried_after_the_back_off_table_and_gets_everything_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    down = True
    with (
        Sink(lambda verb, *_: "421 4.3.2 down" if down and verb == "CONNECT" else None) as sink,
        open_office(tmp_path, monkeypatch, delivery=sink.url) as office,
    ):
        office.begin_game("first")
        office.judge.post_room.deliver_due()
        waits = []
        for _ in range(5):
            following = office.judge.store.outbox.next_attempt()
            assert following is not None
            waits.append((following - office.clock.time).total_seconds())
            office.clock.time = following
            office.judge.post_room.deliver_due()
        assert waits == list(TABLE[:5])
        down = False
        office.clock.advance(hours=4)
        office.judge.post_room.deliver_due()
        verdict = office.ledger.verdict(office.judge.settings.database, delivered(sink))
        verdict.assert_clean()
        mine = [mail["X-Judge-Kind"] for mail in delivered(sink) if mail["To"] == ANN]
        assert mine.index("reply") < mine.index("start")


def test_after_an_outage_of_two_days_results_come_in_order_and_no_reminder_of_a_phase_that_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T8: the backlog tells what happened, and asks nobody for orders that are too late."""
    down = False
    with (
        Sink(lambda verb, *_: "421 4.3.2 down" if down and verb == "CONNECT" else None) as sink,
        open_office(tmp_path, monkeypatch, delivery=sink.url) as office,
    ):
        office.begin_game("first", timing="TIMING MOVE 1D RETREAT 1D ADJUST 1D GRACE 0H WARN 6H\nNMR HOLD")
        office.judge.post_room.deliver_due()
        before, down = len(sink.mails), True
        for _ in range(2 * 24):
            office.clock.advance(hours=1)
            office.judge.clerk.tick(office.clock.time)
            office.judge.post_room.deliver_due()
        down = False
        office.clock.advance(hours=4)
        office.judge.post_room.deliver_due()
        mine = [mail for mail in delivered(sink)[before:] if mail["To"] == ANN]
        phase_now = office.game("first").position.phase
        reminded = [mail["X-Judge-Phase"] for mail in mine if mail["X-Judge-Kind"] == "reminder"]
        told = [mail["X-Judge-Phase"] for mail in mine if mail["X-Judge-Kind"] == "results"]
        assert (len(told), told) == (2, sorted(told))
        assert set(reminded) <= {phase_now}
        with office.judge.store.engine.connect() as connection:
            dropped = connection.exec_driver_sql("SELECT count(*) FROM outbox WHERE status = 'dropped'").scalar_one()
        assert dropped > 0, "reminders were made meanwhile, and dropped"
        office.ledger.verdict(office.judge.settings.database, delivered(sink)).assert_clean()


@pytest.mark.parametrize("refusal", ["550 5.1.1 no such user", "451 4.2.1 mailbox busy"])
def test_one_player_who_cannot_be_reached_is_named_to_the_gm_and_all_others_get_their_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusal: str
) -> None:
    def no_ann(verb: str, argument: str, _: int) -> str | None:
        return refusal if verb == "RCPT" and ANN in argument else None

    with Sink(no_ann) as sink, open_office(tmp_path, monkeypatch, delivery=sink.url) as office:
        office.begin_game("first")
        for _ in range(80):
            office.judge.post_room.deliver_due()
            office.clock.advance(hours=1)
        notices = [mail for mail in delivered(sink) if mail["X-Judge-Kind"] == "notice" and mail["To"] == GM]
        told = [text for text in (str(mail.get_body(("plain",))) for mail in notices) if "not be delivered" in text]
        assert told
        assert all(ANN in text for text in told)
        with office.judge.store.begin() as uow:
            person = uow.person_at(ANN)
            assert person is not None
            assert person.bouncing
        assert {rcpt for rcpt, _ in sink.mails} == {BOB, "cid@players.example", GM}
        assert Ledger().verdict(office.judge.settings.database, delivered(sink)).numbers()["resent"] == 0


def test_mails_leased_longer_than_a_lease_allows_are_given_back_before_they_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock: list[Office] = []

    def slow(verb: str, *_: object) -> str | None:
        if verb == "DOT":
            clock[0].clock.time += timedelta(minutes=2)
        return None

    with Sink(slow) as sink, open_office(tmp_path, monkeypatch, delivery=sink.url) as office:
        clock.append(office)
        for _ in range(6):
            office.mail(ANN, "HELP\nSIGNOFF")
        office.judge.post_room.deliver_due()
        assert len(sink.mails) == 6
        office.ledger.verdict(office.judge.settings.database, delivered(sink)).assert_clean()
