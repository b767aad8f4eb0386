"""Statements compiled once: SQLAlchemy writes them, and here their values go in and their rows come out.

SQLAlchemy makes the parameters of every row, and a result of its own for every statement, anew: for the dozen
statements of a letter that is more work than the database has with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Delete, Dialect, Insert, Select, Update

Statement = Select[Any] | Insert | Update | Delete
Values = Mapping[str, Any]
Run = Callable[[Statement, Values], list[tuple[Any, ...]]]
"""Runs a statement with values for its parameters (an insert's are its columns) and gives the rows it returns."""
Driven = tuple[Any, ...] | dict[str, Any]
"""Parameters as the driver takes them: in their order, or by name."""


class Prepared:
    """A statement's text for one dialect, and how its values go in and out. `lengths` are those of its lists (`IN`); a
    shorter list is filled up with its last value, which asks for nothing else."""

    def __init__(self, statement: Statement, names: Values, dialect: Dialect, lengths: Mapping[str, int]) -> None:
        keys = list(names) if isinstance(statement, Insert) else None
        compiled: Any = statement.compile(dialect=dialect, column_keys=keys)
        state = compiled.construct_expanded_state({name: [None] * lengths.get(name, 0) or None for name in names})
        self.text: str = state.statement
        self._order: list[str] | None = state.positiontup
        self._lists: Mapping[str, Sequence[str]] = {name: state.parameter_expansion[name] for name in lengths}
        spread = {each for several in self._lists.values() for each in several}
        types = {name: bind.type.dialect_impl(dialect) for bind, name in compiled.bind_names.items()}
        ways_in = {name: type_.bind_processor(dialect) for name, type_ in types.items()} | state.processors
        self._ways_in = [(name, way) for name, way in ways_in.items() if way is not None and name not in lengths]
        self._fixed = {
            name: value for name, value in state.parameters.items() if name not in names and name not in spread
        }
        returned = statement.exported_columns if not isinstance(statement, Update | Delete) else ()
        found = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in returned]
        self._ways_out = found if any(found) else []

    def parameters(self, values: Values) -> Driven:
        """The values as the driver takes them."""
        given = {**self._fixed, **values}
        for name, several in self._lists.items():
            items = given.pop(name)
            given |= zip(several, [*items, *[items[-1]] * (len(several) - len(items))] if items else (), strict=True)
        for name, way in self._ways_in:
            given[name] = way(given[name])
        return given if self._order is None else tuple([given[name] for name in self._order])

    def rows(self, found: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
        """The driver's rows as Python values."""
        ways = self._ways_out
        if not ways:
            return [tuple(row) for row in found]
        return [
            tuple([value if way is None else way(value) for value, way in zip(row, ways, strict=True)]) for row in found
        ]


class Statements:
    """The statements of one database, each compiled once for its columns and for lists of 1, 2, 4, 8 … values: as many
    as there are in the code that comes here."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._lists: dict[Statement, tuple[str, ...]] = {}
        self._prepared: dict[tuple[Any, ...], Prepared] = {}

    def prepared(self, statement: Statement, values: Values) -> Prepared:
        """The statement for values like these."""
        lists = self._lists.get(statement)
        if lists is None:
            lists = self._lists[statement] = self._lists_of(statement)
        key: tuple[Any, ...] = (statement, *[_fit(len(values[name])) for name in lists])
        if isinstance(statement, Insert):
            key = (*key, *values)
        found = self._prepared.get(key)
        if found is None:
            lengths = dict(zip(lists, key[1:], strict=False))
            found = self._prepared[key] = Prepared(statement, values, self._dialect, lengths)
        return found

    def _lists_of(self, statement: Statement) -> tuple[str, ...]:
        compiled: Any = statement.compile(dialect=self._dialect, column_keys=[])
        return tuple(name for bind, name in compiled.bind_names.items() if bind.expanding)


def _fit(length: int) -> int:
    """The next power of two; nothing for nothing."""
    return 0 if length == 0 else 1 << (length - 1).bit_length()
