"""Orders given by changing the lines of the order template in the mail that a letter answers."""

from __future__ import annotations

from judge.game.docket import covered
from judge.game.game import Stage
from judge.game.seats import Role
from judge.game.template import changed, quoted_block, template_lines
from judge.notation.lines import looks_like_order
from judge.usecases.desk import Desk
from judge.usecases.letters import Said, cut
from judge.usecases.script import Command

MOST_SHOWN = 10


def filled_in(desk: Desk) -> list[Command]:
    """The order lines that the letter changed in the mail it answers; the receipt says that they were read there.

    Only the mail answered itself counts, only its own seat, and only while its phase lasts: an old template that a long
    thread quotes gives no order.
    """
    block = quoted_block(desk.letter.quoted) if desk.letter.quoted else None
    if not block or not desk.letter.references:
        return []
    mail = desk.uow.mail_with_id(desk.letter.references[-1])
    orders = mail.data.get("orders") if mail is not None else None
    seat = desk.seat_for(Role.POWER)
    if mail is None or orders is None or desk.game is None or seat is None or mail.seat != seat.id:
        return []
    lines = changed(block, template_lines(orders))
    if not lines or desk.game.stage is not Stage.RUNNING:
        return []
    variant = desk.variant(desk.game)
    if not set(orders["phase"].split(", ")) <= set(covered(desk.game, variant)):
        desk.notes.append(Said("template_old", {"phase": orders["phase"], "now": desk.game.position.phase}))
        return []
    good = [line for line in lines if looks_like_order(variant, line)]
    for code, some in (("template_read", good), ("template_unread", [line for line in lines if line not in good])):
        if some:
            shown = [cut(line, 60) for line in some[:MOST_SHOWN]]
            desk.notes.append(Said(code, {"lines": shown}))
    return [Command(0, line, None) for line in good]
