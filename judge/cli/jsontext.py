"""A JSON line as data, and an answer's text as bytes.

Every line could be read by Python's own decoder; orjson reads the usual ones in half its time. It takes whole numbers
beyond 64 bits for fractions, and refuses more than JSON does. So it has the word only where no such number counts or is
told again, and what it refuses is read once more.
"""

from __future__ import annotations

import json
from typing import Any

import orjson


def read(line: bytes) -> tuple[Any, str]:
    """A line's value and its id as JSON text. Raises ValueError where the line is no JSON."""
    try:
        data = orjson.loads(line)
    except ValueError:
        return _read(_text(line))
    if type(data) is not dict or "adjust" in data or type(data.get("variant")) not in _TOLD:
        return _read(_text(line))
    name = data.get("id")
    return (data, _ENCODE(name)) if type(name) in _TOLD else _read(_text(line))


_TOLD = (str, int, type(None))
"""What an id or a variant's name may be so that both decoders agree; others, fractions above all, are read again."""


def _no_number(text: str) -> Any:
    """NaN and Infinity, which Python would read, are no JSON."""
    raise ValueError(text)


class _AsWritten(str):
    """A number's own text, where no number of ours is as large."""

    __slots__ = ()


def _read(text: str) -> tuple[Any, str]:
    """By Python's own decoder, which takes numbers of any size and halves of surrogate pairs."""
    try:
        data = _DECODE(text)
        return data, _ENCODE(data.get("id")) if isinstance(data, dict) else "null"
    except ValueError:  # no JSON; or a number beyond Python's, such as 1e999, which an id may well be
        data = _DECODE_AS_WRITTEN(text)
        return data, _as_written(data.get("id")) if isinstance(data, dict) else "null"


def _as_written(value: Any) -> str:
    if isinstance(value, _AsWritten):
        return str(value)
    if isinstance(value, dict):
        members = [f"{_ENCODE(key)}: {_as_written(each)}" for key, each in value.items()]
        return f"{{{', '.join(members)}}}"
    return f"[{', '.join(map(_as_written, value))}]" if isinstance(value, list) else _ENCODE(value)


def _whole_number(text: str) -> int | _AsWritten:
    try:
        return int(text)
    except ValueError:  # more digits than Python reads
        return _AsWritten(text)


_DECODE_AS_WRITTEN = json.JSONDecoder(parse_float=_AsWritten, parse_int=_whole_number, parse_constant=_no_number).decode
_DECODE = json.JSONDecoder(parse_constant=_no_number).decode
_ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
"""Made once: `json.loads` and `json.dumps` with options make a new one for every line."""


def _text(line: bytes) -> str:
    """A line's text in the encoding that its first bytes tell, as `json.loads` finds it; nearly always UTF-8."""
    plain = line[:1] == b"{" and line[1:2] != b"\0"
    return line.decode("utf-8" if plain else json.detect_encoding(line), "surrogatepass")


def utf8(text: str) -> bytes:
    """UTF-8; half a surrogate pair has none and is escaped, as it came: Python's own way of escaping is JSON's here."""
    return text.encode("utf-8", "backslashreplace")
