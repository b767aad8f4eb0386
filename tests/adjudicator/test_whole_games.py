"""Random games of every variant, kept by books of their own: ownership, retreats, builds, what is due next, the end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import pytest

from judge.adjudicator.outcomes import Adjudication
from judge.adjudicator.position import Position
from judge.maps.files import load
from judge.notation.adjudication import adjudicate
from tests.adjudicator.positions import Board, Lists, Plan

Texts = Mapping[str, tuple[str, ...]]


@dataclass
class Rules:
    """A variant's calendar and goal, written down a second time."""

    due: str
    """Codes of a year's phases without the year, in order; `?` behind those played only where something is owed."""
    goal: int
    homes_only: bool = False
    turns: str = "F FEB MAY AUG NOV"
    """Seasons after which ownership changes; `*` for every turn, `10` for years divisible by ten."""

    def ownership(self, phase: str) -> bool:
        season, year, _ = split(phase)
        if self.turns == "10":
            return year % 10 == 0
        return self.turns == "*" or season in self.turns.split(" ")


RULES = {
    "standard": Rules("SM FM FA?", 18, homes_only=True),
    "hundred": Rules("", 9, turns="10"),
    "philadelphia": Rules("JANM FEBM MARA? APRM MAYM JUNA? JULM AUGM SEPA? OCTM NOVM DECA?", 19),
    "petit": Rules("M", 6, turns="*"),
}


def split(phase: str) -> tuple[str, int, str]:
    found = re.fullmatch(r"([A-Z]*)(\d+)([MRA])", phase)
    assert found
    return found[1], int(found[2]), found[3]


def after(name: str, phase: str) -> list[str]:
    """The phases that may follow when nobody retreats: the first always next where it is no adjustment."""
    season, year, step = split(phase)
    if name == "hundred":
        ahead = f"{year + 5}M"
        return [f"{year}A", ahead] if year % 10 == 0 and step != "A" else [ahead]
    cycle = [code.rstrip("?") for code in RULES[name].due.split(" ")]
    here = cycle.index(f"{season}{step if step == 'A' else 'M'}")
    found = []
    for offset in range(1, len(cycle) + 1):
        code = cycle[(here + offset) % len(cycle)]
        found.append(f"{code[:-1]}{year + (here + offset) // len(cycle)}{code[-1]}")
        if code.endswith("M"):
            return found
    return found


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(6))
def test_the_books_of_a_random_game_are_right(name: str, seed: int) -> None:
    play_game(name, seed, 24)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_the_books_of_many_random_games_are_right(name: str) -> None:
    for seed in range(100, 160):
        play_game(name, seed, 60)


def play_game(name: str, seed: int, length: int) -> None:
    variant = load(name)
    board, chance, now = Board(variant), Random(f"{name} {seed}"), variant.start
    for _ in range(length):
        result = adjudicate(variant, now, lines(board, chance, now))
        note = (name, seed, now.phase)
        centres = owned(board, name, now, result)
        assert (note, {w: set(c) for w, c in (result.centres or {}).items() if c}) == (note, centres)
        check_units(board, name, now, result, note)
        check_retreats(board, now, result, note)
        assert (note, result.next) == (note, expected_next(board, name, now, result, centres))
        if result.next is None:
            return
        now = result.position


def lines(board: Board, chance: Random, now: Position) -> Lists:
    """Orders that mostly make sense in the phase, and some that do not."""
    step = now.phase[-1]
    if step == "M":
        placed = [
            (word, text[0], re.sub(r"/\d$", "", text[2:]), text) for word, texts in now.units.items() for text in texts
        ]
        return Plan(board, chance, list(board.cap), placed).orders() if placed else {}
    if step == "R":
        return {
            word: [
                f"{one.unit} {chance.choice(['D', *(f'R {place}' for place in one.retreats or ())])}" for one in ones
            ]
            for word, ones in now.dislodged.items()
            if chance.random() < 0.9
        }
    orders: Lists = {}
    for word, codes in (now.centres or {}).items():
        units = now.units.get(word, ())
        sites = [f"BUILD {chance.choice('AAF')} {chance.choice(board.places[code])}" for code in codes]
        removals = [f"REMOVE {unit}" for unit in units]
        orders[word] = chance.sample(sites + removals, chance.randint(0, len(sites + removals)))
    return orders


def standing(final: tuple[str, ...]) -> dict[str, str]:
    """Province → power, of those that matter to ownership (one a centre)."""
    return {text.split(" ")[2][:3]: text.split(" ")[0] for text in final}


def retreating(result: Adjudication) -> bool:
    return any(result.retreats.values())


def owned(board: Board, name: str, now: Position, result: Adjudication) -> dict[str, set[str]]:
    """Who should own what after the phase."""
    owner = {code: word for word, codes in (now.centres or {}).items() for code in codes}
    if RULES[name].ownership(now.phase) and now.phase[-1] != "A" and not retreating(result):
        forced = {(one.power, one.unit) for one in result.outcomes if one.result == ("default",)}
        marched = tuple(text for text in result.final if tuple(text.split(" ", 1)) not in forced)
        owner |= {code: word for code, word in standing(marched).items() if code in board.centres}
    found: dict[str, set[str]] = {}
    for code, word in owner.items():
        found.setdefault(word, set()).add(code)
    return found


def check_units(board: Board, name: str, now: Position, result: Adjudication, note: object) -> None:
    assert list(result.final) == sorted(result.final), note
    crowd = [text.split(" ")[2][:3] for text in result.final]
    assert all(crowd.count(code) <= board.cap[code] for code in set(crowd)), note
    count = {word: sum(text.startswith(f"{word} ") for text in result.final) for word in board.words}
    before = {word: len(now.units.get(word, ())) for word in board.words}
    fled = {word: len(now.dislodged.get(word, ())) for word in board.words}
    for word in board.words:
        lost = sum(text.startswith(f"{word} ") for text in result.dislodged)
        codes = (result.centres or {}).get(word, ())
        if name == "petit":
            assert count[word] == len(codes), note
        elif now.phase[-1] != "A":
            assert count[word] == before[word] + (fled[word] if now.phase[-1] == "R" else 0) - lost, note
        elif before[word] > len(codes):
            assert count[word] == len(codes), note
        else:
            assert before[word] <= count[word] <= len(codes), note


def check_retreats(board: Board, now: Position, result: Adjudication, note: object) -> None:
    """All arrive where there is room for all that come, and none where there is not (rule 8 of the rivers)."""
    if now.phase[-1] != "R":
        return
    stand = [text[2:5] for texts in now.units.values() for text in texts]
    going = [one for one in result.outcomes if one.order and " R " in one.order]
    goals = [one.order.partition(" R ")[2][:3] for one in going if one.order]
    for one, goal in zip(going, goals, strict=True):
        room = stand.count(goal) + goals.count(goal) <= board.cap[goal]
        assert (note, one.unit, one.result) == (note, one.unit, ("retreated",) if room else ("disbanded",))


def expected_next(
    board: Board, name: str, now: Position, result: Adjudication, centres: Mapping[str, set[str]]
) -> str | None:
    season, year, step = split(now.phase)
    if step == "M" and name != "petit" and retreating(result):
        return f"{season}{year}R"
    rules = RULES[name]
    if rules.ownership(now.phase) and step != "A" and over(board, name, year, centres, result):
        return None
    for code in after(name, now.phase):
        if code[-1] == "M" or owing(board, rules, result, centres):
            return code
    raise AssertionError(now.phase)


def over(board: Board, name: str, year: int, centres: Mapping[str, set[str]], result: Adjudication) -> bool:
    score = {word: len(codes) for word, codes in centres.items()}
    if name == "petit":
        score = {word: len(codes) + len(codes & board.homes[word]) for word, codes in centres.items()}
    best = max(score.values())
    leaders = [word for word, count in score.items() if count == best]
    won = len(leaders) == 1 and (best >= RULES[name].goal or (name == "petit" and year == 1906))
    assert result.winner == (leaders[0] if won else None)
    drawn = name == "petit" and year == 1906 and not won
    assert set(result.draw) == (set(centres) if drawn else set())
    return won or drawn


def owing(board: Board, rules: Rules, result: Adjudication, centres: Mapping[str, set[str]]) -> bool:
    full = {text.split(" ")[2][:3] for text in result.final}
    for word in board.words:
        codes = centres.get(word, set())
        surplus = len(codes) - sum(text.startswith(f"{word} ") for text in result.final)
        sites = (codes & board.homes[word] if rules.homes_only else codes) - full
        if surplus < 0 or (surplus > 0 and sites):
            return True
    return False
