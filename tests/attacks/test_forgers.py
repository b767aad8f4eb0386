"""Nobody is let in: forged senders, leaked tokens, replays, and what a forger can learn (FAULTS A5, A6, A8, S5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.mail.addresses import Purpose, Route, numbered
from tests.attacks.gate import ANN, BOB, DOMAIN, EVE, GM, HONEST, Gate, open_gate, text_of
from tests.mail.dnszone import Zone, signed

ORDERS = "A PAR - DIJ\nA ORL H"


@pytest.mark.parametrize(
    ("sender", "headers"),
    [
        (ANN, ()),
        (f'"{ANN}" <{EVE}>', ()),
        (f"{ANN.replace('ann.', 'ann.example.')}", ()),
        ("ann@аnn.example", ()),
        (ANN, [("Authentication-Results", f"mx.{DOMAIN}; dmarc=pass header.from=ann.example")]),
        (ANN, [("ARC-Authentication-Results", f"i=1; mx.{DOMAIN}; dmarc=pass header.from=ann.example")]),
        (ANN, [("Received-SPF", "pass")]),
        (ANN, [("DKIM-Signature", "v=1; a=rsa-sha256; d=ann.example; s=s1; h=from; bh=AAAA; b=BBBB")]),
        (EVE, [("Sender", ANN)]),
        (EVE, [("Reply-To", ANN)]),
        (EVE, [("Resent-From", ANN)]),
        (EVE, [("X-Original-From", ANN)]),
        (ANN, [("From", EVE)]),
        (f"{ANN}, {EVE}", ()),
        (f"friends: {ANN}, {EVE};", ()),
        (f"<@eve.example:{ANN}>", ()),
    ],
)
def test_a_forged_sender_changes_nothing(gate: Gate, sender: str, headers: list[tuple[str, str]]) -> None:
    for to in (f"judge@{DOMAIN}", f"first@{DOMAIN}"):
        gate.letter(
            sender, f"SIGNON france@first\n{ORDERS}", to, forged=True, headers=headers, mail_from="x@eve.example"
        )
    assert gate.orders() == ()


def test_a_thousand_forged_letters_bring_their_victim_a_mail_an_hour_and_the_forger_none(gate: Gate) -> None:
    before = len(gate.rows())
    for number in range(60):
        gate.letter(ANN, f"A PAR - DIJ\nA ORL - BUR {number}", f"first@{DOMAIN}", forged=True)
    assert len(gate.rows()) == before + 1
    assert len(gate.mails(ANN, "confirm")) == 1
    gate.pass_time(hours=12)
    assert len(gate.mails(ANN, "confirm")) <= 3
    assert {row.mail.to for row in gate.rows()[before:]} == {ANN}


def test_a_held_letter_counts_from_its_own_time_once_its_player_says_yes(gate: Gate) -> None:
    state = gate.letter(ANN, ORDERS, f"first@{DOMAIN}", forged=True)
    assert state.status == "held"
    assert {command["status"] for command in (state.report or {})["commands"]} == {"held"}
    assert gate.orders() == ()
    answered = gate.answer(ANN, gate.asked(ANN), "That was me.", forged=True)
    assert answered.status == "done"
    assert gate.orders() == ("A PAR - DIJ", "A ORL H")
    settled = gate.judge.store.inbox.state(state.id)
    assert settled is not None
    assert settled.status == "done"
    assert len(gate.mails(ANN, "receipt")) == 1


def test_an_answer_of_no_drops_the_letter(gate: Gate) -> None:
    gate.letter(ANN, ORDERS, f"first@{DOMAIN}", forged=True)
    question = gate.asked(ANN)
    gate.answer(ANN, question, "No, I did not write that!", forged=True)
    gate.answer(ANN, question, "Yes", forged=True)
    assert gate.orders() == ()


def test_a_question_is_answered_once_and_by_whom_it_was_put_to(gate: Gate) -> None:
    gate.letter(ANN, ORDERS, f"first@{DOMAIN}", forged=True)
    question = gate.asked(ANN)
    gate.answer(EVE, question)
    gate.answer(BOB, question)
    assert gate.orders() == ()
    gate.answer(ANN, question, forged=True)
    assert len(gate.orders()) == 2
    gate.letter(ANN, "CLEAR", gate.reply_address(ANN))
    again = gate.answer(ANN, question, forged=True)
    assert [c["said"][0]["code"] for c in (again.report or {})["commands"]] == ["confirm_settled"]
    assert gate.orders() == ()


def test_after_a_restore_a_late_answer_confirms_nothing_but_what_was_asked(
    gate: Gate, tmp_path: Path, template: Callable[[str], Path]
) -> None:
    """Letters and mails since the copy are gone, and their numbers come again for others."""
    identity = gate.judge.settings.identity
    with open_gate(tmp_path / "lost", identity, template=template(identity)) as lost:
        held = lost.letter(ANN, "A PAR - DIJ", f"first@{DOMAIN}", forged=True)
        question = lost.asked(ANN)
    again = gate.letter(ANN, "A ORL H", f"first@{DOMAIN}", forged=True)
    assert again.id == held.id
    assert gate.asked(ANN)["Reply-To"] != question["Reply-To"]
    gate.answer(ANN, question, forged=True)
    assert gate.orders() == ()
    assert not gate.judge.known(gate.judge.route(question["Reply-To"].addresses[0].addr_spec) or Route("judge"))
    gate.answer(ANN, gate.asked(ANN), forged=True)
    assert gate.orders() == ("A ORL H",)


@pytest.mark.parametrize("purpose", ["bounce", "stop"])
def test_after_a_restore_a_mail_that_comes_back_is_not_taken_for_its_namesake(gate: Gate, purpose: Purpose) -> None:
    row = gate.rows()[-1]
    secret = gate.judge.secret
    assert gate.judge.named(purpose, numbered(secret, purpose, row.id, row.message_id)) is not None
    assert gate.judge.named(purpose, numbered(secret, purpose, row.id, f"<{'0' * 32}@{DOMAIN}>")) is None


def test_a_guessed_answer_address_settles_nothing(gate: Gate) -> None:
    state = gate.letter(ANN, ORDERS, f"first@{DOMAIN}", forged=True)
    for guess in ("aaaaaboqe6a7lqibfacy4rknvsoyszs2", "a" * 32, "a" * 26, "7" * 32):
        gate.letter(ANN, "yes", f"judge+{guess}@{DOMAIN}", forged=True)
    now = gate.judge.store.inbox.state(state.id)
    assert now is not None
    assert now.status == "held"
    assert gate.orders() == ()


def test_a_confirmation_after_the_phase_comes_too_late(gate: Gate) -> None:
    gate.letter(ANN, ORDERS, f"first@{DOMAIN}", forged=True)
    question = gate.asked(ANN)
    gate.pass_time(days=4)
    assert gate.game().phase_no > 1
    gate.answer(ANN, question, forged=True)
    assert gate.orders() == ()
    assert any("adjudicated" in text_of(mail) for mail in gate.mails(ANN, "receipt") + gate.mails(ANN, "reply"))


def test_a_confirmation_before_the_deadline_is_in_time_for_it(gate: Gate) -> None:
    gate.letter(ANN, "A PAR - DIJ", f"first@{DOMAIN}", forged=True)
    question = gate.asked(ANN)
    gate.clock.time = gate.game().deadline or gate.clock.time
    gate.answer(ANN, question, forged=True)
    gate.pass_time(minutes=1)
    game = gate.game()
    with gate.judge.store.begin() as uow:
        (result,) = uow.results(game.id)
    assert "A PAR - DIJ" in result.orders["FRANCE"]


def test_strict_wants_the_token_or_password_and_the_sender(strict: Gate) -> None:
    token = strict.reply_address(ANN)
    strict.letter(ANN, "A PAR - DIJ", f"first@{DOMAIN}")
    assert strict.orders() == ()
    strict.letter(ANN, "A PAR - DIJ", token, forged=True)
    assert strict.orders() == ()
    strict.letter(EVE, "SIGNON france@first francesecret\nA PAR - DIJ\nSIGNOFF")
    assert strict.orders() == ()
    strict.letter(ANN, "A PAR - DIJ", token)
    assert strict.orders() == ("A PAR - DIJ",)
    strict.letter(ANN, "SIGNON france@first francesecret\nA ORL H\nSIGNOFF")
    assert strict.orders() == ("A PAR - DIJ", "A ORL H")


def test_one_proof_is_enough_where_the_operator_says_so(confirm: Gate) -> None:
    confirm.letter(ANN, "A PAR - DIJ", f"first@{DOMAIN}")
    assert confirm.orders() == ("A PAR - DIJ",)
    confirm.letter(ANN, "A ORL H", confirm.reply_address(ANN), forged=True)
    assert len(confirm.orders()) == 2
    before = len(confirm.mails("elsewhere@cafe.example"))
    confirm.letter("elsewhere@cafe.example", "SIGNON france@first francesecret\nA TOU H\nSIGNOFF", forged=True)
    assert len(confirm.orders()) == 3
    assert len(confirm.mails("elsewhere@cafe.example")) == before
    assert "TOU H" in text_of(confirm.mails(ANN, "receipt")[-1]) or "Toulouse" in text_of(
        confirm.mails(ANN, "receipt")[-1]
    )


def test_a_leaked_token_opens_nothing_and_its_owner_is_told_once(gate: Gate) -> None:
    token = gate.reply_address(ANN)
    told = len(gate.mails(ANN))
    for _ in range(3):
        state = gate.letter(BOB, "A PAR - DIJ\nA ORL - BUR", token)
    assert gate.orders() == ()
    assert not any("France: Army" in text_of(mail) for mail in gate.mails(BOB, "receipt"))
    mails = gate.mails(ANN)[told:]
    assert [mail["X-Judge-Kind"] for mail in mails] == ["notice"]
    assert "reply address" in text_of(mails[0])
    assert all(mail["To"] == BOB for mail in gate.mails() if mail["In-Reply-To"] == state.message_id)


def test_a_token_alone_never_speaks_for_the_gm(confirm: Gate) -> None:
    token = confirm.reply_address(GM)
    deadline = confirm.game().deadline
    state = confirm.letter(GM, "SET DEADLINE Mar 20 12:00", token, forged=True)
    assert state.status == "held"
    assert confirm.game().deadline == deadline


@pytest.mark.parametrize("line", ["TERMINATE", "EJECT france"])
def test_what_cannot_be_undone_is_confirmed_even_with_all_proofs(gate: Gate, line: str) -> None:
    state = gate.letter(GM, f"SIGNON Mfirst gmsecret\n{line}\nSIGNOFF")
    assert state.status == "held"
    assert gate.game().stage.value == "running"
    assert gate.game().seat_of("FRANCE").person is not None  # type: ignore[union-attr]
    gate.answer(GM, gate.asked(GM))
    ended = gate.game().stage.value == "finished" or gate.game().seat_of("FRANCE").vacant  # type: ignore[union-attr]
    assert ended


def test_a_signed_letter_sent_again_in_another_wrapping_is_a_replay(tmp_path: Path) -> None:
    with open_gate(tmp_path / "var", "confirm") as gate:
        gate.begin()
        zone = Zone("ann.example")
        gate.zone.records |= zone.records
        body = (
            f"From: {ANN}\r\nTo: first@{DOMAIN}\r\nSubject: orders\r\nDate: Mon, 02 Mar 2026 12:00:00 +0000\r\n"
            "\r\nA PAR - DIJ\r\n"
        ).encode()
        raw = signed(body, "ann.example", headers=[b"from", b"to", b"subject"])
        gate.letter(ANN, "", f"first@{DOMAIN}", raw=b"Message-ID: <a@ann.example>\r\n" + raw, forged=True)
        assert gate.orders() == ("A PAR - DIJ",)
        gate.letter(ANN, "CLEAR", f"first@{DOMAIN}")
        state = gate.letter(ANN, "", f"first@{DOMAIN}", raw=b"Message-ID: <b@ann.example>\r\n" + raw, forged=True)
        assert state.status == "held"
        assert gate.orders() == ()


def test_a_gms_command_that_comes_twice_acts_once(gate: Gate) -> None:
    raw = (
        f"From: {GM}\r\nTo: judge@{DOMAIN}\r\nSubject: x\r\nMessage-ID: <twice@gm.example>\r\n"
        "Date: Mon, 02 Mar 2026 12:00:00 +0000\r\n\r\n"
        "SIGNON Mfirst gmsecret\r\nSET DEADLINE Mar 20 12:00\r\nSIGNOFF\r\n"
    ).encode()
    first = gate.letter(GM, "", raw=raw)
    notices = len(gate.mails(ANN, "notice"))
    again = gate.letter(GM, "", raw=b"Received: from a by b; today\r\n" + raw)
    assert first.id == again.id
    assert len(gate.mails(ANN, "notice")) == notices


def test_the_words_to_a_stranger_are_the_same_whether_his_guess_was_right(strict: Gate) -> None:
    texts = []
    for password in ("francesecret", "wrong", "another"):
        strict.letter(EVE, f"SIGNON france@first {password}\nSTATUS\nSIGNOFF")
        texts.append(text_of(strict.mails(EVE, "reply")[-1]).replace(password, "…"))
    assert len(set(texts)) == 1


def test_passwords_cannot_be_tried_without_end(confirm: Gate) -> None:
    for number in range(25):
        confirm.letter(EVE, f"SIGNON france@first guess{number}\nA PAR - DIJ\nSIGNOFF")
    confirm.letter(EVE, "SIGNON france@first francesecret\nA PAR - DIJ\nSIGNOFF")
    assert confirm.orders() == ()
    confirm.letter(ANN, "A PAR - DIJ", f"first@{DOMAIN}")
    assert confirm.orders() == ("A PAR - DIJ",)


def test_the_relay_is_believed_and_what_came_past_it_is_not(tmp_path: Path) -> None:
    with open_gate(
        tmp_path / "var", "confirm", trusted_authserv=("mx.judge.example",), trusted_relays=(HONEST,)
    ) as gate:
        passed = [("Authentication-Results", "mx.judge.example; dmarc=pass header.from=ann.example")]
        gate.letter(
            GM, "CREATE first gmsecret\nMAP hundred\nFORM", headers=[(passed[0][0], passed[0][1].replace("ann", "gm"))]
        )
        gate.letter(ANN, "JOIN france@first pw", headers=passed)
        assert gate.game().powers[0].person is not None
        failed = [("Authentication-Results", "mx.judge.example; dmarc=fail header.from=ann.example")]
        state = gate.letter(ANN, "RESIGN france@first", headers=[*failed, *passed])
        assert state.status == "held"
