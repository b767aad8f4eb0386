"""The outlines of a map: `python maps/art/make.py LAND.json MAP.toml` writes `maps/<variant>/art.json`.

Coasts come from Natural Earth (public domain; land-50m.json of the npm package world-atlas), provinces from the points
of a TOML file beside this one: each place belongs to the nearest point of its kind, land or sea. Needs numpy, scipy and
Pillow; the judge itself reads the result only. Prints what touches on the picture and shouldn't, and what should.
"""

from __future__ import annotations

import json
import math
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage
from scipy.spatial import cKDTree

HERE = Path(__file__).resolve().parent
SCALE = 2
FRAME = -3
NOBODY, WATER = -1, -2


class Sheet:
    """Degrees to pixels: an azimuthal projection of equal areas, its middle widened by a lens."""

    def __init__(self, plan: dict) -> None:
        self.width, self.height = plan["size"]
        if plan.get("flat"):
            return
        self._centre = [math.radians(v) for v in plan["centre"]]
        self._lens = plan.get("lens", 0.0)
        if "fit" not in plan:
            return
        left, right = (self._raw(*plan["fit"][side])[0] for side in ("left", "right"))
        top, low = (self._raw(*plan["fit"][side])[1] for side in ("top", "bottom"))
        self._fit = (left, right, top, low)

    def _raw(self, lon: float, lat: float) -> tuple[float, float]:
        lon0, lat0 = self._centre
        lam, phi = math.radians(lon) - lon0, math.radians(lat)
        cosc = math.sin(lat0) * math.sin(phi) + math.cos(lat0) * math.cos(phi) * math.cos(lam)
        k = math.sqrt(2 / max(1 + cosc, 1e-6))
        x = k * math.cos(phi) * math.sin(lam)
        y = -k * (math.cos(lat0) * math.sin(phi) - math.sin(lat0) * math.cos(phi) * math.cos(lam))
        r = math.hypot(x, y)
        grow = (1 + self._lens) / (1 + self._lens * r / 0.55)
        return x * grow, y * grow

    def __call__(self, lon: float, lat: float) -> tuple[float, float]:
        x, y = self._raw(lon, lat)
        left, right, top, low = self._fit
        return (x - left) / (right - left) * self.width, (y - top) / (low - top) * self.height


def rings(path: Path) -> list[list[tuple[float, float]]]:
    """All rings of a TopoJSON's land, longitude and latitude."""
    topo = json.loads(path.read_text("utf-8"))
    (sx, sy), (tx, ty) = topo["transform"]["scale"], topo["transform"]["translate"]
    arcs = []
    for arc in topo["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)
    found = []
    for shape in topo["objects"]["land"]["geometries"]:
        for polygon in shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]:
            for ring in polygon:
                points = []
                for n in ring:
                    arc = arcs[n] if n >= 0 else arcs[~n][::-1]
                    points += arc[1:] if points else arc
                found.append(points)
    return found


def land_mask(plan: dict, sheet: Sheet, land: Path) -> np.ndarray:
    """Where there is land, with the plan's patches."""
    size = (sheet.width * SCALE, sheet.height * SCALE)
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    west, south, east, north = plan["frame"]
    total = np.zeros((size[1], size[0]), bool)
    for ring in rings(land):
        ring = _unwound(ring)
        lons, lats = [p[0] for p in ring], [p[1] for p in ring]
        if max(lons) < west - 60 or min(lons) > east + 60 or max(lats) < south - 20 or min(lats) > north + 25:
            continue
        dense = _dense([(min(max(a, west - 50), east + 50), min(max(b, south - 18), 89)) for a, b in ring])
        points = [tuple(v * SCALE for v in sheet(*p)) for p in dense]
        one = Image.new("1", size)
        ImageDraw.Draw(one).polygon(points, fill=1)
        total ^= np.array(one)
    image = Image.fromarray(total)
    draw = ImageDraw.Draw(image)
    for patch in plan.get("patches", ()):
        line = [tuple(v * SCALE for v in sheet(*p)) for p in _dense(patch["line"])]
        fill = int(patch["kind"] == "land")
        if patch.get("area"):
            draw.polygon(line, fill=fill)
            continue
        wide = patch["width"] * SCALE
        draw.line(line, fill=fill, width=int(wide))
        for x, y in line:
            draw.ellipse([x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2], fill=fill)
    return np.array(image)


def flat_mask(plan: dict, sheet: Sheet, terrain: dict[str, str]) -> np.ndarray:
    """Land and water of a map whose cells are all there is."""
    seeds = [(x * SCALE, y * SCALE) for points in plan["places"].values() for x, y in points]
    dry = [terrain.get(code) != "water" for code, points in plan["places"].items() for _ in points]
    ys, xs = np.mgrid[0 : sheet.height * SCALE, 0 : sheet.width * SCALE]
    xs, ys = source(plan, xs, ys)
    near = cKDTree(seeds).query(np.column_stack([xs.ravel(), ys.ravel()]), workers=-1)[1]
    mask = np.array(dry)[near].reshape(xs.shape).astype(float)
    return ndimage.gaussian_filter(mask, 2.2 * SCALE) > 0.5


def source(plan: dict, xs: np.ndarray, ys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """From where on a flat map a pixel of the sheet comes: its crowded middle is widened by a lens."""
    if "middle" not in plan:
        return xs, ys
    x0, y0, reach, least = plan["middle"]
    far = np.hypot(xs / SCALE - x0, ys / SCALE - y0) / reach
    part = least + (1 - least) * np.minimum(far, 1.6)
    return (x0 + (xs / SCALE - x0) * part) * SCALE, (y0 + (ys / SCALE - y0) * part) * SCALE


def _unwound(ring: list) -> list[tuple[float, float]]:
    """A ring that crosses the date line, without the jump."""
    points = [ring[0]]
    for lon, lat in ring[1:]:
        before = points[-1][0]
        lon += 360 * round((before - lon) / 360)
        points.append((lon + 360 if lon - before < -180 else lon - 360 if lon - before > 180 else lon, lat))
    turns = 360 * round(sum(lon for lon, _ in points) / len(points) / 360)
    return [(lon - turns, lat) for lon, lat in points]


def _dense(ring: list) -> list[tuple[float, float]]:
    points = []
    for (ax, ay), (bx, by) in zip(ring, ring[1:], strict=False):
        steps = max(1, int(max(abs(bx - ax), abs(by - ay)) / 1.0))
        points += [(ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps) for k in range(steps)]
    return [*points, tuple(ring[-1])]


def noise(shape: tuple[int, int], size: float, seed: int) -> np.ndarray:
    """Soft hills of height about ±`size`, the same each time."""
    chance = np.random.default_rng(seed)
    total = np.zeros(shape)
    for reach, part in ((26, 1.0), (10, 0.45), (5, 0.2)):
        sigma = reach * SCALE / 4
        low = max(1, int(sigma / 3))
        coarse = chance.standard_normal((shape[0] // low + 3, shape[1] // low + 3))
        coarse = ndimage.gaussian_filter(coarse, sigma / low)
        coarse /= coarse.std()
        total += part * ndimage.zoom(coarse, low, order=1)[: shape[0], : shape[1]]
    return total * size / 2


def labels(plan: dict, sheet: Sheet, land: np.ndarray, terrain: dict[str, str], codes: list[str]) -> np.ndarray:
    """Whose each pixel is."""
    height, width = land.shape
    ys, xs = np.mgrid[0:height, 0:width]
    result = np.full(land.shape, NOBODY, int)
    bend = plan.get("noise", 5.0) * SCALE
    if plan.get("flat"):
        xs, ys = source(plan, xs, ys)
    dx, dy = noise(land.shape, bend, 1), noise(land.shape, bend, 2)
    for wet in (False, True):
        seeds, owners = [], []
        for code, points in plan["places"].items():
            if ((terrain.get(code) == "water") or code == "~") != wet:
                continue
            for point in points:
                x, y = point[:2] if plan.get("flat") else sheet(*point[:2])
                seeds.append((x * SCALE, y * SCALE))
                owners.append({"-": NOBODY, "~": WATER}.get(code, codes.index(code) if code in codes else NOBODY))
        if not seeds:
            result[~land] = WATER
            continue
        mask = ~land if wet else land
        part = 0.25 if wet else 1.0
        query = np.column_stack([(xs + part * dx)[mask], (ys + part * dy)[mask]])
        result[mask] = np.array(owners)[cKDTree(seeds).query(query, workers=-1)[1]]
    return tidy(result, plan.get("small", 60), land, sheet)


def tidy(result: np.ndarray, small: float, land: np.ndarray, sheet: Sheet) -> np.ndarray:
    """Small islands sink, lakes and scraps go to whoever surrounds them."""
    limit = small * SCALE * SCALE
    for wet in (False, True):
        mask = ~land if wet else land
        parts, count = ndimage.label(mask)
        sizes = ndimage.sum(mask, parts, range(1, count + 1))
        gone = np.isin(parts, [k + 1 for k, size in enumerate(sizes) if size < limit])
        result = _filled(result, gone)
        land = land ^ gone
    pieces, waters = ndimage.label(land)[0], ndimage.label(~land)[0]
    wholes = [(pieces, np.bincount(pieces.ravel())), (waters, np.bincount(waters.ravel()))]
    for _ in range(2):
        gone = np.zeros(result.shape, bool)
        for value, box in enumerate(ndimage.find_objects(result + 3), -2):
            if box is None:
                continue
            parts, count = ndimage.label(result[box] == value)
            if count < 2:
                continue
            sizes = np.bincount(parts.ravel())
            for k in range(1, count + 1):
                scrap = sizes[k] < limit or (value >= 0 and not _island(parts == k, box, wholes))
                if sizes[k] < sizes[1:].max() and scrap:
                    gone[box] |= parts == k
        for kind in (land, ~land):
            result = np.where(kind, _filled(np.where(kind, result, -9), gone | ~kind), result)
    return result


def _island(inside: np.ndarray, box: tuple, wholes: list) -> bool:
    """Whether a part of a province is a whole piece of land, or a whole water."""
    size = int(inside.sum())
    return any(
        number and sizes[number] <= size * 1.001
        for whole, sizes in wholes
        for number in (whole[box][inside][0],)
    )


def _filled(result: np.ndarray, gone: np.ndarray) -> np.ndarray:
    if not gone.any() or gone.all():
        return result
    near = ndimage.distance_transform_edt(gone, return_distances=False, return_indices=True)
    return result[tuple(near)]


def trace(result: np.ndarray) -> list[tuple[tuple[int, int], list[tuple[float, float]]]]:
    """The lines between labels, each once, from crossing to crossing: ((left, right), points)."""
    grid = np.pad(result, 1, constant_values=FRAME)
    edges: dict[tuple[int, int], list] = defaultdict(list)
    rows, cols = np.nonzero(grid[:, 1:] != grid[:, :-1])
    for r, c in zip(rows.tolist(), cols.tolist(), strict=True):
        pair = (int(grid[r, c]), int(grid[r, c + 1]))
        a, b = (c + 1, r), (c + 1, r + 1)
        edges[a].append((b, pair))
        edges[b].append((a, pair[::-1]))
    rows, cols = np.nonzero(grid[1:, :] != grid[:-1, :])
    for r, c in zip(rows.tolist(), cols.tolist(), strict=True):
        pair = (int(grid[r + 1, c]), int(grid[r, c]))
        a, b = (c, r + 1), (c + 1, r + 1)
        edges[a].append((b, pair))
        edges[b].append((a, pair[::-1]))
    nodes = {p for p, ways in edges.items() if len(ways) != 2 or len({frozenset(w[1]) for w in ways}) > 1}
    seen: set = set()
    arcs = []
    for start in [*sorted(nodes), *sorted(edges)]:
        for there, pair in edges[start]:
            if (start, there) in seen:
                continue
            line = [start]
            here, before = there, start
            seen |= {(start, there), (there, start)}
            while True:
                line.append(here)
                if here in nodes or here == start:
                    break
                after = next((w[0] for w in edges[here] if w[0] != before), None)
                before, here = here, after
                seen |= {(before, here), (here, before)}
            # walking down a vertical edge has `pair[0]` on the right hand
            arcs.append((pair, [((x - 1) / SCALE, (y - 1) / SCALE) for x, y in line]))
        if start not in nodes:
            edges[start] = []
    return arcs


def smooth(line: list, frame: bool) -> list[tuple[float, float]]:
    """Stairs made a curve, then thinned."""
    points = np.array(line)
    closed = line[0] == line[-1]
    if not frame and len(points) > 4:
        for _ in range(3):
            if closed:
                ring = points[:-1]
                ring = (np.roll(ring, 1, 0) + 2 * ring + np.roll(ring, -1, 0)) / 4
                ring = (np.roll(ring, 2, 0) + 2 * ring + np.roll(ring, -2, 0)) / 4
                points = np.vstack([ring, ring[:1]])
            else:
                points[1:-1] = (points[:-2] + 2 * points[1:-1] + points[2:]) / 4
    return _thin(points, 0.3, closed)


def _thin(points: np.ndarray, limit: float, closed: bool) -> list[tuple[float, float]]:
    if closed and len(points) > 3:
        far = int(np.argmax(((points - points[0]) ** 2).sum(1)))
        return _thin(points[: far + 1], limit, False)[:-1] + _thin(points[far:], limit, False)
    keep = {0, len(points) - 1}
    stack = [(0, len(points) - 1)]
    while stack:
        a, b = stack.pop()
        if b - a < 2:
            continue
        p, q = points[a], points[b]
        d = q - p
        length = math.hypot(*d) or 1e-9
        off = np.abs(d[0] * (points[a + 1 : b, 1] - p[1]) - d[1] * (points[a + 1 : b, 0] - p[0])) / length
        k = int(np.argmax(off))
        if off[k] > limit:
            keep.add(a + 1 + k)
            stack += [(a, a + 1 + k), (a + 1 + k, b)]
    return [tuple(points[k]) for k in sorted(keep)]


def loops(arcs: list, value: int) -> list[list[int]]:
    """The closed ways around a label, as numbers of arcs, ~n for one walked backwards."""
    ways: dict = defaultdict(list)
    for n, (pair, line) in enumerate(arcs):
        if pair[0] == value:
            ways[line[0]].append((n, line[-1]))
        elif pair[1] == value:
            ways[line[-1]].append((~n, line[0]))
    found = []
    while ways:
        start = here = next(iter(ways))
        loop: list[int] = []
        while here in ways:
            n, there = ways[here].pop()
            if not ways[here]:
                del ways[here]
            loop.append(n)
            here = there
            if here == start:
                break
        found.append(loop)
    return found


def touching(arcs: list) -> dict[tuple[int, int], float]:
    """How long each pair of provinces touches, in pixels."""
    total: dict = defaultdict(float)
    for (a, b), line in arcs:
        if a >= 0 and b >= 0:
            total[min(a, b), max(a, b)] += sum(math.dist(p, q) for p, q in zip(line, line[1:], strict=False))
    return total


def main(land: str, name: str) -> int:
    """Draw one map."""
    sys.path.insert(0, str(HERE.parent.parent))
    sys.path.insert(0, str(HERE))
    from place import LABEL, UNIT, Placer

    from judge.maps import files
    from judge.render.layout import neighbours

    plan = tomllib.loads(Path(name).read_text("utf-8"))
    variant = files.load(plan["variant"])
    board = variant.board
    codes = [p.code for p in board.provinces]
    terrain = {p.code: p.terrain.name.lower() for p in board.provinces}
    if plan.get("cells"):
        plan.setdefault("places", {}).update({c: [list(p) for p in cells] for c, cells in variant.cells.items()})
    sheet = Sheet(plan)
    mask = land_mask(plan, sheet, Path(land)) if not plan.get("flat") else flat_mask(plan, sheet, terrain)
    whose = labels(plan, sheet, mask, terrain, codes)
    if missing := [code for k, code in enumerate(codes) if not (whose == k).any()]:
        print("nowhere:", missing)
        return 1
    raw = trace(whose)
    arcs = [(pair, smooth(line, FRAME in pair)) for pair, line in raw]
    arcs = [(pair, [(round(x, 1), round(y, 1)) for x, y in line]) for pair, line in arcs]
    places = {}
    small = whose[SCALE // 2 :: SCALE, SCALE // 2 :: SCALE]
    placer = Placer(small, [terrain[c] == "water" for c in codes])
    room = {k: ndimage.distance_transform_edt(np.pad(small == k, 1)).max() for k in range(len(codes))}
    spots = {key: (sheet(*v) if not plan.get("flat") else v) for key, v in plan.get("spots", {}).items()}
    for k in sorted(room, key=lambda k: room[k]):
        place = board.provinces[k]
        coasts = {key.split("/")[1]: at for key, at in spots.items() if key.split("/")[0] == place.code and "/" in key}
        fixed = {"unit": spots[place.code]} if place.code in spots else {}
        places[place.code] = placer.province(
            k, centre=place.centre, coasts=coasts, berths=place.capacity, label=2 * LABEL[0] - 4, fixed=fixed
        )
    for k, place in enumerate(board.provinces):
        at = places[place.code]
        if place.capacity < 2:
            x, y, over = placer.aside(*at["unit"], (15.0, 13.0))
            at["aside"] = [x, y]
            if over > 0.4:
                print(f"no room for a dislodged unit in {place.code}: {over:.2f}")
        at["rings"] = loops(arcs, k)
    for at in places.values():
        if "aside" in at:
            placer.take(*at["aside"], (14.0, 12.0))
    for k, place in enumerate(board.provinces):
        at = places[place.code]
        for language, names in variant.names.items():
            text = names.provinces[place.code]
            wide = sum(11.0 if ord(c) > 0x2E80 else 6.3 for c in text)
            spot = placer.name(k, at["label"], (wide / 2, 6.5))
            if spot:
                at.setdefault("name", {})[language] = spot
    for at in places.values():
        if at.pop("score") < 3.0:
            print("cramped:", [c for c, v in places.items() if v is at])
        at["unit"] = [round(v, 1) for v in at["unit"]]
    links = {}
    for passage in board.passages:
        a, b = passage.between
        pair = f"{codes[a]} {codes[b]}"
        middle = [sum(places[codes[end]]["unit"][axis] for end in (a, b)) / 2 for axis in (0, 1)]
        links[pair] = bridge(small, a, b, middle) if plan.get("bridges") else sea_line(plan, sheet, places, codes[a], codes[b])
    plan.setdefault("extra", {})["links"] = links
    report(board, codes, touching(arcs), neighbours(board))
    into = HERE.parent / plan["variant"] / "art.json"
    into.write_text(written(plan, arcs, places, codes), "utf-8")
    print(into, into.stat().st_size)
    return 0


def bridge(whose: np.ndarray, a: int, b: int, near_to: list) -> list[list[float]]:
    """A short way over the water between two provinces, a little onto the land of each, not far from their middle."""
    distance, near = ndimage.distance_transform_edt(whose != b, return_indices=True)
    ys, xs = np.mgrid[0 : whose.shape[0], 0 : whose.shape[1]]
    distance += 0.45 * np.hypot(xs - near_to[0], ys - near_to[1])
    distance[whose != a] = np.inf
    y, x = np.unravel_index(int(np.argmin(distance)), distance.shape)
    there = (float(near[1][y, x]), float(near[0][y, x]))
    far = math.dist((x, y), there) or 1.0
    dx, dy = (there[0] - x) / far * 7, (there[1] - y) / far * 7
    return [[round(x - dx, 1), round(y - dy, 1)], [round(there[0] + dx, 1), round(there[1] + dy, 1)]]


def sea_line(plan: dict, sheet: Sheet, places: dict, a: str, b: str) -> list[list[float]]:
    """From unit to unit, bent where the plan says so."""
    start, end = places[a]["unit"], places[b]["unit"]
    bends = plan.get("bends", {})
    via = bends.get(f"{a} {b}") or bends.get(f"{b} {a}")
    if not via:
        return [start, end]
    x, y = sheet(*via)
    # a curve that goes through the point: its handle lies as far beyond it as the point lies beyond the middle
    return [start, [round(2 * x - (start[0] + end[0]) / 2, 1), round(2 * y - (start[1] + end[1]) / 2, 1)], end]


def report(board, codes, touch, near) -> None:
    """What the picture says and the board doesn't, and the other way."""
    wanted = {(a, b) for a in range(len(codes)) for b in near[a] if a < b}
    shown = {pair for pair, length in touch.items() if length >= 6.0}
    for a, b in sorted(wanted - shown):
        print(f"should touch: {codes[a]} {codes[b]} ({touch.get((a, b), 0):.1f})")
    for a, b in sorted({pair for pair, length in touch.items() if length >= 1.0} - wanted):
        print(f"should not:   {codes[a]} {codes[b]} ({touch[a, b]:.1f})")


def written(plan: dict, arcs: list, places: dict, codes: list[str]) -> str:
    """The art as JSON, a line an arc and a line a province; coordinates in tenths, each from the one before."""
    lines = []
    for pair, line in arcs:
        flat, x, y = [], 0, 0
        for px, py in line:
            nx, ny = round(px * 10), round(py * 10)
            flat += [nx - x, ny - y]
            x, y = nx, ny
        sides = ["" if v == FRAME else "-" if v == NOBODY else "~" if v == WATER else codes[v] for v in pair]
        lines.append(json.dumps([*sides, flat], separators=(",", ":")))
    other = {"-": loops(arcs, NOBODY), "~": loops(arcs, WATER)}
    rows = [f"{json.dumps(code)}:{json.dumps(at, separators=(',', ':'), sort_keys=True)}" for code, at in sorted(places.items())]
    head = {"size": plan["size"], "source": plan.get("source", "coasts: Natural Earth, public domain"), "other": other, **plan.get("extra", {})}
    return (
        json.dumps(head, separators=(",", ":"), ensure_ascii=False)[:-1]
        + ',"arcs":[\n' + ",\n".join(lines) + '\n],"places":{\n' + ",\n".join(rows) + "\n}}\n"
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
