"""Orders are told from prose, and several on one line from one."""

from __future__ import annotations

import pytest

from judge.notation.lines import looks_like_order, split

from .boards import table, variant

ORDERS = """
A PAR - BUR | a par bur | A PARS - BRU | par-bur | F NTH SUPPRTS A LON - BEL | F NTH HODL | A PAR H
Army Paris holds | AMRY PAR - BUR | BUILD A PAR | b f bre | WAIVE | remove f lvn | A PAR | A Pariss - Burgandy
F MAO - no idea | BIULD A PAR | France: Army Paris -> Burgundy.  (*bounce*) | 1. A Par-Bur | D A TUN
A PAR - BUR please | f spain nc - mao | A PAR BUR | Fleet Norht Sea convoys Army London to Nrway
Italian Army Venice holds | move army paris to burgundy | + A PAR | A PAR H, MAR - SPA, F BRE - MAO
A PAR - BUR; A MAR H | F NTH C A LON - NROWAY | A LON - NTH - NWY | DISBAND F BRE
""".replace("\n", " | ")

PROSE = """
Rome. | North Sea | Austria: Budapest. | Austria:    Budapest, Serbia, Trieste, Vienna. | Ownership of supply centers:
The Austrian fleet in Trieste can retreat to Albania or Venice. | Movement results for Spring of 1901. | 52 hours | N/A
The deadline for orders will be Tue Jan 06 2004 23:30:00 +0000. | Tue Jan 06 | Re: orders | > A PAR was here | A+ | lol
France:      5 Supply centers,  4 Units:  Builds   1 unit. | by the way - see you in Munich - Hans | F - for respect
I will move to Paris tomorrow | Hello. | A friend of mine - a good one - told me so | Rome | war
See you in Paris | Ann | I think A PAR - BUR is a good idea, what do you think about it my friend?
a war against Russia | Best regards, Ann | OK | PRESS TO ENGLAND | SIGNOFF | MAP hundred
A move to Norway was a bad idea | Support me in Burgundy | go north | -- | 12 | Norway and Sweden are nice
Hold Burgundy for me please, will you? | France will attack Spain | Thanks - Bob | to be
On Mon, Jan 5, 2026 at 10:00 PM Judge <judge@example.org> wrote: | Sent from my iPhone | Spain is in trouble
A B C | a bug | A user. | a token | A par with the best of them | Sincerely, King of France
TIMING MOVE 3D RETREAT 1D ADJUST 1D GRACE 0H DELAY 0H | ... | JOIN france@game pw | to be or not to be
F2F game in London | A deal - yes? | By the way, is Tyrolia safe? | CREATE first x
Turkey told me he wants Bulgaria | I'd rather hold | Army life is hard | A | F | H
SIGNON france@first annsecret | FORM | bla bla bla | Hello to all, | work = num | Bob - Ann | Ann to Bob
""".replace("\n", " | ")


def _pieces(text: str) -> list[str]:
    return [piece.strip() for piece in text.split(" | ") if piece.strip()]


@pytest.mark.parametrize("line", _pieces(ORDERS))
def test_an_order_is_taken_for_one_however_misspelt(line: str) -> None:
    assert looks_like_order(variant("standard"), line)


@pytest.mark.parametrize("line", _pieces(PROSE))
def test_prose_and_commands_are_not_taken_for_orders(line: str) -> None:
    assert not looks_like_order(variant("standard"), line)


@pytest.mark.parametrize("name", ["accepted", "typos"])
def test_every_order_of_the_tables_looks_like_one(name: str) -> None:
    alone = {"Tun", "f brest"}  # a single word is a unit only to one who knows that a removal is owed
    missed = [
        row["given"]
        for row in table(name)
        if row["given"] not in alone and not looks_like_order(variant(row["variant"]), row["given"])
    ]
    assert missed == []


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ("A PAR - BUR; A MAR H", ["A PAR - BUR", "A MAR H"]),
        ("A PAR H, MAR - SPA, F BRE-MAO", ["A PAR H", "MAR - SPA", "F BRE-MAO"]),
        ("a lon-nwy via nth, nwg", ["a lon-nwy via nth, nwg"]),
        ("a lon-nwy via nth, nwg, f nth c a lon - nwy", ["a lon-nwy via nth, nwg", "f nth c a lon - nwy"]),
        ("F MAO - Spain, south coast", ["F MAO - Spain, south coast"]),
        ("BUILD A PAR, BUILD F BRE, WAIVE", ["BUILD A PAR", "BUILD F BRE", "WAIVE"]),
        ("par-lon、ber-lon；vie h", ["par-lon", "ber-lon", "vie h"]),
        ("A PAR H.", ["A PAR H."]),
        (" ; ", []),
        ("\r", []),
        ("", []),
    ],
)
def test_a_line_with_several_orders_is_parted_between_them_only(line: str, pieces: list[str]) -> None:
    assert split(line) == pieces
