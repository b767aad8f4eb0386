"""Colours: a set that people with any colour vision tell apart (Okabe and Ito, 2008), and paper, sea and ink.

A power is never told by colour alone: its letter stands on each of its units.
"""

from __future__ import annotations

STRONG = ("#0072b2", "#d55e00", "#009e73", "#aa3f86", "#e6a000", "#3a3a3a", "#5bb5ea", "#8c6d31", "#7a1f1f", "#f0e442")
LAND = "#f4efe0"
SEA = "#cfe1ee"
COAST = "#50636f"
BORDER = "#a89f87"
WAVE = "#a5c3d8"
WALL = "#6b5b45"
INK = "#1b1f24"
PAPER = "#ffffff"
FAULT = "#b3001b"
NEUTRAL = "#8b8f94"


def strong(index: int) -> str:
    """The colour of a power's units."""
    return STRONG[index % len(STRONG)]


def tint(index: int) -> str:
    """The colour of a power's centres: its own, mixed with paper so that names stay readable."""
    return mixed(strong(index), LAND, 0.42)


def mixed(colour: str, other: str, part: float) -> str:
    """A colour between two."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour (relative luminance as in WCAG 2)."""
    red, green, blue = ((c / 255) ** 2.2 for c in _channels(colour))
    return PAPER if 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.36 else INK


def _channels(colour: str) -> tuple[int, int, int]:
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))
