"""Rules that hold for every position and every set of orders, on every board."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.adjudicator.compiled import compiled
from judge.adjudicator.outcomes import RESULTS, Adjudication
from judge.adjudicator.position import Position
from judge.adjudicator.reasons import say
from judge.adjudicator.units import UnitKind
from judge.adjudicator.variant import Variant
from judge.maps.files import load
from judge.notation.adjudication import adjudicate
from judge.notation.canonical import parse
from judge.notation.writer import write

VARIANTS = [load(name) for name in ("standard", "hundred", "philadelphia", "petit")]
Turn = tuple[Variant, dict[str, list[str]], dict[str, list[str]]]
many = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    """A crowded position and orders that mostly make sense: neighbours are moved to, supported and attacked."""
    variant = draw(st.sampled_from(VARIANTS))
    c = compiled(variant)
    board = variant.board
    spots = []
    for kind in UnitKind:
        for loc, text in enumerate(board.locations):
            if c.neighbours(kind, loc) and not (kind == UnitKind.ARMY and loc >= len(c.cap)):
                spots.append((int(kind), loc, text))
    room = Counter(dict(enumerate(c.cap)))
    units: dict[str, list[str]] = {}
    placed: list[tuple[str, int, int, str]] = []
    around = region(variant, board.province_of[draw(st.sampled_from(spots))[1]])
    near = [spot for spot in spots if board.province_of[spot[1]] in around]
    for kind, loc, text in draw(st.lists(st.sampled_from(near), min_size=2, max_size=24)):
        prov = board.province_of[loc]
        if room[prov] == 0 or (kind == UnitKind.ARMY and c.water >> prov & 1):
            continue
        room[prov] -= 1
        word = draw(st.sampled_from(c.words[:4]))
        berth = f"/{c.cap[prov] - room[prov]}" if c.cap[prov] > 1 else ""
        units.setdefault(word, []).append(f"{'AF'[kind]} {text}{berth}")
        placed.append((word, kind, loc, f"{'AF'[kind]} {text}{berth}"))
    orders: dict[str, list[str]] = {word: [] for word in units}
    for word, kind, loc, unit in placed:
        orders[word].append(f"{unit} {draw(deeds(variant, placed, kind, loc))}")
    return variant, units, orders


def region(variant: Variant, heart: int) -> set[int]:
    """A province and the dozen nearest to it: units of one region get in each other's way."""
    c = compiled(variant)
    found = [heart]
    for prov in found:
        if len(found) > 12:
            break
        for kind in UnitKind:
            for loc in (prov, *variant.board.coasts_of[prov]):
                found += [there for place in c.neighbours(kind, loc) if (there := c.province_of[place]) not in found]
    return set(found)


def deeds(variant: Variant, placed: list[tuple[str, int, int, str]], kind: int, loc: int) -> st.SearchStrategy[str]:
    c = compiled(variant)
    names = variant.board.locations
    near = [names[place] for place in c.neighbours(kind, loc)]
    moves = [
        f"{unit} - {names[place]}"
        for _, other, start, unit in placed
        if start != loc
        for place in c.neighbours(other, start)
    ]
    goals = names[: len(c.cap) : 3]
    rides = [f"{unit} - {goal}" for _, other, _, unit in placed if other == 0 for goal in goals]
    go = st.sampled_from([f"- {place}" for place in near])
    choices = [st.just("H"), go, go]
    if moves:
        choices.append(st.sampled_from([f"S {move}" for move in moves]))
        choices.append(st.sampled_from([f"S {unit}" for *_, unit in placed]))
    if kind == 0:
        choices.append(st.sampled_from([f"- {place} VIA" for place in names[: len(c.cap)]]))
    elif rides:
        choices.append(st.sampled_from([f"C {ride}" for ride in rides]))
    return st.one_of(choices)


def play(turn: Turn) -> Adjudication:
    variant, units, orders = turn
    start = variant.calendar.first_movement.code
    return adjudicate(variant, Position(start, {word: tuple(texts) for word, texts in units.items()}), orders)


@given(turns())
@many
def test_no_province_holds_more_units_than_it_has_room_for(turn: Turn) -> None:
    c = compiled(turn[0])
    crowd = Counter(c.unit(text.split(" ", 1)[1]).prov for text in play(turn).final)
    assert all(count <= c.cap[prov] for prov, count in crowd.items())


@given(turns())
@many
def test_no_unit_is_lost_or_doubled(turn: Turn) -> None:
    result = play(turn)
    before = Counter((word, text[0]) for word, texts in turn[1].items() for text in texts)
    after = Counter((text.split(" ")[0], text.split(" ")[1]) for text in (*result.final, *result.dislodged))
    assert before == after
    assert len(set(result.final)) == len(result.final)


@given(turns())
@many
def test_no_power_dislodges_its_own_unit(turn: Turn) -> None:
    for one in play(turn).outcomes:
        if one.result[-1] == "dislodged":
            assert one.by
            assert not one.by[-1].startswith(f"{one.power} ")


@given(turns(), st.randoms(use_true_random=False))
@many
def test_the_order_of_units_and_lines_never_matters(turn: Turn, chance: object) -> None:
    variant, units, orders = turn
    turned: Turn = (
        variant,
        {word: sorted(units[word], key=hash_of(chance)) for word in reversed(units)},
        {word: sorted(orders[word], key=hash_of(chance)) for word in reversed(orders)},
    )
    one, other = play(turn), play(turned)
    assert (one.final, one.dislodged, one.retreats) == (other.final, other.dislodged, other.retreats)
    assert sorted(map(repr_of, one.outcomes)) == sorted(map(repr_of, other.outcomes))


def hash_of(chance: object) -> object:
    return lambda _text: chance.random()  # type: ignore[attr-defined]


def repr_of(outcome: object) -> str:
    return repr(outcome._replace(by=tuple(sorted(outcome.by)), reason=None))  # type: ignore[attr-defined]


@given(turns())
@many
def test_renaming_the_powers_never_matters(turn: Turn) -> None:
    variant, units, orders = turn
    words = compiled(variant).words
    other = dict(zip(words[:4], words[3::-1], strict=True))
    renamed = play((variant, {other[w]: u for w, u in units.items()}, {other[w]: o for w, o in orders.items()}))

    def bare(texts: tuple[str, ...], names: dict[str, str]) -> list[str]:
        # Berths are given in the order of the powers, so they alone may change.
        return sorted(f"{names.get(text.split(' ')[0], '')} {text.split(' ', 1)[1].rstrip('/123')}" for text in texts)

    plain = play(turn)
    assert bare(plain.final, other) == bare(renamed.final, {w: w for w in words})
    assert bare(plain.dislodged, other) == bare(renamed.dislodged, {w: w for w in words})


@given(turns())
@many
def test_every_outcome_has_its_word_and_its_reason(turn: Turn) -> None:
    for one in play(turn).outcomes:
        assert set(one.result) <= set(RESULTS)
        assert one.reason is not None
        assert say(one.reason)
        if one.result[0] in ("bounced", "cut"):
            assert one.by


@given(turns())
@many
def test_orders_written_canonically_play_the_same(turn: Turn) -> None:
    variant, units, _ = turn
    first = play(turn)
    c = compiled(variant)
    written: dict[str, list[str]] = {}
    for one in first.outcomes:
        if one.given is not None and one.order is not None:
            written.setdefault(one.power, []).append(one.order)
            order = parse(c, one.order)
            assert order is not None
            assert write(variant, order) == one.order
    again = play((variant, units, written))
    assert (again.final, again.dislodged, again.retreats) == (first.final, first.dislodged, first.retreats)
