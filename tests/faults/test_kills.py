"""Killed at any moment, the judge loses nothing and does nothing twice (F1, F2, F4)."""

from __future__ import annotations

import email
import email.policy
import random
import re
import shutil
import threading
import time
from itertools import count
from pathlib import Path

import pytest

from judge.mail.replies import KEPT
from tests.faults.sink import Sink
from tests.faults.sizes import ANSWERS, GAMES, IN_FLIGHT, KILLS, LONG, SYNCS
from tests.faults.world import ANN, GM, PATIENCE, PLAYERS, World, orders
from tests.stories.test_hundred import BY_DEADLINE, TURNS, begin
from tests.stories.test_hundred import GM as MASTER
from tests.stories.test_hundred import PLAYERS as SEATED

PAUSES = (0.0, 0.01, 0.03, 0.1, 0.3)


class KilledAfterEachLetter(World):
    """A world in which the power fails after every 250, sooner or later after it."""

    def send(self, *letter: str, **more: object) -> str:
        serial = super().send(*letter, **more)
        time.sleep(PAUSES[self.kills % len(PAUSES)])
        self.restart()
        return serial


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_killed_between_any_two_mails_of_a_whole_game_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    world = KilledAfterEachLetter(tmp_path)
    world.start()
    begin(world)
    for phase, letters in TURNS:
        for sender, text in letters.items():
            world.ask(sender, text)
        if phase in BY_DEADLINE:
            world.pass_time(days=4)
            time.sleep(PAUSES[world.kills % len(PAUSES)])
            world.restart()
        for player in (*SEATED.values(), MASTER):
            world.results(player, phase)
    world.settle()
    world.stop()
    verdict = world.verdict()
    verdict.assert_clean()
    assert world.kills >= 20


@pytest.mark.slow
@pytest.mark.timeout(LONG)
def test_killed_at_random_moments_of_the_loop_every_phase_is_played_once(tmp_path: Path) -> None:
    chance = random.Random(2)
    world = World(tmp_path, clock=False)
    world.start()
    for name in GAMES:
        world.begin_game(name, "TIMING MOVE 6S RETREAT 2S ADJUST 2S GRACE 0H DELAY 0H")
    stop, serials = threading.Event(), count(1)

    def play() -> None:
        """Players order all the time; what got no 250 is sent again, as a mail server would."""
        while not stop.is_set():
            name, power = chance.choice(GAMES), chance.choice(tuple(PLAYERS))
            serial = f"<loop-{next(serials)}@players.example>"
            text = orders(power, name, "A PAR H\nA CAL H\nA DIJ H")
            while not world.try_to_send(PLAYERS[power], text, serial):
                time.sleep(0.05)
                if stop.is_set():
                    return
            time.sleep(0.02)

    player = threading.Thread(target=play)
    player.start()
    for number in range(KILLS):
        if number % 4 == 0:  # else, on a busy machine, each life is over before its work begins
            world.wait_for_more_mails()
        time.sleep(chance.uniform(0.01, 0.8))
        world.restart()
    stop.set()
    player.join()
    for name in GAMES:  # so that no phase closes while the books are compared
        world.ask(GM, f"SIGNON M{name} gmsecret\nTERMINATE\nSIGNOFF")
    world.settle()
    assert world.stop() == 0
    world.verdict().assert_clean(resent=world.kills)
    assert "Traceback" not in (tmp_path / "server.log").read_text(), "a process that outlives the judge ends quietly"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a judge that has a running game and was stopped."""
    world = World(tmp_path_factory.mktemp("begun"))
    world.start()
    world.begin_game("first")
    world.settle()
    assert world.stop() == 0
    return world.folder / "var"


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, SYNCS + 1))
def test_killed_at_any_sync_while_accepting_what_was_acknowledged_is_there(
    begun: Path, tmp_path: Path, number: int
) -> None:
    shutil.copytree(begun, tmp_path / "var", symlinks=True)
    world = World(tmp_path)
    unsent = dict(_letters())
    world.start_watched("-e", "trace=fdatasync", "-e", f"inject=fdatasync:signal=SIGKILL:when={number}")
    for serial, text in list(unsent.items()):
        if world.try_to_send(ANN, text, serial):
            del unsent[serial]
    world.kill()
    world.start()
    for serial, text in unsent.items():
        world.send(ANN, text, message_id=serial)
    world.settle()
    assert world.stop() == 0
    world.verdict().assert_clean()


def _letters() -> list[tuple[str, str]]:
    return [(f"<sync-{n}@players.example>", orders("france", "first", "A PAR H")) for n in range(IN_FLIGHT)]


@pytest.mark.slow
def test_a_sync_precedes_every_250(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.start_watched("-e", "trace=fdatasync,sendto,recvfrom")
    for number in range(ANSWERS):
        world.send(ANN, "HELP\nSIGNOFF", message_id=f"<order-{number}@players.example>")
    world.settle()
    world.kill()
    calls = world.calls
    answers = [n for n, line in enumerate(calls) if "sendto(" in line and KEPT.line().decode() in line]
    assert len(answers) == ANSWERS
    for answer in answers:
        end = max(n for n, line in enumerate(calls[:answer]) if "recvfrom" in line and r"\r\n.\r\n" in line)
        between = calls[end:answer]
        assert any(re.search(r"fdatasync(\(\d+\)| resumed>\))\s+= 0", line) for line in between), between


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 4])
def test_killed_between_the_smarthosts_250_and_its_mark_a_mail_comes_again_the_same(
    tmp_path: Path, number: int
) -> None:
    world: World

    def answer(verb: str, _argument: str, seen: int) -> None:
        if verb == "DOT" and seen == number:
            world.kill()
            dead.set()

    dead = threading.Event()
    with Sink(answer) as sink:
        world = World(tmp_path, environ={"JUDGE_DELIVERY": sink.url})
        world.start()
        for each in range(4):
            world.try_to_send(ANN, f"HELP\nGET RULES {each}\nSIGNOFF", f"<mark-{each}@players.example>")
        assert dead.wait(PATIENCE)
        world.start()
        for each in range(4):
            world.send(ANN, f"HELP\nGET RULES {each}\nSIGNOFF", message_id=f"<mark-{each}@players.example>")
        world.settle()
        assert world.stop() == 0
        mails = [email.message_from_bytes(raw, policy=email.policy.default) for _, raw in sink.mails]
    assert len(mails) in (4, 5)
    assert len({raw for _, raw in sink.mails}) == 4, "a copy is the same to the byte"
    world.ledger.verdict(world.database, mails).assert_clean(resent=1)
