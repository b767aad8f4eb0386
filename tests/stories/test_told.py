"""The stories under told/: each is played letter by letter, then every byte that went out is searched for secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from tests.stories.telling import STORIES, play, read, told_to_others
from tests.usecases.desk import Office, make_template

MUST_SHOW = {"gunboat", "late", "draw", "concession", "postal", "absence", "petit", "philadelphia"}


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_template(tmp_path_factory.mktemp("told"))


@pytest.fixture
def office(tmp_path: Path, template: Path) -> Iterator[Office]:
    """A judge without a server."""
    office = Office(tmp_path / "var", template)
    yield office
    office.close()


def test_every_story_that_must_be_told_is() -> None:
    assert set(STORIES) >= MUST_SHOW


@pytest.mark.parametrize("name", STORIES)
def test_the_story_goes_as_it_is_told_and_tells_no_secret(office: Office, name: str) -> None:
    story = play(office, name)
    assert len(story.secrets) > 1
    assert told_to_others(office, story) == []
    readers: dict[str, set[str]] = {}
    for to, raw in office.raw_mails():
        reply_to = str(message_from_bytes(raw, policy=policy.default)["Reply-To"] or "")
        for found in re.findall(r"\+([a-z2-7]{16,})@", reply_to):
            readers.setdefault(found, set()).add(to)
    assert all(len(people) == 1 for people in readers.values()), "a reply address is one reader's"


@pytest.mark.parametrize("name", STORIES)
def test_every_secret_of_a_story_is_spoken_in_it(name: str) -> None:
    """A canary that never sings proves nothing."""
    story = read(name)
    letters = [step for step in story.steps if step.head.startswith("=== ")]
    spoken = " ".join(" ".join((re.sub(r"=== (\w+).*", r"\1@players.example", s.head), *s.lines)) for s in letters)
    assert [words for _, words in story.secrets if words not in spoken] == []
