"""Colours that people with any colour vision tell apart, and paper, sea and ink.

The seven of the standard board are near the colours that players know; the set was chosen so that any two differ by at
least 20 (CIE76 ΔE) under protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009). And a power is
never told by colour alone: its letter stands on each of its units and in each of its centres.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.units import Power

STRONG = ("#c83f27", "#1f4fa3", "#50b9ef", "#3d3b39", "#249269", "#a56dab", "#ecd137", "#8c5a2b", "#f2a7b5", "#0f3d3e")
KNOWN = {"AUSTRIA": 0, "ENGLAND": 1, "FRANCE": 2, "GERMANY": 3, "ITALY": 4, "RUSSIA": 5, "TURKEY": 6, "BURGUNDY": 0}
"""Powers that have the same colour on every map."""
TINTED = 0.6
"""How much of a power's colour lies on its land; the rest is light, so that names stay readable."""
LAND = "#f6f0df"
FOREIGN = "#ded8c6"
SEA = "#bcd6e8"
SHALLOW = "#cbe0ee"
SHORE = "#dcebf4"
COAST = "#41545f"
BORDER = "#8d8265"
WAVE = "#8fb3cb"
WALL = "#6b5b45"
INK = "#1b1f24"
DEEP = "#35617f"
"""Names of seas."""
PAPER = "#ffffff"
FAULT = "#b3001b"
BURST = "#ffe08a"


def strong(power: Power) -> str:
    """The colour of a power's units."""
    return STRONG[KNOWN.get(power.word, power.index % len(STRONG))]


def tint(power: Power) -> str:
    """What the land of a power is multiplied with."""
    return mixed(strong(power), PAPER, TINTED)


def mixed(colour: str, other: str, part: float) -> str:
    """A colour between two."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def multiplied(colour: str, other: str) -> str:
    """Two colours as if one ink were printed over the other."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{a * b // 255:02x}" for a, b in pairs)


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour (relative luminance as in WCAG 2)."""
    light = _luminance(colour)
    return PAPER if 1.05 / (light + 0.05) > (light + 0.05) / (_luminance(INK) + 0.05) else INK


def _luminance(colour: str) -> float:
    parts = (c / 255 for c in channels(colour))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of `#rrggbb`."""
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))


def inks(powers: Sequence[Power]) -> list[str]:
    """The colours of one picture, at most 256: what is drawn, and what lies between where edges are smoothed."""
    strongs = list(dict.fromkeys(strong(power) for power in powers))
    tints = [multiplied(LAND, mixed(colour, PAPER, TINTED)) for colour in strongs]
    grounds = [SEA, LAND, FOREIGN, SHALLOW, SHORE, *tints]
    plain = [PAPER, INK, COAST, BORDER, WAVE, WALL, FAULT, BURST, DEEP, *grounds, *strongs]
    greys = [mixed(INK, PAPER, part / 7) for part in range(1, 7)]
    edges = [mixed(ink, ground, 0.5) for ground in grounds for ink in (COAST, BORDER, PAPER)]
    letters = [mixed(INK, ground, part) for ground in grounds for part in (0.35, 0.7)]
    waters = [mixed(ink, ground, 0.5) for ink in (WAVE, DEEP) for ground in (SEA, SHALLOW, SHORE)]
    faults = [mixed(FAULT, PAPER, part) for part in (0.3, 0.6)]
    bodies = [mixed(one, other, part) for one in strongs for other, part in ((PAPER, 0.35), (PAPER, 0.7), (INK, 0.5))]
    helps = [mixed(colour, INK, 0.8) for colour in strongs]
    return list(dict.fromkeys([*plain, *greys, *edges, *letters, *waters, *faults, *bodies, *helps]))[:256]
