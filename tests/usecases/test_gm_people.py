"""The GM and people: who may join, who sits where, who speaks for whom, who learns what."""

from __future__ import annotations

from tests.usecases.gm import ANN, BOB, CID, DEE, GM, Office, all_orders, flat, gm, notices


def test_a_denied_address_does_not_get_in(office: Office) -> None:
    office.create()
    gm(office, f"SET DENY PLAYER {CID}")
    office.write(CID, "JOIN first cidsecret")
    assert office.said() == ["join_denied"]
    office.write(ANN, "JOIN first annsecret")
    assert office.said() == ["joined"]


def test_with_an_allow_list_only_those_on_it_get_in(office: Office) -> None:
    office.create()
    gm(office, f"SET ALLOW PLAYER {ANN}, {BOB}")
    office.write(ANN, "JOIN first annsecret")
    assert office.said() == ["joined"]
    office.write(CID, "JOIN first cidsecret")
    assert office.said() == ["join_not_allowed"]


def test_whoever_is_approved_has_the_seat_at_once(office: Office) -> None:
    office.create("first", "APPROVAL")
    answer = office.write(ANN, "JOIN france@first annsecret")
    assert "needs its GM's approval" in flat(answer)
    assert f"SET APPROVED {ANN}" in notices(office, GM)[-1]
    gm(office, f"SET APPROVED {ANN}")
    assert "You have a seat in game first" in notices(office, ANN)[-1]
    assert office.game().powers[0].wish == "FRANCE"
    office.write(ANN, "SIGNON france@first annsecret\nSTATUS")
    assert "signed_on" in office.said()


def test_an_invitation_to_a_private_game_carries_its_word(office: Office) -> None:
    office.create("first", "PRIVATE sesame")
    gm(office, f"INVITE {DEE}, {ANN}")
    assert "JOIN first password sesame" in notices(office, DEE)[-1]
    office.write(DEE, "JOIN first deesecret sesame")
    assert office.said() == ["joined"]


def test_an_ejected_player_and_everybody_else_are_told(running: Office) -> None:
    gm(running, "EJECT france")
    assert "FRANCE in game first has been removed" in notices(running, ANN)[-1]
    assert "FRANCE in game first has been removed" in notices(running, BOB)[-1]


def test_a_replaced_player_loses_the_seat_and_the_new_one_can_just_reply(running: Office) -> None:
    gm(running, f"REPLACE france {DEE}")
    told = running.last(DEE, "notice")
    assert "You now play FRANCE" in flat(told)
    running.reply(DEE, told, "A PAR H")
    assert running.said() == ["order_ok"]
    running.write(ANN, "A PAR H", running.to())
    assert running.said() == ["not_your_game"]
    assert "has a new player" in notices(running, BOB)[-1]


def test_a_dummy_holds_and_its_old_player_gets_it_back(running: Office) -> None:
    gm(running, "DUMMY burgundy")
    all_orders(running, ANN, BOB)
    assert running.game().position.phase == "1430M"
    running.write(DEE, "TAKEOVER burgundy@first deesecret")
    assert running.said() == ["dummy_not_free"]
    gm(running, "REVIVE burgundy")
    assert "You now play BURGUNDY" in " ".join(notices(running, CID))
    running.write(CID, "DIJ H", running.to())
    assert "order_ok" in running.said()


def test_the_gm_orders_for_a_power_and_its_player_gets_a_copy(running: Office) -> None:
    gm(running, "FRANCE: A PAR - DIJ\nBECOME ENGLAND\nA CAL H\nBurgundy\nDIJ H\nBECOME MASTER")
    assert running.orders("FRANCE") == ["A PAR - DIJ"]
    assert running.orders("ENGLAND") == ["A CAL H"]
    assert running.orders("BURGUNDY") == ["A DIJ H"]
    assert "gave orders for FRANCE: A PAR - DIJ" in notices(running, ANN)[-1]
    assert "A PAR" not in " ".join(notices(running, BOB))


def test_several_gms_have_the_same_rights(running: Office) -> None:
    running.write(DEE, "OBSERVE first")
    gm(running, f"PROMOTE {DEE}")
    assert "one more GM" in notices(running, ANN)[-1]
    running.write(DEE, "EXTEND 1D", running.to())
    assert running.said() == ["deadline_set"]
    gm(running, f"DEMOTE {DEE}")
    running.write(DEE, "EXTEND 1D", running.to())
    assert running.said() == ["gm_only"]


def test_the_chair_changes_hands_with_its_password_only(running: Office) -> None:
    refused = running.write(DEE, "TAKEOVER master@first wrong")
    assert running.said() == ["wrong_password"]
    assert "the password of the Master in game first" in refused.text
    running.write(DEE, "TAKEOVER master@first gmsecret")
    assert running.said() == ["chair_taken"]
    running.write(DEE, "EXTEND 1D", running.to())
    assert running.said() == ["deadline_set"]
    assert "is the GM of game first now" in notices(running, GM)[-1]
    gm(running, "EXTEND 2D")
    assert running.said() == ["gm_only"]


def test_two_powers_that_may_be_one_persons_are_pointed_out_to_the_gm(office: Office) -> None:
    office.create()
    office.write(ANN, "JOIN first annsecret")
    office.write("ann+two@players.example", "JOIN first othersecret")
    assert "may be one person's" in notices(office, GM)[-1]
    assert not [text for text in notices(office, ANN) if "one person" in text]


def test_a_game_starts_with_free_seats_by_force(office: Office) -> None:
    office.create()
    office.write(ANN, "JOIN france@first annsecret")
    gm(office, "FORCE BEGIN")
    assert office.game().position.phase == "1425M"
    office.write(BOB, "TAKEOVER england@first bobsecret")
    assert "took_over" in office.said()


def test_an_official_letter_has_its_own_subject(running: Office) -> None:
    gm(running, "OFFICIAL House rules\nPRESS TO ENGLAND\nBe nice.\nENDPRESS")
    mail = running.last(BOB, "notice")
    assert "House rules" in mail.subject
    assert "Be nice." in mail.text
    assert "Be nice." not in " ".join(notices(running, ANN))


def test_a_renamed_game_is_reached_by_replies_to_its_old_mails(running: Office) -> None:
    start = running.last(ANN, "start")
    gm(running, "RENAME second")
    assert running.said() == ["renamed"]
    running.reply(ANN, start, "A PAR H")
    assert running.orders("FRANCE", name="second") == ["A PAR H"]
    running.write(GM, "LIST second")
    assert running.said() == ["listed_game"]


def test_a_game_without_players_is_purged_and_its_name_free(office: Office) -> None:
    office.create()
    gm(office, "PURGE")
    assert office.said() == ["purged"]
    office.create()


def test_a_gm_who_calls_substitutes_reaches_those_on_the_list(running: Office) -> None:
    running.write(DEE, "SUBSTITUTE")
    gm(running, "EJECT france")
    gm(running, "CALL france")
    assert "FRANCE in game first" in notices(running, DEE)[-1]
    running.write(DEE, "SET NO SUBSTITUTE")
    gm(running, "EJECT england\nCALL england")
    assert "ENGLAND" not in notices(running, DEE)[-1]


def test_a_resignation_calls_the_substitutes(running: Office) -> None:
    running.write(DEE, "SUBSTITUTE")
    running.write(ANN, "RESIGN", running.to())
    assert "FRANCE in game first" in notices(running, DEE)[-1]


def test_nobody_mails_invitations_by_the_hundred(office: Office) -> None:
    office.create()
    gm(office, "INVITE " + ", ".join(f"p{number}@players.example" for number in range(15)))
    assert office.said() == ["invited"]
    gm(office, "INVITE " + ", ".join(f"q{number}@players.example" for number in range(15)))
    assert office.said() == ["too_many_invited"]


def test_the_log_tells_which_of_several_gms_it_was(running: Office) -> None:
    running.write(DEE, "OBSERVE first")
    gm(running, f"PROMOTE {DEE}")
    running.write(DEE, "EXTEND 1D", running.to())
    assert "GM 2 EXTEND" in gm(running, "LOG")
