"""A gunboat game leaks nothing: every byte of every mail, for every viewer, is searched for what it may not hold."""

from __future__ import annotations

import re
from email import message_from_bytes, policy

import pytest

from tests.usecases.desk import BOB, CID, GM, Office

ANNA, BERT, CORA, WATCHER = (
    f"{name}@secret.example" for name in ("quixotic.ann", "zephyr.bob", "waltz.cid", "owl.dee")
)
NAMES = {ANNA: "Quixotina", BERT: "Zephyrus", CORA: "Waltzerina", WATCHER: "Owlbert"}
PLAYERS = {"france": ANNA, "england": BERT, "burgundy": CORA}
SECRETS = {  # who wrote it → what only he may ever see
    ANNA: ("annapw77", "A PAR - DIJ", "diaryofann", "kept for 1430M", "fallback"),
    BERT: ("bertpw88", "diaryofbert"),
    CORA: ("corapw99",),
}


def play(office: Office, *rules: str) -> None:
    """A short game in which everybody does a bit of everything."""
    office.create("first", "GUNBOAT", *rules)
    for player, name in NAMES.items():
        office.write(player, f"REGISTER {name}\nEND\nSIGNOFF")
    for power, player in PLAYERS.items():
        word = player.partition(".")[2][:3]
        password = {"ann": "annapw77", "bob": "bertpw88", "cid": "corapw99"}[word]
        office.write(player, f"JOIN {power}@first {password}\nSIGNOFF")
    office.write(WATCHER, "OBSERVE first owlpw\nSIGNOFF")
    office.write(ANNA, "DIARY RECORD\ndiaryofann\nENDPRESS\nFALLBACK\nA TOU H\nEND\nPHASE 1430M\nA PRO H", office.to())
    office.write(ANNA, "A PAR - DIJ\nA DAU S A PAR - DIJ\nWHAT IF", office.to())
    office.write(BERT, "PRESS TO BURGUNDY\nHello there.\nENDPRESS\nDIARY RECORD\ndiaryofbert\nENDPRESS", office.to())
    office.reply(CORA, office.last(CORA, "press"), "Hello yourself.")
    office.write(BERT, "SET ABSENCE 20 Mar TO 21 Mar\nSET PREFERENCE E\nSET DRAW", office.to())
    for asker in (ANNA, BERT, CORA, WATCHER, "stranger@x.example"):
        office.write(asker, "LIST first\nSUMMARY first\nWHO GAME first\nHISTORY first BROAD\nLIST FULL\nSIGNOFF")
        office.write(asker, "WHO IS Quix\nWHO IS Zeph\nWHO IS zephyr.bob@secret.example\nSIGNOFF")
    # other people's doors: wrong passwords, others' powers, a stolen mail
    office.write(CORA, "SIGNON france@first guess\nSTATUS\nSIGNOFF")
    office.write(CORA, "FRANCE: A PAR H", office.to())
    office.write(CORA, "A PAR H", office.last(ANNA, "start").reply_to)
    office.write(GM, "SIGNON Mfirst gmsecret\nPROCESS!\nSIGNOFF")
    office.write(BERT, "RESIGN", office.to())
    office.pass_time(days=1, hours=1)


def readable(raw: bytes) -> str:
    """A mail's headers and all its text parts, decoded; lines joined, so that folding hides nothing."""
    message = message_from_bytes(raw, policy=policy.default)
    parts = [f"{name}: {value}" for name, value in message.items()]
    parts += [part.get_content() for part in message.walk() if part.get_content_maintype() == "text"]
    return re.sub(r"\s+", " ", "\n".join(parts))


@pytest.mark.parametrize("press", ["RULE WHITE_PRESS", "RULE GREY_PRESS"])
def test_no_mail_names_a_player_to_another(office: Office, press: str) -> None:
    play(office, press)
    for to, raw in office.raw_mails():
        if to == GM:
            continue
        text = readable(raw)
        asked_by_name = "WHO IS" in text
        for player, name in NAMES.items():
            if player in (to, WATCHER):
                continue
            address = player.partition("@")[0]
            if asked_by_name:  # who is registered is no secret; what he plays is
                assert "first" not in text.partition("People")[2].partition("--")[0]
                continue
            assert name not in text, f"{to} reads the name of {player}: {text[:600]}"
            assert address not in text, f"{to} reads the address of {player}: {text[:600]}"


def test_no_mail_shows_secrets_to_anybody_but_their_owner(office: Office) -> None:
    play(office)
    for to, raw in office.raw_mails():
        text = readable(raw)
        for owner, secrets in SECRETS.items():
            for secret in secrets:
                if to != owner:
                    assert secret not in text, f"{to} reads {secret}: {text[:400]}"


def test_passwords_are_in_nobodys_mail(office: Office) -> None:
    play(office)
    for _, raw in office.raw_mails():
        text = readable(raw)
        for password in ("annapw77", "bertpw88", "corapw99", "gmsecret", "owlpw"):
            assert password not in text


def test_reply_addresses_message_ids_and_order_tell_nothing(office: Office) -> None:
    play(office)
    seen: dict[str, set[str]] = {}
    for to, raw in office.raw_mails():
        message = message_from_bytes(raw, policy=policy.default)
        token = re.search(r"\+([a-z2-7]+)@", str(message["Reply-To"] or ""))
        if token:
            seen.setdefault(token.group(1), set()).add(to)
        assert re.fullmatch(r"<[0-9a-f]{32}@judge\.localhost>", str(message["Message-ID"]))
    assert all(len(readers) == 1 for readers in seen.values())


def test_a_failed_signon_says_the_same_whoever_plays_the_seat(running: Office) -> None:
    wrong = running.write(CID, "SIGNON france@first guess\nSIGNOFF").text
    other = running.write(BOB, "SIGNON france@first guess2\nSIGNOFF").text
    assert wrong.replace("guess", "…") == other.replace("guess2", "…")


def test_names_come_out_when_the_game_is_over(office: Office) -> None:
    play(office)
    office.write(GM, "SIGNON Mfirst gmsecret\nTERMINATE\nSIGNOFF")
    assert "Quixotina" in office.write(CORA, "SUMMARY first\nSIGNOFF").text


def test_the_gm_of_another_game_sees_no_hidden_names(office: Office) -> None:
    office.create("second")
    play(office)
    reply = office.write(CORA, "CREATE third pw\nMAP hundred\nFORM\nLIST first\nSUMMARY first\nSIGNOFF")
    assert "Quixotina" not in reply.text
    reply = office.write(CORA, "SIGNON Mthird pw\nLIST first\nSUMMARY first\nWHO GAME first\nSIGNOFF")
    assert "Quixotina" not in reply.text


def test_the_search_finds_names_where_they_may_be_shown(office: Office) -> None:
    """The control: in a game without GUNBOAT the same letters show the same names."""
    office.begin("first", seats=PLAYERS)
    office.write(ANNA, "REGISTER Quixotina\nEND\nSIGNOFF")
    office.write(CORA, "SUMMARY first\nSIGNOFF")
    assert any(to == CORA and "Quixotina" in readable(raw) for to, raw in office.raw_mails())
