"""No line makes reading commands take other than linear time: patterns that try every way to cut a line never end.

`SET ADDRESS a@b,a@b,… @` once took the judge for ever. A case that comes back fails by the time limit of the tests.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.usecases.near_verbs import near_verbs
from judge.usecases.script import LONGEST, match, read_script
from judge.usecases.verbs import VERBS
from tests.usecases.desk import ANN, Office

PIECES = (
    "a ", "a@b,", "a@b ", "1D ", "1D,", "x", "@", ", ", " ", "1 ", "FROM x ", "GREY ", "x:", "a-", "-x ", "to ",
    "FRANCE ", "a@b@c,", "LIKE ", "FAKE BROADCAST ", ".", "?", "<", "NO ", "FULL ", "ALL ", "を", "登録", "１",
)  # fmt: skip
ENDS = ("", "\x00", " @", " !?")


def heads() -> Iterator[str]:
    for verb in VERBS:
        for form in (*verb.syntax.split(" | "), verb.example.split("\n")[0]):
            yield " ".join(form.split()[:2])
            yield form.split()[0]


@pytest.mark.parametrize("piece", PIECES)
def test_a_command_with_anything_repeated_behind_it_is_read_or_not_but_soon(piece: str) -> None:
    for head in sorted({*heads(), ""}):
        for end in ENDS:
            line = f"{head} {piece * (LONGEST // len(piece))}"[: LONGEST - len(end)] + end
            match(1, line)
            near_verbs(line)


def test_a_line_longer_than_any_command_is_none() -> None:
    assert match(1, f"SET NAME {'x' * LONGEST}").verb is None
    assert len(read_script([(1, "\\\\; " + "a;" * 1000)])) == 1000


def test_a_letter_of_such_lines_is_answered(running: Office) -> None:
    lines = [f"{head} {'a@b,' * 400} @" for head in ("SET ADDRESS", "I AM ALSO", "PROMOTE", "INVITE", "SET DENY")]
    running.write(ANN, "\n".join(lines), running.to())
    assert "ok" not in running.statuses()


def test_several_new_addresses_are_still_read() -> None:
    command = match(1, "SET ADDRESS ann@new.example, ann@old.example ,x@y.example")
    assert command.args == {"addresses": "ann@new.example, ann@old.example ,x@y.example"}
