"""STARTTLS: offered where a certificate is configured, and nothing said in clear before it counts after it."""

import os
import smtplib
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.mail import session
from judge.mail.addresses import parse_address
from judge.mail.delivery import Smarthost
from judge.mail.limits import Limits
from judge.mail.listener import Listener
from judge.mail.tls import Certificate
from tests.mail.house import DOMAIN, LETTER, Line, Shelf

CERTIFICATE = Path(__file__).parent / "self_signed.pem"


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def tls_context() -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    return context


@pytest.fixture
def port(shelf: Shelf) -> Iterator[int]:
    listener = Listener(
        ["smtp://127.0.0.1:0"], shelf.keep, lambda address: parse_address(address, DOMAIN), tls=tls_context()
    )
    yield int(listener.start()[0].rpartition(":")[2])
    listener.stop()


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(CERTIFICATE))


def test_a_letter_over_tls_is_kept(port: int, shelf: Shelf) -> None:
    with smtplib.SMTP("localhost", port) as client:
        client.ehlo()
        assert client.has_extn("starttls")
        client.starttls(context=trusting())
        client.ehlo()
        assert not client.has_extn("starttls")
        client.sendmail("ann@example.org", ["judge@judge.example"], LETTER)
    assert len(shelf.kept) == 1


def test_commands_said_in_clear_behind_starttls_are_dropped(port: int, shelf: Shelf) -> None:
    line = Line(port)
    line.answer()
    line.say(b"EHLO me\r\n")
    assert line.say(b"STARTTLS\r\nMAIL FROM:<evil@example.net>\r\n").startswith("220")
    secure = trusting().wrap_socket(line.socket, server_hostname="localhost")
    with secure, secure.makefile("rb") as answers:
        secure.sendall(b"EHLO me\r\nRCPT TO:<judge@judge.example>\r\n")
        said = answers.readline()
        while said[3:4] == b"-":
            said = answers.readline()
        assert answers.readline().startswith(b"503")
    line.file.close()
    assert shelf.kept == []


def test_a_judge_stops_in_order_while_clients_that_said_quit_inside_tls_have_not_hung_up(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    listener = Listener(["smtp://127.0.0.1:0"], shelf.keep, lambda _: None, tls=tls_context())
    port = int(listener.start()[0].rpartition(":")[2])
    line = Line(port)
    line.answer()
    line.say(b"EHLO me\r\n")
    assert line.say(b"STARTTLS\r\n").startswith("220")
    with trusting().wrap_socket(line.socket, server_hostname="localhost") as secure:
        secure.sendall(b"QUIT\r\n")
        assert secure.recv(100).startswith(b"221")
        listener.stop()
        assert not any(record.exc_info for record in caplog.records)
    line.close()
    with pytest.raises(ConnectionRefusedError):
        Line(port)


def test_a_client_that_says_quit_inside_tls_and_stays_is_left_when_its_time_is_over(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "LAST_SECONDS", 0.0)
    limits = Limits(session_seconds=3.0)
    listener = Listener(["smtp://127.0.0.1:0"], shelf.keep, lambda _: None, tls=tls_context(), limits=limits)
    line = Line(int(listener.start()[0].rpartition(":")[2]))
    line.answer()
    line.say(b"EHLO me\r\n")
    assert line.say(b"STARTTLS\r\n").startswith("220")
    with trusting().wrap_socket(line.socket, server_hostname="localhost", suppress_ragged_eofs=False) as secure:
        secure.sendall(b"QUIT\r\n")
        assert secure.recv(100).startswith(b"221")
        outside = socket.socket(fileno=os.dup(secure.fileno()))
        outside.settimeout(20)
        while outside.recv(1000):  # asyncio itself would leave it after thirty seconds
            pass
        outside.close()
    line.close()
    listener.stop()


def test_a_handshake_that_fails_ends_the_session_and_fills_no_log(
    port: int, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    for garbage in (b"", b"EHLO me\r\n", b"\x16\x03\x01\x00\x05hello"):
        line = Line(port)
        line.answer()
        line.say(b"EHLO me\r\n")
        assert line.say(b"STARTTLS\r\n").startswith("220")
        line.socket.sendall(garbage)
        line.close()
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail("ann@example.org", ["judge@judge.example"], LETTER)
    assert len(shelf.kept) == 1
    assert not any(record.exc_info for record in caplog.records)


def test_a_renewed_certificate_is_taken_up_and_a_bad_one_is_not(tmp_path: Path) -> None:
    chain = tmp_path / "chain.pem"
    chain.write_bytes(CERTIFICATE.read_bytes())
    certificate = Certificate(chain)
    before = len(certificate.context.get_ca_certs())
    chain.write_text("no certificate")
    certificate.renew()
    chain.write_bytes(CERTIFICATE.read_bytes())
    certificate.renew()
    assert len(certificate.context.get_ca_certs()) == before
    with pytest.raises(FileNotFoundError):
        Certificate(tmp_path / "nowhere.pem")


def test_the_smarthost_client_uses_tls_when_it_is_offered(port: int, shelf: Shelf) -> None:
    outcomes = Smarthost.parse(f"smtp://127.0.0.1:{port}", hostname="me").send(LETTER, "", ("judge@judge.example",))
    assert outcomes["judge@judge.example"].fate == "sent"
    assert len(shelf.kept) == 1


def test_a_password_is_not_given_to_a_smarthost_with_a_certificate_that_does_not_hold(port: int) -> None:
    outcomes = Smarthost.parse(f"smtp://u:p@127.0.0.1:{port}", hostname="me").send(LETTER, "", ("judge@judge.example",))
    assert outcomes["judge@judge.example"].fate == "temporary"
    assert "certificate" in outcomes["judge@judge.example"].reply.lower()
