"""Short games of standard that end by agreement, and a stored game replayed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.stories.house import House, text_of

GM = "gm@desk.example"
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def address(power: str) -> str:
    return f"{power}@players.example"


def begin(house: House, *settings: str) -> None:
    """A game of standard with seven players who chose their powers."""
    lines = "\n".join(("CREATE std gmsecret", "TIMING MOVE 2D RETREAT 1D ADJUST 1D", *settings, "FORM", "SIGNOFF"))
    house.ask(GM, lines)
    for power in POWERS:
        house.ask(address(power), f"JOIN {power}@std {power}pw\nSIGNOFF")
    house.wait_for(lambda m: m["To"] == address("turkey") and m["X-Judge-Kind"] == "start", "start mail")


def say(house: House, power: str, lines: str) -> str:
    return text_of(house.ask(address(power), f"SIGNON {power}@std {power}pw\n{lines}\nSIGNOFF"))


def ended(house: House) -> bool:
    return any(m["X-Judge-Kind"] == "end" for m in house.mails())


def shell(house: House, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "JUDGE_DATA_DIR": str(house.folder / "var")}
    command = [sys.executable, "-m", "judge", *words]
    return subprocess.run(
        command, cwd=house.folder, env=environ, input=text, capture_output=True, text=True, check=False
    )


def test_a_draw_of_all_survivors_is_secret_stands_until_withdrawn_and_ends_the_game_when_all_agree(
    house: House,
) -> None:
    begin(house)
    *others, last = POWERS
    for power in others:
        assert "You would agree to a draw" in say(house, power, "SET DRAW")
    assert "draw" not in say(house, last, "STATUS"), "others' wishes are nobody's business"
    say(house, "france", "SET NO DRAW")
    say(house, last, "SET DRAW")
    assert "You would agree to a draw" in say(house, last, "STATUS")
    house.ask(GM, "SIGNON Mstd gmsecret\nPROCESS!\nSIGNOFF")
    house.results(GM, "S1901M")
    assert not ended(house)
    assert "all agree" in say(house, "france", "SET DRAW")
    end = house.wait_for(lambda m: m["X-Judge-Kind"] == "end" and m["To"] == GM, "end")
    assert "draw between Austria, England, France, Germany, Italy, Russia and Turkey" in text_of(end)


def test_a_named_draw_is_refused_where_only_all_survivors_may_draw_and_works_where_the_game_allows_it(
    house: House,
) -> None:
    begin(house)
    assert "REFUSED" in say(house, "france", "SET DRAW EFG")
    house.ask(GM, "SIGNON Mstd gmsecret\nDRAWS NAMED\nSIGNOFF")
    for power in POWERS:
        say(house, power, "SET DRAW EFG")
    end = house.wait_for(lambda m: m["X-Judge-Kind"] == "end" and m["To"] == GM, "end")
    assert "draw between England, France and Germany" in text_of(end)


def test_a_game_is_won_when_all_others_concede(house: House) -> None:
    begin(house)
    assert "REFUSED" in say(house, "france", "SET CONCEDE FRANCE")
    for power in POWERS:
        if power != "france":
            say(house, power, "SET CONCEDE F")
    end = house.wait_for(lambda m: m["X-Judge-Kind"] == "end" and m["To"] == GM, "end")
    assert "France has won the game" in text_of(end)


def test_an_exported_game_replays_to_the_same_positions_and_its_phases_verify(house: House) -> None:
    begin(house)
    say(house, "france", "A PAR - BUR\nA MAR S A PAR - BUR")
    say(house, "germany", "A MUN - BUR")
    house.ask(GM, "SIGNON Mstd gmsecret\nPROCESS!\nSIGNOFF")
    house.results(GM, "S1901M")
    house.ask(GM, "SIGNON Mstd gmsecret\nPROCESS!\nSIGNOFF")
    last = text_of(house.results(GM, "F1901M"))
    exported = shell(house, "game", "std", "export")
    assert exported.returncode == 0
    replayed = json.loads(shell(house, "adjudicate", text=exported.stdout).stdout)
    assert [each["phase"] for each in replayed["phases"]] == ["S1901M", "F1901M"]
    for unit in replayed["phases"][-1]["final"]:
        assert unit.partition(" ")[2] in last
    verified = shell(house, "game", "std", "verify")
    assert verified.returncode == 0
    assert verified.stdout.count("same") == 2
