"""A phase's result as one line of JSON text, put together from parts that are kept.

It is the text that `json.dumps` makes of the same data, byte for byte; only quicker, because lines of orders and what
became of them repeat from position to position, and their JSON is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json.encoder import encode_basestring as quote

from judge.adjudicator.outcomes import Adjudication, Outcome, Reason
from judge.adjudicator.reasons import say

_MEMORY = 20_000
_LONGEST = 64
_heads: dict[tuple[str, str | None, str | None], str] = {}
_tails: dict[tuple[object, ...], str] = {}


def result_text(result: Adjudication) -> str:
    """The members of the answer, without braces."""
    centres = ""
    if result.centres is not None:
        centres = f'"centres": {_lists({word: sorted(codes) for word, codes in result.centres.items()})}, '
    return (
        f'"phase": {quote(result.phase)}, "final": {texts(result.final)}, "dislodged": {texts(result.dislodged)}, '
        f'"retreats": {_lists(result.retreats)}, {centres}{end_text(result)}, '
        f'"orders": [{", ".join(_orders(result.outcomes))}]'
    )


def end_text(result: Adjudication) -> str:
    """The phase that is owed next, or how the game ended."""
    text = f'"next": {_text(result.next)}'
    if result.winner is not None:
        text += f', "winner": {quote(result.winner)}'
    if result.draw:
        text += f', "draw": {texts(result.draw)}'
    return text


def error_text(fault: object) -> str:
    """What an answer says that could not be given."""
    return f'"error": {quote(str(fault))}'


def texts(some: Iterable[str]) -> str:
    """A list of texts."""
    return f"[{', '.join(map(quote, some))}]"


def _text(text: str | None) -> str:
    return "null" if text is None else quote(text)


def _lists(lists: Mapping[str, Iterable[str]]) -> str:
    members = [f"{quote(key)}: {texts(some)}" for key, some in lists.items()]
    return f"{{{', '.join(members)}}}"


def _orders(outcomes: Iterable[Outcome]) -> list[str]:
    heads, tails = _heads, _tails
    found = []
    for power, given, order, result, by, reason, _unit in outcomes:
        head = heads.get((power, given, order)) or _head(power, given, order)
        if reason is None:
            key: tuple[object, ...] = (result, by)
        elif reason.args:
            key = (result, by, reason.code, *reason.args.items())
        else:
            key = (result, by, reason.code)
        found.append(head + (tails.get(key) or _tail(key, result, by, reason)))
    return found


def _head(power: str, given: str | None, order: str | None) -> str:
    text = f'{{"power": {quote(power)}, "given": {_text(given)}, "order": {_text(order)}, "result": '
    if given is None or len(given) < _LONGEST:
        if len(_heads) >= _MEMORY:
            _heads.clear()
        _heads[power, given, order] = text
    return text


def _tail(key: tuple[object, ...], result: tuple[str, ...], by: tuple[str, ...], reason: Reason | None) -> str:
    why = "null" if reason is None else quote(say(reason))
    text = f'{texts(result)}, "by": {texts(by)}, "why": {why}}}'
    if len(why) < 4 * _LONGEST:
        if len(_tails) >= _MEMORY:
            _tails.clear()
        _tails[key] = text
    return text
