"""Our mails before strict judges: an HTML parser, the Nu HTML checker, contrast in both schemes, SpamAssassin."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import html5lib
import pytest

from judge.render.picture import Painter
from judge.writechild import Row
from judge.writing import Writer
from tests.render.samples import SAMPLES, TEMPLATES, mail, renderer

ROOT = Path(__file__).parents[2]
GOLDEN = sorted((ROOT / "tests" / "golden" / "mails").glob("*/*.html"))
VNU = ROOT / "var" / "vnu" / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
"""The Nu HTML checker, where `.ci/run` puts it."""
STYLE = (TEMPLATES / "parts" / "layout.html.j2").read_text("utf-8").partition("<style>")[2].partition("</style>")[0]
LIGHT, DARK = STYLE.split("@media (prefers-color-scheme: dark)")
RULE = re.compile(r"^\s*(-?[\d.]+) +([A-Z][A-Z0-9_]+)", re.MULTILINE)
"""A line of SpamAssassin's report: points and rule."""
NEEDED = 4.5
"""WCAG 2.2, 1.4.3: contrast of text on its ground."""


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_html_has_no_parse_error(file: Path) -> None:
    parser = html5lib.HTMLParser()
    parser.parse(file.read_text("utf-8"))
    assert parser.errors == []


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_headings_are_in_order_and_tables_say_what_their_columns_are(file: Path) -> None:
    html = file.read_text("utf-8")
    levels = [int(level) for level in re.findall(r"<h(\d)", html)]
    assert levels[:1] == [1]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert html.count("<table>") <= html.count('scope="')
    assert all('alt="' in image for image in re.findall(r"<img[^>]*>", html))


def colours(style: str) -> dict[str, dict[str, str]]:
    """Selector → the colours it sets, as `color` and `background`."""
    found: dict[str, dict[str, str]] = {}
    for selectors, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", style):
        for selector in selectors.split(","):
            own = dict(re.findall(r"(?:^|;)\s*(color|background):\s*(#[0-9a-f]{6})", rules))
            found.setdefault(selector.strip(), {}).update(own)
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("style", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_stands_out_from_every_ground_it_may_have(style: str) -> None:
    rules = colours(style)
    inks = {name: own["color"] for name, own in rules.items() if "color" in own}
    grounds = {name: own["background"] for name, own in rules.items() if "background" in own}
    assert {"body", ".bad", ".dim"} <= set(inks)
    assert {"body", ".due"} <= set(grounds)
    for ink, colour in inks.items():
        for ground, behind in grounds.items():
            assert contrast(colour, behind) >= NEEDED, (ink, ground)


@pytest.fixture(scope="module")
def wire() -> Iterator[dict[str, bytes]]:
    """Every sample as it goes over the wire, pictures and all."""
    painter = Painter()
    now = datetime.now(UTC)
    writer = Writer(renderer(painter), "judge.example.org", b"x" * 32)
    found = {}
    for number, name in enumerate(SAMPLES, 1):
        for lang in ("en", "ja"):
            letter = replace(mail(name), language=lang, seat=3, thread="1 2", topic="late" if name == "late" else "")
            message_id = f"<0123456789abcdef{number:02d}{lang}@judge.example.org>"
            found[f"{lang}/{name}"] = writer.write(Row(number, letter, message_id, now))
    yield found
    painter.close()


def test_every_mail_has_the_headers_that_a_mail_needs_once(wire: dict[str, bytes]) -> None:
    for name, raw in wire.items():
        head = raw.partition(b"\r\n\r\n")[0].decode("ascii")
        fields = [line.partition(":")[0] for line in head.split("\r\n") if not line.startswith(" ")]
        for field in ("Date", "Message-ID", "From", "To", "Subject", "Reply-To", "MIME-Version", "Auto-Submitted"):
            assert fields.count(field) == 1, (name, field)
        assert len(fields) == len(set(fields)), name
        assert all(len(line) <= 998 for line in raw.decode("ascii").split("\r\n")), name


@pytest.mark.slow
def test_the_nu_html_checker_finds_nothing() -> None:
    assert VNU.exists(), ".ci/run installs the checker"
    told = subprocess.run(
        ["java", "-jar", str(VNU), "--format", "gnu", "--also-check-css", *map(str, GOLDEN)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.stderr.strip() == ""
    assert told.returncode == 0


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_spamassassin_has_nothing_against_our_mails(wire: dict[str, bytes]) -> None:
    """Its local rules only: what the network says of a server is the operator's matter."""
    for name, raw in wire.items():
        told = subprocess.run(["spamassassin", "-L", "-t"], input=raw, capture_output=True, check=True).stdout
        report = told.decode("utf-8", "replace").rpartition("Content analysis details:")[2]
        rules = {rule: float(score) for score, rule in RULE.findall(report)}
        assert "HTML_MESSAGE" in rules, f"{name}: SpamAssassin has no rules"
        assert not [rule for rule in rules if rule.startswith(("MISSING", "INVALID", "NO_"))
                    and rule not in ("NO_RECEIVED", "NO_RELAYS")], (name, rules)  # fmt: skip
        assert sum(rules.values()) <= 0, (name, rules)


def test_the_last_mail_tells_the_story_in_few_and_small_pictures(wire: dict[str, bytes]) -> None:
    for lang in ("en", "ja"):
        raw = wire[f"{lang}/end"]
        assert raw.count(b"Content-Type: image/png") == 3
        assert b"Content-ID: <chart@first>" in raw
        assert len(raw) < 1_000_000
