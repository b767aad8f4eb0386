"""Guessing at reply addresses: never a hit, nothing learnt from answers or from what they cost (FAULTS A7, S5, A14)."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator

import pytest
from sqlalchemy import event

from judge.config import Settings
from judge.mail.addresses import Purpose, Route, numbered
from judge.mail.limits import Limits
from judge.mail.listener import Listener
from judge.mail.peers import Peers, peer_of
from judge.server import limits_for
from tests.attacks.gate import ANN, DOMAIN, Gate
from tests.mail.house import LETTER, Line

BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
TRIES = 2_000
PURPOSES: tuple[Purpose, ...] = ("confirm", "stop", "bounce")


@pytest.fixture
def doors(strict: Gate) -> Iterator[int]:
    """The judge's own listener, to which this host is a stranger; its port."""
    limits = Limits(neighbours=frozenset(), misses=20)
    listener = Listener(
        ["smtp://127.0.0.1:0"], strict.judge.keep, strict.judge.route, limits=limits, known=strict.judge.known
    )
    yield int(listener.start()[0].rpartition(":")[2])
    listener.stop()


def at_the_door(port: int) -> Line:
    line = Line(port)
    if line.answer().startswith("220"):
        line.say(b"EHLO me.example\r\n")
        line.say(b"MAIL FROM:<eve@eve.example>\r\n")
    return line


def rcpt(line: Line, address: str) -> str:
    return line.say(f"RCPT TO:<{address}>\r\n".encode())


def guesses(true: str, count: int) -> Iterator[str]:
    """Tokens that are one letter, two neighbours or everything away from a true one."""
    chance = random.Random(7)
    for number in range(count):
        letters = list(true)
        if number % 3 == 0:
            letters = [chance.choice(BASE32) for _ in true]
        elif number % 3 == 1:
            letters[chance.randrange(len(letters))] = chance.choice(BASE32)
        else:
            at = chance.randrange(len(letters) - 1)
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
        guess = "".join(letters)
        if guess != true:
            yield guess


def true_token(gate: Gate) -> str:
    return gate.reply_address(ANN).partition("+")[2].partition("@")[0]


def test_a_token_has_more_bits_than_anybody_can_try_and_every_player_another(strict: Gate) -> None:
    tokens = {strict.reply_address(player).partition("+")[2].partition("@")[0] for player in (ANN, "bob@bob.example")}
    assert len(tokens) == 2
    assert all(len(token) * 5 >= 128 and set(token) <= set(BASE32) for token in tokens)


def test_no_guess_near_or_far_opens_an_address(strict: Gate) -> None:
    true = true_token(strict)
    assert strict.judge.known(Route("game", "first", true))
    assert not any(strict.judge.known(Route("game", "first", guess)) for guess in guesses(true, TRIES))


@pytest.mark.slow
def test_no_guess_of_a_hundred_thousand_opens_an_address(strict: Gate) -> None:
    true = true_token(strict)
    assert not any(strict.judge.known(Route("game", "first", guess)) for guess in guesses(true, 100_000))


def test_what_does_not_exist_is_refused_in_the_dialogue_by_one_and_the_same_answer(doors: int, strict: Gate) -> None:
    true = true_token(strict)
    wrong = next(guesses(true, 1))
    line = at_the_door(doors)
    answers = {
        rcpt(line, address)
        for address in (
            f"nosuch@{DOMAIN}",
            f"info@{DOMAIN}",
            f"first+{wrong}@{DOMAIN}",
            f"nosuch+{wrong}@{DOMAIN}",
            f"nosuch+{true}@{DOMAIN}",
            f"judge+{true}@{DOMAIN}",
            f"judge+{'a' * 32}@{DOMAIN}",
            f"bounce+{'a' * 32}@{DOMAIN}",
            "ann@elsewhere.example",
        )
    }
    assert answers == {"550 5.1.1 No such address here"}
    assert line.say(b"DATA\r\n").startswith("503")
    line.close()


def test_what_exists_is_taken(doors: int, strict: Gate) -> None:
    mail = strict.rows()[-1]
    tokens = {each: numbered(strict.judge.secret, each, mail.id, mail.message_id) for each in PURPOSES}
    line = at_the_door(doors)
    for address in (
        f"judge@{DOMAIN}",
        f"FIRST@{DOMAIN}",
        strict.reply_address(ANN).upper(),
        f"judge+{tokens['confirm']}@{DOMAIN}",
        f"judge+{tokens['stop']}@{DOMAIN}",
        f"bounce+{tokens['bounce']}@{DOMAIN}",
        "Postmaster",
    ):
        assert rcpt(line, address).startswith("250"), address
    line.close()


def test_a_game_can_be_written_to_as_soon_as_it_is_made(doors: int, strict: Gate) -> None:
    line = at_the_door(doors)
    assert rcpt(line, f"second@{DOMAIN}").startswith("550")
    strict.letter("gm@gm.example", "CREATE second pw\nMAP hundred\nFORM")
    assert rcpt(line, f"second@{DOMAIN}").startswith("250")
    line.close()


def test_an_address_whose_token_was_changed_is_taken_and_answered_with_words(doors: int, strict: Gate) -> None:
    old = strict.reply_address(ANN)
    strict.letter(ANN, "SET PASSWORD another", old)
    assert strict.reply_address(ANN, "reply") != old
    line = at_the_door(doors)
    assert rcpt(line, old).startswith("250")
    line.close()


def test_a_guesser_is_hung_up_on_and_does_not_come_in_again_this_hour(doors: int) -> None:
    line = at_the_door(doors)
    for _ in range(20):
        assert rcpt(line, f"first+{'b' * 26}@{DOMAIN}").startswith("550")
    assert line.answer().startswith("421")
    line.close()
    again = Line(doors)
    assert again.answer().startswith("421")
    again.close()


def test_misses_are_counted_over_sessions(doors: int) -> None:
    for _ in range(4):
        line = at_the_door(doors)
        for _ in range(5):
            rcpt(line, f"nosuch@{DOMAIN}")
        line.close()
    again = Line(doors)
    assert again.answer().startswith("421")
    again.close()


def test_a_wrong_token_costs_the_same_questions_to_the_database_as_an_unknown_game(strict: Gate) -> None:
    asked: list[str] = []
    event.listen(strict.judge.store.engine, "before_cursor_execute", lambda *call: asked.append(call[2]))
    costs = []
    for route in (
        Route("game", "first", "b" * 26),
        Route("game", "nosuch", "b" * 26),
        Route("game", "nosuch"),
        Route("game", "first"),
    ):
        asked.clear()
        strict.judge.known(route)
        costs.append(tuple(asked))
    assert len(set(costs)) == 1


def test_a_database_that_is_away_refuses_nobody_for_good(strict: Gate) -> None:
    def away(_route: Route) -> bool:
        raise OSError("gone: secret path")

    listener = Listener(["smtp://127.0.0.1:0"], strict.judge.keep, strict.judge.route, known=away)
    port = int(listener.start()[0].rpartition(":")[2])
    line = at_the_door(port)
    assert rcpt(line, f"first@{DOMAIN}") == "451 4.3.0 Could not keep the message; please try again later"
    line.close()
    listener.stop()


def test_a_thousand_spam_mails_to_made_up_names_leave_nothing_behind(strict: Gate) -> None:
    listener = Listener(["smtp://127.0.0.1:0"], strict.judge.keep, strict.judge.route, known=strict.judge.known)
    port = int(listener.start()[0].rpartition(":")[2])
    before = len(strict.rows()), len(strict.judge.store.inbox.latest(5000))
    chance = random.Random(3)
    for _ in range(60):
        line = at_the_door(port)
        for _ in range(16):
            name = "".join(chance.choice(string.ascii_lowercase) for _ in range(8))
            assert rcpt(line, f"{name}@{DOMAIN}").startswith("550")
        line.socket.sendall(b"DATA\r\n" + LETTER + b".\r\n")
        line.close()
    strict.judge.clerk.work_letters()
    assert (len(strict.rows()), len(strict.judge.store.inbox.latest(5000))) == before
    listener.stop()


def test_the_store_is_asked_without_waiting_for_a_writer(strict: Gate) -> None:
    with strict.judge.store.begin() as uow:
        uow.remember("x", 1)
        assert strict.judge.known(Route("game", "first"))


def test_a_relay_of_ours_is_not_shut_out_for_what_strangers_guess_through_it() -> None:
    relays = ("192.0.2.25", "2001:db8::25")
    limits = limits_for(Settings(trusted_relays=relays))
    peers = Peers(limits)
    for address in (*relays, "198.51.100.7"):
        for _ in range(limits.misses + 1):
            peers.miss(peer_of(address, limits), now=0.0)
    assert all(peers.may_come(peer_of(relay, limits), now=1.0) for relay in relays)
    assert not peers.may_come(peer_of("198.51.100.7", limits), now=1.0)
