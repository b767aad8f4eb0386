"""Who stands where, on integers: a position's units as the resolver and the legality checks take them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from judge.adjudicator.compiled import Compiled, Piece, PositionError
from judge.adjudicator.rulebook import Rulebook

_NOBODY: Final[tuple[int, ...]] = ()


class Field:
    """Units as parallel lists, `pieces` what their texts say of them; `here` gives the units of a province.

    `owner` has each unit's power word, `text` its canonical text; `spot` is the way back, from a piece's code to the
    unit (-1: none; in a river the last of several); `spans` gives each power's run of units.
    """

    __slots__ = (
        "_fleets", "berth", "c", "here", "owner", "pieces", "power", "prov", "rulebook", "spans", "spot", "text",
    )  # fmt: skip

    def __init__(self, c: Compiled, units: Mapping[str, Iterable[str]], rulebook: Rulebook) -> None:
        self.c = c
        self.rulebook = rulebook
        self.owner: list[str] = []
        self.power: list[int] = []
        self.pieces: list[Piece] = []
        self.here: list[tuple[int, ...]] = [_NOBODY] * len(c.cap)
        self.spot: list[int] = [-1] * len(c.texts)
        self.spans: list[tuple[str, int, int]] = []
        self._fleets = -1
        for word, texts in units.items():
            power = c.variant.power_index.get(word)
            if power is None:
                raise PositionError(f"{word!r} is no power of this variant")
            before = len(self.pieces)
            self._place(texts)
            after = len(self.pieces)
            self.spans.append((word, before, after))
            self.power += [power] * (after - before)
            self.owner += [word] * (after - before)
        self.prov: list[int] = [piece.prov for piece in self.pieces]
        self.text: list[str] = [piece.text for piece in self.pieces]
        self.berth: list[int] = [0] * len(self.pieces)
        if c.berthed:
            self._moor(c)

    def _place(self, texts: Iterable[str]) -> None:
        """Put a power's units on the board."""
        c, here, spot, pieces = self.c, self.here, self.spot, self.pieces
        known, alone = c.units, c.alone
        for text in texts:
            piece = known.get(text) or c.unit(text)
            number = len(pieces)
            there = here[piece.prov]
            if there:
                if len(there) == c.cap[piece.prov]:
                    raise PositionError(f"too many units in {c.board.locations[piece.prov]}")
                here[piece.prov] = (*there, number)
            else:
                here[piece.prov] = alone[number]
            spot[piece.code] = number
            pieces.append(piece)

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

    def full_text(self, unit: int) -> str:
        """A unit with its power: `FRANCE A PAR`."""
        if self.berth[unit]:
            return f"{self.owner[unit]} {self.text[unit]}"
        return self.c.full_texts[self.power[unit]][self.pieces[unit].code]
