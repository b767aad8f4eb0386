"""The gallery: `python -m tests.gallery` (make gallery) draws every map and shows every mail in a real browser.

Each mail stands there three times: 600 pixels wide in light, in dark, and 320 pixels wide. The files are kept small
(few colours) and go to docs/gallery/; look at them before they are committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PIL import Image

from judge.maps import files
from judge.render.mapart import draw
from judge.render.picture import Painter
from tests.browser.chromium import Frame, shot
from tests.render.chance import played
from tests.render.samples import SAMPLES, mail, renderer

GALLERY = Path(__file__).parents[1] / "docs" / "gallery"
MAPS = {"standard": 11, "hundred": 5, "philadelphia": 2, "petit": 1}
"""Each map, and the chance board that shows it in play."""
LANGUAGES = ("en", "ja")
COLOURS = 64


def map_names() -> list[str]:
    """The gallery's maps: at the start, in play, and in another language."""
    return [f"map-{name}-{view}" for name in MAPS for view in ("start", "play", "ja")]


def mail_names() -> list[str]:
    """The gallery's mails."""
    return [f"mail-{language}-{name}" for language in LANGUAGES for name in SAMPLES]


def maps(paint: Painter) -> Iterator[tuple[str, bytes]]:
    """Each map as its mails carry it."""
    for name, seed in MAPS.items():
        variant = files.load(name)
        position, outcomes = played(variant, seed)
        yield f"map-{name}-start", paint(draw(variant, variant.start, caption=f"{variant.title}: the start"))
        yield f"map-{name}-play", paint(draw(variant, position, outcomes, caption=f"{variant.title}: a board in play"))
        yield f"map-{name}-ja", paint(draw(variant, position, outcomes, caption="盤面", language="ja"))


def mails(paint: Painter) -> Iterator[tuple[str, Image.Image]]:
    """Each mail in light, in dark and on a narrow phone."""
    render = renderer(paint)
    for language in LANGUAGES:
        for name in SAMPLES:
            it = render.render(replace(mail(name), language=language))
            seen = [Frame(name, it, 600), Frame(name, it, 600, dark=True), Frame(name, it, 320)]
            yield f"mail-{language}-{name}", shot(seen)


def page() -> str:
    """The gallery's page."""
    lines = ["# Gallery", "", "Made by `make gallery` from the samples that the tests use.", "", "## Maps"]
    for name in map_names():
        _, of, view = name.split("-")
        lines += ["", f"### {files.load(of).title}: {VIEWS[view]}", "", f"![{of}, {VIEWS[view]}]({name}.png)"]
    lines += ["", "## Mails", "", "Each in light, in dark and on a phone 320 pixels wide."]
    for name in mail_names():
        _, language, kind = name.split("-", 2)
        lines += ["", f"### {kind} ({language})", "", f"![The mail {kind} ({language}), three times]({name}.png)"]
    return "\n".join(lines) + "\n"


VIEWS = {"start": "the start", "play": "in play", "ja": "in Japanese"}


def main() -> None:
    """Make the gallery anew."""
    GALLERY.mkdir(parents=True, exist_ok=True)
    for old in GALLERY.glob("*.png"):
        old.unlink()
    with Painter() as paint:
        for name, png in maps(paint):
            (GALLERY / f"{name}.png").write_bytes(png)
        for name, image in mails(paint):
            few = image.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
            few.save(GALLERY / f"{name}.png", optimize=True)
            print(name, image.size, (GALLERY / f"{name}.png").stat().st_size, flush=True)
    (GALLERY / "README.md").write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
