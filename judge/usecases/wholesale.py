"""Lines about all orders at once, as people write them: "rest hold" is carried out, "ignore the above" is answered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.game.docket import covered
from judge.game.submissions import place_of, subject
from judge.notation.adjudication import check
from judge.notation.powers import power_head
from judge.notation.tokens import fold
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.ordering import order, ordering_seat, power_and_text, second_order
from judge.usecases.script import Command

_MOST = 80
"""Characters of such a line; longer ones are prose."""
_HOLD = r"(?:should |shall |will |to |just )?(?:hold|holds|stand|stands|stay|stays)(?: still| put| in place)?"
_UNITS = r"(?:units?|armies|fleets|armies and fleets|troops|pieces)"
_REST = re.compile(
    rf"(?:(?:and )?(?:all )?(?:the )?(?:rest|others?|remaining|remainder)(?: of)?(?: (?:the|my|them))?(?: {_UNITS})?"
    rf"|(?:everything|everyone|everybody|all) else)(?: all)? ?[:,=-]* ?{_HOLD}"
    r"|(?:der )?rest (?:halt|halten|haelt)|alle anderen (?:halten|bleiben)|(?:le )?reste (?:tient|en place)"
    r"|les autres tiennent|(?:残り|その他|他|ほか)(?:の?(?:駒|軍|部隊|ユニット))?は?"
    r"(?:全て|すべて|全部|みな)?は?(?:待機|維持|ホールド)(?:です|します|する)?"
)
_ALL = re.compile(
    rf"(?:everything|everyone|everybody|every unit|all(?: of)?(?: (?:my|the|our))?(?: {_UNITS})?) ?[:,=-]* ?{_HOLD}"
    r"|hold all|alle (?:einheiten )?(?:halten|bleiben)|tous tiennent|tout le monde tient"
    r"|(?:全軍|全員|全部隊|全駒|全ユニット|全て|すべて|全部)(?:は)?(?:待機|維持|ホールド)(?:です|します|する)?"
)
_TAKES_BACK = re.compile(
    r"\b(?:ignore|disregard|forget|scratch|cancel|discard|strike|delete)\b.{0,30}"
    r"\b(?:above|that|those|these|this|previous|earlier|last|before|orders?|moves?|mail|message)\b"
    r"|\bignorier\w*\b.{0,40}\b(?:ob\w+|vorherig\w*|letzt\w*)|\b(?:ob\w+|vorherig\w*|letzt\w*)\b.{0,40}\bignorier"
    r"|\b(?:ignorez|oubliez|annulez)\b.{0,40}\b(?:dessus|preceden\w*|dernier\w*)"
    r"|(?:上記?|前|先ほど|さっき)の.{0,8}(?:無視|取り?消|キャンセル|忘れ)"
)


def is_hold(desk: Desk, text: str) -> bool:
    """Whether a line lets all units hold, or all that have no order."""
    plain = "" if desk.locked or desk.ahead is not None else _plain(desk, text)
    return bool(_REST.fullmatch(plain) or _ALL.fullmatch(plain))


def takes_back(desk: Desk, text: str) -> bool:
    """Whether a line behind orders says that they are not to count."""
    return bool(desk.filed or desk.later) and _TAKES_BACK.search(_plain(desk, text)) is not None


def _plain(desk: Desk, text: str) -> str:
    """The line as it is compared: folded, without a power's head and the marks around it."""
    if len(text) > _MOST:
        return ""
    if desk.game is not None and (head := power_head(desk.variant(desk.game), text)) is not None:
        text = head[1]
    plain = re.sub(r"^[\s*•–-]+|[\s.!。、,*]+$", "", " ".join(fold(text).split()))
    return re.sub(r"^(?:and|please|und|et) |[ ,](?:please|pls|thanks|bitte|お願いします)$", "", plain)


def hold(desk: Desk, command: Command) -> bool:
    """Order holds for the power's units: all, or those that have no order yet. False if no unit moves now."""
    rest = _ALL.fullmatch(_plain(desk, command.text)) is None
    seat = ordering_seat(desk, command)
    if seat is None or desk.game is None:
        return True
    power, _ = power_and_text(desk, seat, command.text)
    if isinstance(power, Said):
        desk.answer(command, "refused", power, verb="ORDER")
        return True
    sheet = next((sheet for sheet in desk.docket(desk.game).get(power, ()) if sheet.owed.units), None)
    if sheet is None or not sheet.phase.endswith("M"):
        return False
    shared = len(covered(desk.game, desk.variant(desk.game))) > 1

    def give() -> None:
        assert desk.game is not None  # noqa: S101 - looked at above
        filed = {subject(line) for line in desk.uow.orders(desk.game.id, sheet.phase).get(power, ())}
        units = [unit for unit in sheet.owed.units if not (rest and place_of(unit) in filed)]
        _give(desk, command, power, units, shared=shared)

    if shared:
        desk.later.append(give)
    else:
        give()
    return True


def _give(desk: Desk, command: Command, power: str, units: Sequence[str], *, shared: bool) -> None:
    game = desk.game
    assert game is not None  # noqa: S101 - the caller has a seat in it
    if not units:
        desk.answer(command, "ignored", Said("all_have_orders", {}), verb="TEXT")
    for unit in units:
        one = replace(command, text=f"{unit} H")
        if shared:
            second_order(desk, one, power, check(desk.variant(game), game.position, power, one.text))
        else:
            order(desk, one, power)
