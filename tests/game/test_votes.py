"""When a game ends by agreement: draws, concessions, peace."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.game import Ending, Game, Stage
from judge.game.seats import Role, Seat
from judge.game.settings import Settings
from judge.game.votes import ALL, Vote, agreed, survivors, votes, with_vote, without_voter, without_votes
from judge.maps.files import load

POWERS = ("BURGUNDY", "ENGLAND", "FRANCE")


@cache
def variant() -> Variant:
    return load("hundred")


def game() -> Game:
    """Hundred with three players."""
    seats = tuple(Seat(n, Role.POWER, n, power=word, person=n) for n, word in enumerate(POWERS, 1))
    return Game(1, "first", "hundred", variant().hash, Stage.RUNNING, 1, variant().start, Settings(), seats)


def voted(kind: Vote, **wishes: str) -> Game:
    result = game()
    for power, wish in wishes.items():
        result = with_vote(result, kind, power, wish)
    return result


def without(power: str) -> Game:
    """The game in which a power has lost everything."""
    at = game().position
    units = {word: texts for word, texts in at.units.items() if word != power}
    centres = {word: codes for word, codes in (at.centres or {}).items() if word != power}
    return replace(game(), position=Position(at.phase, units, centres))


def test_a_draw_needs_every_survivor() -> None:
    two = voted(Vote.DRAW, BURGUNDY=ALL, ENGLAND=ALL)
    assert agreed(two, variant()) is None
    assert agreed(with_vote(two, Vote.DRAW, "FRANCE", ALL), variant()) == Ending(draw=POWERS, reason="draw")


def test_who_is_out_of_the_game_has_no_say_and_no_share() -> None:
    fewer = without("FRANCE")
    for power in ("BURGUNDY", "ENGLAND"):
        fewer = with_vote(fewer, Vote.DRAW, power, ALL)
    assert survivors(fewer, variant()) == ("BURGUNDY", "ENGLAND")
    assert agreed(fewer, variant()) == Ending(draw=("BURGUNDY", "ENGLAND"), reason="draw")


def test_all_must_name_the_same_set() -> None:
    named = voted(Vote.DRAW, BURGUNDY="ENGLAND FRANCE", ENGLAND="ENGLAND FRANCE", FRANCE=ALL)
    assert agreed(named, variant()) is None
    named = with_vote(named, Vote.DRAW, "FRANCE", "ENGLAND FRANCE")
    assert agreed(named, variant()) == Ending(draw=("ENGLAND", "FRANCE"), reason="draw")


def test_a_vacant_power_shares_a_draw_of_all_but_is_not_waited_for() -> None:
    vacant = voted(Vote.DRAW, BURGUNDY=ALL, ENGLAND=ALL)
    vacant = vacant.with_seat(replace(vacant.seats[2], person=None))
    assert agreed(vacant, variant()) == Ending(draw=POWERS, reason="draw")


def test_a_concession_needs_all_others_and_only_them() -> None:
    one = voted(Vote.CONCEDE, BURGUNDY="FRANCE")
    assert agreed(one, variant()) is None
    both = with_vote(one, Vote.CONCEDE, "ENGLAND", "FRANCE")
    assert agreed(both, variant()) == Ending(winner="FRANCE", reason="concession")
    assert agreed(with_vote(one, Vote.CONCEDE, "ENGLAND", "BURGUNDY"), variant()) is None


def test_wishes_can_be_withdrawn_lapse_by_kind_and_leave_with_their_player() -> None:
    peace = voted(Vote.PEACE, BURGUNDY=ALL, ENGLAND=ALL)
    assert set(votes(with_vote(peace, Vote.PEACE, "ENGLAND", None), Vote.PEACE)) == {"BURGUNDY"}
    assert not votes(without_votes(peace, Vote.PEACE), Vote.PEACE)
    assert set(votes(without_voter(peace, "BURGUNDY"), Vote.PEACE)) == {"ENGLAND"}


def test_wishes_survive_being_stored() -> None:
    peace = voted(Vote.PEACE, BURGUNDY=ALL)
    again = replace(peace, settings=Settings.from_json(peace.settings.to_json()))
    assert votes(again, Vote.PEACE) == {"BURGUNDY": ALL}


def test_nothing_is_agreed_in_a_game_that_does_not_run() -> None:
    over = replace(voted(Vote.DRAW, **dict.fromkeys(POWERS, ALL)), stage=Stage.FINISHED)
    assert agreed(over, variant()) is None
