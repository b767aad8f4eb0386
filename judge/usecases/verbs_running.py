"""What a GM mails to run a game: time, people, secrets, rollbacks. The rest of the GM's part of the command table."""

from __future__ import annotations

from judge.usecases.verb import GAME, Verb, verb

FIRST: tuple[Verb, ...] = (
    verb(
        "LATE", rf"WHO(?:\s?IS|SE)\s+LATE(?:\s+(?P<target>{GAME}))?\??", syntax="WHO IS LATE [game]",
        example="WHO IS LATE", who="anyone",
        summary="Whose orders are missing: for the GM at any time, for others once the deadline has passed.",
    ),
    verb(
        "PASSPRESS", r"(?P<what>PASS|REJECT)\s+PRESS\s+(?P<number>\d{1,6})", syntax="PASS PRESS n | REJECT PRESS n",
        example="PASS PRESS 1", who="GM",
        summary="In a game with MODERATED press: lets a message go to its readers, or gives it back to its writer.",
    ),
    verb(
        "OFFICIAL", r"OFFICIAL(?:\s+(?P<subject>(?!TO\b).{1,100}))?",
        syntax="OFFICIAL [subject] … ENDPRESS",
        example="OFFICIAL House rules\nBROADCAST\nNo talk after the deadline.\nENDPRESS",
        who="GM", block=("ENDPRESS", "END PRESS", "ENDBROADCAST", "END BROADCAST", "ENDOFFICIAL", "END OFFICIAL"),
        summary="A letter of the GM with a subject of its own, to everybody, or to those that a first line PRESS TO "
        "names.",
    ),
)  # fmt: skip
"""Matched before players' commands, which would take these lines for something else."""

RUNNING: tuple[Verb, ...] = (
    verb(
        "UNSTART", r"UNSTART", r"ROLLBACK\s+FORMING", syntax="UNSTART | ROLLBACK FORMING", example="UNSTART", who="GM",
        summary="Back to before the start: everybody keeps his seat, powers are drawn anew at FORM.",
    ),
    verb(
        "FORCE", r"FORCE\s+(?:BEGIN|START|FORM)", syntax="FORCE BEGIN", example="FORCE BEGIN", who="GM",
        summary="Starts a game that is not full; the free powers hold until somebody takes them over.",
    ),
    verb(
        "EXTEND", r"EXTEND(?:\s+(?:BY|DEADLINE(?:\s+BY)?))?\s+(?P<length>\d{1,5}\s?[A-Za-z]+)",
        syntax="EXTEND length", example="EXTEND 1D", who="GM",
        summary="Moves the deadline later by so much, within the game's MAX EXTENSION. The same line sent twice counts "
        "once.",
    ),
    verb(
        "PAUSE", r"(?:PAUSE|FREEZE)(?:\s+(?:UNTIL|TILL|TO|FOR)?\s?(?P<until>.{1,60}))?",
        syntax="PAUSE [UNTIL date] | PAUSE length", example="PAUSE 3D", who="GM",
        summary="No deadline runs until RESUME. Without an end it lasts as long as the game's MAX PAUSE; then the game "
        "resumes by itself.",
    ),
    verb(
        "RESUME", r"(?:RESUME|UNPAUSE|ACTIVATE)", syntax="RESUME", example="RESUME", who="GM",
        summary="Ends a pause: the deadline runs on with the time that was left.",
    ),
    verb(
        "PREVIEW", r"(?:PREVIEW|PREDICT)", syntax="PREVIEW", example="PREVIEW", who="GM",
        summary="Shows what the orders on file would do. Not for a GM who plays.",
    ),
    verb(
        "ROLLBACK", r"ROLL\s?BACK(?:\s+(?:TO\s+)?(?P<phase>(?!RESTORE|FULL)[A-Za-z]*-?\d+[A-Za-z]?))?"
        r"(?:\s+(?:RESTORE|FULL))*",
        syntax="ROLLBACK [phase] [RESTORE] [FULL]", example="ROLLBACK 1425M", who="GM",
        summary="Plays a phase again (without a phase, the last one). RESTORE keeps the orders it had, FULL brings "
        "back settings and players too.",
    ),
    verb(
        "ROLLFORWARD", r"ROLL\s?FORWARD", syntax="ROLLFORWARD", example="ROLLFORWARD", who="GM",
        summary="Undoes the last ROLLBACK, as long as nothing was processed since.",
    ),
    verb(
        "BECOME", r"BECOME\s+(?P<who>\S.{0,40})", syntax="BECOME power | BECOME MASTER", example="BECOME france",
        who="GM", summary="The orders that follow are that power's; its player gets a copy. A line with the power's "
        "name alone, or before each order (`FRANCE: A PAR H`), does the same.",
    ),
    verb(
        "REPLACE", r"REPLACE\s+(?P<power>\S+)\s+(?:WITH\s+|BY\s+)?(?P<address>[^\s@]+@\S+)",
        syntax="REPLACE power address", example="REPLACE france dee@players.example", who="GM",
        summary="Gives a power's seat to somebody else; he need not be known here.",
    ),
    verb(
        "DUMMY", r"DUMMY\s+(?P<power>\S+)", syntax="DUMMY power", example="DUMMY burgundy", who="GM",
        summary="Nobody plays the power any more: its units hold, nobody is asked to take it over.",
    ),
    verb(
        "REVIVE", r"REVIVE\s+(?P<power>\S+)(?:\s+(?P<password>\S+))?", syntax="REVIVE power", example="REVIVE burgundy",
        who="GM", summary="Gives a dummy back to its old player, or opens it for takeover.",
    ),
    verb(
        "PROMOTE", r"PROMOTE\s+(?P<address>[^\s@]+@\S+)",
        syntax="PROMOTE address", example="PROMOTE dee@players.example", who="GM",
        summary="One more GM with the same rights; for instance an observer.",
    ),
    verb(
        "DEMOTE", r"DEMOTE(?:\s+(?P<address>[^\s@]+@\S+))?", syntax="DEMOTE [address]", who="GM",
        example="DEMOTE dee@players.example", summary="One GM fewer; without an address it is you. The last one stays.",
    ),
    verb(
        "PLAYERLIST",
        r"SET ?(?P<no>NO ?)?(?P<list>ALLOW(?:ED)?|DEN(?:Y|IED)|APPROVED?)(?:\s+PLAYERS?)?\s+(?P<who>\S.{0,400})",
        r"(?P<no>NO )?(?P<list>ALLOW|DENY|APPROVE)(?:\s+PLAYERS?)?\s+(?P<who>[^\s@]*@.{0,400})",
        syntax="SET ALLOW PLAYER address | SET DENY PLAYER address | SET APPROVED address | SET NO ALLOW address",
        example="SET DENY PLAYER cid@players.example", who="GM",
        summary="Who may join: with an allow list only those on it, with SET APPROVAL those you approve; the denied "
        "never.",
    ),
    verb(
        "INVITE", r"INVITE\s+(?P<who>[^\s@]*@.{0,1000})", syntax="INVITE address[, address…]",
        example="INVITE dee@players.example", who="GM",
        summary="Mails people how to join or take over a free power, with the word of a private game.",
    ),
    verb(
        "CALL", r"CALL(?:\s+(?:SUBSTITUTES?\s+)?FOR)?\s+(?P<power>\S+)", syntax="CALL power", example="CALL france",
        who="GM", summary="Mails everybody on the list of substitutes that a power needs a player.",
    ),
    verb(
        "SUBSTITUTE", r"(?:SET ?)?(?P<off>NO ?)?(?:SUBSTITUTE|STANDBY)S?", syntax="SUBSTITUTE | SET NO SUBSTITUTE",
        example="SUBSTITUTE", who="anyone",
        summary="You are told whenever a power somewhere needs a new player.",
    ),
    verb(
        "REVEAL", r"REVEAL", syntax="REVEAL", example="REVEAL", who="GM",
        summary="After a game with SET NO REVEAL: tells everybody who played what.",
    ),
    verb(
        "LOG", r"(?:SHOW\s+)?LOG", syntax="LOG", example="LOG", who="GM",
        summary="Everything that the GMs and the judge did in the game.",
    ),
    verb(
        "RENAME", rf"RENAME\s+(?:(?P<old>{GAME})\s+)?(?:TO\s+)?(?P<new>{GAME})(?:\s+(?P<password>\S+))?",
        syntax="RENAME new | RENAME old new password", example="RENAME second", who="GM",
        summary="Gives the game another name; its old address leads nowhere then.",
    ),
    verb(
        "PURGE", rf"PURGE(?:\s+(?P<target>{GAME})(?:\s+(?P<password>\S+))?)?", syntax="PURGE [game password]",
        example="PURGE", who="GM", deferred=True,
        summary="Removes a game that nobody has joined yet from the lists.",
    ),
    verb(
        "COMMENT", r"SET ?COMMENT\s+BEGIN", syntax="SET COMMENT BEGIN … END", who="GM",
        example="SET COMMENT BEGIN\nA friendly game.\nBeginners welcome.\nEND",
        block=("END", "ENDCOMMENT", "END COMMENT"),
        summary="The game's description, several lines long; SET COMMENT text does for one.",
    ),
    verb(
        "IMPORT", r"IMPORT(?:\s+(?:RESULTS?|POSITION|GAME))?", syntax="IMPORT … ENDIMPORT",
        example="IMPORT\nPhase: 1430M\nFrance: Army Paris.\nEngland: Fleet London.\nENDIMPORT", who="GM",
        block=("ENDIMPORT", "END IMPORT"),
        summary="Takes over a running game from another judge: paste its last results or its STATUS. You see what was "
        "read; IMPORT CONFIRM puts it on the board.",
    ),
    verb(
        "CONFIRMIMPORT", r"(?:IMPORT\s+CONFIRM|CONFIRM\s+IMPORT)", syntax="IMPORT CONFIRM", example="IMPORT CONFIRM",
        who="GM", summary="The position read by IMPORT becomes the game's; the game starts or goes on from there.",
    ),
)  # fmt: skip
