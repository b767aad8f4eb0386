"""Stories told in plain text, one folder each: mails in, clock moves, mails out. `story.txt` is all there is to one.

    secret ann, gm: words        nobody but Ann and the GM may read these words, in any mail of the whole story
    === ann to first             a letter of hers, to first@ (or judge@); its lines follow
    === ann answers press        a reply to the last mail of this kind that she got
    === pass 3 days 1 hours      the clock moves, hour by hour
    --- answer                   what the last letter was answered: each line below must be in it
    --- bob results              the last mail of a kind to Bob
    --- no late for cid          no such mail since the last ===
    ! words                      below ---: these words must not be there

Blanks and line ends count as one blank. Lines of # are remarks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from pathlib import Path

from tests.usecases.desk import Got, Office

TOLD = Path(__file__).parent / "told"
STORIES = sorted(path.parent.name for path in TOLD.glob("*/story.txt"))


@dataclass(slots=True)
class Step:
    """One `===` or `---` with the lines below it."""

    head: str
    number: int
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Story:
    """A story as read: who may read which words, and its steps."""

    secrets: tuple[tuple[tuple[str, ...], str], ...]
    steps: tuple[Step, ...]


def read(name: str) -> Story:
    """The story of a folder."""
    secrets: list[tuple[tuple[str, ...], str]] = []
    steps: list[Step] = []
    for number, line in enumerate((TOLD / name / "story.txt").read_text("utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        if line.startswith(("=== ", "--- ")):
            steps.append(Step(line, number))
        elif steps:
            steps[-1].lines.append(line)
        elif found := re.fullmatch(r"secret (.+?): (.+)", line):
            secrets.append((tuple(each.strip() for each in found[1].split(",")), found[2]))
        else:
            assert not line.strip(), f"{name}, line {number}: {line}"
    return Story(tuple(secrets), tuple(steps))


def play(office: Office, name: str) -> Story:
    """Play a story to its end; every expectation in it is looked at."""
    story, answer, seen = read(name), None, 0
    for step in story.steps:
        where = f"{name}, line {step.number}: {step.head}"
        if step.head.startswith("=== "):
            seen = len(office.rows())
            answer = _act(office, step) or answer
        else:
            _look(office, step, answer, seen, where)
    return story


def address(name: str) -> str:
    """Whose desk a name is."""
    return f"{name}@players.example"


def _act(office: Office, step: Step) -> Got | None:
    text = "\n".join(step.lines).strip("\n")
    if found := re.fullmatch(r"=== pass (.+)", step.head):
        words = found[1].split()
        office.pass_time(**{unit: float(count) for count, unit in zip(words[::2], words[1::2], strict=True)})
        return None
    if found := re.fullmatch(r"=== (\w+) answers (\w+)", step.head):
        return office.reply(address(found[1]), office.last(address(found[1]), found[2]), text)
    found = re.fullmatch(r"=== (\w+) to ([\w-]+)", step.head)
    assert found, step.head
    return office.write(address(found[1]), text, office.to(found[2]))


def _look(office: Office, step: Step, answer: Got | None, seen: int, where: str) -> None:
    if found := re.fullmatch(r"--- no (\w+) for (\w+)", step.head):
        rows = [row for row in office.rows()[seen:] if (row.mail.kind, row.mail.to) == (found[1], address(found[2]))]
        assert rows == [], where
        return
    if step.head == "--- answer":
        assert answer is not None, where
        mail = answer
    else:
        found = re.fullmatch(r"--- (\w+) (\w+)", step.head)
        assert found, where
        mail = office.last(address(found[1]), found[2])
    text = " ".join(f"{mail.subject} {mail.text}".split())
    for line in filter(None, (each.strip() for each in step.lines)):
        if line.startswith("! "):
            assert line[2:] not in text, f"{where}\nnot wanted: {line}\n{mail.text}"
        else:
            assert " ".join(line.split()) in text, f"{where}\nwanted: {line}\n{mail.text}"


def told_to_others(office: Office, story: Story) -> list[str]:
    """Secret words in mails to somebody who may not read them: headers, all text parts decoded, and the bytes."""
    found = []
    for to, raw in office.raw_mails():
        text = readable(raw)
        for owners, words in story.secrets:
            if to not in map(address, owners) and " ".join(words.split()) in text:
                found.append(f"{to} reads {words!r}")
    return found


def readable(raw: bytes) -> str:
    """Everything that a mail says, in whatever way it is packed; folding hides nothing."""
    message = message_from_bytes(raw, policy=policy.default)
    parts = [f"{name}: {value}" for name, value in message.items()]
    parts += [part.get_content() for part in message.walk() if part.get_content_maintype() == "text"]
    parts.append(raw.decode("latin-1"))
    return re.sub(r"\s+", " ", "\n".join(parts))
