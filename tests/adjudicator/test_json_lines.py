"""`judge adjudicate` reads a line with the quick decoder as it would with Python's own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.cli import jsontext
from judge.cli.adjudicate import Variants

BIG = b"123456789012345678901234567890"
DEEP, TOO_DEEP = 900, 5000
ODD = [
    b'{"id": 1, "id": 2}', b'{"id": 1e400}', b'{"id": 1e-400}', b'{"id": NaN}', b'{"x": [Infinity]}', b'{"id": -0}',
    b'{"id": -0.0}', b'{"id": 1.0}', b'{"id": 1E5}', b'{"id": true}', b'{"id": 01}', b'{"id": 18446744073709551615}',
    b'{"id": 18446744073709551616}', b'{"id": -9223372036854775809}', b'{"id": %s}' % BIG, b'{"id": [%s]}' % BIG,
    b'{"id": {"a": {"b": %s}}}' % BIG, b'{"id": %s}' % (b"9" * 5000), b'{"x": %s}' % (b"9" * 5000),
    b'{"variant": %s}' % BIG, b'{"variant": [%s]}' % BIG, b'{"variant": 1e400}', b'{"variant": 5}',
    b'{"phase": "F1901A", "adjust": {"RUSSIA": %s}}' % BIG, b'{"phase": "F1901A", "adjust": {"RUSSIA": 1.0}}',
    b'{"phases": %s}' % BIG, b'{"phases": [{"phase": %s}]}' % BIG, b'{"rulebook": {"disorder_removal": %s}}' % BIG,
    b'{"id": "\\ud800"}', b'{"id": "\xed\xa0\x80"}', b'{"id": "\xff"}', b'{"id": "\x7f\\u0000"}', b'{"id": "a\x01"}',
    b'{"orders": {"FRANCE": ["A PAR - BUR\\ud800", "A PAR H"]}, "units": {"FRANCE": ["A PAR"]}}',
    b'{"units": {"FRANCE": ["A PAR"], "ITALY": ["A ROM"], "FRANCE": ["A MAR"]}}', b'{"\\u0069d": 3}', b"{'id': 1}",
    b'{"a": 1,}', b"{} x", b"[1]", b'"text"', b"7", b"\r", b"{", b"\x00", b"\xef\xbb\xbf{}", b'  {"id": 3}  \r',
    '{"id": "é"}'.encode("utf-16"), '{"id": "日本"}'.encode("utf-16-le"), '{"id": 4}'.encode("utf-32"),
    b'{"x": %s}' % (b"[" * DEEP + b"]" * DEEP), b'{"x": %s}' % (b"[" * TOO_DEEP + b"]" * TOO_DEEP),
    b'{"id": %s}' % (b"[" * TOO_DEEP + b"]" * TOO_DEEP),
]  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["id", "variant", "phase", "units", "orders", "adjust", "rulebook", "phases", "other"])


def refuse(line: bytes) -> Any:
    raise ValueError


def both(line: bytes) -> tuple[bytes, bytes]:
    """The answers with the quick decoder and without it."""
    variants = Variants()
    quick = variants.answer(line)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsontext.orjson, "loads", refuse)
        return quick, variants.answer(line)


@pytest.mark.parametrize("line", ODD)
def test_an_odd_line_has_the_same_answer_by_either_decoder(line: bytes) -> None:
    quick, slow = both(line)
    assert quick == slow


@given(st.dictionaries(KEYS, VALUES), st.booleans())
def test_any_line_has_the_same_answer_by_either_decoder(data: dict[str, Any], ascii_only: bool) -> None:
    quick, slow = both(json.dumps(data, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass"))
    assert quick == slow
