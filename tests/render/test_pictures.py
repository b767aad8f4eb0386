"""Maps as pictures: well formed, telling everything, bounded, and the same twice."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from judge.adjudicator.position import Dislodged, Position
from judge.adjudicator.variant import Variant
from judge.maps import files
from judge.render import palette
from judge.render.geometry import tiling
from judge.render.layout import neighbours
from judge.render.mapart import draw
from judge.render.picture import LARGEST_PNG, Painter, PaintError
from judge.render.shapes import shapes
from tests.render.samples import ADJUSTMENTS, AFTER, MOVEMENT

MAPS = ("hundred", "standard", "philadelphia", "petit")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def painter() -> Iterator[Painter]:
    with Painter() as paint:
        yield paint


def crowded(variant: Variant) -> Position:
    """A unit on every province: the most that a picture has to show."""
    units: dict[str, list[str]] = {power.word: [] for power in variant.powers}
    words = list(units)
    for place in variant.board.provinces:
        fleet = place.terrain.name == "WATER"
        units[words[place.index % len(words)]].append(f"{'F' if fleet else 'A'} {place.code}")
    centres = {
        word: tuple(unit[2:] for unit in of if variant.board.province(unit[2:]).centre) for word, of in units.items()
    }
    return Position("X", {word: tuple(of) for word, of in units.items()}, centres)


def labels(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", MAPS)
def test_a_map_is_well_formed_and_names_every_province_and_power(name: str) -> None:
    variant = files.load(name)
    shown = labels(draw(variant, crowded(variant)))
    assert {place.code for place in variant.board.provinces} <= set(shown)
    assert all(any(text.startswith(power.name) for text in shown) for power in variant.powers)


@pytest.mark.parametrize("name", MAPS)
def test_every_province_has_a_shape_and_its_unit_stands_inside_it(name: str) -> None:
    variant = files.load(name)
    art = shapes(variant)
    for outline, anchor in zip(art.outlines, art.anchors, strict=True):
        assert outline
        assert any(inside(loop, anchor) for loop in outline)


def inside(loop: tuple[tuple[float, float], ...], point: tuple[float, float]) -> bool:
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(loop, (*loop[1:], loop[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("name", MAPS)
def test_whoever_can_move_across_sees_a_border_or_a_link_and_nobody_else_does(name: str) -> None:
    variant = files.load(name)
    art = shapes(variant)
    near = neighbours(variant.board)
    links = {link.between for link in art.links}
    open_borders = {border.between for border in art.borders if not border.wall and border.between[0] >= 0}
    for a, others in enumerate(near):
        for b in others:
            assert (min(a, b), max(a, b)) in open_borders | links
    for passage in variant.board.passages:
        assert (min(passage.between), max(passage.between)) in links
    walls = {border.between for border in art.borders if border.wall}
    assert all(b not in near[a] for a, b in walls)


def test_units_no_letters_short_and_dislodged_units_are_there() -> None:
    variant = files.load("hundred")
    quiet = labels(draw(variant, Position.from_json(AFTER)))
    letters = [text for text in quiet if text in {"B", "E", "F"}]
    assert len(letters) == 3 + sum(map(len, AFTER["units"].values())) + 1


def test_a_coast_is_told_beside_the_province() -> None:
    variant = files.load("hundred")
    assert "NUM ec" in labels(draw(variant, Position("X", {"ENGLAND": ("F NUM/EC",)}, {})))


def test_orders_are_drawn_and_failures_crossed() -> None:
    variant = files.load("hundred")
    after = Position.from_json(AFTER)
    plain, told = draw(variant, after), draw(variant, after, MOVEMENT["outcomes"])
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
    svg = draw(variant, variant.start, caption="<script>&")
    assert "<script>&" in labels(svg)
    assert "<script>" not in svg


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
    assert (width, 1000 < height < 1300) == (1000, True)
    assert len(png) <= LARGEST_PNG


def test_two_painters_make_the_same_bytes() -> None:
    svg = draw(files.load("hundred"), Position.from_json(AFTER), MOVEMENT["outcomes"], caption="twice")
    with Painter() as one, Painter() as other:
        assert one(svg) == other(svg)


def test_letters_come_from_the_bundled_font(painter: Painter) -> None:
    sheet = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="40" font-family="DejaVu Sans">{}</svg>'
    assert painter(sheet.format('<text y="20">PAR</text>')) != painter(sheet.format(""))


def test_a_sheet_of_absurd_size_is_refused_before_it_is_painted(painter: Painter) -> None:
    with pytest.raises(PaintError):
        painter('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="100000"></svg>')
    with pytest.raises(PaintError):
        painter("<svg>" + " " * 5_000_000 + "</svg>")


def test_a_drawing_that_is_none_is_an_error_and_the_next_one_works(painter: Painter) -> None:
    with pytest.raises(PaintError):
        painter('<svg width="10" height="10"><unclosed')
    assert painter('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>')


def test_a_child_that_dies_is_replaced() -> None:
    with Painter() as paint:
        sheet = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="{}"></svg>'
        assert paint(sheet.format(10))
        assert paint._child
        paint._child.kill()
        paint._child.wait()
        assert paint(sheet.format(11))


def test_a_picture_that_takes_too_long_is_given_up() -> None:
    with Painter(patience=0.0) as paint, pytest.raises(PaintError):
        paint(draw(files.load("standard"), files.load("standard").start))


def test_units_of_any_two_powers_differ_in_lightness_or_hue_and_letters_can_be_read() -> None:
    colours = palette.STRONG[:7]
    assert len(set(colours)) == 7
    assert all(contrast(colour, palette.ink_on(colour)) >= 3.0 for colour in palette.STRONG)


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
