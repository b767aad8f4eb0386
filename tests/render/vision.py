"""What colours look like to people who lack one kind of cone, and how far apart they are then.

Matrices: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
(2009), severity 1.0, on linear RGB. Distance: CIE76 ΔE in CIELAB under D65.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

VISIONS = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)
Triple = tuple[float, float, float]


def nearest(colours: Sequence[str], vision: str) -> float:
    """The distance of the two colours that are hardest to tell apart."""
    seen = [_lab(_times(VISIONS[vision], _linear(colour))) for colour in colours]
    return min(math.dist(a, b) for a, b in itertools.combinations(seen, 2))


def _linear(colour: str) -> Triple:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return red, green, blue


def _times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _lab(linear: Triple) -> Triple:
    clipped = [min(max(c, 0.0), 1.0) for c in linear]
    ratios = [value / white for value, white in zip(_times(_XYZ, clipped), _WHITE, strict=True)]
    x, y, z = (r ** (1 / 3) if r > 0.008856 else 7.787 * r + 16 / 116 for r in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
