"""docs/older-judges.md is true: every example is mailed, or read on a board, and does what its row says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.adjudicator.position import Dislodged, Position
from judge.maps import files
from judge.notation.adjudication import Status, check
from judge.notation.lines import looks_like_order
from tests.usecases.desk import ANN, BOB, GM, Office

PAGE = (Path(__file__).parents[2] / "docs" / "older-judges.md").read_text("utf-8")
SENDERS = {"ann": ANN, "bob": BOB, "gm": GM, "new": "newcomer@players.example"}
CENTRES = {"FRANCE": ("PAR", "MAR", "BRE", "POR")}
BOARDS = {
    "order": Position(
        "S1902M", {"FRANCE": ("A PAR", "A MAR", "F BRE", "F MAO", "F ENG", "A PIC", "F SPA/SC")}, CENTRES
    ),
    "retreat": Position(
        "S1902R",
        {"FRANCE": ("A MAR",), "GERMANY": ("A PAR",)},
        CENTRES,
        {"FRANCE": (Dislodged("A PAR", ("GAS", "PIC")),)},
    ),
    "build": Position("F1902A", {"FRANCE": ("A GAS",)}, CENTRES),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    older: str
    here: str
    who: str
    last: str

    @property
    def lines(self) -> list[str]:
        """The example's lines."""
        return [line.strip() for line in self.last.strip("`").split("⏎")]


def rows() -> list[Row]:
    cells = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in PAGE.splitlines() if line.startswith("| ")]
    return [Row(*(cell.strip() for cell in row)) for row in cells if row[0].strip() != "older judges"]


ROWS = rows()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.older[:40])
def test_every_row_says_what_became_of_it(row: Row) -> None:
    assert re.match(r"works(: refused)?$|differently: .|left out$", row.here), row.here
    assert row.last
    assert row.here == "left out" or row.who in {*SENDERS, *BOARDS, "order refused", "phase"}


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.who in SENDERS and row.here != "left out"], ids=lambda row: row.older[:40]
)
def test_the_example_works_by_mail(running: Office, row: Row) -> None:
    running.create("second")
    if "TAKEOVER E" in row.last:
        running.write(BOB, "RESIGN", running.to())
    running.write(SENDERS[row.who], "\n".join(row.lines))
    said, statuses = running.said(), running.statuses()
    assert "unknown_command" not in said
    assert "not_understood" not in said
    assert statuses
    if row.here.endswith(": refused"):
        assert "refused" in statuses
    else:
        assert set(statuses) == {"ok"}, running.report["commands"]


@pytest.mark.parametrize(
    ("kind", "line"), [(row.who, line) for row in ROWS if row.who.startswith("order") or row.who in BOARDS
                       for line in row.lines]
)  # fmt: skip
def test_the_example_is_read_on_a_board(kind: str, line: str) -> None:
    variant = files.load("standard", ())
    board = BOARDS[kind.split(maxsplit=1)[0]]
    text = line.partition(": ")[2] or line
    checked = check(variant, board, "FRANCE", text)
    if kind == "order refused":
        assert checked.status is not Status.OK
        assert len(checked.suggestions) > 1
    else:
        assert checked.status is Status.OK, checked
    assert looks_like_order(variant, line) or line == "WAIVE"


@pytest.mark.parametrize("code", next(row for row in ROWS if row.who == "phase").lines)
def test_phase_codes_of_both_are_understood(code: str) -> None:
    assert files.load("standard", ()).calendar.parse(code) is not None
