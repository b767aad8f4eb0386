"""What the tests of the GM's language share."""

from __future__ import annotations

from tests.usecases.desk import ANN, BOB, CID, DEE, GM, Got, Office

ALL_ORDERS = {
    ANN: "A PAR H\nA ORL H\nA DAU H\nA TOU H\nA PRO H",
    BOB: "A CAL H\nA GUY H\nA NMD H\nF LON H\nF DEV H",
    CID: "DIJ H\nLUX H\nFLA H\nHOL H",
}


def gm(office: Office, text: str, name: str = "first") -> str:
    """A letter of the GM to his game; the answer's text on one line."""
    return flat(office.write(GM, text, office.to(name)))


def flat(mail: Got) -> str:
    """A mail's text without its line breaks."""
    return " ".join(mail.text.split())


def all_orders(office: Office, *senders: str, name: str = "first") -> None:
    """Everybody (or these) holds."""
    for sender in senders or ALL_ORDERS:
        office.write(sender, ALL_ORDERS[sender], office.to(name))


def notices(office: Office, to: str) -> list[str]:
    """The texts of all notices somebody got, each on one line."""
    return [flat(mail) for mail in office.mails(to, "notice")]


__all__ = ["ANN", "BOB", "CID", "DEE", "GM", "all_orders", "flat", "gm", "notices"]
