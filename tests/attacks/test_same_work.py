"""What a guesser is told in the same words costs the judge the same work, so that time tells him nothing more (S5).

Counted, not timed: password verifications, questions to the database, bytes of the answer, keyed hashes. The times
themselves are measured by `python -m tests.bench.guesses`.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from sqlalchemy import event

from judge import app
from judge.mail.addresses import Route
from judge.mail.listener import Incoming
from judge.ops.passwords import Argon2Passwords
from judge.usecases import signing
from tests.attacks.gate import ANN, BOB, DOMAIN, EVE, GM, Gate, open_gate, text_of


@dataclass
class Counted:
    """Passwords as they are, and how often one was hashed anew to see whether it was right."""

    real: Argon2Passwords
    asked: int = 0

    def hash(self, secret: str) -> str:
        return self.real.hash(secret)

    def matches(self, hashed: str, secret: str) -> bool:
        self.asked += 1
        return self.real.matches(hashed, secret)


@dataclass
class Cost:
    """What one letter cost."""

    verified: int
    questions: tuple[str, ...]
    answer: str
    size: int


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Gate]:
    """England joined without a password, France with one."""
    with open_gate(tmp_path / "var", "confirm") as gate:
        gate.letter(GM, "CREATE first gmsecret\nMAP hundred\nFORM\nSIGNOFF")
        gate.letter(ANN, "JOIN france@first francesecret\nSIGNOFF")
        gate.letter(BOB, "JOIN england@first\nSIGNOFF")
        gate.letter("cid@cid.example", "JOIN burgundy@first burgundysecret\nSIGNOFF")
        yield gate


def cost(gate: Gate, sender: str, line: str) -> Cost:
    """A guesser's letter, worked off; his words are taken out of the answer. It is not his first."""
    gate.letter(sender, "hello")
    passwords = Counted(Argon2Passwords())
    gate.judge.services = replace(gate.judge.services, passwords=passwords)
    gate.judge.clerk._services = gate.judge.services
    asked: list[str] = []

    def note(*call: object) -> None:
        asked.append(str(call[2]))

    event.listen(gate.judge.store.engine, "before_cursor_execute", note)
    try:
        gate.letter(sender, line)
    finally:
        event.remove(gate.judge.store.engine, "before_cursor_execute", note)
    text = text_of(gate.mails(sender, "reply")[-1]) if gate.mails(sender, "reply") else ""
    for word in ("FRANCE", "ENGLAND", "France", "England", "france", "england"):
        text = text.replace(word, "…")
    return Cost(passwords.asked, tuple(asked), text, len(text))


def test_a_hash_that_no_password_has_is_reckoned_like_any_other() -> None:
    real = Argon2Passwords()
    assert signing.NOBODYS.split("$")[1:4] == real.hash("x").split("$")[1:4]
    assert not any(real.matches(signing.NOBODYS, guess) for guess in ("", "x", "nobody", "\0" * 32))


def test_a_seat_without_a_password_answers_a_guesser_like_one_with(house: Gate) -> None:
    france = cost(house, EVE, "SIGNON france@first guess")
    england = cost(house, EVE, "SIGNON england@first guess")
    assert france.verified == england.verified == 1
    assert france.questions == england.questions
    assert france.answer == england.answer
    assert "password" in france.answer


def test_a_player_guessing_at_other_seats_learns_no_more_than_a_stranger(house: Gate) -> None:
    france = cost(house, "cid@cid.example", "SIGNON france@first guess")
    england = cost(house, "cid@cid.example", "SIGNON england@first guess")
    assert (france.verified, france.questions) == (england.verified, england.questions)
    assert france.answer == england.answer


def test_a_player_needs_no_password_where_he_set_none(house: Gate) -> None:
    house.letter(BOB, "SIGNON england@first anything\nSTATUS\nSIGNOFF")
    assert "wrong" not in text_of(house.mails(BOB, "reply")[-1]).lower()


def test_where_both_proofs_are_asked_for_a_stranger_costs_no_hash_whatever_he_guesses(strict: Gate) -> None:
    costs = [cost(strict, EVE, f"SIGNON france@first {guess}") for guess in ("francesecret", "guess", "")]
    assert {each.verified for each in costs} == {0}
    assert len({each.questions for each in costs}) == 1
    assert len({each.size for each in costs[:2]}) == 1


def test_the_chair_cannot_be_guessed_at_without_end(house: Gate) -> None:
    for number in range(3):
        house.letter(EVE, "\n".join(f"TAKEOVER master@first guess{number}{n}" for n in range(10)))
        house.answer(EVE, house.asked(EVE))
    counted = Counted(Argon2Passwords())
    house.judge.services = replace(house.judge.services, passwords=counted)
    house.judge.clerk._services = house.judge.services
    house.letter(EVE, "TAKEOVER master@first gmsecret")
    house.answer(EVE, house.asked(EVE))
    assert counted.asked == 0
    with house.judge.store.begin() as uow:
        master = uow.person_at(GM)
    assert master is not None
    assert house.game().masters[0].person == master.id


def test_a_token_is_compared_as_often_whether_the_game_is_there_or_not(
    strict: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    true = strict.reply_address(ANN).partition("+")[2].partition("@")[0]
    assert len(true) == len("b" * 26)
    with_seats = _compared(strict, Route("game", "first", "b" * 26), monkeypatch)
    assert _compared(strict, Route("game", "first", true), monkeypatch) == with_seats
    assert _compared(strict, Route("game", "nosuch", "b" * 26), monkeypatch) == len(app.NO_SEATS)
    assert not strict.judge.known(Route("game", "nosuch", true))


def _compared(gate: Gate, route: Route, monkeypatch: pytest.MonkeyPatch) -> int:
    calls: list[str] = []
    digest: Callable[..., bool] = hmac.compare_digest

    class Watched:
        @staticmethod
        def compare_digest(one: str, other: str) -> bool:
            calls.append(one)
            return digest(one, other)

    monkeypatch.setattr(app, "hmac", Watched)
    gate.judge.known(route)
    monkeypatch.undo()
    return len(calls)


def test_nobody_is_known_by_how_his_mail_is_taken_in(strict: Gate) -> None:
    """A letter from a player, from a stranger and to a game: the same questions, and the same 250."""
    kept = []
    for sender in (ANN, "nobody@nowhere.example"):
        asked: list[str] = []
        event.listen(strict.judge.store.engine, "before_cursor_execute", lambda *call, to=asked: to.append(call[2]))
        raw = f"From: {sender}\r\nMessage-ID: <{sender}.take>\r\n\r\nhello\r\n".encode()
        strict.judge.keep([Incoming(raw, sender, (f"first@{DOMAIN}",), "203.0.113.9")])
        kept.append(tuple(asked))
    assert kept[0][: len(kept[1])] == kept[1][: len(kept[0])]
