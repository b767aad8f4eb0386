"""docs/older-judges-gm.md: every example that is said to work is mailed here, and no row is left without a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.usecases.gm import ALL_ORDERS, ANN, BOB, CID, DEE, GM, Office, all_orders, gm

PAGE = Path(__file__).parents[2] / "docs" / "older-judges-gm.md"
ROW = re.compile(r"\| (?P<what>.+?) \| (?P<here>works|differently|left out) \| (?P<why>.+?) \| (?P<when>.*?) ?\|")
ROWS = [found.groupdict() for line in PAGE.read_text("utf-8").splitlines() if (found := ROW.fullmatch(line))]
EXAMPLES = [row for row in ROWS if row["here"] == "works"]


def made(office: Office, when: str) -> None:
    """A game of the kind that the page's last column names."""
    if when in ("anybody", "create"):
        return
    if when in ("forming", "empty", "full"):
        office.create("first", *(["SET MANUAL START"] if when == "full" else []))
        for player in {"forming": (ANN,), "empty": (), "full": (ANN, BOB, CID)}[when]:
            office.write(player, "JOIN first")
        return
    office.begin()
    office.write(DEE, "REGISTER Dee\nEND")
    if when == "complete":
        gm(office, "TIMING DELAY 12H")
    if when in ("complete", "played"):
        all_orders(office, *ALL_ORDERS)
    if when == "paused":
        gm(office, "PAUSE 2D")
    if when == "finished":
        gm(office, "SET NO REVEAL\nTERMINATE")


@pytest.mark.parametrize("row", EXAMPLES, ids=[row["what"][:40] for row in EXAMPLES])
def test_what_the_page_says_works_works(office: Office, row: dict[str, str]) -> None:
    example = re.findall(r"`([^`]+)`", row["why"])[-1].replace("⏎", "\n")
    made(office, row["when"].rpartition(", ")[2])
    if row["when"] == "create":
        office.write(GM, f"CREATE mine gmsecret\n{example}\nFORM")
        assert "created" in office.said()
    elif row["when"].startswith("anybody"):
        office.write(DEE, example)
    else:
        office.write(GM, f"SIGNON Mfirst gmsecret\n{example}")
    assert set(office.statuses()) <= {"ok", "held"}, office.said()
    assert len(office.statuses()) > 0


def test_every_row_of_the_page_says_how_it_is_here() -> None:
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    heads = [line for line in lines if line.startswith(("| command |", "| setting |"))]
    assert len(ROWS) == len(lines) - len(heads)
    assert not [row for row in EXAMPLES if "`" not in row["why"] or not row["when"]]
    assert len(EXAMPLES) > 70
