"""Who stands where, on integers: a position's units as the resolver and the legality checks take them."""

from __future__ import annotations

from typing import Final

from judge.adjudicator.compiled import Compiled, Piece, PositionError
from judge.adjudicator.rulebook import Rulebook

Lists = dict[str, list[str]]
"""Units, or order lines, by the word of their power."""
_NOBODY: Final[tuple[int, ...]] = ()


class Field:
    """Units as parallel lists, `pieces` what their texts say of them; `here` gives the units of a province.

    `spot` is the way back, from a piece's code to the unit (-1: none; in a river the last of several); `spans` gives
    each power's run of units.
    """

    __slots__ = (
        "_fleets", "_texts", "berth", "c", "here", "pieces", "power", "prov", "rulebook", "spans", "spot",
    )  # fmt: skip

    def __init__(self, c: Compiled, units: Lists, rulebook: Rulebook) -> None:
        self.c = c
        self.rulebook = rulebook
        self.pieces: list[Piece] = []
        self.here: list[tuple[int, ...]] = [_NOBODY] * len(c.cap)
        self.spot: list[int] = [-1] * len(c.texts)
        self.spans: list[tuple[str, int, int]] = []
        self._fleets = -1
        self._texts: list[str] | None = None
        powers = c.powers
        before = 0
        for word, texts in units.items():
            power = powers.get(word)
            if power is None:
                raise PositionError(f"{word!r} is no power of this variant")
            known = c.units[power]
            self.pieces += [known.get(text) or c.unit(text, power) for text in texts]
            after = len(self.pieces)
            self.spans.append((word, before, after))
            before = after
        self._place(c)
        self.power: list[int] = [piece.power for piece in self.pieces]
        self.prov: list[int] = [piece.prov for piece in self.pieces]
        self.berth: list[int] = [0] * before
        if c.berthed:
            self._moor(c)

    def _place(self, c: Compiled) -> None:
        """Put the pieces on the board."""
        here, spot, alone = self.here, self.spot, c.alone
        for unit, piece in enumerate(self.pieces):
            prov = piece.prov
            there = here[prov]
            if there:
                if len(there) == c.cap[prov]:
                    raise PositionError(f"too many units in {c.board.locations[prov]}")
                here[prov] = (*there, unit)
            else:
                here[prov] = alone[unit]
            spot[piece.code] = unit

    def _moor(self, c: Compiled) -> None:
        """Berths of the fleets in rivers: as given, otherwise the free ones in the order listed."""
        texts = self.text
        berths = self.berth = [piece.berth for piece in self.pieces]
        for province, cap in enumerate(c.cap):
            if cap == 1:
                continue
            given = [berths[unit] for unit in self.here[province] if berths[unit]]
            if len(set(given)) < len(given):
                raise PositionError(f"two units in one berth of {c.board.locations[province]}")
            free = (berth for berth in range(1, cap + 1) if berth not in given)
            for unit in self.here[province]:
                berths[unit] = berths[unit] or next(free)
                texts[unit] = f"{texts[unit]}/{berths[unit]}"
            self.here[province] = tuple(sorted(self.here[province], key=berths.__getitem__))

    @property
    def fleets(self) -> int:
        """The mask of fleets on water; made when the first order counts on ships."""
        if self._fleets < 0:
            self._fleets = 0
            for piece in self.pieces:
                if piece.afloat:
                    self._fleets |= piece.afloat
        return self._fleets

    @property
    def text(self) -> list[str]:
        """Each unit's canonical text."""
        if self._texts is None:
            self._texts = [piece.text for piece in self.pieces]
        return self._texts

    @property
    def owner(self) -> list[str]:
        """The word of each unit's power."""
        words = self.c.words
        return [words[power] for power in self.power]

    def full_text(self, unit: int) -> str:
        """A unit with its power: `FRANCE A PAR`."""
        if self.berth[unit]:
            return f"{self.c.words[self.power[unit]]} {self.text[unit]}"
        return self.pieces[unit].full
