"""Reading one Authentication-Results header (RFC 8601 section 2.2); strict, and never recursive."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([();=])|([^\s"();=]+)|(\s+)|(.)', re.DOTALL)
LONGEST = 8000


@dataclass(frozen=True, slots=True)
class Result:
    """One method's finding: `dkim=pass header.d=example.org`."""

    method: str
    value: str
    properties: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Results:
    """Who found what."""

    server: str
    results: tuple[Result, ...]


def parse(text: str) -> Results | None:
    """Read a header's value; None for what is no such header."""
    parts = _parts(text[:LONGEST])
    if not parts or not parts[0]:
        return None
    server = parts[0][0]
    if len(parts[0]) > 1 and not parts[0][1].isdecimal():  # an id, and perhaps a version
        return None
    read = (_result(words) for words in parts[1:])
    return Results(server, tuple(result for result in read if result is not None))


def _parts(text: str) -> list[list[str]]:
    """Words between the semicolons; comments gone, quoted strings whole, blanks around `=` closed."""
    parts: list[list[str]] = [[]]
    depth, joined = 0, False
    for quoted, mark, word, blank, _ in TOKEN.findall(text):
        if mark in {"(", ")"} and mark:
            depth = max(0, depth + (1 if mark == "(" else -1))
        elif depth:
            continue
        elif mark == ";":
            parts.append([])
            joined = False
        elif mark == "=" and parts[-1]:
            parts[-1][-1] += "="
            joined = True
        elif blank:
            continue
        elif joined and parts[-1]:
            parts[-1][-1] += quoted or word
            joined = False
        else:
            parts[-1].append(quoted or word)
    return parts


def _result(words: list[str]) -> Result | None:
    pairs = [word.partition("=") for word in words]
    if not pairs or not pairs[0][1]:
        return None  # "none": nothing was checked
    method = pairs[0][0].partition("/")[0].lower()
    named: dict[str, str] = {}
    for name, equals, value in pairs[1:]:
        if equals:
            named.setdefault(name.lower(), value)
    return Result(method, pairs[0][2].lower(), named)
