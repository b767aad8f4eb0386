"""What befalls an operator: disks that fill, clocks that go astray, days without a machine, copies of yesterday."""

from __future__ import annotations

import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.faults.office import ANN, BOB, GM, Office, open_office, orders
from tests.faults.sink import Sink
from tests.stories.house import text_of


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """As on a disk that is nearly full, a write takes what there is room for, and only the next one fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_mail_that_has_room_for_its_half_only_is_delivered_whole_later(office: Office) -> None:
    office.begin_game("first")
    office.mails()
    office.mail(ANN, "RULES\nHELP\nMAP\nSIGNOFF")
    folder = office.judge.settings.data_dir / "outbox" / "new"
    before = len(list(folder.iterdir()))
    carry, real = office.judge.post_room.carry, type(office.judge.post_room.carry).__call__

    def cramped(*arguments: object, **more: object) -> object:
        with largest_file(2000):
            return real(*arguments, **more)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(carry), "__call__", cramped)
        office.judge.post_room.deliver_due()
    assert len(list(folder.iterdir())) == before, "half a mail was shown"
    office.clock.advance(minutes=1)
    office.assert_clean()


def test_a_maildir_that_cannot_be_written_to_gets_everything_when_it_can(office: Office) -> None:
    outbox = office.judge.settings.data_dir / "outbox"
    office.begin_game("first")
    office.mails()
    shutil.rmtree(outbox)
    outbox.write_text("somebody put a file here")
    office.mail(ANN, "HELP\nSIGNOFF")
    office.judge.post_room.deliver_due()
    outbox.unlink()
    office.clock.advance(minutes=1)
    assert [mail["X-Judge-Kind"] for mail in office.mails(to=ANN)] == ["reply"]


def test_told_to_stop_between_two_batches_it_gives_back_what_it_leased(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        office.mail(ANN, "HELP\nSIGNOFF")
    room, outbox = office.judge.post_room, office.judge.store.outbox
    real = outbox.turn

    def turn(*arguments: Any, **more: Any) -> Any:
        room.stop()
        room.close()
        return real(*arguments, **more)

    monkeypatch.setattr(outbox, "turn", turn)
    assert room.deliver_due() == 0
    assert len(outbox.lease(office.clock.now(), 10)) == 3


def test_a_reader_who_moves_and_deletes_mails_gets_each_once(office: Office) -> None:
    outbox = office.judge.settings.data_dir / "outbox"
    seen = []
    for round_ in range(6):
        office.mail(ANN, "HELP\nSIGNOFF")
        office.judge.post_room.deliver_due()
        for path in sorted((outbox / "new").iterdir()):
            seen.append(path.name)
            if round_ % 2:
                path.rename(outbox / "cur" / f"{path.name}:2,S")
            else:
                path.unlink()
        if round_ == 3:
            shutil.rmtree(outbox)
    assert len(seen) == len(set(seen)) == 6


@pytest.mark.parametrize("away", [{"days": 4}, {"days": 400}])
def test_after_days_without_the_judge_one_refusal_for_now_gives_no_mail_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, away: dict[str, int]
) -> None:
    """What was written before it went down is old by then; a greylisting smarthost refuses it once."""
    later = True
    with (
        Sink(lambda verb, *_: "451 4.7.1 greylisted" if later and verb == "RCPT" else None) as sink,
        open_office(tmp_path, monkeypatch, delivery=sink.url) as office,
    ):
        for sender in (ANN, BOB, GM):
            office.mail(sender, "HELP\nSIGNOFF")
        office.clock.advance(**away)
        office.judge.post_room.deliver_due()
        later = False
        office.clock.advance(minutes=1)
        office.judge.post_room.deliver_due()
        assert {rcpt for rcpt, _ in sink.mails} == {ANN, BOB, GM}


def test_what_a_clock_a_year_ahead_put_off_does_not_wait_for_a_year(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    down = True
    with (
        Sink(lambda verb, *_: "421 4.3.2 down" if down and verb == "CONNECT" else None) as sink,
        open_office(tmp_path, monkeypatch, delivery=sink.url) as office,
    ):
        office.begin_game("first")
        before = office.clock.time
        office.clock.trusted = False
        office.judge.tick()
        office.clock.advance(days=366)
        office.judge.tick()
        tried = office.mail(ANN, "HELP\nSIGNOFF")
        office.judge.post_room.deliver_due()
        leased = office.mail(BOB, "HELP\nSIGNOFF")
        office.judge.store.outbox.lease(office.clock.now(), 100)
        claimed = office.keep(ANN, orders("france", "first", "A PAR H"))
        assert office.judge.store.inbox.next_letters(1)
        down = False
        office.clock.time = before + timedelta(minutes=1)
        office.judge.tick()
        office.judge.clerk.work_letters()
        office.judge.post_room.deliver_due()
        outbox, letters = office.judge.store.outbox, [tried.id, leased.id, claimed.id]
        assert [[mail.status for mail in outbox.traces(letter)] for letter in letters] == [["sent"]] * 3
        assert office.game("first").phase_no == 1
        assert {rcpt for rcpt, _ in sink.mails} >= {ANN, BOB}


def test_on_a_copy_of_yesterday_no_mail_takes_the_name_or_the_number_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers of rows come again; a mail's Message-ID and file must not, or it would be taken for the other."""
    with open_office(tmp_path / "var", monkeypatch) as office:
        office.begin_game("first")
        office.judge.post_room.deliver_due()
    shutil.copytree(tmp_path / "var", tmp_path / "yesterday", ignore=shutil.ignore_patterns("outbox"))
    with open_office(tmp_path / "var", monkeypatch) as office:
        office.order("france", "first", "A PAR - BUR")
        office.order("england", "first", "A CAL - DOV")
        old = {str(mail["Message-ID"]) for mail in office.mails()}
    for left in ("judge.sqlite3", "judge.sqlite3-wal", "judge.sqlite3-shm"):
        (tmp_path / "var" / left).unlink(missing_ok=True)
    shutil.copy(tmp_path / "yesterday" / "judge.sqlite3", tmp_path / "var" / "judge.sqlite3")
    with open_office(tmp_path / "var", monkeypatch) as office:
        office.order("burgundy", "first", "A DIJ H")
        office.order("france", "first", "A PAR H")
        new = [mail for mail in office.mails() if mail["Message-ID"] not in old]
        assert [mail["X-Judge-Kind"] for mail in new] == ["receipt", "receipt"]
        assert "A DIJ" in text_of(new[0])
