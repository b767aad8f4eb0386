"""A phase's result as one line of JSON text, put together from parts that are kept.

It is the text that `json.dumps` makes of the same data, byte for byte; only quicker, because lines of orders and what
became of them repeat from position to position, and their JSON is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json.encoder import encode_basestring as quote

from judge.adjudicator.field import Field
from judge.adjudicator.outcomes import Adjudication, Outcome, Reason
from judge.adjudicator.reasons import TABLE, say
from judge.notation.fates import FINE, IDLE, Fate
from judge.notation.kept import Entry
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
    """The list of orders, a comma before each member; first as if all had gone well, then with what did not."""
    fates, entries, field = fought.fates, fought.entries, fought.scene.field
    every, last = entries.all, entries.last
    found = [entry.done or _keep_done(entry) for entry in every]
    for unit, fate in fates.items():
        number = last[unit]
        if number >= 0:
            found[number] = every[number].json + (fate.json or _keep_fate(fate))
    for number in entries.refused:
        words, by = fought.refused(number)
        found[number] = every[number].json + _deed(words, by, every[number].reason)
    if -1 in last:
        silent = entries.lines.silent
        for unit, number in enumerate(last):
            if number < 0:
                found.append(silent.get(field.full_text(unit)) or _keep_silent(silent, field, unit))
                fate = fates.get(unit) or IDLE
                found.append(fate.json or _keep_fate(fate))
    for word, text in fought.after.built:
        found.append(_opening(word, None, f"BUILD {text}") + _deed(("default",), (), Reason("build_forced")))
    return found


def _opening(power: str, given: str | None, order: str | None) -> str:
    return f", {_begin(power, given, order)}"


def _keep_done(entry: Entry) -> str:
    if entry.order is entry.line:  # canonical text has nothing that JSON escapes
        line = entry.line
        entry.json = f', {{"power": "{entry.power}", "given": "{line}", "order": "{line}", "result": '
    else:
        entry.json = _opening(entry.power, entry.line, entry.order)
    entry.done = entry.json + FINE[entry.kind].json
    return entry.done


def _keep_silent(silent: dict[str, str], field: Field, unit: int) -> str:
    """The line of a unit without an order; there are no more of them than places for each power's units."""
    found = silent[field.full_text(unit)] = _opening(field.c.words[field.power[unit]], None, f"{field.text[unit]} H")
    return found


def _keep_fate(fate: Fate) -> str:
    """A fate's sentence names units or nothing, so only what stands around them has anything that JSON escapes."""
    before, name, after = _AROUND[fate.code]
    why = f"{before}{fate.args[name]}{after}" if name else before
    fate.json = f'{_names(fate.words)}, "by": {_names(fate.by)}, "why": {why}}}'
    return fate.json


def _around(sentence: str) -> tuple[str, str, str]:
    """A sentence's JSON before its one value, the value's name, and the JSON behind it."""
    before, _, rest = quote(sentence).partition("{")
    name, _, after = rest.partition("}")
    return before, name, after


_AROUND = {code: _around(sentence) for code, sentence in TABLE.items() if sentence.count("{") < 2}
for _fate in FINE:
    _keep_fate(_fate)
