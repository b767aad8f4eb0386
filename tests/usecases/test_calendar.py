"""Deadlines in the calendar: what a calendar program holds after it has read all the mails of one player."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar

from tests.usecases.desk import ANN, BOB, CID, DOMAIN, GM, Office

PROCESS = "SIGNON Mfirst gmsecret\nPROCESS!\nSIGNOFF"


def events(office: Office, to: str) -> list[tuple[str, Any]]:
    """Method and event of every calendar file that came to somebody, oldest first, as a library reads them."""
    found = []
    for row in office.rows():
        if row.mail.to != to:
            continue
        message = email.message_from_bytes(office.judge.writer.write(row), policy=email.policy.default)
        for part in message.walk():
            if part.get_content_type() == "text/calendar":
                calendar = icalendar.Calendar.from_ical(part.get_payload(decode=True))
                (event,) = calendar.walk("VEVENT")
                assert part.get_param("method") == calendar["METHOD"]
                assert not event.errors
                assert not calendar.errors
                found.append((str(calendar["METHOD"]), event))
    return found


def shown(office: Office, to: str) -> Mapping[str, datetime]:
    """What the calendar shows in the end: phase → deadline. A lower or equal SEQUENCE never replaces a higher one."""
    held: dict[str, Any] = {}
    for method, event in events(office, to):
        uid = str(event["UID"])
        assert event["ORGANIZER"].startswith("mailto:")
        assert event["DTSTAMP"].dt.tzinfo is not None
        if uid in held and event["SEQUENCE"] < held[uid]["SEQUENCE"]:
            continue
        assert (method == "CANCEL") == (event["STATUS"] == "CANCELLED")
        held[uid] = event
    return {uid.split(".")[0]: each["DTSTART"].dt for uid, each in held.items() if each["STATUS"] == "CONFIRMED"}


def test_the_start_brings_the_first_deadline_with_alarms_at_the_players_own_lead_times(office: Office) -> None:
    office.create("first")
    office.write(ANN, "JOIN france@first annsecret\nSET REMINDER 24H,90M")
    office.write(BOB, "JOIN england@first bobsecret\nSIGNOFF")
    office.write(CID, "JOIN burgundy@first cidsecret\nSIGNOFF")
    ((method, event),) = events(office, ANN)
    assert method == "PUBLISH"
    assert event["DTSTART"].dt == office.game().deadline
    assert event["SEQUENCE"] == 0
    assert [alarm["TRIGGER"].dt for alarm in event.walk("VALARM")] == [-timedelta(hours=24), -timedelta(minutes=90)]
    assert str(event["UID"]).endswith(f"@{DOMAIN}")
    ((_, masters),) = events(office, GM)
    assert masters.walk("VALARM") == []


def test_a_moved_deadline_moves_the_entry_and_a_pause_takes_it_out(running: Office) -> None:
    running.write(GM, "SIGNON Mfirst gmsecret\nSET DEADLINE 2026-03-06 20:00\nSIGNOFF")
    assert shown(running, ANN) == {"1425m": running.game().deadline}
    assert running.game().deadline == datetime(2026, 3, 6, 20, tzinfo=UTC)
    running.write(GM, "SIGNON Mfirst gmsecret\nPAUSE\nSIGNOFF")
    assert shown(running, ANN) == {}
    running.write(GM, "SIGNON Mfirst gmsecret\nRESUME\nSIGNOFF")
    assert shown(running, ANN) == {"1425m": running.game().deadline}
    sequences = [event["SEQUENCE"] for _, event in events(running, ANN)]
    assert sequences == sorted(sequences)


def test_a_phase_processed_early_leaves_no_deadline_that_never_comes(running: Office) -> None:
    running.write(GM, PROCESS)
    running.pass_time(minutes=1)
    assert running.game().position.phase == "1430M"
    assert shown(running, ANN) == {"1430m": running.game().deadline}


def test_a_deadline_that_came_stays_in_the_calendar(running: Office) -> None:
    first = running.game().deadline
    running.pass_time(days=3, hours=1)
    assert shown(running, ANN) == {"1425m": first, "1430m": running.game().deadline}


def test_a_phase_taken_back_is_cancelled_and_the_one_played_again_is_newer(running: Office) -> None:
    running.write(GM, PROCESS)
    running.pass_time(minutes=1)
    running.write(GM, "SIGNON Mfirst gmsecret\nROLLBACK\nSIGNOFF")
    assert running.game().position.phase == "1425M"
    assert shown(running, ANN) == {"1425m": running.game().deadline}


def test_the_end_of_a_game_empties_the_calendar(running: Office) -> None:
    running.write(GM, "SIGNON Mfirst gmsecret\nTERMINATE\nSIGNOFF")
    running.pass_time(minutes=1)
    assert running.game().stage.value == "finished"
    assert shown(running, ANN) == {}


def test_other_mails_bring_no_entry_and_nobody_gets_one_against_his_will(running: Office) -> None:
    running.write(BOB, "SET NO CALENDAR")
    before = len(events(running, ANN)), len(events(running, BOB))
    running.write(CID, "BROADCAST\nHello.\nENDBROADCAST", running.to())
    running.write(ANN, "A PAR H", running.to())
    assert (len(events(running, ANN)), len(events(running, BOB))) == before
    running.pass_time(days=3, hours=1)
    assert len(events(running, ANN)) > before[0]
    assert len(events(running, BOB)) == before[1]


def test_a_japanese_entry_is_folded_between_whole_characters(running: Office) -> None:
    running.write(ANN, "SET LANGUAGE ja")
    running.pass_time(days=3, hours=1)
    _, event = events(running, ANN)[-1]
    assert event["SUMMARY"] == "first: 1430M の行軍の締切"
    raw = running.judge.writer.write(next(r for r in reversed(running.rows()) if r.mail.to == ANN))
    assert b"\xef\xbf\xbd" not in raw
