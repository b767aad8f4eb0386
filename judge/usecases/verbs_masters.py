"""What a GM mails: the part of the command table that creates and runs games."""

from __future__ import annotations

from judge.usecases.verb import Verb, verb

MASTERS: tuple[Verb, ...] = (
    verb(
        "CREATE",
        r"CREATE\s+(?!(?:an?|the|your|our|my|their|some|more|mode)\s)(?P<target>\??\S+)(?:\s+(?!LIKE\b)(?P<password>[^\s<>]+))?"
        r"(?P<options>(?:\s+(?!LIKE\b)[^\s<>]+)*)(?:\s+LIKE\s+(?P<like>\S+))?",
        syntax="CREATE game [password] [variant] [LIKE preset] [options] … FORM",
        example="CREATE first gmsecret\nMAP hundred\nTIMING MOVE 3D\nFORM",
        summary="Creates a game with the settings that follow. If one of them is wrong, nothing is created. LIKE "
        "takes the settings of a preset (postal, gunboat, petit, blitz …) or of another game first.",
        who="anyone", block=("FORM",), deferred=True,
    ),
    verb(
        "FORM", r"(?:FORM|START|START\s+GAME|BEGIN)", syntax="FORM", example="FORM", who="GM",
        summary="Starts a full game that waits for its GM; ends the lines of CREATE.",
    ),
    verb(
        "DEADLINE", r"SET ?DEADLINE\s+(?:TO\s+)?(?P<when>.+)",
        syntax="SET DEADLINE date time", example="SET DEADLINE Jun 15 23:30", who="GM",
        summary="Moves the deadline of the current phase and tells everybody.",
    ),
    verb(
        "PROCESS", r"PROCESS(?P<force>\s?!)?(?:\s+(?P<phase>\S+))?(?P<force2>\s?!)?",
        syntax="PROCESS [phase] | PROCESS! [phase]", example="PROCESS", who="GM",
        summary="Adjudicates now. It is refused while orders are missing; PROCESS! goes ahead without them.",
    ),
    verb(
        "EJECT", r"EJECT\s+(?P<who>\S+)", syntax="EJECT power", example="EJECT france", who="GM",
        summary="Takes the seat away from a power's player.",
    ),
    verb(
        "TERMINATE", r"TERMINATE", syntax="TERMINATE", example="TERMINATE", who="GM", deferred=True,
        summary="Ends the game without a result.",
    ),
)  # fmt: skip
