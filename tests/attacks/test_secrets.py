"""Nothing is told: secrets carry words of their own, and all that leaves is searched (FAULTS S1-S4, S6)."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from judge.mail.addresses import token
from tests.attacks.gate import ANN, BOB, CID, DOMAIN, EVE, GM, SEATS, Gate, text_of

FIRST_ORDERS = {
    "france": "A PAR - DIJ\nA DAU S A PAR - DIJ\nA ORL H\nA TOU H\nA PRO H",
    "england": "F DEV - WAL\nA NMD - BRT\nF LON H\nA CAL H\nA GUY H",
    "burgundy": "A DIJ H\nA LUX H\nA FLA H\nF HOL H",
}

SPOKEN = {
    "france": ("Army Paris -> Dijon", "Dauphine SUPPORT"),
    "england": ("Fleet Devon -> Wales", "Normandy -> Brittany"),
}


def everything(gate: Gate, to: str, since: int = 0) -> str:
    """All words of all mails to somebody: headers, text and HTML decoded, picture names, and the bytes themselves."""
    told = []
    for row in gate.rows():
        if row.mail.to == to and row.id > since:
            raw = gate.judge.writer.write(row)
            told.append(raw.decode("latin-1"))
    for mail in gate.mails(to):
        told += [f"{name}: {value}" for name, value in mail.items()]
        for part in mail.walk():
            if not part.is_multipart():
                payload = part.get_payload(decode=True)
                assert isinstance(payload, bytes)
                told.append(payload.decode("utf-8", "replace"))
    return "\n".join(told)


def order_all(gate: Gate, orders: Mapping[str, str] = FIRST_ORDERS) -> None:
    for power, player in SEATS.items():
        gate.letter(player, f"SIGNON {power}@first {power}secret\n{orders[power]}\nSIGNOFF")


def test_orders_are_nobody_elses_before_the_phase_is_adjudicated(trial: Gate) -> None:
    trial.letter(EVE, "OBSERVE first")
    for power, player in list(SEATS.items())[:2]:
        trial.letter(player, f"SIGNON {power}@first {power}secret\n{FIRST_ORDERS[power]}\nSIGNOFF")
    for asker in (*SEATS.values(), GM, EVE):
        trial.letter(asker, "STATUS first\nLIST first\nSUMMARY first\nHISTORY first\nMAP first\nGET RESULTS")
    for power, lines in list(FIRST_ORDERS.items())[:2]:
        for other in {*SEATS.values(), GM, EVE} - {SEATS[power]}:
            told = everything(trial, other)
            for line in (each for each in lines.splitlines() if " - " in each):
                assert line not in told
            for line in SPOKEN[power]:
                assert line not in told


def test_tokens_passwords_and_addresses_reach_their_owners_only(trial: Gate) -> None:
    order_all(trial)
    trial.letter(ANN, "SIGNON france@first francesecret\nSET PASSWORD canarypassword\nSIGNOFF")
    trial.letter(ANN, "SIGNON france@first canarypassword\nPRESS TO ENGLAND\nhello\nENDPRESS\nSIGNOFF")
    trial.pass_time(days=4)
    game = trial.game()
    people = {seat.person: seat for seat in game.seats}
    assert len(people) >= 4
    tokens = {}
    for seat in game.seats:
        with trial.judge.store.begin() as uow:
            holder = uow.person(seat.person) if seat.person else None
        if holder is not None:
            tokens[holder.address] = token(trial.judge.secret, seat.id, seat.token_version)
    for reader in (GM, *SEATS.values()):
        told = everything(trial, reader)
        for owner, secret in tokens.items():
            assert (secret in told) == (owner == reader), (owner, reader)
        assert "canarypassword" not in told
        assert "francesecret" not in told
        assert "gmsecret" not in told


def test_in_a_gunboat_game_nothing_points_to_who_plays_what(trial: Gate) -> None:
    trial.letter(GM, "CREATE boat gmsecret\nMAP hundred\nGUNBOAT\nFORM")
    for power, player in SEATS.items():
        trial.letter(player, f"JOIN boat {power}canary\nSIGNOFF")
    trial.pass_time(days=4)
    for reader in SEATS.values():
        boats = [
            mail for mail in trial.mails(reader) if mail["X-Judge-Game"] == "boat" and mail["X-Judge-Kind"] == "results"
        ]
        assert boats
        for mail in boats:
            told = str(mail) + text_of(mail)
            assert not any(other in told for other in set(SEATS.values()) - {reader})


def test_what_is_refused_tells_a_stranger_the_same_as_what_is_not_there(gate: Gate) -> None:
    gate.letter(ANN, "A PAR - DIJ", gate.reply_address(ANN))
    answers = []
    for lines in ("SIGNON france@first guess\nA PAR - DIJ", "SIGNON england@first guess\nA PAR - DIJ"):
        gate.letter(EVE, lines + "\nSIGNOFF")
        text = text_of(gate.mails(EVE)[-1])
        answers.append(
            text.replace("FRANCE", "X").replace("ENGLAND", "X").replace("france", "x").replace("england", "x")
        )
    assert answers[0] == answers[1]
    assert ANN not in answers[0]


def test_orders_for_somebody_elses_unit_are_refused_alike_whether_he_has_ordered_or_not(trial: Gate) -> None:
    trial.letter(BOB, "A DIJ H", f"first@{DOMAIN}")
    before = [answer["said"] for answer in trial.letter(BOB, "A DIJ - PAR", f"first@{DOMAIN}").report["commands"]]  # type: ignore[index]
    trial.letter(CID, FIRST_ORDERS["burgundy"], f"first@{DOMAIN}")
    after = [answer["said"] for answer in trial.letter(BOB, "A DIJ - PAR", f"first@{DOMAIN}").report["commands"]]  # type: ignore[index]
    assert before == after


def test_logs_name_no_secret(gate: Gate, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        gate.letter(ANN, "SIGNON france@first francesecret\nA PAR - DIJ\nSIGNOFF", gate.reply_address(ANN))
        gate.letter(EVE, "SIGNON france@first guessedword\nSIGNOFF")
        gate.letter(ANN, "A ORL H", f"first@{DOMAIN}", forged=True)
        gate.answer(ANN, gate.asked(ANN)) if gate.mails(ANN, "confirm") else None
        gate.judge.post_room.deliver_due()
    tokens = re.findall(r"\+([a-z2-7]{20,})@", " ".join(str(mail["Reply-To"]) for mail in gate.mails()))
    assert tokens
    for secret in ("francesecret", "guessedword", "PAR - DIJ", *tokens):
        assert secret not in caplog.text


def test_reports_of_letters_hide_passwords(trial: Gate) -> None:
    states = [
        trial.letter(ANN, "SIGNON france@first francesecret\nSET PASSWORD francecanary\nSIGNOFF"),
        trial.letter(GM, "SIGNON Mfirst gmsecret\nSIGNOFF"),
        trial.letter(
            EVE, "SIGNON france@first francesecret\nJOIN nothere evesecret\nRESIGN france@first evesecret\nSIGNOFF"
        ),
    ]
    assert not any(re.search(r"\w+secret|francecanary", str(state.report)) for state in states)


def test_the_state_folder_is_its_owners_alone(trial: Gate) -> None:
    folder = trial.judge.settings.data_dir
    assert folder.stat().st_mode & 0o077 == 0 or folder.parent.stat().st_mode & 0o077 == 0


def test_the_shells_help_and_errors_show_no_secret_of_the_settings(tmp_path: Path) -> None:
    config = tmp_path / "judge.toml"
    config.write_text('delivery = "smtp://judge:canarysecret@127.0.0.1:x"\n')
    done = subprocess.run(
        [sys.executable, "-m", "judge", "mail", "--config", config, "list"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert "canarysecret" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("to", "readers"),
    [
        ("ENGLAND", {BOB}),
        ("ENGLAND,BURGUNDY", {BOB, CID}),
        ("M", {GM}),
        ("ALL", {BOB, CID, GM}),
        ("FRANCE", set()),
        ("EVE", set()),
    ],
)
def test_press_reaches_whom_it_names_and_nobody_else(trial: Gate, to: str, readers: set[str]) -> None:
    trial.letter(ANN, f"SIGNON france@first francesecret\nPRESS TO {to}\ncanaryword\nENDPRESS\nSIGNOFF",
                 headers=[("Cc", CID), ("Bcc", EVE)], subject="canarysubject")  # fmt: skip
    trial.judge.post_room.deliver_due()
    for reader in (GM, BOB, CID, EVE):
        told = everything(trial, reader)
        assert ("canaryword" in told) == (reader in readers), reader
        assert "canarysubject" not in told
