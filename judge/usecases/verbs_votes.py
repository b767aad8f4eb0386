"""How a game ends by agreement, and how the GM corrects it: the part of the command table about votes and positions."""

from __future__ import annotations

from judge.usecases.verb import Verb, verb

VOTES: tuple[Verb, ...] = (
    verb(
        "DRAW", r"(?P<no>SET ?NO ?DRAW)", r"SET ?DRAW(?:\s+(?P<powers>.+))?",
        syntax="SET DRAW [powers] | SET NO DRAW", example="SET DRAW",
        summary="You would agree to a draw of all survivors or, where the game allows it, of the powers named. It "
        "stands until you withdraw it, nobody is told, and the game ends when all agree.",
    ),
    verb(
        "CONCEDE", r"(?P<no>SET ?NO ?CONCEDE)", r"SET ?CONCEDE\s+(?:TO\s+)?(?P<power>.+)",
        syntax="SET CONCEDE power | SET NO CONCEDE", example="SET CONCEDE FRANCE",
        summary="You would let this power win; it does when all others have conceded to it.",
    ),
    verb(
        "PEACE", r"(?P<no>(?:SET ?)?NO ?PEACE)", r"(?:SET ?)?PEACE", syntax="PEACE | NO PEACE", example="PEACE",
        summary="In games that have it (Petit): a public declaration for peace. When every survivor has made it "
        "within one year, all survivors draw at once.",
    ),
    verb(
        "SEPARATE", r"(?P<no>SET ?NO ?SEPARATE)", r"SET ?SEPARATE",
        syntax="SET SEPARATE | SET NO SEPARATE", example="SET SEPARATE",
        summary="Where builds share a deadline with the next movement (Philadelphia): builds get a deadline of their "
        "own, as long as one power or the GM wants it.",
    ),
)  # fmt: skip

CORRECTIONS: tuple[Verb, ...] = (
    verb(
        "UNIT", r"SET ?(?P<no>NO) ?UNIT\s+(?P<place>.+)",
        r"SET ?UNIT\s+(?P<power>\S+)\s+(?:(?P<kind>A|F|ARMY|FLEET)\s+)?(?P<place>.+)",
        syntax="SET UNIT power unit | SET NO UNIT place", example="SET UNIT france A PAR", who="GM",
        summary="Corrects the position: puts a unit on the board or takes it off. Everybody is told.",
    ),
    verb(
        "CENTRE", r"SET ?CENT(?:RE|ER)\s+(?P<place>.+?)\s+(?P<power>\S+)",
        syntax="SET CENTRE place power", example="SET CENTRE PAR france", who="GM",
        summary="Corrects the position: gives a centre to a power, or to nobody (NONE). Everybody is told.",
    ),
)  # fmt: skip
