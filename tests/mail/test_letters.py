"""Letters as the world's clients write them: each file under cases/letters, and the own words that must be read.

In an `.expect` file lines that begin with `!` say what else must hold; the rest are the writer's own words.
"""

from pathlib import Path

import pytest

from judge.mail import guard
from judge.mail.letter import Letter, parse
from judge.mail.letterjson import from_json, to_json

CASES = Path(__file__).parent.parent / "cases" / "letters"
LETTERS = sorted(CASES.glob("*.eml"))


def read(path: Path) -> tuple[Letter, list[str], str]:
    lines = path.with_suffix(".expect").read_text(encoding="utf-8").rstrip("\n").split("\n")
    claims = [line[1:] for line in lines if line.startswith("!")]
    return (
        parse(path.read_bytes(), domain="judge.example"),
        claims,
        "\n".join(line for line in lines if not line.startswith("!")),
    )


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_a_letter_gives_the_own_words_of_its_writer_and_nothing_else(path: Path) -> None:
    letter, _, words = read(path)
    assert letter.text == words


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_a_letter_says_what_it_is_and_what_was_left_aside(path: Path) -> None:
    letter, claims, _ = read(path)
    assert letter.automatic == ("automatic" in claims), letter.why_automatic
    assert letter.bounce == ("bounce" in claims)
    assert bool(letter.unlike) == ("halves" in claims), letter.unlike
    assert letter.unreadable == next((claim[11:] for claim in claims if claim.startswith("unreadable ")), None)
    left = {note.what for note in letter.ignored}
    assert {claim[8:] for claim in claims if claim.startswith("ignored ")} <= left


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_the_guard_lets_every_real_letter_in(path: Path) -> None:
    assert guard.check(path.read_bytes()) is None


def test_a_letter_is_the_same_after_its_way_through_the_reading_child() -> None:
    for path in LETTERS:
        letter = read(path)[0]
        assert from_json(to_json(letter)) == letter


def test_there_are_many_letters() -> None:
    assert len(LETTERS) >= 200
