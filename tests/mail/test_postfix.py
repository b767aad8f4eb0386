"""Behind a real Postfix, as deploy/postfix.md sets it up: in by LMTP, out through it as the smarthost."""

import smtplib
import time
from collections.abc import Callable

import pytest

from judge.mail.addresses import Route
from judge.mail.delivery import Outcome, Smarthost
from judge.mail.listener import Listener
from tests.mail.house import LETTER, Open, Shelf
from tests.mail.postfix import Postfix

pytestmark = pytest.mark.slow


def wait_for(happened: Callable[[], bool], postfix: Postfix) -> None:
    until = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < until, postfix.log()
        time.sleep(0.05)


def behind(endpoint: str) -> str:
    """The settings of deploy/postfix.md."""
    return f"""
relay_domains = judge.example
transport_maps = inline:{{ {{ judge.example = lmtp:inet:{endpoint.partition("://")[2]} }} }}
smtpd_recipient_restrictions = reject_unauth_destination, reject_unverified_recipient
unverified_recipient_reject_code = 550
lmtp_destination_recipient_limit = 20
"""


def test_a_letter_through_postfix_is_kept_once_with_all_its_recipients(open_house: Open) -> None:
    house = open_house("lmtp://127.0.0.1:0")
    with Postfix(behind(house.endpoints[0])) as postfix:
        with smtplib.SMTP("127.0.0.1", postfix.port) as client:
            client.sendmail("ann@example.org", ["kings@judge.example", "judge@judge.example"], LETTER)
        wait_for(lambda: len(house.shelf.kept) >= 1, postfix)
        kept = house.shelf.kept
    assert len(kept) == 1
    assert sorted(kept[0].rcpts) == ["judge@judge.example", "kings@judge.example"]
    assert kept[0].mail_from == "ann@example.org"
    assert kept[0].raw.endswith(LETTER[LETTER.index(b"From:") :].split(b"\r\n\r\n")[1])


def test_postfix_refuses_an_unknown_recipient_in_the_dialogue(open_house: Open) -> None:
    house = open_house("lmtp://127.0.0.1:0")
    with Postfix(behind(house.endpoints[0])) as postfix, smtplib.SMTP("127.0.0.1", postfix.port) as client:
        client.ehlo()
        client.mail("ann@example.org")
        codes = [
            client.rcpt(address)[0] for address in ("x@judge.example", "kings@judge.example", "x@elsewhere.example")
        ]
    assert codes == [550, 250, 554]


def test_a_letter_that_cannot_be_kept_waits_in_postfix_and_comes_again(open_house: Open) -> None:
    failures = [OSError("disk full")]
    house = open_house("lmtp://127.0.0.1:0", shelf=Shelf(trouble=lambda incoming: failures.pop() if failures else None))
    with Postfix(behind(house.endpoints[0])) as postfix:
        with smtplib.SMTP("127.0.0.1", postfix.port) as client:
            client.sendmail("ann@example.org", ["kings@judge.example"], LETTER)
        wait_for(lambda: len(house.shelf.kept) == 1, postfix)
        assert "451 4.3.0 Could not keep the message" in postfix.log()


def test_a_mail_through_postfix_as_smarthost_reaches_the_player() -> None:
    shelf = Shelf()
    players_server = Listener(["smtp://127.0.0.1:0"], shelf.keep, lambda address: Route("judge"))
    port = players_server.start()[0].rpartition(":")[2]
    more = f"transport_maps = inline:{{ {{ example.org = smtp:[127.0.0.1]:{port} }} }}"
    with Postfix(more) as postfix:
        smarthost = Smarthost.parse(f"smtp://127.0.0.1:{postfix.port}", hostname="judge.example")
        outcomes = smarthost.send(LETTER, "", ("ann@example.org",))
        assert outcomes == {"ann@example.org": Outcome("sent", "250")}
        wait_for(lambda: len(shelf.kept) == 1, postfix)
    players_server.stop()
    assert shelf.kept[0].mail_from == ""
    assert shelf.kept[0].rcpts == ("ann@example.org",)
