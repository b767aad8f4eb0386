"""The text part alone rebuilds any board: random positions of every variant, written by us and read by a script."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from judge.adjudicator.board import Terrain
from judge.adjudicator.position import Dislodged, Position
from judge.adjudicator.variant import Variant
from judge.maps import files
from judge.render.mails import Renderer
from judge.render.speaker import Speaker
from judge.render.texts import Texts
from tests.render.reading import board_of
from tests.render.samples import MARKER, MOVEMENT, SAMPLES, TEMPLATES, mail


def anywhere(variant: Variant, seed: int) -> Position:
    """A position with units, owners and dislodged units strewn over the map, in the order that `to_json` keeps."""
    chance = random.Random(seed)
    board = variant.board
    units: dict[str, list[str]] = {}
    losers: dict[str, list[Dislodged]] = {}
    centres: dict[str, list[str]] = {}
    for place in board.provinces:
        power = chance.choice(variant.powers).word
        if place.centre and chance.random() < 0.8:
            centres.setdefault(power, []).append(place.code)
        if chance.random() < 0.4:
            units.setdefault(power, []).append(unit(place.terrain, place.code, place.coasts, chance))
        elif chance.random() < 0.1:
            ways = tuple(sorted(chance.sample([p.code for p in board.provinces], chance.randrange(4))))
            losers.setdefault(power, []).append(Dislodged(unit(place.terrain, place.code, place.coasts, chance), ways))
    return Position(
        "1425M",
        {power: tuple(sorted(of)) for power, of in units.items()},
        {power: tuple(sorted(of)) for power, of in centres.items()},
        {power: tuple(sorted(of, key=lambda one: one.unit)) for power, of in losers.items()},
    )


def unit(terrain: Terrain, code: str, coasts: tuple[str, ...], chance: random.Random) -> str:
    if terrain is Terrain.INLAND or (terrain is Terrain.COASTAL and chance.random() < 0.5):
        return f"A {code}"
    return f"F {code}/{chance.choice(coasts)}" if coasts else f"F {code}"


VARIANTS = ["hundred", "standard", "philadelphia", "petit"]


def mailed(variant: Variant, position: Position, lang: str, renderer: Renderer) -> str:
    """The text part of a whole results mail about a position that all units have held."""
    held = [
        {"power": power, "given": None, "order": f"{unit} H", "result": ["holds"], "by": [], "why": "", "unit": unit}
        for power, units in position.units.items()
        for unit in units
    ]
    board = position.to_json()
    result = MOVEMENT | {
        "before": board,
        "after": board,
        "outcomes": held,
        "centres": board["centres"],
        "dislodged": [],
        "counts": [],
    }
    head = SAMPLES["results-movement"][1]["head"] | {"variant": variant.title, "phase": position.phase}
    letter = mail(
        "results-movement",
        head=head,
        result=result,
        power=variant.powers[0].word,
        owed={"units": [], "builds": 0, "removals": 0},
    )
    return renderer.render(replace(letter, language=lang)).text


def check(name: str, seeds: range) -> None:
    variant, texts = files.load(name), Texts(TEMPLATES)
    renderer = Renderer(TEMPLATES, lambda data: variant, marker=MARKER, texts=texts)
    for seed in seeds:
        position = anywhere(variant, seed)
        for lang in ("en", "ja"):
            text = mailed(variant, position, lang, renderer)
            titles = {what: texts.say(f"board.{what}", {}, lang) for what in ("units", "dislodged", "centres")}
            assert board_of(text, variant, **titles) == position, (name, seed, lang)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_script_reads_back_exactly_the_board_that_a_mail_tells(name: str) -> None:
    check(name, range(50))


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_a_script_reads_back_a_thousand_boards_of_each_variant(name: str) -> None:
    check(name, range(50, 1050))


@pytest.mark.parametrize("name", VARIANTS)
def test_no_line_of_the_board_is_too_wide_for_a_terminal(name: str) -> None:
    variant = files.load(name)
    speaker = Speaker(variant, Texts(TEMPLATES), "en")
    for seed in range(50):
        assert all(len(line) <= 76 for line in speaker.board_lines(anywhere(variant, seed)))
