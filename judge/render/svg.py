"""The few SVG elements that the maps use, as text. Numbers have one decimal: small files, the same bytes anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from judge.render.geometry import Point


def number(value: float) -> str:
    """A coordinate as text."""
    return f"{round(value, 1):g}"


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """`element("circle", cx=1, stroke_width=2)`; underscores become dashes, floats are shortened."""
    shown = (
        f" {key.replace('_', '-')}={quoteattr(number(value) if isinstance(value, float) else str(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{''.join(shown)}>{content}</{name}>" if content else f"<{name}{''.join(shown)}/>"


def words(text: str, x: float, y: float, **attributes: object) -> str:
    """A line of text, escaped."""
    return element("text", escape(text), x=x, y=y, **attributes)


def way(points: Sequence[Point], *, closed: bool = False) -> str:
    """The `d` of a path along points."""
    body = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{body}{'Z' if closed else ''}"


def loops(rings: Iterable[Sequence[Point]]) -> str:
    """The `d` of a shape of several loops."""
    return "".join(way(ring, closed=True) for ring in rings if len(ring) > 2)


def polygon(points: Sequence[Point], **attributes: object) -> str:
    """A closed shape."""
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)
