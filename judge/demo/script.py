"""What the demo's people write: a game of Hundred from CREATE to the ninth centre, and the mails each scene brings."""

from __future__ import annotations

from dataclasses import dataclass

GAME = "first"
GM, ANN, BOB, CID = "gm@desk.example", "ann@players.example", "bob@players.example", "cid@players.example"
PLAYERS = (ANN, BOB, CID)
EVERYBODY = (*PLAYERS, GM)


@dataclass(frozen=True, slots=True)
class Written:
    """A letter: who writes what. `reply_to` names the kind of mail it answers, so that it needs no SIGNON."""

    sender: str
    text: str
    reply_to: str = ""


@dataclass(frozen=True, slots=True)
class Awaited:
    """Mails that a scene must bring: one of this kind (and phase) to each of these."""

    kind: str
    to: tuple[str, ...]
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Some letters, and what they bring. `late`: somebody writes nothing, so the deadline has to pass."""

    title: str
    letters: tuple[Written, ...]
    brings: tuple[Awaited, ...] = ()
    late: bool = False


def _results(phase: str) -> tuple[Awaited, ...]:
    return (Awaited("results", EVERYBODY, phase),)


def _letter(sender: str, *lines: str) -> Written:
    return Written(sender, "\n".join((*lines, "SIGNOFF")))


SCENES: tuple[Scene, ...] = (
    Scene(
        "A game master creates a game",
        (
            _letter(
                GM,
                f"CREATE {GAME} gmsecret",
                "MAP hundred",
                "TIMING MOVE 3D RETREAT 1D ADJUST 1D GRACE 0H DELAY 0H",
                "FORM",
            ),
        ),
    ),
    Scene(
        "Three players join; with the third the game starts by itself",
        (
            _letter(ANN, f"JOIN france@{GAME} annsecret"),
            _letter(BOB, f"JOIN england@{GAME} bobsecret"),
            _letter(CID, f"JOIN burgundy@{GAME} cidsecret"),
        ),
        (Awaited("start", PLAYERS, "1425M"),),
    ),
    Scene(
        "Press, from France to England alone",
        (
            _letter(
                ANN,
                f"SIGNON france@{GAME} annsecret",
                "PRESS TO ENGLAND",
                "I go for Dijon. Leave me Paris, and Brittany is yours.",
                "ENDPRESS",
            ),
        ),
        (Awaited("press", (BOB,), "1425M"),),
    ),
    Scene(
        "A misspelt order: the good lines stand, and the right one is suggested",
        (
            _letter(
                ANN,
                f"SIGNON france@{GAME} annsecret",
                "Army Paris - Dijno",
                "Army Dauphine supports Army Paris to Dijon",
                "Army Orleanais holds",
            ),
        ),
    ),
    Scene(
        "1425: orders in three notations; all are in, so nobody waits for the deadline",
        (
            Written(ANN, "Army Paris - Dijon\nArmy Toulouse holds\nArmy Provence holds", reply_to="receipt"),
            _letter(BOB, f"SIGNON E{GAME} bobsecret", "f dev wal", "a nmd-brt", "f lon h; a cal h; a guy h"),
            _letter(CID, f"SIGNON burgundy@{GAME} cidsecret", "DIJ H", "LUX H", "FLA H", "HOL H"),
        ),
        _results("1425M"),
    ),
    Scene(
        "1425: the dislodged army retreats",
        (Written(CID, "A DIJ - CAN", reply_to="results"),),
        _results("1425R"),
    ),
    Scene(
        "1430: Burgundy writes nothing; the deadline passes, its units hold, centres change hands",
        (
            _letter(ANN, f"SIGNON F{GAME} annsecret", "A DIJ - PAR"),
            _letter(BOB, f"SIGNON E{GAME} bobsecret", "F WAL - NUM"),
        ),
        _results("1430M"),
        late=True,
    ),
    Scene(
        "1430: two builds, and France disbands the unit it can't feed",
        (
            _letter(ANN, f"SIGNON F{GAME} annsecret", "REMOVE A ORL"),
            _letter(BOB, f"SIGNON E{GAME} bobsecret", "BUILD F DEV"),
            _letter(CID, f"SIGNON B{GAME} cidsecret", "Build army Dijon"),
        ),
        _results("1430A"),
    ),
    Scene(
        "1435: England goes north and south",
        (_letter(BOB, f"SIGNON E{GAME} bobsecret", "F NUM/WC - SCO", "A GUY - ARA"),),
        _results("1435M"),
        late=True,
    ),
    Scene(
        "1440: Scotland and Castile are England's",
        (_letter(BOB, f"SIGNON E{GAME} bobsecret", "A ARA - CAS", "A BRT - GUY"),),
        _results("1440M"),
        late=True,
    ),
    Scene(
        "1440: England builds in Brittany, a centre it captured",
        (_letter(BOB, f"SIGNON E{GAME} bobsecret", "BUILD A BRT", "BUILD A NMD"),),
        _results("1440A"),
    ),
    Scene(
        "1445: a fleet for the last blow",
        (_letter(BOB, f"SIGNON E{GAME} bobsecret", "F LON - DOV"),),
        _results("1445M"),
        late=True,
    ),
    Scene(
        "1450: Flanders, the ninth centre, wins the game",
        (_letter(BOB, f"SIGNON E{GAME} bobsecret", "A CAL - FLA", "F DOV S A CAL - FLA"),),
        (Awaited("results", EVERYBODY, "1450M"), Awaited("end", EVERYBODY)),
        late=True,
    ),
)
