"""Random games whose every secret is a word of its own: no mail tells one to whom it is not due (FAULTS S1, S2).

Each player gives random orders, writes press and diary notes and asks questions; every byte that leaves is searched,
also inside base64 and quoted-printable. A mail made while a phase is open must not hold another power's move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from random import Random

import pytest

from judge.adjudicator.variant import Variant
from judge.mail.addresses import token
from judge.render.speaker import Speaker
from judge.store.outbox import MAILS, OutboxRow
from judge.store.schema import outbox
from tests.adjudicator.positions import Board
from tests.attacks.gate import Gate, as_message, open_gate

_words = count(1)
PHASES = 3
QUESTIONS = ("STATUS", "LIST", "SUMMARY", "HISTORY", "MAP", "WHOGAME", "DIARY LIST", "PREFERENCES")
SETTINGS = ("PRESSRULE WHITE", "PRESSRULE GREY", "PRESSRULE NONE", "GUNBOAT", "QUIET", "RULE PUBLIC_PRESS")


def word(kind: str) -> str:
    """A word that nothing else says."""
    return f"zq{kind}{next(_words):05d}x"


@dataclass
class Sweep:
    """One random game: who is who, and which word is whose."""

    gate: Gate
    name: str
    chance: Random
    variant: Variant
    settings: str
    players: dict[str, str] = field(default_factory=dict)
    """Address by power."""
    secrets: dict[str, frozenset[str]] = field(default_factory=dict)
    """Who may read a word."""
    open_moves: dict[str, set[str]] = field(default_factory=dict)
    """Moves of the open phase, as they are written and spoken, by the address of whoever gave them."""
    public: set[str] = field(default_factory=set)
    told: list[str] = field(default_factory=list)
    mails: int = 0
    _last: int = 0

    @property
    def gm(self) -> str:
        return f"gm@{self.name}.example"

    @property
    def observer(self) -> str:
        return f"obs@{self.name}.example"

    def secret(self, kind: str, *readers: str) -> str:
        made = word(kind)
        self.secrets[made] = frozenset(readers)
        return made

    def begin(self) -> None:
        board = [self.gm, self.observer]
        self._say(self.gm, f"CREATE {self.name} {self.secret('pw')}\nMAP {self.variant.name}\n{self.settings}\nFORM")
        for number, power in enumerate(self.variant.powers):
            address = f"p{number}@{self.name}.example"
            name = word("name")
            if "GUNBOAT" in self.settings:
                self.secrets[name] = self.secrets[address] = frozenset({address, self.gm})
            self._say(
                f"{name} <{address}>", f"JOIN {power.word.lower()}@{self.name} {self.secret('pw')}\nSIGNOFF", address
            )
        self._say(self.observer, f"OBSERVE {self.name}")
        game = self.gate.game(self.name)
        assert game.stage.value == "running", board
        for seat in game.seats:
            with self.gate.judge.store.begin() as uow:
                holder = uow.person(seat.person) if seat.person else None
            assert holder is not None
            self.secrets[token(self.gate.judge.secret, seat.id, seat.token_version)] = frozenset({holder.address})
            if seat.power:
                self.players[seat.power] = holder.address
        self.look()

    def _say(self, sender: str, text: str, mail_from: str | None = None) -> None:
        self.gate.letter(sender, text, f"{self.name}@judge.example" if "CREATE" not in text else "judge@judge.example",
                         mail_from=mail_from or sender)  # fmt: skip

    def play(self) -> None:
        """A phase: everybody orders and talks, in a random order, and the deadline passes."""
        speaker = Speaker(self.variant, self.gate.judge.renderer.texts, "en")
        near = Board(self.variant).near
        game = self.gate.game(self.name)
        if game.stage.value != "running":
            return
        powers = list(self.players)
        self.chance.shuffle(powers)
        for power in powers:
            lines = self._orders(power, near, speaker)
            self._say(self.players[power], "\n".join([*lines, *self._talk(power)]) + "\nSIGNOFF")
        for asker in (*self.players.values(), self.gm, self.observer):
            self._say(asker, "\n".join(self.chance.sample(QUESTIONS, 3)))
        self.look()
        for moves in self.open_moves.values():
            self.public |= moves
        self.open_moves.clear()
        deadline = self.gate.game(self.name).deadline
        assert deadline is not None
        self.gate.clock.time = max(self.gate.clock.time, deadline)
        self.gate.pass_time(minutes=1)
        self.look()

    def _orders(self, power: str, near: dict[tuple[str, str], list[str]], speaker: Speaker) -> list[str]:
        """Moves of a power's units; only in a movement phase, where all that is secret is said."""
        game = self.gate.game(self.name)
        if not game.position.phase.endswith("M"):
            return []
        lines = []
        for unit in game.position.units.get(power, ()):
            kind, _, place = unit.partition(" ")
            there = near.get((kind, place if kind == "F" else place[:3]), ())
            if there:
                line = f"{unit} - {self.chance.choice(there)}"
                lines.append(line)
                forms = {line, speaker.order(line)} - self.public
                self.open_moves.setdefault(self.players[power], set()).update(forms)
        return lines

    def _talk(self, power: str) -> list[str]:
        own = self.players[power]
        other = self.chance.choice([each for each in self.players if each != power])
        lines = ["DIARY RECORD", self.secret("diary", own), "ENDPRESS"]
        if self.chance.random() < 0.3:
            return [*lines, "PRESS TO MASTER", self.secret("press", own, self.gm), "ENDPRESS"]
        if "NONE" in self.settings or "PUBLIC" in self.settings or "GUNBOAT" in self.settings:
            return lines
        return [*lines, f"PRESS TO {other}", self.secret("press", own, self.players[other]), "ENDPRESS"]

    def look(self) -> None:
        """Search every mail made since the last look."""
        with self.gate.judge.store.begin() as uow:
            query = MAILS.where(outbox.c.id > self._last).order_by(outbox.c.id)
            rows = [OutboxRow(*row) for row in uow.connection.execute(query)]
        for row in rows:
            self._last = row.id
            self.mails += 1
            said = everything(self.gate.judge.writer.write(row))
            for secret, readers in self.secrets.items():
                if secret in said and row.mail.to not in readers:
                    self.told.append(f"{secret} to {row.mail.to} in a {row.mail.kind} mail")
            for owner, moves in self.open_moves.items():
                if row.mail.to not in (owner, self.gm):  # a GM who does not play may see all orders
                    self.told += [f"{m} of {owner} to {row.mail.to} ({row.mail.kind})" for m in moves if m in said]


def everything(raw: bytes) -> str:
    """A mail's bytes, its headers and all its parts with their encodings taken off."""
    mail = as_message(raw)
    return "\n".join([raw.decode("latin-1"), *map(str, mail.values()), *_parts(mail)])


def _parts(mail: EmailMessage) -> Iterator[str]:
    for part in mail.walk():
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            yield payload.decode("utf-8", "replace")
            yield " ".join(payload.decode("utf-8", "replace").split())


def sweep(folder: Path, games: int, variants: tuple[str, ...]) -> None:
    chance = Random(11)
    with open_gate(folder / "var", "trust") as gate:
        last = 0
        for number in range(games):
            variant = gate.judge.maps.load(variants[number % len(variants)])
            game = Sweep(gate, f"game{number}", chance, variant, SETTINGS[number % len(SETTINGS)], _last=last)
            game.begin()
            for _ in range(PHASES):
                game.play()
            assert game.told == []
            assert game.mails > 20
            assert game.public
            last = game._last


def test_no_secret_of_a_few_random_games_reaches_anybody_else(tmp_path: Path) -> None:
    sweep(tmp_path, 2, ("hundred",))


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_secret_of_thirty_random_games_reaches_anybody_else(tmp_path: Path) -> None:
    sweep(tmp_path, 30, ("hundred", "petit", "hundred", "standard", "hundred"))
