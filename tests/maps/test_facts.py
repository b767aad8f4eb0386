"""The built-in variants say what their sources say."""

from itertools import pairwise

import pytest

from judge.adjudicator.board import Terrain
from judge.adjudicator.phases import Step
from judge.adjudicator.variant import Variant
from judge.maps.check import check_folder
from judge.maps.files import data_root, load, names


def army_pairs(variant: Variant) -> set[tuple[str, str]]:
    board = variant.board
    return {
        (one.code, other.code)
        for one in board.provinces
        for other in board.provinces
        if one.code < other.code and board.army_reach[one.index] >> other.index & 1
    }


def fleet_pairs(variant: Variant) -> set[tuple[str, str]]:
    board = variant.board
    reach = enumerate(board.fleet_reach)
    ends = {(board.locations[here], board.locations[there]) for here, near in reach for there in near}
    return {(one, other) for one, other in ends if one < other}


def codes(variant: Variant, mask: int) -> set[str]:
    return {place.code for place in variant.board.provinces if mask >> place.index & 1}


def following(variant: Variant, count: int) -> list[str]:
    phases = [variant.calendar.first]
    while len(phases) < count:
        phases.append(variant.calendar.following(phases[-1]))
    return [phase.code for phase in phases]


@pytest.mark.parametrize(
    ("name", "powers", "provinces", "water", "centres", "owned", "army", "fleet", "wins"),
    [
        ("standard", 7, 75, 19, 34, 22, 111, 141, 18),
        ("fleet-rome", 7, 75, 19, 34, 22, 111, 141, 18),
        ("chaos", 34, 75, 19, 34, 34, 111, 141, 18),
        ("hundred", 3, 41, 10, 17, 13, 61, 68, 9),
        ("philadelphia", 7, 73, 8, 43, 21, 153, 85, 19),
        ("petit", 7, 13, 0, 13, 7, 31, 0, 6),
    ],
)
def test_the_sizes_of_each_variant_are_those_of_its_source(
    name: str, powers: int, provinces: int, water: int, centres: int, owned: int, army: int, fleet: int, wins: int
) -> None:
    variant = load(name)
    places = variant.board.provinces
    assert len(variant.powers) == powers
    assert len(places) == provinces
    assert sum(place.terrain is Terrain.WATER for place in places) == water
    assert sum(place.centre for place in places) == centres
    assert sum(len(held) for held in (variant.start.centres or {}).values()) == owned
    assert len(army_pairs(variant)) == army
    assert len(fleet_pairs(variant)) == fleet
    assert variant.rules.victory_centres == wins


@pytest.mark.parametrize("name", names())
def test_the_check_finds_nothing_in_a_built_in_variant(name: str) -> None:
    assert check_folder(data_root("maps") / name) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("standard", "Allan B. Calhamer|Source|Decision|DATC|Szykman"),
        ("fleet-rome", "Richard Sharp|Source|Decision"),
        ("chaos", "Don Miller|Michel Feron|Source|Decision"),
        ("hundred", "Andy Schwarz|Source|Decision|Land bridge"),
        ("philadelphia", "Brad Wilson|Fred C. Davis|McHugh|John Desmond|Abaca Labs|Source|Reconstruction|misprint"),
        ("petit", "yubani|@yubani|Source|Reconstruction|Decision|one army in its home centre|Avalon Hill"),
    ],
)  # fmt: skip
def test_a_description_credits_the_designer_and_parts_source_reconstruction_and_decision(name: str, words: str) -> None:
    description = load(name).description
    assert [word for word in words.split("|") if word not in description] == []


def test_no_power_has_the_letter_of_the_master_or_of_the_observers() -> None:
    for name in names():
        letters = [power.letter for power in load(name).powers]
        assert len(set(letters)) == len(letters)
        assert not {"M", "O"} & set(letters)


def test_standard_starts_with_its_twenty_two_units() -> None:
    units = load("standard").start.units
    assert units["RUSSIA"] == ("A WAR", "A MOS", "F SEV", "F STP/SC")
    assert sum(map(len, units.values())) == 22


def test_standard_plays_two_moves_a_year_and_adjusts_in_the_fall() -> None:
    calendar = load("standard").calendar
    assert following(load("standard"), 6) == ["S1901M", "S1901R", "F1901M", "F1901R", "F1901A", "S1902M"]
    for code in ("W1901A", "F1901B", "f1901a"):
        phase = calendar.parse(code)
        assert phase is not None
        assert phase.code == "F1901A"


def test_standard_has_its_famous_borders() -> None:
    standard = load("standard")
    assert {"BUL/EC", "BUL/SC"} <= {
        standard.board.locations[at] for at in standard.board.fleet_reach[standard.board.index["CON"]]
    }
    assert ("NWY", "STP") in army_pairs(standard)
    assert ("APU", "ROM") in army_pairs(standard)
    assert ("APU", "ROM") not in fleet_pairs(standard)
    assert ("LVP", "YOR") in army_pairs(standard)


def test_fleet_rome_differs_from_standard_in_one_unit_only() -> None:
    fleet_rome, standard = load("fleet-rome"), load("standard")
    assert fleet_rome.start.units["ITALY"] == ("F NAP", "F ROM", "A VEN")
    others = [power.word for power in standard.powers if power.word != "ITALY"]
    assert all(fleet_rome.start.units[word] == standard.start.units[word] for word in others)
    assert army_pairs(fleet_rome) == army_pairs(standard)
    assert fleet_rome.rules == standard.rules
    assert fleet_rome.hash != standard.hash


def test_chaos_gives_each_of_thirty_four_powers_one_centre_and_a_build_in_1900() -> None:
    chaos = load("chaos")
    assert following(chaos, 3) == ["F1900A", "S1901M", "S1901R"]
    assert chaos.calendar.first_movement.code == "S1901M"
    assert all(len(power.homes) == 1 for power in chaos.powers)
    assert "".join(power.letter for power in chaos.powers) == "ABCDEFGHIJKLNPQRSTUVWXYZ0123456789"
    assert not any(chaos.start.units.values())
    assert chaos.rules.builds == "owned"


def test_hundred_names_phases_by_the_year_and_adjusts_in_years_divisible_by_ten() -> None:
    hundred = load("hundred")
    assert following(hundred, 6) == ["1425M", "1425R", "1430M", "1430R", "1430A", "1435M"]
    calendar = hundred.calendar
    assert calendar.parse("1435A") is None
    owning = [
        phase for phase in following(hundred, 12) if calendar.turns[calendar.position(calendar.parse(phase))].ownership
    ]  # type: ignore[arg-type]
    assert {code[:4] for code in owning} == {"1430", "1440"}


def test_the_land_bridge_of_hundred_carries_armies_and_fleets() -> None:
    hundred = load("hundred")
    (bridge,) = hundred.board.passages
    assert {hundred.board.provinces[end].code for end in bridge.between} == {"LON", "CAL"}
    assert bridge.fleets
    assert bridge.certainty == "seed"
    assert ("CAL", "LON") in army_pairs(hundred)
    assert ("CAL", "LON") in fleet_pairs(hundred)


def test_the_coasts_of_hundred_are_those_of_the_rules_page() -> None:
    hundred = load("hundred")
    coasts = {place.code: place.coasts for place in hundred.board.provinces if place.coasts}
    assert coasts == {"NUM": ("WC", "EC"), "ARA": ("NC", "SC")}
    castile = {hundred.board.locations[at] for at in hundred.board.fleet_reach[hundred.board.index["CAS"]]}
    assert castile == {"ATL", "BIS", "MED", "ARA/NC", "ARA/SC"}


def test_france_of_hundred_starts_with_five_units_and_four_centres_and_no_home() -> None:
    hundred = load("hundred")
    assert set(hundred.start.units["FRANCE"]) == {"A DAU", "A ORL", "A PAR", "A TOU", "A PRO"}
    assert set((hundred.start.centres or {})["FRANCE"]) == {"DAU", "ORL", "PAR", "TOU"}
    assert all(power.homes == () for power in hundred.powers)
    assert hundred.rules.builds == "owned"


def test_philadelphia_opens_with_builds_and_then_moves_twice_a_quarter() -> None:
    philadelphia = load("philadelphia")
    assert philadelphia.calendar.first.code == philadelphia.start.phase == "DEC2006A"
    assert philadelphia.calendar.first_movement.code == "JAN2007M"
    assert following(philadelphia, 8) == [
        "DEC2006A", "JAN2007M", "JAN2007R", "FEB2007M", "FEB2007R", "MAR2007A", "APR2007M", "APR2007R",
    ]  # fmt: skip
    turns = philadelphia.calendar.turns
    assert [turn.season for turn in turns if turn.ownership] == ["FEB", "MAY", "AUG", "NOV"]
    assert [turn.season for turn in turns if turn.steps == (Step.ADJUSTMENTS,)] == ["MAR", "JUN", "SEP", "DEC"]
    assert all(not units for units in philadelphia.start.units.values())


def test_the_rivers_of_philadelphia_run_in_the_order_of_their_numbers() -> None:
    philadelphia = load("philadelphia")
    rivers = [place for place in philadelphia.board.provinces if place.terrain is Terrain.WATER]
    assert [river.name for river in rivers] == [
        "Flat Rock", "Falls", "Central", "Mouth of Schuylkill", "Mifflin", "Ben Franklin", "Betsy Ross",
        "Upper Delaware",
    ]  # fmt: skip
    assert all(river.capacity == 3 for river in rivers)
    assert all(place.capacity == 1 for place in philadelphia.board.provinces if place not in rivers)
    chain = {(a.code, b.code) if a.code < b.code else (b.code, a.code) for a, b in pairwise(rivers)}
    wet = {river.code for river in rivers}
    assert {pair for pair in fleet_pairs(philadelphia) if set(pair) <= wet} == chain


def test_the_passages_of_philadelphia_are_for_armies_alone() -> None:
    philadelphia = load("philadelphia")
    board = philadelphia.board
    assert len(board.passages) == 14
    for way in board.passages:
        one, other = (board.provinces[end].code for end in way.between)
        assert not way.fleets
        assert other not in codes(philadelphia, board.fleet_reach_mask[board.index[one]])
        assert "over" in way.note


def test_the_powers_of_philadelphia_stand_in_the_order_of_the_rules_with_their_letters() -> None:
    powers = load("philadelphia").powers
    assert " ".join(power.word for power in powers) == "MOB BROOK HOOD GENTRY NORTHEAST WARDS SOUTHWEST"
    assert "".join(power.letter for power in powers) == "KBHGNWS"
    assert all(
        any(load("philadelphia").board.provinces[home].terrain is Terrain.COASTAL for home in power.homes)
        for power in powers
    )
    assert "the river wards" in powers[5].aliases


def test_every_province_of_philadelphia_is_drawn() -> None:
    philadelphia = load("philadelphia")
    assert set(philadelphia.cells) == {place.code for place in philadelphia.board.provinces}


SEA_LINES = {
    "LON": "PAR BER SWE BEL SPA", "PAR": "LON TUN", "BER": "LON SWE", "ROM": "TUN GRE SPA", "CON": "RUM TUN",
    "BEL": "LON SWE", "SPA": "LON TUN ROM", "SWE": "LON BER BEL", "GRE": "TUN ROM", "RUM": "CON",
}  # fmt: skip
"""As the rules of Petit list them, under each area."""


def test_petit_has_every_sea_line_that_its_rules_list_and_no_other() -> None:
    petit = load("petit")
    listed = {frozenset((one, other)) for one, others in SEA_LINES.items() for other in others.split()}
    ways = {frozenset(petit.board.provinces[end].code for end in way.between) for way in petit.board.passages}
    assert ways == listed
    assert len(listed) == 15
    assert all(way.certainty == "seed" and not way.fleets for way in petit.board.passages)


def test_petit_is_played_by_armies_with_points_once_a_year_until_1906() -> None:
    petit = load("petit")
    rules = petit.rules
    assert following(petit, 3) == ["1901M", "1902M", "1903M"]
    assert (rules.armies_only, rules.retreats, rules.forced_builds) == (True, False, True)
    assert (rules.victory_by, rules.own_home_points, rules.last_year, rules.sole_leader) == ("points", 2, 1906, True)
    assert {word: len(units) for word, units in petit.start.units.items()} == {power.word: 1 for power in petit.powers}
    assert petit.settings["ZONE"] == "Asia/Tokyo"


def test_petit_speaks_japanese() -> None:
    petit = load("petit")
    japanese = petit.names["ja"]
    assert japanese.provinces["CON"] == "コンスタンティノープル"
    assert japanese.powers["TURKEY"] == "トルコ"
    assert "ロンドン" in petit.aliases["LON"]
    assert "イタリア" in petit.aliases["ROM"]
    assert "フランス" in petit.powers[petit.power_index["FRANCE"]].aliases


@pytest.mark.parametrize(
    ("code", "aliases"),
    [
        ("LVN", "lva livo"), ("NTH", "nts"), ("NWG", "nrg"), ("MAO", "mid"), ("LYO", "gol"), ("TYS", "tyn"),
        ("LVP", "lpl"),
        ("NAO", "nat"), ("ENG", "channel"), ("STP", "petersburg"), ("BOT", "gob"), ("RUM", "romania"), ("VIE", "wien"),
    ],
)  # fmt: skip
def test_the_abbreviations_of_both_older_judges_are_known(code: str, aliases: str) -> None:
    assert set(aliases.split()) <= set(load("standard").aliases[code])


def test_an_ambiguous_name_tells_all_its_meanings() -> None:
    standard = load("standard")
    assert standard.ambiguous["tyr"] == ("TYR", "TYS")
    assert set(standard.ambiguous["liv"]) == {"LVN", "LVP"}
    assert all("liv" not in aliases for aliases in standard.aliases.values())


@pytest.mark.parametrize("name", names())
def test_an_alias_means_one_province(name: str) -> None:
    variant = load(name)
    seen: dict[str, str] = {}
    for code, aliases in variant.aliases.items():
        for alias in aliases:
            assert seen.setdefault(alias, code) == code
            assert alias == " ".join(alias.casefold().split())
