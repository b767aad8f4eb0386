"""The judge's own addresses: what they mean, and that their tokens can't be guessed or lost on the way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.addresses import (
    Route,
    is_game_name,
    number_in,
    numbered,
    parse_address,
    reply_address,
    token,
    token_hash,
)

DOMAIN = "judge.example"
SECRET = b"k" * 32


@given(st.integers(1, 10**9), st.integers(1, 1000), st.from_regex(r"[a-z][a-z0-9_-]{1,29}", fullmatch=True))
def test_a_seats_reply_address_leads_back_to_its_game_and_token(seat: int, version: int, game: str) -> None:
    if not is_game_name(game):
        return
    secret_word = token(SECRET, seat, version)
    address = reply_address(game, secret_word, DOMAIN)
    assert len(address.partition("@")[0]) <= 64
    assert parse_address(address.swapcase(), DOMAIN) == Route("game", game, secret_word)


def test_a_token_has_at_least_a_hundred_bits_in_lower_case_letters_and_digits() -> None:
    word = token(SECRET, 1, 1)
    assert len(word) * 5 >= 100
    assert word.isalnum()
    assert word == word.lower()


def test_tokens_differ_by_seat_version_and_secret_and_are_the_same_each_time() -> None:
    words = {token(SECRET, 1, 1), token(SECRET, 2, 1), token(SECRET, 1, 2), token(b"other", 1, 1), token(SECRET, 12, 1)}
    assert len(words) == 5
    assert token(SECRET, 1, 1) in words


def test_the_hash_of_a_token_does_not_depend_on_case() -> None:
    word = token(SECRET, 1, 1)
    assert token_hash(word.upper()) == token_hash(word) != word


@pytest.mark.parametrize(
    ("address", "route"),
    [
        ("judge@judge.example", Route("judge")),
        ("JUDGE@Judge.Example", Route("judge")),
        ("judge+aaaaaaaaaaaaaaaaaaaa@judge.example", Route("judge", None, "aaaaaaaaaaaaaaaaaaaa")),
        ("first@judge.example", Route("game", "first")),
        ("a1_-x@judge.example", Route("game", "a1_-x")),
        ("postmaster@judge.example", Route("operator")),
        ("abuse@judge.example", Route("operator")),
    ],
)
def test_an_address_means_what_the_interface_says(address: str, route: Route) -> None:
    assert parse_address(address, DOMAIN) == route


@pytest.mark.parametrize(
    "name", ["judge", "postmaster", "abuse", "bounce", "mailer-daemon", "noreply", "master", "MASTER"]
)
def test_no_game_has_a_reserved_name(name: str) -> None:
    assert not is_game_name(name)


@pytest.mark.parametrize("name", ["a", "1a", "a" * 31, "a.b", "a b", "", "ä1", "a+b", "-ab"])
def test_no_game_has_a_name_that_an_address_could_not_carry(name: str) -> None:
    assert not is_game_name(name)


@given(st.text(max_size=100))
def test_any_text_is_an_address_of_ours_or_not_but_never_an_exception(text: str) -> None:
    parse_address(text, DOMAIN)
    parse_address(f"{text}@{DOMAIN}", DOMAIN)


def test_a_token_names_one_mail_for_one_purpose() -> None:
    """Who counts up the numbers confirms no letter, unsubscribes nobody, and marks no address as bouncing."""
    ours = numbered(b"secret", "confirm", 7, "<a@x>")
    assert number_in(ours) == 7
    assert number_in(ours[:-1]) is None
    others = [
        numbered(b"secret", "stop", 7, "<a@x>"),
        numbered(b"another", "confirm", 7, "<a@x>"),
        numbered(b"secret", "confirm", 7, "<b@x>"),
        numbered(b"secret", "confirm", 8, "<a@x>"),
    ]
    assert len({each[-25:] for each in [ours, *others]}) == 5
