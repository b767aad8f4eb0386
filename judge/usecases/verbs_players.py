"""What players, observers and strangers mail: the part of the command table that is not the GM's."""

from __future__ import annotations

from judge.usecases.verb import GAME, PASSWORD, SEAT, Verb, verb
from judge.usecases.verbs_mail import MAILING
from judge.usecases.verbs_talking import TALKING

_NO_NAME = "today|now|here|online|early|for|to|with|by|at|before|your|me|us|and|or|as|free"  # "Register today for …"
_WORD = r"(?:\s+(?P<word>\S+))?"
_ON_OFF = r"(?P<off>NO\s?)?"

PEOPLE: tuple[Verb, ...] = (
    verb(
        "REGISTER", rf"REGISTER(?:\s+(?P<name>(?!(?:{_NO_NAME})\b)[^\s!?:;]+(?:\s[^\s!?:;]+){{0,6}}))?",
        syntax="REGISTER [your name] … END", example="REGISTER Ann Lee\nZone: Europe/Paris\nLanguage: en\nEND",
        summary="Tells the judge your name, time zone and language, a line each up to END; again to change them. "
        "Nobody has to register: JOIN does it.",
        who="anyone", block=("END",),
    ),
    verb(
        "JOIN",
        rf"JOIN\s+(?P<target>{SEAT}){PASSWORD}{_WORD}",
        rf"SIGN ?ON\s+\?(?P<target>{GAME}){PASSWORD}(?P<options>(?:\s+[^\s<>]+){{0,8}})",
        r"(?:SIGN ?ON|JOIN)\s+(?P<any>\?)(?P<options>(?:\s+[^\s<>]+){0,9})",
        syntax="JOIN game [password] [word] | JOIN power@game [password] | SIGNON ?game [password] | "
        "SIGNON ? [password] [variant]",
        example="JOIN second annsecret", who="anyone",
        summary="Takes a seat of a game that is forming. With a power's name it is that power, if it is free and the "
        "game allows the choice. The word is the one of a private game. With ? alone it is the open game that lacks "
        "the fewest players.",
    ),
    verb(
        "SIGNON", rf"SIGN ?ON\s+(?P<target>{SEAT}){PASSWORD}",
        syntax="SIGNON Fgame [password] | SIGNON france@game [password] | SIGNON Mgame password",
        example="SIGNON france@first annsecret",
        summary="What follows is for this seat. A reply to a mail of the judge needs no SIGNON.",
    ),
    verb(
        "TAKEOVER", rf"TAKE ?OVER\s+(?P<target>{SEAT}){PASSWORD}{_WORD}",
        syntax="TAKEOVER power@game [password]", example="TAKEOVER england@first bobsecret", who="anyone",
        summary="Takes over a power that nobody plays.",
    ),
    verb(
        "OBSERVE", rf"(?:OBSERVE|WATCH)\s+(?:[A-Za-z0-9_-]+@)?(?P<target>{GAME}){PASSWORD}",
        syntax="OBSERVE game [password]", example="OBSERVE first", who="anyone",
        summary="Results and broadcasts of the game reach you; you may write to its Master and to all.",
    ),
    verb(
        "MONITOR", rf"MONITOR\s+(?:[A-Za-z0-9_-]+@)?(?P<target>{GAME}){PASSWORD}",
        syntax="MONITOR game", example="MONITOR first", who="anyone",
        summary="Like OBSERVE, without the broadcasts: results and notices only.",
    ),
    verb(
        "RESIGN", rf"(?:RESIGN|WITHDRAW)(?:\s+(?P<target>{SEAT}){PASSWORD})?",
        syntax="RESIGN | RESIGN power@game [password]", example="RESIGN", deferred=True,
        summary="Gives up your seat; the others are told that a substitute is wanted. It acts only if the letter has "
        "no bad line.",
    ),
    verb(
        "SIGNOFF", r"SIGN ?OFF", syntax="SIGNOFF", example="SIGNOFF", who="anyone",
        summary="Nothing after this line is read.",
    ),
    verb(
        "NAME", r"SET ?NAME\s+(?P<name>.{1,80})", syntax="SET NAME your name", example="SET NAME Ann Lee", who="anyone",
        summary="The name that others see.",
    ),
    verb(
        "ADDRESS", r"SET ?ADDRESS(?:\s+(?P<addresses>[^\s@,]+@[^\s,]+(?:\s*,\s*[^\s@,]+@[^\s,]+)*))?",
        syntax="SET ADDRESS [address[,address]]", example="SET ADDRESS ann@new.example", who="anyone",
        summary="Your mail goes to these addresses, answers to the one you write from; all of them count as yours. "
        "Without one it is the address you write from.",
    ),
    verb(
        "ALSO", r"I\s?AM\s?ALSO\s+(?P<address>[^\s@]+@\S+)",
        syntax="I AM ALSO old@address", example="I AM ALSO cid@players.example", who="anyone",
        summary="Sent from a new address: it counts as yours from now on, beside the old one.",
    ),
    verb(
        "LANGUAGE", r"SET ?LANGUAGE\s+(?P<language>\S+)",
        syntax="SET LANGUAGE language", example="SET LANGUAGE en", who="anyone",
        summary="The language of your mails. Orders and commands are understood in all languages always.",
    ),
    verb(
        "ZONE", r"SET ?ZONE\s+(?P<zone>\S+)", r"SET ?NO ?ZONE",
        syntax="SET ZONE zone | SET NO ZONE", example="SET ZONE Europe/Paris", who="anyone",
        summary="The time zone in which your mails name times. Without one it is the game's.",
    ),
    verb(
        "PASSWORD", r"SET ?PASSWORD\s+(?P<password>[^\s<>]+)",
        syntax="SET PASSWORD new", example="SET PASSWORD newsecret",
        summary="A new password for your seat. The answer does not repeat it.",
    ),
    verb(
        "PREFERENCE", r"SET ?PREFERENCES?\s+(?P<wishes>.{1,60})",
        syntax="SET PREFERENCE list | SET PREFERENCE *", example="SET PREFERENCE E[FB]",
        summary="Before the start: the powers you would like, letters in order; those in brackets are equal. * leaves "
        "it to chance.",
    ),
    verb(
        "REMINDER", r"SET ?REMINDERS?\s+(?P<leads>\d+\s?[A-Za-z]+(?:(?:\s*,\s*|\s+)\d+\s?[A-Za-z]+)*)",
        r"SET ?(?P<off>NO\s?)REMINDERS?", r"SET ?REMINDERS?\s+(?P<usual>USUAL|DEFAULT)",
        syntax="SET REMINDER 24H,6H | SET NO REMINDER | SET REMINDER USUAL",
        example="SET REMINDER 24H,6H", who="anyone",
        summary="How long before a deadline you are reminded if you still owe orders, in all your games.",
    ),
    verb(
        "BROADCASTS", rf"SET ?{_ON_OFF}BROADCASTS?",
        syntax="SET NO BROADCAST | SET BROADCAST", example="SET NO BROADCAST",
        summary="Observers: whether broadcasts reach you.",
    ),
    verb(
        "ABSENCE", r"SET ?(?:ABSENCE|VACATION|HOLIDAY)\s+(?P<span>.{1,80})",
        syntax="SET ABSENCE date TO date | SET VACATION date TO date", example="SET ABSENCE 24 Dec TO 6 Jan",
        summary="You are away: deadlines that would fall inside move to its end, within the GM's limit; everybody is "
        "told. `TO 13:00` and a single day work too.",
    ),
    verb(
        "NOABSENCE", r"SET ?NO ?(?:ABSENCES?|VACATIONS?|HOLIDAYS?)(?:\s+(?P<when>.{1,60}))?",
        syntax="SET NO ABSENCE [date]", example="SET NO ABSENCE",
        summary="Takes back your absence that includes the date, or all of them.",
    ),
)  # fmt: skip

ORDERING: tuple[Verb, ...] = (
    verb(
        "AMEND", r"AMEND\s+(?P<order>.+)", syntax="AMEND order", example="AMEND A PAR - BUR",
        summary="The same as the order alone: for a unit the last order counts.",
    ),
    verb(
        "CLEAR", r"(?:CLEAR|NMR)(?:\s+ALL)?(?:\s+(?:MY\s+)?ORDERS)?", r"CLEAR\s+(?P<unit>(?!ORDERS|ALL\b).{1,60})",
        syntax="CLEAR | CLEAR unit", example="CLEAR A PAR",
        summary="Takes back all your orders of the phase (under PHASE: of that phase), or one unit's.",
    ),
    verb(
        "UNDO", r"UNDO", syntax="UNDO", example="UNDO",
        summary="Your orders are again as they were before your last letter that changed them; again for "
        "one letter more.",
    ),
    verb(
        "STATUS", rf"STATUS(?:\s+(?P<target>{GAME}))?", syntax="STATUS [game]", example="STATUS", who="anyone",
        summary="Your orders on file, those kept in advance, what is missing, and the deadline; without a seat, the "
        "state of the game.",
    ),
    verb(
        "WAIT", r"SET ?WAIT", syntax="SET WAIT", example="SET WAIT",
        summary="The phase is not processed before its deadline, even if all orders are in.",
    ),
    verb(
        "NOWAIT", r"SET ?NO ?WAIT", r"(?:SET ?)?READY", syntax="SET NOWAIT | READY", example="SET NOWAIT",
        summary="The phase may be processed as soon as all orders are in.",
    ),
    verb(
        "PHASE", r"PHASE(?:\s+(?P<phase>[A-Za-z]*\s?\d{1,4}\s?[A-Za-z]*|[A-Za-z]+\s+of\s+\d{1,4}\s?[A-Za-z]*|NOW))?",
        syntax="PHASE code … PHASE NOW", example="PHASE 1430M\nIF A BUR\nA PAR - ORL\nELSE\nA PAR H\nENDIF\nPHASE NOW",
        summary="The orders that follow are kept for a later phase and judged when it comes; you are told which were "
        "used. `IF [NOT] [power] [A|F] province [AND|OR …] … ELSE … ENDIF` asks the board of that phase. Of several "
        "builds, or retreats of a unit, the first that is possible counts. PHASE NOW goes back to the current phase.",
    ),
    verb(
        "FALLBACK", r"(?:SET ?)?FALLBACK:?", r"(?:SET ?)?(?P<off>NO\s?)FALLBACK",
        syntax="FALLBACK … END | SET NO FALLBACK", example="FALLBACK\nA PAR H\nA ORL H\nEND",
        summary="Orders that are used, where they are possible, for units without an order when a deadline and its "
        "grace have passed. They stay until you change them.",
        block=("END", "END FALLBACK", "ENDFALLBACK"), order_lines=True,
    ),
    verb(
        "WHATIF", r"WHAT ?IF\s?[?:]?", syntax="WHAT IF … END", example="WHAT IF\nA PAR - DIJ\nENGLAND: A NMD H\nEND",
        summary="Shows what your orders on file, with these instead, would do if the others gave the orders you name "
        "and held otherwise. Nothing changes.",
        block=("END", "END WHAT IF", "ENDWHATIF"), order_lines=True,
    ),
)  # fmt: skip

LOOKING: tuple[Verb, ...] = (
    verb(
        "LIST", rf"LIST(?:\s+(?!FULL\b)(?P<target>{GAME}))?(?:\s+(?P<full>FULL))?",
        syntax="LIST [FULL] | LIST game", example="LIST", who="anyone",
        summary="The games that are open or running; LIST FULL shows each at length, LIST game one.",
    ),
    verb(
        "SUMMARY", rf"SUMMARY(?:\s+(?P<target>{GAME}))?",
        syntax="SUMMARY [game]", example="SUMMARY first", who="anyone",
        summary="Who plays what, and the centres by year.",
    ),
    verb(
        "HISTORY",
        rf"HISTORY(?:\s+(?!FROM\b|TO\b|LINES\b|EXCL)(?P<target>{GAME}))?(?:\s+(?P<phase>[A-Za-z]*\d+[MRABmrab]))?"
        r"(?P<span>(?:\s+(?:FROM|TO|LINES|EXCLSTART|EXCLEND)\s+(?:(?!\b(?:FROM|TO|LINES|EXCLSTART|EXCLEND|BROAD)\b).)+)*)"
        r"(?:\s+(?P<broad>BROAD))?",
        syntax="HISTORY [game] [phase] | HISTORY game FROM date TO date [LINES n] | "
        "HISTORY game EXCLSTART phase EXCLEND phase [BROAD]",
        example="HISTORY first", who="anyone",
        summary="Results of past phases: all, one, between two dates, or between two phases (left out themselves); "
        "with BROAD the broadcasts too.",
    ),
    verb(
        "RESULTS",
        rf"(?:LAST(?:\s+RESULTS?)?|(?:GET\s+|SEND\s+)?RESULTS?)(?:\s+(?P<target>(?![A-Za-z]*\d+[MRAB]$){GAME}))?"
        r"(?:\s+(?P<phase>[A-Za-z]*\d+[MRABmrab]))?",
        syntax="GET RESULTS [phase] | LAST", example="GET RESULTS",
        summary="The last results again, or those of a phase.", who="anyone",
    ),
    verb(
        "WHOGAME", rf"WHO ?GAME(?:\s+(?P<target>{GAME}))?(?:\s+FULL)?",
        syntax="WHO GAME game", example="WHO GAME first", who="anyone",
        summary="Who plays in a game, as far as the game lets it be known.",
    ),
    verb(
        "WHOIS", r"(?:WHO ?IS|INFO\s+PLAYER|GET\s+DEDICATION)\s+(?P<who>\S.{0,79})",
        syntax="WHO IS name | INFO PLAYER address", example="WHO IS Ann", who="anyone",
        summary="People whose name begins so, or whose address it is: name, zone, how many deadlines they met. No "
        "addresses, and nothing about games with hidden players.",
    ),
    verb(
        "MAP", rf"MAP(?:\s+(?P<target>{GAME}))?(?:\s+(?:gif|ps|pdf|png|svg))?",
        syntax="MAP [game]", example="MAP first", who="anyone", summary="The board as a picture and in words.",
    ),
    verb(
        "VARIANT", r"(?:VARIANT|RULES)(?:\s+(?P<variant>[A-Za-z][\w-]*))?",
        syntax="VARIANT name", example="VARIANT hundred", who="anyone",
        summary="A variant's description: what is played, where it comes from, what was decided.",
    ),
    verb(
        "GET", r"(?:GET|SEND\s+ME)\s+(?P<topic>[A-Za-z][\w. -]{0,40})",
        syntax="GET topic", example="GET press", who="anyone",
        summary="A help text by its name: a command, `press`, `orders`, `flist` (all names), or a variant.",
    ),
    verb(
        "HELP", r"(?:HELP|HOW\s?TO)(?:\s+(?P<topic>[A-Za-z ]{1,30}))?",
        syntax="HELP [command]", example="HELP JOIN", who="anyone",
        summary="All commands, or one with its example.",
    ),
    verb("VERSION", r"VERSION", syntax="VERSION", example="VERSION", who="anyone", summary="Which judge this is."),
)  # fmt: skip

PLAYERS: tuple[Verb, ...] = (*PEOPLE, *MAILING, *ORDERING, *TALKING, *LOOKING)
