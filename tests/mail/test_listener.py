"""What the listener promises a peer in the dialogue, over real sockets."""

import os
import smtplib
import socket
import stat
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from judge.mail.limits import Limits
from judge.mail.listener import Incoming, Listener, _shown
from tests.mail.house import LETTER, Open, Shelf

ENVELOPE = b"MAIL FROM:<ann@example.org>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\n"


def start_data(line) -> None:
    line.say(b"MAIL FROM:<ann@example.org>\r\n")
    line.say(b"RCPT TO:<judge@judge.example>\r\n")
    assert line.say(b"DATA\r\n").startswith("354")


def test_a_message_is_kept_with_its_envelope_before_it_is_answered_250(open_house: Open) -> None:
    house = open_house()
    with smtplib.SMTP("127.0.0.1", house.port) as client:
        client.sendmail("ann@example.org", ["judge@judge.example", "kings@judge.example"], LETTER)
        kept = house.shelf.kept
    assert kept == [Incoming(LETTER, "ann@example.org", ("judge@judge.example", "kings@judge.example"), "127.0.0.1")]


def test_the_banner_names_no_program_and_no_version(open_house: Open) -> None:
    line = open_house().line(hello=False)
    assert line.answer() == "220 judge.localhost ESMTP ready"


def test_dot_stuffing_is_taken_off_and_a_dot_on_the_first_line_ends_an_empty_message(open_house: Open) -> None:
    house = open_house()
    line = house.line()
    start_data(line)
    assert line.say(b"From: a@b.example\r\n\r\n..one\r\n...\r\n.x\r\n.\r\n").startswith("250")
    assert house.shelf.kept[0].raw == b"From: a@b.example\r\n\r\n.one\r\n..\r\nx\r\n"
    start_data(line)
    assert line.say(b".\r\n").startswith("554")


def test_pipelined_commands_and_messages_are_answered_in_order(open_house: Open) -> None:
    house = open_house()
    line = house.line()
    line.socket.sendall(ENVELOPE + LETTER + b".\r\n" + ENVELOPE + LETTER + b".\r\nQUIT\r\n")
    codes = [answer[:3] for answer in line.rest()]
    assert codes == ["250", "250", "354", "250", "250", "250", "354", "250", "221"]
    assert len(house.shelf.kept) == 2


def test_the_end_of_a_message_is_found_however_the_bytes_are_cut(open_house: Open) -> None:
    house = open_house()
    line = house.line()
    line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in ENVELOPE + LETTER + b"..\r\n.\r\n":
        line.socket.sendall(bytes([byte]))
    assert [line.answer()[:3] for _ in range(4)] == ["250", "250", "354", "250"]
    assert house.shelf.kept[0].raw == LETTER + b".\r\n"


SMUGGLED = (
    b"\r\nMAIL FROM:<evil@example.org>\r\nRCPT TO:<judge@judge.example>\r\nDATA\r\n"
    b"From: evil@example.org\r\n\r\nx\r\n.\r\n"
)
ENDS = [
    b"\n.\n",
    b"\n.\r\n",
    b"\r\n.\n",
    b"\r.\r",
    b"\r.\r\n",
    b"\r\n.\r",
    b"\n.\r",
    b"\r\n.\r\r\n",
    b"\r\n\n.\r\n",
    b"\n\n.\n\n",
    b"\r\r\n.\r\n",
    b"\r\n\r.\r\n",
    b"\r\n.\n\r\n",
    b"\r\n\x00.\r\n",
    b"\r\n.\x00\r\n",
    b"\n\r\n.\n",
    b"\r\n \n.\n",
    b"\x0b.\n",
    b"\n.\x0c\n",
]


@pytest.mark.parametrize("end", ENDS, ids=repr)
def test_no_false_end_of_data_smuggles_a_second_message(open_house: Open, end: bytes) -> None:
    house = open_house()
    line = house.line()
    start_data(line)
    line.socket.sendall(b"From: ann@example.org\r\n\r\nfirst" + end + SMUGGLED)
    with suppress(OSError):  # the judge may have hung up already
        line.socket.sendall(b"\r\n.\r\n")
        line.socket.shutdown(socket.SHUT_WR)
    answers = line.rest()
    assert answers[:1] in ([], ["521 5.5.2 Lines must end in CR LF"], ["554 5.6.0 Message holds forbidden bytes"])
    assert all(incoming.mail_from != "evil@example.org" for incoming in house.shelf.kept) or b"\x00" in end
    assert not any(b"first" in incoming.raw for incoming in house.shelf.kept)


def test_a_bare_newline_ends_the_session_at_once_without_an_end_of_data(open_house: Open) -> None:
    line = open_house().line()
    start_data(line)
    assert line.say(b"From: ann@example.org\n") == "521 5.5.2 Lines must end in CR LF"
    assert line.rest() == []


@pytest.mark.parametrize(
    "command", [b"NOOP\n", b"NOOP\rNOOP\r\n", b"MAIL FROM:<a@b.example>\nRCPT TO:<judge@judge.example>\r\n"]
)
def test_a_command_with_a_bare_newline_ends_the_session(open_house: Open, command: bytes) -> None:
    line = open_house().line()
    assert line.say(command).startswith("521")
    assert line.rest() == []


@pytest.mark.parametrize("verb", ["GET", "POST", "PUT", "OPTIONS", "CONNECT"])
def test_a_browser_is_hung_up_on(open_house: Open, verb: str) -> None:
    line = open_house().line(hello=False)
    line.answer()
    body = f"{verb} / HTTP/1.1\r\nHost: judge\r\n\r\nEHLO me\r\nMAIL FROM:<a@b.example>\r\n".encode()
    assert line.say(body) == "521 5.5.1 This is a mail server"
    assert line.rest() == []


def test_binary_bytes_are_answered_without_a_word_from_inside(open_house: Open) -> None:
    line = open_house().line(hello=False)
    line.answer()
    assert line.say(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n") == "500 5.5.2 Not understood"


def test_three_errors_end_the_session(open_house: Open) -> None:
    line = open_house().line()
    assert [line.say(b"FOO\r\n")[:3] for _ in range(3)] == ["500"] * 3
    assert line.rest() == ["421 4.7.0 Too many errors"]


FOREIGN = [
    "x@elsewhere.example",
    "judge@elsewhere.example",
    "x%elsewhere.example@judge.example",
    "@judge.example:x@elsewhere.example",
    "judge@[127.0.0.1]",
    '"judge"@judge.example',
    "x!judge@judge.example",
    "judge",
    "judge@",
    "@judge.example",
    "judge@judge.example.",
    "bounce@judge.example",
    "mailer-daemon@judge.example",
    "k@judge.example",
    "9kings@judge.example",
    "kings+short@judge.example",
    "postmaster+aaaaaaaaaaaaaaaaaaaaaaaaaa@judge.example",
    "kings@judge.example@elsewhere.example",
    "kïngs@judge.example",
]


@pytest.mark.parametrize("address", FOREIGN)
def test_unknown_recipients_and_relaying_are_refused(open_house: Open, address: str) -> None:
    line = open_house().line()
    line.say(b"MAIL FROM:<ann@example.org>\r\n")
    assert line.say(b"RCPT TO:<" + address.encode() + b">\r\n")[:3] in {"550", "501"}
    assert line.say(b"DATA\r\n").startswith("503")


@pytest.mark.parametrize(
    "address",
    [
        "Judge@JUDGE.example",
        "KINGS@judge.example",
        "postmaster@judge.example",
        "abuse@judge.example",
        "kings+ABCDEFGHIJKLMNOPQRSTUVWX23@judge.example",
    ],
)
def test_our_own_addresses_are_taken_in_any_case(open_house: Open, address: str) -> None:
    line = open_house().line()
    line.say(b"MAIL FROM:<>\r\n")
    assert line.say(b"RCPT TO:<" + address.encode() + b">\r\n") == "250 2.1.5 Recipient OK"


def test_the_twenty_first_recipient_is_told_to_come_again(open_house: Open) -> None:
    line = open_house().line()
    line.say(b"MAIL FROM:<ann@example.org>\r\n")
    codes = [line.say(b"RCPT TO:<game%d@judge.example>\r\n" % number)[:3] for number in range(22)]
    assert codes == ["250"] * 20 + ["452"] * 2


def test_who_guesses_addresses_is_hung_up_on_after_twenty_misses(open_house: Open) -> None:
    line = open_house().line()
    line.say(b"MAIL FROM:<ann@example.org>\r\n")
    codes = [line.say(b"RCPT TO:<x@elsewhere.example>\r\n")[:3] for number in range(20)]
    assert codes == ["550"] * 20
    assert line.rest() == ["421 4.7.0 Too many errors"]


def test_the_null_return_path_reaches_the_store_as_empty(open_house: Open) -> None:
    house = open_house()
    with smtplib.SMTP("127.0.0.1", house.port) as client:
        client.sendmail("", ["judge@judge.example"], LETTER)
    assert house.shelf.kept[0].mail_from == ""


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"<\xe3\x81\x82@b.example>", "553"),
        (b"<\xe3\x81\x82@b.example> SMTPUTF8", "250"),
        (b"<\xff\xfe@b.example> SMTPUTF8", "553"),
    ],
)
def test_a_sender_beyond_ascii_is_announced_and_is_utf_8(open_house: Open, said: bytes, code: str) -> None:
    line = open_house().line()
    assert line.say(b"MAIL FROM:" + said + b"\r\n").startswith(code)


@pytest.mark.parametrize("parameters", [b"RET=FULL", b"ENVID=1", b"AUTH=<>", b"FOO"])
def test_extensions_that_were_not_offered_are_refused(open_house: Open, parameters: bytes) -> None:
    line = open_house().line()
    assert line.say(b"MAIL FROM:<ann@example.org> " + parameters + b"\r\n").startswith("555")


def test_a_message_announced_or_sent_too_big_is_refused_and_the_session_goes_on(open_house: Open) -> None:
    house = open_house(limits=Limits(size=2000))
    line = house.line()
    assert line.say(b"MAIL FROM:<ann@example.org> SIZE=2001\r\n").startswith("552")
    start_data(line)
    assert line.say(LETTER + b"x" * 600_000 + b"\r\n.\r\n").startswith("552")
    start_data(line)
    assert line.say(LETTER + b".\r\n").startswith("250")


def test_lines_far_longer_than_the_standard_allows_are_taken(open_house: Open) -> None:
    house = open_house()
    with smtplib.SMTP("127.0.0.1", house.port) as client:
        client.sendmail("ann@example.org", ["judge@judge.example"], LETTER + b"<p>" + b"x" * 200_000 + b"\r\n")
    assert len(house.shelf.kept[0].raw) > 200_000


def test_a_failing_store_is_answered_with_a_fixed_451_and_nothing_from_inside(open_house: Open) -> None:
    def fail(batch) -> list[object]:
        raise ValueError("secret path /srv password=hunter2")

    shelf = Shelf()
    shelf.keep = fail  # type: ignore[method-assign]
    line = open_house(shelf=shelf).line()
    start_data(line)
    assert line.say(LETTER + b".\r\n") == "451 4.3.0 Could not keep the message; please try again later"
    assert line.say(b"NOOP\r\n").startswith("250")


def test_a_failing_policy_is_answered_with_a_fixed_451() -> None:
    def route(address: str) -> None:
        raise KeyError("hunter2")

    listener = Listener(["smtp://127.0.0.1:0"], Shelf().keep, route)
    port = int(listener.start()[0].rpartition(":")[2])
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("ann@example.org")
        assert client.rcpt("judge@judge.example") == (451, b"4.3.0 Could not keep the message; please try again later")
    listener.stop()


def test_a_name_with_two_addresses_is_named_by_each_with_its_port() -> None:
    listener = Listener(["smtp://localhost:0"], Shelf().keep, lambda _: None)
    shown = listener.start()
    try:
        wanted = {each[4][0] for each in socket.getaddrinfo("localhost", 0, type=socket.SOCK_STREAM)}
        assert len(shown) == len(wanted)
        for each in shown:
            host, _, port = each.removeprefix("smtp://").rpartition(":")
            with smtplib.SMTP(host.strip("[]"), int(port)) as client:
                assert client.noop()[0] == 250
    finally:
        listener.stop()


def test_an_endpoint_whose_addresses_have_different_ports_shows_them_all() -> None:
    bound = [("127.0.0.1", 4001), ("::1", 4002)]
    assert _shown("smtp", "localhost", bound) == ["smtp://127.0.0.1:4001", "smtp://[::1]:4002"]
    assert _shown("lmtp", "localhost", [("127.0.0.1", 24), ("::1", 24)]) == ["lmtp://localhost:24"]
    assert _shown("smtp", "::1", [("::1", 25)]) == ["smtp://[::1]:25"]


def test_one_message_that_cannot_be_kept_does_not_harm_the_others_of_its_batch(open_house: Open) -> None:
    house = open_house(shelf=Shelf(trouble=lambda incoming: OSError("disk") if b"bad" in incoming.raw else None))
    line = house.line()
    start_data(line)
    assert line.say(LETTER + b"bad\r\n.\r\n").startswith("451")
    start_data(line)
    assert line.say(LETTER + b"good\r\n.\r\n").startswith("250")
    assert len(house.shelf.kept) == 1


def test_messages_that_wait_together_share_a_commit_in_order_of_arrival(open_house: Open) -> None:
    first, entered, release = threading.Event(), threading.Event(), threading.Event()
    shelf = Shelf()
    plain = shelf.keep

    def slow(batch) -> object:
        if not first.is_set():
            first.set()
            entered.set()
            release.wait(10)
        return plain(batch)

    shelf.keep = slow  # type: ignore[method-assign]
    house = open_house(shelf=shelf)
    lines = [house.line() for _ in range(6)]
    for number, line in enumerate(lines):
        start_data(line)
        line.socket.sendall(LETTER + b"%d\r\n.\r\n" % number)
        if number == 0:
            entered.wait(10)
        else:
            _wait_until_queued(house, number)
    release.set()
    assert [line.answer()[:3] for line in lines] == ["250"] * 6
    assert [len(batch) for batch in shelf.batches] == [1, 5]
    assert [incoming.raw[-3:-2] for incoming in shelf.kept] == [b"%d" % number for number in range(6)]


def _wait_until_queued(house, number: int) -> None:
    while house.listener._writer._queue.qsize() < number:
        threading.Event().wait(0.005)


def test_a_message_whose_sender_vanished_during_the_commit_is_kept_all_the_same(open_house: Open) -> None:
    entered, release = threading.Event(), threading.Event()
    shelf = Shelf()
    plain = shelf.keep

    def slow(batch) -> object:
        entered.set()
        release.wait(10)
        return plain(batch)

    shelf.keep = slow  # type: ignore[method-assign]
    house = open_house(shelf=shelf)
    line = house.line()
    start_data(line)
    line.socket.sendall(LETTER + b".\r\n")
    entered.wait(10)
    line.close()
    release.set()
    house.listener.stop()
    house.listener.stop = lambda: None  # type: ignore[method-assign]
    assert len(shelf.kept) == 1


def test_a_sender_who_vanishes_before_the_end_leaves_nothing_and_disturbs_nobody(open_house: Open) -> None:
    house = open_house()
    for cut in range(1, len(LETTER), 7):
        line = house.line()
        start_data(line)
        line.socket.sendall(LETTER[:cut])
        line.close()
    with smtplib.SMTP("127.0.0.1", house.port) as client:
        client.sendmail("ann@example.org", ["judge@judge.example"], LETTER)
    assert len(house.shelf.kept) == 1


def test_connections_are_limited_per_address(open_house: Open) -> None:
    house = open_house(limits=Limits(connections_per_address=2, neighbours=frozenset()))
    held = [house.line(), house.line()]
    assert house.line(hello=False).answer() == "421 4.7.0 Too many connections; please try again later"
    held[0].say(b"QUIT\r\n")
    assert held[0].rest() == []
    assert house.line(hello=False).answer().startswith("220")


def test_connections_are_limited_in_all_and_a_relay_on_this_host_may_use_them(open_house: Open) -> None:
    house = open_house(limits=Limits(connections=3, connections_per_address=1))
    for _ in range(3):
        assert house.line(hello=False).answer().startswith("220")
    assert house.line(hello=False).answer().startswith("421 4.7.0")


def test_fifteen_hundred_idle_connections_leave_room_for_a_letter(open_house: Open) -> None:
    house = open_house(limits=Limits(connections=4000))  # both ends of each connection are files of this process
    for _ in range(1500):
        house.line(hello=False)
    with smtplib.SMTP("127.0.0.1", house.port) as client:
        client.sendmail("ann@example.org", ["judge@judge.example"], LETTER)
    assert len(house.shelf.kept) == 1


def test_commands_and_time_are_limited(open_house: Open) -> None:
    house = open_house(limits=Limits(commands=5, session_seconds=0.5))
    line = house.line()
    assert [line.say(b"NOOP\r\n")[:3] for _ in range(6)] == ["250"] * 5 + ["421"]
    assert house.line().rest() == ["421 4.4.2 Session took too long"]


def test_idle_clients_are_told_421_when_the_listener_stops(open_house: Open) -> None:
    house = open_house()
    line = house.line()
    house.listener.stop()
    house.listener.stop = lambda: None  # type: ignore[method-assign]
    assert line.rest() == ["421 4.3.2 Closing down; please try again"]


def test_lmtp_answers_once_per_recipient_that_was_accepted(open_house: Open) -> None:
    house = open_house("lmtp://127.0.0.1:0")
    line = house.line(hello=False)
    line.answer()
    assert line.say(b"EHLO me\r\n").startswith("502")
    line.say(b"LHLO me\r\n")
    line.say(b"MAIL FROM:<ann@example.org>\r\n")
    for name, code in ((b"judge", "250"), (b"nobody-at-all+x", "550"), (b"kings", "250"), (b"queens", "250")):
        assert line.say(b"RCPT TO:<" + name + b"@judge.example>\r\n").startswith(code)
    line.say(b"DATA\r\n")
    line.socket.sendall(LETTER + b".\r\nQUIT\r\n")
    assert [answer[:3] for answer in line.rest()] == ["250", "250", "250", "221"]
    assert house.shelf.kept[0].rcpts == ("judge@judge.example", "kings@judge.example", "queens@judge.example")


def test_lmtp_refuses_a_message_once_per_recipient_and_counts_it_as_one_error(open_house: Open) -> None:
    house = open_house("lmtp://127.0.0.1:0")
    line = house.line(hello=False)
    line.answer()
    line.say(b"LHLO me\r\n")
    line.say(b"MAIL FROM:<>\r\n")
    for number in range(5):
        line.say(b"RCPT TO:<game%d@judge.example>\r\n" % number)
    line.say(b"DATA\r\n")
    line.socket.sendall(b"no header\r\n.\r\nQUIT\r\n")
    assert [answer[:3] for answer in line.rest()] == ["554"] * 5 + ["221"]
    assert house.shelf.kept == []


def test_lmtp_over_a_unix_socket_replaces_the_socket_that_a_killed_judge_left(open_house: Open, tmp_path: Path) -> None:
    path = tmp_path / "judge.sock"
    stale = socket.socket(socket.AF_UNIX)
    stale.bind(str(path))
    stale.close()
    before = os.umask(0o077)
    try:
        house = open_house(f"lmtp+unix:{path}")
    finally:
        os.umask(before)
    assert house.endpoints == [f"lmtp+unix:{path}"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o660, "an MTA in the judge's group has to write into it"
    with smtplib.LMTP(str(path)) as client:
        client.sendmail("ann@example.org", ["judge@judge.example"], LETTER)
    assert house.shelf.kept[0].peer == "local"


@pytest.mark.parametrize(
    "text", ["", "smtp://", "smtp://127.0.0.1", "http://127.0.0.1:25", "lmtp+unix:relative", "smtp://h:99999999"]
)
def test_a_place_that_cannot_be_listened_at_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="not a place to listen at"):
        Listener([text], Shelf().keep, lambda address: None)


def test_a_port_that_is_taken_is_reported_by_start(open_house: Open) -> None:
    house = open_house()
    listener = Listener([f"smtp://127.0.0.1:{house.port}"], Shelf().keep, lambda address: None)
    with pytest.raises(OSError, match=r"listen: smtp://127.0.0.1:\d+: Address already in use"):
        listener.start()
    listener.stop()


def test_stopping_twice_or_before_the_start_does_nothing() -> None:
    listener = Listener(["smtp://127.0.0.1:0"], Shelf().keep, lambda address: None)
    listener.stop()
    listener.stop()
