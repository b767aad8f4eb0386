"""Letters in hand: claimed in order, a handful at a time, and opened while the former ones are worked off."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from judge.usecases.letters import Letter
from judge.usecases.ports import StoredLetter

HANDFUL = 16
"""Letters claimed, and at most committed, at once; a handful more is being opened meanwhile."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What the mail adapter made of an accepted letter: `letter`, or a kind that is never answered."""

    kind: str
    letter: Letter | None = None
    why: str | None = None
    bounced: int | None = None
    """The mail that came back, where its return path names it."""
    returned: tuple[str, ...] = ()
    """Message-IDs that a bounce names: one of them is the mail's that came back."""


class Inbox(Protocol):
    """The doors of the inbox that the clerk uses."""

    def next_letters(self, most: int, in_hand: Sequence[int] = ()) -> Sequence[StoredLetter]: ...
    def give_back(self, letter_ids: Sequence[int]) -> None: ...
    def letter_failed(self, letter_id: int, error: str) -> bool: ...


class Opener(Protocol):
    """Opens letters. `ahead` begins with several while the clerk does other work; each call waits for its letter."""

    def __call__(self, stored: StoredLetter) -> Opened: ...
    def ahead(self, letters: Sequence[StoredLetter]) -> Sequence[Callable[[], Opened]]: ...


@dataclass(frozen=True, slots=True)
class InHand:
    """A claimed letter that is being opened."""

    stored: StoredLetter
    opened: Callable[[], Opened]


class Claims:
    """What one clerk has claimed ahead. Letters stay in order: what is not worked off goes back before others come."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._ahead: list[InHand] = []
        """The handful after the one in work."""

    def next(self, opener: Opener) -> list[InHand]:
        """What was claimed ahead, or the oldest letters; and the opening of those after them begins."""
        handful = self._ahead or self._claim(opener, ())
        self._ahead = handful  # should the next claim fail
        self._ahead = self._claim(opener, [each.stored.id for each in handful]) if handful else []
        return handful

    def give_back(self, rest: Sequence[InHand]) -> None:
        """Let go of these letters and of what was claimed after them."""
        held = [each.stored.id for each in (*rest, *self._ahead)]
        self._ahead = []
        if held:
            self._inbox.give_back(held)

    def _claim(self, opener: Opener, in_hand: Sequence[int]) -> list[InHand]:
        letters = self._inbox.next_letters(HANDFUL, in_hand)
        return [InHand(*pair) for pair in zip(letters, opener.ahead(letters), strict=True)]


def readable(letters: Sequence[InHand]) -> list[InHand]:
    """The first of these letters, up to one that can't be opened; waits for them."""
    found = []
    for each in letters:
        try:
            each.opened()
        except Exception:  # it is raised again where the letter is taken alone
            break
        found.append(each)
    return found


_GAME = re.compile(r"@\s*([A-Za-z][A-Za-z0-9_-]{0,39})")
_HEAD = 20
"""Lines in which a letter is expected to name its game (`SIGNON france@first`)."""


def senders_and_games(letters: Sequence[Letter]) -> tuple[list[str], list[str]]:
    """Who writes, and which games the letters seem to be about; what is no game's name does no harm."""
    games = {letter.game for letter in letters if letter.game is not None}
    for letter in letters:
        games.update(name.lower() for _, line in letter.lines[:_HEAD] for name in _GAME.findall(line[:200])[:2])
    return list(dict.fromkeys(letter.sender for letter in letters)), sorted(games)
