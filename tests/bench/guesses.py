"""Can a guesser tell by time what he is told by no word? Answers to guesses, classes interleaved, compared (FAULTS S5).

    python -m tests.bench.guesses [samples in the dialogue, 10000] [letters of each kind, 1000]

For two classes the effect size is the Mann-Whitney AUC: the chance that an answer of the one took longer than one of
the other. 0.5 is no difference at all; beside it stands what two halves of the same class give, which is the noise.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path

from judge.mail.limits import Limits
from judge.mail.listener import Incoming, Listener
from judge.ops.passwords import Argon2Passwords
from tests.attacks.gate import ANN, BOB, DOMAIN, EVE, GM, Gate, open_gate
from tests.mail.house import Line

MANY = 10**9
Samples = dict[str, list[float]]


def auc(one: list[float], other: list[float]) -> float:
    """Mann-Whitney: of all pairs, the share in which the first is the larger (ties count half)."""
    ranked = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    ranks, at = 0.0, 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        ranks += (at + end + 1) / 2 * sum(1 - group for _, group in ranked[at:end])
        at = end
    return (ranks - len(one) * (len(one) + 1) / 2) / (len(one) * len(other))


def interleaved(tries: Mapping[str, Callable[[int], None]], count: int) -> Samples:
    """Seconds of each try, the classes in a new random order every round."""
    chance, names = random.Random(5), list(tries)
    found: Samples = {name: [] for name in names}
    for number in range(count):
        chance.shuffle(names)
        for name in names:
            began = time.perf_counter()
            tries[name](number)
            found[name].append(time.perf_counter() - began)
    return found


def show(title: str, found: Samples) -> None:
    """Medians, and what the pairs of classes give."""
    print(title)
    for name, values in found.items():
        middle = statistics.median(values)
        noise = auc(values[::2], values[1::2])
        print(f"  {name:44} n={len(values):6} median {middle * 1e3:8.3f} ms   noise AUC {noise:.3f}")
    for one, other in combinations(found, 2):
        apart = abs(statistics.median(found[one]) - statistics.median(found[other])) * 1e3
        print(f"  AUC {auc(found[one], found[other]):.3f}  medians {apart:7.3f} ms apart   {one} / {other}")


def dialogue(gate: Gate, count: int) -> Samples:
    """RCPT for what is there and what is not; every one that may differ is refused by the same 550."""
    limits = Limits(misses=MANY, errors=MANY, commands=MANY, recipients=MANY, session_seconds=86_400.0)
    listener = Listener(
        ["smtp://127.0.0.1:0"], gate.judge.keep, gate.judge.route, limits=limits, known=gate.judge.known
    )
    line = Line(int(listener.start()[0].rpartition(":")[2]))
    line.answer()
    line.say(b"EHLO me.example\r\n")
    line.say(b"MAIL FROM:<eve@eve.example>\r\n")
    chance = random.Random(11)

    def guess(name: str) -> Callable[[int], None]:
        def one(_number: int) -> None:
            token = "".join(chance.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(26))
            assert line.say(f"RCPT TO:<{name}+{token}@{DOMAIN}>\r\n".encode()).startswith("550")

        return one

    tries = {
        "a game that is there, wrong token": guess("first"),
        "a game that is not there, some token": guess("nosuch"),
        "the judge's own, wrong token": guess("judge"),
    }
    try:
        return interleaved(tries, count)
    finally:
        line.close()
        listener.stop()


def letters(gate: Gate, count: int) -> Samples:
    """Guesses by letter, from its being kept to its answer's being in the outbox; argon2 as it is."""
    seats = gate.game().seats

    def guess(sender: str, seat: str) -> Callable[[int], None]:
        def one(number: int) -> None:
            with gate.judge.store.begin() as uow:  # or after twenty misses nothing would be hashed any more
                for each in seats:
                    uow.remember(f"misses:{each.id}", None)
            head = f"From: {sender}\r\nTo: judge@{DOMAIN}\r\nMessage-ID: <{seat}.{number}.{sender}>\r\n\r\n"
            raw = f"{head}SIGNON {seat} guess{number}\r\nSIGNOFF\r\n".encode()
            gate.judge.keep([Incoming(raw, sender, (f"judge@{DOMAIN}",), "203.0.113.1")])
            gate.judge.clerk.work_letters()

        return one

    tries = {
        "a stranger, a seat with a password": guess(EVE, "france@first"),
        "a stranger, a seat without one": guess(EVE, "england@first"),
        "a player of another seat": guess("cid@cid.example", "france@first"),
    }
    return interleaved(tries, count)


def main() -> None:
    """Print, assert nothing: what can be counted is asserted in tests/attacks/test_same_work.py."""
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    few = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    with tempfile.TemporaryDirectory() as folder, open_gate(Path(folder) / "var", "confirm") as gate:
        gate.letter(GM, "CREATE first gmsecret\nMAP hundred\nFORM\nSIGNOFF")
        real = Argon2Passwords()
        object.__setattr__(gate.judge.services, "passwords", real)
        gate.letter(ANN, "JOIN france@first francesecret\nSIGNOFF")
        gate.letter(BOB, "JOIN england@first\nSIGNOFF")
        gate.letter("cid@cid.example", "JOIN burgundy@first burgundysecret\nSIGNOFF")
        show("RCPT in the dialogue", dialogue(gate, many))
        show("guesses by letter", letters(gate, few))


if __name__ == "__main__":
    main()
