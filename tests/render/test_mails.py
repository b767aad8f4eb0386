"""Every kind of mail: its golden text, no holes, nobody's markup, and a board that a script can read back."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jinja2
import pytest

from judge.adjudicator.position import Position
from judge.maps import files
from judge.render.mails import Rendered, reply_subject
from judge.render.picture import PaintError
from tests.render.reading import board_of, skeleton_of
from tests.render.samples import ADJUSTMENTS, AFTER, MARKER, MOVEMENT, RETREATS, SAMPLES, mail, renderer

GOLDEN = Path(__file__).parents[1] / "golden" / "mails"
WRITE = "GOLDEN_WRITE" in os.environ
"""`GOLDEN_WRITE=1 pytest tests/render` makes the golden files anew; look at the difference before it is committed."""
VOID = {"meta", "img", "br"}


class Checker(HTMLParser):
    """Collects what an HTML part holds, and whether its elements close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def checked(html: str) -> Checker:
    checker = Checker()
    checker.feed(html)
    checker.close()
    assert checker.open == []
    return checker


def rendered(name: str, **changes: Any) -> Rendered:
    return renderer(lambda svg: b"png").render(mail(name, **changes))


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", SAMPLES)
def test_a_mail_of_each_kind_reads_as_its_golden_file(name: str, lang: str) -> None:
    it = renderer(lambda svg: b"png").render(replace(mail(name), language=lang))
    for suffix, text in (("txt", f"Subject: {it.subject}\n\n{it.text}"), ("html", it.html)):
        file = GOLDEN / lang / f"{name}.{suffix}"
        if WRITE:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        assert text == file.read_text("utf-8")


@pytest.mark.parametrize("name", SAMPLES)
def test_the_marker_stands_on_a_line_of_its_own_below_all_that_matters(name: str) -> None:
    lines = rendered(name).text.splitlines()
    assert lines.count(MARKER) == 1
    below = lines[lines.index(MARKER) + 1 :]
    assert below[0].startswith("Or change these lines") == (":: End of orders" in below)
    assert len([line for line in below if not line.startswith("::")]) <= 12


@pytest.mark.parametrize("name", [name for name, (_, data) in SAMPLES.items() if data["head"]])
def test_mails_about_a_game_begin_with_the_header_of_the_older_judges(name: str) -> None:
    first, second = rendered(name).text.splitlines()[:2]
    assert first == ":: Judge: TEST  Game: first  Variant: Hundred"
    assert re.fullmatch(r":: Deadline: \S+ [A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d \+0000", second)


@pytest.mark.parametrize("name", [name for name, (_, data) in SAMPLES.items() if data["head"] and not data.get("re")])
def test_a_subject_that_answers_nothing_names_game_and_phase(name: str) -> None:
    head = SAMPLES[name][1]["head"]
    subject = rendered(name).subject
    assert subject.startswith("[first")
    assert head["phase"] is None or re.match(r"\[first 14\d\d[MRA]\]", subject)


@pytest.mark.parametrize("name", SAMPLES)
def test_html_is_closed_small_and_reaches_for_nothing_outside(name: str) -> None:
    it = rendered(name)
    checker = checked(it.html)
    assert len(it.html.encode()) < 100_000
    assert not {"script", "link", "iframe", "form"} & {tag for tag, _ in checker.tags}
    assert "http" not in it.html
    assert [attrs.get("lang") for tag, attrs in checker.tags if tag == "html"] == ["en"]


@pytest.mark.parametrize("name", [name for name in SAMPLES if name.startswith(("results", "start", "end"))])
def test_a_picture_is_shown_by_its_content_id_and_its_alt_text_says_who_stands_where(name: str) -> None:
    it = rendered(name)
    picture = it.pictures[0]
    image, *more = [attrs for tag, attrs in checked(it.html).tags if tag == "img"]
    assert [f"cid:{each.cid}" for each in it.pictures[1:]] == [attrs["src"] for attrs in more]
    assert len(more) == (2 if name == "end" else 0)
    assert image["src"] == f"cid:{picture.cid}"
    assert image["alt"] == picture.alt
    assert re.fullmatch(r"[\w.-]+@[\w.-]+", picture.cid)
    assert "France: Army" in picture.alt
    assert "centres" in picture.alt
    assert ("Army Calais (dislodged)" in picture.alt) == (name in {"results-movement", "end"})


def test_a_mail_goes_without_its_picture_when_painting_fails(caplog: pytest.LogCaptureFixture) -> None:
    def broken(svg: str) -> bytes:
        raise PaintError("no")

    it = renderer(broken).render(mail("results-movement"))
    assert it.pictures == ()
    assert "<img" not in it.html
    assert "no picture in the mail" in caplog.text


def test_asking_for_the_map_brings_the_picture_with_the_reply() -> None:
    block = {"type": "map", "game": "first", "position": AFTER}
    it = rendered("reply", blocks=[block])
    assert it.pictures[0].png == b"png"
    assert "cid:" in it.html


@pytest.mark.parametrize(
    ("name", "hole"),
    [("receipt", "answers"), ("start", "position"), ("results-movement", "result"), ("reminder", "deadline"),
     ("late", "late"), ("press", "text"), ("press", "to"), ("notice", "text"), ("confirm", "text")],
)  # fmt: skip
def test_a_mail_with_a_hole_is_not_made(name: str, hole: str) -> None:
    letter = mail(name)
    data = {key: value for key, value in letter.data.items() if key != hole}
    with pytest.raises((jinja2.UndefinedError, KeyError)):
        renderer().render(type(letter)(kind=letter.kind, to=letter.to, data=data, key="k"))


def test_press_and_names_are_text_and_never_markup() -> None:
    press = rendered("press", text='<img src=x onerror=alert(1)> & "quotes"')
    assert "<img" not in press.html
    assert "&lt;img src=x onerror=alert(1)&gt; &amp;" in press.html
    assert '<img src=x onerror=alert(1)> & "quotes"' in press.text
    start = rendered("start")
    assert "Cy &lt;cy@example.org&gt;" in start.html
    assert "Cy <cy@example.org>" in start.text


def test_press_keeps_its_own_empty_lines() -> None:
    assert "one\n\n\n\ntwo" in rendered("press", text="one\n\n\n\ntwo").text


def test_template_language_in_a_letter_stays_text() -> None:
    it = rendered("press", text="{{ marker }} {% for x in y %} {code}")
    assert "{{ marker }} {% for x in y %} {code}" in it.text


def test_a_subject_is_one_line_of_bounded_length() -> None:
    it = rendered("notice", text=["long " * 100 + "\nBcc: everybody"])
    assert "\n" not in it.subject
    assert len(it.subject) <= 180


@pytest.mark.parametrize(
    ("subject", "expected"), [("orders", "Re: orders"), ("RE: re: orders", "Re: orders"), ("", ""), (None, "")]
)
def test_a_reply_carries_the_letters_subject_with_one_re(subject: str | None, expected: str) -> None:
    assert reply_subject(subject) == expected


@pytest.mark.parametrize("result", [MOVEMENT, RETREATS, ADJUSTMENTS], ids=lambda result: result["phase"])
def test_the_text_part_alone_rebuilds_the_position(result: dict[str, Any]) -> None:
    head = SAMPLES["results-movement"][1]["head"] | {"phase": result["after"]["phase"]}
    text = rendered("results-movement", result=result, head=head).text
    assert board_of(text, files.load("hundred")) == Position.from_json(result["after"])


def test_the_skeleton_alone_tells_every_unit_its_order_and_its_marks() -> None:
    orders = skeleton_of(rendered("results-movement").text)
    assert orders["England", "Army Calais"] == ("-> Paris", ["bounce", "dislodged"])
    assert orders["England", "Army Guyenne"] == ("SUPPORT French Army Toulouse", ["void"])
    assert orders["Burgundy", "Fleet Holland"] == ("No Order Processed", [])
    assert len(orders) == len(MOVEMENT["outcomes"])


def test_a_convoyed_move_names_the_seas_that_carried_it() -> None:
    outcomes = [
        {"power": "ENGLAND", "given": order, "order": order, "result": result, "by": [], "why": "", "unit": order[:5]}
        for order, result in (
            ("A LON - BRT VIA", ["moved"]),
            ("F ECH C A LON - BRT", ["convoys"]),
        )
    ]
    text = rendered("results-movement", result=MOVEMENT | {"outcomes": outcomes}).text
    assert "England: Army London -> English Channel -> Brittany.\n" in text
    assert "England: Fleet English Channel CONVOY Army London -> Brittany.\n" in text


def test_the_winner_is_marked_in_the_centre_table() -> None:
    won = RETREATS | {"winner": "FRANCE", "next": None}
    text = rendered("results-retreats", result=won, next=None).text
    assert re.search(r"^France:      5 Supply centers,  5 Units: .*\(\* VICTORY!! \*\)$", text, re.MULTILINE)
    assert "The game is over.  Thank you for playing." in text


def test_a_language_without_templates_borrows_the_english_ones() -> None:
    letter = mail("late")
    foreign = type(letter)(kind="late", to=letter.to, data=letter.data, key="k", language="xx")
    assert "Late Powers:      England and France" in renderer().render(foreign).text


def test_a_suggested_order_is_never_broken_over_two_lines() -> None:
    line = SAMPLES["receipt"][1]["answers"][0] | {
        "text": "This and that is not so and never was. Did you mean F LON - DOV?"
    }
    assert "F LON - DOV?" in rendered("receipt", answers=[line]).text


def test_a_receipt_also_brings_what_else_the_letter_asked_for() -> None:
    it = rendered("receipt", blocks=[{"title": "Games", "lines": ["first  1425M  Hundred"]}])
    assert "first  1425M  Hundred" in it.text
    assert "first  1425M  Hundred" in it.html


def test_a_dislodged_units_example_is_a_retreat_that_it_can_make() -> None:
    assert "\n  A CAL R LON\n" in rendered("results-movement").text


def test_retreats_that_meet_bounce_and_destroy_both() -> None:
    outcomes = [
        {
            "power": "FRANCE",
            "given": order,
            "order": order,
            "result": ["disbanded"],
            "by": [by],
            "why": "",
            "unit": order[:5],
        }
        for order, by in (("A PAR R ORL", "FRANCE A POI"), ("A POI R ORL", "FRANCE A PAR"))
    ]
    text = rendered("results-retreats", result=RETREATS | {"outcomes": outcomes}).text
    assert "France: Army Paris -> Orleanais.  (*bounce, destroyed*)\n" in text
    assert "was disbanded, because French Army Poitou chose the same place" in text


def test_a_build_by_the_judge_inside_movement_is_told_as_a_build() -> None:
    forced = {
        "power": "FRANCE",
        "given": None,
        "order": "BUILD A PAR",
        "result": ["default"],
        "by": [],
        "why": "",
        "unit": "A PAR",
    }
    assert (
        "France:     Defaults, building an army in Paris.\n"
        in rendered("results-movement", result=MOVEMENT | {"outcomes": [forced]}).text
    )
