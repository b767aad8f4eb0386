"""Maps as pictures: well formed, telling everything, bounded, and the same twice."""

from __future__ import annotations

import hashlib
import itertools
import math
import os
import struct
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge.adjudicator.position import Dislodged, Position
from judge.adjudicator.variant import Variant
from judge.maps import files
from judge.render import palette, picture
from judge.render.art import art
from judge.render.geometry import tiling
from judge.render.layout import neighbours
from judge.render.mapart import TOUCH, draw
from judge.render.picture import LARGEST_PNG, Painter, PaintError
from judge.render.scene import Piece, Scene
from tests.render.chance import played
from tests.render.samples import ADJUSTMENTS, AFTER, MOVEMENT
from tests.render.vision import VISIONS, nearest

MAPS = ("hundred", "standard", "philadelphia", "petit")
FONTS = Path(picture.__file__).parent / "fonts"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def painter() -> Iterator[Painter]:
    with Painter() as paint:
        yield paint


def crowded(variant: Variant) -> Position:
    """A unit on every province, three in every river: the most that a picture has to show."""
    units: dict[str, list[str]] = {power.word: [] for power in variant.powers}
    words = list(units)
    for place in variant.board.provinces:
        kind = "F" if place.terrain.name == "WATER" else "A"
        berths = [f"/{berth}" for berth in range(1, place.capacity + 1)] if place.capacity > 1 else [""]
        for berth in berths:
            units[words[(place.index + len(berth)) % len(words)]].append(f"{kind} {place.code}{berth}")
    centres = {
        word: tuple(unit[2:] for unit in of if variant.board.province(unit[2:5]).centre) for word, of in units.items()
    }
    return Position("X", {word: tuple(of) for word, of in units.items()}, centres)


def labels(scene: Scene) -> list[str]:
    """Every text once: names are drawn twice, their halo first."""
    texts = [element for element in ET.fromstring(scene.svg).iter(f"{SVG}text") if not element.get("stroke")]
    return [element.text or "" for element in texts]


@pytest.mark.parametrize("name", MAPS)
def test_a_map_is_well_formed_and_names_every_province_and_power(name: str) -> None:
    variant = files.load(name)
    shown = labels(draw(variant, crowded(variant)))
    assert {place.code for place in variant.board.provinces} <= set(shown)
    assert all(any(text.startswith(power.name) for text in shown) for power in variant.powers)


def test_a_japanese_picture_names_places_and_powers_in_japanese() -> None:
    variant = files.load("petit")
    shown = labels(draw(variant, variant.start, language="ja"))
    assert "ローマ" in shown
    assert any(text.startswith("イタリア ●1 ▲1") for text in shown)


@pytest.mark.parametrize("name", MAPS)
def test_every_province_has_a_shape_and_its_unit_stands_on_it(name: str) -> None:
    variant = files.load(name)
    drawn = art(variant)
    for outline, place in zip(drawn.outlines, drawn.places, strict=True):
        assert outline
        near = [(place.unit[0] + dx, place.unit[1] + dy) for dx in (-12, 0, 12) for dy in (-12, 0, 12)]
        assert any(inside(loop, point) for loop in outline for point in near)


@pytest.mark.parametrize("name", MAPS)
def test_nothing_on_the_fullest_board_lies_over_a_name_a_centre_or_a_unit(name: str) -> None:
    assert overlaps(draw(files.load(name), crowded(files.load(name)))) == []


@pytest.mark.parametrize("name", MAPS)
def test_on_fifty_chance_boards_nothing_lies_over_a_name_a_centre_or_a_unit(name: str, painter: Painter) -> None:
    variant = files.load(name)
    for seed in range(50):
        position, outcomes = played(variant, seed)
        scene = draw(variant, position, outcomes, caption=f"Board {seed}")
        assert overlaps(scene) == []
        if seed % 10 == 0:
            assert len(painter(scene)) <= LARGEST_PNG


def overlaps(scene: Scene) -> list[tuple[Piece, Piece]]:
    return [(a, b) for a, b in itertools.combinations(scene.pieces, 2) if a.covers(b)]


def inside(loop: tuple[tuple[float, float], ...], point: tuple[float, float]) -> bool:
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(loop, (*loop[1:], loop[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("name", MAPS)
def test_whoever_can_move_across_sees_a_border_or_a_link_and_whoever_cannot_sees_a_wall_or_none(name: str) -> None:
    variant = files.load(name)
    drawn = art(variant)
    lengths: dict[tuple[int, int], float] = {}
    for pair, line in drawn.lines:
        key = (min(pair), max(pair))
        lengths[key] = lengths.get(key, 0.0) + sum(math.dist(*ends) for ends in itertools.pairwise(line))
    near = neighbours(variant.board)
    wanted = {(a, b) for a, others in enumerate(near) for b in others if a < b}
    assert {pair for pair in wanted if lengths.get(pair, 0.0) < TOUCH} == set()
    accidents = {pair: length for pair, length in lengths.items() if pair[0] >= 0 and pair not in wanted}
    assert all(length < 8.0 for length in accidents.values())
    assert len(drawn.links) == len(variant.board.passages)


def test_a_map_that_nobody_drew_is_made_of_cells() -> None:
    known = files.load("hundred")
    renamed = tuple(replace(place, code=f"X{place.index:02}") for place in known.board.provinces)
    fewer, board = replace(known, board=replace(known.board, provinces=renamed)), known.board
    made = art(fewer)
    assert all(made.outlines)
    assert len(made.places) == len(board.provinces)


def test_units_no_letters_short_and_dislodged_units_are_there() -> None:
    variant = files.load("hundred")
    quiet = labels(draw(variant, Position.from_json(AFTER)))
    letters = [text for text in quiet if text in {"B", "E", "F"}]
    owned = sum(map(len, AFTER["centres"].values()))
    assert len(letters) == 3 + owned + sum(map(len, AFTER["units"].values())) + 1


def test_a_fleet_stands_at_its_coast() -> None:
    variant = files.load("standard")
    spots = {}
    for coast in ("NC", "SC"):
        drawn = draw(variant, Position("X", {"RUSSIA": (f"F STP/{coast}",)}, {})).pieces
        spots[coast] = next(piece for piece in drawn if piece.solid[1] == 14.0)
    assert spots["NC"].y + 100 < spots["SC"].y


def test_orders_are_drawn_and_failures_crossed() -> None:
    variant = files.load("hundred")
    after = Position.from_json(AFTER)
    plain, told = draw(variant, after).svg, draw(variant, after, MOVEMENT["outcomes"]).svg
    failed = sum(1 for o in MOVEMENT["outcomes"] if {"bounced", "cut", "void"} & set(o["result"]))
    crosses = told.count(f'stroke="{palette.FAULT}" stroke-width="3.4"')
    assert plain.count(f'stroke="{palette.FAULT}" stroke-width="3.4"') == 0
    assert crosses == failed


def test_builds_are_marked_with_a_plus() -> None:
    variant = files.load("hundred")
    position = Position.from_json(ADJUSTMENTS["after"])
    assert labels(draw(variant, position, ADJUSTMENTS["outcomes"])).count("+") == 1


def test_a_caption_is_text_and_never_markup() -> None:
    variant = files.load("hundred")
    scene = draw(variant, variant.start, caption="<script>&")
    assert "<script>&" in labels(scene)
    assert "<script>" not in scene.svg


def test_cells_cover_the_sheet_without_gap_or_overlap() -> None:
    sites = [((k * 37.7) % 100.0, (k * 61.3) % 100.0) for k in range(40)]
    area = 0.0
    for ring in tiling(sites, 100.0, 100.0):
        area += abs(sum(ax * by - bx * ay for (ax, ay), (bx, by), _ in ring)) / 2
        assert all(end == ring[(k + 1) % len(ring)][0] for k, (_, end, _) in enumerate(ring))
    assert area == pytest.approx(10_000.0)


@pytest.mark.parametrize("name", MAPS)
def test_the_fullest_board_still_fits_a_mail(name: str, painter: Painter) -> None:
    variant = files.load(name)
    png = painter(draw(variant, crowded(variant), caption="The fullest board"))
    width, height = struct.unpack(">II", png[16:24])
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert (width, 900 < height < 1300) == (1000, True)
    assert len(png) <= LARGEST_PNG


def test_two_painters_make_the_same_bytes_whatever_they_painted_before() -> None:
    variant = files.load("hundred")
    scene = draw(variant, Position.from_json(AFTER), MOVEMENT["outcomes"], caption="twice")
    with Painter() as one, Painter() as other:
        one(draw(files.load("petit"), files.load("petit").start))
        one(draw(variant, variant.start))
        assert one(scene) == other(scene)


def test_what_all_pictures_of_a_map_share_is_kept_for_the_next_process_and_changes_no_byte(tmp_path: Path) -> None:
    folder = tmp_path / "sheets"
    scene = draw(files.load("hundred"), files.load("hundred").start)
    with Painter() as painter:
        wanted = painter(scene)
    for damage in (lambda raw: raw, lambda raw: raw, lambda raw: raw[:5000], lambda raw: b"", lambda raw: b"\0" * 9000):
        with Painter(folder=folder) as painter:
            assert painter(scene) == wanted
        sheets = list(folder.iterdir())
        assert len(sheets) == 3
        assert {each.suffix for each in sheets} == {".png"}
        for each in sheets:
            each.write_bytes(damage(each.read_bytes()))


def test_where_nothing_can_be_kept_pictures_are_painted_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "sheets").write_text("no folder")
    scene = draw(files.load("hundred"), files.load("hundred").start)
    with Painter() as one, Painter(folder=tmp_path / "sheets") as other:
        assert one(scene) == other(scene)


def test_the_bytes_are_those_of_every_machine(painter: Painter) -> None:
    variant = files.load("hundred")
    png = painter(draw(variant, Position.from_json(AFTER), MOVEMENT["outcomes"], caption="the same everywhere"))
    assert checked("hundred.sha256", hashlib.sha256(png).hexdigest())


def checked(name: str, found: str) -> bool:
    path = Path(__file__).parents[1] / "golden" / "pictures" / name
    if os.environ.get("GOLDEN_WRITE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found + "\n", "utf-8")
    return path.read_text("utf-8").strip() == found


def plain(body: str, width: int = 100, height: int = 40) -> Scene:
    return Scene(width, height, body, "", (), 0, {}, (), (), (), ("#ffffff", "#000000"))


def test_letters_come_from_the_bundled_font(painter: Painter) -> None:
    white = '<rect width="100" height="40" fill="#fff"/>'
    empty = painter(plain(white))
    assert painter(plain(f'{white}<text x="5" y="30" font-size="30" font-weight="bold">PAR</text>')) != empty
    assert painter(plain(f'{white}<text x="5" y="30" font-size="30" font-weight="bold">通常版</text>')) != empty


def test_the_font_has_every_letter_that_a_picture_may_need() -> None:
    known = set((FONTS / "glyphs.txt").read_text("utf-8"))
    root = Path(__file__).parents[2]
    tables = [tomllib.loads(path.read_text("utf-8")) for path in root.glob("templates/*/words.toml")]
    needed = {
        f"{part} of a catalogue": str(table.get(part)) for table in tables for part in ("picture", "turns", "dates")
    }
    for pattern in ("maps/*/names.*.csv", "maps/*/provinces.csv", "maps/*/variant.toml"):
        needed |= {str(path): path.read_text("utf-8") for path in root.glob(pattern)}
    for where, text in needed.items():
        assert not {letter for letter in text if letter.isprintable()} - known, f"{where}: run maps/art/font.py"


def test_the_fonts_are_small_and_their_licence_is_beside_them() -> None:
    assert sum(path.stat().st_size for path in FONTS.glob("*.ttf")) < 300_000
    assert "SIL Open Font License" in (FONTS / "OFL.txt").read_text("utf-8")


def test_a_sheet_of_absurd_size_is_refused_before_it_is_painted(painter: Painter) -> None:
    with pytest.raises(PaintError):
        painter(plain("", 10, 1_000_000))
    with pytest.raises(PaintError):
        painter(plain(" " * 5_000_000))


def test_a_drawing_that_is_none_is_an_error_and_the_next_one_works(painter: Painter) -> None:
    with pytest.raises(PaintError):
        painter(plain("<unclosed"))
    assert painter(plain(""))


def test_a_child_that_dies_is_replaced() -> None:
    with Painter() as paint:
        assert paint(plain("", 10, 10))
        assert paint._child
        paint._child.kill()
        paint._child.wait()
        assert paint(plain("", 10, 11))


def test_a_picture_that_takes_too_long_is_given_up() -> None:
    with Painter(patience=0.0) as paint, pytest.raises(PaintError):
        paint(draw(files.load("standard"), files.load("standard").start))


@pytest.mark.parametrize("vision", VISIONS)
def test_powers_are_told_apart_with_any_colour_vision(vision: str) -> None:
    for name in MAPS:
        powers = files.load(name).powers
        assert nearest([palette.strong(power) for power in powers], vision) >= 20
        assert nearest([palette.multiplied(palette.LAND, palette.tint(power)) for power in powers], vision) >= 10


def test_letters_on_units_can_be_read() -> None:
    assert all(contrast(colour, palette.ink_on(colour)) >= 4.0 for colour in palette.STRONG)


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_dislodged_unit_without_an_attacker_on_the_picture_is_shown_all_the_same() -> None:
    variant = files.load("hundred")
    position = Position("X", {"FRANCE": ("A PAR",)}, {}, {"ENGLAND": (Dislodged("A PAR", ()),)})
    assert labels(draw(variant, position)).count("E") == 2
