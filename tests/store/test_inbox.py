"""An accepted letter is kept once, worked off in order, and never stands in the way of others."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError

from judge.store.inbox import ATTEMPTS
from judge.store.keeping import OTHER_CONTENT, KeptLetter
from judge.store.letters import CLAIM
from judge.store.store import SqlStore
from judge.usecases.ports import LetterDone, StoredLetter
from tests.store.samples import NOON, HandClock, letter, race


def keep(store: SqlStore, *letters) -> list[KeptLetter]:
    answers = store.inbox.keep(letters)
    assert all(isinstance(answer, KeptLetter) for answer in answers), answers
    return answers


def claim(store: SqlStore) -> StoredLetter | None:
    return next(iter(store.inbox.next_letters(1)), None)


def work_off(store: SqlStore, letter_id: int) -> None:
    with store.begin() as unit:
        unit.letter_done(letter_id, report={"commands": []}, at=NOON)


def test_a_letter_comes_back_byte_for_byte_with_its_envelope_and_acceptance_time(store: SqlStore):
    (kept,) = keep(store, letter(rcpts=("judge@judge.localhost", "first@judge.localhost")))
    assert kept == KeptLetter(kept.id, NOON, "new", duplicate=False)
    with store.begin() as unit:
        assert unit.letter(kept.id) == StoredLetter(
            id=kept.id,
            raw=letter().raw,
            mail_from="ann@x.example",
            rcpts=("judge@judge.localhost", "first@judge.localhost"),
            peer="127.0.0.1",
            accepted_at=NOON,
            message_id="<1@x.example>",
        )
        assert unit.letter(kept.id + 1) is None


def test_the_same_message_twice_is_one_letter_with_all_its_recipients(store: SqlStore, clock: HandClock):
    (first,) = keep(store, letter(rcpts=("a@judge.localhost",)))
    clock.advance(seconds=5)
    (again,) = keep(store, letter(rcpts=("b@judge.localhost", "a@judge.localhost"), peer="other relay"))
    assert again == replace(first, duplicate=True)
    with store.begin() as unit:
        stored = unit.letter(first.id)
    assert stored is not None
    assert stored.rcpts == ("a@judge.localhost", "b@judge.localhost")
    assert stored.accepted_at == NOON


def test_the_same_message_twice_in_one_batch_is_one_letter(store: SqlStore):
    answers = keep(store, letter(1, rcpts=("a@j",)), letter(2), letter(1, rcpts=("b@j",)))
    assert [answer.duplicate for answer in answers] == [False, False, True]
    assert answers[0].id == answers[2].id != answers[1].id
    with store.begin() as unit:
        stored = unit.letter(answers[0].id)
    assert stored is not None
    assert stored.rcpts == ("a@j", "b@j")


def test_the_same_message_from_eight_relays_at_once_is_one_letter(url: str, opened: Callable[[str], SqlStore]):
    nodes = [opened(url), opened(url)]
    batch = [letter(1), letter(2)]
    answers = race(8, lambda n: keep(nodes[n % 2], *(batch if n % 3 else reversed(batch))))
    assert len({kept.id for kept_batch in answers for kept in kept_batch}) == 2
    assert sum(not kept.duplicate for kept_batch in answers for kept in kept_batch) == 2


def test_a_copy_of_a_letter_worked_off_does_not_open_it_again(store: SqlStore):
    (first,) = keep(store, letter())
    work_off(store, first.id)
    (again,) = keep(store, letter())
    assert again == replace(first, status="done", duplicate=True)
    assert store.inbox.next_letters(1) == []


def test_a_message_id_with_other_content_is_kept_and_set_aside(store: SqlStore):
    first, second = keep(store, letter(1), letter(1, content="other", key="<1@x.example> other", raw=b"other"))
    assert (first.status, second.status) == ("new", "aside")
    (third,) = keep(store, letter(1, content="third", key="<1@x.example> third"))
    assert third.status == "aside"
    assert [(state.id, state.error) for state in store.inbox.aside()] == [
        (second.id, OTHER_CONTENT),
        (third.id, OTHER_CONTENT),
    ]
    with store.begin() as unit:
        stored = unit.letter(second.id)
    assert stored is not None
    assert stored.raw == b"other"


def test_of_two_contents_of_one_message_id_at_two_nodes_the_later_is_set_aside(
    url: str, opened: Callable[[str], SqlStore]
):
    """The first node has its letter, not committed yet, when the second gets the other one."""
    here, there = opened(url), opened(url)
    answers: list[KeptLetter] = []
    with here.begin() as unit:
        (first,) = unit.keep_letters([letter(1)])
        later = threading.Thread(target=lambda: answers.extend(keep(there, letter(1, content="other", key="other"))))
        later.start()
        later.join(0.2)
    later.join()
    assert (first.status, answers[0].status) == ("new", "aside")


def test_without_a_key_every_arrival_is_new(store: SqlStore):
    answers = keep(store, *[letter(message_id=None, key=None)] * 3)
    assert len({answer.id for answer in answers}) == 3
    assert {answer.status for answer in answers} == {"new"}


def test_a_batch_is_kept_by_one_commit_and_answered_in_its_order(store: SqlStore):
    said: list[str] = []
    if store.engine.dialect.name == "sqlite":
        event.listen(store.engine, "connect", lambda driver, _: driver.set_trace_callback(said.append))
    answers = keep(store, *(letter(n) for n in range(100)))
    if store.engine.dialect.name == "sqlite":
        assert [words for words in said if words in {"COMMIT", "ROLLBACK"}] == ["COMMIT"]
    else:
        with store.engine.connect() as connection:
            assert connection.execute(text("SELECT count(DISTINCT xmin::text) FROM inbox")).scalar_one() == 1
    assert [answer.id for answer in answers] == sorted({answer.id for answer in answers})
    with store.begin() as unit:
        for number, answer in enumerate(answers):
            stored = unit.letter(answer.id)
            assert stored is not None
            assert stored.message_id == f"<{number}@x.example>"


def test_a_letter_that_cannot_be_kept_fails_alone(store: SqlStore):
    bad = letter(2, raw=None)
    answers = store.inbox.keep([letter(1), bad, letter(3)])
    assert isinstance(answers[1], IntegrityError)
    assert [type(answer) for answer in (answers[0], answers[2])] == [KeptLetter, KeptLetter]
    with store.begin() as unit:
        assert len(unit.letters_waiting(NOON)) == 2


def test_hostile_envelopes_and_message_ids_are_kept(store: SqlStore):
    (kept,) = keep(store, letter(mail_from="\udcff@\0", message_id="<\udcff\0>", key="\udcff\0", peer="\ud800"))
    (again,) = keep(store, letter(mail_from="\udcff@\0", message_id="<\udcff\0>", key="\udcff\0"))
    assert again.id == kept.id
    with store.begin() as unit:
        stored = unit.letter(kept.id)
    assert stored is not None
    assert stored.mail_from == "\udcff@\0"


def test_letters_are_worked_off_in_the_order_of_acceptance(store: SqlStore):
    kept = keep(store, *(letter(n, mail_from=f"{n}@x.example") for n in (3, 1, 2)))
    claimed = [found for _ in kept for found in store.inbox.next_letters(1)]
    assert [found.id for found in claimed] == [answer.id for answer in kept]
    assert store.inbox.next_letters(1) == []


def test_a_letter_waits_until_the_older_one_of_its_sender_is_done(url: str, opened: Callable[[str], SqlStore]):
    here, there = opened(url), opened(url)
    first, second, other = keep(here, letter(1), letter(2, mail_from="ANN@x.example"), letter(3, mail_from="bob@y"))
    claimed = [claim(here), claim(there), claim(there)]
    assert [found.id if found else None for found in claimed] == [first.id, other.id, None]
    work_off(here, first.id)
    found = claim(there)
    assert found is not None
    assert found.id == second.id


def test_order_goes_by_the_sender_that_the_listener_names(store: SqlStore):
    first, _ = keep(
        store, letter(1, mail_from="v1@list", sender="ann@x"), letter(2, mail_from="v2@list", sender="Ann@x")
    )
    found = claim(store)
    assert found is not None
    assert found.id == first.id
    assert store.inbox.next_letters(1) == []


def test_no_letter_is_claimed_twice_by_racing_workers(url: str, opened: Callable[[str], SqlStore]):
    nodes = [opened(url), opened(url)]
    kept = keep(nodes[0], *(letter(n, mail_from=f"{n}@x.example") for n in range(8)))
    claimed = race(8, lambda n: claim(nodes[n % 2]))
    ids = [found.id for found in claimed if found]
    assert len(ids) == len(set(ids))
    while (found := claim(nodes[0])) is not None:
        ids.append(found.id)
    assert sorted(ids) == [answer.id for answer in kept]


def test_a_letter_of_a_worker_that_died_is_given_out_again(store: SqlStore, clock: HandClock):
    (kept,) = keep(store, letter())
    assert claim(store) is not None
    assert store.inbox.next_letters(1) == []
    clock.advance(seconds=CLAIM.total_seconds())
    found = claim(store)
    assert found is not None
    assert found.id == kept.id
    store.inbox.release_claims()
    assert claim(store) is not None


def test_a_letter_is_done_once_and_the_effects_of_a_second_try_are_undone(store: SqlStore):
    (kept,) = keep(store, letter())
    work_off(store, kept.id)

    def try_again() -> None:
        with store.begin() as unit:
            assert unit.mark("an effect", NOON)
            unit.letter_done(kept.id, report={}, at=NOON)

    with pytest.raises(LetterDone):
        try_again()
    with store.begin() as unit:
        assert unit.mark("an effect", NOON)
    state = store.inbox.state(kept.id)
    assert state is not None
    assert (state.status, state.report) == ("done", {"commands": []})


def test_of_eight_workers_on_one_letter_one_has_its_effect(store: SqlStore):
    (kept,) = keep(store, letter())
    answers = race(8, lambda _: work_off(store, kept.id))
    assert sorted(isinstance(answer, LetterDone) for answer in answers) == [False] + [True] * 7


def test_a_letter_that_fails_three_times_is_set_aside_and_others_go_on(store: SqlStore):
    poison, after = keep(store, letter(1), letter(2))
    outcomes = []
    for _ in range(ATTEMPTS):
        found = claim(store)
        assert found is not None
        assert found.id == poison.id
        outcomes.append(store.inbox.letter_failed(found.id, "Traceback \ud800\0"))
    assert outcomes == [False, False, True]
    found = claim(store)
    assert found is not None
    assert found.id == after.id
    (state,) = store.inbox.aside()
    assert (state.id, state.attempts, state.error) == (poison.id, 3, "Traceback \\ud800\\x00")


def test_a_letter_set_aside_can_be_tried_again(store: SqlStore):
    (kept,) = keep(store, letter())
    assert not store.inbox.retry(kept.id)
    for _ in range(ATTEMPTS):
        store.inbox.letter_failed(kept.id, "error")
    assert store.inbox.next_letters(1) == []
    assert store.inbox.retry(kept.id)
    found = claim(store)
    assert found is not None
    assert found.attempts == 0
    assert store.inbox.aside() == []


def test_a_failure_noted_too_late_does_not_open_a_finished_letter(store: SqlStore):
    (kept,) = keep(store, letter())
    work_off(store, kept.id)
    assert not store.inbox.letter_failed(kept.id, "late")
    state = store.inbox.state(kept.id)
    assert state is not None
    assert (state.status, state.error) == ("done", None)
    assert store.inbox.state(kept.id + 1) is None


def test_waiting_are_the_letters_accepted_up_to_an_instant_and_not_worked_off(store: SqlStore, clock: HandClock):
    done, before = keep(store, letter(1), letter(2))
    work_off(store, done.id)
    clock.advance(milliseconds=1)
    (at,) = keep(store, letter(3))
    clock.advance(milliseconds=1)
    keep(store, letter(4))
    with store.begin() as unit:
        assert list(unit.letters_waiting(NOON + timedelta(milliseconds=1))) == [before.id, at.id]


def test_a_handful_is_claimed_in_order_and_what_follows_it_only_by_who_holds_it(
    url: str, opened: Callable[[str], SqlStore]
):
    here, there = opened(url), opened(url)
    kept = [answer.id for answer in keep(here, *(letter(n) for n in range(5)), letter(9, mail_from="bob@y"))]
    handful = [found.id for found in here.inbox.next_letters(3)]
    assert handful == kept[:3]
    assert [found.id for found in there.inbox.next_letters(3)] == [kept[5]], "ann's older ones are in other hands"
    assert [found.id for found in here.inbox.next_letters(3, handful)] == kept[3:5]
    here.inbox.give_back(kept[:5])
    assert [found.id for found in there.inbox.next_letters(2)] == kept[:2]


def test_two_nodes_that_claim_handfuls_at_once_never_hold_letters_of_one_sender(
    url: str, opened: Callable[[str], SqlStore]
):
    nodes = [opened(url), opened(url)]
    keep(nodes[0], *(letter(n, mail_from=f"{n % 3}@x.example") for n in range(30)))
    claimed = race(8, lambda n: [(n % 2, found) for found in nodes[n % 2].inbox.next_letters(2)])
    holders: dict[str, set[int]] = {}
    for number, rows in enumerate(claimed):
        for _, found in rows:
            holders.setdefault(found.mail_from, set()).add(number)
    assert all(len(who) == 1 for who in holders.values()), holders
