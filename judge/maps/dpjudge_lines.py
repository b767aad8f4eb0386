"""The lines of a .map file, one directive each."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from judge.maps.dpjudge_draft import Draft, DraftPower
from judge.maps.faults import Fault, MapError
from judge.maps.sections import MAX_FILE

_Value = TypeVar("_Value")
MAX_DEPTH = 8
"""How deep files may use files."""


class Line(NamedTuple):
    """A directive: where it stands, its words and its whole text."""

    path: Path
    number: int
    words: list[str]
    text: str

    @property
    def file(self) -> str:
        """The file's name in messages."""
        return str(self.path)

    @property
    def rest(self) -> list[str]:
        """The words after the first."""
        return self.words[1:]


def read_file(draft: Draft, path: Path, depth: int = 0) -> None:
    """Read a file and those it uses, which must lie beside it. Raises MapError for one that can't be read."""
    try:
        if path.stat().st_size > MAX_FILE:
            raise MapError([Fault(str(path), 0, f"larger than {MAX_FILE} bytes")])
        text = path.read_bytes().decode("latin-1")
    except OSError as error:
        raise MapError([Fault(str(path), 0, f"can't be read: {error.strerror}")]) from error
    later = ""
    for number, raw in enumerate(text.splitlines(), 1):
        words = raw.split()
        if not words or words[0].startswith("#"):
            continue
        line = Line(path, number, words, " ".join(words))
        first = words[0].upper()
        if "=" in words:  # also `Port Richmond = pri`, though PORT is a directive: no directive has this sign alone
            _name(draft, line)
        elif first in ("IN", "FROM"):
            draft.note(line.file, number, f"a map that changes during the game is not played: {line.text}")
            later = "" if ":" in line.text else line.text
        elif later:
            draft.note(line.file, number, f"belongs to {later!r}, which is not played: {line.text}")
        elif first in ("USE", "USES", "MAP"):
            _use(draft, line, depth)
        else:
            _directive(draft, line)


def _use(draft: Draft, line: Line, depth: int) -> None:
    for name in line.rest:
        file = name if "." in name else f"{name}.map"
        beside = line.path.parent / file
        if not re.fullmatch(r"\w[\w.-]*", file) or not beside.is_file() or depth >= MAX_DEPTH:
            raise MapError([Fault(line.file, line.number, f"uses {file}, which is not beside it (or uses too deep)")])
        read_file(draft, beside, depth + 1)
    if line.words[0].upper() == "MAP":
        draft.note(line.file, line.number, f"the picture of another map is not taken over: {line.text}")


def _directive(draft: Draft, line: Line) -> None:
    first = line.words[0].upper()
    if first in _HANDLERS:
        try:
            _HANDLERS[first](draft, line)
        except (IndexError, ValueError):
            draft.note(line.file, line.number, f"not understood: {line.text}")
    elif first in _UNSUPPORTED:
        draft.note(line.file, line.number, f"{_UNSUPPORTED[first]}: {line.text}")
    elif "=" in line.text:
        _name(draft, line)
    elif len(line.words) > 2 and line.words[1] == "->":
        _rename_power(draft, line)
    else:
        _power(draft, line)


def _name(draft: Draft, line: Line) -> None:
    left, _, right = line.text.partition("=")
    words = right.split()
    old, arrow, new = left.partition("->")
    if not words or not (new if arrow else left).strip():
        draft.note(line.file, line.number, f"a name without a code: {line.text}")
        return
    code = words[0].upper()
    if arrow:
        _rename_place(draft, old.strip().upper(), code)
    draft.names[code] = (new if arrow else left).strip().replace("+", " ")
    draft.aliases[code] = [word.replace("+", " ") for word in words[1:]]


def _rename_place(draft: Draft, old: str, new: str) -> None:
    by_name = {name.upper(): code for code, name in draft.names.items()}
    old = by_name.get(old, old)
    _move(draft.names, old, new)
    _move(draft.aliases, old, new)
    _move(draft.terrain, old, new)
    _move(draft.abuts, old, new)
    _move(draft.lines, old, new)
    for code, near in draft.abuts.items():
        draft.abuts[code] = [_same_case(new, word) if word.upper() == old else word for word in near]
    draft.neutral = [new if code == old else code for code in draft.neutral]
    for power in draft.powers.values():
        power.homes = [new if code == old else code for code in power.homes]
        if power.centres is not None:
            power.centres = [new if code == old else code for code in power.centres]
        power.units = {new if place == old else place: kind for place, kind in power.units.items()}


def _move(table: dict[str, _Value], old: str, new: str) -> None:
    if old in table:
        table[new] = table.pop(old)


def _same_case(word: str, like: str) -> str:
    return word.lower() if like.islower() else word.upper() if like.isupper() else word.capitalize()


def _terrain(draft: Draft, line: Line) -> None:
    kind, place = line.words[0].upper(), line.words[1]
    code = place.upper()
    if kind == "PORT":
        draft.note(line.file, line.number, f"fleets in a port don't convoy here; taken as COAST: {line.text}")
    if kind == "SHUT":
        draft.note(line.file, line.number, f"impassable, so it is no province here: {line.text}")
    draft.terrain[code] = kind
    draft.lines[code] = (line.file, line.number)
    if len(line.words) > 2 and line.words[2].upper() == "ABUTS":
        draft.abuts[code] = [_neighbour(draft, line, word) for word in line.words[3:]]
    draft.abuts.setdefault(code, [])


def _neighbour(draft: Draft, line: Line, word: str) -> str:
    """A border without the signs this judge does not know; the sign is named."""
    plain = re.sub(r"\(.*\)$", "", word.rpartition(":")[2]).strip("~*")
    if ":" in word or "(" in word:
        draft.note(line.file, line.number, f"a border for some powers only is a border for all here: {word}")
    elif plain != word:
        draft.note(line.file, line.number, f"a strait or weak border is an ordinary border here: {word}")
    return plain


def _amend(draft: Draft, line: Line) -> None:
    code = line.words[1].upper()
    if len(line.words) < 3 or line.words[2].upper() != "ABUTS":
        raise ValueError(line.text)
    near = draft.abuts.setdefault(code, [])
    for word in line.words[3:]:
        gone = word[1:].upper() if word.startswith("-") else word.upper()
        near[:] = [other for other in near if other.upper() != gone]
        if not word.startswith("-"):
            near.append(_neighbour(draft, line, word))


def _drop(draft: Draft, line: Line) -> None:
    for word in line.rest:
        gone = word.upper()
        every = {code for code in {*draft.terrain, *draft.names} if gone in (code, code.partition("/")[0])} | {gone}
        for code in every:
            draft.names.pop(code, None)
            draft.aliases.pop(code, None)
            draft.terrain.pop(code, None)
            draft.abuts.pop(code, None)
        for code, near in draft.abuts.items():
            draft.abuts[code] = [other for other in near if other.upper() not in every]
        draft.neutral = [code for code in draft.neutral if code not in every]
        for power in draft.powers.values():
            power.homes = [code for code in power.homes if code not in every]
            power.centres = None if power.centres is None else [code for code in power.centres if code not in every]
            power.units = {place: kind for place, kind in power.units.items() if place not in every}


def _begin(draft: Draft, line: Line) -> None:
    *season, year, phase = line.rest
    draft.begin = (" ".join(season).upper(), int(year), phase.upper())


def _flow(draft: Draft, line: Line) -> None:
    draft.flow = [*draft.flow, *(word.upper() for word in line.rest)] if line.rest else []


def _victory(draft: Draft, line: Line) -> None:
    draft.victory = int(line.rest[-1])
    if len(line.rest) > 1:
        draft.note(line.file, line.number, f"one number of centres wins in every year; the last is taken: {line.text}")


def _rule(draft: Draft, line: Line) -> None:
    for word in line.rest:
        if word.upper() in ("BUILD_ANY", "!BUILD_ANY"):
            draft.build_any = not word.startswith("!")
        else:
            draft.note(line.file, line.number, f"this rule is not known here: {word}")


def _power(draft: Draft, line: Line) -> None:
    """`NAME [(ADJ[:L])] [home…]` declares a power or opens it again."""
    word = re.sub(r"[^A-Z0-9-]", "_", line.words[0].lstrip("_").replace("+", "").upper())
    known = draft.powers.get(word)
    power = known or DraftPower(word, line.number, word[:1], word.replace("_", " ").title())
    draft.powers[word] = draft.current = power
    rest = line.rest
    if rest and rest[0].startswith("("):
        adjective, _, letter = rest.pop(0).strip("()").partition(":")
        power.adjective = adjective.replace("+", " ").title() or power.adjective
        power.letter = letter.upper() or power.letter
    _homes(draft, line, power, rest)


def _homes(draft: Draft, line: Line, power: DraftPower, words: list[str]) -> None:
    for word in words:
        if word.startswith("-"):
            code = word[1:].upper()
            power.homes = [home for home in power.homes if home != code]
            draft.neutral.append(code)
        elif re.fullmatch(r"\w+", word):
            power.homes += [word.upper()] if word.upper() not in power.homes else []
        else:
            draft.note(line.file, line.number, f"{power.word}: this kind of home or centre is not known here: {word}")


def _rename_power(draft: Draft, line: Line) -> None:
    old = draft.powers.pop(line.words[0].upper(), None)
    _power(draft, line._replace(words=line.words[2:]))
    if old and draft.current:
        draft.current.homes = draft.current.homes or old.homes
        draft.current.centres, draft.current.units = old.centres, old.units


def _unowned(draft: Draft, line: Line) -> None:
    draft.current = None
    for word in line.rest:
        code = word.lstrip("-").upper()
        draft.neutral = [other for other in draft.neutral if other != code]
        if not word.startswith("-"):
            draft.neutral.append(code)


def _owns(draft: Draft, line: Line) -> None:
    power = _current(draft)
    plain = [word.upper() for word in line.rest if re.fullmatch(r"\w+", word)]
    for word in line.rest:
        if not re.fullmatch(r"\w+", word):
            draft.note(line.file, line.number, f"free first builds are not known here: {word}")
            plain.append(word.rstrip("!?").upper())
    again = line.words[0].upper() == "CENTERS"
    power.centres = plain if again else [*(power.centres or []), *plain]


def _inhabits(draft: Draft, line: Line) -> None:
    power = _current(draft)
    if line.words[0].upper() != "INHABITS":
        power.homes = []
    _homes(draft, line, power, line.rest)


def _unit(draft: Draft, line: Line) -> None:
    power, place = _current(draft), line.words[1].upper()
    for other in draft.powers.values():
        same = place.partition("/")[0]
        other.units = {at: kind for at, kind in other.units.items() if at.partition("/")[0] != same}
    power.units[place] = line.words[0].upper()


def _units(draft: Draft, _line: Line) -> None:
    _current(draft).units = {}


def _unplayed(draft: Draft, line: Line) -> None:
    words = [word.strip(",").upper() for word in line.rest] or [_current(draft).word]
    if words[0] == "ALL":
        spared = words[2:] if words[1:2] == ["EXCEPT"] else []
        words = [word for word in draft.powers if word not in spared]
    for word in words:
        draft.powers.pop(word, None)
    draft.current = None


def _current(draft: Draft) -> DraftPower:
    if draft.current is None:
        raise ValueError("no power is open")
    return draft.current


_HANDLERS: dict[str, Callable[[Draft, Line], None]] = {
    **dict.fromkeys(("COAST", "LAND", "WATER", "PORT", "SHUT"), _terrain),
    "AMEND": _amend,
    "DROP": _drop,
    "BEGIN": _begin,
    "FLOW": _flow,
    "VICTORY": _victory,
    "RULE": _rule,
    "RULES": _rule,
    "UNOWNED": _unowned,
    "NEUTRAL": _unowned,
    "OWNS": _owns,
    "CENTERS": _owns,
    "INHABITS": _inhabits,
    "HOME": _inhabits,
    "HOMES": _inhabits,
    "A": _unit,
    "F": _unit,
    "UNITS": _units,
    "UNPLAYED": _unplayed,
}
_UNSUPPORTED = {
    **dict.fromkeys(("TEXTONLY", "FLAGS", "FLAG", "NOTIFY"), "concerns pictures or the operator, not the game"),
    **dict.fromkeys(("DUMMY", "DUMMIES", "CONTROL", "ROTATE", "TEAM", "TEAMS"), "control by others is not known here"),
    **dict.fromkeys(("RESERVES", "MILITIA"), "extra units are not known here"),
    "LEAGUE": "leagues are not known here",
    "NEWHOMES": "homes don't change during a game here",
    **dict.fromkeys(("DIRECTIVES", "END", "VARIANT"), "lines for another judge's status file"),
}
