"""Too much of everything: orders, press, bytes that come one by one (FAULTS D2, D4, D5)."""

from __future__ import annotations

import smtplib
import socket
import time
from pathlib import Path

from judge.mail.addresses import parse_address
from judge.mail.limits import Limits
from judge.mail.listener import Listener
from tests.attacks.gate import ANN, BOB, DOMAIN, Gate, open_gate, text_of
from tests.mail.house import LETTER, Shelf


def test_of_a_flood_of_orders_the_last_stands_and_its_receipts_come_folded(tmp_path: Path) -> None:
    with open_gate(tmp_path / "var", "confirm", replies_per_hour=10) as gate:
        gate.begin()
        before = len(gate.mails(ANN, "receipt"))
        for number in range(100):
            gate.letter(ANN, "A PAR - DIJ" if number % 2 else "A PAR H", gate.reply_address(ANN))
        assert gate.orders() == ("A PAR - DIJ",)
        gate.pass_time(minutes=2)
        receipts = gate.mails(ANN, "receipt")[before:]
        assert len(receipts) <= 12
        assert "Paris -> Dijon" in text_of(receipts[-1])
        gate.letter(BOB, "F LON H", gate.reply_address(BOB))
        assert gate.mails(BOB, "receipt")


def test_a_seat_s_press_is_limited_with_words_and_others_write_on(confirm: Gate) -> None:
    confirm.judge.services = confirm.judge.clerk._services
    for number in range(65):
        confirm.letter(ANN, f"PRESS TO ENGLAND\nword {number}\nENDPRESS", confirm.reply_address(ANN))
    assert len(confirm.mails(BOB, "press")) == 60
    state = confirm.letter(ANN, "PRESS TO ENGLAND\nmore\nENDPRESS", confirm.reply_address(ANN))
    assert (state.report or {})["commands"][0]["said"][0]["code"] == "press_too_much"
    confirm.letter(BOB, "PRESS TO FRANCE\nenough\nENDPRESS", confirm.reply_address(BOB))
    assert len(confirm.mails(ANN, "press")) == 1


def test_press_of_a_mebibyte_is_refused_with_words(confirm: Gate) -> None:
    text = "\n".join(["word " * 14] * 13_000)
    state = confirm.letter(ANN, f"PRESS TO ENGLAND\n{text}\nENDPRESS", confirm.reply_address(ANN))
    assert not confirm.mails(BOB, "press")
    assert state.status == "done"


def test_an_order_for_ten_thousand_readers_reaches_the_seats_only(confirm: Gate) -> None:
    others = ",".join(f"x{number}@spam.example" for number in range(300))
    before = {row.mail.to for row in confirm.rows()}
    confirm.letter(ANN, f"PRESS TO {others}\nhello\nENDPRESS", confirm.reply_address(ANN))
    assert {row.mail.to for row in confirm.rows()} <= before | {ANN}


def test_clients_that_send_a_byte_now_and_then_hold_up_nobody_and_are_cut() -> None:
    shelf = Shelf()
    limits = Limits(session_seconds=2.0, idle_seconds=1.0)
    listener = Listener(["smtp://127.0.0.1:0"], shelf.keep, lambda rcpt: parse_address(rcpt, DOMAIN), limits=limits)
    (endpoint,) = listener.start()
    port = int(endpoint.rpartition(":")[2])
    slow = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(100)]
    try:
        for number, each in enumerate(slow):
            each.recv(200)
            each.sendall(
                b"E" if number % 2 else b"MAIL FROM:<a@b.example>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\nF"
            )
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
            client.sendmail("ann@example.org", ["judge@judge.example"], LETTER)
        assert len(shelf.kept) == 1
        end = time.monotonic() + 15
        open_still = set(slow)
        while open_still and time.monotonic() < end:
            for each in list(open_still):
                each.settimeout(0.05)
                try:
                    if not each.recv(4096):
                        open_still.discard(each)
                except TimeoutError:
                    continue
                except ConnectionError:
                    open_still.discard(each)
        assert not open_still
    finally:
        for each in slow:
            each.close()
        listener.stop()
