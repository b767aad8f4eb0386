"""What the code says to players: every answers code in it, found in its syntax tree, with the values it is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

JUDGE = Path(__file__).parents[1] / "judge"
_MAKERS = {"Said", "BadSetting", "PressRefused"}
"""Called with a code and its values."""
_METHODS = {"ok": 1, "refuse": 1}
"""Methods of the desk, and where their code stands."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A code as the source has it. `values` None: given by a mapping that only a run can tell."""

    where: str
    code: str
    values: frozenset[str] | None


def spoken() -> list[Spoken]:
    """Every code written out in a call that says it."""
    return [each for path in _sources("usecases", "game") for each in _in_file(path)]


def texts_in_code() -> tuple[set[str], set[str]]:
    """All string constants of the judge's code, and the beginnings of its f-strings: codes that are put together."""
    texts: set[str] = set()
    beginnings: set[str] = set()
    for path in sorted(JUDGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
                beginnings.add(str(node.values[0].value))
    return texts, beginnings


def _sources(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in sorted((JUDGE / room).rglob("*.py"))]


def _in_file(path: Path) -> Iterator[Spoken]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        at = f"{path.relative_to(JUDGE.parent)}:{node.lineno}"
        if isinstance(node.func, ast.Name) and node.func.id in _MAKERS:
            for code in _codes(node.args[:1]):
                yield Spoken(at, code, _keys(node.args[1:2]))
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
            for code in _codes(node.args[_METHODS[node.func.attr] :][:1]):
                names = {word.arg for word in node.keywords}
                yield Spoken(at, code, None if None in names else frozenset(str(name) for name in names))


def _codes(arguments: list[ast.expr]) -> Iterator[str]:
    """The code, or both of `a if this else b`."""
    for each in arguments:
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value
        elif isinstance(each, ast.IfExp):
            yield from _codes([each.body, each.orelse])


def _keys(arguments: list[ast.expr]) -> frozenset[str] | None:
    if not arguments:
        return frozenset()
    given = arguments[0]
    if not isinstance(given, ast.Dict) or not all(isinstance(key, ast.Constant) for key in given.keys):
        return None
    return frozenset(str(key.value) for key in given.keys if isinstance(key, ast.Constant))
