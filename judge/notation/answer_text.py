"""A phase's result as one line of JSON text, put together from parts that are kept.

It is the text that `json.dumps` makes of the same data, byte for byte; only quicker, because lines of orders and what
became of them repeat from position to position, and their JSON is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json.encoder import encode_basestring as quote

from judge.adjudicator.outcomes import Adjudication, Outcome, Reason
from judge.adjudicator.reasons import say
from judge.notation.fates import Fate
from judge.notation.movement_phase import Fought
from judge.notation.scene import Plain


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
        _opening(power) + _line(given, order) + _deed(result, by, reason)
        for power, given, order, result, by, reason, _unit in outcomes
    ]


def _opening(power: str) -> str:
    return f'{{"power": {quote(power)}, '


def _line(given: str | None, order: str | None) -> str:
    return f'"given": {_text(given)}, "order": {_text(order)}, "result": '


def _deed(result: Iterable[str], by: Iterable[str], reason: Reason | None) -> str:
    why = "null" if reason is None else quote(say(reason))
    return f'{texts(result)}, "by": {texts(by)}, "why": {why}}}'


# --- movement phases, straight from the phase as it was fought


def fought_text(fought: Fought) -> str:
    """What `result_text` makes of the same phase as values, without making the values."""
    field, after, losers = fought.scene.field, fought.after, fought.losers
    units = after.units
    final = ", ".join([_units(word, units[word]) for word in sorted(units)])
    dislodged = texts(sorted(map(field.full_text, losers))) if losers else "[]"
    retreats = _lists({field.full_text(unit): places for unit, places in fought.options.items()}) if losers else "{}"
    centres = "" if after.centres is None else f'"centres": {_centres(after.centres)}, '
    upcoming, verdict = after.next, after.verdict
    winner, draw = (verdict.winner, verdict.draw) if verdict else (None, ())
    end = _end(upcoming.code if upcoming else None, winner, draw)
    orders = ", ".join(_fought_orders(fought))
    return (
        f'"phase": {quote(fought.scene.phase.code)}, "final": [{final}], "dislodged": {dislodged}, '
        f'"retreats": {retreats}, {centres}{end}, "orders": [{orders}]'
    )


def _units(word: str, units: Iterable[str]) -> str:
    """Units with their power. Neither the words of powers nor places hold anything that JSON escapes."""
    between = f'", "{word} '
    return f'"{word} {between.join(units)}"'


def _fought_orders(fought: Fought) -> list[str]:
    fates, last, field = fought.fates, fought.entries.last, fought.scene.field
    found: list[str] = []
    for entry in fought.entries.all:
        power, line, status, text, unit, reason, known = entry
        if status != "ok":
            words, by = fought.refused(len(found), entry)
            found.append(_opening(power) + _line(line, text) + _deed(words, by, reason))
            continue
        fate = fates[unit]
        deed = fate.text or _keep_deed(fate)
        if known is None:
            found.append(_opening(power) + _line(line, text) + deed)
        else:
            found.append(f'{{"power": "{power}", {known.text or _keep_line(known, line)}{deed}')
    if -1 in last:
        for unit, power in enumerate(field.owner):
            if last[unit] < 0:
                fate = fates[unit]
                found.append(_opening(power) + _line(None, f"{field.text[unit]} H") + (fate.text or _keep_deed(fate)))
    for word, text in fought.after.built:
        found.append(_opening(word) + _line(None, f"BUILD {text}") + _deed(("default",), (), Reason("build_forced")))
    return found


def _keep_line(known: Plain, line: str) -> str:
    known.text = _line(line, line)
    return known.text


def _keep_deed(fate: Fate) -> str:
    fate.text = _deed(fate.words, fate.by, fate.reason)
    return fate.text
