"""What holds for every text and every order: nothing raises, and what is written is read back."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.adjudicator.orders import Order, OrderKind
from judge.adjudicator.phases import Step
from judge.notation.fitting import Fitting
from judge.notation.lines import looks_like_order, split
from judge.notation.powers import power_head, powers_in
from judge.notation.reader import Ambiguous, Hints, Unreadable, read
from judge.notation.tokens import LONGEST
from judge.notation.writer import write

from .boards import hints, table, variant

VARIANTS = ("standard", "hundred", "petit", "philadelphia")
WORDS = [
    "A", "F", "H", "S", "C", "T", "R", "D", "B", "X", "a", "the", "army", "fleet", "-", "->", "ー", "/", "(",
    ")", "(*", "*)", ".", ",", ";", ":", "!", "?", "1", "2", "VIA", "via", "nth", "spa/nc", "(sc)", "north",
    "coast", "of", "sea", "BUILD", "REMOVE", "WAIVE", "KEEP", "holds", "supports", "convoys", "to", "x",
    "FRANCE", "France:", "Italian", "italy", "PAR", "BUR", "mar", "spa", "stp", "mid", "nor", "liv", "tyr",
    "Mid-Atlantic", "Ocean", "St.", "Petersburg", "ben", "fra", "fal", "fal/2", "MOB", "attacks", "'Brook",
    "ｐａｒ", "ベルギー", "ロンドン", "パリ", "待機", "支援", "\u200b",
]  # fmt: skip
lines = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=14).map("".join),
    st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=4)), max_size=10).map(" ".join),
)
boards = {
    "standard": "FRANCE: A PAR, F BRE, A MAR, F MAO, F NTH / ITALY: A VEN, F ION",
    "hundred": "FRANCE: A DAU, A PAR / ENGLAND: A CAL, F LON",
    "petit": "FRANCE: A PAR / ENGLAND: A LON, A BEL",
    "philadelphia": "MOB: F FLR, A BEN / GENTRY: F FAL",
}


@given(st.sampled_from(VARIANTS), st.sampled_from(list(Step)), st.integers(-2, 2), lines)
@settings(max_examples=200, deadline=None)
def test_any_text_gets_one_of_the_three_answers(name: str, step: Step, owes: int, line: str) -> None:
    board = variant(name)
    power = boards[name].partition(":")[0]
    found = read(board, line, step, hints(board, power, boards[name], owes))
    assert isinstance(found, Order | Unreadable | Ambiguous)
    if not isinstance(found, Order):
        assert 1 <= found.column <= max(len(line), 1) + 1
        assert len(found.suggestions) == len(set(found.suggestions))
    looks_like_order(board, line)
    assert all(piece.strip() for piece in split(line))
    power_head(board, line)
    powers_in(board, line)


@given(st.sampled_from(["a ", "A-S ", "ー(", "/'ア", *"a -ー(/'"]), st.integers(1, LONGEST * 3))
@settings(max_examples=60, deadline=None)
def test_a_line_of_one_repeated_sign_is_answered_like_any_other(sign: str, times: int) -> None:
    board = variant("standard")
    line = (sign * times)[: LONGEST * 3]
    found = read(board, line, Step.MOVEMENT, hints(board, "FRANCE", boards["standard"]))
    assert isinstance(found, Unreadable | Ambiguous)
    if len(line) > LONGEST:
        assert found == read(board, "x" * (LONGEST + 1), Step.MOVEMENT, hints(board, "FRANCE", boards["standard"]))


@st.composite
def orders(draw: st.DrawFn) -> tuple[str, Order]:
    """A well-formed order of any kind on the board of a variant; it need not be legal."""
    name = draw(st.sampled_from(VARIANTS))
    board = variant(name).board
    place = st.integers(0, len(board.locations) - 1)
    unit = st.sampled_from([-1, 0, 1])
    kind = draw(st.sampled_from([kind for kind in OrderKind if kind is not OrderKind.WAIVE]))
    at = draw(place)
    order = Order(kind, draw(unit), at, berth=draw(_berths(name, at)))
    if kind in {OrderKind.SUPPORT_HOLD, OrderKind.SUPPORT_MOVE, OrderKind.CONVOY}:
        other = draw(place)
        order = order._replace(other_unit=draw(unit), other=other, other_berth=draw(_berths(name, other)))
    if kind in {OrderKind.MOVE, OrderKind.RETREAT, OrderKind.SUPPORT_MOVE, OrderKind.CONVOY}:
        order = order._replace(target=draw(place))
    if kind is OrderKind.MOVE:
        route = tuple(draw(st.lists(st.integers(0, len(board.provinces) - 1), max_size=2)))
        order = order._replace(route=route, via=bool(route) or draw(st.booleans()))
        if not order.via and board.provinces[board.province_of[order.target]].capacity > 1:
            order = order._replace(struck_power=draw(st.integers(-1, 6)), struck_berth=draw(st.integers(0, 3)))
    return name, order


def _berths(name: str, location: int) -> st.SearchStrategy[int]:
    board = variant(name).board
    capacity = board.provinces[board.province_of[location]].capacity
    return st.integers(0, capacity if capacity > 1 else 0)


def _step(order: Order) -> Step:
    if order.kind in {OrderKind.BUILD, OrderKind.REMOVE}:
        return Step.ADJUSTMENTS
    return Step.RETREATS if order.kind in {OrderKind.RETREAT, OrderKind.DISBAND} else Step.MOVEMENT


def _meant(found: Order | Unreadable | Ambiguous) -> Order | None:
    if isinstance(found, Ambiguous):
        return found.literal
    return found if isinstance(found, Order) else None


@given(orders())
@settings(max_examples=250, deadline=None)
def test_what_is_written_is_read_back_as_the_same_order(case: tuple[str, Order]) -> None:
    name, order = case
    board = variant(name)
    nobody = Hints(0, lambda _: None)
    text = write(board, order)
    assert _meant(read(board, text, _step(order), nobody)) == order, text
    assert _meant(read(board, text.lower(), _step(order), nobody)) == order, text


def test_waive_is_read_back_too() -> None:
    board = variant("standard")
    assert read(board, "WAIVE", Step.ADJUSTMENTS, Hints(0, lambda _: None)) == Order(OrderKind.WAIVE)


def test_suggestions_can_be_read_as_they_are() -> None:
    for row in table("typos")[:60]:
        board = variant(row["variant"])
        known = hints(board, row["power"], row["board"])
        found = read(board, row["given"], Step.MOVEMENT, known)
        if isinstance(found, Unreadable):
            for line in found.suggestions:
                order = read(board, line, Step.MOVEMENT, known)
                assert isinstance(order, Order), line
                assert write(board, order) == line
                assert Fitting(board, known).oddities(order) < 4
