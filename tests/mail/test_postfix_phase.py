"""A whole phase through a real Postfix: in front over LMTP, and as the smarthost for everything the judge sends."""

from __future__ import annotations

import email
import email.policy
import smtplib
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.app import Judge
from judge.config import Settings
from judge.mail.addresses import Route
from judge.mail.listener import Listener
from judge.server import Server
from tests.attacks.gate import text_of
from tests.mail.house import Shelf
from tests.mail.postfix import Postfix, free_port

GM, ANN, BOB, CID = (f"{name}@players.example" for name in ("gm", "ann", "bob", "cid"))
PATIENCE = 60.0
pytestmark = pytest.mark.slow


class Town:
    """The judge, Postfix on both its sides, and the server where the players get their mail."""

    def __init__(self, postfix: Postfix, shelf: Shelf) -> None:
        self.postfix, self.shelf = postfix, shelf
        self._serial = 0

    def send(self, sender: str, text: str, to: str = "judge@judge.example") -> str:
        self._serial += 1
        number = f"<{self._serial}@players.example>"
        head = f"From: {sender}\r\nTo: {to}\r\nSubject: x\r\nMessage-ID: {number}\r\n"
        with smtplib.SMTP("127.0.0.1", self.postfix.port, timeout=30) as client:
            client.sendmail(sender, [to], head + "\r\n" + text.replace("\n", "\r\n") + "\r\n")
        return number

    def asked(self, address: str) -> int:
        """Postfix's answer to a recipient; while it is still asking the judge it says to come again."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with smtplib.SMTP("127.0.0.1", self.postfix.port, timeout=30) as client:
                client.ehlo("stranger.example")
                client.mail("x@elsewhere.example")
                code = client.rcpt(address)[0]
            if code != 450:
                return int(code)
            time.sleep(0.5)
        raise AssertionError(self.postfix.log()[-3000:])

    def got(self, kind: str, to: str, answering: str | None = None) -> EmailMessage:
        """The latest mail of a kind that reached a player; waits for it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for incoming in reversed(self.shelf.kept):
                mail = email.message_from_bytes(incoming.raw, policy=email.policy.default)
                assert isinstance(mail, EmailMessage)
                right = mail["X-Judge-Kind"] == kind and to in incoming.rcpts
                if right and answering in (None, mail["In-Reply-To"]):
                    return mail
            time.sleep(0.05)
        raise AssertionError(f"no {kind} mail to {to}; {self.postfix.log()[-3000:]}")


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    shelf, lmtp = Shelf(), free_port()
    homes = Listener(["smtp://127.0.0.1:0"], shelf.keep, lambda _rcpt: Route("judge"))
    home = homes.start()[0].rpartition(":")[2]
    maps = f"{{ judge.example = lmtp:inet:127.0.0.1:{lmtp} }}, {{ players.example = smtp:[127.0.0.1]:{home} }}"
    front = (
        "relay_domains = judge.example, players.example\n"
        f"transport_maps = inline:{{ {maps} }}\n"
        "smtpd_recipient_restrictions = reject_unauth_destination, reject_unverified_recipient\n"
        "unverified_recipient_reject_code = 550\n"
        "address_verify_negative_refresh_time = 1s\n"
        "address_verify_negative_expire_time = 2s\n"
        "lmtp_destination_recipient_limit = 20\n"
    )
    with Postfix(front) as postfix:
        settings = Settings(
            data_dir=tmp_path / "var", domain="judge.example", listen=(f"lmtp://127.0.0.1:{lmtp}",),
            delivery=f"smtp://127.0.0.1:{postfix.port}",
        )  # fmt: skip
        judge = Judge(settings)
        server = Server(judge)
        server.start()
        yield Town(postfix, shelf)
        server.stop()
        judge.close()
    homes.stop()


def test_a_whole_phase_is_played_through_postfix(town: Town) -> None:
    made = town.send(GM, "CREATE first gmsecret\nMAP hundred\nFORM\nSIGNOFF")
    town.got("reply", GM, made)
    for power, player in (("france", ANN), ("england", BOB), ("burgundy", CID)):
        joined = town.send(player, f"JOIN {power}@first pw\nSIGNOFF")
        town.got("reply", player, joined)
    addresses = {player: str(town.got("start", player)["Reply-To"]) for player in (ANN, BOB, CID)}
    lines = {
        ANN: "A PAR - DIJ\nA DAU H\nA ORL H\nA PRO H\nA TOU H",
        BOB: "F LON H\nF DEV H\nA CAL H\nA GUY H\nA NMD H",
        CID: "A DIJ H\nA LUX H\nA FLA H\nF HOL H",
    }
    for player, orders in lines.items():
        given = town.send(player, orders, addresses[player].rpartition("<")[2].rstrip(">"))
        assert "HOLD" in text_of(town.got("receipt", player, given))
    for player in (GM, ANN, BOB, CID):
        results = town.got("results", player)
        assert results["X-Judge-Phase"] == "1425M"
        assert "Army Paris -> Dijon.  (*bounce*)" in text_of(results)
        assert results.get_body(("html",)) is not None
    everything = [(incoming.rcpts, incoming.raw) for incoming in town.shelf.kept]
    assert all(len(rcpts) == 1 for rcpts, _ in everything)
    assert all(incoming.mail_from == "" for incoming in town.shelf.kept), (
        "a null return path, so that no bounce answers"
    )


def test_an_address_is_refused_in_the_dialogue_until_soon_after_its_game_is_made(town: Town) -> None:
    assert town.asked("first@judge.example") == 550
    town.got("reply", GM, town.send(GM, "CREATE first gmsecret\nMAP hundred\nFORM\nSIGNOFF"))
    time.sleep(2.5)
    assert town.asked("first@judge.example") == 250
