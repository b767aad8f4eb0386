"""Each mail in a real browser: it fits a narrow phone, every picture has its words, everything can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from judge.render.mails import Renderer
from judge.render.picture import Painter
from tests.browser.chromium import Frame, measured
from tests.render.samples import SAMPLES, mail, renderer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def render() -> Iterator[Renderer]:
    with Painter() as paint:
        yield renderer(paint)


def frames(render: Renderer, language: str, width: int, *, dark: bool = False) -> list[Frame]:
    return [Frame(name, render.render(replace(mail(name), language=language)), width, dark=dark) for name in SAMPLES]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("width", "dark"), [(320, False), (320, True), (600, False), (600, True)])
def test_each_mail_fits_its_window_and_can_be_read(render: Renderer, language: str, width: int, dark: bool) -> None:
    found = measured(frames(render, language, width, dark=dark))
    assert [one["name"] for one in found] == list(SAMPLES)
    for one in found:
        assert one["dark"] == dark
        assert one["wide"] <= one["room"] == width, f"{one['name']} has to be scrolled sideways"
        assert one["out"] == [], f"{one['name']}: sticks out"
        assert one["bad"] == [], f"{one['name']}: a picture without words, or words without a picture"
        assert one["pale"] == [], f"{one['name']}: too pale to be read"
    assert {one["name"] for one in found if one["images"]} >= {"results-movement", "start", "end"}
