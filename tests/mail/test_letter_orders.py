"""The same letters taken in a game: exactly the orders that stand in `.expect` after `!orders` are read, and no other.

The game is standard; Ann plays France, and has all three units to order. A letter without `!orders` gives none.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.app import Judge, new_letter
from judge.config import Settings
from judge.mail.listener import Incoming
from judge.opening import Opener
from tests.mail.test_letters import CASES, LETTERS, read

PLAYERS = ("ann", "bob", "cid", "dee", "eli", "fay", "gus")
POWERS = ("france", "england", "germany", "italy", "austria", "russia", "turkey")


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judge]:
    """A judge with the game that the letters are about."""
    judge = Judge(Settings(data_dir=tmp_path_factory.mktemp("letters"), domain="judge.example"))
    letter(judge, "gm@example.org", "CREATE kings secret standard\nTIMING MOVE 3D\nFORM")
    for name, power in zip(PLAYERS, POWERS, strict=True):
        letter(judge, f"{name}@example.org", f"JOIN {power}@kings pw")
    judge.clerk.work_letters()
    yield judge
    judge.close()


def letter(judge: Judge, sender: str, text: str) -> None:
    raw = f"From: {sender}\r\nTo: judge@judge.example\r\nMessage-ID: <{hash(text)}@x>\r\n\r\n{text}\r\n"
    judge.keep(
        [Incoming(raw.replace("\r\n", "\n").replace("\n", "\r\n").encode(), sender, ("judge@judge.example",), "x")]
    )


def test_different_orders_in_the_two_halves_of_a_letter_are_named_in_its_answer(judge: Judge) -> None:
    for name, said in (("halves_differ", "A PAR - PIC"), ("halves_struck", "A PAR - BUR"), ("halves_wrapped", None)):
        raw = (CASES / f"{name}.eml").read_bytes()
        incoming = Incoming(raw, "ann@example.org", ("kings@judge.example",), "x")
        mails: list[str] = []
        try:
            with judge.store.begin() as uow:
                kept = uow.keep_letters([new_letter(incoming)])[0]
                stored = uow.letter(kept.id)
                assert stored is not None
                judge.clerk.rehearse(uow, stored)
                mails += [str(row.mail.data["notes"]) for row in uow.outbox_of(kept.id)]
                raise _Undo  # noqa: TRY301
        except _Undo:
            pass
        (notes,) = mails
        assert ("letter_halves" in notes) == (said is not None)
        assert said is None or said in notes


class _Undo(Exception):
    pass


def rehearsed(judge: Judge, raw: bytes) -> dict[str, Any]:
    """What taking a letter would give; nothing is kept of it."""
    report: dict[str, Any] = {}
    try:
        with judge.store.begin() as uow:
            incoming = Incoming(raw, "ann@example.org", ("kings@judge.example",), "x")
            kept = uow.keep_letters([new_letter(incoming)])[0]
            stored = uow.letter(kept.id)
            assert stored is not None
            report.update(judge.clerk.rehearse(uow, stored))
            raise _Undo  # noqa: TRY301 - leaving by an exception is what rolls back
    except _Undo:
        return report


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_a_letter_gives_exactly_the_orders_that_its_writer_gave(judge: Judge, path: Path) -> None:
    assert isinstance(judge.clerk._open, Opener)
    report = rehearsed(judge, path.read_bytes())
    read_orders = [each["order"] for each in report["commands"] if each["status"] == "ok" and each["order"]]
    _, claims, _ = read(path)
    wanted = next((claim[7:].split(" | ") for claim in claims if claim.startswith("orders ")), [])
    assert read_orders == wanted
