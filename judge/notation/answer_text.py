"""A phase's result as one line of JSON text, put together from parts that are kept.

It is the text that `json.dumps` makes of the same data, byte for byte; only quicker, because lines of orders and what
became of them repeat from position to position, and their JSON is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json.encoder import encode_basestring as quote
from typing import Final

from judge.adjudicator.field import Field
from judge.adjudicator.outcomes import Adjudication, Outcome, Reason
from judge.adjudicator.reasons import TABLE, say
from judge.notation.fates import FINE, IDLE, Fate
from judge.notation.movement_phase import Fought


def result_text(result: Adjudication) -> str:
    """The members of the answer, without braces."""
    centres = ""
    if result.centres is not None:
        centres = f'"centres": {_centres(result.centres)}, '
    return (
        f'"phase": {quote(result.phase)}, "final": {texts(result.final)}, "dislodged": {texts(result.dislodged)}, '
        f'"retreats": {_lists(result.retreats)}, {centres}{end_text(result)}, '
        f'"orders": [{", ".join(_orders(result.outcomes))}]'
    )


def end_text(result: Adjudication) -> str:
    """The phase that is owed next, or how the game ended."""
    return _end(result.next, result.winner, result.draw)


def _end(upcoming: str | None, winner: str | None, draw: tuple[str, ...]) -> str:
    text = f'"next": {_text(upcoming)}'
    if winner is not None:
        text += f', "winner": {quote(winner)}'
    if draw:
        text += f', "draw": {texts(draw)}'
    return text


def error_text(fault: object) -> str:
    """What an answer says that could not be given."""
    return f'"error": {quote(str(fault))}'


def texts(some: Iterable[str]) -> str:
    """A list of texts."""
    return f"[{', '.join(map(quote, some))}]"


def _text(text: str | None) -> str:
    return "null" if text is None else quote(text)


def _centres(centres: Mapping[str, Iterable[str]]) -> str:
    return _lists({word: sorted(codes) for word, codes in centres.items()})


def _lists(lists: Mapping[str, Iterable[str]]) -> str:
    members = [f"{quote(key)}: {texts(some)}" for key, some in lists.items()]
    return f"{{{', '.join(members)}}}"


def _orders(outcomes: Iterable[Outcome]) -> list[str]:
    return [
        _begin(power, given, order) + _deed(result, by, reason)
        for power, given, order, result, by, reason, _unit in outcomes
    ]


def _begin(power: str, given: str | None, order: str | None) -> str:
    return f'{{"power": {quote(power)}, "given": {_text(given)}, "order": {_text(order)}, "result": '


def _deed(result: Iterable[str], by: Iterable[str], reason: Reason | None) -> str:
    why = "null" if reason is None else quote(say(reason))
    return f'{_names(result)}, "by": {_names(by)}, "why": {why}}}'


# --- movement phases, straight from the phase as it was fought


def fought_text(fought: Fought) -> str:
    """What `result_text` makes of the same phase as values, without making the values."""
    field, after = fought.scene.field, fought.after
    dislodged = retreats = ""
    if fought.losers:
        dislodged = _names(sorted([field.full_text(unit) for unit in fought.losers]))
        options = fought.options.items()
        retreats = ", ".join([f'"{field.full_text(unit)}": {_names(places)}' for unit, places in options])
    centres = "" if after.centres is None else f'"centres": {_centres(after.centres)}, '
    upcoming, verdict = after.next, after.verdict
    winner, draw = (verdict.winner, verdict.draw) if verdict else (None, ())
    end = _end(upcoming.code if upcoming else None, winner, draw)
    orders = _fought_orders(fought)
    if orders:
        orders[0] = orders[0].removeprefix(", ")
    head = (
        f'"phase": {quote(fought.scene.phase.code)}, "final": {_names(fought.final())}, '
        f'"dislodged": {dislodged or "[]"}, "retreats": {{{retreats}}}, {centres}{end}, "orders": ['
    )
    return "".join([head, *orders, "]"])


def _names(some: Iterable[str]) -> str:
    """A list of units, places or results. Neither they nor the words of powers hold anything that JSON escapes."""
    inner = '", "'.join(some)
    return f'["{inner}"]' if inner else "[]"


def _fought_orders(fought: Fought) -> list[str]:
    """The parts of the list of orders, a comma before each member. Nothing is kept of a line but its text."""
    entries, fates, last = fought.entries, fought.fates, fought.entries.last
    deeds = [FINE[entry.kind].json for entry in entries.all]
    for unit, fate in fates.items():
        if last[unit] >= 0:
            deeds[last[unit]] = fate.json or _keep_fate(fate)
    found: list[str] = []
    for word, start, end in entries.runs:
        whose = entries.lines.whose[word]
        for number in range(start, end):
            entry = entries.all[number]
            line, order = entry.line, entry.order
            if order is line and entry.status == "ok":  # plain, and such a text has nothing that JSON escapes
                found.append(whose)  # one by one: compiled, that is half the cost of adding them as a tuple
                found.append(line)
                found.append(_ORDER)
                found.append(line)
                found.append(deeds[number])
            elif number in entries.refused:
                words, by = fought.refused(number)
                found += (_opening(word, line, order), _deed(words, by, entry.reason))
            else:
                found += (whose[:-1], quote(line), _ORDER[1:], str(order), deeds[number])
    if -1 in last:
        found += _silent_orders(fought)
    for word, text in fought.after.built:
        found.append(_opening(word, None, f"BUILD {text}") + _deed(("default",), (), Reason("build_forced")))
    return found


_ORDER: Final = '", "order": "'


def _silent_orders(fought: Fought) -> list[str]:
    """What became of the units that no line names."""
    fates, field, silent = fought.fates, fought.scene.field, fought.entries.lines.silent
    found: list[str] = []
    for unit, number in enumerate(fought.entries.last):
        if number < 0:
            fate = fates.get(unit) or IDLE
            found.append(silent.get(field.full_text(unit)) or _keep_silent(silent, field, unit))
            found.append(fate.json or _keep_fate(fate))
    return found


def _opening(power: str, given: str | None, order: str | None) -> str:
    return f", {_begin(power, given, order)}"


def _keep_silent(silent: dict[str, str], field: Field, unit: int) -> str:
    """The line of a unit without an order; there are no more of them than places for each power's units."""
    name, word = field.full_text(unit), field.c.words[field.power[unit]]
    silent[name] = f', {{"power": "{word}", "given": null, "order": "{field.text[unit]} H'
    return silent[name]


def _keep_fate(fate: Fate) -> str:
    """What became of an order, from the end of the order's text on.

    A fate's sentence names units or nothing, so only what stands around them has anything that JSON escapes.
    """
    before, name, after = _AROUND[fate.code]
    why = f"{before}{fate.args[name]}{after}" if name else before
    fate.json = f'", "result": {_names(fate.words)}, "by": {_names(fate.by)}, "why": {why}}}'
    return fate.json


def _around(sentence: str) -> tuple[str, str, str]:
    """A sentence's JSON before its one value, the value's name, and the JSON behind it."""
    before, _, rest = quote(sentence).partition("{")
    name, _, after = rest.partition("}")
    return before, name, after


_AROUND = {code: _around(sentence) for code, sentence in TABLE.items() if sentence.count("{") < 2}
for _fate in FINE:
    _keep_fate(_fate)
