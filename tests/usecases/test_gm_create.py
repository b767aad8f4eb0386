"""CREATE: every setting answered, presets, another game's example, nJudge's one line; nothing half made."""

from __future__ import annotations

import pytest

from judge.game.settings import Settings
from judge.maps import files
from judge.ops import presets
from tests.usecases.gm import ANN, GM, Office, flat, gm, notices

PRESETS = presets.load(files.data_root("templates") / "presets.toml")


def test_a_preset_gives_its_settings_and_lines_after_it_win(office: Office) -> None:
    answer = office.write(GM, "CREATE slow gmsecret hundred LIKE postal\nTIMING MOVE 10D\nFORM")
    assert "created" in office.said()
    settings = office.game("slow").settings
    assert (settings.move, settings.retreat, settings.at, settings.nmr) == ("10D", "3D", "21:00", "replace")
    assert "Settings of postal: The pace of letters" in flat(answer)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_each_preset_makes_a_game(office: Office, name: str) -> None:
    office.write(GM, f"CREATE mine gmsecret LIKE {name}\nFORM")
    assert "created" in office.said()
    wanted = PRESETS[name].apply(Settings())
    assert office.game("mine").settings.nmr == wanted.nmr
    assert office.game("mine").variant == (PRESETS[name].variant or "standard")


def test_a_game_can_be_like_another_without_its_secrets(office: Office) -> None:
    office.create("first", "GUNBOAT", "TIMING MOVE 5D", "PRIVATE sesame")
    office.write(ANN, "CREATE again annsecret LIKE first\nFORM")
    assert "created" in office.said()
    settings = office.game("again").settings
    assert (settings.gunboat, settings.move, settings.private) == (True, "5D", "")
    assert office.game("again").variant == "hundred"


def test_an_unknown_preset_is_answered_with_the_nearest_and_nothing_is_created(office: Office) -> None:
    answer = office.write(GM, "CREATE mine gmsecret LIKE pstal\nFORM")
    assert "There are postal." in flat(answer)
    assert office.game("mine") is None


def test_the_one_line_of_njudge_creates_the_same(office: Office) -> None:
    office.write(GM, "CREATE ?mine gmsecret standard gunboat, no press, nodias\nSIGNOFF")
    assert "created" in office.said()
    settings = office.game("mine").settings
    assert (settings.gunboat, settings.press, settings.draws) == (True, "none", "named")


def test_a_variant_before_the_password_is_taken_as_meant_and_the_password_is_not_repeated(office: Office) -> None:
    answer = office.write(GM, "CREATE mine hundred gmsecret gunboat\nFORM")
    assert office.game("mine").variant == "hundred"
    assert office.game("mine").settings.gunboat
    assert "gmsecret" not in answer.text.lower()
    office.write(GM, "SIGNON Mmine gmsecret\nSET ANONYMOUS\nSIGNOFF", "judge@judge.localhost")
    assert "signed_on" in office.said()


def test_a_misspelt_setting_behind_the_variant_is_no_password(office: Office) -> None:
    office.write(GM, "CREATE mine hundred gunbaot\nFORM")
    assert "unknown_setting" in office.said()
    assert office.game("mine") is None


def test_an_option_that_is_none_is_named_and_nothing_is_created(office: Office) -> None:
    office.write(GM, "CREATE ?mine gmsecret standard payola\nSIGNOFF")
    assert "unknown_setting" in office.said()
    assert office.game("mine") is None


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("NMR WAIT", "nmr", "wait"),
        ("SET MANUAL START", "start_by_gm", True),
        ("SET NO LIST", "listed", False),
        ("SET UNLISTED", "listed", False),
        ("SET APPROVAL", "approval", True),
        ("SET GREY PRESS", "press", "grey"),
        ("SET NO PRESS", "press", "none"),
        ("RULE FTF_PRESS", "movement_press", True),
        ("RULE HIDE_LATE_POWERS", "quiet", True),
        ("RULE PREVIEW", "review", True),
        ("RULE NO_REVEAL", "reveal", False),
        ("SET QUIET", "quiet", True),
        ("SET OBSERVER NO PRESS", "mute_observers", True),
        ("MAX EXTENSION 2D", "extend_limit", "2D"),
        ("NOT 20261225", "not_on", ("2026-12-25",)),
        ("SET ADJUST NEXT 23", "adjust", "23H"),
        ("COMMENT Friends only", "comment", "Friends only"),
    ],
)
def test_a_setting_is_taken_at_create_and_later(office: Office, line: str, field: str, value: object) -> None:
    office.create("first", line)
    assert getattr(office.game().settings, field) == value
    office.create("second")
    gm(office, line, "second")
    assert getattr(office.game("second").settings, field) == value


@pytest.mark.parametrize(
    "line",
    ["NMR PERHAPS", "TIMING NOT 2026", "TIMING MOVE never", "MAX PAUSE soon", "SET MOVE CLOCK 99999", "ZONE Atlantis",
     "RULE PAYOLA", "TIMING DAYS XXXXXXX", "NOT 20261332", "BLIND"],
)  # fmt: skip
def test_a_bad_setting_is_refused_with_words_and_nothing_is_created(office: Office, line: str) -> None:
    office.write(GM, f"CREATE mine gmsecret\n{line}\nFORM")
    assert office.statuses().count("refused") >= 2
    assert office.game("mine") is None


def test_a_misspelt_setting_is_answered_with_the_nearest(office: Office) -> None:
    answer = office.write(GM, "CREATE mine gmsecret\nTIMNG MOVE 3D\nFORM")
    assert "Did you mean TIMING?" in flat(answer)


def test_a_comment_of_several_lines_is_shown_by_list(office: Office) -> None:
    office.create()
    gm(office, "SET COMMENT BEGIN\nA friendly game.\nBeginners welcome.\nEND")
    assert "Beginners welcome." in flat(office.write(ANN, "LIST first"))


def test_a_private_game_becomes_public(office: Office) -> None:
    office.create("first", "PRIVATE sesame")
    gm(office, "SET PUBLIC")
    office.write(ANN, "JOIN first annsecret")
    assert office.said() == ["joined"]


def test_settings_of_a_running_game_are_told_to_its_players_only(running: Office) -> None:
    running.write(GM, "CREATE other gmsecret hundred\nFORM")
    gm(running, "QUIET")
    assert "quiet: no → yes" in notices(running, ANN)[-1]


def test_a_map_that_is_not_there_is_complained_of_once(office: Office) -> None:
    office.write(GM, "CREATE first pw\nMAP nowhere\nFORM\nSIGNOFF")
    assert sorted(office.said()) == ["no_such_variant", "not_created"]
    office.write(GM, "CREATE first pw nowhere\nFORM\nSIGNOFF")
    assert sorted(office.said()) == ["no_such_variant", "not_created"]
