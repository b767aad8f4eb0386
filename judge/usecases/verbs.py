"""The command table: every verb, its forms and who uses it. HELP and the language reference are made from it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_GAME = r"[A-Za-z][A-Za-z0-9_-]{0,29}"
_SEAT = rf"\??\s?[A-Za-z0-9_-]{{1,31}}(?:@{_GAME})?"


@dataclass(frozen=True, slots=True)
class Verb:
    """One command. `forms` match the whole line (blanks squeezed, case ignored); named groups are its arguments.

    `block` words end a block that the verb opens; `deferred` commands act only if the letter has no bad line.
    """

    name: str
    forms: tuple[re.Pattern[str], ...]
    syntax: str
    example: str
    who: str = "player"
    block: tuple[str, ...] = ()
    deferred: bool = False

    @property
    def first_words(self) -> tuple[str, ...]:
        """The words a line of this verb can begin with, for did-you-mean."""
        return tuple(dict.fromkeys(form.split()[0].rstrip("!") for form in self.syntax.replace("[", "").split(" | ")))


def _verb(
    name: str,
    *forms: str,
    syntax: str,
    example: str,
    who: str = "player",
    block: tuple[str, ...] = (),
    deferred: bool = False,
) -> Verb:
    return Verb(name, tuple(re.compile(form, re.IGNORECASE) for form in forms), syntax, example, who, block, deferred)


_PW = r"(?:\s+(?P<password>[^\s<>]+))?"
_PRESS_END = ("ENDPRESS", "END PRESS", "ENDBROADCAST", "END BROADCAST")

VERBS: tuple[Verb, ...] = (
    _verb(
        "REGISTER", r"REGISTER(?:\s+(?P<name>.+))?",
        syntax="REGISTER [your name] … END", example="REGISTER Ann Lee\nZone: Europe/Paris\nEND",
        who="anyone", block=("END",),
    ),
    _verb(
        "JOIN",
        rf"JOIN\s+(?P<target>{_SEAT}){_PW}(?:\s+(?P<word>\S+))?",
        rf"SIGN ?ON\s+\?\s?(?P<target>{_GAME}){_PW}(?:\s+(?P<word>\S+))?",
        syntax="JOIN game [password] [word] | JOIN power@game [password] | SIGNON ?game [password]",
        example="JOIN first annsecret", who="anyone",
    ),
    _verb(
        "SIGNON", rf"SIGN ?ON\s+(?P<target>{_SEAT}){_PW}",
        syntax="SIGNON Fgame [password] | SIGNON france@game [password] | SIGNON Mgame password",
        example="SIGNON france@first annsecret",
    ),
    _verb(
        "TAKEOVER", rf"TAKE ?OVER\s+(?P<target>{_SEAT}){_PW}(?:\s+(?P<word>\S+))?",
        syntax="TAKEOVER power@game [password]", example="TAKEOVER france@first bobsecret", who="anyone",
    ),
    _verb(
        "OBSERVE", rf"(?:OBSERVE|WATCH)\s+(?:[A-Za-z0-9_-]+@)?(?P<target>{_GAME}){_PW}",
        syntax="OBSERVE game [password]", example="OBSERVE first", who="anyone",
    ),
    _verb(
        "RESIGN", rf"(?:RESIGN|WITHDRAW)(?:\s+(?P<target>{_SEAT}){_PW})?",
        syntax="RESIGN | RESIGN power@game [password]", example="RESIGN", deferred=True,
    ),
    _verb("SIGNOFF", r"SIGN ?OFF", syntax="SIGNOFF", example="SIGNOFF", who="anyone"),
    _verb("CLEAR", r"(?:CLEAR|NMR)(?:\s+ORDERS)?", syntax="CLEAR", example="CLEAR"),
    _verb("STATUS", rf"STATUS(?:\s+(?P<target>{_GAME}))?", syntax="STATUS [game]", example="STATUS", who="anyone"),
    _verb("WAIT", r"SET ?WAIT", syntax="SET WAIT", example="SET WAIT"),
    _verb("NOWAIT", r"SET ?NO ?WAIT", syntax="SET NOWAIT", example="SET NOWAIT"),
    _verb(
        "PASSWORD", r"SET ?PASSWORD\s+(?P<password>[^\s<>]+)",
        syntax="SET PASSWORD new", example="SET PASSWORD newsecret",
    ),
    _verb("ZONE", r"SET ?ZONE\s+(?P<zone>\S+)", syntax="SET ZONE zone", example="SET ZONE Europe/Paris", who="anyone"),
    _verb(
        "PRESS", r"(?P<kind>GR[EA]Y\s+|WHITE\s+)?PRESS(?:\s+(?P<kind2>GR[EA]Y|WHITE))?(?:\s+TO)?\s+(?P<to>[^:]+?):?",
        syntax="PRESS TO power[,power…] … ENDPRESS", example="PRESS TO ENGLAND\nHello.\nENDPRESS", block=_PRESS_END,
    ),
    _verb(
        "BROADCAST",
        r"(?P<kind>GR[EA]Y\s+|WHITE\s+)?(?:BROADCAST|PRESS(?:\s+TO)?\s+ALL)(?:\s+(?P<kind2>GR[EA]Y|WHITE))?:?",
        syntax="BROADCAST … ENDBROADCAST", example="BROADCAST\nPeace!\nENDBROADCAST", block=_PRESS_END,
    ),
    _verb(
        "LIST", rf"LIST(?:\s+(?!FULL)(?P<target>{_GAME}))?(?:\s+FULL)?",
        syntax="LIST [game]", example="LIST", who="anyone",
    ),
    _verb(
        "SUMMARY", rf"SUMMARY(?:\s+(?P<target>{_GAME}))?",
        syntax="SUMMARY [game]", example="SUMMARY first", who="anyone",
    ),
    _verb(
        "HISTORY", rf"HISTORY(?:\s+(?P<target>{_GAME}))?(?:\s+(?P<phase>[A-Za-z]*\d+[MRABmrab]))?",
        syntax="HISTORY [game] [phase]", example="HISTORY first", who="anyone",
    ),
    _verb("MAP", rf"MAP(?:\s+(?P<target>{_GAME}))?", syntax="MAP [game]", example="MAP first", who="anyone"),
    _verb(
        "VARIANT", r"(?:VARIANT|RULES)(?:\s+(?P<variant>[A-Za-z][\w-]*))?",
        syntax="VARIANT name", example="VARIANT hundred", who="anyone",
    ),
    _verb(
        "HELP", r"HELP(?:\s+(?P<topic>[A-Za-z ]{1,30}))?",
        syntax="HELP [command]", example="HELP JOIN", who="anyone",
    ),
    _verb("VERSION", r"VERSION", syntax="VERSION", example="VERSION", who="anyone"),
    _verb(
        "CREATE", r"CREATE\s+(?P<target>\??\S+)(?:\s+(?P<password>[^\s<>]+))?(?:\s+(?P<variant>\S+))?",
        syntax="CREATE game [password] [variant] … FORM",
        example="CREATE first gmsecret\nMAP hundred\nTIMING MOVE 3D\nFORM",
        who="anyone", block=("FORM",), deferred=True,
    ),
    _verb("FORM", r"(?:FORM|START|START\s+GAME|BEGIN)", syntax="FORM", example="FORM", who="GM"),
    _verb(
        "DEADLINE", r"SET ?DEADLINE\s+(?:TO\s+)?(?P<when>.+)",
        syntax="SET DEADLINE date time", example="SET DEADLINE Jun 15 23:30", who="GM",
    ),
    _verb(
        "PROCESS", r"PROCESS(?P<force>\s?!)?(?:\s+(?P<phase>\S+))?(?P<force2>\s?!)?",
        syntax="PROCESS [phase] | PROCESS! [phase]", example="PROCESS", who="GM",
    ),
    _verb("EJECT", r"EJECT\s+(?P<who>\S+)", syntax="EJECT power", example="EJECT france", who="GM"),
    _verb("TERMINATE", r"TERMINATE", syntax="TERMINATE", example="TERMINATE", who="GM", deferred=True),
)  # fmt: skip

BY_NAME = {verb.name: verb for verb in VERBS}
