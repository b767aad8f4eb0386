"""The same thing twice is one thing: repeated mails, two workers on one store, two servers (F8, F10, F11)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select

from judge.store.schema import inbox, order_sets
from tests.faults.ledger import mails_in
from tests.faults.sizes import DUELS, LONG
from tests.faults.world import ANN, BOB, GM, PLAYERS, World, orders
from tests.pg import Postgres
from tests.stories.house import text_of


def test_a_mail_that_comes_ten_times_at_once_and_by_two_relays_has_one_effect_and_ten_250s(world: World) -> None:
    world.begin_game("first")
    text = orders("france", "first", "A PAR H\nPRESS TO ENGLAND\nOnce only.\nENDPRESS")

    def relayed(number: int) -> str:
        trace = [("Received", f"from relay{number % 2}.example by mx.example; Mon, 02 Mar 2026 12:00:0{number} +0000")]
        return world.send(ANN, text, message_id="<ten@players.example>", headers=trace)

    with ThreadPoolExecutor(10) as clients:
        assert list(clients.map(relayed, range(10))) == ["<ten@players.example>"] * 10
    world.settle()
    assert world.stop() == 0
    world.verdict().assert_clean()
    kinds = Counter(mail["X-Judge-Kind"] for mail in mails_in(world.outbox))
    assert kinds["receipt"] == 1
    assert kinds["press"] == 1


def test_another_body_under_a_known_message_id_is_kept_and_set_aside_for_the_operator(world: World) -> None:
    world.begin_game("first")
    world.ask(ANN, orders("france", "first", "A PAR H"), message_id="<one@players.example>")
    world.send(ANN, orders("france", "first", "A PAR - BUR"), message_id="<one@players.example>")
    world.settle()
    listed = run(world, "mail", "aside", "list")
    assert "its Message-ID came before with another content" in listed.stdout
    assert "Army Paris HOLD" in text_of(world.ask(ANN, orders("france", "first", "STATUS")))
    assert world.stop() == 0
    world.verdict().assert_clean()


def test_a_second_server_on_the_same_file_exits_2_and_names_the_first(world: World) -> None:
    second = run(world, "serve")
    assert second.returncode == 2
    assert str(world.pid) in second.stderr
    assert second.stdout == ""
    assert len(second.stderr.strip().splitlines()) == 1, second.stderr
    world.ask(GM, "HELP\nSIGNOFF")


def test_a_second_server_with_another_folder_on_the_same_file_exits_2_too(world: World) -> None:
    (world.folder / "link").symlink_to(world.folder / "var")
    url = f"sqlite:///{world.folder / 'link' / 'judge.sqlite3'}"
    second = run(world, "serve", JUDGE_DATA_DIR=str(world.folder / "other"), JUDGE_DATABASE_URL=url)
    assert second.returncode == 2
    assert str(world.pid) in second.stderr
    world.ask(GM, "HELP\nSIGNOFF")


def test_a_mail_injected_beside_a_running_server_is_worked_off_once(world: World) -> None:
    world.begin_game("first")
    for number, (power, player) in enumerate(PLAYERS.items()):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Message-ID"] = player, "judge@judge.localhost", f"<in{number}@players.example>"
        mail.set_content(orders(power, "first", "A PAR H\nA DAU H\nA ORL H\nA TOU H\nA PRO H\nSTATUS"))
        (world.folder / f"{number}.eml").write_bytes(mail.as_bytes())
    files = [f"{number}.eml" for number in range(3)]
    with ThreadPoolExecutor(3) as pool:
        done = list(pool.map(lambda name: run(world, "mail", "inject", name), files))
    for each in done:
        assert each.returncode == 0, each.stderr
        line = json.loads(each.stdout)
        assert line["accepted"]
        assert line["kind"] == "letter"
        world.ledger.acknowledge(f"<in{line['file'][0]}@players.example>")
    world.settle()
    assert world.stop() == 0
    world.verdict().assert_clean()
    answers = Counter(mail["In-Reply-To"] for mail in mails_in(world.outbox))
    assert [answers[f"<in{number}@players.example>"] for number in range(3)] == [1, 1, 1]


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_two_servers_on_one_postgresql_play_each_phase_once_and_send_no_mail_twice(
    postgres: Postgres, tmp_path: Path
) -> None:
    with postgres.database() as url:
        delivery = f"maildir:{tmp_path / 'one' / 'var' / 'outbox'}"
        environ = {"JUDGE_DATABASE_URL": url, "JUDGE_DELIVERY": delivery, "JUDGE_CLOCK_FILE": str(tmp_path / "clock")}
        nodes = [World(tmp_path / name, clock=False, environ=environ) for name in ("one", "two")]
        clock = World(tmp_path)  # both nodes read this clock; no server of its own
        one, two = nodes
        two.ledger, two.outbox = one.ledger, one.outbox
        for node in nodes:
            node.folder.mkdir()
            node.start()
        for number in range(1, DUELS):
            a_game_of_two_nodes(nodes, clock, f"before{number}")
        one.begin_game("first")
        start = one.wait_for(lambda m: m["To"] == BOB and m["X-Judge-Kind"] == "start", "start mail")
        token = start["Reply-To"].addresses[0].addr_spec
        receipt = two.ask(BOB, "A CAL H\n", token)
        assert receipt["X-Judge-Kind"] == "receipt", "the other node does not know the reply address"
        four_phases(nodes, clock, "first")
        one.settle()
        assert [node.stop() for node in nodes] == [0, 0]
        one.verdict().assert_clean()
        with create_engine(url).connect() as connection:
            filed = set(connection.execute(select(order_sets.c.letter_id)).scalars())
            known = set(connection.execute(select(inbox.c.id)).scalars())
        connection.engine.dispose()
        assert filed <= known


def a_game_of_two_nodes(nodes: Sequence[World], clock: World, name: str) -> None:
    """A whole one, over before the next."""
    nodes[0].begin_game(name)
    four_phases(nodes, clock, name)
    nodes[1].ask(GM, f"SIGNON M{name} gmsecret\nTERMINATE\nSIGNOFF")


def four_phases(nodes: Sequence[World], clock: World, name: str) -> None:
    """Both nodes get letters for each phase at the same time, and both see its deadline."""
    for phase in ("1425M", "1430M", "1430A", "1435M"):
        with ThreadPoolExecutor(6) as pool:
            letters = [(node, power) for node in nodes for power in PLAYERS]
            list(pool.map(lambda each: each[0].send(PLAYERS[each[1]], orders(each[1], name, "A PAR H")), letters))
        clock.pass_time(days=4)
        for player in (*PLAYERS.values(), GM):
            nodes[0].results(player, phase, name)


def run(world: World, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command of the judge on the world's store."""
    environ = {**os.environ, **world.environ(), **more}
    return subprocess.run(
        [sys.executable, "-m", "judge", *command],
        cwd=world.folder, env=environ, capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
