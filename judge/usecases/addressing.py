"""Whom a press line addresses, in both dialects: names, letters, ALL BUT, +fr, -r; and how it wants to be signed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.adjudicator.variant import Variant
from judge.game.game import Game, Stage
from judge.game.press import ALL, MASTER, OBSERVERS, voice
from judge.game.seats import Role, Seat
from judge.notation.powers import Addressees, powers_in
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.script import Command
from judge.usecases.signing import power_list

_SPECIAL = {
    "M": MASTER, "MASTER": MASTER, "THE MASTER": MASTER, "GM": MASTER, "MODERATOR": MASTER, "O": OBSERVERS,
    "OBSERVER": OBSERVERS, "OBSERVERS": OBSERVERS, "ALL": ALL, "EVERYBODY": ALL, "EVERYONE": ALL, "国際会議場": ALL,
    "会議場": ALL, "全員": ALL,
}  # fmt: skip
_OPTIONS = re.compile(
    r"\s+(?:(?:GR[EA]Y|WHITE|(?:UN)?ANONYMOUS(?:LY)?|QUIET|NOFAKE)\b|FAKE\b.*|FROM\b.*)", re.IGNORECASE
)
_FAKE = re.compile(r"\b(?:FAKE|FROM)\b", re.IGNORECASE)
_ALL_BUT = re.compile(r"(?:ALL\s+(?:BUT|EXCEPT)\s+|-\s*)(?P<but>.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Manner:
    """How press is to be signed, and whether it claims what is not so."""

    grey: bool
    fake: bool
    sure: bool
    """PRESS!: send it without a question."""


def manner(command: Command) -> Manner:
    """The options of a press line, wherever they stand."""
    words = " ".join(command.args.get(name, "") for name in ("how", "how2", "to")).upper()
    grey = re.search(r"\bGR[EA]Y\b|(?<!UN)ANONYMOUS", words) is not None
    return Manner(grey, _FAKE.search(words) is not None, "sure" in command.args)


def addressees(desk: Desk, game: Game, writer: Seat, command: Command) -> tuple[str, ...] | Said:
    """The power words (or MASTER, OBSERVERS, ALL) that a press line names, without the writer."""
    if command.verb is not None and command.verb.name in ("BROADCAST", "POSTAL"):
        return (ALL,)
    text = _OPTIONS.sub("", " " + command.args.get("to", "")).strip()
    if not text:
        return Said("press_needs_addressee", {"powers": power_list(desk.variant(game))})
    but = _ALL_BUT.fullmatch(text)
    named = _named(desk.variant(game), game, but.group("but") if but else text.lstrip("+ "))
    if isinstance(named, Said):
        return named
    own = voice(writer)
    if but:
        # the others by name, so that whoever is left out finds no trace of himself in any copy or list
        return tuple(word for word in _everybody(game) if word not in (*named, own))
    if named == (own,):
        return Said("press_to_self", {})
    return (ALL,) if ALL in named else tuple(word for word in named if word != own)


def _everybody(game: Game) -> list[str]:
    powers = [voice(seat) for seat in game.powers]
    observed = any(seat.role is Role.OBSERVER for seat in game.seats)
    return [*powers, MASTER, *([OBSERVERS] if observed else [])]


def _named(variant: Variant, game: Game, text: str) -> tuple[str, ...] | Said:
    found: list[str] = []
    for part in re.split(r"[,;&+、]|\s+and\s+", text, flags=re.IGNORECASE):
        plain = part.strip()
        if not plain:
            continue
        special = _SPECIAL.get(plain.upper())
        if special is not None:
            found.append(special)
            continue
        words = _powers(variant, game, plain)
        if isinstance(words, Said):
            return words
        found += words
    return tuple(dict.fromkeys(found)) or Said("press_needs_addressee", {"powers": power_list(variant)})


def _powers(variant: Variant, game: Game, part: str) -> list[str] | Said:
    if game.stage is Stage.FORMING and re.fullmatch(r"(?:PLAYER\s*)?\d{1,2}", part, re.IGNORECASE):
        return [f"PLAYER {int(re.sub(r'[^0-9]', '', part))}"]
    named = powers_in(variant, part)
    if isinstance(named, Addressees):
        return [variant.powers[index].word for index in named.powers]
    return _with_roles(variant, part) or Said(
        "no_such_power", {"text": part, "game": game.name, "powers": power_list(variant)}
    )


def _with_roles(variant: Variant, part: str) -> list[str]:
    """Letters in one word may have M (the Master) and O (observers) among them: `frm`."""
    letters = {power.letter.upper(): power.word for power in variant.powers}
    known = {"M": MASTER, "O": OBSERVERS} | letters
    wanted = part.replace(" ", "").upper()
    if len(set(wanted)) != len(wanted) or not set(wanted) <= set(known):
        return []
    return [known[letter] for letter in wanted]
