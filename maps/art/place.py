"""Where units, names and centres stand on a drawn map: inside their province, and never one over another."""

from __future__ import annotations

import math

import numpy as np
from scipy import ndimage

UNIT = (19.0, 16.0)
"""Half the width and height that a unit needs."""
LABEL = (19.0, 8.5)
DISC = 8.5
GAP = 1.0


class Placer:
    """Places boxes on a sheet, province by province, the narrowest first."""

    def __init__(self, whose: np.ndarray, wet: list[bool]) -> None:
        self._whose = whose
        self._wet = wet
        self._height, self._width = whose.shape
        self.boxes: list[tuple[float, float, float, float]] = []
        inland = whose >= 0
        self._land = np.zeros(whose.shape, bool)
        self._land[inland] = ~np.array([*wet])[whose[inland]]

    def _sums(self, mask: np.ndarray) -> np.ndarray:
        return np.pad(mask.astype(np.int64).cumsum(0).cumsum(1), ((1, 0), (1, 0)))

    def _part(self, sums: np.ndarray, xs: np.ndarray, ys: np.ndarray, half: tuple[float, float]) -> np.ndarray:
        """How much of a box around each point is inside."""
        x0 = np.clip(np.round(xs - half[0]).astype(int), 0, self._width)
        x1 = np.clip(np.round(xs + half[0]).astype(int), 0, self._width)
        y0 = np.clip(np.round(ys - half[1]).astype(int), 0, self._height)
        y1 = np.clip(np.round(ys + half[1]).astype(int), 0, self._height)
        return (sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]) / (4 * half[0] * half[1])

    def _over(self, xs: np.ndarray, ys: np.ndarray, half: tuple[float, float]) -> np.ndarray:
        """How much of a box around each point lies over boxes that stand already, or over the sheet's edge."""
        total = np.zeros(len(xs))
        for left, top, right, low in self.boxes:
            wide = np.minimum(xs + half[0], right) - np.maximum(xs - half[0], left)
            high = np.minimum(ys + half[1], low) - np.maximum(ys - half[1], top)
            total += np.clip(wide + GAP, 0, None) * np.clip(high + GAP, 0, None)
        edge = (xs - half[0] < 3) | (xs + half[0] > self._width - 3) | (ys - half[1] < 3) | (ys + half[1] > self._height - 3)
        return total / (4 * half[0] * half[1]) + 9.0 * edge

    def take(self, x: float, y: float, half: tuple[float, float]) -> None:
        """A box that nothing may cover."""
        self.boxes.append((x - half[0], y - half[1], x + half[0], y + half[1]))

    def points(self, mask: np.ndarray, most: int = 2500) -> tuple[np.ndarray, np.ndarray]:
        """Candidates inside a province, evenly spread."""
        ys, xs = np.nonzero(mask)
        step = max(1, len(xs) // most)
        return xs[::step] + 0.5, ys[::step] + 0.5

    def province(self, index: int, *, centre: bool, coasts: dict, berths: int, label: float, fixed: dict) -> dict:
        """The unit's place, the name's and the centre's."""
        mask = self._whose == index
        grown = ndimage.binary_dilation(mask, iterations=6)
        inside = self._sums(mask)
        foreign = self._sums(self._land & ~mask)
        depth = ndimage.distance_transform_edt(np.pad(mask, 1))[1:-1, 1:-1]
        xs, ys = self.points(grown)
        deep = depth[ys.astype(int), xs.astype(int)]
        weight = np.minimum(depth, 60)[ys.astype(int), xs.astype(int)]
        middle = (np.average(xs, weights=weight), np.average(ys, weights=weight))
        best = None
        group = (label / 2 + 2 + (DISC if centre else 0.0), LABEL[1])
        rows = self._rows(berths)
        for row in rows:
            wide = max(abs(dx) for dx, _ in row) + UNIT[0]
            high = max(abs(dy) for _, dy in row) + UNIT[1]
            for dx, dy in ((0, high + group[1]), (0, -high - group[1]), (wide + group[0], 0), (-wide - group[0], 0),
                           (wide * 0.6, high + group[1]), (-wide * 0.6, high + group[1]),
                           (wide * 0.6, -high - group[1]), (-wide * 0.6, -high - group[1]),
                           (wide + group[0], high * 0.6), (-wide - group[0], high * 0.6),
                           (wide + group[0], -high * 0.6), (-wide - group[0], -high * 0.6)):
                score = np.zeros(len(xs))
                for ux, uy in row:
                    score += 3.0 * np.clip(self._part(inside, xs + ux, ys + uy, UNIT), 0, 1) / len(row)
                    score -= 14.0 * self._over(xs + ux, ys + uy, UNIT)
                    score -= 1.5 * self._part(foreign, xs + ux, ys + uy, UNIT) / len(row)
                lx, ly = xs + dx, ys + dy
                score += 2.2 * np.clip(self._part(inside, lx, ly, group), 0, 1)
                score -= 2.0 * self._part(foreign, lx, ly, group)
                score -= 14.0 * self._over(lx, ly, group)
                score += 0.012 * np.minimum(deep, 40) - 0.0022 * np.hypot(xs - middle[0], ys - middle[1])
                score += 0.08 if (dx, dy) == (0, high + group[1]) else 0.0
                if "unit" in fixed:
                    score -= 0.2 * np.hypot(xs - fixed["unit"][0], ys - fixed["unit"][1])
                k = int(np.argmax(score))
                if best is None or score[k] > best[0]:
                    best = (float(score[k]), float(xs[k]), float(ys[k]), dx, dy, row)
        score, x, y, dx, dy, row = best
        found: dict = {"unit": [x, y], "score": round(score, 2)}
        spots = {}
        for n, (ux, uy) in enumerate(row, 1):
            self.take(x + ux, y + uy, UNIT)
            if len(row) > 1:
                spots[str(n)] = [round(x + ux, 1), round(y + uy, 1)]
        self.take(x + dx, y + dy, group)
        lx = x + dx
        if centre:
            found["centre"] = [round(lx - group[0] + DISC, 1), round(y + dy, 1)]
            lx += DISC
        found["label"] = [round(lx, 1), round(y + dy, 1)]
        for part, (cx, cy) in coasts.items():
            cx, cy = self._free(cx, cy, UNIT, 40)
            self.take(cx, cy, UNIT)
            spots[part] = [round(cx, 1), round(cy, 1)]
        if spots:
            found["spots"] = spots
        return found

    def _rows(self, berths: int) -> list[list[tuple[float, float]]]:
        if berths < 2:
            return [[(0.0, 0.0)]]
        rows = []
        for k in range(12):
            angle = math.pi * k / 12
            step = min((2 * UNIT[0] + 1) / max(abs(math.cos(angle)), 1e-6), (2 * UNIT[1] + 1) / max(abs(math.sin(angle)), 1e-6))
            rows.append([((n - (berths - 1) / 2) * step * math.cos(angle), (n - (berths - 1) / 2) * step * math.sin(angle)) for n in range(berths)])
        return rows

    def _free(self, x: float, y: float, half: tuple[float, float], reach: int) -> tuple[float, float]:
        """The nearest place to a point where a box covers nothing."""
        ring = [(x, y)]
        for r in range(2, reach, 2):
            ring += [(x + r * math.cos(a), y + r * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 24, endpoint=False)]
        xs, ys = np.array([p[0] for p in ring]), np.array([p[1] for p in ring])
        over = self._over(xs, ys, half)
        k = int(np.argmin(over + 1e-4 * np.arange(len(ring))))
        return float(xs[k]), float(ys[k])

    def aside(self, x: float, y: float, half: tuple[float, float]) -> tuple[float, float, float]:
        """A place beside a unit for one that it drove out; it covers no other unit."""
        ring = [(x + r * math.cos(a), y + r * math.sin(a)) for r in (32, 36, 40, 46, 54, 62) for a in np.linspace(0, 2 * math.pi, 32, endpoint=False)]
        xs, ys = np.array([p[0] for p in ring]), np.array([p[1] for p in ring])
        over = self._over(xs, ys, half) + 0.004 * np.hypot(xs - x, ys - y)
        k = int(np.argmin(over))
        return round(float(xs[k]), 1), round(float(ys[k]), 1), float(over[k])

    def name(self, index: int, near: tuple[float, float], half: tuple[float, float]) -> tuple[float, float] | None:
        """A place for a long name, wholly inside the province and over nothing; None where there is none."""
        mask = self._whose == index
        xs, ys = self.points(mask)
        inside = self._part(self._sums(mask), xs, ys, (half[0] + 4, half[1] + 2))
        over = self._over(xs, ys, half)
        far = np.hypot(xs - near[0], (ys - near[1]) * 1.5)
        score = np.where((inside > 0.99) & (over == 0), far, 1e9)
        k = int(np.argmin(score))
        return (round(float(xs[k]), 1), round(float(ys[k]), 1)) if score[k] < 140 else None
