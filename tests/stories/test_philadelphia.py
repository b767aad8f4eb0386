"""A year of Philadelphia by mail: secret opening builds with the first movement, shared and separated build turns."""

from __future__ import annotations

import pytest

from tests.stories.house import House, text_of

GM = "gm@desk.example"
POWERS = ("mob", "brook", "hood", "gentry", "northeast", "wards", "southwest")
OPENING = {
    "mob": "F NAV - MIF\nA STA - PSP\nA PBR - CEN\nBUILD F NAV\nBUILD A STA\nBUILD A PBR",
    "brook": "BUILD A OSA\nBUILD F WPH\nBUILD A OVE\nA OSA - UNI\nF WPH - CTR\nA OVE - STJ",
    "hood": "BUILD A LAS\nBUILD A NPH\nBUILD F SMA\nA LAS - OLN\nA NPH - TEM\nF SMA - FAI",
    "gentry": "BUILD A CHH\nBUILD A ROX\nBUILD F MAN\nA CHH - CON\nA ROX - GER\nF MAN - FLR",
    "northeast": "BUILD F AIR\nBUILD A RED\nBUILD A FOX\nF AIR - UDE\nA RED - SOM\nA FOX - CLT",
    # Another power may build an army in Airport: the support is taken, and void because it builds a fleet.
    "wards": "BUILD A KEN\nBUILD F PRI\nBUILD A TAC\nF PRI - FIS\nA KEN S A NPH - TEM\nA TAC S A AIR - HOL",
}
FEBRUARY = {
    "mob": "A PSP - OLD\nF MIF - GLO\nA CEN - ITA",
    "brook": "F CTR - FAL\nA UNI H\nA STJ H",
    "hood": "A OLN - LAS\nA TEM H\nF FAI H",
    "gentry": "A CON - VIL\nA GER - OAK\nF FLR - LOM",
    "northeast": "F UDE - TOR\nA SOM - BEN\nA CLT H",
    "wards": "F FIS H\nA KEN H\nA TAC - FRA",
    "southwest": "F ELM - MSC\nA EAS - DAR\nA PAS H",
}


def address(power: str) -> str:
    return f"{power}@players.example"


def begin(house: House) -> None:
    """A game of Philadelphia with seven players who chose their powers."""
    house.ask(GM, "CREATE phil gmsecret\nMAP philadelphia\nTIMING MOVE 2D RETREAT 1D ADJUST 1D\nFORM\nSIGNOFF")
    for power in POWERS:
        house.ask(address(power), f"JOIN {power}@phil {power}pw\nSIGNOFF")
    house.wait_for(lambda m: m["To"] == address("mob") and m["X-Judge-Kind"] == "start", "start mail")


def order(house: House, power: str, lines: str) -> str:
    """Send orders; the receipt's text, in which no line may be refused."""
    receipt = house.ask(address(power), f"SIGNON {power}@phil {power}pw\n{lines}\nSIGNOFF")
    assert receipt["X-Judge-Kind"] == "receipt"
    assert "REFUSED" not in text_of(receipt), text_of(receipt)
    return text_of(receipt)


def results(house: House, phase: str, power: str = "mob") -> str:
    """The results of a phase as a power reads them, blanks squeezed."""
    return " ".join(text_of(house.results(address(power), phase)).split())


def nobody_knows(house: House, text: str, but: str) -> bool:
    return not [m for m in house.mails() if text in text_of(m) and m["To"] != address(but)]


def test_opening_builds_and_the_first_movement_share_a_deadline_and_stay_secret_until_it(house: House) -> None:
    begin(house)
    receipt = order(house, "mob", OPENING["mob"])
    assert "Build a fleet in Navy Yard" in receipt
    assert "Fleet Navy Yard -> Mifflin" in receipt
    assert "you are in" in receipt
    half = order(house, "brook", "BUILD A OSA\nBUILD F WPH")
    assert "not complete" in half
    for power in ("hood", "wards"):
        order(house, power, OPENING[power])
    assert nobody_knows(house, "Navy Yard -> Mifflin", "mob")
    refused = text_of(house.ask(address("hood"), "SIGNON hood@phil hoodpw\nSET SEPARATE\nSIGNOFF"))
    assert "REFUSED" in refused
    house.pass_time(days=2, minutes=5)
    builds, moves = results(house, "DEC2006A"), results(house, "JAN2007M")
    assert "The Mob: Builds a fleet in Navy Yard." in builds
    assert "unused" not in builds, "what was not sent became armies"
    assert "Defaults, building an army in Overbrook." in builds
    assert "Defaults, building an army in Passyunk." in builds
    assert "Fleet Navy Yard -> Mifflin" in moves
    assert "The River Wards: Army Tacony SUPPORT Great Northeast Army Airport -> Holmesburg. (*void*)" in moves
    house.results(GM, "JAN2007M")
    mails = [m["X-Judge-Phase"] for m in house.mails() if m["To"] == GM and m["X-Judge-Kind"] == "results"]
    assert mails == ["DEC2006A", "JAN2007M"]


def test_a_changed_build_takes_the_order_of_its_unit_with_it(house: House) -> None:
    begin(house)
    order(house, "mob", OPENING["mob"])
    receipt = order(house, "mob", "BUILD A NAV")
    assert "Taken off, because your builds no longer make the unit: F NAV - MIF." in receipt
    assert "not complete" in receipt
    assert "you are in" in order(house, "mob", "A NAV H")


def test_all_orders_for_both_phases_bring_the_deadline_forward(house: House) -> None:
    begin(house)
    for power, lines in OPENING.items():
        order(house, power, lines)
    order(house, "southwest", "BUILD A PAS\nBUILD F ELM\nBUILD A EAS")
    assert not [m for m in house.mails() if m["X-Judge-Kind"] == "results"], "the movement is still owed"
    order(house, "southwest", "A PAS H\nF ELM H\nA EAS H")
    assert "January 2007" in results(house, "JAN2007M", "southwest")


@pytest.mark.slow
def test_a_year_of_philadelphia_from_december_to_december(house: House) -> None:
    begin(house)
    for power, lines in OPENING.items():
        order(house, power, lines)
    order(house, "southwest", "BUILD A PAS\nBUILD F ELM\nBUILD A EAS\nA PAS H\nF ELM H\nA EAS H")
    results(house, "JAN2007M")
    for power, lines in FEBRUARY.items():
        order(house, power, lines)
    february = results(house, "FEB2007M")
    assert "Ownership of supply centers" in february
    # March shares its deadline with April: a new army in Villanova's neighbourhood moves at once.
    gentry = order(house, "gentry", "BUILD A CHH\nA CHH - MTA\nF LOM H\nA VIL H\nA OAK H")
    assert "Build an army in Chestnut Hill" in gentry
    house.pass_time(days=2, minutes=5)
    assert "The Gentry: Builds an army in Chestnut Hill." in results(house, "MAR2007A")
    assert "Army Chestnut Hill -> Mount Airy" in results(house, "APR2007M")
    # The Brook asks for build turns of their own: June has a deadline, then July.
    asked = text_of(house.ask(address("brook"), "SIGNON brook@phil brookpw\nSET SEPARATE\nSTATUS\nSIGNOFF"))
    assert "asked for by BROOK" in asked
    order(house, "mob", "A OLD - CAM\nA ITA - OLD")
    house.pass_time(days=2, minutes=5)
    results(house, "MAY2007M")
    order(house, "mob", "BUILD A STA")
    house.pass_time(days=1, minutes=5)
    assert "The Mob: Builds an army in Stadium." in results(house, "JUN2007A")
    assert not [m for m in house.mails() if m["X-Judge-Phase"] == "JUL2007M" and m["X-Judge-Kind"] == "results"]
    house.ask(address("brook"), "SIGNON brook@phil brookpw\nSET NO SEPARATE\nSIGNOFF")
    played = ["JUL2007M", "AUG2007M", "SEP2007A", "OCT2007M", "NOV2007M", "DEC2007A", "JAN2008M"]
    for at, phase in enumerate(played):
        if at == 0 or not played[at - 1].endswith("A"):
            house.pass_time(days=2, minutes=5)
        house.results(GM, phase)
    builds = [m["X-Judge-Phase"] for m in house.mails() if m["To"] == GM and m["X-Judge-Kind"] == "results"]
    assert builds[:2] == ["DEC2006A", "JAN2007M"]
    assert len(builds) == len(set(builds)), "a phase was mailed twice"
