"""Writing to each other: the part of the command table about press and the diary."""

from __future__ import annotations

from judge.usecases.verb import Verb, verb

END_OF_PRESS = ("ENDPRESS", "END PRESS", "ENDBROADCAST", "END BROADCAST")
_HOW = r"(?P<how>(?:(?:GR[EA]Y|WHITE|(?:UN)?ANONYMOUS(?:LY)?|QUIET|NOFAKE|FAKE)\s+)*)"
_HOW_AFTER = r"(?P<how2>(?:\s+(?:GR[EA]Y|WHITE|(?:UN)?ANONYMOUS(?:LY)?|QUIET|NOFAKE|FAKE\s+BROADCAST)\b)*)"

TALKING: tuple[Verb, ...] = (
    verb(
        "POSTAL", rf"(?:{_HOW}POSTAL(?:\s+PRESS)?{_HOW_AFTER}):?",
        syntax="POSTAL PRESS … ENDPRESS", example="POSTAL PRESS\nParis: all is quiet.\nENDPRESS",
        summary="Press to all that is kept and comes out with the next results.", block=END_OF_PRESS,
    ),
    verb(
        "BROADCAST", rf"{_HOW}(?:BROADCAST|PRESS(?:\s+TO)?\s+(?:ALL|EVERYBODY|EVERYONE)){_HOW_AFTER}(?P<sure>\s?!)?:?",
        syntax="BROADCAST … ENDBROADCAST", example="BROADCAST\nPeace!\nENDBROADCAST",
        summary="Press to everybody.", block=END_OF_PRESS,
    ),
    verb(
        "PRESS",
        rf"{_HOW}(?:PRESS|BROADCAST)(?P<sure>\s?!)?{_HOW_AFTER}(?:\s+TO)?(?:\s*(?P<to>[+-][^:]+?|(?<=\s)[^:]+?))?:?",
        syntax="PRESS TO power[,power…] … ENDPRESS | PRESS TO ALL BUT r … ENDPRESS | PRESS +fr | PRESS -r | "
        "GREY PRESS TO power",
        example="PRESS TO ENGLAND\nHello.\nENDPRESS",
        summary="Press to some: names, or letters in one word (`fr`), M for the Master, O for observers. GREY leaves "
        "your name out where the game allows it. A reply to press needs no such line: its text goes to the "
        "same people.",
        block=END_OF_PRESS,
    ),
    verb(
        "SENDPRESS", r"SEND(?:\s+(?:IT|THE\s+)?PRESS)?", syntax="SEND PRESS", example="SEND PRESS",
        summary="Sends the press that the judge held back with a question.",
    ),
    verb(
        "TAKEORDERS", r"TAKE\s+(?:THE\s+)?ORDERS", syntax="TAKE ORDERS", example="TAKE ORDERS",
        summary="Takes the order lines of the press that the judge held back as orders, and sends nothing.",
    ),
    verb(
        "CANCELPRESS", r"(?:CANCEL|RECALL|UNSEND)\s+PRESS", syntax="CANCEL PRESS", example="CANCEL PRESS",
        summary="Takes back your last press if it is still held, waits for the results, or is within your PRESS DELAY.",
    ),
    verb(
        "PRESSDELAY", r"SET ?PRESS\s?DELAY\s+(?P<length>\d+\s?[A-Za-z]+|0)", r"SET ?(?P<off>NO\s?)PRESS\s?DELAY",
        syntax="SET PRESS DELAY length | SET NO PRESS DELAY", example="SET PRESS DELAY 10M", who="anyone",
        summary="How long your press waits before it goes, so that CANCEL PRESS can take it back. Usually not at all.",
    ),
    verb(
        "DIARY", r"DIARY\s+(?:RECORD|WRITE):?",
        syntax="DIARY RECORD … ENDPRESS", example="DIARY RECORD\nI trust nobody.\nENDPRESS",
        summary="A note for yourself; when the game is over all notes are shown to all.",
        block=("ENDDIARY", "END DIARY", *END_OF_PRESS),
    ),
    verb(
        "DIARYLIST", r"DIARY(?:\s+(?P<what>LIST))?", r"DIARY\s+(?P<what>READ|DELETE)\s+(?P<number>\d{1,6})",
        syntax="DIARY LIST | DIARY READ n | DIARY DELETE n", example="DIARY LIST",
        summary="Your notes, one of them in full, or one taken out.",
    ),
)  # fmt: skip
