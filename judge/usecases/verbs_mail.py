"""What a person says about his mails: which kinds, when, how they look."""

from __future__ import annotations

from judge.usecases.verb import Verb, verb

_NO = r"(?P<off>NO\s?)?"

MAILING: tuple[Verb, ...] = (
    verb(
        "PREFERENCES", r"(?:(?:SEE|SHOW|GET)\s+)?(?:MY\s+)?PREFERENCES",
        syntax="PREFERENCES | SEE PREFERENCES", example="PREFERENCES", who="anyone",
        summary="What you have set about your mails: language, zone, kinds, digest, reminders, how they look, and the "
        "command that changes each.",
    ),
    verb(
        "MAIL", r"SET ?MAIL\s+(?P<topic>[A-Za-z]{3,20})\s+(?P<mode>ON|OFF|DIGEST)",
        r"SET ?(?P<off>NO\s?)MAIL\s+(?P<topic>[A-Za-z]{3,20})",
        syntax="SET MAIL kind ON|OFF|DIGEST", example="SET MAIL JOINS OFF", who="anyone",
        summary="Kinds of mail that you need not have: REMINDERS, LATE (others missed a deadline), JOINS (players come "
        "and go), ABSENCES, BROADCASTS (off only where you observe), CALLS (of substitutes). DIGEST: all in one mail. "
        "Results, receipts and press to you always come.",
    ),
    verb(
        "DIGEST", r"SET ?DIGEST\s+(?P<at>\d{1,2}(?:[:.h]\d{2})?\s?(?:[AP]M)?)", r"SET ?(?P<off>NO\s?)DIGEST",
        syntax="SET DIGEST 07:00 | SET NO DIGEST", example="SET DIGEST 07:00", who="anyone",
        summary="One mail a day, at that time of your zone, with what may wait: late notices about others, joins, "
        "absences, broadcasts. What has a deadline, and press to you, never waits in it.",
    ),
    verb(
        "PICTURES", rf"SET ?{_NO}(?:MAPS?|PICTURES?)",
        syntax="SET NO MAP | SET MAP", example="SET NO MAP", who="anyone",
        summary="Whether your mails show the board as a picture; the text always tells all of it.",
    ),
    verb(
        "TEXT", r"SET ?(?P<plain>TEXT)(?:\s?ONLY)?", r"SET ?HTML",
        syntax="SET TEXT ONLY | SET HTML", example="SET TEXT ONLY", who="anyone",
        summary="Whether your mails are plain text alone, without HTML and pictures.",
    ),
    verb(
        "CALENDAR", rf"SET ?{_NO}CALENDAR",
        syntax="SET NO CALENDAR | SET CALENDAR", example="SET NO CALENDAR", who="anyone",
        summary="Whether mails bring deadlines as calendar entries, with alarms at your reminder times.",
    ),
)  # fmt: skip
